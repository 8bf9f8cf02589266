# SPDX-License-Identifier: Apache-2.0
"""--keep newest and oldest look at fractions of seconds, in each format."""

import json
from pathlib import Path

import pytest
from making import html, response, words, write_jsonl
from running import Dedup

TEXT = words("time")
MILLISECONDS = ["500", "900", "100"]
DATE = "2026-01-01T00:00:00"


def archive(folder: Path) -> Path:
    """Of WARC/1.1, whose dates may have fractions."""
    records = [
        response(n, html(TEXT).encode(), version="1.1", WARC_Date=f"{DATE}.{ms}000000Z")
        for n, ms in enumerate(MILLISECONDS)
    ]
    (folder / "a.warc").write_bytes(b"".join(records))
    return folder / "a.warc"


def lines(folder: Path, times: list) -> Path:
    """JSON with a time."""
    pages = [{"id": str(n), "text": TEXT, "t": t} for n, t in enumerate(times)]
    return write_jsonl(folder / "a.jsonl", pages)


SOURCES = {
    "warc": archive,
    "dates": lambda folder: lines(folder, [f"{DATE}.{ms}Z" for ms in MILLISECONDS]),
    "comma": lambda folder: lines(folder, [f"{DATE},{ms}+01:00" for ms in MILLISECONDS]),
    "compact": lambda folder: lines(folder, [f"20260101000000{ms}" for ms in MILLISECONDS]),
    "seconds": lambda folder: lines(folder, [1.7e9 + int(ms) / 1000 for ms in MILLISECONDS]),
    "milliseconds": lambda folder: lines(folder, [1_700_000_000_000 + int(m) for m in MILLISECONDS]),
    "before-1970": lambda folder: lines(folder, [-5 + int(ms) / 1000 for ms in MILLISECONDS]),
}


def csv(folder: Path) -> Path:
    """A table with a time."""
    rows = "".join(f"{n},{TEXT},{DATE}.{ms}Z\n" for n, ms in enumerate(MILLISECONDS))
    (folder / "a.csv").write_text(f"id,text,t\n{rows}")
    return folder / "a.csv"


SOURCES["csv"] = csv


@pytest.mark.parametrize(("keep", "kept"), [("newest", 1), ("oldest", 2)])
@pytest.mark.parametrize("name", SOURCES)
def test_the_fraction_decides(tmp_path: Path, name: str, keep: str, kept: int) -> None:
    source = SOURCES[name](tmp_path)
    field = [] if name == "warc" else ["--time-field", "t"]
    run = Dedup(tmp_path, source, "--keep", keep, *field)
    rows = [json.loads(line) for line in (run.out / "duplicates.jsonl").open()]
    wanted = f"urn:uuid:{kept:032x}" if name == "warc" else str(kept)
    assert {row["representative"] for row in rows} == {wanted}


@pytest.mark.parametrize("name", ["dates", "csv"])
def test_fields_of_dates_too(tmp_path: Path, name: str) -> None:
    run = Dedup(tmp_path, SOURCES[name](tmp_path), "--keep", "field:t")
    rows = [json.loads(line) for line in (run.out / "duplicates.jsonl").open()]
    assert {row["representative"] for row in rows} == {"1"}
