# SPDX-License-Identifier: Apache-2.0
"""HTML in archives under other content types, and what stays no page."""

import gzip
import json
from pathlib import Path

import pytest
from making import html, response, words, write_warc
from running import facsim

PAGE = html(words("harbour"), title="Harbour notes").encode()
ODD = ["application/octet-stream", "text/x-html", "text/htm", "application/x-httpd-php",
       "application/xhtml", "content/unknown", "application/force-download"]  # fmt: skip


def summary_of(tmp_path: Path, *records: bytes, flags: tuple = ()) -> dict:
    """The summary of `facsim dedup`."""
    warc = write_warc(tmp_path / "types.warc", *records)
    where = ("-o", tmp_path / "out", "--force", "--summary", "json")
    return json.loads(facsim.done("dedup", warc, *where, *flags).out)


def skipped_of(summary: dict) -> dict:
    """The reasons that there were."""
    return {name: count for name, count in summary["skipped"].items() if count}


@pytest.mark.parametrize("identified", [{}, {"WARC_Identified_Payload_Type": "text/html"}])
def test_html_is_a_page_under_generic_types(tmp_path: Path, identified: dict) -> None:
    """Eight pages, of which seven repeat the first; packed bodies too."""
    packed = gzip.compress(PAGE)
    for body, http in [(PAGE, ""), (packed, "Content-Encoding: gzip\r\n")]:
        types = enumerate(["text/html", *ODD])
        records = [response(n, body, http, media, **identified) for n, media in types]
        summary = summary_of(tmp_path, *records)
        assert (summary["pages_read"], summary["removed"]["total"]) == (8, 7)


def test_others_stay_what_they_are(tmp_path: Path) -> None:
    """No page, no warning: by their type, or by their bytes."""
    told = {"WARC_Identified_Payload_Type": "text/html"}
    feed = b"<?xml version='1.0'?><rss><channel><description><html></description></channel></rss>"
    records = [
        response(0, PAGE),
        response(1, PAGE, media="image/png", **told),
        response(2, PAGE, media="application/json", **told),
        response(3, PAGE, media="text/css", **told),
        response(4, PAGE, media="text/javascript", **told),
        response(5, PAGE, media="font/woff2", **told),
        response(6, b"%PDF-1.4 words", media="application/octet-stream", **told),
        response(7, feed, media="application/rss+xml", **told),
        response(8, feed, media="application/octet-stream"),
        response(9, b"words without markup", media="application/octet-stream"),
        response(10, b"\x1f\x8b damaged", "Content-Encoding: gzip\r\n", "application/octet-stream"),
    ]
    summary = summary_of(tmp_path, *records)
    assert summary["pages_read"] == 1
    assert skipped_of(summary) == {"not_a_page": 10, "total": 10}


def test_large_bodies(tmp_path: Path) -> None:
    """A page much longer than its record is read; a download that is too large is no page."""
    page = html(words("harbour") + " " * 3_000_000).encode()
    zeros = b"binary \0\1\2" * 300_000
    packing = "Content-Encoding: gzip\r\n"
    media = "application/octet-stream"
    records = [response(1, gzip.compress(page), packing, media)]
    assert summary_of(tmp_path, *records)["pages_read"] == 1
    records = [
        response(0, PAGE),
        response(1, gzip.compress(page), packing, media),
        response(2, gzip.compress(zeros), packing, media),
    ]
    summary = summary_of(tmp_path, *records, flags=("--page-max", "1M"))
    assert skipped_of(summary) == {"too_large": 1, "not_a_page": 1, "total": 2}
