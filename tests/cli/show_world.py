# SPDX-License-Identifier: Apache-2.0
"""Pages that repeat each other, and `facsim show` on them."""

import json

from making import text_of, write_jsonl
from running import facsim

WORDS = text_of().split()
EDITED = " ".join(WORDS[:30] + ["inserted"] + WORDS[31:])
OTHER = " ".join(f"word{i}" for i in range(60))


def dedup(folder, *arguments, **options):
    result = facsim("dedup", *arguments, "-o", "out", "--quiet", cwd=folder, **options)
    assert result.status == 0, result.err
    rows = [json.loads(line) for line in (folder / "out/duplicates.jsonl").read_text().splitlines()]
    return {row["id"]: row for row in rows}


def show(folder, word, *flags, **options):
    """Returns the object that --json prints."""
    result = facsim("show", "out", word, "--json", *flags, cwd=folder, **options)
    assert result.status == 0, result.err
    return json.loads(result.out)


def lines_of(folder, *words, **options):
    result = facsim("show", "out", *words, cwd=folder, **options)
    assert result.status == 0, result.err
    return result.out.splitlines()


def write_pages(folder):
    """Writes five pages to one file: `edited` and `again` repeat `first`, the others are unique."""
    write_jsonl(
        folder / "pages.jsonl",
        [
            {"id": "first", "url": "http://a.example.org/", "text": text_of()},
            {"id": "other", "text": OTHER},
            {"id": "edited", "url": "http://b.example.org/", "text": EDITED},
            {"id": "again", "text": text_of()},
            {"id": "short", "text": "only three words"},
        ],
    )
    return folder


def chain(links=6, size=400, step=20):
    """Returns texts that share most words with the next one; the first and last share little."""
    words = [f"word{i}" for i in range(size + links * step * 2)]
    return [{"id": f"c{i}", "text": " ".join(words[i * step * 2 : i * step * 2 + size])}
            for i in range(links)]  # fmt: skip
