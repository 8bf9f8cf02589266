# SPDX-License-Identifier: Apache-2.0
"""Checks that dedup of an iterator holds its memory limit, whatever else its rows contain.

    bench/whole/python_spill.py [--package FOLDER] [--gigabytes N] [--memory SIZE] [--write]

A generator yields rows with a text of 2 KB, every tenth a version of an earlier one, and 8 KB of
other bytes. A separate process deduplicates them and reads the kept rows back, which are counted
and compared with the input. --write stores the table in bench/results/python-spill-DATE.md.
"""

import argparse
import json
import os
import random
import resource
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import measuring

OTHER_BYTES = 8192
TEXT_WORDS = 300


def rows(count: int, seed: int = 5) -> Iterator[dict]:
    """Yields the rows; equal seeds give equal rows."""
    draw = random.Random(seed)
    letters = "etaoinshrdlucmfwypvbgk"
    words = ["".join(draw.choices(letters, k=draw.randrange(3, 11))) for _ in range(50_000)]
    noise = draw.randbytes(1 << 24)
    recent: list[str] = []
    for number in range(count):
        if number % 10 == 9:
            text = f"{draw.choice(recent)} version {number}"
        else:
            text = " ".join(draw.choices(words, k=TEXT_WORDS))
        recent = [*recent[-99:], text]
        at = draw.randrange(len(noise) - OTHER_BYTES)
        yield {"id": number, "text": text, "other": noise[at : at + OTHER_BYTES]}


def peak_bytes() -> int:
    """Returns the peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measured(count: int, memory: str, tmp: str) -> dict:
    """Returns the measurements of the separate process."""
    import facsim

    before = peak_bytes()
    given = 0

    def counted() -> Iterator[dict]:
        nonlocal given
        for row in rows(count):
            given += len(row["text"]) + len(row["other"])
            yield row

    began = time.monotonic()
    result = facsim.dedup(counted(), id="id", memory=memory, tmp=tmp, threads=2)
    dedup_seconds, dedup_peak = time.monotonic() - began, peak_bytes()
    began = time.monotonic()
    removed = set(result.removed_rows)
    expected = (row for number, row in enumerate(rows(count)) if number not in removed)
    kept = 0
    for row, same in zip(result.kept, expected, strict=True):
        assert row == same, row["id"]
        kept += 1
    return {
        "rows": count, "bytes": given, "removed": len(removed), "kept": kept, "before": before,
        "dedup_seconds": dedup_seconds, "dedup_peak": dedup_peak,
        "read_seconds": time.monotonic() - began, "peak": peak_bytes(),
        "stages": {stage["name"]: stage["seconds"] for stage in result.summary["run"]["stages"]},
        "scratch": result.summary["run"].get("scratch_bytes"),
    }  # fmt: skip


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    package = measuring.ROOT / "build/release/python"
    parser.add_argument("--package", type=Path, default=package, help="the folder of the package")
    parser.add_argument("--gigabytes", type=float, default=10)
    parser.add_argument("--memory", default="256M")
    parser.add_argument("--tmp", default=str(measuring.scratch_folder()))
    parser.add_argument("--write", action="store_true", help="write bench/results/...")
    parser.add_argument("--measured", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measured:
        print(json.dumps(measured(arguments.measured, arguments.memory, arguments.tmp)))
        return 0
    count = int(arguments.gigabytes * 1e9 / (OTHER_BYTES + 7.5 * TEXT_WORDS))
    command = [sys.executable, __file__, "--memory", arguments.memory, "--tmp", arguments.tmp,
               "--measured", str(count)]  # fmt: skip
    cost = measuring.spawn_or_stop(command, {"PYTHONPATH": str(arguments.package)})
    found = cost.answer
    mib = 1 << 20
    head = ["rows", "GB", "memory", "removed", "peak MiB of dedup", "peak MiB with reading back",
            "of it Python and its rows", "dedup s", "reading back s", "CPU s"]  # fmt: skip
    line = [f"{found['rows']:,}", f"{found['bytes'] / 1e9:.2f}", arguments.memory,
            f"{found['removed']:,}", f"{found['dedup_peak'] / mib:.0f}",
            f"{found['peak'] / mib:.0f}", f"{found['before'] / mib:.0f} before the run",
            f"{found['dedup_seconds']:.0f}", f"{found['read_seconds']:.0f}",
            f"{cost.cpu_seconds:.0f}"]  # fmt: skip
    words = shlex.join(["bench/whole/python_spill.py", *sys.argv[1:]])
    text = f"""{measuring.heading("dedup of an iterator: memory", words)}
Texts of 2 KB and 8 KB of other bytes a row; every kept row was compared with the one that was
given. The seconds include making the rows, twice. Two threads, on a machine that others used too.

{measuring.table(head, [line])}
"""
    print(text)
    if arguments.write:
        print(f"written: {measuring.write_result('python-spill', text)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
