# SPDX-License-Identifier: Apache-2.0
"""facsim.scrapy tells the store what a crawl leaves out, once, whatever happens to the service."""

import json
from pathlib import Path

import facsim
import pytest
from fault_proxy import FaultProxy, problem
from running import facsim as program
from seen_world import Service, back, service, url_of  # noqa: F401

pytest.importorskip("scrapy", reason="skipped: no Scrapy; scripts/setup.sh test installs it")

from crawl_world import Crawl, Site, crawl, site  # noqa: E402, F401
from facsim._scrapy_uncrawled import CrawlCounts, host_of  # noqa: E402
from test_scrapy_rules import rules_of, settings_of  # noqa: E402
from test_scrapy import store_of  # noqa: E402

DEPTH = 4


def sums(seen: facsim.Seen) -> dict:
    told = seen.uncrawled()
    del told["places"]
    return told


def counted(found: Crawl) -> dict:
    names = ("links_dropped", "links_by_rules", "mirror_links", "mirror_links_back")
    return {name.replace("_dropped", ""): found.count(name) for name in names}


def test_a_store_knows_what_a_crawl_left_out(
    back: str, tmp_path: Path, site: Site, request: pytest.FixtureRequest  # noqa: F811
) -> None:
    store = store_of(back, tmp_path, request)
    found = crawl(tmp_path, site.url, settings={"FACSIM_STORE": store, "DEPTH_LIMIT": DEPTH})
    dropped = found.count("links_dropped")
    assert dropped > 20 and found.count("links_told") == dropped
    with facsim.Seen(store) as seen:
        assert sums(seen) == counted(found) | {"mirrors": 0, "places_in_all": 2}
        # By the host of the copy: the mirror's page is one.
        places = {place["place"]: place["links"] for place in seen.uncrawled()["places"]}
        assert places["localhost"] > 5 and places["127.0.0.1"] == dropped - places["localhost"]
    again = crawl(tmp_path, site.url, settings={"FACSIM_STORE": store, "DEPTH_LIMIT": DEPTH})
    with facsim.Seen(store) as seen:
        assert sums(seen)["links"] == dropped + again.count("links_dropped") > dropped
    folder = tmp_path / ("served" if back == "service" else "seen.store")
    stats = json.loads(program.done("store", "stats", folder, "--json").out)
    assert stats["uncrawled"]["links"] == dropped + again.count("links_dropped")


def test_rules_and_a_page_that_only_the_mirror_has(tmp_path: Path, site: Site) -> None:  # noqa: F811
    store = str(tmp_path / "seen.store")
    found = crawl(tmp_path, site.url, settings=settings_of(rules_of(tmp_path, site), FACSIM_STORE=store))
    assert found.count("mirrors") == 1 and found.count("links_by_rules") > 0
    mirror = site.mirror.removeprefix("http://")
    with facsim.Seen(store) as seen:
        assert sums(seen) == counted(found) | {"mirrors": 1, "places_in_all": 2}
        assert [place["mirror_links"] for place in seen.uncrawled()["places"]
                if place["place"] == mirror] == [found.count("mirror_links")]  # fmt: skip
    assert found.count("links_told") == sum(counted(found).values())


def test_an_answer_that_is_lost(tmp_path: Path, site: Site, service: Service) -> None:  # noqa: F811
    """The report was counted; it is told again, with its key, and counted no more."""
    with FaultProxy(service.port) as proxy:
        lost: list[bytes] = []

        def before(sent: bytes) -> None:
            if b"/uncrawled " in sent and len(lost) < 2:
                lost.append(sent)
                proxy.lose = 1

        proxy.before = before
        settings = {"FACSIM_STORE": proxy.url, "DEPTH_LIMIT": DEPTH}
        found = crawl(tmp_path, site.url, settings=settings)
        assert len(lost) == 2 and lost[0] == lost[1]
    assert found.count("errors") == 0
    with facsim.Seen(url_of(service)) as seen:
        assert sums(seen)["links"] == found.count("links_dropped") == found.count("links_told")


def test_a_service_that_takes_no_report(tmp_path: Path, site: Site, service: Service) -> None:  # noqa: F811
    """One that is dead in the end, and one that has no such route: the crawl ends well."""
    for status in (500, 404):
        with FaultProxy(service.port) as proxy:
            proxy.before = lambda sent: proxy.say.extend([problem(status)] * (b"/uncrawled " in sent))
            settings = {"FACSIM_STORE": proxy.url, "DEPTH_LIMIT": 2, "FACSIM_RETRIES": 0}
            found = crawl(tmp_path, site.url, settings=settings)
        assert "does not know of" in found.log and found.count("links_told") == 0
        assert found.stats["finish_reason"] == "finished"
        assert found.count("errors") == 1


def test_reports_on_the_way(tmp_path: Path) -> None:
    """While the crawl goes on, some time behind the last; what fails is told with the next."""
    counts = CrawlCounts()
    with facsim.Seen(tmp_path / "store") as seen:
        counts.count("a", "links")
        counts.tell_if_due(seen)
        assert seen.uncrawled()["links"] == 0 and counts.untold == 1
        counts._due = 0
        counts.tell_if_due(seen)
        assert seen.uncrawled()["links"] == 1 == counts.told and counts.untold == 0
        counts.tell_all(seen)
    counts.count("a", "links")
    counts._due = 0
    counts.tell_if_due(seen)  # it is closed
    counts.count("b", "links_by_rules")
    assert counts.untold == 2
    with facsim.Seen(tmp_path / "store") as seen:
        counts.tell_all(seen)
        assert counts.untold == 0 and sums(seen) == {
            "links": 2, "links_by_rules": 1, "mirror_links": 0, "mirror_links_back": 0,
            "mirrors": 0, "places_in_all": 2}  # fmt: skip
        for number in range(10_050):
            counts.count(f"host{number}", "links")
        counts.tell_all(seen)
        assert seen.uncrawled()["links"] == 10_052 and sums(seen)["places_in_all"] == 10_001


def test_hosts() -> None:
    assert [host_of(url) for url in ("http://A.example.org:80/b", "http://[::1]:80/", "file:///a", "http://[bad")] == [
        "a.example.org", "[::1]", "", ""]  # fmt: skip
