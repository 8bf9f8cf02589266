# SPDX-License-Identifier: Apache-2.0
"""Parquet files for tests, and checks of a file against its copy.

These tests are skipped without pyarrow, or if no plug-in is beside the program.
"""

import datetime
import decimal
import os
from pathlib import Path

import pytest
from making import near, words
from running import PROGRAM

pa = pytest.importorskip("pyarrow", reason="skipped: no pyarrow")
pq = pytest.importorskip("pyarrow.parquet", reason="skipped: no pyarrow")

PLUGIN = Path(os.environ.get("FACSIM_PARQUET_PLUGIN") or PROGRAM.with_name("facsim_parquet.so"))
if not PLUGIN.exists():
    pytest.skip(f"skipped: no plug-in for Parquet at {PLUGIN}", allow_module_level=True)


def texts(count: int) -> list[str]:
    """Returns texts; every third repeats another, exactly or nearly."""
    half = count // 6 * 3
    return [
        (words(i % half) if i % 2 else near(i % half, i)) if i % 3 == 0 else words(("own", i))
        for i in range(count)
    ]


def many_types(count: int) -> "pa.Table":
    """Returns a table with a column of each common type, with nulls at every level."""
    numbers = range(count)
    start = datetime.datetime(2020, 1, 1)
    nested = [
        None if i % 5 == 0 else
        {"a": None if i % 3 else i, "list": [{"x": j, "y": None if j % 2 else str(j)} for j in range(i % 4)]}
        for i in numbers
    ]  # fmt: skip
    return pa.table(
        {
            "id": [f"p{i}" for i in numbers],
            "small": pa.array([i % 100 for i in numbers], pa.int8()),
            "huge": pa.array([2**64 - 1 - i for i in numbers], pa.uint64()),
            "nested": nested,
            "text": texts(count),
            "lists": pa.array([None if i % 7 == 0 else [None, [], ["a", None]][: i % 4] for i in numbers],
                              pa.list_(pa.list_(pa.string()))),
            "map": pa.array([[("k", i), ("none", None)][: i % 3] for i in numbers],
                            pa.map_(pa.string(), pa.int64())),
            "decimal": pa.array([decimal.Decimal(i) / 100 for i in numbers], pa.decimal128(30, 2)),
            "dictionary": pa.array([str(i % 5) for i in numbers]).dictionary_encode(),
            "time": pa.array([start + datetime.timedelta(hours=i) for i in numbers],
                             pa.timestamp("us", tz="UTC")),
            "nanos": pa.array([i * 10**9 + i for i in numbers], pa.timestamp("ns")),
            "day": pa.array([start.date() + datetime.timedelta(days=i % 99) for i in numbers]),
            "clock": pa.array([datetime.time(i % 24, 1) for i in numbers]),
            "span": pa.array(numbers, pa.duration("ms")),
            "flag": pa.array([None if i % 3 == 0 else i % 2 == 0 for i in numbers]),
            "fixed": pa.array([bytes([i % 256]) * 16 for i in numbers], pa.binary(16)),
            "half": pa.array([float(i % 7) for i in numbers], pa.float16()),
            "real": pa.array([None if i % 9 == 0 else i / 7 for i in numbers]),
            "large": pa.array(["x" * (i % 9) for i in numbers], pa.large_string()),
            "view": pa.array(["v" * (i % 40) for i in numbers], pa.string_view()),
            "bytes": pa.array([None if i % 4 == 0 else b"\xff\x00" * (i % 5) for i in numbers]),
            "nothing": pa.nulls(count),
        }
    ).replace_schema_metadata({"of": "a test", "pandas": "{}"})  # fmt: skip


def assert_is_copy(original: Path, copy: Path, kept: list[int]) -> None:
    """Requires that the copy has these rows and is otherwise as the original."""
    before, after = pq.ParquetFile(original), pq.ParquetFile(copy)
    assert after.schema.equals(before.schema)
    assert after.schema_arrow.equals(before.schema_arrow, check_metadata=True)
    assert after.metadata.metadata == before.metadata.metadata
    rows = before.read().to_pylist()
    assert after.read().to_pylist() == [rows[i] for i in kept]
    largest = max(before.metadata.row_group(i).num_rows for i in range(before.num_row_groups))
    for i in range(after.num_row_groups):
        assert 0 < after.metadata.row_group(i).num_rows <= largest
        for column in range(after.metadata.num_columns):
            one = after.metadata.row_group(i).column(column)
            model = before.metadata.row_group(0).column(column)
            assert one.compression == model.compression
            assert one.is_stats_set == model.is_stats_set
            assert one.has_dictionary_page == model.has_dictionary_page or one.num_values == 0
