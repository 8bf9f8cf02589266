# SPDX-License-Identifier: Apache-2.0
"""Does agreement say how much of a page was left alone, whatever the edit?

`facsim eval --synthesize` says what it left; `facsim compare` measures it, pair by pair.
"""

import json
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import judging
from figures import Figure, run, share, table

SETS = ("ota_terms", "reactnative_docs", "tidb_zh")
EDITS = ("scattered", "block")
PAGES = {False: 60, True: 4}  # of each set
WITHIN = 0.02
BYTES_MAX = 200_000
SEED = 7


def drawn_pages(name: str, count: int, folder: Path) -> Path:
    """So many pages of a set, drawn at random, as JSON lines."""
    corpus = judging.unpack(judging.needed_file(name), folder / f"{name}.jsonl")
    with corpus.open(encoding="utf-8") as lines:
        usable = [line for line in lines if 1000 <= len(line) <= BYTES_MAX]
    chosen = folder / f"{name}-drawn.jsonl"
    chosen.write_text("".join(random.Random(SEED).sample(usable, count)), encoding="utf-8")
    corpus.unlink()
    return chosen


def errors_of(program: Path, name: str, count: int, folder: Path) -> list[tuple[float, str]]:
    """How far agreement is from the truth, and the edit, for each edit of each page."""
    out = folder / f"{name}-graded"
    run(program, "eval", "--synthesize", drawn_pages(name, count, folder), "-o", out, "-q")
    documents = {}
    with (out / "documents.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            documents[row["id"]] = row["text"]
    rows = [line.split("\t") for line in (out / "pairs.tsv").read_text().splitlines()[1:]]

    def error(number: int) -> tuple[float, str]:
        first, second, unedited, _, _ = rows[number]
        files = [folder / f"{name}-{number}-{side}.txt" for side in "ab"]
        for file, page in zip(files, (first, second), strict=True):
            file.write_text(documents[page], encoding="utf-8")
        measured = json.loads(run(program, "compare", *files, "--json"))["agreement"]
        for file in files:
            file.unlink()
        return abs(measured - float(unedited)), second

    wanted = [i for i, row in enumerate(rows) if row[3] in EDITS]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(error, wanted))


def figures(program: Path, sample: bool = False) -> list[Figure]:
    """One figure for each set."""
    found = []
    with tempfile.TemporaryDirectory(prefix="facsim-quality-") as folder:
        for name in SETS:
            errors = errors_of(program, name, PAGES[sample], Path(folder))
            worst = max(errors)
            found.append(
                share(f"graded_{name}",
                      f"{name}: scattered and block edits of 0 to 60 %, agreement within {WITHIN} "
                      "of the share left alone",
                      sum(error <= WITHIN for error, _ in errors), len(errors), 1,
                      remarks=f"worst {worst[0]:.4f}, {worst[1]}")
            )  # fmt: skip
    return found


def main(program: Path | None = None) -> int:
    """Prints a table."""
    print(table(figures(program or judging.program(), "--sample" in sys.argv)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
