# SPDX-License-Identifier: Apache-2.0
"""An afternoon in a notebook: cells over frames of several libraries, with ids of every type."""

import datetime
import decimal
import json
import pickle
import uuid
from pathlib import Path
from typing import Any

import facsim
import pytest
from making import corpus, near
from running import facsim as program

pa = pytest.importorskip("pyarrow", reason="skipped: no pyarrow")
pd = pytest.importorskip("pandas", reason="skipped: no pandas")
pl = pytest.importorskip("polars", reason="skipped: no polars")
duckdb = pytest.importorskip("duckdb", reason="skipped: no duckdb")

TEXTS = [page["text"] for page in corpus(90)]
COUNT = len(TEXTS)
HASHES = [(number * 0x9E3779B97F4A7C15) % 2**64 for number in range(1, COUNT + 1)]
MOMENT = datetime.datetime(2026, 11, 28, 7, 5)
# What ids of data sets are: hashes, counters, keys of databases, moments.
IDS: dict[str, list[Any]] = {
    "hash": HASHES,
    "counter": list(range(-5, COUNT - 5)),
    "key": [decimal.Decimal(number) for number in range(COUNT)],
    "price": [decimal.Decimal(number) / 4 for number in range(COUNT)],
    "uuid": [uuid.UUID(int=number << 64) for number in HASHES],
    "real": [number / 8 for number in range(COUNT)],
    "moment": [MOMENT + datetime.timedelta(minutes=number) for number in range(COUNT)],
    "day": [MOMENT.date() + datetime.timedelta(days=number) for number in range(COUNT)],
    "name": [f"page {number}" for number in range(COUNT)],
    "bytes": [f"page {number}".encode() for number in range(COUNT)],
}
ARROW = {"hash": pa.uint64(), "key": pa.decimal128(38, 0), "price": pa.decimal128(20, 2)}
TYPED = {
    name: pa.array([str(value) for value in values] if name == "uuid" else values, ARROW.get(name))
    for name, values in IDS.items()
}
SPELLED = {
    "hash": [str(value) for value in HASHES],
    "counter": [str(value) for value in IDS["counter"]],
    "key": [str(number) for number in range(COUNT)],
    "price": [f"{value:.2f}" for value in IDS["price"]],
    "uuid": [str(value) for value in IDS["uuid"]],
    "real": [f"{value:g}" for value in IDS["real"]],
    "moment": [value.isoformat() for value in IDS["moment"]],
    "day": [value.isoformat() for value in IDS["day"]],
    "name": IDS["name"],
    "bytes": IDS["name"],
}


def test_the_cells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # [1] A table comes from somewhere, with text in a struct.
    meta = [{"text": text, "score": score} for text, score in zip(TEXTS, HASHES, strict=True)]
    kind = pa.struct([("text", pa.string()), ("score", pa.uint64())])
    table = pa.table({**TYPED, "content": pa.array(meta, kind)})
    gone = facsim.dedup(TEXTS).removed_rows
    assert 10 < len(gone) < COUNT - 10

    # [2] polars: each column may be the id.
    frame = pl.from_arrow(table)
    for name, spelled in SPELLED.items():
        result = facsim.dedup(frame, text="content.text", id=name)
        assert result.duplicates.column("id").to_list() == [spelled[row] for row in gone], name
        assert [row["representative"] for row in result.duplicates] == [
            spelled[row["representative_row"]] for row in result.duplicates
        ]

    # [3] Join the reasons with the frame by the id, in each library.
    result = facsim.dedup(frame, text="content.text", id="hash")
    reasons = pl.DataFrame(result.duplicates).with_columns(pl.col("id").cast(pl.UInt64))
    joined = frame.join(reasons, left_on="hash", right_on="id")
    assert len(joined) == len(gone) and len(result.kept) == COUNT - len(gone)
    plain = table.to_pandas()
    why = pd.DataFrame.from_arrow(result.duplicates) if hasattr(pd.DataFrame, "from_arrow") else (
        pa.table(result.duplicates).to_pandas())  # fmt: skip
    assert len(plain.merge(why.assign(hash=why["id"].astype("uint64")), on="hash")) == len(gone)

    # [4] pandas, also with its own missing values, and the best of each cluster.
    plain["text"] = [each["text"] for each in meta]
    plain.loc[3, "text"] = None
    best = facsim.dedup(plain, id="hash", keep="field:hash")
    for row in best.duplicates:
        assert int(row["id"]) < int(row["representative"])
    nested = facsim.dedup(plain, text="content.text", id="hash", keep="field:content.score")
    assert {row["representative"] for row in nested.duplicates} >= {row["representative"] for row in best.duplicates}

    # [5] DuckDB: a query in, a relation out.
    connection = duckdb.connect()
    connection.register("pages", table)
    relation = connection.sql("SELECT hash, key::HUGEINT AS key, content FROM pages WHERE counter >= 0")
    for name in ("hash", "key"):
        found = facsim.dedup(relation, text="content.text", id=name)
        assert set(found.duplicates.column("id").to_list()) <= set(SPELLED[name])
    counted = found.kept.query("kept", "SELECT count(*) FROM kept").fetchall()
    assert counted == [(COUNT - 5 - len(found.duplicates),)]

    # [6] A look at it: prompt, notebook, two pages side by side.
    assert repr(result.duplicates) == f"Table({len(gone)} rows: row, id, url, ...)"
    assert result._repr_html_().count("<tr>") == 11
    assert [row["id"] for row in result.duplicates[:3]] == [SPELLED["hash"][row] for row in gone[:3]]
    result.show(HASHES[gone[0]])
    assert SPELLED["hash"][gone[0]] in capsys.readouterr().out

    # [7] Marked rows in each library, which say the same.
    marks = {}
    for name, data in (("pyarrow", table), ("polars", frame), ("pandas", table.to_pandas())):
        column = facsim.annotate(data, text="content.text", id="hash")["facsim"]
        rows = column.to_pylist() if name == "pyarrow" else list(column)
        marks[name] = [{key: row[key] for key in ("removed", "cluster", "kind")} for row in rows]
    assert marks["pyarrow"] == marks["polars"] == marks["pandas"]
    assert [row for row, mark in enumerate(marks["pandas"]) if mark["removed"]] == gone

    # [8] The same thresholds later, in another process.
    (tmp_path / "result.pickle").write_bytes(pickle.dumps(result))
    again = pickle.loads((tmp_path / "result.pickle").read_bytes())
    assert again.kept.equals(result.kept) and list(again.duplicates[-2:]) == list(result.duplicates[-2:])

    # [9] A typo, a number among texts, a half character from a scraper.
    with pytest.raises(TypeError, match="did you mean 'min_resemblance'"):
        facsim.dedup(frame, text="content.text", treshold=0.9)  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError, match="row 1 of column 'text' is a value of type 'int'"):
        facsim.dedup(pd.DataFrame({"text": [TEXTS[0], 42]}))
    with pytest.warns(facsim.errors.RunWarning, match="bad_row 1"):
        assert facsim.dedup([TEXTS[0], "\ud83d", TEXTS[0]]).removed_rows == [2]

    # [10] A file that pandas' colleagues wrote by json.dumps, NaN and all.
    lines = [{"id": value, "text": near(number // 2, number), "score": float("nan") if number % 2 else number}
             for number, value in enumerate(HASHES[:8])]  # fmt: skip
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    ours = facsim.dedup([tmp_path / "a.jsonl"], keep="field:score")
    done = program("dedup", "a.jsonl", "-o", "out", "--keep", "field:score", "--quiet", cwd=tmp_path)
    assert done.status == 0, done.err
    theirs = [json.loads(line) for line in (tmp_path / "out/duplicates.jsonl").read_text().splitlines()]
    assert [row["id"] for row in ours.duplicates] == [row["id"] for row in theirs] == SPELLED["hash"][1:8:2]
    assert "bad_json" not in ours.summary["skipped"]
    assert facsim.dedup(lines, id="id", keep="field:score").duplicates.column("id").to_list() == SPELLED["hash"][1:8:2]
