# SPDX-License-Identifier: Apache-2.0
"""Mirrors of a store: what a folder says and what a service says are the same."""

import asyncio
import json
from pathlib import Path

import facsim
import pytest
from running import facsim as program
from seen_world import Service, back, open_seen, seen, text_of, url_of  # noqa: F401

PAGES = 30


def pages() -> list[dict]:
    return [{"url": f"https://{host}.example.org/p{number}?b={number}", "text": text_of(number)}
            for number in range(PAGES) for host in ("www", "mirror")]  # fmt: skip


def test_mirrors(seen: facsim.Seen) -> None:  # noqa: F811
    assert seen.mirrors()["mirrors"] == []
    seen.check_and_add_batch(pages())
    found = seen.mirrors()
    assert [mirror["prefixes"] for mirror in found["mirrors"]] == [["mirror.example.org/", "www.example.org/"]]
    assert [rule["kind"] for rule in found["rules"]] == ["move_prefix"] and not found["truncated"]
    assert seen.mirrors(min_support=PAGES + 1)["rules"] == []
    for name, value in (("limit", 0), ("limit", 4001), ("min_support", 0), ("min_share", 1.5),
                        ("min_precision", -0.1)):  # fmt: skip
        with pytest.raises(ValueError, match=name):
            seen.mirrors(**{name: value})


def test_all_say_the_same(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with facsim.Seen(store) as seen:  # noqa: F811
        seen.check_and_add_batch(pages())
        own = seen.mirrors(min_precision=0.9)
    assert json.loads(program.done("mirrors", store, "--json", "--min-precision", "0.9").out) == own
    with Service(store) as service, facsim.Seen(url_of(service)) as seen:  # noqa: F811
        assert seen.mirrors(min_precision=0.9) == own

        async def ask() -> dict:
            async with facsim.AsyncSeen(url_of(service)) as client:
                return await client.mirrors(1)

        assert asyncio.run(ask())["mirrors"] == own["mirrors"]
