# SPDX-License-Identifier: Apache-2.0
"""Is a page found that stands inside another one, edited?

Made of real pages: each is put, as a block, somewhere into another page of 1 to 6 times its length,
with 0 to 30 % of its units changed one by one or in a passage. Asked for are the pairs whose exact
containment (shingles of 5) is at least .5. A row names one page only, so nothing else may repeat
anything: no page has a fifth of another's shingles, or of its own in others, and a container is not
in the corpus without what was put into it.
"""

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

import judging
import texts
from figures import Figure, rows_of, run, share, table, write_rows

SETS = ("ota_terms", "reactnative_docs", "tidb_zh", "iotdb_docs")
PAGES = {False: 700, True: 120}  # embedded at most, of each set and round
ROUNDS = {False: 4, True: 1}  # the same pages, otherwise paired and edited
SAMPLE_SETS = ("tidb_zh",)
UNITS_MIN = 100
UNITS_MAX = 4000
RATIOS = (1, 6)
EDITS = ("scattered", "passage")
EDITED_MAX = 0.3
SHARED_MAX = 0.2
CONTAINMENT_MIN = 0.5
SEED = 11


def cluster_of(name: str, page_id: str) -> str:
    """What versions of one page have in common in its id."""
    return page_id.split("@")[0] if name == "ota_terms" else page_id.partition("/")[2]


def distinct_pages(name: str, folder: Path) -> list[list[str]]:
    """The units of pages that have little in common, in an order drawn at random."""
    corpus = judging.unpack(judging.needed_file(name), folder / f"{name}.jsonl")
    by_cluster = {cluster_of(name, row["id"]): row["text"] for row in rows_of(corpus)}
    corpus.unlink()
    cut = texts.units_of(list(by_cluster.values()))
    random.Random(SEED).shuffle(cut)
    owners: dict[tuple[str, ...], int] = {}
    pages: list[list[str]] = []
    sizes: list[int] = []
    for units in cut:
        mine = texts.shingles(units)
        shared = Counter(owners[shingle] for shingle in mine if shingle in owners)
        is_apart = shared.total() < SHARED_MAX * len(mine) and all(
            count < SHARED_MAX * sizes[page] for page, count in shared.items()
        )
        if len(units) >= UNITS_MIN and is_apart:
            owners.update({shingle: len(pages) for shingle in mine if shingle not in owners})
            pages.append(units)
            sizes.append(len(mine))
    return pages


def edited(units: list[str], how: str, share_edited: float, chance: random.Random) -> list[str]:
    """The page with so much of it replaced by words that no page has."""
    count = round(share_edited * len(units))
    result = list(units)
    places = chance.sample(range(len(units)), count)
    if how == "passage":
        begin = chance.randrange(len(units) - count + 1)
        places = list(range(begin, begin + count))
    for place in places:
        result[place] = f"edit{chance.randrange(10**9)}"
    return result


def embeddings(pages: list[list[str]], count: int, seed: int) -> list[dict]:
    """Pages and what they were put into; each page is used once."""
    chance = random.Random(seed)
    pages = chance.sample(pages, len(pages))
    unused = sorted(range(len(pages)), key=lambda page: len(pages[page]))
    made: list[dict] = []
    for number, part in enumerate(pages):
        if len(made) == count:
            break
        if number not in unused or len(part) > UNITS_MAX:
            continue
        wanted = len(part) * chance.uniform(*RATIOS)
        others = (page for page in unused if len(pages[page]) >= wanted and page != number)
        other = next(others, None)
        if other is None or len(pages[other]) > RATIOS[1] * len(part):
            continue
        unused.remove(number)
        unused.remove(other)
        host = pages[other]
        how = chance.choice(EDITS)
        share_edited = chance.uniform(0, EDITED_MAX)
        inside = edited(part, how, share_edited, chance)
        place = chance.randrange(len(host) + 1)
        whole = host[:place] + inside + host[place:]
        made.append(
            {
                "part": part,
                "whole": whole,
                "how": f"{how} {share_edited:.2f}",
                "ratio": len(host) / len(part),
                "containment": texts.containment(part, whole),
            }
        )
    return made


def relations(program: Path, made: list[dict], folder: Path, *flags: str) -> set[int]:
    """Which embeddings a run of dedup names, as removed or as reported."""
    rows = [{"id": f"part {i}", "text": " ".join(pair["part"])} for i, pair in enumerate(made)]
    rows += [{"id": f"whole {i}", "text": " ".join(pair["whole"])} for i, pair in enumerate(made)]
    random.Random(SEED + 2).shuffle(rows)
    corpus = write_rows(folder / "corpus.jsonl", rows)
    out = folder / "out"
    run(program, "dedup", corpus, "-o", out, "--profile", "thorough", "--force", "-q", *flags)
    named = set()
    for file in ("duplicates.jsonl", "reported.jsonl"):
        for row in rows_of(out / file):
            numbers = {row["id"].split()[1], row["representative"].split()[1]}
            if len(numbers) == 1:
                named.add(int(numbers.pop()))
    return named


def figures(program: Path, sample: bool = False, *flags: str) -> list[Figure]:
    """One figure for each set."""
    found = []
    for name in SAMPLE_SETS if sample else SETS:
        asked = 0
        missed: list[dict] = []
        with tempfile.TemporaryDirectory(prefix="facsim-quality-") as folder:
            pages = distinct_pages(name, Path(folder))
            for number in range(ROUNDS[sample]):
                made = embeddings(pages, PAGES[sample], SEED + number)
                named = relations(program, made, Path(folder), *flags)
                wanted = [
                    i for i, pair in enumerate(made) if pair["containment"] >= CONTAINMENT_MIN
                ]
                asked += len(wanted)
                missed += [made[i] for i in wanted if i not in named]
        missed.sort(key=lambda pair: -pair["containment"])
        worst = [
            f"{pair['how']} of {len(pair['part'])} units in {pair['ratio']:.1f} times as many, "
            f"containment {pair['containment']:.2f}"
            for pair in missed[:3]
        ]
        found.append(
            share(f"embedded_{name}",
                  f"{name}, `thorough`: pages inside others, edited, of containment .5 and more, "
                  "that are named",
                  asked - len(missed), asked, 0.985,
                  remarks="; ".join(worst) and "missed: " + "; ".join(worst))
        )  # fmt: skip
    return found


def main(program: Path | None = None) -> int:
    """Prints a table."""
    print(table(figures(program or judging.program(), "--sample" in sys.argv)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
