# SPDX-License-Identifier: Apache-2.0
"""URL rules in a crawl: pages that were requested under another URL are not fetched again."""

import json
from pathlib import Path

import pytest
from running import facsim as program

pytest.importorskip("scrapy", reason="skipped: no Scrapy; scripts/setup.sh test installs it")

from crawl_world import DOCS, Crawl, Site, crawl, crawls, page, site  # noqa: E402
from service_world import text_of  # noqa: E402
from test_url_rules import written  # noqa: E402

__all__ = ["site"]
DEPTH = 4


def rules_of(folder: Path, site: Site, *more: dict) -> Path:  # noqa: F811
    """What is known of the site."""
    mirror, home = (url.removeprefix("http://") for url in (site.mirror, site.url))
    return written(folder / "rules.json", [
        {"kind": "move_prefix", "site": mirror.strip("/"), "from": mirror, "to": home},
        {"kind": "drop_parameters", "names": ["sid"]},
        {"kind": "replace_segment", "from": "print", "to": "doc"}, *more])  # fmt: skip


def settings_of(rules: Path, **more: object) -> dict:
    return {"FACSIM_URL_RULES": str(rules), "DEPTH_LIMIT": DEPTH} | more


def fetched(site: Site) -> set[str]:  # noqa: F811
    """Pages of the documents that were asked for."""
    return {hit for hit in site.hits if "/doc/" in hit or "/print/" in hit}


def once_each(found: Crawl, site: Site) -> None:  # noqa: F811
    """Of each document one URL was fetched, and nothing of the mirror."""
    assert len(fetched(site)) == DOCS, site.hits
    assert not [hit for hit in site.hits if hit.startswith("localhost")]
    assert found.count("links_by_rules") >= 2 * DOCS
    assert found.count("mirror_links") >= 1 and found.count("mirrors") == 1


def test_rules_alone_and_with_a_store(tmp_path: Path, site: Site) -> None:  # noqa: F811
    rules = rules_of(tmp_path, site)
    alone = crawl(tmp_path, site.url, settings=settings_of(rules))
    once_each(alone, site)
    assert "names no store" not in alone.log
    assert alone.count("checked") == 0 and alone.stats["dupefilter/filtered"] > 0
    site.hits.clear()
    store = tmp_path / "seen.store"
    both = crawl(tmp_path, site.url, settings=settings_of(rules, FACSIM_STORE=str(store)))
    once_each(both, site)
    assert both.count("checked") > 0 and both.count("links_dropped") > 0
    # What Scrapy fetches without it.
    site.hits.clear()
    crawl(tmp_path, site.url, settings={"DEPTH_LIMIT": DEPTH})
    assert len(fetched(site)) > 4 * DOCS


def test_rules_of_one_crawl_are_for_the_next(tmp_path: Path, site: Site) -> None:  # noqa: F811
    """Learned from a crawl that dropped nothing."""
    store, rules = tmp_path / "first.store", tmp_path / "learned.json"
    first = {"FACSIM_STORE": str(store), "FACSIM_DROP_LINKS": False, "DEPTH_LIMIT": 7}
    crawl(tmp_path, site.url, settings=first)
    program.done("mirrors", store, "--rules", rules, "--min-support", "3")
    kinds = {rule["kind"] for rule in json.loads(rules.read_text())["rules"]}
    assert {"move_prefix", "drop_parameters"} <= kinds
    site.hits.clear()
    found = crawl(tmp_path, site.url, settings=settings_of(rules))
    hosts = {hit.startswith("localhost") for hit in site.hits}
    assert len(hosts) == 1 or found.count("mirrors") == 1
    assert not any("sid=" in hit for hit in site.hits)


def test_what_is_kept(tmp_path: Path, site: Site) -> None:  # noqa: F811
    rules = rules_of(tmp_path, site)
    # Start requests of Scrapy are not filtered, so the mirror itself can be crawled.
    crawl(tmp_path, site.mirror, settings=settings_of(rules, DEPTH_LIMIT=1), follow=False)
    assert site.hits == ["localhost/"]
    site.hits.clear()
    # dont_filter is respected: the page is fetched a second time.
    crawl(tmp_path, site.url + "doc/1?sid=5", settings=settings_of(rules), follow=False, again=True)
    assert site.hits == ["/doc/1?sid=5"] * 2
    site.hits.clear()
    kept = crawl(tmp_path, site.url, settings=settings_of(rules, DEPTH_LIMIT=1), meta={"facsim_keep": True})
    assert "localhost/" in site.hits and kept.count("mirror_links") == 0


def test_a_redirect_to_what_a_rule_makes_one_is_followed(tmp_path: Path, site: Site) -> None:  # noqa: F811
    """A site may lead from one URL of a page to another one of it; else the page would be lost."""
    from facsim.scrapy import FacsimDupeFilter
    from scrapy import Request
    from scrapy.utils.test import get_crawler

    slash = {"kind": "drop_trailing_slash"}
    settings = {"FACSIM_URL_RULES": str(rules_of(tmp_path, site, slash))}
    seen = FacsimDupeFilter.from_crawler(get_crawler(settings_dict=settings)).request_seen

    def led(url: str, *before: str) -> Request:
        return Request(url, meta={"redirect_urls": list(before)})

    short, long = "http://e.example/a", "http://e.example/a/"
    assert not seen(Request(short)) and seen(Request(long)) and seen(Request(long + "?sid=1"))
    assert not seen(led(long, short)), "the site leads there"
    assert seen(led(long, short)), "but once"
    assert not seen(led(short, long)), "or back"
    # From another page it is a link as others.
    assert seen(led(long, "http://e.example/b"))
    assert not seen(Request(short, method="POST"))


@pytest.mark.parametrize("status", [404, 503])
def test_a_page_that_only_the_mirror_has(tmp_path: Path, site: Site, status: int) -> None:  # noqa: F811
    """The link is led to a host that does not have it; the page is not lost."""
    own = site.answer
    only = "/doc/2"

    def answer(host: str, path: str) -> tuple:
        if host == "127.0.0.1" and path.startswith(only):
            return status, "text/html", b"<p>Not here.", {}
        return own(host, path)

    site.answer = answer
    rules = rules_of(tmp_path, site)
    # The mirror is met on a page that links to it by its name.
    index = page("Start", text_of(98), [f"{site.mirror}doc/{number}" for number in range(DOCS)])
    html = site.html
    site.html = lambda host, names, sid: index if names == ["start"] else html(host, names, sid)
    found = crawl(tmp_path, f"{site.url}start", settings=settings_of(rules, DEPTH_LIMIT=1, RETRY_TIMES=1))
    told = {url for url in found.urls() if "/doc/" in url}
    assert told == {f"{site.mirror}doc/2", *(f"{site.url}doc/{n}" for n in range(DOCS) if n != 2)}
    assert found.count("mirror_links") >= DOCS and found.count("mirror_links_back") == 1
    assert [hit for hit in site.hits if hit.startswith("localhost")] == ["localhost/doc/2"]


def test_a_host_that_is_not_allowed(tmp_path: Path, site: Site) -> None:  # noqa: F811
    """No link is led to a host that the spider may not crawl; the mirror is crawled itself."""
    rules = rules_of(tmp_path, site)
    found = crawl(tmp_path, site.mirror, settings=settings_of(rules, DEPTH_LIMIT=1), allowed=["localhost"])
    assert {hit for hit in site.hits if "/doc/" in hit} == {f"localhost/doc/{n}" for n in range(DOCS)}
    assert found.count("mirror_links") == 0


def test_what_is_no_link_to_a_mirror_does_not_go_back(tmp_path: Path, site: Site) -> None:  # noqa: F811
    """Users copy meta of a response into other requests."""
    from facsim.scrapy import FacsimRulesDownloaderMiddleware
    from scrapy import Request
    from scrapy.http import Response
    from scrapy.utils.test import get_crawler

    settings = {"FACSIM_URL_RULES": str(rules_of(tmp_path, site))}
    back = FacsimRulesDownloaderMiddleware.from_crawler(get_crawler(settings_dict=settings))
    mirror, home = f"{site.mirror}a", f"{site.url}a"

    def led(url: str, status: int = 404, **more: object) -> object:
        request = Request(url, meta={"facsim_led": [mirror, home], **more}, dont_filter=True)
        return back.process_response(request, Response(url, status))

    gone = led(home, redirect_urls=["x"], retry_times=2, own=1)
    assert gone.url == mirror and not gone.dont_filter
    assert gone.meta == {"facsim_led_back": mirror, "own": 1}
    assert led(f"{site.url}b", redirect_urls=[home]).url == mirror
    assert led(home, status=200).status == 200
    assert led(f"{site.url}b").status == 404, "a link of the page"
    assert back.process_response(gone, Response(mirror, 404)).status == 404, "but once"
    assert back.process_exception(Request(home), OSError()) is None
    dead = Request(home, meta={"facsim_led": [mirror, home]})
    assert back.process_exception(dead, OSError()).url == mirror


def test_jobs_remember(tmp_path: Path, site: Site) -> None:  # noqa: F811
    """With JOBDIR the next run knows what was requested, under whatever URL."""
    rules = rules_of(tmp_path, site)
    settings = settings_of(rules, JOBDIR=str(tmp_path / "job"), DEPTH_LIMIT=1)
    crawl(tmp_path, site.url, settings=settings)
    site.hits.clear()
    again = crawl(tmp_path, site.url, settings=settings)
    assert site.hits == ["/"], site.hits
    assert again.stats["dupefilter/filtered"] > DOCS


def test_of_a_project_with_its_own_dupefilter(tmp_path: Path, site: Site) -> None:  # noqa: F811
    rules = rules_of(tmp_path, site)
    own = {"DUPEFILTER_CLASS": "scrapy.dupefilters.RFPDupeFilter"}
    found = crawl(tmp_path, site.url, settings=settings_of(rules, DEPTH_LIMIT=2) | own)
    assert "DUPEFILTER_CLASS is not facsim.scrapy.FacsimDupeFilter" in found.log
    assert found.count("links_by_rules") == 0 and found.count("mirror_links") > 0
    assert not [hit for hit in site.hits if hit.startswith("localhost")]


def test_off(tmp_path: Path, site: Site) -> None:  # noqa: F811
    rules = rules_of(tmp_path, site)
    found = crawl(tmp_path, site.url, settings=settings_of(rules, FACSIM_ENABLED=False, DEPTH_LIMIT=2))
    assert "localhost/" in site.hits and found.count("links_by_rules") == 0


@pytest.mark.parametrize(("text", "said"), [
    (None, "rules.json"),
    ('{"format":"facsim url rules","version":9,"rules":[]}', "is of another version than 1"),
    ('{"format":"facsim url rules","version":1,"rules":[\n\n{"kind":"drop_segment"}]}', "rule 1 (line 3): from is empty"),
])  # fmt: skip
def test_a_wrong_file_ends_the_crawl_before_it_begins(
    tmp_path: Path, site: Site, text: str | None, said: str  # noqa: F811
) -> None:
    path = tmp_path / "rules.json"
    if text is not None:
        path.write_text(text)
    _, log = crawls(tmp_path, site.url, status=1, settings=settings_of(path))
    assert said in log and not site.hits
