# SPDX-License-Identifier: Apache-2.0
"""Captures that hold less than their page: never kept instead of the whole one."""

from pathlib import Path

import pytest
from making import html, response, warc_record, words
from running import Dedup, facsim

PAGE = html("\r\n".join(words("page", 400).split(" "))).encode()
CUT = PAGE[: len(PAGE) * 9 // 10]
LENGTH = f"Content-Length: {len(PAGE)}\r\n"
WARNING = "body cut or damaged"


def answer(number: int, status: str, fields: str, body: bytes, **warc: str) -> bytes:
    """A response with a status line and header fields of its own."""
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{fields}\r\n"
    return warc_record("response", number, head.encode() + body, **warc)


def part(size: int) -> str:
    """The header field of an answer with the beginning of a page."""
    return f"Content-Range: bytes 0-{size - 1}/{len(PAGE)}\r\n"


CUTS = {
    "truncated": response(1, CUT, WARC_Truncated="length"),
    "truncated-and-length": response(1, CUT, LENGTH, WARC_Truncated="disconnect"),
    "short": response(1, CUT, LENGTH),
    "short-identity": response(1, CUT, LENGTH + "Content-Encoding: identity\r\n"),
    "partial": answer(1, "206 Partial Content", part(len(CUT)), CUT),
    "partial-without-range": answer(1, "206 Partial Content", "", CUT),
    "resource": warc_record(
        "resource", 1, CUT, Content_Type="text/html", WARC_Truncated="unspecified"
    ),
}


@pytest.mark.parametrize("keep", ["first", "last", "longest"])
@pytest.mark.parametrize("name", CUTS)
def test_the_whole_page_is_kept(tmp_path: Path, name: str, keep: str) -> None:
    records = [CUTS[name], response(2, PAGE, LENGTH), CUTS[name]]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    run = Dedup(tmp_path, tmp_path / "a.warc", "--keep", keep)
    assert f"{WARNING}: 2 pages" in run.done.err
    assert (run.out / "a.warc").read_bytes() == records[1]
    rows = (run.out / "duplicates.jsonl").read_bytes()
    assert facsim("recluster", str(run.out), "--keep", keep).status == 0
    assert (run.out / "duplicates.jsonl").read_bytes() == rows


WHOLE = {
    "longer-than-stated": response(1, PAGE, "Content-Length: 100\r\n"),
    "length-of-the-packed-body": response(1, PAGE, LENGTH + "Content-Encoding: gzip\r\n"),
    "longer-length-of-packing": response(
        1, PAGE, f"Content-Length: {len(PAGE) + 9}\r\nContent-Encoding: br\r\n"
    ),
    "length-beside-chunks": response(
        1, PAGE, f"Content-Length: {len(PAGE) + 9}\r\nTransfer-Encoding: chunked\r\n"
    ),
    "lf-for-crlf": response(1, PAGE.replace(b"\r\n", b"\n"), LENGTH),
    "all-of-a-range": answer(1, "206 Partial Content", part(len(PAGE)), PAGE),
    "no-number": response(1, PAGE, "Content-Length: many\r\n"),
}


@pytest.mark.parametrize("name", WHOLE)
def test_whole_bodies_are_no_fault(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.warc").write_bytes(WHOLE[name] + response(2, PAGE))
    run = Dedup(tmp_path, tmp_path / "a.warc")
    assert WARNING not in run.done.err
    assert (run.out / "a.warc").read_bytes() == WHOLE[name]


def test_an_answer_to_head_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(response(1, b"", LENGTH) + response(2, PAGE))
    run = Dedup(tmp_path, tmp_path / "a.warc")
    assert WARNING not in run.done.err
    assert run.summary["pages_read"] == 1


def test_arc(tmp_path: Path) -> None:
    def record(body: bytes) -> bytes:
        block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + LENGTH.encode() + b"\r\n" + body
        line = f"http://example.org/{len(body)} 192.0.2.1 20240102030405 text/html {len(block)}\n"
        return line.encode() + block + b"\n"

    about = b"1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n"
    head = b"filedesc://a.arc 0.0.0.0 20240102030405 text/plain %d\n%s\n" % (len(about), about)
    (tmp_path / "a.arc").write_bytes(head + record(CUT) + record(PAGE))
    run = Dedup(tmp_path, tmp_path / "a.arc")
    assert f"{WARNING}: 1 page " in run.done.err
    assert (run.out / "a.arc").read_bytes() == head + record(PAGE)


def test_revisit_mode_refers_to_no_cut_capture(tmp_path: Path) -> None:
    records = [response(1, CUT, WARC_Truncated="length"), response(2, PAGE), response(3, PAGE)]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    run = Dedup(tmp_path, tmp_path / "a.warc", "--mode", "revisit")
    copy = (run.out / "a.warc").read_bytes()
    assert copy.startswith(records[0] + records[1])
    assert copy.count(b"WARC-Type: revisit") == 1
    assert b"WARC-Refers-To: <urn:uuid:" + b"%032x>" % 2 in copy


def test_a_cut_capture_that_a_revisit_names_is_behind_the_whole_one(tmp_path: Path) -> None:
    revisit = warc_record("revisit", 3, b"", WARC_Refers_To="<urn:uuid:00000000000000000000000000000001>",
                          Content_Type=None)  # fmt: skip
    whole = response(2, PAGE, LENGTH)
    (tmp_path / "a.warc").write_bytes(CUTS["truncated"] + whole + revisit)
    run = Dedup(tmp_path, tmp_path / "a.warc")
    assert (run.out / "a.warc").read_bytes() == whole + revisit
    assert run.summary["revisits"]["original_removed"] == 1


@pytest.mark.parametrize("how", ["build", "update"])
def test_an_index_gets_whole_pages_alone(tmp_path: Path, how: str) -> None:
    """Else the whole page of the next day would go for the cut one."""
    (tmp_path / "1.warc").write_bytes(CUTS["short"] + response(5, html(words("other")).encode()))
    whole = response(2, PAGE, LENGTH)
    (tmp_path / "2.warc").write_bytes(whole)
    if how == "build":
        assert facsim("index", "build", "1.warc", "-o", "idx", cwd=tmp_path).status == 0
    else:
        (tmp_path / "idx").mkdir()
        assert Dedup(tmp_path, "1.warc", "--against", "idx", "--update").summary["against"]["added"] == 1
    run = Dedup(tmp_path, "2.warc", "--against", "idx", "--update")
    assert run.rows() == [] and run.summary["against"]["added"] == 1
    assert (run.out / "2.warc").read_bytes() == whole
    again = Dedup(tmp_path, "1.warc", "--against", "idx")
    assert len(again.rows()) == 2  # the cut one repeats the whole one now


def test_parts_are_not_compared_by_their_bytes(tmp_path: Path) -> None:
    """A part of one page may have the bytes of another page, or of a part of another."""
    records = [answer(1, "206 Partial Content", part(len(CUT)), CUT), response(2, CUT),
               answer(3, "206 Partial Content", "Content-Range: bytes 0-9/99999\r\n", CUT)]  # fmt: skip
    small = response(4, html(words("small", 40)).encode())
    (tmp_path / "a.warc").write_bytes(b"".join([*records, small]))
    run = Dedup(tmp_path, tmp_path / "a.warc", "--page-max", "1K")
    assert run.rows() == [] and run.skipped["too_large"] == 3
