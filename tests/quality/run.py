# SPDX-License-Identifier: Apache-2.0
"""Judges the removals of `facsim dedup` on whole corpora and prints a table.

    tests/quality/run.py                     four corpora, the table on standard output
    tests/quality/run.py --full              the same, written to bench/results/quality-DATE.md
    tests/quality/run.py --only spdx_licenses -- --profile strict
"""

import argparse
import datetime
import json
import platform
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import judging

SETS = ("ota_terms", "tidb_zh", "spdx_licenses", "reactnative_docs")
COLUMNS = (
    "corpus",
    "pages",
    "removed",
    "P",
    "bad",
    "R",
    "F1",
    "greedy (short)",
    "missed",
    "not best",
    "other faults",
    "least J",
    "seconds",
)


def measure(name: str, flags: list[str], folder: Path, keep: Path | None) -> tuple[list, dict]:
    """A row of the table and the whole verdict."""
    packed = judging.data_file(name)
    if packed is None:
        raise SystemExit(f"skipped: no data at $FACSIM_DATA/{name}")
    corpus = judging.unpack(packed, folder / f"{name}.jsonl")
    summary = judging.dedup(corpus, folder / name, *flags)
    verdict = judging.judge(corpus, folder / name / "duplicates.jsonl")
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{name}.json").write_text(json.dumps(verdict, indent=2, ensure_ascii=False))
    corpus.unlink()
    faults = {fault: verdict["faults"][fault]["count"] for fault in judging.HARD_FAULTS}
    row = [
        name,
        f"{verdict['pages']:,}",
        f"{verdict['removals']:,}",
        f"{verdict['precision']:.4f}",
        verdict["bad"],
        f"{verdict['recall']:.4f}",
        f"{verdict['f1']:.4f}",
        f"{verdict['greedy_removals']:,} ({verdict['greedy_short_removals']})",
        verdict["faults"]["missed"]["count"],
        verdict["faults"]["not_best"]["count"],
        ", ".join(f"{fault} {count}" for fault, count in faults.items() if count) or "none",
        f"{verdict['worst'][0]['resemblance']:.4f}" if verdict["worst"] else "-",
        f"{summary['run']['seconds']:.1f}",
    ]
    return row, verdict


def machine() -> str:
    """Processor, cores and system of this machine, in one line."""
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    cores = Path("/proc/cpuinfo").read_text().count("processor\t")
    return f"{model}, {cores} cores, {platform.system()} {platform.release()}"


def commit() -> str:
    """The commit that is checked out, marked where files differ from it."""
    command = ["git", "-C", str(judging.ROOT), "describe", "--always", "--dirty", "--abbrev=12"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def table(rows: list[list]) -> str:
    """The rows as a Markdown table."""
    lines = [COLUMNS, ["---"] * len(COLUMNS), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="write bench/results/quality-DATE.md")
    parser.add_argument("--only", choices=SETS, action="append", help="this corpus (repeatable)")
    parser.add_argument("--verdicts", type=Path, help="keep the judge's JSON in this folder")
    parser.add_argument("flags", nargs="*", help="flags for facsim dedup, after --")
    arguments = parser.parse_args()
    rows = []
    bad = False
    with tempfile.TemporaryDirectory(prefix="facsim-quality-") as folder:
        for name in arguments.only or SETS:
            row, verdict = measure(name, arguments.flags, Path(folder), arguments.verdicts)
            rows.append(row)
            bad |= bool(judging.complaints(verdict, recall_min=0))
            print(f"{name}: P {row[3]} bad {row[4]} R {row[5]}", file=sys.stderr)
    command = " ".join(["tests/quality/run.py", *map(shlex.quote, sys.argv[1:])])
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    text = f"""# Removals judged by exact resemblance, {today}

Command: `{command}`
Machine: {machine()}
Commit: {commit()}

P: share of removals with J >= .8 to the representative that the row names; bad: those below .7;
R: right removals / removals of the greedy leader in file order, which knows every exact J. J is the
Jaccard resemblance of 5-unit shingles, counted by the judge's own code. Missed: kept pages with
J >= .8 to an earlier kept page. Not best: removed pages that resemble another kept page more.

{table(rows)}
"""
    print(text)
    if arguments.full:
        target = judging.ROOT / f"bench/results/quality-{today}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        print(f"written: {target}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
