# SPDX-License-Identifier: Apache-2.0
"""Bodies that are cut or damaged: said, and never kept instead of a whole copy."""

import gzip
from pathlib import Path

import pytest
from making import html, response, words
from running import Dedup, facsim

PAGE = html(words("page", 400)).encode()
GZIP = "Content-Encoding: gzip\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"


def chunks(body: bytes) -> bytes:
    """In two chunks."""
    half = len(body) // 2
    pieces = [b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (body[:half], body[half:])]
    return b"".join(pieces) + b"0\r\n\r\n"


# What is left of the page, and the fields of its header.
DAMAGED = {
    "gzip-cut": (gzip.compress(PAGE)[:-60], GZIP),
    "gzip-sum": (gzip.compress(PAGE)[:-8] + bytes(8), GZIP),
    "chunks-cut": (chunks(PAGE)[:-80], CHUNKED),
    "chunks-broken": (chunks(PAGE).replace(b"\r\n0\r\n", b"\r\nzz\r\n"), CHUNKED),
    "gzip-in-chunks": (chunks(gzip.compress(PAGE))[:-60], GZIP + CHUNKED),
}


@pytest.mark.parametrize("keep", ["first", "last", "longest"])
@pytest.mark.parametrize("name", DAMAGED)
def test_a_whole_copy_is_kept(tmp_path: Path, name: str, keep: str) -> None:
    body, fields = DAMAGED[name]
    records = [response(1, body, fields), response(2, PAGE), response(3, body, fields)]
    source = tmp_path / "a.warc"
    source.write_bytes(b"".join(records))
    run = Dedup(tmp_path, source, "--keep", keep)
    assert "body cut or damaged: 2 pages (first at " in run.done.err
    kept = (run.out / "a.warc").read_bytes()
    assert kept == records[1]
    # What recluster chooses is the same, though it reads no page.
    rows = (run.out / "duplicates.jsonl").read_bytes()
    assert facsim("recluster", str(run.out), "--keep", keep).status == 0
    assert (run.out / "duplicates.jsonl").read_bytes() == rows


def test_whole_bodies_are_no_fault(tmp_path: Path) -> None:
    bodies = [(gzip.compress(PAGE), GZIP), (chunks(PAGE), CHUNKED), (PAGE, CHUNKED), (PAGE, GZIP)]
    records = [response(number, *body) for number, body in enumerate(bodies)]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    run = Dedup(tmp_path, tmp_path / "a.warc")
    assert run.summary["pages_read"] == len(records)
    assert "damaged" not in run.done.err


def test_alone_it_is_a_page_of_the_result(tmp_path: Path) -> None:
    body, fields = DAMAGED["gzip-cut"]
    (tmp_path / "a.warc").write_bytes(response(1, body, fields))
    run = Dedup(tmp_path, tmp_path / "a.warc")
    assert run.summary["pages_read"] == 1
    assert "body cut or damaged: 1 page (at " in run.done.err
