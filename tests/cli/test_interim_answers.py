# SPDX-License-Identifier: Apache-2.0
"""Several HTTP heads in a row: the last one is that of the page."""

import json
from pathlib import Path

import pytest
from making import html, warc_record, words
from running import Dedup, facsim

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
TEXT = words("interim")
PAGE = html(TEXT).encode()
BEFORE = {
    "continue": b"HTTP/1.1 100 Continue\r\n\r\n",
    "early-hints": b"HTTP/2 103\r\nlink: </a.css>; rel=preload\r\n\r\n",
    "two": b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\n\n",
    "proxy": b"HTTP/1.0 200 Connection established\r\n\r\n",
    "twice": HEAD,
    "redirect": b"HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\nLocation: /b\r\n\r\n",
}


def record(number: int, block: bytes, **fields: str) -> bytes:
    """A response record."""
    return warc_record("response", number, block, **fields)


@pytest.mark.parametrize("name", BEFORE)
def test_the_page_behind_it_is_read(tmp_path: Path, name: str) -> None:
    source = tmp_path / "a.warc"
    source.write_bytes(record(1, HEAD + PAGE) + record(2, BEFORE[name] + HEAD + PAGE))
    run = Dedup(tmp_path, source)
    assert run.summary["pages_read"] == 2
    (row,) = [json.loads(line) for line in (run.out / "duplicates.jsonl").open()]
    assert row["kind"] == "exact"
    prints = facsim("fingerprint", str(source)).out.splitlines()
    assert len({line.split()[1] for line in prints}) == 1 and len(prints) == 2
    texts = facsim("extract", str(source)).out
    assert texts.count(TEXT) == 2 and "HTTP/" not in texts


def test_an_interim_answer_alone_is_no_page(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(record(1, BEFORE["continue"]) + record(2, HEAD + PAGE))
    assert Dedup(tmp_path, tmp_path / "a.warc").summary["pages_read"] == 1


def test_a_text_about_http_is_a_text(tmp_path: Path) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"
    (tmp_path / "a.warc").write_bytes(record(1, head + HEAD + TEXT.encode()))
    assert "Content-Type: text/html" in facsim("extract", str(tmp_path / "a.warc")).out


def test_revisit_mode_leaves_it_as_it_is(tmp_path: Path) -> None:
    # Other readers take the final head for text, so that nothing should lean on it.
    records = [
        record(1, BEFORE["continue"] + HEAD + PAGE),
        record(2, HEAD + PAGE),
        record(3, HEAD + PAGE),
    ]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    run = Dedup(tmp_path, tmp_path / "a.warc", "--mode", "revisit")
    copy = (run.out / "a.warc").read_bytes()
    assert copy.startswith(records[0] + records[1])
    assert b"WARC-Refers-To: <urn:uuid:" + b"%032x>" % 2 in copy
