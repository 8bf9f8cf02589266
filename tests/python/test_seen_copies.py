# SPDX-License-Identifier: Apache-2.0
"""Copies of a page that is lost, and all rows of a store."""

import asyncio
import json
from pathlib import Path

import facsim
import pytest
from running import facsim as program
from seen_world import back, near, open_seen, seen, text_of  # noqa: F401


def page(name: str, text: str) -> dict:
    return {"id": name, "url": f"https://{name}.example.org/", "text": text}


def fill(seen: facsim.Seen) -> None:  # noqa: F811
    for name, text in (("lost", text_of(1)), ("near", near(text_of(1), 3)), ("same", text_of(1)),
                       ("alone", text_of(2))):  # fmt: skip
        seen.check_and_add(page(name, text))
    seen.check_and_add(page("open", text_of(1)), crawl="monday")


def test_copies(seen: facsim.Seen) -> None:  # noqa: F811
    fill(seen)
    found = seen.copies("https://lost.example.org/")
    assert isinstance(found, facsim.SeenCopies) and not found.truncated
    assert found.page == seen.find("lost")[0] and found.page.bytes == len(text_of(1))
    assert [(copy.id, copy.kind) for copy in found.copies] == [("same", "exact"), ("near", "content")]
    assert isinstance(found.copies[0], facsim.SeenCopy)
    assert found.copies[1].host == "near.example.org" and found.copies[1].resemblance > 0.8
    assert isinstance(found.copies[1].containment, tuple)
    assert [copy.id for copy in seen.copies("lost", limit=1).copies] == ["same"]
    assert seen.copies("lost", limit=1).truncated and seen.copies("alone").copies == ()
    with pytest.raises(facsim.errors.NotFoundError, match="nobody"):
        seen.copies("nobody")
    with pytest.raises(ValueError, match="empty"):
        seen.copies("")
    for limit in (0, 1001):
        with pytest.raises(ValueError, match="limit"):
            seen.copies("lost", limit=limit)
    seen.delete(["lost"])
    assert [copy.id for copy in seen.copies("same").copies] == ["near"]


def test_a_dump_is_that_of_the_program(tmp_path: Path) -> None:
    with facsim.Seen(tmp_path / "store") as seen:  # noqa: F811
        fill(seen)
        seen.cancel_crawl("monday")
        rows = list(seen.dump())
        assert [row["copies"] for row in rows] == [2, 2, 2, 0]
        assert [row["number"] for row in seen.dump(first=3)] == [3, 4]
    dumped = program.done("store", "dump", tmp_path / "store").out
    assert [json.loads(line) for line in dumped.splitlines()] == rows


def test_coroutines(tmp_path: Path) -> None:
    async def ask() -> None:
        async with facsim.AsyncSeen(tmp_path / "store") as seen:  # noqa: F811
            await seen.check_and_add_batch([page("a", text_of(1)), page("b", text_of(1))])
            assert [copy.id for copy in (await seen.copies("a")).copies] == ["b"]
            assert [row["id"] async for row in seen.dump()] == ["a", "b"]

    asyncio.run(ask())
