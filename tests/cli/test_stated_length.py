# SPDX-License-Identifier: Apache-2.0
"""What is wrong with the records of one file is not said of those of another."""

import json
import re
from pathlib import Path

from making import html_response, words
from running import facsim


def record(number: int) -> bytes:
    """A WARC record whose length is too small."""
    whole = html_response(number, words(number))
    length = int(re.search(rb"Content-Length: (\d+)", whole)[1])
    return whole.replace(b"Content-Length: %d" % length, b"Content-Length: %d" % (length - 5), 1)


def test_lengths_are_counted_alike_by_any_number_of_threads(tmp_path: Path) -> None:
    archive = tmp_path / "a.warc"
    archive.write_bytes(b"".join(record(number) for number in range(200)))
    lines = tmp_path / "b.jsonl"
    rows = (json.dumps({"id": str(n), "text": words(1000 + n)}) for n in range(300))
    lines.write_text("\n".join(rows) + "\n")
    table = tmp_path / "c.csv"
    table.write_text("id,text\n" + "".join(f"{n},{words(2000 + n)}\n" for n in range(300)))
    for threads in (1, 6):
        out = tmp_path / f"out{threads}"
        done = facsim("dedup", archive, lines, table, "-o", out, "--threads", threads)
        assert "stated length too small: 200 records (first at " in done.err, threads
