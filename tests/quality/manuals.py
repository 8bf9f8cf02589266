# SPDX-License-Identifier: Apache-2.0
"""Does dedup remove pages of a manual that nothing else says? Prints a Markdown table.

    tests/quality/manuals.py FOLDER...                     a row for each folder, and their sum
    tests/quality/manuals.py FOLDER --list 10              and the worst wrong removals
    tests/quality/manuals.py FOLDER --show 20              and removals drawn by chance, to be read
    tests/quality/manuals.py FOLDER --program PATH -- --profile strict

A folder is one site. Folders right below it whose names differ in numbers only are versions of one
manual; with --versions all of them are. removal_judge.py says what is counted.
"""

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path

import judging
from figures import Figure, rows_of, share
from manual_packages import LIST, fetch_manuals, listed
from manual_pages import SETS, FolderPages, HtmlSet, Pages, SetPages
from removal_judge import (
    Removal,
    Verdict,
    count_same,
    earlier_pages,
    is_of_another_name,
    removals_of,
    summed,
)
from set_store import SetStore
from visible import decoded, opening

CACHE = judging.ROOT / "build/manuals"
# What the program did before pages of manuals were judged, but for .002 of ota_html_dev and .004 of
# numpy_html, where pages went for others that say other things; no later one may find less.
SAME_FOUND_MIN = {
    "numpy_html": 0.932,
    "ota_html_dev": 0.981,
    "llvm_docs": 0.971,
    "manuals_choice": 0.994,
    "manuals_report": 0.957,
}
SEED = 1
SHOWN_CHARACTERS = 300
COLUMNS = (
    "manual",
    "pages",
    "removed",
    "for another name",
    "wrong",
    "share",
    "cleared",
    "doubtful",
    "unique",
    "unique and wrong",
    "same pages",
    "removed for their name",
    "removed at all",
    "seconds",
)


def dedup(program: Path, source: Path, out: Path, flags: list[str]) -> tuple[dict, list[dict]]:
    """Summary and rows of a run that writes no copies."""
    quick = ("--quiet", "--mode", "report", "--matches", "none")
    judging.printed(program, "dedup", source, "-o", out, *quick, *flags)
    return json.loads((out / "summary.json").read_text()), rows_of(out / "duplicates.jsonl")


def judged(manual: str, pages: Pages, summary: dict, rows: list[dict]) -> Verdict:
    """The verdict on a run; rows name pages by `page` and `for`."""
    earlier = earlier_pages(pages.order, pages.names)
    ends = {row[end] for row in rows for end in ("page", "for")}
    shown = pages.shown(ends | earlier.keys() | {p for others in earlier.values() for p in others})
    others = [row for row in rows if is_of_another_name(row, pages.names)]
    own = pages.own({row[end] for row in others for end in ("page", "for")})
    removals = removals_of(rows, pages.names, shown, own)
    verdict = Verdict(manual, summary["pages_read"], removals, seconds=summary["run"]["seconds"])
    count_same(verdict, earlier, shown)
    return verdict


def judged_folder(
    program: Path, folder: Path, store: SetStore, flags: list[str], all_are_versions: bool = False
) -> Verdict:
    """Runs facsim on a folder and judges what it removed."""
    folder = folder.resolve()
    pages = FolderPages(folder, store, all_are_versions)
    if not pages.order:
        raise SystemExit(f"{folder}: no HTML pages")
    with tempfile.TemporaryDirectory(prefix="facsim-manuals-") as out:
        summary, rows = dedup(program, folder, Path(out) / "out", flags)
    for row in rows:
        row["page"], row["for"] = row["file"], row["representative_file"]
    return judged(folder.name, pages, summary, rows)


def judged_set(program: Path, html_set: HtmlSet, sample: bool) -> Verdict:
    """Runs facsim on a set and judges what it removed. Raises NoDataError."""
    with tempfile.TemporaryDirectory(prefix="facsim-manuals-") as name:
        folder = Path(name)
        with SetStore(folder / "sets.db") as store:
            pages = SetPages(html_set, folder, store, sample)
            summary, rows = dedup(program, pages.corpus, folder / "out", [])
            for row in rows:
                row["page"], row["for"] = row["id"], row["representative"]
            return judged(html_set.name, pages, summary, rows)


def figures_of(verdict: Verdict, name: str, what: str) -> list[Figure]:
    """Wrong removals, and pages removed of those that an earlier page of their name repeats."""
    worst = f"worst: {verdict.wrong[0]}" if verdict.wrong else ""
    found = [
        Figure(f"wrong_{name}",
               f"{what}: removals for a page of another name that shows other things, J < .5",
               len(verdict.wrong), 0, at_most=True, is_count=True, whole=len(verdict.removals),
               remarks=worst),
        Figure(f"cleared_{name}",
               "of these, own texts that are alike, J >= .5: below other menus",
               verdict.count("is_cleared"), None, at_most=True, is_count=True,
               whole=len(verdict.wrong)),
        Figure(f"unique_{name}",
               "the same by own texts, without the lines that the manual repeats, J < .5",
               verdict.count("is_unique"), None, at_most=True, is_count=True,
               whole=len(verdict.removals)),
    ]  # fmt: skip
    if verdict.same:
        found += [
            share(f"same_{name}",
                  f"{what}: pages removed of those that repeat an earlier page of their name",
                  verdict.same_removed, verdict.same, SAME_FOUND_MIN.get(name)),
            share(f"same_by_name_{name}", "the same, removed for a page of their name",
                  verdict.same_for_name, verdict.same, None),
        ]  # fmt: skip
    return found


def package_figures(program: Path) -> list[Figure]:
    """Of the manuals that are fetched as Debian packages, by halves."""
    found = []
    for half, manuals in listed(LIST.read_text(encoding="utf-8")).items():
        folders, skipped = fetch_manuals(manuals, CACHE / half)
        for line in skipped:
            print(f"skipped: {line}", file=sys.stderr)
        if folders:
            with SetStore(CACHE / "sets.db") as store:
                verdicts = [judged_folder(program, at, store, []) for at in folders.values()]
            what = f"{len(folders)} Debian manuals, {half}"
            found += figures_of(summed(verdicts), f"manuals_{half}", what)
        found += [
            Figure(f"skipped_{half}", f"skipped: {line}", 0, None, is_count=True)
            for line in skipped
        ]
    return found


def figures(program: Path, sample: bool = False) -> list[Figure]:
    """All figures of this script. Raises NoDataError where none of the sets is there."""

    found = []
    for html_set in SETS:
        verdict = judged_set(program, html_set, sample)
        found += figures_of(verdict, html_set.name, html_set.name)
    return found if sample else found + package_figures(program)


def cells(verdict: Verdict) -> list[str]:
    """A row of the table."""
    removed = len(verdict.removals)
    both = sum(removal.is_wrong and removal.is_unique for removal in verdict.removals)

    def of_same(count: int) -> str:
        return f"{count:,} ({count / verdict.same:.4f})" if verdict.same else "-"

    return [
        verdict.manual,
        f"{verdict.pages:,}",
        f"{removed:,}",
        f"{verdict.count('other_name'):,}",
        f"{len(verdict.wrong):,}",
        f"{len(verdict.wrong) / removed:.4f}" if removed else "-",
        f"{verdict.count('is_cleared'):,}",
        f"{verdict.count('is_doubtful'):,}",
        f"{verdict.count('is_unique'):,}",
        f"{both:,}",
        f"{verdict.same:,}",
        of_same(verdict.same_for_name),
        of_same(verdict.same_removed),
        f"{verdict.seconds:.1f}",
    ]


def table(rows: list[list[str]]) -> str:
    """The rows as a Markdown table."""
    lines = [COLUMNS, ["---"] * len(COLUMNS), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def to_be_read(removals: list[tuple[Path, Removal]], count: int) -> str:
    """Removals drawn by chance, always the same, with the beginnings of both pages."""
    drawn = random.Random(SEED).sample(removals, min(count, len(removals)))
    text = ""
    for folder, removal in drawn:
        text += f"\n- {removal.verdict}: {folder.name}: {removal}\n"
        for page in (removal.removed, removal.representative):
            title, first = opening(decoded((folder / page).read_bytes()), SHOWN_CHARACTERS)
            text += f"  - [{title}] {first}\n"
    return text


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--program", type=Path, default=judging.program(), help="facsim")
    parser.add_argument("--versions", action="store_true", help="all top folders are versions")
    parser.add_argument("--list", type=int, default=0, help="the worst wrong removals of each")
    parser.add_argument("--show", type=int, default=0, help="so many removals, drawn by chance")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where shingle sets are kept")
    parser.add_argument("--flags", nargs=argparse.REMAINDER, default=[], help=argparse.SUPPRESS)
    # What follows `--` is for facsim dedup, whatever it looks like.
    arguments = parser.parse_args(["--flags" if word == "--" else word for word in sys.argv[1:]])
    verdicts, worst, removals = [], "", []
    with SetStore(arguments.cache / "sets.db") as store:
        for folder in arguments.folders:
            verdict = judged_folder(
                arguments.program, folder, store, arguments.flags, arguments.versions
            )
            print(f"{verdict.manual}: {len(verdict.wrong)} wrong", file=sys.stderr)
            verdicts.append(verdict)
            removals += [(folder, removal) for removal in verdict.removals]
            if arguments.list and verdict.wrong:
                worst += f"\n{verdict.manual}, the worst of {len(verdict.wrong)}:\n\n"
                worst += "".join(f"- {r}\n" for r in verdict.wrong[: arguments.list])
    shown = [*verdicts, summed(verdicts)] if len(verdicts) > 1 else verdicts
    print(table([cells(verdict) for verdict in shown]) + "\n" + worst, end="")
    if arguments.show:
        print(to_be_read(removals, arguments.show), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
