# SPDX-License-Identifier: Apache-2.0
"""Large pages of many kinds, and how much memory a run over them may take."""

import json
import random
from pathlib import Path

from making import bomb, response

MIB = 1 << 20
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def words(rng: random.Random, size: int) -> bytes:
    """Returns a text of `size` bytes."""
    stock = ["".join(rng.choices(LETTERS, k=rng.randint(2, 9))) for _ in range(3000)]
    text = " ".join(rng.choices(stock, k=size // 4))
    return text.encode()[:size]


def paragraphs(rng: random.Random, size: int) -> bytes:
    """Returns the page that needs the most memory: an element for every letter."""
    return "".join(f"<p>{letter}" for letter in rng.choices(LETTERS, k=size // 4)).encode()


def nested(rng: random.Random, size: int) -> bytes:
    """Returns many groups of elements, nested a thousand deep."""
    parts: list[str] = []
    length = 0
    while length < size:
        depth = rng.randint(50, 1500)
        text = [f"<div class=c{rng.randint(0, 40)}>{rng.choice(LETTERS)} " for _ in range(depth)]
        parts += text
        parts.append("</div>" * depth)
        length += sum(map(len, text)) + 6 * depth
    return "".join(parts).encode()[:size]


def article(rng: random.Random, size: int) -> bytes:
    """Returns ordinary markup: paragraphs of a hundred words, and a few links."""
    text = words(rng, size).decode().split(" ")
    lines = []
    for begin in range(0, len(text), 100):
        link = f'<a href="http://example.org/{begin}">{text[begin]}</a>'
        said = " ".join(text[begin : begin + 100])
        lines.append(f'<div class="row"><p class="t">{link} {said}</p></div>')
    return ("<html><body><article>" + "\n".join(lines)).encode()[:size]


def letters(rng: random.Random, size: int) -> bytes:
    """Returns a text of one-letter words: a unit for every two bytes."""
    return " ".join(rng.choices(LETTERS, k=size // 2)).encode()


def bombs(folder: Path, make, count: int, size: int) -> Path:
    """Makes a WARC whose bodies are compressed to a fraction of their size."""
    records = []
    for number in range(count):
        page = make(random.Random(number), size // 64)
        body = bomb(page, 64)
        http = f"Content-Encoding: gzip\r\nContent-Length: {len(body)}\r\n"
        records.append(response(number, body, http))
    path = folder / "pages.warc"
    path.write_bytes(b"".join(records))
    return path


def files(folder: Path, make, count: int, size: int, suffix: str) -> Path:
    """Makes a folder of pages."""
    for number in range(count):
        (folder / f"{number:03}.{suffix}").write_bytes(make(random.Random(number), size))
    return folder


def lines(folder: Path, make, count: int, size: int) -> Path:
    """Makes a file of JSON lines."""
    path = folder / "pages.jsonl"
    with path.open("w") as file:
        for number in range(count):
            text = make(random.Random(number), size).decode()
            file.write(json.dumps({"id": f"p{number}", "text": text}) + "\n")
    return path


def table(folder: Path, make, count: int, size: int) -> Path:
    """Makes a table; after each page follows an invalid row with a cell for every byte."""
    path = folder / "pages.csv"
    with path.open("w") as file:
        file.write("id,text\n")
        for number in range(count):
            file.write(f"p{number},{make(random.Random(number), size).decode()}\n")
            file.write("," * size + "\n")
    return path


# The makers of worlds; each takes a folder, a number of pages, and the bytes of a page.
WORLDS = {
    "elements": lambda folder, count, size: files(folder, paragraphs, count, size, "html"),
    "nested": lambda folder, count, size: files(folder, nested, count, size, "html"),
    "articles": lambda folder, count, size: files(folder, article, count, size, "html"),
    "text": lambda folder, count, size: files(folder, words, count, size, "txt"),
    "letters": lambda folder, count, size: files(folder, letters, count, size, "txt"),
    "lines": lambda folder, count, size: lines(folder, words, count, size),
    "table": lambda folder, count, size: table(folder, words, count, size),
    "bombs": lambda folder, count, size: bombs(folder, paragraphs, count, size),
}


def most(memory: int, single: int) -> int:
    """Returns the peak memory that README promises."""
    return memory + memory // 2 + single
