# SPDX-License-Identifier: Apache-2.0
"""Archives with revisit records, made byte by byte, and a separate reader that finds the original
of each revisit, as replay programs must."""

import base64
import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from making import html, near, unpacked, warc_record, write_warc
from running import Dedup

CANONICAL = '<link rel="canonical" href="http://site.example.org/{}">'
WAYS = ["id", "place", "digest", "all"]
PROFILE = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"


def digest_of(payload: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(payload).digest()).decode()


def record(kind: str, block: bytes = b"", version: str = "1.1", **fields: str) -> bytes:
    """Returns a record with only these fields; `Refers_To` is the field WARC-Refers-To."""
    bare = dict.fromkeys(("WARC_Record_ID", "WARC_Target_URI", "WARC_Date"))
    named = {f"WARC_{name}": value for name, value in fields.items()}
    return warc_record(kind, 0, block, version, **bare | named)


@dataclass
class Capture:
    """A page at a place and time, and the revisits that refer to it."""

    name: str
    text: str
    url: str = ""
    date: str = "2024-05-01T00:00:00Z"
    head: str = ""
    media: str = "text/html"
    payload: bytes = field(init=False)

    def __post_init__(self) -> None:
        self.url = self.url or f"http://site.example.org/{self.name}"
        self.payload = html(self.text, self.head).encode()

    @property
    def id(self) -> str:
        return f"<urn:example:{self.name}>"

    def response(self) -> bytes:
        http = f"HTTP/1.1 200 OK\r\nContent-Type: {self.media}\r\n\r\n".encode()
        return record("response", http + self.payload, Record_ID=self.id, Target_URI=self.url,
                      Date=self.date, Payload_Digest=digest_of(self.payload))  # fmt: skip

    def revisit(self, name: str, by: str = "id", **fields: str) -> bytes:
        """Returns a revisit of this page by id, place, digest, or all of them."""
        refers = {
            "id": {"Refers_To": self.id},
            "place": {"Refers_To_Target_URI": self.url, "Refers_To_Date": self.date},
            "digest": {"Payload_Digest": digest_of(self.payload)},
        }
        refers["all"] = refers["id"] | refers["place"] | refers["digest"]
        named = {"Record_ID": f"<urn:example:{name}>", "Target_URI": self.url,
                 "Date": "2024-05-02T00:00:00Z", "Profile": PROFILE}  # fmt: skip
        block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
        return record("revisit", block, **named | refers[by] | fields)


def heads_of(content: bytes) -> list[dict[str, str]]:
    """Returns the header fields of each record in lower case, with its start as `at`."""
    heads, at = [], 0
    while at < len(content):
        end = content.index(b"\r\n\r\n", at) + 4
        lines = content[at:end].decode("utf-8", "replace").split("\r\n")[1:-2]
        head = {k.strip().lower(): v.strip() for k, v in (line.split(":", 1) for line in lines)}
        heads.append(head | {"at": str(at)})
        at = end + int(head["content-length"]) + 4
    return heads


def second_of(date: str) -> str:
    return datetime.fromisoformat(date.replace("Z", "+00:00")).strftime("%Y%m%d%H%M%S")


def names_of(head: dict[str, str]) -> set[tuple]:
    """Returns all names by which a revisit may refer to a response."""
    url = head.get("warc-target-uri", "").strip("<>")
    digest = head.get("warc-payload-digest", "").lower()
    return {("id", head.get("warc-record-id")), ("place", url, second_of(head["warc-date"])),
            ("payload", url, digest), ("digest", digest)}  # fmt: skip


def references_of(head: dict[str, str]) -> list[tuple]:
    """Returns the names that a revisit gives its original, the surest first."""
    own = head.get("warc-target-uri", "").strip("<>")
    url = head.get("warc-refers-to-target-uri", own).strip("<>")
    digest = head.get("warc-payload-digest", "").lower()
    found = []
    if "warc-refers-to" in head:
        found.append(("id", head["warc-refers-to"]))
    if "warc-refers-to-date" in head:
        found.append(("place", url, second_of(head["warc-refers-to-date"])))
    if digest:
        found.append(("payload", url, digest))
    if digest and not found[:-1] and "warc-refers-to-target-uri" not in head:
        found.append(("digest", digest))
    return found


@dataclass
class Replay:
    """The revisits of some archives, and which of them find their originals there."""

    found: list[str] = field(default_factory=list)
    dangling: list[str] = field(default_factory=list)


def replay(*archives: Path) -> Replay:
    """Reads all archives, compressed or not, and finds the original of every revisit."""
    heads = [head for path in archives for head in heads_of(unpacked(path))]
    names = set().union(*(names_of(h) for h in heads if h["warc-type"] in ("response", "resource")))
    result = Replay()
    for head in heads:
        if head["warc-type"] == "revisit":
            is_there = any(reference in names for reference in references_of(head))
            (result.found if is_there else result.dangling).append(head["warc-record-id"])
    return result


def counts(kept: int = 0, removed: int = 0, elsewhere: int = 0, in_index: int = 0) -> dict:
    return {"records": kept + removed + in_index + elsewhere, "original_kept": kept,
            "original_removed": removed, "original_in_index": in_index,
            "original_elsewhere": elsewhere}  # fmt: skip


def warnings_about_revisits(run: Dedup) -> list[str]:
    return [line for line in run.done.warnings if "revisit" in line]


def versions_with_revisits(folder: Path) -> list[Path]:
    """Writes forty families of six versions; every second page has revisits of each kind."""
    first, second = [], []
    for family in range(40):
        for version in range(6):
            page = Capture(f"{family}-{version}", near(family, version),
                           url=f"http://h{version % 2}.example.org/{family}/{'x' * (5 - version)}",
                           date=f"2024-0{1 + (version * 5 + family) % 9}-01T00:00:00Z",
                           head=CANONICAL.format(version))  # fmt: skip
            first.append(page.response())
            if (family + version) % 2:
                way = WAYS[(family + version // 2) % 4]
                second += [page.revisit(f"{page.name}-again-{n}", by=way) for n in range(version)]
    return [write_warc(folder / "2.warc.gz", *second), write_warc(folder / "1.warc", *first)]


def near_pages() -> dict[str, Capture]:
    """Returns versions of one page, of which every policy keeps another one than `orig`."""
    made = {
        "b": Capture("b", near("x", 1), date="2024-01-01T00:00:00Z", head=CANONICAL.format("b")),
        "orig": Capture("orig", near("x", 0), url="http://site.example.org/original"),
        "long": Capture("long", near("x", 2) + " and more words", date="2024-12-01T00:00:00Z"),
        "c": Capture("c", near("x", 3), head=CANONICAL.format("c")),
    }
    return made
