# SPDX-License-Identifier: Apache-2.0
"""What crawlers left out: they tell a store, in a folder or behind a service."""

import asyncio
import json
from pathlib import Path

import facsim
import pytest
from running import facsim as program
from seen_world import Open, Service, back, open_seen, seen, service, url_of  # noqa: F401

SUMS = {"links": 0, "links_by_rules": 0, "mirror_links": 0, "mirror_links_back": 0}
REPORT = [{"place": "a.example.org", "links": 3, "links_by_rules": 1},
          {"place": "m.example.org/docs/", "mirror_links": 5, "mirror_links_back": 2},
          {"place": None, "links": 1}]  # fmt: skip


def test_counts_add_up(seen: facsim.Seen) -> None:  # noqa: F811
    assert seen.uncrawled() == SUMS | {"mirrors": 0, "places_in_all": 0, "places": []}
    seen.count_uncrawled(REPORT)
    seen.count_uncrawled(iter(REPORT[:1]))
    seen.count_uncrawled([])
    told = seen.uncrawled()
    places = told.pop("places")
    assert told == {"links": 7, "links_by_rules": 2, "mirror_links": 5, "mirror_links_back": 2,
                    "mirrors": 1, "places_in_all": 2}  # fmt: skip
    assert places == [SUMS | {"place": "a.example.org", "links": 6, "links_by_rules": 2},
                      SUMS | REPORT[1], SUMS | REPORT[2]]  # fmt: skip
    assert seen.uncrawled(limit=1)["places"] == places[:1]


def test_a_report_is_counted_once(seen: facsim.Seen) -> None:  # noqa: F811
    for _ in range(3):
        seen.count_uncrawled(REPORT, retry_key="monday")
    assert seen.uncrawled()["links"] == 4
    with pytest.raises(facsim.errors.InvalidArgumentError, match="monday"):
        seen.count_uncrawled(REPORT[:1], retry_key="monday")
    with pytest.raises(facsim.errors.InvalidArgumentError, match="monday"):
        seen.check_and_add("a text", retry_key="monday")
    assert seen.uncrawled()["links"] == 4


def test_what_no_report_is(seen: facsim.Seen) -> None:  # noqa: F811
    for report, what in (([{"links": 1}], "place is missing"), ([{"place": "a", "link": 1}], "'link'"),
                         ([{"place": None}] * 10_001, "10,000 places")):  # fmt: skip
        with pytest.raises(facsim.errors.InvalidArgumentError, match=what):
            seen.count_uncrawled(report)
    for links in (-1, 1 << 53):
        with pytest.raises(ValueError, match="links"):
            seen.count_uncrawled([{"place": "a", "links": links}])
    with pytest.raises(TypeError, match="links"):
        seen.count_uncrawled([{"place": "a", "links": 1.5}])
    with pytest.raises(TypeError, match="place"):
        seen.count_uncrawled([{"place": 1}])
    for limit in (0, 1001):
        with pytest.raises(ValueError, match="limit"):
            seen.uncrawled(limit=limit)
    assert seen.uncrawled()["places"] == []
    seen.count_uncrawled([{"place": None}] * 10_000)


def test_the_program_has_them_too(open_seen: Open, tmp_path: Path) -> None:  # noqa: F811
    """So have a backup, another recipe, and stats beside a service."""
    seen = open_seen("store")  # noqa: F811
    seen.check_and_add("Some words of a page that nobody saw.", id="a")
    seen.count_uncrawled(REPORT)
    store, copy = tmp_path / "store", tmp_path / "copy"
    assert json.loads(program.done("store", "stats", store, "--json").out)["uncrawled"] == seen.uncrawled()
    program.done("store", "backup", store, copy)
    seen.close()
    strict = tmp_path / "strict"
    program.done("store", "rebuild", copy, "-o", strict, "--profile", "strict")
    program.done("store", "retain", strict, "--age", "0s")
    assert program("store", "check", strict).status == 0
    lines = program.done("store", "stats", strict).out.splitlines()
    assert [line for line in lines if line.startswith("not crawled")] == [
        "not crawled\t4\t1\t5\t2\t1", "not crawled of\ta.example.org\t3\t1\t0\t0",
        "not crawled of\tm.example.org/docs/\t0\t0\t5\t2", "not crawled of\t-\t1\t0\t0\t0"]  # fmt: skip
    assert "not crawled of" not in program.done("store", "stats", strict, "--top", "0").out


def test_coroutines(tmp_path: Path) -> None:
    async def tell() -> None:
        async with facsim.AsyncSeen(tmp_path / "store") as seen:  # noqa: F811
            await seen.count_uncrawled(REPORT)
            assert (await seen.uncrawled())["links"] == 4

    asyncio.run(tell())
