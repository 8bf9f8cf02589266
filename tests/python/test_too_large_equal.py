# SPDX-License-Identifier: Apache-2.0
"""Rows above page_max are compared by their raw bytes, up to 64 times page_max."""

import hashlib
import json
import random

import facsim
import pytest

LIMIT = 2048
BIG, OTHER = ("".join(random.Random(seed).choices("abc def", k=3 * LIMIT)) for seed in range(2))
TEXTS = [BIG, OTHER, "x", BIG, None, BIG[:-1] + "!", BIG]


def test_a_list() -> None:
    with pytest.warns(match="5 pages larger than page_max were compared by raw bytes alone"):
        result = facsim.dedup(TEXTS, page_max=LIMIT)
    assert result.kept == [BIG, OTHER, "x", None, BIG[:-1] + "!"]
    rows = [(row["row"], row["representative_row"], row["kind"], row["by"])
            for row in result.duplicates]  # fmt: skip
    assert rows == [(3, 0, "exact", "bytes"), (6, 0, "exact", "bytes")]
    summary = result.summary
    assert (summary["compared_by_bytes"], summary["equal_by_bytes"]) == (5, 3)
    assert summary["skipped"]["too_large"] == 2 and summary["records_read"] == len(TEXTS)
    assert summary["pages_read"] == summary["pages_kept"] + 2 == 4
    assert repr(result) == "<facsim.Result: 2 of 7 rows removed, 2 left out (too_large)>"


def test_equal_texts_above_the_usual_limit() -> None:
    big = " ".join(f"w{i % 50000}" for i in range(3_000_000))
    result = facsim.dedup([big, big, "x"])
    assert len(result.kept) == 2 and result.summary["equal_by_bytes"] == 2
    assert repr(result) == "<facsim.Result: 1 of 3 rows removed>"
    apart = facsim.dedup([big, big + "!", "x"])
    assert repr(apart) == "<facsim.Result: 0 of 3 rows removed, 2 left out (too_large)>"


def test_iterators_and_records() -> None:
    records = [{"id": i, "text": text, "n": -i} for i, text in enumerate(TEXTS)]
    result = facsim.dedup(iter(records), page_max=LIMIT)
    assert [record["id"] for record in result.kept] == [0, 1, 2, 4, 5]
    late = facsim.dedup(records, page_max=LIMIT, keep="last")
    assert [record["id"] for record in late.kept] == [1, 2, 4, 5, 6]
    noted = list(facsim.annotate(records, page_max=LIMIT))
    assert [note["facsim"]["representative"] for note in noted] == [
        None, None, None, "0", None, None, "0"]  # fmt: skip


def test_html_and_text_of_equal_bytes_are_two_pages() -> None:
    rows = [{"text": BIG}, {"html": BIG}, {"text": BIG, "html": None}, {"html": BIG}]
    result = facsim.dedup(rows, html="html", page_max=LIMIT)
    assert result.kept == rows[:2]


def test_files(tmp_path) -> None:
    lines = [json.dumps({"id": i, "text": text}) for i, text in enumerate(TEXTS)]
    (tmp_path / "in.jsonl").write_text("".join(line + "\n" for line in lines))
    result = facsim.dedup(tmp_path / "in.jsonl", page_max=LIMIT)
    assert [(row["id"], row["representative"]) for row in result.duplicates] == [
        ("3", "0"), ("6", "0")]  # fmt: skip


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_frames(library: str) -> None:
    module = pytest.importorskip(library)
    make = {"pandas": lambda: module.DataFrame, "polars": lambda: module.DataFrame,
            "pyarrow": lambda: module.table}[library]()  # fmt: skip
    result = facsim.dedup(make({"id": list("abcdefg"), "text": TEXTS}), page_max=LIMIT)
    kept = result.kept["id"]
    assert list(kept.to_pylist() if library == "pyarrow" else kept) == list("abcef")


def test_a_result_is_judged_again() -> None:
    result = facsim.dedup(TEXTS, page_max=LIMIT, matches="all")
    again = result.recluster(keep="last")
    assert [row["representative_row"] for row in again.duplicates] == [6, 6]
    assert again.summary["equal_by_bytes"] == 3 and again.summary["compared_by_bytes"] is None


def test_groups_are_those_of_hashlib() -> None:
    chance = random.Random(7)
    sizes = (LIMIT, LIMIT + 1, 2 * LIMIT, 64 * LIMIT, 64 * LIMIT + 1)
    pool = ["".join(chance.choices("abc def", k=size)) for size in sizes for _ in range(6)]
    texts = chance.choices(pool, k=300)
    first: dict[str, int] = {}
    expected = []
    for i, text in enumerate(texts):
        if LIMIT < len(text) <= 64 * LIMIT:
            found = first.setdefault(hashlib.sha256(text.encode()).hexdigest(), i)
            if found != i:
                expected.append((i, found))
    for threads in (1, 3):
        result = facsim.dedup(texts, page_max=LIMIT, threads=threads)
        assert [(row["row"], row["representative_row"]) for row in result.duplicates
                if row["by"] == "bytes"] == expected  # fmt: skip
