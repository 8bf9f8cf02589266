# SPDX-License-Identifier: Apache-2.0
"""Runs programs and measures their cost: wall and CPU seconds, peak memory."""

import datetime
import json
import os
import platform
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCH_DATA = ROOT / "build/bench-data"
RESULTS = ROOT / "bench/results"


@dataclass
class Cost:
    """The cost of one process; `answer` is its own report about its work.

    A child begins as a copy of this script, so the system counts the memory of this script in the
    child's peak: `peak_bytes` is never below that.
    """

    status: int
    seconds: float
    cpu_seconds: float
    peak_bytes: int
    answer: dict = field(default_factory=dict)
    errors: str = ""


def spawn(command: list[str], environment: dict[str, str] | None = None) -> tuple[Cost, str]:
    """Runs a command to its end; returns its cost, with children it waited for, and its output."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.monotonic()
        process = subprocess.Popen(
            command,
            stdout=out,
            stderr=err,
            stdin=subprocess.DEVNULL,
            env=os.environ | (environment or {}),
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        cost = Cost(
            status=process.returncode,
            seconds=seconds,
            cpu_seconds=usage.ru_utime + usage.ru_stime,
            peak_bytes=usage.ru_maxrss * 1024,
            errors=err.read().decode(errors="replace"),
        )
        return cost, out.read().decode(errors="replace")


def spawn_or_stop(command: list[str], environment: dict[str, str] | None = None) -> Cost:
    """The same for a program that prints a JSON object or nothing; ends the script if it fails."""
    cost, output = spawn(command, environment)
    if cost.status != 0:
        raise SystemExit(f"{' '.join(command)}: status {cost.status}\n{cost.errors}")
    if output.startswith("{"):
        cost.answer = json.loads(output)
    return cost


def facsim_dedup(program: Path, inputs: list[Path], *flags: str) -> Cost:
    """Runs `facsim dedup` into a temporary folder; `answer` is its summary.json."""
    with tempfile.TemporaryDirectory(prefix="facsim-bench-", dir=scratch_folder()) as folder:
        out = Path(folder) / "out"
        names = [str(path) for path in inputs]
        cost, _ = spawn([str(program), "dedup", *names, "-o", str(out), "--quiet", *flags])
        if (out / "summary.json").exists():
            cost.answer = json.loads((out / "summary.json").read_text())
        return cost


def scratch_folder() -> Path:
    """Returns the folder for results that are only measured."""
    folder = ROOT / "build/bench-scratch"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def data_folder(name: str) -> Path | None:
    """Returns a set of $FACSIM_DATA; None, with a message, if it is missing."""
    folder = Path(os.environ.get("FACSIM_DATA", "$FACSIM_DATA")) / name
    if folder.is_dir():
        return folder
    print(f"skipped: no data at {folder}")
    return None


def corpus(name: str) -> Path | None:
    """Returns the documents of a set, unpacked once; None if the set is missing."""
    target = BENCH_DATA / f"{name}.jsonl"
    if target.exists():
        return target
    folder = data_folder(name)
    if folder is None:
        return None
    packed = folder / "docs.jsonl.zst"
    BENCH_DATA.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    with part.open("wb") as out:
        subprocess.run(["zstd", "-dqc", "--long=27", str(packed)], stdout=out, check=True)
    part.rename(target)
    return target


def machine() -> str:
    """Returns processor, cores, memory and system of this machine, in one line."""
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = f"{platform.system()} {platform.release()}"
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {system}"


def commit() -> str:
    """Returns the commit that is checked out, with a mark if files differ from it."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def today() -> str:
    """Returns the date in the form used in names of results."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def table(head: list[str], rows: list[list]) -> str:
    """Returns a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def heading(title: str, command: str) -> str:
    """Returns the beginning of every result: title, command, machine, date and commit."""
    lines = [f"# {title}, {today()}", "", f"Command: `{command}`", f"Machine: {machine()}"]
    return "\n".join([*lines, f"Commit: {commit()}", ""])


def write_result(name: str, text: str) -> Path:
    """Stores a result among the recorded ones."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}-{today()}.md"
    path.write_text(text)
    return path
