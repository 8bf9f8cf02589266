# SPDX-License-Identifier: Apache-2.0
"""Reads every WARC and ARC sample with `facsim dedup`: records, pages, skips and status of each.

    bench/whole/warc_table.py [--facsim PROGRAM] [--write] [FILE...]

Without files: all of $FACSIM_DATA/warc_samples. Ends with status 1 if a run ended with a status
other than 0. --write stores the table in bench/results/warc-samples-DATE.md.
"""

import argparse
import shlex
import sys
from pathlib import Path

import measuring

HEAD = ["file", "status", "records", "pages", "removed", "skipped", "warnings", "s", "peak MiB"]


def samples() -> list[Path]:
    """Returns the sample archives, by name."""
    folder = measuring.data_folder("warc_samples")
    if folder is None:
        return []
    return sorted(path for path in folder.iterdir() if path.suffix != ".tsv")


def row(path: Path, program: Path) -> tuple[list, measuring.Cost]:
    """Returns the figures of one file."""
    cost = measuring.facsim_dedup(program, [path], "--mode", "report")
    summary = cost.answer
    skipped = {k: v for k, v in summary.get("skipped", {}).items() if k != "total"}
    warnings = summary.get("warnings", [])
    cells = [
        path.name,
        cost.status,
        summary.get("records_read", "-"),
        summary.get("pages_read", "-"),
        summary["removed"]["total"] if summary else "-",
        ", ".join(f"{reason} {count}" for reason, count in skipped.items()) or "0",
        "; ".join(warning.replace(str(path), "FILE") for warning in warnings) or "none",
        f"{cost.seconds:.2f}",
        f"{cost.peak_bytes / 2**20:.0f}",
    ]
    return cells, cost


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = measuring.ROOT / "build/release/facsim"
    parser.add_argument("--facsim", type=Path, default=default, help="the program to run")
    parser.add_argument("--write", action="store_true", help="write bench/results/warc-...md")
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    rows = []
    failed = []
    for path in arguments.files or samples():
        cells, cost = row(path, arguments.facsim.resolve())
        rows.append(cells)
        if cost.status != 0:
            failed.append(f"{path}: status {cost.status}: {cost.errors.strip()}")
    rows.append(["total", "", *(sum_of(rows, column) for column in (2, 3, 4)), "", "", "", ""])
    command = " ".join(["bench/whole/warc_table.py", *map(shlex.quote, sys.argv[1:])])
    text = f"""{measuring.heading("WARC and ARC samples of many writers", command)}
`facsim dedup FILE --mode report --quiet`, each file alone.

{measuring.table(HEAD, rows)}
"""
    print(text)
    if arguments.write:
        print(f"written: {measuring.write_result('warc-samples', text)}", file=sys.stderr)
    for line in failed:
        print(line, file=sys.stderr)
    return 1 if failed else 0


def sum_of(rows: list[list], column: int) -> int:
    """Returns the sum of a column's numbers."""
    return sum(cells[column] for cells in rows if isinstance(cells[column], int))


if __name__ == "__main__":
    sys.exit(main())
