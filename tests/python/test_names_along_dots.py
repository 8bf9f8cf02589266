# SPDX-License-Identifier: Apache-2.0
"""One table of names with dots and of what stands on their way, for everything that rows come in."""

import json
import warnings
from pathlib import Path
from typing import Any

import facsim
import pytest
from making import words, write_jsonl
from running import facsim as program
from test_ids import FRAMES

pa = pytest.importorskip("pyarrow", reason="skipped: no pyarrow")
pq = pytest.importorskip("pyarrow.parquet", reason="skipped: no pyarrow")

TEXT = words("the same")
FIRST, SECOND = {"text": TEXT}, {"text": TEXT}
INNER = pa.struct([("id", pa.string())])
DEEP = pa.struct([("b", INNER)])


def schema(**fields: Any) -> Any:
    return pa.schema([("text", pa.string()), *((name.replace("_", "."), kind) for name, kind in fields.items())])


# A name, two rows, the types of their columns, and the ids of both; "no": there is no such name.
TABLE: list[tuple[str, str, list[dict], Any, Any]] = [
    ("the whole name wins", "a.id", [{"a.id": "1", "a": {"id": "x"}}, {"a.id": "2", "a": {"id": "y"}}],
     schema(a_id=pa.string(), a=INNER), ("1", "2")),
    ("a null of the whole name too", "a.id", [{"a.id": "1", "a": {"id": "x"}}, {"a.id": None, "a": {"id": "y"}}],
     schema(a_id=pa.string(), a=INNER), ("1", None)),
    ("along a dot", "a.id", [{"a": {"id": "1"}}, {"a": {"id": "2"}}], schema(a=INNER), ("1", "2")),
    ("along two", "a.b.id", [{"a": {"b": {"id": "1"}}}, {"a": {"b": {"id": "2"}}}], schema(a=DEEP), ("1", "2")),
    ("the longest part first", "a.b.id", [{"a.b": {"id": "1"}, "a": {"b": {"id": "x"}}}] * 2,
     schema(a_b=INNER, a=DEEP), ("1", "1")),
    ("a part that leads on", "a.b.id",
     [{"a.b": {"none": "x"}, "a": {"b": {"id": "1"}}}, {"a.b": {"none": "y"}, "a": {"b": {"id": "2"}}}],
     schema(a_b=pa.struct([("none", pa.string())]), a=DEEP), ("1", "2")),
    ("null on the way", "a.id", [{"a": {"id": "1"}}, {"a": None}], schema(a=INNER), ("1", None)),
    ("null on a long way", "a.b.id", [{"a": {"b": {"id": "1"}}}, {"a": {"b": None}}], schema(a=DEEP), ("1", None)),
    ("nothing but null on the way", "a.id", [{"a": None}, {"a": None}], schema(a=INNER), (None, None)),
    ("nothing but null on a long way", "a.b.id", [{"a": None}, {"a": {"b": None}}], schema(a=DEEP), (None, None)),
    ("a column without values", "a.id", [{"a": None}] * 2, schema(a=pa.null()), (None, None)),
    ("null, and another member", "a.none", [{"a": {"id": "1"}}, {"a": None}], schema(a=INNER), "no"),
    ("a scalar on the way", "a.id", [{"a": "x"}, {"a": "y"}], schema(a=pa.string()), "no"),
    ("a missing member", "a.none", [{"a": {"id": "1"}}, {"a": {"id": "2"}}], schema(a=INNER), "no"),
    ("nothing of it", "b.id", [{"a": {"id": "1"}}] * 2, schema(a=INNER), "no"),
    ("a dot at the end", "a.", [{"a": "1"}, {"a": "2"}], schema(a=pa.string()), "no"),
    ("a dot in front", ".a", [{"a": "1"}, {"a": "2"}], schema(a=pa.string()), "no"),
    ("two dots", "a..id", [{"a": {"id": "1"}}] * 2, schema(a=INNER), "no"),
]  # fmt: skip
NO_PAGE = pytest.mark.filterwarnings("ignore:no page was read:facsim.errors.RunWarning")
CASES = [pytest.param(*case[1:], id=case[0]) for case in TABLE]
NO = (KeyError, facsim.errors.InvalidArgumentError)


def ids_of(data: Any, **settings: Any) -> Any:
    try:
        (row,) = facsim.dedup(data, **settings).duplicates
    except NO as error:
        assert repr(settings["id"])[1:-1] in str(error)
        return "no"
    return row["representative"], row["id"]


@pytest.mark.parametrize(("name", "rows", "kinds", "wanted"), CASES)
def test_rows_in_memory(name: str, rows: list[dict], kinds: Any, wanted: Any) -> None:
    table = pa.Table.from_pylist([FIRST | rows[0], SECOND | rows[1]], kinds)
    for frame, make in FRAMES.items():
        try:
            data = make(table)
        except pytest.skip.Exception:
            continue
        assert ids_of(data, id=name) == wanted, frame
    # Rows that lack what others have in a table.
    plain = [FIRST | rows[0], SECOND | rows[1]]
    assert ids_of(plain, id=name) == ids_of(iter(plain), id=name) == wanted


@pytest.mark.parametrize(("name", "rows", "kinds", "wanted"), CASES)
def test_files(name: str, rows: list[dict], kinds: Any, wanted: Any, tmp_path: Path) -> None:
    plain = [FIRST | rows[0], SECOND | rows[1]]
    write_jsonl(tmp_path / "a.jsonl", plain)
    pq.write_table(pa.Table.from_pylist(plain, kinds), tmp_path / "a.parquet")
    for file in ("a.jsonl", "a.parquet"):
        assert ids_of(tmp_path / file, id=name) == wanted, file
        done = program("dedup", file, "-o", f"{file}.out", "--quiet", "--id-field", name, cwd=tmp_path)
        if "plug-in" in done.err:
            continue
        assert (done.status != 0) == (wanted == "no"), done.err
        if wanted == "no":
            assert f"no record has the field '{name}'" in done.err
            continue
        row = json.loads((tmp_path / f"{file}.out/duplicates.jsonl").read_text())
        named = [None if ":" in each else each for each in (row["representative"], row["id"])]
        assert tuple(named) == wanted, file


@NO_PAGE
@pytest.mark.parametrize(("name", "rows", "kinds", "wanted"), CASES)
def test_texts(name: str, rows: list[dict], kinds: Any, wanted: Any, tmp_path: Path) -> None:
    """What stands there is a text here."""
    plain = [{"other": 1} | row for row in rows]
    table = pa.Table.from_pylist(plain, kinds.remove(0).append(pa.field("other", pa.int64())))
    no_text = 0 if wanted == "no" else sum(each is None for each in wanted)
    for frame, make in FRAMES.items():
        try:
            data = make(table)
        except pytest.skip.Exception:
            continue
        if wanted == "no":
            with pytest.raises(KeyError):
                facsim.dedup(data, text=name)
        else:
            assert facsim.dedup(data, text=name).summary["skipped"].get("no_text", 0) == no_text, frame
    if wanted != "no" and kinds.field(1).type != pa.null():
        write_jsonl(tmp_path / "a.jsonl", plain)
        pq.write_table(table, tmp_path / "a.parquet")
        for file in ("a.jsonl", "a.parquet"):
            skipped = facsim.dedup(tmp_path / file, text=name).summary["skipped"]
            assert (skipped.get("no_text", 0), skipped.get("no_text_field", 0)) == (no_text, 0), file


@pytest.mark.parametrize(("name", "rows", "kinds", "wanted"), CASES)
def test_batches(name: str, rows: list[dict], kinds: Any, wanted: Any) -> None:
    table = pa.Table.from_pylist(rows, kinds.remove(0))
    makers = {each: FRAMES[each] for each in ("pyarrow", "chunks", "batch", "polars", "pandas", "pandas of Arrow")}
    makers["dict"] = lambda table: table.to_pydict()
    makers["dict of Arrow"] = lambda table: {name: table[name] for name in table.column_names}
    for frame, make in makers.items():
        if wanted == "no":
            with pytest.raises(KeyError, match="there is no column"):
                facsim.annotate_batch(make(table), text=name)
            continue
        made = facsim.annotate_batch(make(table), text=name)["facsim"]
        found = made.to_pylist() if hasattr(made, "to_pylist") else list(made)
        assert [each["units"] for each in found] == [None if each is None else 1 for each in wanted], frame


def test_a_batch_of_a_null_struct_of_pandas_and_of_lists() -> None:
    """The first batch of a data set may have nothing there."""
    pd = pytest.importorskip("pandas", reason="skipped: no pandas")
    for batch in (pd.DataFrame({"a": [None, None]}), {"a": [None, float("nan")]}, {"a": []}):
        made = list(facsim.annotate_batch(batch, text="a.id")["facsim"])
        assert [each["fingerprint"] for each in made] == [None] * len(batch["a"])


# --- names that no row has ---------------------------------------------------------------------


def heard(rows: Any, **settings: Any) -> list[str]:
    """What is said before the rows are over, with the line of the caller."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with pytest.raises(NO):
            facsim.dedup(rows, **settings)
    assert {each.filename for each in caught} <= {__file__}
    return [str(each.message) for each in caught]


@pytest.mark.parametrize("setting", [
    {"id": "nam"}, {"url": "nam"}, {"html": "nam"}, {"time": "nam"}, {"status": "nam"}, {"keep": "field:nam"},
    {"count_by": "nam"}, {"keep": ["longest", "field:nam"]},
])  # fmt: skip
def test_an_iterator_warns_after_a_thousand_rows(setting: dict) -> None:
    read = []
    rows = ({"text": words(n, 8), "name": n} for n in range(1200) if read.append(n) is None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(facsim.errors.RunWarning, match="after 1,000 rows: no row has a member 'nam'.*mean 'name'"):
            facsim.dedup(rows, **setting)
    assert len(read) == 1000
    few = ({"text": words(n, 8), "name": n} for n in range(999))
    assert heard(few, **setting) == []


def test_it_is_heard_once_for_each_name_and_a_late_member_is_right() -> None:
    rows = [{"text": words(n, 8), "name": n} for n in range(1200)]
    assert [each[:50] for each in heard(iter(rows), id="one", url="other")] == [
        "after 1,000 rows: no row has a member 'one'; membe", "after 1,000 rows: no row has a member 'other'; mem",
    ]  # fmt: skip
    with pytest.warns(facsim.errors.RunWarning, match="after 1,000 rows") as caught:
        facsim.annotate(iter(rows + [{"text": "late", "late": 1}]), id="late")
    assert [each.filename for each in caught] == [__file__]
    assert heard(rows, id="one") == [], "a list is looked through before"


def test_files_warn_too(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"text": words(n, 8), "name": n} for n in range(1200)])
    (said,) = heard(path, keep="field:nam")
    assert said.startswith("after 1,000 records: no record has the field 'nam'")
