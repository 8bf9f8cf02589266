# SPDX-License-Identifier: Apache-2.0
"""Archives for `facsim dedup --mode revisit`, and a strict reader that replays them: it follows
each revisit only by URL, date and digest, as replay programs do, and decodes chunks only if the
HTTP head of the capture states them."""

import base64
import gzip
import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from making import html, unpacked, words

PROFILES = {
    version: f"http://netpreserve.org/warc/{version}/revisit/identical-payload-digest"
    for version in ("1.0", "1.1")
}


def sha1(payload: bytes) -> str:
    """Returns a digest as archives write it."""
    return "sha1:" + base64.b32encode(hashlib.sha1(payload).digest()).decode()


def page(seed: object) -> bytes:
    """Returns a page that is unlike any other."""
    return html(words(seed)).encode()


def in_chunks(body: bytes, *sizes: int) -> bytes:
    """Returns a body in chunks of these sizes, with the rest in one chunk."""
    made, at = b"", 0
    for size in (*sizes, len(body)):
        piece = body[at : at + size]
        made += b"%x\r\n%s\r\n" % (len(piece), piece) if piece else b""
        at += len(piece)
    return made + b"0\r\n\r\n"


def warc(kind: str, fields: dict[str, str | None], block: bytes, version: str, end: str) -> bytes:
    """Returns a record; fields that are None are left out."""
    all_fields = {"WARC-Type": kind} | fields | {"Content-Length": str(len(block))}
    lines = "".join(f"{n}: {v}{end}" for n, v in all_fields.items() if v is not None)
    return f"WARC/{version}{end}{lines}{end}".encode() + block + b"\r\n\r\n"


@dataclass
class Shot:
    """A capture: its response, its request, and revisits that refer to it."""

    name: str
    payload: bytes
    day: int = 1
    url: str = ""
    status: str = "200 OK"
    http: tuple[str, ...] = ()
    chunks: tuple[int, ...] | None = None  # None: not in chunks
    http_end: str = "\r\n"
    warc_end: str = "\r\n"
    version: str = "1.1"
    fields: dict[str, str | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.url = self.url or f"http://site.example.org/{self.name}"

    @property
    def id(self) -> str:
        return f"urn:example:{self.name}"

    @property
    def date(self) -> str:
        return f"2024-05-{self.day:02}T00:00:00Z"

    @property
    def head(self) -> bytes:
        lines = [f"HTTP/1.1 {self.status}", "Content-Type: text/html; charset=utf-8", *self.http]
        if self.chunks is not None:
            lines.append("Transfer-Encoding: chunked")
        return "".join(line + self.http_end for line in [*lines, ""]).encode()

    @property
    def body(self) -> bytes:
        return self.payload if self.chunks is None else in_chunks(self.payload, *self.chunks)

    def own_fields(self) -> dict[str, str | None]:
        return {"WARC-Record-ID": f"<{self.id}>", "WARC-Target-URI": self.url,
                "WARC-Date": self.date,
                "Content-Type": "application/http; msgtype=response"}  # fmt: skip

    def response(self) -> bytes:
        fields = self.own_fields() | {"WARC-Payload-Digest": sha1(self.payload)} | self.fields
        return warc("response", fields, self.head + self.body, self.version, self.warc_end)

    def request(self) -> bytes:
        fields = self.own_fields() | {"WARC-Record-ID": f"<{self.id}-asked>",
                                      "WARC-Concurrent-To": f"<{self.id}>",
                                      "Content-Type": "application/http; msgtype=request"}  # fmt: skip
        return warc("request", fields, b"GET / HTTP/1.1\r\n\r\n", self.version, self.warc_end)

    def revisit(self, name: str, day: int = 20, **named: str | None) -> bytes:
        """Returns a revisit with the same URL that names this capture in all ways by default."""
        fields = self.own_fields() | {
            "WARC-Record-ID": f"<urn:example:{name}>", "WARC-Date": f"2024-05-{day:02}T00:00:00Z",
            "WARC-Profile": PROFILES[self.version], "WARC-Refers-To": f"<{self.id}>",
            "WARC-Refers-To-Target-URI": self.url, "WARC-Refers-To-Date": self.date,
            "WARC-Payload-Digest": sha1(self.payload)}  # fmt: skip
        fields |= {f"WARC-{key.replace('_', '-')}": value for key, value in named.items()}
        return warc("revisit", fields, self.head, self.version, self.warc_end)


def write(path: Path, *records: bytes) -> Path:
    """Writes records, plain or as one gzip member each."""
    is_packed = path.suffix == ".gz"
    path.write_bytes(b"".join(gzip.compress(r) if is_packed else r for r in records))
    return path


@dataclass
class Record:
    """A parsed record of an archive."""

    fields: dict[str, str]  # names in lower case
    head: bytes  # WARC
    block: bytes

    @property
    def kind(self) -> str:
        return self.fields["warc-type"]

    @property
    def id(self) -> str:
        return self.fields["warc-record-id"].strip("<>").removeprefix("urn:example:")

    @property
    def place(self) -> tuple[str, str]:
        return self.fields["warc-target-uri"].strip("<>"), self.fields["warc-date"]

    @property
    def http(self) -> tuple[bytes, bytes]:
        """Returns the HTTP head and the data after it."""
        end = min(at + len(mark) for mark in (b"\r\n\r\n", b"\n\n")
                  if (at := self.block.find(mark)) >= 0)  # fmt: skip
        return self.block[:end], self.block[end:]


def records_of(path: Path) -> list[Record]:
    """Returns all records; fails if one does not begin right after the end of the last one."""
    content, found, at = unpacked(path), [], 0
    while at < len(content):
        assert content[at:].startswith(b"WARC/"), content[at : at + 80]
        ends = [content.find(mark, at) + len(mark) for mark in (b"\r\n\r\n", b"\n\n")]
        begin = min(end for end in ends if end >= 4)
        lines = content[at:begin].decode("utf-8", "replace").splitlines()[1:-1]
        fields = {n.strip().lower(): v.strip() for n, v in (line.split(":", 1) for line in lines)}
        assert len(fields) == len(lines), f"a field stands twice: {lines}"
        size = int(fields["content-length"])
        found.append(Record(fields, content[at:begin], content[begin : begin + size]))
        at = begin + size
        assert content[at : at + 4] == b"\r\n\r\n"
        at += 4
    return found


def members_of(path: Path) -> list[bytes]:
    """Returns the content of each gzip member."""
    import zlib

    content, made = path.read_bytes(), []
    while content:
        unpacker = zlib.decompressobj(31)
        made.append(unpacker.decompress(content))
        assert unpacker.eof
        content = unpacker.unused_data
    return made


def dechunked(body: bytes) -> bytes:
    made, at = b"", 0
    while True:
        end = body.index(b"\r\n", at)
        size = int(body[at:end], 16)
        if size == 0:
            return made
        made += body[end + 2 : end + 2 + size]
        at = end + 2 + size + 2


def stored_digest(record: Record) -> str:
    """Returns the digest as in indexes: the stated one, else that of the stored body."""
    return record.fields.get("warc-payload-digest", sha1(record.http[1]))


def replay(*archives: Path) -> dict[str, tuple]:
    """Returns the place, HTTP head and body of each capture; None for a broken revisit."""
    records = [record for path in archives for record in records_of(path)]
    originals = {(*r.place, stored_digest(r).lower()): r for r in records if r.kind == "response"}
    shown = {}
    for record in records:
        if record.kind not in ("response", "revisit"):
            continue
        head, body = record.http
        if record.kind == "revisit":
            fields = record.fields
            name = (fields.get("warc-refers-to-target-uri", record.place[0]).strip("<>"),
                    fields.get("warc-refers-to-date", ""),
                    fields.get("warc-payload-digest", "").lower())  # fmt: skip
            body = originals[name].http[1] if name in originals else None
        if body and b"transfer-encoding: chunked" in head.lower():
            is_framed = body[:8].split(b"\r\n")[0].strip(b"0123456789abcdefABCDEF") == b""
            body = dechunked(body) if is_framed else body
        shown[record.id] = (record.place, head, body)
    return shown
