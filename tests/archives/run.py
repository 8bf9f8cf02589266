# SPDX-License-Identifier: Apache-2.0
"""Archives with a fault in each, before and after `facsim dedup`, as another reader sees them.

    tests/archives/run.py                      2,000 mutants, as a table
    tests/archives/run.py --mutants 200        fewer
    tests/archives/run.py --own --list 10      without real data; and the worst by name

The status is 1 where a record was lost or a copy cannot be read as far as its original.
"""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

import reading
import seeds
from mutants import Mutant, mutants

sys.path.append(str(Path(__file__).resolve().parents[1]))
from running import PROGRAM, Program  # noqa: E402

# Low: of each seed some pages go, so that copies are edited.
FLAGS = ("--scope", "file", "--min-resemblance", "0.3", "--quiet")
COLUMNS = (
    "mutants",
    "read before",
    "removed",
    "named",
    "lost",
    "stops earlier",
    "check fails",
    "read more",
)


def dedup(program: Path, found: list[Mutant], folder: Path) -> Path:
    """One run over all mutants; the folder of its results."""
    (folder / "in").mkdir()
    for each in found:
        (folder / "in" / each.name).write_bytes(each.data)
    Program(program).done("dedup", folder / "in", "-o", folder / "out", *FLAGS)
    return folder / "out"


def judge(each: Mutant, folder: Path, removed: list[dict], skipped: list[dict]) -> Counter:
    """Counts of one mutant."""
    arc = ".arc" in each.name
    before = reading.read(folder / "in" / each.name, arc)
    after = reading.read(copy_of(folder / "out", each.name), arc)
    lost = reading.unaccounted(before, after, removed, skipped, each.bonds)
    if each.kind == "member damaged":
        # Of a damaged member warcio shows nothing; the copy has what could be unpacked.
        lost = [key for key in lost if key.name not in {there.name for there in after.keys()}]
    passed = {r.key for r in before.records if r.digest_passed}
    left = len(after.records) - (len(before.records) - len(removed))
    return Counter(
        {
            "mutants": 1,
            "read before": len(before.records),
            "removed": len(removed),
            "named": len(skipped),
            "lost": len(lost),
            "stops earlier": before.to_the_end and not after.to_the_end,
            "check fails": len(passed & after.failing()),
            "read more": max(0, left),
        }
    )


def copy_of(out: Path, name: str) -> Path:
    """The copy, which is there whatever the fault was."""
    found = list(out.rglob(name))
    if len(found) != 1:
        raise SystemExit(f"{name}: {len(found)} copies in {out}")
    return found[0]


def measure(program: Path, found: list[Mutant], folder: Path) -> list[tuple[Mutant, Counter]]:
    """Every mutant with its counts."""
    out = dedup(program, found, folder)
    removed = reading.rows(out / "duplicates.jsonl")
    skipped = reading.rows(out / "skipped.jsonl")
    return [
        (each, judge(each, folder, removed.get(each.name, []), skipped.get(each.name, [])))
        for each in found
    ]


def is_bad(counts: Counter) -> bool:
    """Whether another reader has less than it had."""
    return any(counts[word] for word in ("lost", "stops earlier", "check fails"))


def table(measured: list[tuple[Mutant, Counter]]) -> str:
    """Sums by kind, of plain, packed and ARC files apart."""
    sums: dict[str, Counter] = {}
    for each, counts in measured:
        for name in (f"{each.kind} ({each.name.split('.', 1)[1]})", "all"):
            sums.setdefault(name, Counter()).update(counts)
    lines = [f"{'fault':46}" + "".join(f"{column:>15}" for column in COLUMNS)]
    for name in sorted(sums, key=lambda n: (n == "all", n)):
        lines.append(f"{name:46}" + "".join(f"{sums[name][column]:15}" for column in COLUMNS))
    return "\n".join(lines)


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutants", type=int, default=2000)
    parser.add_argument("--own", action="store_true", help="seeds of our own only")
    parser.add_argument("--list", type=int, default=0, help="name so many that lost something")
    parser.add_argument("--keep", type=Path, help="leave files and results in this folder")
    parser.add_argument("--program", type=Path, default=PROGRAM)
    options = parser.parse_args()
    used = seeds.own_seeds() + ([] if options.own else seeds.real_seeds())
    found = mutants(used, options.mutants)
    with tempfile.TemporaryDirectory() as made:
        folder = options.keep or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        measured = measure(options.program.resolve(), found, folder)
    print(f"{len(used)} archives, {len(found)} mutants\n\n{table(measured)}")
    bad = [(each, counts) for each, counts in measured if is_bad(counts)]
    for each, counts in bad[: options.list]:
        print(f"{each.name}: {each.kind}: {dict(counts)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
