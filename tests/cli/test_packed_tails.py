# SPDX-License-Identifier: Apache-2.0
"""What stands behind the members of a packed file is counted, with its length."""

import gzip
import json
from pathlib import Path

import pytest
from making import html_response, words
from running import Dedup, facsim

LINES = [json.dumps({"id": i, "text": words(i)}).encode() + b"\n" for i in range(20)]
RECORDS = [html_response(i, words(i)) for i in range(8)]


@pytest.mark.parametrize("name", ["log.jsonl.gz", "mixed.warc.gz", "page.csv.gz"])
def test_the_tail_is_counted(tmp_path: Path, name: str) -> None:
    parts = {
        "log.jsonl.gz": (gzip.compress(b"".join(LINES[:10])), b"".join(LINES[10:])),
        "mixed.warc.gz": (b"".join(map(gzip.compress, RECORDS[:4])), b"".join(RECORDS[4:])),
        "page.csv.gz": (gzip.compress(f"id,text\n1,{words(1)}\n".encode()), b"2,more\n"),
    }
    packed, tail = parts[name]
    (tmp_path / name).write_bytes(packed + tail)
    run = Dedup(tmp_path, tmp_path / name)
    assert run.summary["skipped"]["damaged_record"] == 1
    (row,) = [json.loads(line) for line in (run.out / "skipped.jsonl").open()]
    assert (row["reason"], row["offset"], row["length"]) == (
        "damaged_record",
        len(packed),
        len(tail),
    )
    assert "damaged_record 1" in run.done.err
    assert "bytes that are no gzip member" in run.done.err
    # And recluster, which reads no input, says the same.
    assert facsim("recluster", str(run.out), "--keep", "last").status == 0


def test_padding_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b"".join(LINES)) + bytes(512))
    run = Dedup(tmp_path, tmp_path / "a.jsonl.gz")
    assert "damaged_record" not in run.done.err
    assert (run.out / "skipped.jsonl").read_bytes() == b""
