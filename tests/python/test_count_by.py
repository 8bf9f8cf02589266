# SPDX-License-Identifier: Apache-2.0
"""count_by: the counts of the rows with each value of a column, in the summary of a result."""

from pathlib import Path

import facsim
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from making import near, words, write_jsonl

ROWS = [
    {"text": words("a"), "source": "web", "year": 2020},
    {"text": near("a", 1), "source": "books", "year": 2021},
    {"text": words("b"), "source": "web", "year": 2020},
    {"text": words("c"), "source": None, "year": None},
]


def counts(result: facsim.Result) -> dict:
    return {row["name"]: (row["pages"], row["kept"], row["removed"]["content"])
            for row in result.summary["by_value"]["rows"]}  # fmt: skip


@pytest.mark.parametrize("data", [ROWS, pa.Table.from_pylist(ROWS)], ids=["dicts", "arrow"])
def test_rows_are_counted_by_a_column(data: object) -> None:
    result = facsim.dedup(data, count_by="source")
    assert result.summary["count_by"] == "source"
    assert counts(result) == {"web": (2, 2, 0), "books": (1, 0, 1), None: (1, 1, 0)}
    assert result.summary["by_value"]["moves"] == [{"from": "books", "to": "web", "removed": 1}]
    assert counts(facsim.dedup(data, count_by="year")) == {
        "2020": (2, 2, 0), "2021": (1, 0, 1), None: (1, 1, 0)}  # fmt: skip
    assert result.recluster(0.9).summary["by_value"] is None


def test_files_are_counted_by_a_member(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "rows.jsonl", ROWS)
    result = facsim.dedup(tmp_path / "rows.jsonl", count_by="source")
    assert counts(result) == {"web": (2, 2, 0), "books": (1, 0, 1), None: (1, 1, 0)}
    with pytest.raises(facsim.errors.InvalidArgumentError, match="'sorce'.*source"):
        facsim.dedup(tmp_path / "rows.jsonl", count_by="sorce")


def test_without_it_there_are_files_alone() -> None:
    summary = facsim.dedup(ROWS).summary
    assert summary["by_value"] is None and summary["count_by"] is None
    assert [row["pages"] for row in summary["by_file"]["rows"]] == [4]


def test_a_column_that_is_not_there_is_an_error() -> None:
    for data in (ROWS, pa.Table.from_pylist(ROWS)):
        with pytest.raises(KeyError, match="sorce"):
            facsim.dedup(data, count_by="sorce")


def test_a_value_that_cannot_be_counted_is_called_what_it_is() -> None:
    with pytest.raises(TypeError, match="row 0 of column 'source' .* 'list'; values to count by are str"):
        facsim.dedup([{"text": words("a"), "source": ["web"]}], count_by="source")


def test_parquet_files_are_counted_by_a_column_in_a_struct(tmp_path: Path) -> None:
    rows = [{"text": row["text"], "meta": None if row["source"] is None else {"source": row["source"]}} for row in ROWS]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    wanted = {"web": (2, 2, 0), "books": (1, 0, 1), None: (1, 1, 0)}
    for data in (tmp_path / "a.parquet", rows, iter(rows), pa.Table.from_pylist(rows)):
        assert counts(facsim.dedup(data, count_by="meta.source")) == wanted
    many = pa.table({"text": [words(n % 10_300, 8) for n in range(10_400)], "n": pa.array(range(10_400))})
    pq.write_table(many, tmp_path / "many.parquet", row_group_size=1000)
    for data in (tmp_path / "many.parquet", many):
        table = facsim.dedup(data, count_by="n").summary["by_value"]
        assert len(table["rows"]) == 10_000 and table["others"]["pages"] == 400
        assert table["others"]["removed"]["total"] == 100
