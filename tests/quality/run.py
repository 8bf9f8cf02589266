# SPDX-License-Identifier: Apache-2.0
"""Measures quality: removals judged from outside, then every figure that has a goal.

    tests/quality/run.py                     removals on four corpora, as a table
    tests/quality/run.py --full              everything, written to bench/results/quality-DATE.md
    tests/quality/run.py --only spdx_licenses -- --profile strict
"""

import argparse
import datetime
import importlib
import json
import platform
import shlex
import sys
import tempfile
import time
from pathlib import Path

import figures
import judging
from running import run

SETS = ("ota_terms", "tidb_zh", "spdx_licenses", "reactnative_docs")
# Each has figures(program, sample).
MEASURED = (
    "by_eval",
    "templates",
    "short_texts",
    "html_pairs",
    "graded_edits",
    "embedded",
    "manuals",
)
# Scripts that print tables of their own, where they are there.
PRINTED = {"extraction.py": "Main text", "layout.py": "Layout"}
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
    return run(command).out.strip() or "unknown"


def table(rows: list[list]) -> str:
    """The rows as a Markdown table."""
    lines = [COLUMNS, ["---"] * len(COLUMNS), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def goals() -> tuple[str, int]:
    """The figures of all scripts as a table, and how many fall short."""
    found = []
    for name in MEASURED:
        begin = time.monotonic()
        found += importlib.import_module(name).figures(judging.program())
        print(f"{name}: {time.monotonic() - begin:.0f} s", file=sys.stderr)
    with_goal = [figure for figure in found if figure.goal is not None]
    short = [figure for figure in with_goal if not figure.is_met]
    text = f"""## Figures with a goal

{len(with_goal) - len(short)} of {len(with_goal)} goals are met. J: as above. Intervals take what
was counted for independent draws, which versions of one page are not. Estimates are of sketches
alone, no text read; F1 of these is of pairs of different texts.

{figures.table(found)}
"""
    return text, len(short)


def printed() -> tuple[str, int]:
    """What the other scripts print, and how many of them failed."""
    text = ""
    failed = 0
    for script, title in PRINTED.items():
        path = Path(__file__).parent / script
        if not path.exists():
            continue
        done = run([sys.executable, path, "--program", judging.program()], seconds=None)
        text += f"\n## {title}\n\n{done.out.strip()}\n"
        if done.status != 0:
            failed += 1
            text += f"\n**failed**: {script} ended with status {done.status}\n"
            print(done.err, file=sys.stderr)
    return text, failed


def removals(arguments: argparse.Namespace) -> tuple[str, bool]:
    """Removals judged from outside as a table, and whether any is wrong."""
    rows = []
    bad = False
    with tempfile.TemporaryDirectory(prefix="facsim-quality-") as folder:
        for name in arguments.only or SETS:
            row, verdict = measure(name, arguments.flags, Path(folder), arguments.verdicts)
            rows.append(row)
            bad |= bool(judging.complaints(verdict, recall_min=0))
            print(f"{name}: P {row[3]} bad {row[4]} R {row[5]}", file=sys.stderr)
    text = f"""## Removals judged from outside

P: share of removals with J >= .8 to the representative that the row names; bad: those below .7;
R: right removals / removals of the greedy leader in file order, which knows every exact J. J is the
Jaccard resemblance of 5-unit shingles, counted by the judge's own code. Missed: kept pages with
J >= .8 to an earlier kept page. Not best: removed pages that resemble another kept page more.

{table(rows)}
"""
    return text, bad


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--full", action="store_true", help="everything, into bench/results/quality-DATE.md"
    )
    parser.add_argument("--only", choices=SETS, action="append", help="this corpus (repeatable)")
    parser.add_argument("--verdicts", type=Path, help="keep the judge's JSON in this folder")
    parser.add_argument("flags", nargs="*", help="flags for facsim dedup, after --")
    arguments = parser.parse_args()
    command = " ".join(["tests/quality/run.py", *map(shlex.quote, sys.argv[1:])])
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    made_of = commit()
    text, bad = removals(arguments)
    short = 0
    if arguments.full:
        figured, short = goals()
        others, failed = printed()
        text += f"\n{figured}{others}"
        bad |= failed > 0
    text = f"""# Quality, {today}

Command: `{command}`
Machine: {machine()}
Commit: {made_of}

{text}"""
    print(text)
    if arguments.full:
        target = judging.ROOT / f"bench/results/quality-{today}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        print(f"written: {target}; {short} goals are not met", file=sys.stderr)
    return 1 if bad or short else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except judging.NoDataError as error:
        sys.exit(str(error))
