# SPDX-License-Identifier: Apache-2.0
"""GET .../copies: the pages that can replace a lost page."""

import json
from urllib.parse import quote

import pytest
from service_world import DEFAULT, Service, near, text_of

COPIES = DEFAULT + "/copies"
LOST = "https://lost.example.org/a?b=c&d"


def page(name: str, text: str, url: str | None = None) -> dict:
    return {"id": name, "url": url or f"https://{name}.example.org/", "text": text}


@pytest.fixture
def filled(service: Service) -> Service:
    """Adds a page with an exact and another copy, a unique page, and a copy in an open crawl."""
    text = text_of(1)
    service.add(page("lost", text, LOST))
    service.add(page("near", near(text, 3)))
    service.add(page("same", text))
    service.add(page("alone", text_of(2)))
    service.add(page("open", text), "crawl=monday")
    return service


def test_a_lost_page_is_found_elsewhere(filled: Service) -> None:
    by_url = filled.get(f"{COPIES}?url={quote(LOST, safe='')}").json()
    assert filled.get(f"{COPIES}?id=lost").json() == by_url
    assert by_url["page"] == filled.documents("lost")[0]
    same, close = by_url["copies"]
    assert (same["id"], same["kind"], same["resemblance"]) == ("same", "exact", 1)
    assert (close["id"], close["kind"], close["host"]) == ("near", "content", "near.example.org")
    assert 0.8 < close["resemblance"] < 1 and close["bytes"] == len(near(text_of(1), 3))
    assert same["last_seen"] == same["first_seen"] and same["layout"] is None
    assert not by_url["truncated"]
    assert {name: same[name] for name in by_url["page"]} == filled.documents("same")[0]


def test_limits(filled: Service) -> None:
    one = filled.get(COPIES + "?id=lost&limit=1").json()
    assert ([copy["id"] for copy in one["copies"]], one["truncated"]) == (["same"], True)
    assert filled.get(COPIES + "?id=alone").json()["copies"] == []
    for query in ("", "?id=", "?url=", "?id=a&url=b", "?id=lost&limit=0", "?id=lost&limit=1001",
                  "?id=lost&limit=x", "?id=lost&limit=1x", "?id=lost&limit=", "?id=lost&x=y"):  # fmt: skip
        refused = filled.get(COPIES + query)
        assert refused.status == 400, query
    for path in (COPIES + "?id=nobody", COPIES + "?id=open", "/v1/collections/x/copies?id=lost"):
        assert filled.get(path).status == 404, path
    assert filled.request("POST", COPIES + "?id=lost", "{}").status == 405


def test_a_reader_may_ask(tmp_path) -> None:  # noqa: ANN001
    env = {"FACSIM_READ_TOKEN": "reader-0123456789", "FACSIM_WRITE_TOKEN": "writer-0123456789"}
    with Service(tmp_path / "store", env=env) as service:
        assert service.get(COPIES + "?id=a").status == 401
        service.token = "writer-0123456789"
        service.add(page("a", text_of(1)))
        service.token = "reader-0123456789"
        assert service.get(COPIES + "?id=a").json()["copies"] == []


def test_after_the_first_page_is_removed(filled: Service) -> None:
    assert filled.request("DELETE", DEFAULT + "/documents/lost").status == 200
    left = filled.get(COPIES + "?id=near").json()
    assert [copy["id"] for copy in left["copies"]] == ["same"]
    assert json.dumps(left).count("lost") == 0
