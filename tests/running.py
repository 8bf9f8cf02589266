# SPDX-License-Identifier: Apache-2.0
"""Runs the program under limits of time and address space, or starts it and lets a test watch it.

`facsim(...)` runs it to its end, `facsim.start(...)` does not wait, `Dedup` is one `facsim dedup`
with its results, and `run([...])` is any other command. Under sanitizers (FACSIM_SANITIZED=1)
nothing bounds the address space, which they reserve by the terabyte, every limit of time is three
times as long. The longest tests take all of their pages only with FACSIM_NIGHTLY=1, else a quarter.
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
# The status of a program that a sanitizer ended; tests/CMakeLists.txt asks for it.
SANITIZER_STATUS = 99

# What an interpreter loads before an extension module with a sanitizer. No other program is to have
# it: those of ours bring their sanitizer themselves.
PRELOADED = {"LD_PRELOAD": os.environ.pop("LD_PRELOAD", None)} if SANITIZED else {}

# Generous: what a hostile file may cost before a test calls it a hang or a leak.
SECONDS_MAX = 120
ADDRESS_BYTES_MAX = 2 << 30
# Linux counts the memory of whoever starts a program as the program's own, and a session of tests
# may hold much: this holds little.
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
    """So many seconds, and three times as many under sanitizers."""
    return 3 * seconds if SANITIZED else seconds


def bearable(count: int) -> int:
    """So many, and a quarter of them under sanitizers, which are ten times as slow: for a test whose
    size is its point."""
    return -(-count // 4) if SANITIZED else count


def fewer(count: int) -> int:
    """So many at night; a quarter of them by day, and under sanitizers, which are ten times as slow."""
    return count if NIGHTLY and not SANITIZED else -(-count // 4)


def only(**variables: str) -> dict[str, str | None]:
    """An environment of these variables and no others, for start()."""
    return dict.fromkeys(os.environ) | variables


@dataclass
class Result:
    """A run that ended."""

    status: int
    out: str
    err: str

    def rows(self) -> list[dict]:
        """Standard output as JSON, one object a line."""
        return [json.loads(line) for line in self.out.split("\n") if line]

    @property
    def warnings(self) -> list[str]:
        """The warning lines."""
        return [line for line in self.err.splitlines() if line.startswith("facsim: warning: ")]


class Started(subprocess.Popen):
    """A program at work. Its streams are pipes of bytes; the end of `with` kills it, and so does the
    end of a test (session_rules.py), which may have failed while it was at work. If it leads a
    session of its own, what it started is killed with it."""

    at_work: ClassVar[list["Started"]] = []
    killed: ClassVar[set[int]] = set()  # numbers of those that were at work then

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)
        self.leads = bool(options.get("start_new_session"))
        self.at_work.append(self)

    @classmethod
    def kill_all(cls) -> None:
        """Kills what is still at work."""
        while cls.at_work:
            process = cls.at_work.pop()
            process.kill()
            process.wait()

    def kill(self) -> None:
        """Kills it, and what it started if it leads."""
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT
        if self.returncode is None and os.waitid(os.P_PID, self.pid, look) is None:
            self.killed.add(self.pid)
        if not self.leads:
            super().kill()
        elif self.returncode is None:  # so that nobody else has its number yet
            os.killpg(self.pid, signal.SIGKILL)

    def until(self, holds: Callable[[], object]) -> None:
        """Waits until this holds; fails where the program ends before, or a minute passes."""
        deadline = time.monotonic() + allowed(60)
        while not holds():
            if self.poll() is not None:
                assert holds(), self.result()
                return
            assert time.monotonic() < deadline, "it was waited for in vain"
            time.sleep(0.002)

    def catches(self, number: int) -> bool:
        """Whether it has a handler for a signal by now."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        caught = int(status.split("SigCgt:")[1].split()[0], 16)
        return bool(caught >> (number - 1) & 1)

    def sleeps(self) -> bool:
        """True if it waits for something: during 40 ms all of its threads sleep and none has run."""
        before = self._switches()
        for _ in range(4):
            time.sleep(0.01)
            if not before or self._switches() != before:
                return False
        return True

    def _switches(self) -> dict[str, list[str]]:
        """How often each of its threads was switched to; empty while one of them does not sleep."""
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
        """Gives it the rest of its input and waits for its end."""
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
        """Kills it after so long; whether it was still at work."""
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
    """A command that is not waited for; [sys.executable, "-c", ...] may load the extension module.

    `address_bytes` bounds its address space and `file_bytes` each file that it writes, as a full
    disk would. It ignores the signals `ignored`; `env` changes variables, or takes away those that
    are None.
    """

    bytes_max = None if SANITIZED else address_bytes

    def limit() -> None:
        if bytes_max is not None:
            resource.setrlimit(resource.RLIMIT_AS, (bytes_max, bytes_max))
        if file_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
        # Under nohup, or behind a shell's &, a session ignores some of these, and so would a child.
        for number in HANGUPS:
            signal.signal(number, signal.SIG_DFL)
        for number in ignored if file_bytes is None else (*ignored, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_IGN)

    # Python forks for a function before exec, which takes 8 ms of CPU in a session of tests; without
    # one it calls vfork, which takes 1 ms. A program of another user is not limited from outside.
    inherits = any(signal.getsignal(number) is signal.SIG_IGN for number in HANGUPS)
    is_forked = file_bytes is not None or ignored or inherits or "user" in popen
    is_forked = is_forked or (bytes_max is not None and PRLIMIT is None)
    if bytes_max is not None and not is_forked:
        # It limits itself and becomes the program, which so is bounded from its first instruction on.
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
    """A command to its end, which must come within `seconds`, if any; `how` is as in start()."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    with start(command, **how) as process:
        out, err = process.communicate(given, timeout=seconds and allowed(seconds))
    return _ended(process.returncode, out, err)


def _ended(status: int, out: bytes | None, err: bytes | None) -> Result:
    """What a process came to. That a sanitizer ended it is never what a test expects."""
    texts = [(said or b"").decode("utf-8", "surrogateescape") for said in (out, err)]
    assert not SANITIZED or status != SANITIZER_STATUS, "a sanitizer ended it: " + texts[1]
    return Result(status, *texts)


def done(command: Iterable[object], *, status: int = 0, **how: object) -> Result:
    """A command to the end that is expected, or a failure with its words; `how` is as in run()."""
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
        """As run(), its two outputs in one, and the most memory that it held at once."""
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
    """One `facsim dedup` with its output folder, its --tmp, and no litter left behind."""

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
        """summary.json; fails with the program's words where the run failed."""
        assert self.done.status == 0, self.done.err
        return json.loads((self.out / "summary.json").read_text())

    @property
    def skipped(self) -> dict:
        """Reasons and counts."""
        return {reason: count for reason, count in self.summary["skipped"].items() if count} | {
            "total": self.summary["skipped"]["total"]
        }

    def rows(self, name: str = "duplicates.jsonl") -> list[dict]:
        """The rows of a report."""
        assert self.done.status == 0, self.done.err
        return read_jsonl(self.out / name)

    def removed(self) -> dict[str, str]:
        """id -> id of the representative."""
        return {row["id"]: row["representative"] for row in self.rows()}


def read_jsonl(path: Path) -> list[dict]:
    """A file of JSON lines."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def state_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but LOCK, whose text is only for messages."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "LOCK"}  # fmt: skip


def tree(folder: Path) -> dict[str, str]:
    """Every file of a folder with a digest of its bytes; summary.json without its `run`."""
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
