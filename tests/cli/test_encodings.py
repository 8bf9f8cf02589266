# SPDX-License-Identifier: Apache-2.0
"""Bodies in br, zstd and stacks of encodings; inputs and copies in xz and bzip2."""

import bz2
import gzip
import json
import lzma
import zlib
from pathlib import Path

import pytest
from making import (
    corpus,
    html,
    html_response,
    near,
    packed,
    piped,
    response,
    warc_record,
    words,
    write_jsonl,
)
from running import Dedup, done, facsim


def brotli(content: bytes) -> bytes:
    """A brotli stream (RFC 7932, section 9.2) whose blocks are stored as they are."""
    packed_bytes = b""
    for at in range(0, len(content), 65536):
        piece = content[at : at + 65536]
        # Not the last block, four nibbles of length, stored; before the first one a bit: window 16.
        bits = (len(piece) - 1) << 3 | 1 << 19
        packed_bytes += (bits if at else bits << 1).to_bytes(3, "little") + piece
    return packed_bytes + b"\x03"


def zstd(content: bytes) -> bytes:
    """A zstd frame."""
    return piped("zstd -qc", content)


def extracted(path: Path) -> list[dict]:
    """What `facsim extract --json` says of each page."""
    return facsim.done("extract", "--json", path).rows()


ENCODED = {
    "br": brotli,
    "zstd": zstd,
    "x-gzip": gzip.compress,
    "identity": bytes,
    "gzip, br": lambda page: brotli(gzip.compress(page)),
    "br, gzip": lambda page: gzip.compress(brotli(page)),
    "deflate, zstd": lambda page: zstd(zlib.compress(page)),
}


@pytest.mark.parametrize("encoding", ENCODED)
def test_a_body_is_decoded(tmp_path: Path, encoding: str) -> None:
    page = html(words("body", 12_000)).encode()
    assert len(page) > 65536
    body = ENCODED[encoding](page)
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(c), c) for c in (body[:99], body[99:])) + b"0\r\n\r\n"
    fields = f"Content-Encoding: {encoding}\r\n"
    archive = tmp_path / "pages.warc"
    archive.write_bytes(
        response(1, page)
        + response(2, body, fields)
        + response(3, chunks, fields + "Transfer-Encoding: chunked\r\n")
        + response(4, page, fields)  # stored decoded
    )
    texts = {json.dumps(row["main_text"]) for row in extracted(archive)}
    assert len(texts) == 1
    run = Dedup(tmp_path, archive)
    assert run.summary["removed"]["exact"] == 3
    assert (run.out / archive.name).read_bytes() == response(1, page)


def test_what_cannot_be_decoded_is_named_and_stays(tmp_path: Path) -> None:
    page = html(words("x", 2000)).encode()
    noise = gzip.compress(page)
    damaged = bytearray(brotli(page))
    damaged[-1] = 0xFF
    archive = tmp_path / "pages.warc"
    archive.write_bytes(
        html_response(1, words("kept"))
        + response(2, noise, "Content-Encoding: compress\r\n")
        + response(3, noise, "Content-Encoding: dcb\r\n")
        + response(4, noise, "Content-Encoding: br\r\n")
        + response(5, bytes(damaged), "Content-Encoding: br\r\n")
        + response(6, zstd(bytes(20_000_000)), "Content-Encoding: zstd\r\n")
        + response(7, brotli(gzip.compress(bytes(20_000_000))), "Content-Encoding: gzip, br\r\n")
        + response(8, brotli(page)[:3000], "Content-Encoding: br\r\n")
        + response(9, page, "Content-Encoding: none\r\n")
    )
    run = Dedup(tmp_path, archive)
    skipped = {k: v for k, v in run.summary["skipped"].items() if k != "total"}
    assert skipped == {"unknown_encoding": 2, "bad_body": 2, "too_large": 2}
    assert run.summary["pages_read"] == 3  # the cut one has its beginning
    rows = [json.loads(line) for line in (run.out / "skipped.jsonl").open()]
    assert [row["reason"] for row in rows].count("unknown_encoding") == 2
    assert any("unknown_encoding 2" in line for line in run.done.warnings)
    assert len((run.out / archive.name).read_bytes()) > 5000


# --- xz and bzip2 -----------------------------------------------------------------------------

PACK = {"xz": lzma.compress, "bz2": bz2.compress}
UNPACK = {"xz": lzma.decompress, "bz2": bz2.decompress}
CHECK = {"xz": ("xz", "-t"), "bz2": ("bzip2", "-t")}


@pytest.mark.parametrize("how", PACK)
def test_streams_that_are_not_touched_keep_their_bits(tmp_path: Path, how: str) -> None:
    page = [json.dumps({"text": words(i)}).encode() + b"\n" for i in (1, 2, 2, 3)]
    streams = [PACK[how](line) for line in page]
    path = tmp_path / f"pages.jsonl.{how}"
    path.write_bytes(b"".join(streams))
    run = Dedup(tmp_path, path)
    assert run.summary["removed"]["exact"] == 1
    assert (run.out / path.name).read_bytes() == streams[0] + streams[1] + streams[3]
    done([*CHECK[how], run.out / path.name])


@pytest.mark.parametrize("how", PACK)
def test_a_stream_that_is_touched_is_packed_anew(tmp_path: Path, how: str) -> None:
    plain = tmp_path / "pages.warc"
    plain.write_bytes(b"".join(html_response(i, near(i // 2, i)) for i in range(200)))
    expected = Dedup(tmp_path, plain)
    path = packed(plain, how)
    run = Dedup(tmp_path, path)
    assert run.summary["removed"] == expected.summary["removed"]
    copy = run.out / path.name
    done([*CHECK[how], copy])
    assert UNPACK[how](copy.read_bytes()) == (expected.out / plain.name).read_bytes()
    # Found again by its place in the unpacked stream.
    place = run.rows()[0]
    shown = facsim("show", run.out, f"{place['file']}:{place['offset']}", cwd=tmp_path)
    assert shown.status == 0, shown.err


@pytest.mark.parametrize("how", PACK)
def test_without_duplicates_the_copy_is_the_file(tmp_path: Path, how: str) -> None:
    path = packed(write_jsonl(tmp_path / "a.jsonl", [{"text": words(i)} for i in range(9)]), how)
    assert (Dedup(tmp_path, path).out / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("how", PACK)
def test_from_standard_input_and_in_folders(tmp_path: Path, how: str) -> None:
    plain = write_jsonl(tmp_path / "in.jsonl", corpus(60))
    run = Dedup(tmp_path, "-", stdin=PACK[how](plain.read_bytes()))
    expected = Dedup(tmp_path, plain)
    copy = (run.out / f"stdin.jsonl.{how}").read_bytes()
    assert UNPACK[how](copy) == (expected.out / plain.name).read_bytes()
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / f"a.html.{how}").write_bytes(PACK[how](html(words("a")).encode()))
    (folder / f"b.html.{how}").write_bytes(PACK[how](html(words("a")).encode()))
    run = Dedup(tmp_path, folder)
    assert run.summary["removed"]["total"] == 1
    assert (run.out / "kept.txt").read_text().split() == [f"a.html.{how}"]


@pytest.mark.parametrize("how", PACK)
def test_empty_damaged_and_cut(tmp_path: Path, how: str) -> None:
    empty = tmp_path / f"empty.jsonl.{how}"
    empty.write_bytes(PACK[how](b""))
    assert Dedup(tmp_path, empty).summary["pages_read"] == 0
    lines = [json.dumps({"text": words(i)}).encode() + b"\n" for i in range(9)]
    streams = [bytearray(PACK[how](line)) for line in lines]
    streams[4][len(streams[4]) // 2] ^= 0x55
    path = tmp_path / f"damaged.jsonl.{how}"
    path.write_bytes(b"".join(streams))
    run = Dedup(tmp_path, path)
    assert run.summary["pages_read"] >= 7
    name = {"xz": "xz stream is damaged", "bz2": "bzip2 stream is damaged"}[how]
    assert any(name in line for line in run.done.warnings)
    path.write_bytes(bytes(streams[0] + streams[1] + streams[2])[:-20])
    run = Dedup(tmp_path, path)
    assert any("is cut short" in line for line in run.done.warnings)
    done([*CHECK[how], run.out / path.name])


def test_a_text_that_begins_like_bzip2_is_text(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("BZh9 is the bus to " + words("bus"))
    assert extracted(tmp_path / "note.txt")[0]["main_text"].startswith("BZh9 is the bus")


def test_records_other_than_pages_keep_their_order(tmp_path: Path) -> None:
    info = warc_record("warcinfo", 9, b"software: made by hand\r\n", Content_Type="text/plain")
    records = [info, html_response(1, words(1)), html_response(2, words(1))]
    path = tmp_path / "a.warc.bz2"
    path.write_bytes(b"".join(bz2.compress(record) for record in records))
    copy = (Dedup(tmp_path, path).out / path.name).read_bytes()
    assert bz2.decompress(copy) == info + records[1]
