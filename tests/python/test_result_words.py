# SPDX-License-Identifier: Apache-2.0
"""What a result calls itself: of how many rows, and what was left out."""

from pathlib import Path

import facsim
import pytest
from making import words, write_jsonl


@pytest.mark.filterwarnings("ignore:left out")
def test_rows_that_are_left_out_are_counted() -> None:
    big, other = words(1, 5000), words(2, 5000)
    result = facsim.dedup([big, other, "x"], page_max=10_000)
    assert repr(result) == "<facsim.Result: 0 of 3 rows removed, 2 left out (too_large)>"
    assert repr(facsim.dedup([words(1)])) == "<facsim.Result: 0 of 1 row removed>"
    assert repr(facsim.dedup([words(1), words(1), ""])) == "<facsim.Result: 1 of 3 rows removed>"


@pytest.mark.filterwarnings("ignore:2 pages larger")
def test_equal_rows_that_are_too_large_merge() -> None:
    big = words(1, 5000)
    result = facsim.dedup([big, big, "x"], page_max=10_000)
    assert repr(result) == "<facsim.Result: 1 of 3 rows removed>" and result.kept == [big, "x"]


@pytest.mark.filterwarnings("ignore:left out")
def test_pages_of_files(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "p.jsonl", [{"id": n, "text": words(1)} for n in ("a", "b")])
    path.write_text(path.read_text() + "no page\n")
    result = facsim.dedup(path)
    assert repr(result) == "<facsim.Result: 1 of 3 pages removed, 1 left out (bad_json)>"
