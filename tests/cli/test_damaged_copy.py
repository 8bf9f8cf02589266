# SPDX-License-Identifier: Apache-2.0
"""A copy behind a damaged member is cut where the records were read, whatever the packing."""

import bz2
import gzip
import io
import random
import zlib
from pathlib import Path

import pytest
from making import response
from running import facsim
from warcio.archiveiterator import ArchiveIterator

WORDS = [f"word{i * 7919 % 1000}" for i in range(600)]


def text(seed: int, words: int) -> bytes:
    return " ".join(random.Random(seed).choices(WORDS, k=words)).encode()


def record(number: int, text: bytes) -> bytes:
    return response(number, b"<html><body><p>" + text + b"</p>")


def copy_of(source: Path, out: Path) -> bytes:
    done = facsim("dedup", source, "-o", out, "-q")
    assert done.status == 0, done.err
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
def test_records_behind_a_damaged_gzip_member_are_whole(tmp_path, seed):
    choose = random.Random(seed)
    big = gzip.compress(record(1, text(seed, 60_000 + seed * 12_000)), 1, mtime=0)
    at = choose.randrange(len(big) // 4, len(big))
    big = big[:at] + big[choose.randrange(200, at):]
    source = tmp_path / "crawl.warc.gz"
    tail = [record(i, text(i % 4, 120)) for i in range(100, 112)]
    source.write_bytes(big + b"".join(gzip.compress(each, mtime=0) for each in tail))
    copy = copy_of(source, tmp_path / "out")
    plain = gunzip(copy)
    assert [plain.count(each) for each in tail] == [1] * 4 + [0] * 8
    behind = io.BytesIO(plain[plain.index(tail[0]):])
    urls = [each.rec_headers["WARC-Target-URI"] for each in ArchiveIterator(behind)]
    assert urls == [f"http://example.org/{i}" for i in range(100, 104)]


def test_a_damaged_bzip2_stream_costs_itself_alone(tmp_path):
    noise = random.Random(5)
    pages = [record(i, noise.randbytes(300_000).hex().encode() + b" " + text(i, 300))
             for i in range(5)]
    streams = [bytearray(bz2.compress(each)) for each in pages]
    for at in (100_000, 150_000):
        streams[1][at] ^= 0x10
    source = tmp_path / "crawl.warc.bz2"
    source.write_bytes(b"".join(streams))
    plain = bz2.decompress(copy_of(source, tmp_path / "out"))
    assert [each in plain for each in pages] == [number != 1 for number in range(5)]
