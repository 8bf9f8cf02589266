# SPDX-License-Identifier: Apache-2.0
"""What another reader (warcio) sees in an archive, and what a copy of facsim owes it."""

import contextlib
import hashlib
import io
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord

# A record without an end is read no further.
CONTENT_BYTES_MAX = 50_000_000
ARC_NAME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:.* \d{8,17}$")
# What comes out of a file that is none.
NOT_READ = (ArchiveLoadFailed, ValueError, TypeError, AttributeError, EOFError, OSError)


@dataclass(frozen=True)
class Key:
    """What makes two readings of a record the same."""

    name: str  # WARC-Record-ID, or the URL and date of ARC
    digest: str  # of the block as read


@dataclass
class Record:
    """A record as another reader has it."""

    key: Key
    offset: int
    binds: tuple[str, ...]  # its own name and the one that it is bound to
    digest_passed: bool | None  # by its own digests; None where nothing was compared


@dataclass
class Reading:
    """The records of a file in order, and whether the reader came to its end."""

    records: list[Record] = field(default_factory=list)
    to_the_end: bool = True

    def keys(self) -> list[Key]:
        """What tells the records apart."""
        return [record.key for record in self.records]

    def failing(self) -> set[Key]:
        """The records that `warcio check` complains of."""
        return {r.key for r in self.records if r.digest_passed is False}


def read(path: Path, arc: bool) -> Reading:
    """By warcio, as far as it comes."""
    reading = Reading()
    with path.open("rb") as stream, contextlib.redirect_stderr(io.StringIO()):
        try:
            records = ArchiveIterator(stream, no_record_parse=True)
            for record in records:
                block = record.raw_stream.read(CONTENT_BYTES_MAX)
                found = described(record, block, records.get_record_offset(), arc)
                # Of ARC warcio takes any line for a record that has four spaces in it.
                if arc and not ARC_NAME.match(found.key.name):
                    reading.to_the_end = False
                    break
                reading.records.append(found)
        except NOT_READ:
            reading.to_the_end = False
    passed = digests_passed(path)
    for record in reading.records:
        record.digest_passed = passed.get(record.offset)
    return reading


def described(record: ArcWarcRecord, block: bytes, offset: int, arc: bool) -> Record:
    """What is remembered of it."""
    fields = record.rec_headers
    if arc:
        name = f"{fields.get_header('uri')} {fields.get_header('archive-date')}"
        binds = (str(fields.get_header("uri")),)
    else:
        name = str(fields.get_header("WARC-Record-ID"))
        # Of several the first counts, and Refers-To only where there is no other.
        to = fields.get_header("WARC-Concurrent-To") or fields.get_header("WARC-Refers-To")
        binds = tuple(bare(n) for n in (name, to) if n)
    return Record(Key(name, hashlib.sha1(block).hexdigest()), offset, binds, None)


def bare(name: str) -> str:
    """An id without its brackets, as rows have it."""
    return name.strip().removeprefix("<").removesuffix(">").strip()


def digests_passed(path: Path) -> dict[int, bool | None]:
    """What `warcio check` says of each record, by its place."""
    passed = {}
    with path.open("rb") as stream, contextlib.redirect_stderr(io.StringIO()):
        try:
            records = ArchiveIterator(stream, check_digests=True)
            for record in records:
                while record.content_stream().read(1 << 20):
                    pass
                passed[records.get_record_offset()] = record.digest_checker.passed
        except Exception:  # noqa: BLE001  whatever it is, the check ends there
            return passed
    return passed


def rows(path: Path) -> dict[str, list[dict]]:
    """The rows of a report by the file that they are about."""
    found: dict[str, list[dict]] = {}
    for line in path.read_text().splitlines():
        row = json.loads(line)
        found.setdefault(Path(row["file"]).name, []).append(row)
    return found


def unaccounted(
    before: Reading,
    after: Reading,
    removed: list[dict],
    skipped: list[dict],
    bonds: dict[str, str] | None = None,
) -> list[Key]:
    """Records that were read before and are neither there, nor removed, nor named.

    A page may take the record along that it names, also where the other reader stopped before it;
    `bonds` says which.
    """
    there = after.keys()
    gone = {row["id"] for row in removed} | {row["url"] for row in removed}
    # A response may name its request, or the request its response.
    gone |= {name for r in before.records if gone & set(r.binds[:1]) for name in r.binds}
    gone |= {bond for name, bond in (bonds or {}).items() if name in gone}
    places = {row["offset"] for row in removed}
    lost = []
    for record in before.records:
        if record.key in there:
            there.remove(record.key)
        elif record.offset not in places and not gone & set(record.binds):
            if not any(covers(row, record.offset) for row in skipped):
                lost.append(record.key)
    return lost


def covers(row: dict, offset: int) -> bool:
    """Whether a row of skipped.jsonl is about this place; rows of before have no length."""
    return row["offset"] <= offset < row["offset"] + max(row["length"], 1)
