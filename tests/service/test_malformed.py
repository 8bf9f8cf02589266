# SPDX-License-Identifier: Apache-2.0
"""Bytes that are no request of HTTP/1.1, or that two readers might read in two ways."""

import json

import pytest
from service_world import DEFAULT, Service, exchange, statuses, text_of

HOST = b"Host: localhost\r\n"
POST = f"POST {DEFAULT}/check HTTP/1.1\r\n".encode() + HOST + b"Content-Type: application/json\r\n"
BODY = b'{"text":"a few words"}'
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CHUNKED = b"Transfer-Encoding: chunked\r\n"
CHUNKS = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
GET = b"GET /livez HTTP/1.1\r\n" + HOST + b"\r\n"

BAD = {
    "both lengths": POST + LENGTH + CHUNKED + b"\r\n" + CHUNKS,
    "both lengths, the other way": POST + CHUNKED + LENGTH + b"\r\n" + CHUNKS,
    "two lengths": POST + LENGTH + b"Content-Length: 3\r\n\r\n" + BODY,
    "the same length twice": POST + LENGTH + LENGTH + b"\r\n" + BODY,
    "a list of lengths": POST + b"Content-Length: 22, 22\r\n\r\n" + BODY,
    "a signed length": POST + b"Content-Length: +22\r\n\r\n" + BODY,
    "a negative length": POST + b"Content-Length: -1\r\n\r\n" + BODY,
    "a huge length": POST + b"Content-Length: 99999999999999999999\r\n\r\n" + BODY,
    "an empty length": POST + b"Content-Length: \r\n\r\n" + BODY,
    "a hexadecimal length": POST + b"Content-Length: 0x16\r\n\r\n" + BODY,
    "two encodings": POST + CHUNKED + CHUNKED + b"\r\n" + CHUNKS,
    "gzip, chunked": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + CHUNKS,
    "chunked, gzip": POST + b"Transfer-Encoding: chunked, gzip\r\n\r\n" + CHUNKS,
    "an odd encoding": POST + b"Transfer-Encoding: xchunked\r\n\r\n" + CHUNKS,
    "identity": POST + b"Transfer-Encoding: identity\r\n\r\n" + CHUNKS,
    "chunked in HTTP/1.0": POST.replace(b"/1.1", b"/1.0") + CHUNKED + b"\r\n" + CHUNKS,
    "a blank before the colon": POST + b"Content-Length : 22\r\n\r\n" + BODY,
    "a bare LF": GET.replace(b"\r\n", b"\n"),
    "one bare LF": b"GET /livez HTTP/1.1\nHost: localhost\r\n\r\n",
    "a bare LF at the end": b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\n",
    "a bare CR": b"GET /livez HTTP/1.1\r\nHost: he\rre\r\n\r\n",
    "a folded field": b"GET /livez HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n",
    "a folded first field": b"GET /livez HTTP/1.1\r\n Host: localhost\r\n\r\n",
    "a NUL": b"GET /livez HTTP/1.1\r\nHost: localhost\r\nA: \0\r\n\r\n",
    "no Host": b"GET /livez HTTP/1.1\r\n\r\n",
    "two Hosts": b"GET /livez HTTP/1.1\r\n" + HOST + HOST + b"\r\n",
    "no version": b"GET /livez\r\n" + HOST + b"\r\n",
    "no target": b"GET HTTP/1.1\r\n" + HOST + b"\r\n",
    "two blanks": b"GET  /livez HTTP/1.1\r\n" + HOST + b"\r\n",
    "no name of a field": b"GET /livez HTTP/1.1\r\n" + HOST + b": a\r\n\r\n",
    "no colon": b"GET /livez HTTP/1.1\r\n" + HOST + b"nonsense\r\n\r\n",
    "noise": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "no size of a chunk": POST + CHUNKED + b"\r\n\r\nabc\r\n0\r\n\r\n",
    "an odd size of a chunk": POST + CHUNKED + b"\r\nzz\r\nabc\r\n0\r\n\r\n",
    "a signed size": POST + CHUNKED + b"\r\n+3\r\nabc\r\n0\r\n\r\n",
    "a size with 0x": POST + CHUNKED + b"\r\n0x3\r\nabc\r\n0\r\n\r\n",
    "a huge size": POST + CHUNKED + b"\r\n" + b"f" * 17 + b"\r\nabc\r\n0\r\n\r\n",
    "a chunk that is longer": POST + CHUNKED + b"\r\n3\r\nabcd\r\n0\r\n\r\n",
    "a chunk size behind LF": POST + CHUNKED + b"\r\n3\nabc\r\n0\r\n\r\n",
    "a chunk that ends in LF": POST + CHUNKED + b"\r\n3\r\nabc\n0\r\n\r\n",
    "an endless size": POST + CHUNKED + b"\r\n3;" + b"x" * 40000,
}


@pytest.mark.parametrize("name", BAD)
def test_malformed(service: Service, name: str) -> None:
    """400, the connection closes, and what stands behind is not read as a request."""
    got = exchange(service, BAD[name] + b"GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert statuses(got) == [400], got
    assert b"Connection: close\r\n" in got
    assert json.loads(got.partition(b"\r\n\r\n")[2])["status"] == 400
    assert service.get("/livez").status == 200


def test_other_refusals(service: Service) -> None:
    """A version, an expectation, a head and a target that are too much."""
    assert statuses(exchange(service, b"GET /livez HTTP/2.0\r\n" + HOST + b"\r\n")) == [505]
    assert statuses(exchange(service, GET[:-2] + b"Expect: tea\r\n\r\n")) == [417]
    assert statuses(exchange(service, GET[:-2] + b"A: " + b"x" * 40000 + b"\r\n\r\n")) == [431]
    assert statuses(exchange(service, b"GET /" + b"x" * 40000)) == [431]
    assert statuses(exchange(service, GET[:-2] + b"A: b\r\n" * 20000)) == [431]
    assert statuses(exchange(service, b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n")) == [400]


def test_pipelining(service: Service) -> None:
    """Requests in one packet are answered in their order; close ends it."""
    service.add({"id": "a", "text": text_of(1)})
    page = json.dumps({"text": text_of(1)}).encode()
    post = POST + b"Content-Length: %d\r\n\r\n" % len(page) + page
    chunked = POST + CHUNKED + b"\r\n3\r\n" + page[:3] + b"\r\n%x;a=b\r\n" % (len(page) - 3)
    chunked += page[3:] + b"\r\n0\r\nTrailer: x\r\n\r\n"
    nothing = b"GET /nothing HTTP/1.1\r\n" + HOST + b"\r\n"
    last = GET[:-2] + b"Connection: close\r\n\r\n"
    got = exchange(service, (GET + post + chunked + nothing + b"\r\n") * 50 + last + GET)
    assert statuses(got) == [200, 200, 200, 404] * 50 + [200]
    assert got.count(b'"seen":"yes"') == 100


def test_every_split(service: Service) -> None:
    """A request may come in any pieces."""
    page = b'{"text":"some words"}'
    whole = POST + CHUNKED + b"\r\n%x\r\n" % len(page) + page + b"\r\n0\r\n\r\n"
    with service.raw() as connection:
        for cut in range(1, len(whole), 7):
            connection.sendall(whole[:cut])
            connection.sendall(whole[cut:])
            got = b""
            while b'"truncated":false}\n' not in got:
                got += connection.recv(65536)
            assert statuses(got) == [200]


def test_http_1_0_and_close(service: Service) -> None:
    """The connection is kept only where the client wants it."""
    assert b"Connection: close" in exchange(service, b"GET /livez HTTP/1.0\r\n\r\n" + GET)
    got = exchange(service, (GET[:-2] + b"Connection: close\r\n\r\n") * 2)
    assert statuses(got) == [200]


def test_head(service: Service) -> None:
    """Answered as GET; the answer has no body, which a client would read as its next answer."""
    got = exchange(service, GET.replace(b"GET", b"HEAD") + GET[:-2] + b"Connection: close\r\n\r\n")
    assert statuses(got) == [200, 200]
    assert b"\r\n\r\nHTTP/1.1 200 " in got, got


def test_continue(service: Service) -> None:
    """Who asks first is told to go on; of a body that is not wanted it is told that."""
    head = POST + LENGTH + b"Expect: 100-continue\r\n\r\n"
    with service.raw() as connection:
        connection.sendall(head)
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(BODY)
        assert statuses(connection.recv(65536)) == [200]
    unwanted = head.replace(b"/check", b"/nothing")
    assert statuses(exchange(service, unwanted)) == [404]


def test_a_trailer_is_no_field(tmp_path: object, service: Service) -> None:
    """What stands behind a chunked body changes nothing of the request."""
    page = b'{"text":"some words"}'
    sent = POST + CHUNKED + b"\r\n%x\r\n" % len(page) + page
    sent += b"\r\n0\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\nConnection: close\r\n\r\n" + GET
    assert statuses(exchange(service, sent)) in ([200, 200], [400])


def test_an_absolute_target(service: Service) -> None:
    """As clients send it that take the service for their proxy (RFC 9112, section 3.2.2)."""
    def ask(target: bytes, host: bytes = HOST) -> list[int]:
        close = b"Connection: close\r\n\r\n"
        return statuses(exchange(service, b"GET " + target + b" HTTP/1.1\r\n" + host + close))

    assert ask(b"http://127.0.0.1:7700/livez") == [200]
    assert ask(b"http://localhost/livez", b"Host: elsewhere.example\r\n") == [200]
    # Its host counts, and not that of the field.
    assert ask(b"http://elsewhere.example" + DEFAULT.encode()) == [403]
    assert ask(b"http://127.0.0.1/livez", b"") == [400]
    for target in (b"https://127.0.0.1/livez", b"http://me@127.0.0.1/livez", b"http:///livez"):
        assert ask(target) == [400], target
