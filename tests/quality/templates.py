# SPDX-License-Identifier: Apache-2.0
"""Pages of a generated manual, 52,000 of them: does each removed one resemble what it went for?

The sidebar makes all pages of a version alike, and pages of one function differ in a word.
Resemblance is counted here, of the texts that `facsim extract` prints, for every row.
"""

import json
import subprocess
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


def main_texts(program: Path, corpus: Path, wanted: set[str]) -> Iterator[tuple[str, str]]:
    """Ids and main texts of these pages."""
    command = [str(program), "extract", str(corpus), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as extractor:
        for line in extractor.stdout:
            row = json.loads(line)
            if row["id"] in wanted:
                yield row["id"], row["main_text"]
    if extractor.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: status {extractor.returncode}")


def hashed_shingles(program: Path, corpus: Path, wanted: set[str]) -> dict[str, set[int]]:
    """The shingles of each page as numbers; equal texts are kept once."""
    by_text: dict[str, set[int]] = {}
    found: dict[str, set[int]] = {}
    waiting: dict[str, str] = {}

    def cut() -> None:
        new = sorted({text for text in waiting.values() if text not in by_text})
        for text, units in zip(new, texts.units_of(new), strict=True):
            by_text[text] = {hash(shingle) for shingle in texts.shingles(units)}
        found.update({page: by_text[text] for page, text in waiting.items()})
        waiting.clear()

    for page, text in main_texts(program, corpus, wanted):
        waiting[page] = text
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
