# SPDX-License-Identifier: Apache-2.0
"""Text left out of pages has the same effect in Python as in the program's run of dedup."""

from pathlib import Path

import facsim
import pytest
from coverage_world import BOTH, NEW, OLD, REMOVED, removals
from seen_world import Open

MEMBERS = ("id", "url", "text", "html")
FIELDS = {"id": "id", "url": "url", "html": "html"}
pytestmark = pytest.mark.filterwarnings("ignore:.*little was judged:facsim.errors.RunWarning")


def rows_of(pages: list[dict]) -> list[dict]:
    """Returns the pages with every member."""
    return [{name: page.get(name) for name in MEMBERS} for page in pages]


def test_dedup_and_recluster() -> None:
    result = facsim.dedup(rows_of(BOTH), **FIELDS)
    for found in (result, result.recluster(keep="last")):
        assert removals((row["id"], row["kind"]) for row in found.duplicates) == REMOVED


def test_compare() -> None:
    kinds = []
    for old, new in zip(OLD, NEW, strict=True):
        part = "html" if "html" in new else "text"
        kinds.append((new["id"], facsim.compare(old[part], new[part], html=part == "html").kind))
    assert removals(kinds) == REMOVED


def test_an_index(tmp_path: Path) -> None:
    with facsim.PageIndex.begin(tmp_path / "idx") as index:
        index.add(rows_of(OLD), **FIELDS)
        found = {row["id"]: index.ask(row, html="html", url="url") for row in rows_of(NEW)}
    assert removals((name, page.kind) for name, pages in found.items() for page in pages) == REMOVED


def test_a_store_asked_with_pages_and_with_facts(open_seen: Open) -> None:
    with open_seen() as seen:
        seen.check_and_add_batch(OLD)
        for answers in (seen.check_batch(NEW), seen.check_facts(map(seen.facts, NEW))):
            assert removals((page["id"], answer.kind) for page, answer in zip(NEW, answers, strict=True)
                            if answer.seen == "yes") == REMOVED  # fmt: skip
