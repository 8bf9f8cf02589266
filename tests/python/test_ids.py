# SPDX-License-Identifier: Apache-2.0
"""Ids of every type: one text for a value, whoever holds it and whoever reads it."""

import datetime
import decimal
import json
import pickle
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import facsim
import pytest
from making import words
from running import facsim as program

pa = pytest.importorskip("pyarrow", reason="skipped: no pyarrow")
pq = pytest.importorskip("pyarrow.parquet", reason="skipped: no pyarrow")

D = decimal.Decimal
UTC = datetime.timezone.utc
MOMENT = datetime.datetime(2026, 1, 2, 3, 4, 5, 678_000)
TEXT = words("one page")

# Two values of a type, and their texts.
COLUMNS: dict[str, tuple[Any, tuple[str | None, str | None]]] = {
    "int8": (pa.array([-1, 2], pa.int8()), ("-1", "2")),
    "int64": (pa.array([-(2**63), 2**63 - 1]), ("-9223372036854775808", "9223372036854775807")),
    "uint8": (pa.array([255, 0], pa.uint8()), ("255", "0")),
    "uint64": (pa.array([2**63 + 1, 2**64 - 1], pa.uint64()),
               ("9223372036854775809", "18446744073709551615")),
    "double": (pa.array([1e-9, 2.5]), ("1e-09", "2.5")),
    "float": (pa.array([0.1, -2.5], pa.float32()), ("0.1", "-2.5")),
    "decimal": (pa.array([D("1.50"), D("-2.00")], pa.decimal128(10, 2)), ("1.50", "-2.00")),
    "whole decimal": (pa.array([D(1), D(2)], pa.decimal128(38)), ("1", "2")),
    "wide decimal": (pa.array([D(10) ** 50, D("0.125")], pa.decimal256(60, 3)),
                     ("1" + "0" * 50 + ".000", "0.125")),
    "bool": (pa.array([True, False]), ("true", "false")),
    "binary": (pa.array([b"a\xff", b"b"]), ("a\ufffd", "b")),
    "large binary": (pa.array([b"a", b"b"], pa.large_binary()), ("a", "b")),
    "fixed bytes": (pa.array([b"abcd", b"efgh"], pa.binary(4)), ("abcd", "efgh")),
    "large string": (pa.array(["a", "b"], pa.large_string()), ("a", "b")),
    "view": (pa.array(["a", "b" * 20], pa.string_view()), ("a", "b" * 20)),
    "dictionary": (pa.array(["a", "b"]).dictionary_encode(), ("a", "b")),
    "numbers in a dictionary": (pa.array([2**63 + 5, 6], pa.uint64()).dictionary_encode(),
                                ("9223372036854775813", "6")),
    "timestamp": (pa.array([MOMENT, datetime.datetime(1950, 1, 1)], pa.timestamp("us")),
                  ("2026-01-02T03:04:05.678", "1950-01-01T00:00:00")),
    "nanoseconds": (pa.array([1, 10**18], pa.timestamp("ns")),
                    ("1970-01-01T00:00:00.000000001", "2001-09-09T01:46:40")),
    "timestamp of a zone": (pa.array([MOMENT.replace(tzinfo=UTC), None],
                                     pa.timestamp("ms", "Europe/Berlin")),
                            ("2026-01-02T03:04:05.678Z", None)),
    "date": (pa.array([MOMENT.date(), datetime.date(1, 1, 1)]), ("2026-01-02", "0001-01-01")),
    "time of day": (pa.array([datetime.time(1, 2, 3, 500_000), datetime.time(0)]),
                    ("01:02:03.5", "00:00:00")),
    "duration": (pa.array([datetime.timedelta(days=1, microseconds=7), datetime.timedelta(-1)]),
                 ("86400000007", "-86400000000")),
    "nothing": (pa.nulls(2), (None, None)),
    "no number": (pa.array([float("nan"), float("inf")]), (None, None)),
}  # fmt: skip
if hasattr(pa, "uuid"):
    COLUMNS["uuid"] = (
        pa.array([uuid.UUID(int=1).bytes, uuid.UUID(int=2**127).bytes], pa.uuid()),
        ("00000000-0000-0000-0000-000000000001", "80000000-0000-0000-0000-000000000000"),
    )

# What a library makes of the type, where that is another one.
ELSEWHERE = {
    ("polars", "uuid"), ("pandas", "uuid"),  # bytes
    ("duckdb", "duration"),  # an interval
    ("polars", "wide decimal"), ("duckdb", "wide decimal"),  # none of so many digits
    ("datasets", "wide decimal"), ("datasets", "fixed bytes"), ("datasets", "uuid"),  # none at all
    ("datasets", "numbers in a dictionary"),
    ("list", "float"), ("iterator", "float"),  # Python has no such numbers
}  # fmt: skip


def polars_of(table: Any) -> Any:
    return pytest.importorskip("polars", reason="skipped: no polars").from_arrow(table)


def pandas_of(table: Any, **how: Any) -> Any:
    pytest.importorskip("pandas", reason="skipped: no pandas")
    return table.to_pandas(**how)


def pandas_of_arrow(table: Any) -> Any:
    pandas = pytest.importorskip("pandas", reason="skipped: no pandas")
    return table.to_pandas(types_mapper=pandas.ArrowDtype)


def duckdb_of(table: Any) -> Any:
    duckdb = pytest.importorskip("duckdb", reason="skipped: no duckdb")
    return duckdb.connect().from_arrow(table)


def dataset_of(table: Any) -> Any:
    datasets = pytest.importorskip("datasets", reason="skipped: no datasets")
    return datasets.Dataset(table)


FRAMES: dict[str, Callable[[Any], Any]] = {
    "pyarrow": lambda table: table,
    "chunks": lambda table: pa.concat_tables([table.slice(0, 1), table.slice(1)]),
    "batch": lambda table: table.to_batches()[0],
    "list": lambda table: table.to_pylist(),
    "iterator": lambda table: iter(table.to_pylist()),
    "polars": polars_of,
    "pandas": pandas_of,
    "pandas of Arrow": pandas_of_arrow,
    "duckdb": duckdb_of,
    "datasets": dataset_of,
}


def ids_of(data: Any, **settings: Any) -> tuple[str | None, str | None]:
    """Of the first and the second of two pages."""
    (row,) = facsim.dedup(data, **({"id": "id"} | settings)).duplicates
    return row["representative"], row["id"]


def table_of(column: Any) -> Any:
    return pa.table({"id": column, "text": [TEXT, TEXT]})


@pytest.mark.parametrize("frame", FRAMES)
def test_each_type_in_each_frame(frame: str) -> None:
    for name, (column, wanted) in COLUMNS.items():
        if (frame, name) in ELSEWHERE:
            continue
        assert ids_of(FRAMES[frame](table_of(column))) == wanted, name


@pytest.mark.parametrize("name", COLUMNS)
def test_the_program_and_python_on_parquet(name: str, tmp_path: Path) -> None:
    column, wanted = COLUMNS[name]
    pq.write_table(table_of(column), tmp_path / "a.parquet")
    assert ids_of(tmp_path / "a.parquet", id=None) == wanted
    done = program("dedup", "a.parquet", "-o", "out", "--quiet", cwd=tmp_path)
    if "plug-in" in done.err:
        pytest.skip("skipped: no plug-in for Parquet")
    row = json.loads((tmp_path / "out/duplicates.jsonl").read_text())
    named = [f"a.parquet:{number}" if text is None else text for number, text in enumerate(wanted)]
    assert [row["representative"], row["id"]] == named


def test_the_program_on_json_lines_and_a_list(tmp_path: Path) -> None:
    for first, second in ((2**63 + 1, 2**64 - 1), (1e-9, 2.5), (True, False), ("a", "b"), (-1, 7)):
        rows = [{"id": value, "text": TEXT} for value in (first, second)]
        (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        program.done("dedup", "a.jsonl", "-o", "out", "--quiet", "--force", cwd=tmp_path)
        row = json.loads((tmp_path / "out/duplicates.jsonl").read_text())
        assert ids_of(rows) == (row["representative"], row["id"])


def test_values_of_python() -> None:
    zone = datetime.timezone(datetime.timedelta(hours=2))
    for value, wanted in (
        (uuid.UUID(int=5), "00000000-0000-0000-0000-000000000005"),
        (D("1E+2"), "100"), (D("1.50"), "1.50"), (D("NaN"), None),
        (MOMENT, "2026-01-02T03:04:05.678"), (MOMENT.replace(tzinfo=zone), "2026-01-02T01:04:05.678Z"),
        (MOMENT.date(), "2026-01-02"), (b"caf\xe9", "caf\ufffd"), (bytearray(b"ab"), "ab"),
        (float("nan"), None), (float("-inf"), None), (None, None), ("a\ud800", "a\ufffd"),
        (2**70, str(2**70)), (True, "true"), (datetime.timedelta(seconds=1.5), "1500000"),
    ):  # fmt: skip
        assert ids_of([{"id": "first", "text": TEXT}, {"id": value, "text": TEXT}])[1] == wanted, value
    for several in ([1], {"a": 1}, (1, 2), {1}):
        with pytest.raises(TypeError, match="row 0 of column 'id' is a value of type '"):
            facsim.dedup([{"id": several, "text": TEXT}], id="id")


def test_values_of_numpy_and_of_pandas() -> None:
    np = pytest.importorskip("numpy", reason="skipped: no numpy")
    pd = pytest.importorskip("pandas", reason="skipped: no pandas")
    for value, wanted in (
        (np.uint64(2**63 + 1), str(2**63 + 1)), (np.float32(0.1), "0.1"), (np.float64(0.1), "0.1"),
        (np.bool_(True), "true"), (np.str_("a"), "a"), (np.datetime64("2026-01-02"), "2026-01-02"),
        (np.datetime64("2026-01-02T03:04:05.500000000"), "2026-01-02T03:04:05.5"),
        (np.datetime64("NaT"), None), (pd.NA, None), (pd.NaT, None),
        (pd.Timestamp("2026-01-02 03:04:05.000000007"), "2026-01-02T03:04:05.000000007"),
        (np.timedelta64(90, "s"), "90"), (np.timedelta64("NaT"), None), (pd.Timedelta("1s").as_unit("ns"), "1000000000"),
    ):  # fmt: skip
        assert ids_of([{"id": "first", "text": TEXT}, {"id": value, "text": TEXT}])[1] == wanted, value
    for values, texts in (
        ([uuid.UUID(int=1), uuid.UUID(int=2)], [str(uuid.UUID(int=1)), str(uuid.UUID(int=2))]),
        ([2**63 + 1, 2**64], [str(2**63 + 1), str(2**64)]), ([1, "a"], ["1", "a"]),
        ([D("1.50"), None], ["1.50", None]), (["\ud800", "x"], ["\ufffd", "x"]), ([True, 3.5], ["true", "3.5"]),
    ):  # fmt: skip
        frame = pd.DataFrame({"id": pd.Series(values, dtype=object), "text": [TEXT, TEXT]})
        assert list(ids_of(frame)) == texts
    for kind in ("UInt64", "uint64"):
        frame = pd.DataFrame({"id": pd.array([5, 2**63 + 1], dtype=kind), "text": [TEXT, TEXT]})
        assert ids_of(frame) == ("5", str(2**63 + 1))
    frame = pd.DataFrame({"id": [1.0, None], "text": [TEXT, TEXT]})
    assert ids_of(frame) == ("1", None)
    assert ids_of(pd.DataFrame({"id": pd.Categorical([5, 6]), "text": [TEXT, TEXT]})) == ("5", "6")


def test_types_of_polars_alone() -> None:
    pl = pytest.importorskip("polars", reason="skipped: no polars")
    for kind, values in (("Int128", [2**100, -5]), ("UInt128", [2**127 + 1, 5])):
        if hasattr(pl, kind):
            ids = pl.Series(values, dtype=getattr(pl, kind))
            assert ids_of(pl.DataFrame({"id": ids, "text": [TEXT] * 2})) == tuple(map(str, values))
    things = pl.Series([uuid.UUID(int=1), 7], dtype=pl.Object)
    assert ids_of(pl.DataFrame({"id": things, "text": [TEXT] * 2})) == (str(uuid.UUID(int=1)), "7")
    ids = pl.Series(["x", "y"], dtype=pl.Categorical)
    assert ids_of(pl.DataFrame({"id": ids, "text": [TEXT] * 2})) == ("x", "y")


def test_types_of_duckdb_alone() -> None:
    connection = pytest.importorskip("duckdb", reason="skipped: no duckdb").connect()
    for kind, first, second in (
        ("HUGEINT", str(2**126), "-5"), ("UHUGEINT", str(2**128 - 1), "5"),
        ("UBIGINT", str(2**64 - 1), str(2**63)), ("BIGNUM", "1" + "0" * 50, "2"),
        ("UUID", str(uuid.UUID(int=1)), str(uuid.UUID(int=2**127))), ("BIT", "101", "111"),
        ("DECIMAL(38,5)", "1.50000", "2.00000"), ("ENUM('x', 'y')", "x", "y"),
    ):  # fmt: skip
        asked = " UNION ALL ".join(f"SELECT '{each}'::{kind} AS id, '{TEXT}' AS text" for each in (first, second))
        relation = connection.sql(asked)
        result = facsim.dedup(relation, id="id")
        assert (result.duplicates[0]["representative"], result.duplicates[0]["id"]) == (first, second), kind
        assert result.kept.columns == ["id", "text"]


def nested_ids() -> Iterator[Any]:
    yield pa.array([[1], [2]]), "lists"
    yield pa.array([{"a": 1}, {"a": 2}]), "structs"
    yield pa.array([[("a", 1)], []], pa.map_(pa.string(), pa.int64())), "maps"


def test_columns_that_hold_no_single_values_are_named() -> None:
    for column, said in nested_ids():
        with pytest.raises(facsim.errors.InvalidArgumentError, match=f"'id' holds {said}"):
            facsim.dedup(table_of(column), id="id")


@pytest.mark.parametrize("frame", FRAMES)
def test_numbers_order_what_is_kept(frame: str) -> None:
    for column in (
        pa.array([5, 2**63 + 1], pa.uint64()), pa.array([-3, 2], pa.int8()), pa.array([1e-9, 2e-9]),
        pa.array([D("1.50"), D("12.25")], pa.decimal128(10, 2)), pa.array([False, True]),
        pa.array([MOMENT, MOMENT + datetime.timedelta(days=1)]), pa.array([float("nan"), -7.0]),
        pa.array([datetime.timedelta(1), datetime.timedelta(2)]) if frame != "duckdb" else pa.array([1, 2]),
        pa.array([None, 0], pa.uint64()), pa.array([0.5, 0.75], pa.float32()),
    ):  # fmt: skip
        for order in ([0, 1], [1, 0]):
            table = pa.table({"id": ["low", "high"], "text": [TEXT] * 2, "score": column}).take(order)
            result = facsim.dedup(FRAMES[frame](table), id="id", keep="field:score")
            assert [row["id"] for row in result.duplicates] == ["low"], (column.type, order)


def test_show_finds_ids_of_every_type(capsys: pytest.CaptureFixture[str]) -> None:
    table = table_of(pa.array([2**63 + 1, 2**63 + 2], pa.uint64()))
    result = pickle.loads(pickle.dumps(facsim.dedup(table, id="id")))
    for name in ("9223372036854775810", 2**63 + 2, 1):
        result.show(name)
        assert "repeats 9223372036854775809" in capsys.readouterr().out
    rows = [{"id": uuid.UUID(int=n), "text": TEXT} for n in (1, 2)]
    facsim.dedup(rows, id="id").show(uuid.UUID(int=2))
    with pytest.raises(KeyError, match="no removed or reported page"):
        result.show("9223372036854775809")
