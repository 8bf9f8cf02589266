# SPDX-License-Identifier: Apache-2.0
"""Small sizes of abuse.py, and the answers to single hostile requests."""

from pathlib import Path

import pytest
from abuse import WAYS, raise_files, suffer
from measures import MIB
from running import allowed
from service_world import DEFAULT, Service, exchange, in_threads, statuses, text_of

HOST = b"Host: localhost\r\n"
POST = f"POST {DEFAULT}/check HTTP/1.1\r\n".encode() + HOST + b"Content-Type: application/json\r\n"
BODY = b'{"text":"a few words"}'
CHUNKS = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
SMUGGLED = b"GET /smuggled HTTP/1.1\r\n" + HOST + b"\r\n"


@pytest.mark.bounds_memory
@pytest.mark.parametrize("name", WAYS)
def test_others_are_answered(tmp_path: Path, name: str) -> None:
    """Others are answered within seconds, and memory stays within its limit."""
    attack, _, size, flags = WAYS[name]
    suffered = suffer(name, min(size, raise_files()), tmp_path, attack, *flags)
    print(suffered)
    assert suffered.most < 1000 * allowed(20)
    assert suffered.after - suffered.before < 128 * MIB


# Heads after which one of two readers might take the following bytes for another request.
SPLIT = {
    "TE and a form feed": POST + b"Transfer-Encoding: \x0cchunked\r\n\r\n" + CHUNKS,
    "TE and a vertical tab": POST + b"Transfer-Encoding: chunked\x0b\r\n\r\n" + CHUNKS,
    "TE in quotes": POST + b'Transfer-Encoding: "chunked"\r\n\r\n' + CHUNKS,
    "TE with a parameter": POST + b"Transfer-Encoding: chunked;q=1\r\n\r\n" + CHUNKS,
    "TE twice in a list": POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n" + CHUNKS,
    "TE and an empty element": POST + b"Transfer-Encoding: ,chunked\r\n\r\n" + CHUNKS,
    "an empty TE": POST + b"Transfer-Encoding: \r\nContent-Length: 22\r\n\r\n" + BODY,
    "TE and a blank before the colon": POST + b"Transfer-Encoding : chunked\r\n\r\n" + CHUNKS,
    "TE behind a tab": POST + b"\tTransfer-Encoding: chunked\r\n\r\n" + CHUNKS,
    "a folded TE": POST + b"Transfer-Encoding:\r\n chunked\r\n\r\n" + CHUNKS,
    "a NUL in TE": POST + b"Transfer-Encoding: chunked\0\r\n\r\n" + CHUNKS,
    "TE and a length of 0": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n" + CHUNKS,
    "a length in two lines": POST + b"Content-Length: 2\r\n 2\r\n\r\n" + BODY,
    "a length with a blank": POST + b"Content-Length: 2 2\r\n\r\n" + BODY,
    "a length with a point": POST + b"Content-Length: 22.0\r\n\r\n" + BODY,
    "a length of another script": POST + "Content-Length: ２２\r\n\r\n".encode() + BODY,
    "a bare CR behind a field": POST + b"Content-Length: 22\rA: b\r\n\r\n" + BODY,
    "a bare LF in an extension": POST + b"Transfer-Encoding: chunked\r\n\r\n16;a\nb\r\n" + BODY + b"\r\n0\r\n\r\n",
    "a bare CR in an extension": POST + b"Transfer-Encoding: chunked\r\n\r\n16;a\rb\r\n" + BODY + b"\r\n0\r\n\r\n",
    "a blank before a size": POST + b"Transfer-Encoding: chunked\r\n\r\n 16\r\n" + BODY + b"\r\n0\r\n\r\n",
    "a sign in the last size": POST + b"Transfer-Encoding: chunked\r\n\r\n16\r\n" + BODY + b"\r\n-0\r\n\r\n",
    "nothing behind a chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n16\r\n" + BODY + b"0\r\n\r\n",
    "an odd trailer": POST + b"Transfer-Encoding: chunked\r\n\r\n16\r\n" + BODY + b"\r\n0\r\nno colon\r\n\r\n",
    "a trailer behind a bare LF": POST + b"Transfer-Encoding: chunked\r\n\r\n16\r\n" + BODY + b"\r\n0\r\nA: b\n\r\n",
}  # fmt: skip


@pytest.mark.parametrize("name", SPLIT)
def test_two_readers(service: Service, name: str) -> None:
    """The answer is 400, the connection closes, and later bytes are not read as a request."""
    got = exchange(service, SPLIT[name] + SMUGGLED)
    assert statuses(got) == [400], got
    assert b"Connection: close\r\n" in got


# Requests that RFC 9112 allows are accepted, and the bytes after them are another request.
WHOLE = {
    "an extension": b"16;a=b\r\n" + BODY + b"\r\n0;last\r\n\r\n",
    "an extension in quotes": b'16;a="b c"\r\n' + BODY + b"\r\n0\r\n\r\n",
    "zeros before a size": b"0000016\r\n" + BODY + b"\r\n000\r\n\r\n",
    "trailers": b"16\r\n" + BODY + b"\r\n0\r\nA: b\r\nC: d\r\n\r\n",
    "many chunks": b"".join(b"1\r\n%c\r\n" % byte for byte in BODY) + b"0\r\n\r\n",
}


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("coding", [b"chunked", b"Chunked", b" \tchunked\t "])
def test_one_reader(service: Service, name: str, coding: bytes) -> None:
    """Both requests are answered."""
    sent = POST + b"Transfer-Encoding:" + coding + b"\r\n\r\n" + WHOLE[name]
    sent += SMUGGLED[:-2] + b"Connection: close\r\n\r\n"
    assert statuses(exchange(service, sent)) == [200, 404]


def test_wrong_tokens(tmp_path: Path) -> None:
    """Wrong tokens are rejected before their body is read, even a large one; meanwhile the right
    one is accepted."""
    env = {"FACSIM_READ_TOKEN": "reader-0123456789", "FACSIM_WRITE_TOKEN": "writer-0123456789"}
    with Service(tmp_path / "store", env=env) as service:
        service.token = "reader-0123456789"

        def guess(client: int) -> list[int]:
            if client == 0:
                return [200 if service.check({"text": text_of(1)}) else 0 for _ in range(100)]
            token = f"Authorization: Bearer guess-{client}-0123456789\r\n".encode()
            large = b"Content-Length: 30000000\r\n\r\n" + b" " * 100_000
            return [status for _ in range(5) for status in statuses(exchange(service, POST + token + large))]

        found = in_threads(6, guess)
        assert found[0] == [200] * 100
        assert found[1:] == [[401] * 5] * 5
