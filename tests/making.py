# SPDX-License-Identifier: Apache-2.0
"""Makes the inputs of tests: texts, pages, archives and compressed files."""

import functools
import gzip
import json
import random
import struct
import subprocess
import zlib
from pathlib import Path

# --- texts -------------------------------------------------------------------------------------

SYLLABLES = [a + b + c for a in "bdfglmnprst" for b in "aeiou" for c in ("", "n", "r", "l")]

# Sixty different words, so that every passage is different.
WORDS = (
    "harbour lantern meadow copper violin orchard granite thistle ember saddle "
    "willow anchor marble falcon kettle bramble canyon ribbon pepper lagoon "
    "timber velvet walnut glacier cobalt ferry hollow ivory jasmine kernel "
    "ladder mirror needle oyster parcel quarry raven silver tunnel umbrella "
    "valley wagon yonder zephyr acorn basil cedar dahlia easel fjord "
    "garnet hazel iris juniper kestrel linden maple nectar olive poplar"
).split()


def text_of(count=60, start=0):
    """Returns `count` of the sixty words, beginning with number `start`, cyclically."""
    return " ".join(WORDS[(start + i) % len(WORDS)] for i in range(count))


def words(seed: object, count: int = 120) -> str:
    """Returns a text that shares no five consecutive words with that of another seed."""
    return _words(str(seed), count)


@functools.lru_cache(4096)
def _words(seed: str, count: int) -> str:
    chance = random.Random(seed)
    return " ".join(f"{chance.choice(SYLLABLES)}{chance.choice(SYLLABLES)}" for _ in range(count))


def near(seed: object, version: int, count: int = 120) -> str:
    """Returns words(seed) and three more words; versions resemble each other at .95 or more."""
    return f"{words(seed, count)} {words((seed, version), 3)}"


# --- pages -------------------------------------------------------------------------------------

MENU = "Home News About"


def html(text: str, head: str = "", title: str = "A page", menu: str = "") -> str:
    """Returns a page with `text`, alone or after a menu in the constant frame of a site."""
    if not menu:
        head = f"<head><title>{title}</title>{head}</head>"
        return f"<!DOCTYPE html><html>{head}<body><p>{text}</p></body></html>"
    return (
        f'<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>{title}</title>'
        f'{head}</head><body class="site"><nav class="menu"><a href="/">{menu}</a></nav>'
        f'<main class="content"><h1 class="head">{title}</h1><p class="lead">{text}</p></main>'
        '<footer class="foot"><a href="/legal">Legal</a></footer></body></html>'
    )


def write_jsonl(path: Path, pages: list[dict]) -> Path:
    """Writes a file of JSON lines."""
    path.write_text("".join(json.dumps(page, ensure_ascii=False) + "\n" for page in pages))
    return path


def many_pages(count: int) -> list[dict]:
    """Returns pages of 200 words that have nothing in common."""
    return [{"id": f"p{i}", "text": words(i, 200)} for i in range(count)]


def corpus(pages: int = 400) -> list[dict]:
    """Returns pages of which every fifth is unique, and the others have an exact or near copy."""
    made = []
    for number in range(pages):
        family = number % (pages // 3)
        text = words(family) if number % 5 else words(("alone", number))
        text = near(family, number) if number % 3 == 2 and number % 5 else text
        host = f"http://host{number % 7}.example.org/{number}"
        made.append({"id": f"page-{number}", "url": host, "text": text})
    return made


# --- archives ----------------------------------------------------------------------------------


def warc_record(
    kind: str, number: int, body: bytes, version: str = "1.0", **fields: str | None
) -> bytes:
    """Returns a WARC record with its two line breaks; a field that is None is left out."""
    head = {
        "WARC-Type": kind,
        "WARC-Record-ID": f"<urn:uuid:{number:032x}>",
        "WARC-Date": "2024-01-02T03:04:05Z",
        "WARC-Target-URI": f"http://example.org/{number}",
        "Content-Type": "application/http; msgtype=response",
        "Content-Length": str(len(body)),
    } | {name.replace("_", "-"): value for name, value in fields.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items() if value is not None)
    return f"WARC/{version}\r\n{lines}\r\n".encode() + body + b"\r\n\r\n"


def response(
    number: int, body: bytes, http: str = "", media: str = "text/html; charset=utf-8", **fields: str
) -> bytes:
    """Returns a response record."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {media}\r\n{http}\r\n"
    return warc_record("response", number, head.encode() + body, **fields)


def html_response(number: int, text: str) -> bytes:
    """Returns a response record of a page with `text`."""
    return response(number, html(text).encode())


def write_warc(path: Path, *records: bytes) -> Path:
    """Writes records, each as a gzip member if the name ends in .gz."""
    is_packed = path.suffix == ".gz"
    path.write_bytes(b"".join(gzip.compress(r) if is_packed else r for r in records))
    return path


# --- packings ----------------------------------------------------------------------------------


def bomb(piece: bytes, times: int, first: bytes = b"", last: bytes = b"", how: str = "gzip") -> bytes:
    """Returns gzip or zlib of first, `times` pieces and last; compresses the piece only once."""
    packer = zlib.compressobj(9, wbits=-15)
    # A fully flushed part ends at a whole byte and does not refer to earlier data.
    head, middle = (packer.compress(part) + packer.flush(zlib.Z_FULL_FLUSH) for part in (first, piece))
    body = head + middle * times + packer.compress(last) + packer.flush()
    checksum = zlib.crc32 if how == "gzip" else zlib.adler32
    total = checksum(first)
    for _ in range(times):
        total = checksum(piece, total)
    total = checksum(last, total)
    if how != "gzip":
        return b"\x78\xda" + body + struct.pack(">I", total)
    size = len(first) + len(piece) * times + len(last)
    return gzip.compress(b"")[:10] + body + struct.pack("<II", total, size & 0xFFFFFFFF)


TOOLS = {"zst": "zstd -qc", "lz4": "lz4 -qcB4", "xz": "xz -1c", "bz2": "bzip2 -c"}
UNPACKERS = {".gz": "gzip -dc", ".zst": "zstd -dqc --long=27", ".lz4": "lz4 -dqc",
             ".xz": "xz -dc", ".bz2": "bzip2 -dc"}  # fmt: skip


def piped(command: str, content: bytes) -> bytes:
    """Returns the output of a tool for some bytes; fails if the tool fails."""
    return subprocess.run(command.split(), input=content, capture_output=True, check=True).stdout


def packed(path: Path, how: str) -> Path:
    """Makes a compressed copy beside a file: gz, members (a gzip member every few KB), zst, lz4, xz
    or bz2."""
    content = path.read_bytes()
    if how == "gz":
        target, made = path.with_name(path.name + ".gz"), gzip.compress(content)
    elif how == "members":
        pieces = [content[at : at + 7777] for at in range(0, len(content), 7777)]
        target, made = path.with_name(path.name + ".gz"), b"".join(map(gzip.compress, pieces))
    else:
        target, made = path.with_name(f"{path.name}.{how}"), piped(TOOLS[how], content)
    target.write_bytes(made)
    return target


def unpacked(path: Path) -> bytes:
    """Returns the content of a file, compressed or not."""
    content = path.read_bytes()
    return piped(UNPACKERS[path.suffix], content) if path.suffix in UNPACKERS else content
