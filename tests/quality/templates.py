# SPDX-License-Identifier: Apache-2.0
"""Pages of a generated manual, 52,000 of them: does each removed one resemble what it went for?

The sidebar makes all pages of a version alike, and pages of one function differ in a word.
Resemblance is counted here, of the texts that `facsim extract` prints, for every row.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import judging
import texts
from figures import Figure, rows_of, run, table

SET = "numpy_html"
SAMPLE_LINES = 1500
BAD_BELOW = 0.7
AT_ONCE = 500
MAIN_UNITS_MIN = 20  # a shorter main text is judged by all visible text


def texts_of(program: Path, corpus: Path, wanted: set[str]) -> Iterator[tuple[str, str, str]]:
    """Ids, main texts and visible texts of these pages."""
    with judging.start([program, "extract", corpus, "--json"]) as extractor:
        for line in extractor.stdout:
            row = json.loads(line)
            if row["id"] in wanted:
                yield row["id"], row["main_text"], row["visible_text"]
        ended = extractor.result()
    if ended.status != 0:
        raise RuntimeError(f"facsim extract: status {ended.status}\n{ended.err}")


def hashed_shingles(program: Path, corpus: Path, wanted: set[str]) -> dict[str, set[int]]:
    """The shingles of each page as numbers; equal texts are kept once."""
    by_text: dict[tuple[str, str], set[int]] = {}
    found: dict[str, set[int]] = {}
    waiting: dict[str, tuple[str, str]] = {}

    def cut() -> None:
        new = sorted(set(waiting.values()) - by_text.keys())
        units = texts.units_of([main for main, _ in new])
        short = [i for i, cut in enumerate(units) if len(cut) < MAIN_UNITS_MIN]
        for i, visible in zip(short, texts.units_of([new[i][1] for i in short]), strict=True):
            units[i] = visible
        for both, judged in zip(new, units, strict=True):
            by_text[both] = {hash(shingle) for shingle in texts.shingles(judged)}
        found.update({page: by_text[both] for page, both in waiting.items()})
        waiting.clear()

    for page, main_text, visible_text in texts_of(program, corpus, wanted):
        waiting[page] = (main_text, visible_text)
        if len(waiting) >= AT_ONCE:
            cut()
    if waiting:
        cut()
    return found


def figures(program: Path, sample: bool = False) -> list[Figure]:
    """All figures of this script."""
    with tempfile.TemporaryDirectory(prefix="facsim-quality-") as name:
        folder = Path(name)
        corpus = judging.unpack(
            judging.needed_file(SET), folder / "corpus.jsonl", SAMPLE_LINES if sample else None
        )
        run(program, "dedup", corpus, "-o", folder / "out", "--mode", "report", "-q")
        # Equal texts are equal; what is judged is the rest.
        rows = [row for row in rows_of(folder / "out/duplicates.jsonl") if row["by"] != "digest"]
        wanted = {row["id"] for row in rows} | {row["representative"] for row in rows}
        sets = hashed_shingles(program, corpus, wanted)
    resemblances = []
    for row in rows:
        one, other = sets[row["id"]], sets[row["representative"]]
        if one or other:
            resemblances.append((len(one & other) / len(one | other), row["id"]))
    least = min(resemblances, default=(1.0, "none"))
    return [
        Figure(f"bad_balanced_{SET}",
               f"{SET}, `balanced`: removals, J >= 0.8: representative .1 below",
               sum(value < BAD_BELOW for value, _ in resemblances), 0, at_most=True,
               is_count=True, whole=len(resemblances),
               remarks=f"equal texts apart; least J {least[0]:.3f}, {least[1]}"),
    ]  # fmt: skip


def main(program: Path | None = None) -> int:
    """Prints a table."""
    print(table(figures(program or judging.program(), "--sample" in sys.argv)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
