# SPDX-License-Identifier: Apache-2.0
"""Archives with one fault each: wrong lengths, bytes that came or went, cuts, broken members.

Everything is drawn from a seed, so that a mutant can be made again by its number. A fault is made
where it happens in the wild: in the unpacked bytes of a record, which is then packed again by its
old rules, or in the packed file.
"""

import gzip
import random
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass

WARC_LENGTH = re.compile(rb"(?im)^Content-Length:[ \t]*(\d+)")
WARC_NAME = re.compile(rb"(?im)^WARC-Record-ID:\s*<?([^>\s]+)")
WARC_BOND = re.compile(rb"(?im)^WARC-Concurrent-To:\s*<?([^>\s]+)")
ARC_LENGTH = re.compile(rb" (\d+)\n")


@dataclass
class Seed:
    """An archive as records with their separators; packed: each record is a gzip member."""

    name: str
    records: list[bytes]
    packed: bool
    arc: bool = False

    def file(self) -> bytes:
        """The archive as a file."""
        return b"".join(map(member, self.records)) if self.packed else b"".join(self.records)

    def bonds(self) -> dict[str, str]:
        """The names of records with the one that each names."""
        found = ((WARC_NAME.search(r), WARC_BOND.search(r)) for r in self.records)
        return {name[1].decode(): bond[1].decode() for name, bond in found if name and bond}


@dataclass
class Mutant:
    """The file with its fault."""

    kind: str
    name: str
    data: bytes
    bonds: dict[str, str]  # of the sound archive


def member(record: bytes) -> bytes:
    """A record as a gzip member; always the same bytes."""
    return gzip.compress(record, 6, mtime=0)


def members_of(data: bytes) -> list[bytes]:
    """The unpacked members of a gzip file, of a cut one those that are whole."""
    found = []
    while data:
        unpacker = zlib.decompressobj(31)
        try:
            found.append(unpacker.decompress(data))
        except zlib.error:
            break
        if not unpacker.eof:
            break
        data = unpacker.unused_data
    return found


# --- faults in a record ------------------------------------------------------------------------


def with_length(record: bytes, change: Callable[[int], int], arc: bool) -> bytes:
    """The record with another stated length."""
    found = (ARC_LENGTH if arc else WARC_LENGTH).search(record)
    if not found:
        return record
    length = max(0, change(int(found[1])))
    return record[: found.start(1)] + b"%d" % length + record[found.end(1) :]


def place(chance: random.Random, record: bytes) -> int:
    """Somewhere: heads are short and decide much, so every other place is in one."""
    head = min(len(record), 600)
    return chance.randrange(head if chance.random() < 0.5 else len(record))


def inserted(chance: random.Random, record: bytes) -> bytes:
    """Bytes that came: a few or many, of the record itself or of none."""
    at = place(chance, record)
    size = chance.choice([1, 2, 3, 7, 40, 300, 5000])
    breaks = b"\r\n" * (size // 2 + 1)
    piece = chance.choice([chance.randbytes(size), record[at : at + size], breaks])
    return record[:at] + piece + record[at:]


def deleted(chance: random.Random, record: bytes) -> bytes:
    """Bytes that went."""
    at = place(chance, record)
    return record[:at] + record[at + chance.choice([1, 2, 3, 7, 40, 300, 5000]) :]


def changed(chance: random.Random, record: bytes) -> bytes:
    """Bytes that are others."""
    out = bytearray(record)
    at = place(chance, record)
    for i in range(at, min(len(out), at + chance.choice([1, 1, 2, 8, 60]))):
        out[i] = chance.randrange(256)
    return bytes(out)


def line_doubled(chance: random.Random, record: bytes) -> bytes:
    """A line twice: mostly one of the heads."""
    lines = record.splitlines(keepends=True)
    at = chance.randrange(min(len(lines), 12) if chance.random() < 0.7 else len(lines))
    return b"".join([*lines[: at + 1], *lines[at:]])


def breaks_changed(chance: random.Random, record: bytes) -> bytes:
    """CRLF became LF: in the head, in all of it, or behind it."""
    head, mark, rest = record.partition(b"\r\n\r\n")
    how = chance.randrange(3)
    if how == 0:
        return head.replace(b"\r\n", b"\n") + b"\n\n" + rest if mark else record
    if how == 1:
        return record.replace(b"\r\n", b"\n")
    return record.rstrip(b"\r\n") + chance.choice([b"", b"\n", b"\r\n", b"\n\n", b"\r"])


IN_RECORDS = {
    "length a little too small": lambda c, r, arc: with_length(
        r, lambda n: n - c.randint(1, 9), arc
    ),
    "length much too small": lambda c, r, arc: with_length(r, lambda n: int(n * c.random()), arc),
    "length a little too large": lambda c, r, arc: with_length(
        r, lambda n: n + c.randint(1, 9), arc
    ),
    "length much too large": lambda c, r, arc: with_length(
        r, lambda n: n + int(10 ** c.uniform(1, 11)), arc
    ),
    "bytes inserted": lambda c, r, _: inserted(c, r),
    "bytes deleted": lambda c, r, _: deleted(c, r),
    "bytes changed": lambda c, r, _: changed(c, r),
    "line doubled": lambda c, r, _: line_doubled(c, r),
    "CRLF to LF": lambda c, r, _: breaks_changed(c, r),
}


# --- faults in a file --------------------------------------------------------------------------


def cut(chance: random.Random, seed: Seed) -> bytes:
    """The file's beginning."""
    data = seed.file()
    return data[: chance.randrange(40, len(data))]


def member_damaged(chance: random.Random, seed: Seed) -> bytes:
    """A byte of a member's header, of its data or of its checksum."""
    members = [bytearray(member(record)) for record in seed.records]
    hit = chance.choice(members)
    part = chance.choice([range(10), range(10, len(hit) - 8), range(len(hit) - 8, len(hit))])
    hit[chance.choice(part)] ^= 1 << chance.randrange(8)
    return b"".join(members)


IN_FILES = {"file cut": cut, "member damaged": member_damaged}


def kinds_for(seed: Seed) -> list[str]:
    """The kinds of fault that this seed can have."""
    return [*IN_RECORDS, *(k for k in IN_FILES if seed.packed or k != "member damaged")]


def mutant(seed: Seed, kind: str, number: int) -> Mutant:
    """One archive with one fault."""
    chance = random.Random(f"{seed.name} {kind} {number}")
    if kind in IN_FILES:
        data = IN_FILES[kind](chance, seed)
    else:
        records = list(seed.records)
        at = chance.randrange(len(records))
        records[at] = IN_RECORDS[kind](chance, records[at], seed.arc)
        data = Seed(seed.name, records, seed.packed).file()
    ending = ("arc" if seed.arc else "warc") + (".gz" if seed.packed else "")
    return Mutant(kind, f"{number:05d}.{ending}", data, seed.bonds())


def mutants(seeds: list[Seed], count: int) -> list[Mutant]:
    """So many, the kinds and seeds in turn."""
    every = [(seed, kind) for seed in seeds for kind in kinds_for(seed)]
    random.Random(0).shuffle(every)
    return [mutant(*every[i % len(every)], i) for i in range(count)]
