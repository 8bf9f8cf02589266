# SPDX-License-Identifier: Apache-2.0
"""GET .../mirrors: which hosts hold the same pages, while others ask and add."""

import json
import threading
import time
from pathlib import Path

import pytest
from running import allowed, facsim
from service_world import DEFAULT, Service, text_of
from test_openapi import Validated

MIRRORS = DEFAULT + "/mirrors"
PAGES = 40


def mirrored(first: int = 0, count: int = PAGES) -> list[dict]:
    """Pages of a host, with a session id, and of its mirror."""
    pages = []
    for number in range(first, first + count):
        text = text_of(number)
        base = f"https://www.example.org/p{number}"
        pages += [{"id": url, "url": url, "text": text} for url in
                  (base, f"{base}?sid={number * 31}", f"https://mirror.example.org/p{number}")]  # fmt: skip
    return pages


@pytest.fixture
def filled(tmp_path: Path) -> Validated:
    """A service that has mirrors, whose answers are held against the description."""
    with Validated(tmp_path / "store") as service:
        service.batch(mirrored(), add=True)
        service.add({"id": "open", "url": "https://open.example.org/", "text": text_of(0)}, "crawl=monday")
        yield service


def test_it_says_what_the_program_says(filled: Validated, tmp_path: Path) -> None:
    found = filled.get(MIRRORS).json()
    (mirror,), (by_parameter,) = found["mirrors"], [rule for rule in found["rules"] if rule["names"]]
    assert mirror["prefixes"] == ["mirror.example.org/", "www.example.org/"]
    assert mirror["support"] == PAGES and mirror["page_share"][0] == 1
    assert (by_parameter["kind"], by_parameter["names"]) == ("drop_parameters", ["sid"])
    # The page of the open crawl is nobody's yet.
    assert found["pages"] == 3 * PAGES and not found["truncated"]
    filled.request("POST", DEFAULT + "/crawls/monday:cancel")
    assert filled.stop().status == 0
    assert json.loads(facsim.done("mirrors", tmp_path / "store", "--json").out) == found


def test_what_it_is_asked_counts(filled: Validated) -> None:
    cut = filled.get(MIRRORS + "?limit=1").json()
    assert (len(cut["mirrors"]), len(cut["rules"]), cut["truncated"]) == (1, 1, True)
    strict = filled.get(f"{MIRRORS}?min_support={PAGES + 1}").json()
    assert strict["mirrors"] == strict["rules"] == []
    assert filled.get(MIRRORS + "?min_share=1&min_precision=1.0").json()["rules"]
    for query in ("limit=0", "limit=4001", "limit=x", "limit=", "min_support=0", "min_support=-1",
                  "min_share=1.1", "min_share=-0.1", "min_share=nan", "min_share=", "min_share=0.5x",
                  "min_precision=inf", "x=y", "limit=1&limit=2"):  # fmt: skip
        assert filled.get(f"{MIRRORS}?{query}").status == 400, query
    assert filled.get("/v1/collections/x/mirrors").status == 404
    filled.request("PUT", "/v1/collections/x", {})
    assert filled.get("/v1/collections/x/mirrors").json()["pages"] == 0


def test_a_reader_may_ask(tmp_path: Path) -> None:
    env = {"FACSIM_READ_TOKEN": "reader-0123456789", "FACSIM_WRITE_TOKEN": "writer-0123456789"}
    with Service(tmp_path / "store", env=env) as service:
        assert service.get(MIRRORS).status == 401
        service.token = "reader-0123456789"
        assert service.get(MIRRORS).json()["mirrors"] == []


def test_others_are_answered_meanwhile(tmp_path: Path) -> None:
    """One looks for mirrors at a time; who asks and adds does not wait for it."""
    with Service(tmp_path / "store", "--workers", "4", "--durability", "none") as service:
        for first in range(0, 12_000, 3000):
            pages = [{"url": f"https://{host}.example.org/a/b{n}?x={n % 7}&sid={n}", "text": text_of(n // 2, 60)}
                     for n in range(first, first + 3000) for host in "ab"]  # fmt: skip
            service.batch(pages, add=True)
        statuses: list[int] = []
        begun, done = threading.Event(), threading.Event()

        def look() -> None:
            while not done.is_set():
                statuses.append(service.get(MIRRORS).status)
                begun.set()

        lookers = [threading.Thread(target=look) for _ in range(2)]
        for looker in lookers:
            looker.start()
        begun.wait(allowed(60))
        slowest = 0.0
        for number in range(100):
            before = time.monotonic()
            answer = service.add({"id": f"new{number}", "text": text_of(100_000 + number)})
            slowest = max(slowest, time.monotonic() - before)
            assert answer["seen"] == "no"
        until = time.monotonic() + allowed(60)
        while 429 not in statuses and time.monotonic() < until:
            time.sleep(0.01)
        done.set()
        for looker in lookers:
            looker.join()
        assert set(statuses) == {200, 429}, statuses
        assert slowest < allowed(1), slowest
        assert service.get(MIRRORS).json()["pages"] == 24_000
