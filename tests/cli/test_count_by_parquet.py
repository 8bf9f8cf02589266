# SPDX-License-Identifier: Apache-2.0
"""--count-by over Parquet: columns in structs, nulls, values of each type, more values than are told apart."""

import datetime
import json
from decimal import Decimal

import pytest
from making import near, words
from parquet_world import pa, pq
from running import facsim

MOST = 10_000
MOMENT = datetime.datetime(2026, 1, 2, 3, 4, 5)


def summary_of(folder, *args, name="a.parquet"):
    facsim.done("dedup", name, "-o", "out", "--force", "--quiet", *args, cwd=folder)
    return json.loads((folder / "out/summary.json").read_text())


def counts(table):
    return {row["name"]: (row["pages"], row["kept"], row["removed"]["total"], row["skipped"])
            for row in table["rows"]}


def rows():
    for number in range(20):
        source = None if number % 4 == 3 else ["web", "books", "code"][number % 4]
        yield {"id": f"a{number}", "text": words(number), "meta": {"from": {"source": source}}}
        yield {"id": f"b{number}", "text": near(number, 1), "meta": None if number % 2 else {"from": {"source": "copies"}}}
    yield {"id": "empty", "text": None, "meta": {"from": {"source": "web"}}}


WANTED = {"web": (5, 5, 0, 1), "books": (5, 5, 0, 0), "code": (5, 5, 0, 0), "copies": (10, 0, 10, 0),
          None: (15, 5, 10, 0)}


@pytest.mark.parametrize("threads", ["1", "4"])
def test_a_column_in_structs_with_nulls_at_each_level(tmp_path, threads):
    table = pa.Table.from_pylist(list(rows()))
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=7)
    summary = summary_of(tmp_path, "--count-by", "meta.from.source", "--threads", threads)
    assert summary["count_by"] == "meta.from.source"
    assert counts(summary["by_value"]) == WANTED
    # web and code have even numbers, books and rows without a source odd ones.
    moves = {(move["from"], move["to"], move["removed"]) for move in summary["by_value"]["moves"]}
    assert moves == {("copies", "code", 5), ("copies", "web", 5), (None, "books", 5)}
    with (tmp_path / "a.jsonl").open("w") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in table.to_pylist())
    of_lines = summary_of(tmp_path, "--count-by", "meta.from.source", name="a.jsonl")
    assert counts(of_lines["by_value"]) == WANTED
    assert of_lines["by_value"]["moves"] == summary["by_value"]["moves"]


def test_values_of_each_type(tmp_path):
    columns = {
        "whole": (pa.array([7, -1, None]), ["7", "-1"]),
        "large": (pa.array([2**64 - 1, 0, None], pa.uint64()), ["18446744073709551615", "0"]),
        "real": (pa.array([0.1, 2.5, None]), ["0.1", "2.5"]),
        "flag": (pa.array([True, False, None]), ["true", "false"]),
        "decimal": (pa.array([Decimal("1.50"), Decimal("-2.00"), None]), ["1.50", "-2.00"]),
        "time": (pa.array([MOMENT, MOMENT.replace(year=1950), None]), ["2026-01-02T03:04:05", "1950-01-02T03:04:05"]),
        "day": (pa.array([MOMENT.date(), datetime.date(1950, 1, 1), None]), ["2026-01-02", "1950-01-01"]),
        "entries": (pa.array(["a", "b", None]).dictionary_encode(), ["a", "b"]),
    }
    table = pa.table({"text": [words(n) for n in range(3)], **{name: column for name, (column, _) in columns.items()}})
    pq.write_table(table, tmp_path / "a.parquet")
    for name, (_, texts) in columns.items():
        found = counts(summary_of(tmp_path, "--count-by", name)["by_value"])
        assert found == {text: (1, 1, 0, 0) for text in [*texts, None]}, name


def test_more_values_than_are_told_apart(tmp_path):
    count = MOST + 700
    table = pa.table({"text": [words(n % (count - 50), 8) for n in range(count)], "source": pa.array(range(count))})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=1000)
    summary = summary_of(tmp_path, "--count-by", "source")
    found = summary["by_value"]
    assert len(found["rows"]) == MOST
    assert {row["name"] for row in found["rows"]} == {str(n) for n in range(MOST)}
    assert found["others"]["pages"] == 700
    assert found["others"]["removed"]["total"] == summary["removed"]["total"] == 50
    assert found["others"]["kept"] + sum(row["kept"] for row in found["rows"]) == summary["pages_kept"]


def test_a_column_that_is_not_there_or_holds_no_single_values(tmp_path):
    table = pa.table({"text": [words(1)], "source": ["web"], "tags": [["a", "b"]], "meta": [{"source": "x"}]})
    pq.write_table(table, tmp_path / "a.parquet")
    for name, said in (("sorce", "'sorce'"), ("meta.none", "'meta.none'"), ("source.none", "'source.none'"),
                       ("tags", "'tags'"), ("meta", "'meta'")):
        done = facsim("dedup", "a.parquet", "-o", "out", "--quiet", "--count-by", name, cwd=tmp_path)
        assert done.status == 2 and said in done.err, (name, done.err)
        assert not (tmp_path / "out").exists()
