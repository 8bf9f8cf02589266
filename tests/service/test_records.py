# SPDX-License-Identifier: Apache-2.0
"""What clients send as they have it: crawlers' records, marks, binary bodies, HEAD and OPTIONS."""

import json
import random
from pathlib import Path

import pytest
from service_world import DEFAULT, JSON, LINES, Service, exchange, near, packed, statuses, text_of

CHECK = DEFAULT + "/check"
MARK = b"\xef\xbb\xbf"
HTML = {"Content-Type": "text/html"}
PAGE = f"<html><body><p>{text_of(1)}</p></body></html>"


@pytest.mark.parametrize("empty", ["", None])
def test_a_record_with_text_and_html(service: Service, empty: str | None) -> None:
    """Html wins if it is not empty, else the text; the same in a batch."""
    service.add({"id": "html", "html": PAGE})
    service.add({"id": "text", "text": text_of(2)})
    records = [
        ({"text": empty, "html": PAGE}, "html"), ({"html": PAGE, "text": empty}, "html"),
        ({"text": text_of(2), "html": empty}, "text"), ({"text": text_of(2), "html": PAGE}, "html"),
        ({"text": text_of(2), "html": 7}, "text"), ({"text": empty, "html": empty}, None),
        ({"text": empty}, None), ({"html": empty}, None),
    ]  # fmt: skip
    alone = [service.check({"crawled": True, **record}) for record, _ in records]
    assert [answer["match"] and answer["match"]["id"] for answer in alone] == [name for _, name in records]
    assert [answer["seen"] for answer in alone[-3:]] == ["too_short"] * 3
    lines = service.batch([record for record, _ in records])
    assert [{**line, "status": None} for line in lines] == [{**answer, "status": None} for answer in alone]
    for record in ({}, {"id": "a"}, {"text": 7}, {"html": 7}, {"text": 7, "html": ""}):
        refused = service.request("POST", CHECK, record)
        assert refused.status == 400, record


def test_a_mark_before_json(service: Service) -> None:
    """At the beginning of a body, as of a file; nowhere else."""
    page = json.dumps({"id": "a", "text": text_of(1)}).encode()
    assert service.request("POST", CHECK + "?add=true", MARK + page, JSON).json()["added"]
    fields = JSON | {"Content-Encoding": "gzip"}
    assert service.request("POST", CHECK, packed(MARK + page), fields).json()["seen"] == "yes"
    found = service.request("POST", CHECK + ":batch", MARK + page + b"\r\n" + MARK + page, LINES)
    assert [line["status"] for line in found.lines()] == [200, 400]
    assert service.request("POST", CHECK, page + MARK, JSON).status == 400
    assert service.request("POST", CHECK, MARK + MARK + page, JSON).status == 400
    assert service.request("POST", CHECK, MARK, JSON).status == 400
    for path, body, method, status in (
        ("/documents:delete", b'["a"]', "POST", 200),
        ("/uncrawled", b'{"places":[]}', "POST", 204),
        ("", b'{"policy":{"exact":"store"}}', "PUT", 200),
        ("", b"", "PUT", 200),
    ):
        answer = service.request(method, DEFAULT + path, MARK + body, JSON)
        assert answer.status == status, (path, answer.body)


@pytest.mark.parametrize("type_", ["text/html", "application/xhtml+xml", "text/plain"])
def test_a_binary_body_is_no_page(service: Service, type_: str) -> None:
    """As dedup skips it (not_a_page)."""
    rng = random.Random(5)
    png = b"\x89PNG\r\n\x1a\n" + rng.randbytes(500)
    for body in (rng.randbytes(5000), b"%PDF-1.7 " + rng.randbytes(500), png, packed(PAGE.encode()), b"\0" * 99):
        for path in (CHECK, CHECK + "?add=true&id=x"):
            refused = service.request("POST", path, body, {"Content-Type": type_})
            assert (refused.status, "binary" in refused.json()["detail"]) == (415, True), body[:9]
    assert service.documents("x") == []
    # A few strange bytes, an old charset and UTF-16 are a page's own.
    for body, charset in ((PAGE.encode() + b"\0\x01", ""), (PAGE.encode("utf-16"), ""),
                          (PAGE.encode("utf-16-le"), "; charset=UTF-16LE"),
                          (("\u0416\u0438\u0437\u043d\u044c " * 40).encode("koi8-r"), "; charset=koi8-r")):  # fmt: skip
        answer = service.request("POST", CHECK, body, {"Content-Type": type_ + charset})
        assert answer.status == 200, (body[:9], answer.body)
    assert service.request("POST", CHECK, b"", {"Content-Type": type_}).json()["seen"] == "too_short"


def test_head_is_answered_where_get_is(service: Service) -> None:
    """The same status and fields, Content-Length among them, and no body."""
    for number in range(3):
        service.add({"id": f"p{number}", "url": f"http://example.org/{number}", "text": near(text_of(1), number)})
    description = service.get("/openapi.json").json()
    paths = [path for path, operations in description["paths"].items() if "get" in operations]
    assert len(paths) > 15
    for path in paths:
        path = path.replace("{collection}", "default").replace("{id}", "p0")
        for query in ("", "?id=p0", "?unknown=1"):
            get, head = service.get(path + query), service.request("HEAD", path + query)
            assert (head.status, head.body) == (get.status, b""), path
            moving = {"date", "x-request-id"} | ({"content-length"} if path in ("/v1/info", "/metrics") else set())
            for name in set(get.headers) - moving:
                assert head.headers[name] == get.headers[name], (path, name)
            assert set(head.headers) == set(get.headers), path
    for path, status in ((CHECK, 405), ("/nothing", 404), (DEFAULT + "/documents/none", 404)):
        head = service.request("HEAD", path)
        assert (head.status, head.body) == (status, b""), path
        assert int(head.headers["content-length"]) > 0
    sent = f"HEAD {DEFAULT} HTTP/1.1\r\nHost: localhost\r\n\r\nGET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert statuses(exchange(service, sent.encode())) == [200, 200]
    assert b'status="405"' in service.get("/metrics").body


def test_methods_of_a_path(service: Service) -> None:
    """OPTIONS and 405 list them; no page of another site is let in by that."""
    known = {
        "/": "GET, HEAD", "/livez": "GET, HEAD", "/metrics": "GET, HEAD", CHECK: "POST",
        DEFAULT: "GET, HEAD, PUT, DELETE", DEFAULT + "/documents/a": "GET, HEAD, DELETE",
        DEFAULT + "/documents": "DELETE", DEFAULT + "/uncrawled": "GET, HEAD, POST",
    }  # fmt: skip
    for path, methods in known.items():
        allowed = methods + ", OPTIONS"
        for fields in ({}, {"Origin": "http://other.example.org"}):
            answer = service.request("OPTIONS", path, headers=fields)
            assert (answer.status, answer.body) == (204, b""), path
            assert answer.headers["allow"] == allowed
            assert not [name for name in answer.headers if name.startswith("access-control")]
        refused = service.request("PATCH", path)
        assert (refused.status, refused.headers["allow"]) == (405, allowed)
    assert service.request("OPTIONS", "/nothing").status == 404


@pytest.mark.parametrize("status", [404, 404.0, "404", " 404 "])
def test_a_status_may_be_written_as_in_files_of_records(tmp_path: Path, status: object) -> None:
    with Service(tmp_path / "store") as service:
        service.add({"id": "gone", "text": text_of(1), "status": status})
        answer = service.request("POST", CHECK, json.dumps({"id": "page", "text": text_of(1), "status": 200}).encode(), JSON)
        assert json.loads(answer.body)["seen"] == "no"
