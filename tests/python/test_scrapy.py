# SPDX-License-Identifier: Apache-2.0
"""facsim.scrapy on real crawls of a local site: what is fetched, what is dropped, what is said."""

import json
import sys
from pathlib import Path

import facsim
import pytest
from running import ROOT, done

pytest.importorskip("scrapy", reason="skipped: no Scrapy; scripts/setup.sh test installs it")

from crawl_world import DOCS, ENVIRONMENT, Crawl, Site, crawl, page, site, text_of  # noqa: E402
from seen_world import Service, url_of  # noqa: E402

__all__ = ["site"]
WANTED = {f"Doc {number}" for number in range(DOCS)}
DEPTH = 12


def store_of(back: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A folder, or the URL of a service."""
    if back == "folder":
        return str(tmp_path / "seen.store")
    return url_of(request.getfixturevalue("service"))


def dropped_copies(found: Crawl, site: Site) -> None:
    """What holds of any first crawl of the site."""
    hits = site.hits
    assert len([hit for hit in hits if hit.startswith("/cal/")]) == 2, hits
    mirrored = [hit for hit in hits if hit.startswith("localhost")]
    assert mirrored == ["localhost/robots.txt", "localhost/"], mirrored
    # Of each page the first copy is fetched; the links of that one are not.
    assert len([hit for hit in hits if "sid=" in hit]) <= 2 * DOCS
    assert not any("sid=1x" in hit for hit in hits)
    for number in range(DOCS):
        assert f"/doc/{number}" in hits and f"/print/{number}" in hits
    # A true edit is no copy: its links are followed.
    assert "/edit/1" in hits and "/edit/1/more" in hits
    answers = {page["url"].removeprefix(site.url): page["answer"] for page in found.pages}
    assert answers["edit/1"]["seen"] == answers["edit/1/more"]["seen"] == "no"
    assert answers["broken"]["seen"] == answers["packed"]["seen"] == answers["busy"]["seen"] == "no"
    assert answers["print/0"]["kind"] == "content" and answers["doc/0?sid=0"]["kind"] == "exact"
    assert answers["data.json"] is None and "private" not in answers


def test_a_crawl_without_and_with(
    back: str, tmp_path: Path, site: Site, request: pytest.FixtureRequest
) -> None:
    store = store_of(back, tmp_path, request)
    settings = {"FACSIM_STORE": store, "DEPTH_LIMIT": DEPTH, "ROBOTSTXT_OBEY": True}
    found = crawl(tmp_path, site.url, settings=settings, items=["dict"])
    dropped_copies(found, site)
    # It knows each page before the callback, and counts what it did.
    for page in found.pages:
        answer = page["answer"]
        assert (answer is None) == (page["flags"] == []), page
        assert answer is None or page["flags"] == [f"facsim:{answer['action']}"], page
    asked = [page["answer"] for page in found.pages if page["answer"]]
    # /moved leads to a page that was asked for under its own URL.
    assert found.count("checked") == len(asked) and found.count("errors") == 0
    assert found.count("new") == sum(answer["seen"] == "no" for answer in asked)
    for kind in ("exact", "content"):
        others = [a for p in found.pages if (a := p["answer"]) and a["kind"] == kind
                  and a["match"]["id"] != p["url"]]  # fmt: skip
        assert found.count(f"seen/{kind}") == len(others) > 0
    assert found.count("links_dropped") > 20
    skipped = sum(answer["action"] == "skip" for answer in asked)
    assert found.count("items_dropped") + len(found.items) == len(found.pages)
    assert 0 < found.count("items_dropped") <= skipped
    assert all(item.get("facsim") for item in found.items if "data.json" not in item["url"])
    assert found.stats["retry/count"] == 1 and found.stats["robotstxt/response_count"] == 2
    with_it, site.hits = site.hits, []
    if back == "folder":
        site.busy = 1
        plain = crawl(tmp_path, site.url, bare=True, settings={"DEPTH_LIMIT": DEPTH})
        assert len(site.hits) > 2.5 * len(with_it), (len(site.hits), len(with_it))
        assert plain.count("checked") == 0
        # Nothing that only the crawl without it found says something new.
        with facsim.Seen(store) as seen:
            for hit in {*site.hits} - {*with_it}:
                host = "localhost" if hit.startswith("localhost") else "127.0.0.1"
                status, kind, body, _ = site.answer(host, hit.removeprefix("localhost"))
                if status == 200 and kind.endswith("utf-8") and b"\x1f\x8b" not in body:
                    assert seen.check({"html": body.decode()}).seen == "yes", hit


def test_the_next_crawl_follows_what_it_knows(tmp_path: Path, site: Site) -> None:
    settings = {"FACSIM_STORE": str(tmp_path / "seen.store"), "HTTPCACHE_ENABLED": True,
                "HTTPCACHE_DIR": str(tmp_path / "cache"), "FACSIM_CRAWL": "%(name)s-1"}  # fmt: skip
    first = crawl(tmp_path, site.url, settings=settings, items=["dict"])
    with facsim.Seen(settings["FACSIM_STORE"]) as seen:
        assert [(crawl.name, crawl.state) for crawl in seen.crawls()] == [("world-1", "committed")]
    # The same pages out of the cache: known by their own URLs, and followed. Copies are copies.
    second = crawl(tmp_path, site.url, settings=settings, items=["dict"])
    # /busy is tried once more, and is the only one that may have been another page.
    assert sorted(second.urls()) == sorted(first.urls())
    assert second.stats["httpcache/hit"] >= len(second.pages) - 2
    assert second.count("new") == 0 and second.count("revisits") == second.count("checked")
    site.added = True
    del settings["HTTPCACHE_ENABLED"]
    third = crawl(tmp_path, site.url, settings=settings)
    assert f"{site.url}tomorrow" in third.urls()
    assert [url for url in third.urls() if url.startswith(site.mirror)] == [site.mirror]
    # Who wants new pages alone has their links alone.
    settings |= {"FACSIM_REVISITS": "skip"}
    assert crawl(tmp_path, site.url, settings=settings).urls() == [site.url]


def test_items_of_all_kinds(tmp_path: Path, site: Site) -> None:
    kinds = ["dict", "item", "bare", "data", "frozen", "attrs"]
    urls = [f"{site.url}doc/1", f"{site.url}doc/1?sid=1"]
    how = {"items": kinds, "follow": False}
    settings = {"FACSIM_STORE": str(tmp_path / "a"), "CONCURRENT_REQUESTS": 1}
    found = crawl(tmp_path, *urls, settings=settings, **how)
    assert [item["kind"] for item in found.items] == ["dict", "Fielded", "Bare", "Data", "Frozen",
                                                      "Attrs"]  # fmt: skip
    has = [item["kind"] for item in found.items if item.get("facsim", {}).get("seen") == "no"]
    assert has == ["dict", "Fielded", "Data", "Attrs"]
    assert found.count("items_dropped") == 6 and found.count("items_without_field") == 2
    settings |= {"FACSIM_STORE": str(tmp_path / "b"), "FACSIM_DROP_ITEMS": "0"}
    kept = crawl(tmp_path, *urls, settings=settings, **how)
    assert len(kept.items) == 12 and kept.items[6]["facsim"]["match"]["id"] == urls[0]
    settings |= {"FACSIM_FIELD": ""}
    assert "facsim" not in crawl(tmp_path, *urls, settings=settings, **how).items[0]


def test_a_policy_a_dry_run_and_single_requests(tmp_path: Path, site: Site) -> None:
    urls = [f"{site.url}doc/1", f"{site.url}print/1"]
    settings = {"FACSIM_STORE": str(tmp_path / "a"), "CONCURRENT_REQUESTS": 1, "DEPTH_LIMIT": 2}
    policy = {"FACSIM_POLICY": '{"content": "skip"}'}
    found = crawl(tmp_path, *urls, settings=settings | policy, items=["dict"])
    assert {page["url"]: page["flags"] for page in found.pages}[urls[1]] == ["facsim:skip"]
    settings |= {"FACSIM_STORE": str(tmp_path / "b"), "FACSIM_DROP_LINKS": False}
    dry = crawl(tmp_path, *urls, settings=settings)
    assert dry.count("links_dropped") == 0 and f"{urls[1]}?sid=7" in dry.urls()
    # Requests that are not to be asked for; those that are kept; meta that a callback copies.
    settings |= {"FACSIM_STORE": str(tmp_path / "c"), "FACSIM_DROP_LINKS": True}
    off = crawl(tmp_path, urls[0], settings=settings, meta={"facsim": False})
    assert off.count("checked") == 1 and off.count("not_asked") > 3
    settings |= {"FACSIM_STORE": str(tmp_path / "d")}
    held = crawl(tmp_path, *urls, settings=settings, meta={"facsim_keep": True}, copies_meta=True)
    assert held.count("links_dropped") == 0 and held.count("checked") == len(held.pages)
    assert all(page["answer"] for page in held.pages)
    # A page that is asked for once more from its own callback is no link.
    settings |= {"FACSIM_STORE": str(tmp_path / "e"), "DEPTH_LIMIT": 1}
    again = crawl(tmp_path, *urls, settings=settings, again=True, follow=False)
    assert again.urls().count(urls[1]) == 2


def test_by_hand(tmp_path: Path, site: Site) -> None:
    spider = {"facsim.scrapy.FacsimSpiderMiddleware": 950}
    downloader = {"facsim.scrapy.FacsimDownloaderMiddleware": 545}
    settings = {"DEPTH_LIMIT": DEPTH, "SPIDER_MIDDLEWARES": spider}
    for name, more in (("both", {"DOWNLOADER_MIDDLEWARES": downloader}), ("alone", {})):
        site.hits, site.busy = [], 1
        store = {"FACSIM_STORE": str(tmp_path / name), "ROBOTSTXT_OBEY": True}
        found = crawl(tmp_path, site.url, bare=True, settings=settings | store | more)
        dropped_copies(found, site)
        assert found.count("checked") == sum(page["answer"] is not None for page in found.pages)


def test_a_store_of_a_collection_with_a_token(tmp_path: Path, site: Site) -> None:
    env = {"FACSIM_WRITE_TOKEN": "token-of-this-test"}
    with Service(tmp_path / "served", "--threads", "2", env=env) as service:
        settings = {"FACSIM_STORE": url_of(service), "FACSIM_COLLECTION": "news",
                    "FACSIM_TOKEN": "token-of-this-test", "FACSIM_PROFILE": "strict",
                    "FACSIM_NAMES": False}  # fmt: skip
        found = crawl(tmp_path, f"{site.url}doc/1", settings=settings, follow=False)
        assert found.count("new") == 1
        with facsim.Seen(url_of(service), collection="news", token="token-of-this-test") as seen:
            own = seen.settings()
            assert seen.find(f"{site.url}doc/1") and (own.profile, own.names) == ("strict", False)


def test_the_example_goes_on_behind_links_that_are_no_pages(tmp_path: Path) -> None:
    links = ["mailto:a@example.org", "tel:1", "javascript:void(0)", "data:,x", "//[", "/p0", "/p1"]

    class Home(Site):
        def html(self, host: str, names: list[str], sid: str) -> bytes | None:
            return page("Home" if names == [""] else names[0], text_of(names[0]), links)

    script, out = ROOT / "examples/scrapy_spider.py", tmp_path / "out.jsonl"
    with Home() as home:
        done([sys.executable, script, home.url, tmp_path / "seen.store", out], env=ENVIRONMENT)
    titles = [json.loads(line)["title"] for line in out.read_text().splitlines()]
    assert sorted(titles) == ["Home", "p0", "p1"]


def test_the_example(tmp_path: Path, site: Site) -> None:
    script, out = ROOT / "examples/scrapy_spider.py", tmp_path / "out.jsonl"
    done([sys.executable, script, site.url, tmp_path / "seen.store", out], env=ENVIRONMENT)
    items = [json.loads(line) for line in out.read_text().splitlines()]
    assert {item["title"] for item in items} >= WANTED
    assert all(item["facsim"]["action"] != "skip" for item in items)
    assert not any("localhost" in hit for hit in site.hits), "it stays on its host"
