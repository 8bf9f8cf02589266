# SPDX-License-Identifier: Apache-2.0
"""A tour of the Python package: python3 examples/tour.py [FILE.jsonl]"""

import sys
import tempfile
from pathlib import Path

import facsim

PAGES = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("pages.jsonl"))


def without_near_duplicates() -> None:
    print("1. Which pages go, and for which page?")
    result = facsim.dedup(PAGES)
    for row in result.duplicates:
        print(f"   {row['id']} repeats {row['representative']}: {row['kind']}, "
              f"resemblance {row['resemblance']:.2f}")  # fmt: skip
    print(f"   {len(list(result.kept))} of {result.summary['pages_read']} pages are kept")
    print("   the same by other thresholds, without a second run:")
    for threshold in (0.6, 0.8, 0.95):
        print(f"   from {threshold} on: {len(result.recluster(threshold).duplicates)} removed")


def one_pair_for_people() -> None:
    print("2. What do two pages share?")
    text = " ".join(f"Step {number} of the way to the old quay." for number in range(12))
    texts = [text, text.replace("Step 7", "The seventh step")]
    facsim.dedup(texts).show(1)


def rows_from_anywhere() -> None:
    print("3. Rows of a list, of an iterator or of a frame: what comes in comes back")
    rows = [{"n": n, "text": f"the same words, every time, {n % 2} " * 9} for n in range(4)]
    print("   list:", [row["n"] for row in facsim.dedup(rows).kept])
    print("   iterator:", [row["n"] for row in facsim.dedup(iter(rows)).kept])
    try:
        import polars as pl
    except ImportError:
        print("   polars: not installed")
        return
    frame = facsim.dedup(pl.DataFrame(rows)).kept
    print("   polars:", frame["n"].to_list(), type(frame).__name__)


def figures() -> None:
    print("4. Fingerprints, and which of them lie within some bits")
    texts = ["one two three four five six seven eight nine ten " * 3, "too short"]
    made = facsim.fingerprint([*texts, texts[0] + "eleven"])
    print("   ", ["none" if value is None else f"{value:016x}" for value in made.to_list()])
    found = facsim.compare(texts[0], texts[0] + "eleven")
    print(f"   distance {found.distance} bits, resemblance {found.resemblance:.2f}, {found.kind}")


def how_good() -> None:
    print("5. How good is it on these pages? (truth: the exact resemblance of all pairs)")
    found = facsim.evaluate(PAGES, exact=True, profile="balanced")
    removals = found.facts["removals"][0]
    print(f"   {found.facts['pages']} pages, {found.facts['pairs_true']} true pairs; "
          f"removals: {removals}"[:160])  # fmt: skip


def errors() -> None:
    print("6. Errors are Python's own")
    try:
        facsim.dedup(Path(tempfile.gettempdir()) / "there is no such file")
    except FileNotFoundError as error:
        print("  ", type(error).__name__, error.code)


PARTS = (without_near_duplicates, one_pair_for_people, rows_from_anywhere, figures, how_good, errors)
for part in PARTS:
    part()
