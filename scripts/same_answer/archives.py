# SPDX-License-Identifier: Apache-2.0
"""Makes archives: WARC 1.0 and 1.1, ARC, WET, with encoded bodies, revisits and damage."""

import base64
import gzip
import hashlib
import zlib
from pathlib import Path

from making import html, near, packed, piped, response, warc_record, words


def make(folder: Path) -> None:
    """Makes crawl.warc, crawl11.warc, days of WARC, old.arc, pages.wet, encoded.warc and damage."""
    records = crawl("1.0")
    (folder / "crawl.warc").write_bytes(b"".join(records))
    packed(folder / "crawl.warc", "gz")
    (folder / "members.warc.gz").write_bytes(members(records))
    later = crawl("1.1")
    (folder / "crawl11.warc").write_bytes(b"".join(later))
    (folder / "crawl11.warc.gz").write_bytes(members(later))
    for day in range(3):
        (folder / f"today{day}.warc.gz").write_bytes(members(revisited(day)))
    captures = arc()
    (folder / "old.arc").write_bytes(b"".join(captures))
    (folder / "old.arc.gz").write_bytes(members(captures))
    (folder / "pages.warc.wet").write_bytes(b"".join(wet()))
    (folder / "encoded.warc").write_bytes(b"".join(encoded()))
    plain, in_members = b"".join(records), members(records)
    (folder / "clipped.warc").write_bytes(plain[: len(plain) * 2 // 3])
    (folder / "clipped.warc.gz").write_bytes(in_members[: len(in_members) * 2 // 3])
    broken = bytearray(in_members)
    broken[len(broken) // 2] ^= 0xFF
    (folder / "flipped.warc.gz").write_bytes(broken)
    wrong = plain.replace(b"Content-Length: ", b"Content-Length: 9",
                          3).replace(b"WARC/1.0", b"WARC/9.9", 5)
    (folder / "wrong.warc").write_bytes(wrong)
    (folder / "noise.warc.gz").write_bytes(gzip.compress(hashlib.sha256(b"noise").digest() * 99,
                                                         mtime=0))
    (folder / "lost.arc").write_bytes(b"".join(captures).replace(b" 20240506", b" someday",
                                                                 2)[:-50])


def members(records: list[bytes]) -> bytes:
    """Returns a gzip member for each record."""
    return b"".join(gzip.compress(record, mtime=0) for record in records)


def digest_of(payload: bytes) -> str:
    """Returns a digest as a crawler writes it."""
    return "sha1:" + base64.b32encode(hashlib.sha1(payload).digest()).decode()


def body_of(number: int) -> bytes:
    """Returns a page; every third has the text of another one."""
    family = number % 25 if number % 3 else number
    text = words(("crawl", family), 150) if number % 2 else near(("crawl", family), number, 150)
    return html(text, title=f"Page {family % 7}", menu="Home" if number % 5 else "").encode()


def crawl(version: str) -> list[bytes]:
    """Returns sixty captures with their requests and metadata, and records of other kinds."""
    info = warc_record("warcinfo", 900, b"software: example\r\n", version, WARC_Target_URI=None)
    records = [info]
    for number in range(60):
        body, url = body_of(number), f"http://{('www', 'mirror')[number % 2]}.example.org/{number % 40}"
        date = f"2024-0{1 + number % 6}-02T03:04:05{'.123456' if version == '1.1' else ''}Z"
        fields = {"WARC_Target_URI": url, "WARC_Date": date, "WARC_Payload_Digest": digest_of(body),
                  "version": version}
        status = "404 Not Found" if number % 13 == 5 else "200 OK"
        record = response(number, body, **fields)
        records.append(record.replace(b"HTTP/1.1 200 OK", f"HTTP/1.1 {status}".encode(),
                                      1) if len(status) == 6
                       else warc_record("response", number,
                                        f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\n\r\n".encode() + body, **fields))  # fmt: skip
        to = fields | {"WARC_Concurrent_To": f"<urn:uuid:{number:032x}>",
                       "WARC_Payload_Digest": None}
        records.append(warc_record("request", 1000 + number,
                                   b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", **to))
        if number % 4 == 0:
            records.append(warc_record("metadata", 2000 + number, b"fetchTimeMs: 17\r\n", **to))
    records.append(warc_record("resource", 3000, html(words(("crawl", 1), 150)).encode(), version,
                               Content_Type="text/html"))
    records.append(response(3001, b"\x89PNG\r\n\x1a\n" + bytes(99), media="image/png",
                            version=version))
    records.append(response(3002, words("plain", 90).encode(), media="text/plain", version=version))
    records.append(warc_record("response", 3003, b"no http at all", version))
    return records


def revisited(day: int) -> list[bytes]:
    """Returns a day of a crawl: pages, and revisits of the day before by id, place or digest."""
    records = []
    for number in range(24):
        text = words(("day", (number + 8 * day) % 30), 150)
        body, url = html(text).encode(), f"http://day.example.org/{number}"
        fields = {"WARC_Target_URI": url, "WARC_Date": f"2024-05-0{day + 1}T00:00:{number:02}Z",
                  "WARC_Payload_Digest": digest_of(body), "version": "1.1"}  # fmt: skip
        own = 5000 + 100 * day + number
        if day and number % 4 == 0:
            before = f"<urn:uuid:{own - 100:032x}>"
            refers = {"WARC_Refers_To": before, "WARC_Refers_To_Target_URI": url,
                      "WARC_Refers_To_Date": f"2024-05-0{day}T00:00:{number:02}Z",
                      "WARC_Profile": "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"}  # fmt: skip
            records.append(warc_record("revisit", own, b"HTTP/1.1 200 OK\r\n\r\n",
                                       **fields | refers))
        else:
            records.append(response(own, body, **fields))
    return records


def arc() -> list[bytes]:
    """Returns an ARC file of version 1."""
    info = b"1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n"
    records = [b"filedesc://own.arc 0.0.0.0 20240506070809 text/plain %d\n" % len(info) + info + b"\n"]
    for number in range(40):
        block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body_of(number)
        line = f"http://www.example.org/{number} 192.0.2.1 202405060708{number % 60:02} text/html {len(block)}\n"
        records.append(line.encode() + block + b"\n")
    return records


def wet() -> list[bytes]:
    """Returns texts of pages as conversion records."""
    return [warc_record("conversion", 7000 + n, words(("wet", n % 17), 130).encode(),
                        Content_Type="text/plain")
            for n in range(30)]  # fmt: skip


def brotli(content: bytes) -> bytes:
    """Returns a stream of one stored block (RFC 7932, section 9.2), for less than 64 KiB."""
    return ((len(content) - 1) << 4 | 1 << 20).to_bytes(3, "little") + content + b"\x03"


def encoded() -> list[bytes]:
    """Returns bodies in every compression, in chunks, and in other character sets."""
    ways = {"gzip": lambda b: gzip.compress(b, mtime=0), "deflate": zlib.compress, "br": brotli,
            "identity": bytes,
            "gzip, br": lambda b: brotli(gzip.compress(b, mtime=0)), "compress": bytes,
            "zstd": zstd}  # fmt: skip
    records = []
    for number, (name, pack) in enumerate(ways.items()):
        page = html(words(("encoded", number // 2), 140)).encode()
        body = pack(page)
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(c), c) for c in (body[:99],
                                                                  body[99:])) + b"0\r\n\r\n"
        fields = f"Content-Encoding: {name}\r\n"
        records += [response(8000 + number, body, fields), response(8050 + number, page, fields),
                    response(8100 + number, chunks, fields + "Transfer-Encoding: chunked\r\n"),
                    response(8150 + number, body[: len(body) // 2], fields)]  # fmt: skip
    text = words("encoded-text") + " \u4f60\u597d\u4e16\u754c\u6d77\u6e2f"
    for number, charset in enumerate(["utf-8", "gb18030", "big5", "utf-16", "shift_jis", "euc-jp"]):
        body = html(text).encode(charset, "replace")
        records.append(response(8200 + number, body, media=f"text/html; charset={charset}"))
        records.append(response(8250 + number, body, media="text/html"))
    return records


def zstd(content: bytes) -> bytes:
    """Returns a zstd frame, or the bytes unchanged if zstd is missing."""
    try:
        return piped("zstd -qc", content)
    except FileNotFoundError:
        return content
