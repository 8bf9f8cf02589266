# SPDX-License-Identifier: Apache-2.0
"""facsim.scrapy where a service is slow, dead or started again, and where crawls end early."""

import signal
import socket
import time
from pathlib import Path

import facsim
import pytest

pytest.importorskip("scrapy", reason="skipped: no Scrapy; scripts/setup.sh test installs it")

from crawl_world import Site, begin, crawl, crawls, crawls_of, site  # noqa: E402
from fault_proxy import FaultProxy, problem  # noqa: E402
from running import allowed  # noqa: E402
from seen_world import Service, url_of  # noqa: E402

__all__ = ["site"]
REACTORS = {
    "asyncio": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
    "select": "twisted.internet.selectreactor.SelectReactor",
}


def closed_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def docs(site: Site, count: int = 5) -> list[str]:
    """Pages that are like no others."""
    return [f"{site.url}doc/{number}" for number in range(count)]


@pytest.mark.parametrize(("reactor", "slow"), [("asyncio", 2.0), ("select", 0.5)])
def test_a_slow_service_stalls_nobody(
    reactor: str, slow: float, tmp_path: Path, site: Site, service: Service
) -> None:
    with FaultProxy(service.port) as proxy:
        settings = {"FACSIM_STORE": proxy.url, "TWISTED_REACTOR": REACTORS[reactor]}
        proxy.before = lambda sent: setattr(proxy, "slow", slow * (b"POST" in sent[:5]))
        # Its answers come after 2 s. Pages that need none go on, and the reactor never waits.
        urls = [*docs(site), f"{site.url}data.json"]
        began = time.monotonic()
        found = crawl(tmp_path, *urls, settings=settings, follow=False)
        seconds = time.monotonic() - began
    assert found.urls()[0] == urls[-1] and found.count("checked") == 5
    assert found.count("seconds_waited") >= 5 * slow
    if slow == 2:
        assert 2 <= seconds < allowed(9), "the questions are asked side by side"
        assert found.stats["late"] < allowed(1.5), "the reactor stood still"


def test_a_service_that_hangs_is_left_alone(tmp_path: Path, site: Site, service: Service) -> None:
    with FaultProxy(service.port) as proxy:
        proxy.before = lambda sent: setattr(proxy, "slow", 20.0 * (b"POST" in sent[:5]))
        settings = {"FACSIM_STORE": proxy.url, "FACSIM_TIMEOUT": 0.4, "CONCURRENT_REQUESTS": 2,
                    "DEPTH_LIMIT": 4}  # fmt: skip
        found = crawl(tmp_path, site.url, settings=settings)
    # Those in flight wait for it once; the many others pass.
    assert 1 <= found.count("errors") <= 2 < 20 < found.count("unchecked")
    assert found.count("errors") == found.count("errors/IoError")
    assert "pass unchecked" in found.log and "longer timeout" in found.log


def test_a_dead_service(tmp_path: Path, site: Site) -> None:
    dead = f"http://127.0.0.1:{closed_port()}"
    settings = {"FACSIM_STORE": dead, "FACSIM_RETRIES": 0, "DEPTH_LIMIT": 2}
    found = crawl(tmp_path, site.url, settings=settings, items=["dict"])
    assert found.count("checked") == 0 < found.count("unchecked")
    assert len(found.items) == len(found.pages) > 20 and found.count("links_dropped") == 0
    assert found.log.count("cannot be reached") == 1, "said once"
    assert all(page["flags"] in (["facsim:unchecked"], []) for page in found.pages)
    settings["FACSIM_ON_ERROR"] = "closed"
    none, log = crawls(tmp_path, site.url, settings=settings, status=1)
    assert none == [] and "is 'facsim serve' running there?" in log


def test_a_service_that_dies_holds_pages_back(tmp_path: Path, site: Site, service: Service) -> None:
    with FaultProxy(service.port) as proxy:
        settings = {"FACSIM_STORE": proxy.url, "FACSIM_ON_ERROR": "closed", "FACSIM_RETRIES": 0,
                    "CONCURRENT_REQUESTS": 1}  # fmt: skip
        # Of the first page every answer is lost, of the second the first one: it was added.
        asked: list[bytes] = []

        def before(sent: bytes) -> None:
            if sent.startswith(b"POST"):
                asked.append(b"doc/0" if b"/doc/0" in sent else b"doc/1")
                proxy.lose = int(asked[-1] == b"doc/0" or asked.count(b"doc/1") == 1)

        proxy.before = before
        found = crawl(tmp_path, *docs(site, 2), settings=settings, items=["dict"], follow=False)
    assert site.hits.count("/doc/0") == 3 and site.hits.count("/doc/1") == 2
    assert found.urls() == [f"{site.url}doc/1"] and len(found.items) == 1
    assert found.count("pages_dropped") == 1 and found.count("retry/count") == 3
    assert found.pages[0]["flags"] == ["facsim:store"] and found.count("revisits") == 1


@pytest.mark.parametrize("away", [0, 3])
def test_a_service_that_is_started_again(away: float, tmp_path: Path, site: Site) -> None:
    """Pages wait for it, so that none passes unchecked."""
    store = tmp_path / "served"
    with FaultProxy() as proxy, Service(store, "--threads", "2") as first:
        proxy.port = first.port
        again: list[Service] = []

        def restart(sent: bytes) -> None:
            if len(proxy.heads) == 5 and sent.startswith(b"POST"):
                first.process.send_signal(signal.SIGKILL)
                first.process.wait()
                time.sleep(away)  # the proxy serves each connection in a thread of its own
                again.append(Service(store, "--threads", "2").__enter__())
                proxy.port = again[0].port

        proxy.before = restart
        settings = {"FACSIM_STORE": proxy.url, "DEPTH_LIMIT": 3, "FACSIM_CRAWL": "c",
                    "CONCURRENT_REQUESTS": 2}  # fmt: skip
        found = crawl(tmp_path, site.url, settings=settings)
        assert found.count("errors") == 0 < found.count("seen")
        assert found.count("checked") > 15 and found.count("unchecked") == 0
        with facsim.Seen(url_of(again[0])) as seen:
            assert seen.crawls()[0].state == "committed"
            assert len(seen.find(f"{site.url}doc/0")) == 1
        again[0].__exit__(None, None, None)


def test_a_page_that_is_refused(tmp_path: Path, site: Site, service: Service) -> None:
    with FaultProxy(service.port) as proxy:
        proxy.before = lambda sent: proxy.say.extend([problem(413)] * (b'/doc/1"' in sent))
        settings = {"FACSIM_STORE": proxy.url, "FACSIM_ON_ERROR": "closed"}
        found = crawl(tmp_path, *docs(site, 3), settings=settings, follow=False)
    assert len(found.pages) == 3 and found.count("refused") == 1 and found.count("checked") == 2
    assert found.count("errors") == 0 and "is not checked" in found.log


def test_a_crawl_that_is_interrupted(tmp_path: Path, site: Site) -> None:
    store = tmp_path / "seen.store"
    settings = {"FACSIM_STORE": str(store), "FACSIM_CRAWL": "%(name)s", "DOWNLOAD_DELAY": 0.05}
    with begin(tmp_path, f"{site.url}cal/0", settings=settings, meta={"facsim_keep": True}) as at_work:
        for _ in range(4):
            assert b"Traceback" not in at_work.stderr.readline()
        at_work.until(lambda: len(site.hits) > 3)
        at_work.send_signal(signal.SIGINT)
        ended = at_work.result()
    (found,) = crawls_of(ended.out, ended.err)
    assert ended.status == 0 and found.stats["finish_reason"] == "shutdown"
    assert "the crawl world is still open" in ended.err and "Traceback" not in ended.err
    with facsim.Seen(store) as seen:  # it was closed
        assert [(one.name, one.state) for one in seen.crawls()] == [("world", "open")]
        assert seen.crawls()[0].pages == found.count("added") >= 1


def test_two_spiders_share_a_folder(tmp_path: Path, site: Site) -> None:
    settings = {"FACSIM_STORE": str(tmp_path / "a"), "DEPTH_LIMIT": 1}
    both, log = crawls(tmp_path, site.url, settings=settings, spiders=[{}, {}])
    assert "Traceback" not in log and len(both) == 2
    assert sum(one.count("new") for one in both) == len(
        {page["url"] for one in both for page in one.pages if (page["answer"] or {}).get("seen") == "no"}
    )
    other = [{}, {"FACSIM_POLICY": {"exact": "store"}}]
    one, log = crawls(tmp_path, site.url, settings=settings, spiders=other, status=1)
    assert len(one) == 1 and "another FACSIM_PROFILE, FACSIM_NAMES or FACSIM_POLICY" in log
    with facsim.Seen(settings["FACSIM_STORE"]):
        none, log = crawls(tmp_path, site.url, settings=settings, status=1)
        assert none == [] and "BusyError" in log
