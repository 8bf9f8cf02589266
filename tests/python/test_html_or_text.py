# SPDX-License-Identifier: Apache-2.0
"""Of an html and a text one is judged: the same one, whatever the row comes in."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import facsim
import pytest
from making import html, near, words, write_jsonl
from running import facsim as program
from seen_world import Service, url_of
from test_ids import FRAMES

pa = pytest.importorskip("pyarrow", reason="skipped: no pyarrow")

TEXT = words("what the text says")
SAID = words("what the html says")
PAGE = html(SAID)
NAN = float("nan")
# What a row has, and whether its html or its text is judged; None: neither, as there is no page.
PAIRS: list[tuple[Any, Any, str | None]] = [
    (PAGE, TEXT, "html"), (PAGE, "", "html"), (PAGE, None, "html"),
    ("", TEXT, "text"), (None, TEXT, "text"), (NAN, TEXT, "text"),
    ("", "", None), ("", None, None), (None, "", None), (None, None, None), (NAN, NAN, None), ("", NAN, None),
    # Which is a page, though one that says nothing.
    (" \n\t", TEXT, None), (" \n", None, None), (None, " \n", None), ("", " \t", None),
]  # fmt: skip
FIRST = [{"id": "html", "html": PAGE, "text": None}, {"id": "text", "html": None, "text": TEXT}]
ROWS = FIRST + [{"id": str(at), "html": pair[0], "text": pair[1]} for at, pair in enumerate(PAIRS)]
WANTED = {str(at): pair[2] for at, pair in enumerate(PAIRS) if pair[2]}


def without_nan(row: dict) -> dict:
    """What is no value in JSON nor in Arrow."""
    return {name: None if value is NAN else value for name, value in row.items()}


def of_pandas() -> Any:
    return pytest.importorskip("pandas", reason="skipped: no pandas").DataFrame(ROWS)


PLAIN = [without_nan(row) for row in ROWS]
DATA: dict[str, Callable[[], Any]] = {
    name: (lambda make=make: make(pa.Table.from_pylist(PLAIN))) for name, make in FRAMES.items()
} | {
    "list": lambda: ROWS,
    "iterator": lambda: iter(ROWS),
    "pandas with NaN": of_pandas,
    "bytes": lambda: [
        {name: value.encode() if isinstance(value, str) and name != "id" else value for name, value in row.items()}
        for row in ROWS
    ],
}  # fmt: skip


def found(result: facsim.Result) -> dict[str, str]:
    return {row["id"]: row["representative"] for row in result.duplicates}


@pytest.mark.parametrize("kind", DATA)
def test_rows_in_memory(kind: str) -> None:
    result = facsim.dedup(DATA[kind](), html="html", id="id")
    assert found(result) == WANTED
    for name, which in WANTED.items():
        first, second = result._shown(name).texts
        assert (first, second) == ((PAGE, PAGE) if which == "html" else (TEXT, TEXT)), name
    again = facsim.dedup(DATA[kind](), html="html", id="id", matches="all").recluster(0.5)
    assert found(again) == WANTED


def test_a_report_says_what_was_judged() -> None:
    rows = [{"id": str(version), "html": "", "text": near("one", version)} for version in range(2)]
    last = rows[1]["text"].split()[-1]
    for data in (rows, pa.Table.from_pylist(rows)):
        result = facsim.dedup(data, html="html", id="id")
        assert found(result) == {"1": "0"}
        assert last in result.report()


def test_files(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="skipped: no pyarrow")
    table = pa.Table.from_pylist(PLAIN)
    write_jsonl(tmp_path / "a.jsonl", PLAIN)
    pq.write_table(table, tmp_path / "a.parquet")
    csv = pytest.importorskip("pyarrow.csv", reason="skipped: no pyarrow")
    csv.write_csv(table, tmp_path / "a.csv")
    for name in ("a.jsonl", "a.parquet", "a.csv"):
        assert found(facsim.dedup(tmp_path / name)) == WANTED, name
        done = program("dedup", name, "-o", f"{name}.out", "--quiet", cwd=tmp_path)
        if "plug-in" in done.err:
            continue
        rows = (tmp_path / f"{name}.out/duplicates.jsonl").read_text().splitlines()
        assert {row["id"]: row["representative"] for row in map(json.loads, rows)} == WANTED, name


def judged(answers: list[dict]) -> dict[str, str]:
    """By what a store says of each page; those of the first two are in it."""
    assert [row["seen"] for row in answers[:2]] == ["no", "no"]
    said = {}
    for row in answers[2:]:
        if row["seen"] == "yes":
            match = row["match"]
            said[row["id"]] = match["id"] if isinstance(match, dict) else match.id
    return said


def test_stores(service: Service, tmp_path: Path) -> None:
    with facsim.Seen(tmp_path / "store") as seen:
        answers = seen.check_and_add_batch(ROWS)
        assert judged(with_ids(answers)) == WANTED
        one_by_one = [seen.check(row) for row in ROWS[2:]]
        assert [answer.seen for answer in one_by_one] == [answer.seen for answer in answers[2:]]
        table = pa.Table.from_pylist(PLAIN)
        assert [answer.seen for answer in seen.check_batch(table)][2:] == [answer.seen for answer in answers[2:]]
    with facsim.Seen(url_of(service), collection="client", create=True) as seen:
        assert judged(with_ids(seen.check_and_add_batch(ROWS))) == WANTED
    service.request("PUT", "/v1/collections/plain")
    body = "".join(json.dumps(row) + "\n" for row in PLAIN)
    path = "/v1/collections/plain/check:batch?add=true"
    lines = service.request("POST", path, body, {"Content-Type": "application/x-ndjson"}).lines()
    assert judged([row | {"id": each["id"]} for row, each in zip(lines, ROWS, strict=True)]) == WANTED


def with_ids(answers: Any) -> list[dict]:
    return [vars(answer) | {"id": row["id"]} for answer, row in zip(answers, ROWS, strict=True)]


def test_other_calls(tmp_path: Path) -> None:
    with facsim.PageIndex.begin(tmp_path / "a.idx") as index:
        index.add(FIRST, html="html", id="id")
        for row in ROWS[2:]:
            ids = [one.id for one in index.ask(row, html="html")]
            assert ids == ([WANTED[row["id"]]] if row["id"] in WANTED else []), row
