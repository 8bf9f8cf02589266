# SPDX-License-Identifier: Apache-2.0
"""WARC records of a type that is missing or unknown are copied, and counted as not_a_page."""

from pathlib import Path

import pytest
from making import words
from running import Dedup, facsim


def record(kind: bytes, number: int) -> bytes:
    """A capture whose head has this line of a type."""
    page = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{words(number)}</p>".encode()
    head = b"WARC/1.0\r\n%sWARC-Target-URI: http://example.org/%d\r\n" % (kind, number)
    head += b"WARC-Record-ID: <urn:x:%d>\r\nContent-Type: application/http\r\n" % number
    return head + b"Content-Length: %d\r\n\r\n" % len(page) + page + b"\r\n\r\n"


@pytest.mark.parametrize("kind", [b"", b'WARC-Type: "response"\r\n', b"WARC-Type: page\r\n"])
def test_an_unknown_type_is_counted(tmp_path: Path, kind: bytes) -> None:
    whole = b"".join(
        [record(b"WARC-Type: response\r\n", 1), record(kind, 2), record(b"WARC-Type: warcinfo\r\n", 3)]
    )
    (tmp_path / "a.warc").write_bytes(whole)
    run = Dedup(tmp_path, "a.warc")
    assert run.summary["pages_read"] == 1 and run.skipped == {"not_a_page": 1, "total": 1}
    assert (run.out / "a.warc").read_bytes() == whole
    done = facsim("dedup", "a.warc", "--dry-run", cwd=tmp_path)
    assert "1 (not_a_page 1)" in done.err


def test_an_archive_of_nothing_else_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(record(b"", 1) + record(b"", 2))
    run = Dedup(tmp_path, "a.warc")
    assert run.skipped == {"not_a_page": 2, "total": 2}
    assert "1 file with 2 records, none of them a page" in run.done.err
