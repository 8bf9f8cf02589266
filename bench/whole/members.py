# SPDX-License-Identifier: Apache-2.0
"""Compares facsim with zcat on a file with a gzip member for each small record.

    bench/whole/members.py [--facsim PROGRAM] [--before PROGRAM] [--records N] [--runs N] [--write]

Three files are made in build/bench-data: JSON lines without a text and WARC records that are not
pages, where the only work is reading, and JSON lines of which every second repeats the one before,
where the copy leaves out half of the members. zcat and each program read each file in turns.
--write stores the table in bench/results/members-DATE.md.
"""

import argparse
import json
import random
import shlex
import statistics
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import measuring

HEAD = ["file", "program", "work", "s", "CPU s", "s / zcat", "CPU s / zcat"]


def some_words(seed: int) -> str:
    """Returns enough words for zlib to make its own code; otherwise zcat is slower than all."""
    draw = random.Random(seed)
    letters = "etaoinshrdlucmfwypvbgk"
    words = ("".join(draw.choices(letters, k=draw.randrange(2, 10))) for _ in range(20))
    return " ".join(words)


def no_text(number: int) -> bytes:
    """Returns a JSON line without a text."""
    return json.dumps({"id": number, "other": some_words(number)}).encode()


def no_page(number: int) -> bytes:
    """Returns a WARC record that is not a page."""
    body = some_words(number).encode()
    head = f"WARC/1.0\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:{number:032x}>\r\n"
    head += f"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body + b"\r\n\r"


def pair(number: int) -> bytes:
    """Returns a JSON line with a text that the next or the previous one has, too."""
    return json.dumps({"id": number, "text": some_words(number // 2)}).encode()


MAKE = {"no-text.jsonl.gz": no_text, "no-page.warc.gz": no_page, "pairs.jsonl.gz": pair}
WORK = ("extract", "dedup")


def members(name: str, records: int) -> Iterator[bytes]:
    """Yields the gzip members of a file."""
    for number in range(records):
        packer = zlib.compressobj(6, zlib.DEFLATED, 31)
        yield packer.compress(MAKE[name](number) + b"\n") + packer.flush()


def made(name: str, records: int) -> Path:
    """Returns a file with this many members, which is made once."""
    path = measuring.BENCH_DATA / f"{records}-{name}"
    if not path.exists():
        measuring.BENCH_DATA.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        with part.open("wb") as out:
            for member in members(name, records):
                out.write(member)
        part.rename(path)
    return path


def cost_of(program: Path | None, work: str, path: Path) -> measuring.Cost:
    """Runs zcat, `facsim extract` or `facsim dedup` on a file, with one thread."""
    if work == "dedup" and program is not None:
        cost = measuring.facsim_dedup(program, [path], "--threads", "1")
    else:
        command = ["zcat"] if program is None else [str(program), "extract", "--threads", "1"]
        shell = shlex.join([*command, str(path)]) + " > /dev/null"
        cost, _ = measuring.spawn(["sh", "-c", shell])
    if cost.status != 0:
        raise SystemExit(f"{path}: status {cost.status}\n{cost.errors}")
    return cost


def rows_of(path: Path, name: str, programs: dict[str, Path], runs: int) -> list[list]:
    """Returns the rows of one file."""
    contest = [("zcat", "read", None)]
    contest += [
        (label, work, program)
        for work in WORK
        for label, program in programs.items()
    ]
    costs: dict[tuple[str, str], list[measuring.Cost]] = {}
    for _ in range(runs):
        for label, work, program in contest:
            costs.setdefault((label, work), []).append(cost_of(program, work, path))

    def median(key: tuple[str, str], quantity: str) -> float:
        return statistics.median(getattr(cost, quantity) for cost in costs[key])

    base = ("zcat", "read")
    return [
        [
            name,
            *key,
            f"{median(key, 'seconds'):.2f}",
            f"{median(key, 'cpu_seconds'):.2f}",
            f"{median(key, 'seconds') / median(base, 'seconds'):.2f}",
            f"{median(key, 'cpu_seconds') / median(base, 'cpu_seconds'):.2f}",
        ]
        for key in costs
    ]


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = measuring.ROOT / "build/release/facsim"
    parser.add_argument("--facsim", type=Path, default=default, help="the program to measure")
    parser.add_argument("--before", type=Path, help="an earlier program, by turns with it")
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="write bench/results/members-DATE.md")
    arguments = parser.parse_args()
    programs = {"facsim": arguments.facsim.resolve()}
    if arguments.before:
        programs["before"] = arguments.before.resolve()
    rows = []
    for name in MAKE:
        path = made(name, arguments.records)
        rows += rows_of(path, name, programs, arguments.runs)
    words = sys.argv[1:]
    words = ["PROGRAM" if word == str(arguments.before) else word for word in words]
    command = shlex.join(["bench/whole/members.py", *words])
    text = f"""{measuring.heading("A gzip member for each small record", command)}
{arguments.records:,} members a file; medians of {arguments.runs} runs by turns, one thread.
`extract` reads once and analyses, `dedup` reads twice, and writes a row for each page that is
removed or left out.

{measuring.table(HEAD, rows)}
"""
    print(text)
    if arguments.write:
        print(f"written: {measuring.write_result('members', text)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
