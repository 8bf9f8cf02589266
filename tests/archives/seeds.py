# SPDX-License-Identifier: Apache-2.0
"""Sound archives to make mutants of: small ones of our own, and the beginnings of real ones."""

import base64
import hashlib
import os
import random
import uuid
from pathlib import Path

from mutants import ARC_LENGTH, WARC_LENGTH, Seed, members_of

# Of a real archive: enough records that some lie behind a fault, few enough to be quick.
RECORDS_MAX = 12
BYTES_MAX = 300_000


def warc(kind: str, url: str, block: bytes, name: object, fields: str = "") -> bytes:
    """One record of WARC 1.0 with digests of its block and, of HTTP, of its payload."""
    digest = "sha1:" + base64.b32encode(hashlib.sha1(block).digest()).decode()
    payload = block.partition(b"\r\n\r\n")[2]
    if kind == "response":
        of_payload = base64.b32encode(hashlib.sha1(payload).digest()).decode()
        fields += f"WARC-Payload-Digest: sha1:{of_payload}\r\n"
    media = {"warcinfo": "application/warc-fields", "metadata": "application/warc-fields"}
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{record_id(name)}>\r\n"
        f"WARC-Date: 2024-05-06T07:08:09Z\r\nWARC-Target-URI: {url}\r\n"
        f"WARC-Block-Digest: {digest}\r\n{fields}"
        f"Content-Type: {media.get(kind, f'application/http; msgtype={kind}')}\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def record_id(name: object) -> uuid.UUID:
    """The same for the same name, wherever it is made."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"https://example.org/{name}")


def page(seed: int) -> bytes:
    """HTML whose text no other seed has; lines end like those of many editors, CRLF or LF."""
    chance = random.Random(seed)
    words = ["".join(chance.choices("bdfglmnprstaeiou", k=6)) for _ in range(150)]
    lines = [" ".join(words[i : i + 10]) for i in range(0, 150, 10)]
    end = "\r\n" if seed % 2 else "\n"
    text = end.join(f"<p>{line}</p>" for line in lines)
    return f"<!DOCTYPE html>{end}<html><body>{end}{text}{end}</body></html>{end}".encode()


def http(body: bytes) -> bytes:
    """The response that carries it."""
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body


def capture(number: int, body: bytes) -> list[bytes]:
    """A response with its request and metadata."""
    url = f"http://example.org/{number}"
    response = warc("response", url, http(body), number)
    to = f"WARC-Concurrent-To: <urn:uuid:{record_id(number)}>\r\n"
    asked = f"GET /{number} HTTP/1.1\r\nHost: example.org\r\n\r\n".encode()
    return [
        response,
        warc("request", url, asked, f"{number} request", to),
        warc("metadata", url, b"fetchTimeMs: 17\r\n", f"{number} metadata", to),
    ]


def own_warc(packed: bool) -> Seed:
    """Four captures of three pages: one of them goes."""
    records = [warc("warcinfo", "urn:info", b"software: example\r\n", "info")]
    for number, body in enumerate([page(1), page(2), page(1), page(3)]):
        records += capture(number, body)
    return Seed(f"own warc {packed}", records, packed)


def own_arc(packed: bool) -> Seed:
    """The same pages in an ARC of version 1."""
    info = b"1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n"
    head = b"filedesc://own.arc 0.0.0.0 20240506070809 text/plain %d\n" % len(info)
    records = [head + info + b"\n"]
    for number, body in enumerate([page(1), page(2), page(1), page(3)]):
        block = http(body)
        line = f"http://example.org/{number} 192.0.2.1 20240506070809 text/html {len(block)}\n"
        records.append(line.encode() + block + b"\n")
    return Seed(f"own arc {packed}", records, packed, arc=True)


def own_seeds() -> list[Seed]:
    """Archives that need no data."""
    return [own_warc(False), own_warc(True), own_arc(False), own_arc(True)]


def records_of(data: bytes, arc: bool) -> list[bytes]:
    """Cuts a sound plain archive by its lengths; stops where one is wrong."""
    records = []
    while data:
        found = (ARC_LENGTH if arc else WARC_LENGTH).search(data)
        if not found:
            break
        begin = found.end() if arc else data.find(b"\r\n\r\n", found.end()) + 4
        end = begin + int(found[1])
        while end < len(data) and data[end : end + 1] in b"\r\n":
            end += 1
        if begin < 4 or end > len(data):
            break
        records.append(data[:end])
        data = data[end:]
    return records


def repeated(records: list[bytes], arc: bool) -> list[bytes]:
    """With the pages among them once more under other names, so that some go."""
    if arc:
        return records + records[1:3]
    again = [r for r in records if b"WARC-Type: response" in r[:1000]][:2]
    return records + [
        r.replace(b"WARC-Record-ID: <urn:", b"WARC-Record-ID: <urn:again:", 1) for r in again
    ]


def real_seeds() -> list[Seed]:
    """The beginnings of the archives in $FACSIM_DATA; none where there is no data."""
    folder = Path(os.environ.get("FACSIM_DATA", "")) / "warc_samples"
    seeds = []
    for path in sorted(folder.glob("*arc*")) if os.environ.get("FACSIM_DATA") else []:
        data = path.read_bytes()
        arc = ".arc" in path.name
        if path.suffix not in (".gz", ".warc", ".arc"):
            continue
        packed = data.startswith(b"\x1f\x8b")
        records = members_of(data) if packed else records_of(data, arc)
        small = [r for r in records if len(r) < BYTES_MAX // 6][:RECORDS_MAX]
        if len(small) >= 3:
            seeds.append(Seed(path.name, repeated(small, arc), packed, arc))
    return seeds
