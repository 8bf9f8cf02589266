# SPDX-License-Identifier: Apache-2.0
"""What a store says of a page is what `facsim dedup --against` says of it without old texts."""

from pathlib import Path

from making import write_jsonl
from real_data import real_lines
from running import NIGHTLY, fewer
from store_world import asked_and_added, batches_of, ota_terms, removed_against, with_own_urls
from test_against import revisions


def verdict_of_row(row: dict | None) -> tuple | None:
    """Of a removed page what its row says; nothing of a kept one."""
    if row is None:
        return None
    return (row["representative"], row["representative_url"], row["kind"], row["distance"],
            row["resemblance"], row["containment"])  # fmt: skip


def verdict_of_answer(answer: dict) -> tuple | None:
    """The same in the words of the store."""
    if answer["seen"] != "yes":
        return None
    match = answer["match"]
    return (match["id"], match["url"], answer["kind"], match["distance"], match["resemblance"],
            match["containment"])  # fmt: skip


def expect_same_verdicts(folder: Path, pages: list[dict], days: int) -> int:
    """How many pages both call copies."""
    answers = asked_and_added(folder / "store", write_jsonl(folder / "all.jsonl", pages))
    assert [answer["query"] for answer in answers] == [page["id"] for page in pages]
    batches = batches_of(answers, days)
    assert len(batches) >= days
    rows = removed_against(folder, pages, batches)
    assert all(row is None or row["by"] != "text" for row in rows)
    expected = dict(zip((page["id"] for page in pages), map(verdict_of_row, rows), strict=True))
    said = {answer["query"]: verdict_of_answer(answer) for answer in answers}
    differing = {name: (said[name], row) for name, row in expected.items() if said[name] != row}
    assert differing == {}
    return sum(row is not None for row in rows)


def test_revisions(tmp_path: Path) -> None:
    pages = [page | {"url": f"https://example.org/{i}"}
             for i, page in enumerate(revisions("store", 30))]  # fmt: skip
    assert 100 < expect_same_verdicts(tmp_path, pages, 9) < len(pages) - 12


def test_a_month_of_real_revisions(tmp_path: Path) -> None:
    pages = ota_terms()
    assert expect_same_verdicts(tmp_path, pages, 31) > len(pages) / 2


def test_captures_of_real_pages(tmp_path: Path) -> None:
    pages = with_own_urls(real_lines("ota_html_dev"))
    pages = pages[: fewer(len(pages)) // (1 if NIGHTLY else 2)]
    assert expect_same_verdicts(tmp_path, pages, 31) > len(pages) / 2
