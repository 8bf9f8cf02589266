# SPDX-License-Identifier: Apache-2.0
"""Runs the program with limits of time and address space, or starts it so that a test can watch it.

`facsim(...)` runs it to its end, `facsim.start(...)` does not wait, `Dedup` is one `facsim dedup`
with its results, and `run([...])` is any other command. Under sanitizers (FACSIM_SANITIZED=1) the
address space is not limited, since they reserve terabytes of it, and time limits are three times as
long. The longest tests use all of their pages only with FACSIM_NIGHTLY=1, otherwise a quarter.
"""

import contextlib
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from subprocess import TimeoutExpired
from typing import ClassVar

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = Path(os.environ.get("FACSIM_PROGRAM", ROOT / "build/release/facsim")).resolve()
JUDGE = Path(os.environ.get("FACSIM_JUDGE", PROGRAM.with_name("facsim_judge"))).resolve()

NIGHTLY = os.environ.get("FACSIM_NIGHTLY") == "1"
SANITIZED = os.environ.get("FACSIM_SANITIZED") == "1"
# The status of a program that a sanitizer ended; tests/CMakeLists.txt sets it.
SANITIZER_STATUS = 99

# The library that an interpreter must load before an extension module with a sanitizer. Other
# programs must not get it: ours contain their sanitizer.
PRELOADED = {"LD_PRELOAD": os.environ.pop("LD_PRELOAD", None)} if SANITIZED else {}

# Generous limits: beyond them a test treats a hostile file as a hang or a leak.
SECONDS_MAX = 120
ADDRESS_BYTES_MAX = 2 << 30
# Linux counts the memory of the parent as the program's own at its start, and a session of tests
# may hold much, so this small parent starts it.
SMALL_PARENT = """if True:
    import os, sys
    child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
    _, status, usage = os.wait4(child, 0)
    said = f"{os.waitstatus_to_exitcode(status)} {usage.ru_maxrss}"
    os.write(int(sys.argv[1]), said.encode())
"""
BOUNDED = {"address_bytes": ADDRESS_BYTES_MAX}
PRLIMIT = shutil.which("prlimit")
HANGUPS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)


def allowed(seconds: float) -> float:
    """Returns the seconds, or three times as many under sanitizers."""
    return 3 * seconds if SANITIZED else seconds


def bearable(count: int) -> int:
    """Returns the count, or a quarter of it under sanitizers, which are ten times as slow: for
    tests whose size matters."""
    return -(-count // 4) if SANITIZED else count


def fewer(count: int) -> int:
    """Returns the count in nightly runs, a quarter in others and under (slow) sanitizers."""
    return count if NIGHTLY and not SANITIZED else -(-count // 4)


def only(**variables: str) -> dict[str, str | None]:
    """Returns an environment with only these variables, for start()."""
    return dict.fromkeys(os.environ) | variables


@dataclass
class Result:
    """A finished run."""

    status: int
    out: str
    err: str

    def rows(self) -> list[dict]:
        """Returns standard output as JSON, one object a line."""
        return [json.loads(line) for line in self.out.split("\n") if line]

    @property
    def warnings(self) -> list[str]:
        """Returns the warning lines."""
        return [line for line in self.err.splitlines() if line.startswith("facsim: warning: ")]


class Started(subprocess.Popen):
    """A running program. Its streams are pipes of bytes. The end of `with` kills it, and so does
    the end of a test (session_rules.py), which may have failed meanwhile. If it leads a session of
    its own, its children are killed with it."""

    at_work: ClassVar[list["Started"]] = []
    killed: ClassVar[set[int]] = set()  # process numbers of those that still ran then

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)
        self.leads = bool(options.get("start_new_session"))
        self.at_work.append(self)

    @classmethod
    def kill_all(cls) -> None:
        """Kills all programs that still run."""
        while cls.at_work:
            process = cls.at_work.pop()
            process.kill()
            process.wait()

    def kill(self) -> None:
        """Kills it, and its children if it leads a session."""
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT
        if self.returncode is None and os.waitid(os.P_PID, self.pid, look) is None:
            self.killed.add(self.pid)
        if not self.leads:
            super().kill()
        elif self.returncode is None:  # no other process can have its number yet
            os.killpg(self.pid, signal.SIGKILL)

    def until(self, holds: Callable[[], object]) -> None:
        """Waits until this holds; fails if the program ends before, or after a minute."""
        deadline = time.monotonic() + allowed(60)
        while not holds():
            if self.poll() is not None:
                assert holds(), self.result()
                return
            assert time.monotonic() < deadline, "it was waited for in vain"
            time.sleep(0.002)

    def catches(self, number: int) -> bool:
        """True if it has installed a handler for a signal."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        caught = int(status.split("SigCgt:")[1].split()[0], 16)
        return bool(caught >> (number - 1) & 1)

    def sleeps(self) -> bool:
        """True if it waits: for 40 ms all of its threads sleep and none has run."""
        before = self._switches()
        for _ in range(4):
            time.sleep(0.01)
            if not before or self._switches() != before:
                return False
        return True

    def _switches(self) -> dict[str, list[str]]:
        """Returns the context switches of each thread; empty while one of them does not sleep."""
        found = {}
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread that ended
            for task in Path(f"/proc/{self.pid}/task").iterdir():
                status = (task / "status").read_text()
                if "State:\tS" not in status:
                    return {}
                found[task.name] = [line for line in status.splitlines() if "ctxt_switches" in line]
            return found
        return {}

    def result(self, stdin: bytes = b"") -> Result:
        """Sends the rest of its input and waits for its end."""
        if self.stdin and self.stdin.closed:
            self.stdin = None
        try:
            out, err = self.communicate(stdin or None, timeout=allowed(SECONDS_MAX))
        except TimeoutExpired:
            self.kill()
            self.communicate()
            raise
        return _ended(self.returncode, out, err)

    def killed_after(self, seconds: float) -> bool:
        """Kills it after some seconds. Returns True if it was still running."""
        try:
            self.wait(seconds)
        except TimeoutExpired:
            self.kill()
        ended = self.result()
        assert ended.status in (0, -signal.SIGKILL), ended
        return ended.status != 0

    def __exit__(self, *exception: object) -> None:
        self.kill()
        super().__exit__(*exception)


def start(
    command: Iterable[object],
    *,
    address_bytes: int | None = None,
    file_bytes: int | None = None,
    ignored: tuple[int, ...] = (),
    env: dict[str, str | None] | None = None,
    **popen: object,
) -> Started:
    """Starts a command without waiting; [sys.executable, "-c", ...] may load the extension module.

    `address_bytes` limits its address space and `file_bytes` each file that it writes, like a full
    disk. It ignores the signals `ignored`; `env` sets variables, or removes those that are None.
    """

    bytes_max = None if SANITIZED else address_bytes

    def limit() -> None:
        if bytes_max is not None:
            resource.setrlimit(resource.RLIMIT_AS, (bytes_max, bytes_max))
        if file_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
        # Under nohup or with a shell's &, a session ignores some of these, and a child would too.
        for number in HANGUPS:
            signal.signal(number, signal.SIG_DFL)
        for number in ignored if file_bytes is None else (*ignored, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_IGN)

    # For a function to run before exec, Python forks, which takes 8 ms of CPU in a session of
    # tests; without one it calls vfork, which takes 1 ms. Programs of other users cannot be limited
    # from outside.
    inherits = any(signal.getsignal(number) is signal.SIG_IGN for number in HANGUPS)
    is_forked = file_bytes is not None or ignored or inherits or "user" in popen
    is_forked = is_forked or (bytes_max is not None and PRLIMIT is None)
    if bytes_max is not None and not is_forked:
        # prlimit limits itself and becomes the program, which so is limited from its start.
        command = [PRLIMIT, f"--as={bytes_max}:{bytes_max}", "--", *command]
    command = list(map(str, command))
    preloaded = PRELOADED if command[:2] == [sys.executable, "-c"] else {}  # then nothing is bounded
    variables = {**os.environ, **preloaded, **(env or {})}
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return Started(
        command,
        preexec_fn=limit if is_forked else None,
        env={name: value for name, value in variables.items() if value is not None},
        **(pipes | popen),
    )


def run(
    command: Iterable[object],
    *,
    stdin: bytes | str = b"",
    seconds: float | None = SECONDS_MAX,
    **how: object,
) -> Result:
    """Runs a command to its end within `seconds`, if given; `how` is as in start()."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    with start(command, **how) as process:
        out, err = process.communicate(given, timeout=seconds and allowed(seconds))
    return _ended(process.returncode, out, err)


def _ended(status: int, out: bytes | None, err: bytes | None) -> Result:
    """Returns the result of a process. Fails if a sanitizer ended it: no test expects that."""
    texts = [(said or b"").decode("utf-8", "surrogateescape") for said in (out, err)]
    assert not SANITIZED or status != SANITIZER_STATUS, "a sanitizer ended it: " + texts[1]
    return Result(status, *texts)


def done(command: Iterable[object], *, status: int = 0, **how: object) -> Result:
    """Runs a command and requires its status; a failure shows its output. `how` is as in run()."""
    command = list(map(str, command))
    result = run(command, **how)
    if result.status != status:
        said = result.out + result.err
        raise AssertionError(f"{' '.join(command)}: status {result.status}\n{said}")
    return result


class Program:
    """The program under test; call it with its arguments."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def _command(self, arguments: tuple[object, ...]) -> list[object]:
        assert self.path.exists(), f"no program at {self.path}; build it, or set FACSIM_PROGRAM"
        return [self.path, *arguments]

    def __call__(self, *arguments: object, **how: object) -> Result:
        """As run()."""
        return run(self._command(arguments), **BOUNDED | how)

    def done(self, *arguments: object, **how: object) -> Result:
        """As done()."""
        return done(self._command(arguments), **BOUNDED | how)

    def start(self, *arguments: object, **how: object) -> Started:
        """As start()."""
        return start(self._command(arguments), **BOUNDED | how)

    def measured(
        self, *arguments: object, seconds: float = SECONDS_MAX, **how: object
    ) -> tuple[Result, int]:
        """Does what run() does, with both outputs in one, and returns the peak memory too."""
        read, write = os.pipe()
        starter = [sys.executable, "-S", "-c", SMALL_PARENT, write, *self._command(arguments)]
        how = {"stderr": subprocess.STDOUT, "pass_fds": [write], "start_new_session": True} | how
        with open(read) as found:
            with start(starter, **BOUNDED | how) as process:
                os.close(write)
                out, _ = process.communicate(timeout=allowed(seconds))
            status, peak = map(int, found.read().split())
        return _ended(status, out, None), peak * 1024


facsim = Program(PROGRAM)


class Dedup:
    """One `facsim dedup` with its output folder and its --tmp, which must be empty afterwards."""

    def __init__(self, folder: Path, *arguments: object, stdin: bytes | str = b"") -> None:
        number = sum(1 for _ in folder.glob("out-*"))
        self.out = folder / f"out-{number}"
        tmp = folder / "tmp"
        tmp.mkdir(exist_ok=True)
        before = set(folder.iterdir())
        flags = ("-o", self.out, "--tmp", tmp, "--quiet")
        self.done = facsim("dedup", *arguments, *flags, stdin=stdin, cwd=folder)
        assert list(tmp.iterdir()) == [], "temporary files were left"
        assert set(folder.iterdir()) - before <= {self.out}, "something was left beside the output"

    @property
    def summary(self) -> dict:
        """Returns summary.json; fails with the program's output if the run failed."""
        assert self.done.status == 0, self.done.err
        return json.loads((self.out / "summary.json").read_text())

    @property
    def skipped(self) -> dict:
        """Returns the reasons and counts of skipped records."""
        return {reason: count for reason, count in self.summary["skipped"].items() if count} | {
            "total": self.summary["skipped"]["total"]
        }

    def rows(self, name: str = "duplicates.jsonl") -> list[dict]:
        """Returns the rows of a report."""
        assert self.done.status == 0, self.done.err
        return read_jsonl(self.out / name)

    def removed(self) -> dict[str, str]:
        """Returns id -> id of the representative."""
        return {row["id"]: row["representative"] for row in self.rows()}


def read_jsonl(path: Path) -> list[dict]:
    """Reads a file of JSON lines."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def state_of(folder: Path) -> dict[str, bytes]:
    """Returns every file of a folder except LOCK, whose text is only for messages."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "LOCK"}  # fmt: skip


def tree(folder: Path) -> dict[str, str]:
    """Returns a digest of every file of a folder; of summary.json without its `run`."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_dir():
            continue
        content = path.read_bytes()
        if path.name == "summary.json":
            summary = json.loads(content)
            summary.pop("run")
            content = json.dumps(summary).encode()
        found[str(path.relative_to(folder))] = hashlib.sha256(content).hexdigest()
    return found
