# SPDX-License-Identifier: Apache-2.0
"""A copy behind a damaged member is cut where the records were read, whatever the packing."""

import bz2
import gzip
import io
import random
import subprocess
import zlib

import pytest
from warcio.archiveiterator import ArchiveIterator

WORDS = [f"word{i * 7919 % 1000}" for i in range(600)]


def text(seed: int, words: int) -> bytes:
    choose = random.Random(seed)
    return " ".join(choose.choice(WORDS) for _ in range(words)).encode()


def record(number: int, page: bytes) -> bytes:
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><body><p>" + page + b"</p>"
    return (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:case:%d>\r\n"
        b"WARC-Target-URI: http://example.org/%d\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"
        % (number, number, len(body))
    ) + body + b"\r\n\r\n"


def copy_of(facsim, source, out) -> bytes:
    done = subprocess.run([facsim.path, "dedup", str(source), "-o", str(out), "-q"],
                          capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return (out / source.name).read_bytes()


def gunzip(packed: bytes) -> bytes:
    plain = b""
    while packed:
        member = zlib.decompressobj(31)
        plain += member.decompress(packed)
        assert member.eof
        packed = member.unused_data
    return plain


@pytest.mark.parametrize("seed", range(8))
def test_records_behind_a_damaged_gzip_member_are_whole(facsim, tmp_path, seed):
    choose = random.Random(seed)
    big = gzip.compress(record(1, text(seed, 60_000 + seed * 12_000)), mtime=0)
    at = choose.randrange(len(big) // 4, len(big))
    big = big[:at] + big[choose.randrange(200, at):]
    source = tmp_path / "crawl.warc.gz"
    tail = [record(i, text(i % 4, 120)) for i in range(100, 112)]
    source.write_bytes(big + b"".join(gzip.compress(each, mtime=0) for each in tail))
    copy = copy_of(facsim, source, tmp_path / "out")
    plain = gunzip(copy)
    assert [plain.count(each) for each in tail] == [1] * 4 + [0] * 8
    behind = io.BytesIO(plain[plain.index(tail[0]):])
    names = [each.rec_headers["WARC-Record-ID"] for each in ArchiveIterator(behind)]
    assert names == [f"<urn:case:{i}>" for i in range(100, 104)]


def test_a_damaged_bzip2_stream_costs_itself_alone(facsim, tmp_path):
    noise = random.Random(5)
    pages = [record(i, noise.randbytes(300_000).hex().encode() + b" " + text(i, 300))
             for i in range(10)]
    streams = [bytearray(bz2.compress(each)) for each in pages]
    for at in (100_000, 150_000):
        streams[1][at] ^= 0x10
    source = tmp_path / "crawl.warc.bz2"
    source.write_bytes(b"".join(streams))
    plain = bz2.decompress(copy_of(facsim, source, tmp_path / "out"))
    assert [each in plain for each in pages] == [number != 1 for number in range(10)]
