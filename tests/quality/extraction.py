# SPDX-License-Identifier: Apache-2.0
"""How much of the true main text do we find, and how much else? Prints a Markdown table.

    tests/quality/extraction.py                      facsim and trafilatura, all pages and halves
    tests/quality/extraction.py --program PATH       another program than build/release/facsim
    tests/quality/extraction.py --no-peer            without trafilatura
    tests/quality/extraction.py --worst 10           and the pages that are furthest off

Truth: the article bodies that people marked on the news pages of $FACSIM_DATA/article_extraction.

Tokens are the runs of \\w, lower-cased; a text is the multiset of its tokens, or of its shingles of
four tokens in a row. Of a page, precision is the share of the found tokens that are in the truth,
recall the share of the truth's that were found, F1 their harmonic mean. The figures are means over
pages; the interval of F1 is a bootstrap over pages (2,000 resamples, 95 %). The rules of
facsim/extract were chosen on the pages whose id is an even number; the others are the test.
"""

import argparse
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import judging

HERE = Path(__file__).resolve().parent
VENV = judging.ROOT / "build/quality-venv"
SET = "article_extraction"
WORD = re.compile(r"\w+")
SHINGLE_SIZE = 4
RESAMPLES = 2000


def tokens(text: str) -> list[str]:
    """Runs of \\w, lower-cased."""
    return WORD.findall(text.lower())


def bag(text: str) -> Counter:
    """The multiset of a text's tokens."""
    return Counter(tokens(text))


def shingles(text: str) -> Counter:
    """The multiset of its shingles; a text of fewer tokens is one shingle."""
    words = tokens(text)
    if not words:
        return Counter()
    last = max(1, len(words) - SHINGLE_SIZE + 1)
    return Counter(tuple(words[i : i + SHINGLE_SIZE]) for i in range(last))


@dataclass(frozen=True)
class Score:
    """Of one page."""

    precision: float
    recall: float
    f1: float


def score(found: Counter, gold: Counter) -> Score:
    """How much of the one multiset is in the other; nothing in nothing is perfect."""
    common = (found & gold).total()
    if not found and not gold:
        return Score(1.0, 1.0, 1.0)
    precision = common / found.total() if found else 0.0
    recall = common / gold.total() if gold else 0.0
    return Score(precision, recall, 2 * common / (found.total() + gold.total()))


def mean(values: Iterable[float]) -> float:
    """The mean of one value or more."""
    listed = list(values)
    return sum(listed) / len(listed)


def interval(values: list[float]) -> tuple[float, float]:
    """Of the mean: the middle 95 % of resampled means. The same values give the same interval."""
    draw = random.Random(1)
    means = sorted(mean(draw.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return means[RESAMPLES // 40], means[-1 - RESAMPLES // 40]


def run_lines(command: list[str]) -> list[dict]:
    """The JSON lines that a command prints. Raises where it fails."""
    return [json.loads(line) for line in judging.printed(*command).split("\n") if line]


def peer_python() -> Path:
    """The interpreter of the peer's environment, made once."""
    python = VENV / "bin/python"
    stamp = VENV / "requirements.txt"
    wanted = (HERE / "requirements.txt").read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        judging.printed(sys.executable, "-m", "venv", VENV)
        pip = (python, "-m", "pip", "install", "--quiet", "-r")
        judging.printed(*pip, HERE / "requirements.txt")
        stamp.write_text(wanted)
    return python


def found_texts(corpus: Path, program: Path, with_peer: bool) -> dict[str, dict[str, str]]:
    """What each contestant finds: texts by page id."""
    rows = run_lines([str(program), "extract", "--json", str(corpus)])
    found = {
        "facsim": {row["id"]: row["main_text"] for row in rows},
        "all visible text": {row["id"]: row["visible_text"] for row in rows},
    }
    if with_peer:
        command = [str(peer_python()), str(HERE / "extraction_peer.py"), str(corpus)]
        found["trafilatura"] = {row["id"]: row["text"] for row in run_lines(command)}
    return found


def is_for_choosing(page_id: str) -> bool:
    """Whether the rules were chosen on this page: its id is a hexadecimal number, even."""
    return int(page_id, 16) % 2 == 0


PARTS: dict[str, Callable[[str], bool]] = {
    "all": lambda _: True,
    "chosen on": is_for_choosing,
    "held out": lambda page_id: not is_for_choosing(page_id),
}


def scores_of(
    texts: dict[str, str], gold: dict[str, str], cut: Callable[[str], Counter]
) -> dict[str, Score]:
    """The score of every page of the truth."""
    return {page: score(cut(texts[page]), cut(gold[page])) for page in gold}


def rows_of(name: str, texts: dict[str, str], gold: dict[str, str]) -> list[list[str]]:
    """One row of the table for each part of the pages."""
    by_token = scores_of(texts, gold, bag)
    by_shingle = scores_of(texts, gold, shingles)
    rows = []
    for part, is_in in PARTS.items():
        pages = [page for page in gold if is_in(page)]
        f1 = [by_token[page].f1 for page in pages]
        low, high = interval(f1)
        rows.append(
            [
                name,
                part,
                str(len(pages)),
                f"{mean(by_token[page].precision for page in pages):.4f}",
                f"{mean(by_token[page].recall for page in pages):.4f}",
                f"{mean(f1):.4f}",
                f"{low:.4f} to {high:.4f}",
                f"{mean(by_shingle[page].f1 for page in pages):.4f}",
            ]
        )
    return rows


def difference(a: dict[str, str], b: dict[str, str], gold: dict[str, str]) -> str:
    """How much more F1 of tokens `a` has than `b`, page by page, with the interval."""
    of_a, of_b = scores_of(a, gold, bag), scores_of(b, gold, bag)
    deltas = [of_a[page].f1 - of_b[page].f1 for page in gold]
    low, high = interval(deltas)
    return f"{mean(deltas):+.4f} ({low:+.4f} to {high:+.4f})"


COLUMNS = [
    "found by", "pages", "number", "precision", "recall", "F1", "F1, 95 %",
    f"F1 of {SHINGLE_SIZE}-shingles",
]  # fmt: skip


def table(rows: list[list[str]]) -> str:
    """The rows under the names of their columns, as Markdown."""
    lines = [COLUMNS, ["---"] * len(COLUMNS), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def worst_pages(texts: dict[str, str], pages: dict[str, dict], count: int) -> str:
    """The pages of least F1, those held out left unread."""
    gold = {page: row["gold"] for page, row in pages.items() if is_for_choosing(page)}
    scores = scores_of(texts, gold, bag)
    lines = []
    for page in sorted(scores, key=lambda page: scores[page].f1)[:count]:
        one = scores[page]
        figures = f"F1 {one.f1:.3f}, precision {one.precision:.3f}, recall {one.recall:.3f}"
        lines.append(f"- {page[:8]}: {figures}: {pages[page]['url']}")
    return "\n".join(lines)


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, default=judging.program(), help="facsim")
    parser.add_argument("--no-peer", action="store_true", help="without trafilatura")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="and the N worst pages")
    arguments = parser.parse_args()
    packed = judging.data_file(SET)
    if packed is None:
        print(f"skipped: no data at $FACSIM_DATA/{SET}")
        return 0
    with tempfile.TemporaryDirectory(prefix="facsim-extraction-") as folder:
        corpus = judging.unpack(packed, Path(folder) / f"{SET}.jsonl")
        with corpus.open(encoding="utf-8") as lines:
            pages = {row["id"]: row for row in map(json.loads, lines)}
        found = found_texts(corpus, arguments.program, not arguments.no_peer)
    gold = {page: row["gold"] for page, row in pages.items()}
    print(table([row for name, texts in found.items() for row in rows_of(name, texts, gold)]))
    for name in found:
        if name != "facsim":
            print(f"\nfacsim's F1 less that of {name}: ", end="")
            print(difference(found["facsim"], found[name], gold))
    if arguments.worst:
        print("\n" + worst_pages(found["facsim"], pages, arguments.worst))
    return 0


if __name__ == "__main__":
    sys.exit(main())
