# SPDX-License-Identifier: Apache-2.0
"""Measures what the Python package adds to the work of the library.

    bench/whole/python_overhead.py [--peer PROGRAM] [--package FOLDER] [--runs N] [--write]

10,000 texts of 2 KB. The library (facsim_overhead of the preset bench) and the package do the same
work in turns in the same minutes: fingerprints of a list and of an Arrow column, and dedup. Then
one thread of Python and two do it in turns. The answers are compared. CPU seconds are those of the
work; other users of the machine only affect wall seconds. --write stores the table in
bench/results/python-overhead-DATE.md.
"""

import argparse
import functools
import operator
import random
import shlex
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import measuring

TEXTS = 10_000
TEXT_BYTES = 2000


def texts_of(count: int) -> list[str]:
    """Returns English-like ASCII texts of 2 KB, every tenth a version of the one before."""
    draw = random.Random(3)
    letters = "etaoinshrdlucmfwypvbgk"
    words = ["".join(draw.choices(letters, k=draw.randrange(2, 10))) for _ in range(30_000)]
    texts: list[str] = []
    for number in range(count):
        if number % 10 == 9:
            texts.append(texts[-1][: TEXT_BYTES - 20] + f" edition {number:10}")
        else:
            texts.append(" ".join(draw.choices(words, k=TEXT_BYTES))[:TEXT_BYTES])
    return texts


class Library:
    """The program that does the same work with the library alone."""

    def __init__(self, program: Path, texts: list[str]) -> None:
        path = measuring.scratch_folder() / "overhead.txt"
        path.write_text("".join(text + "\n" for text in texts))
        self._process = subprocess.Popen(
            [str(program), str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def work(self, name: str) -> tuple[float, float, int]:
        """Returns wall and CPU seconds, and the answer."""
        self._process.stdin.write(name + "\n")
        self._process.stdin.flush()
        wall, cpu, answer = self._process.stdout.readline().split()
        return float(wall), float(cpu), int(answer)


def timed(work: Callable[[], object]) -> tuple[float, float, int]:
    """Returns wall and CPU seconds of all threads, and the answer in the library's form."""
    wall, cpu = time.perf_counter(), time.process_time()
    made = work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    if hasattr(made, "to_pylist"):
        made = made.to_pylist()
    if hasattr(made, "tolist"):
        made = made.tolist()
    return wall, cpu, made if isinstance(made, int) else functools.reduce(operator.xor, made)


def contests(texts: list[str]) -> dict[str, tuple[str, Callable[[], object]]]:
    """Returns the measured pairs: the work of the library, and that of the package."""
    import facsim
    import numpy as np
    import pyarrow as pa

    columns = {
        "large_utf8": pa.array(texts, pa.large_string()),
        "string_view": pa.array(texts, pa.string_view()),
    }

    def of_list() -> object:
        return np.asarray(facsim.fingerprint(texts))

    def of_arrow(column: object) -> object:
        return pa.array(facsim.fingerprint(column))

    def dedup(data: object) -> int:
        return len(facsim.dedup(data, threads=1, matches="none", tmp="/tmp").duplicates)

    return {
        "fingerprint, list to NumPy": ("fingerprint", of_list),
        "fingerprint, large_utf8 to Arrow": (
            "fingerprint", lambda: of_arrow(columns["large_utf8"])),
        "fingerprint, string_view to Arrow": (
            "fingerprint", lambda: of_arrow(columns["string_view"])),
        "dedup, list": ("dedup", lambda: dedup(texts)),
        "dedup, large_utf8": ("dedup", lambda: dedup(columns["large_utf8"])),
    }  # fmt: skip


def paired(library: Library, texts: list[str], runs: int) -> list[list[str]]:
    """Returns a row for each contest: medians, and the median of each pair's quotient."""
    rows = []
    for name, (work, call) in contests(texts).items():
        mine, theirs = [], []
        for _ in range(runs):
            mine.append(timed(call))
            theirs.append(library.work(work))
        if {run[2] for run in mine} != {run[2] for run in theirs}:
            raise SystemExit(f"{name}: the answers differ")
        cells = [name]
        for which in (0, 1):
            ours = statistics.median(run[which] for run in mine)
            libs = statistics.median(run[which] for run in theirs)
            least = min(run[which] for run in mine) / min(run[which] for run in theirs)
            quotient = statistics.median(
                a[which] / b[which] for a, b in zip(mine, theirs, strict=True)
            )
            cells += [f"{libs:.3f}", f"{ours:.3f}", f"{quotient:.3f}", f"{least:.3f}"]
        rows.append(cells)
    return rows


def side_by_side(texts: list[str], runs: int) -> list[list[str]]:
    """Returns how much more two threads do in the same time than one."""
    import facsim
    import pyarrow as pa

    rows = []
    column = pa.array(texts, pa.large_string())
    works = {
        "fingerprint, list": lambda: facsim.fingerprint(texts),
        "fingerprint, large_utf8": lambda: facsim.fingerprint(column),
        "dedup, list": lambda: facsim.dedup(texts, threads=1, matches="none"),
    }

    def run(work: Callable[[], object], count: int) -> tuple[float, float]:
        """Returns seconds, and how many threads were running or waiting for a core."""
        wanted = []

        def thread_seconds() -> float:
            ran, waited, _ = Path("/proc/thread-self/schedstat").read_text().split()
            return (int(ran) + int(waited)) / 1e9

        def one_thread() -> None:
            before = thread_seconds()
            work()
            wanted.append(thread_seconds() - before)

        threads = [threading.Thread(target=one_thread) for _ in range(count)]
        began = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        passed = time.perf_counter() - began
        return passed, sum(wanted) / passed

    for name, work in works.items():
        one, two = [], []
        for _ in range(runs):
            one.append(run(work, 1))
            two.append(run(work, 2))
        gains = [2 * a[0] / b[0] for a, b in zip(one, two, strict=True)]
        rows.append([
            name, f"{statistics.median(a[0] for a in one):.3f}",
            f"{statistics.median(b[0] for b in two):.3f}", f"{statistics.median(gains):.2f}",
            f"{2 * min(a[0] for a in one) / min(b[0] for b in two):.2f}",
            f"{statistics.median(b[1] for b in two):.2f}",
        ])  # fmt: skip
    return rows


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    peer = measuring.ROOT / "build/bench/bench/facsim_overhead"
    package = measuring.ROOT / "build/release/python"
    parser.add_argument("--peer", type=Path, default=peer, help="the program of the library")
    parser.add_argument("--package", type=Path, default=package, help="the folder of the package")
    parser.add_argument("--runs", type=int, default=21)
    parser.add_argument("--write", action="store_true", help="write bench/results/...")
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.package))
    texts = texts_of(TEXTS)
    library = Library(arguments.peer, texts)
    head = ["work", "library s", "package s", "quotient", "of the fastest",
            "library CPU s", "package CPU s", "quotient ", "of the fastest "]  # fmt: skip
    rows = paired(library, texts, arguments.runs)
    threads = side_by_side(texts, arguments.runs)
    words = shlex.join(["bench/whole/python_overhead.py",
                        *(["--write"] if arguments.write else [])])  # fmt: skip
    gain_head = ["work of each thread", "one s", "two s", "gain", "of the fastest",
                 "at work at once"]  # fmt: skip
    text = f"""{measuring.heading("What the Python package adds", words)}
{TEXTS:,} texts of {TEXT_BYTES:,} bytes, one thread; {arguments.runs} runs by turns. A quotient is
the median over pairs of runs that followed each other; "of the fastest" compares the fastest run
of each.

{measuring.table(head, rows)}

Two threads of Python at once, each with all texts, by turns with one alone. The gain is 2 where
nothing waits for anything; the machine has two cores, which others used too. "At work at once" is
how many of the two threads ran or waited for a core, and for nothing else: the gain on free cores.

{measuring.table(gain_head, threads)}
"""
    print(text)
    if arguments.write:
        print(f"written: {measuring.write_result('python-overhead', text)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
