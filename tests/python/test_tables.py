# SPDX-License-Identifier: Apache-2.0
"""Tables and arrays of results: slices, what a prompt and a notebook show of them, and pickling."""

import copy
import pickle
import re
from pathlib import Path

import facsim
import pytest
from making import corpus, words, write_jsonl

PAGES = corpus(120)
RESULT = facsim.dedup(PAGES, id="id", url="url")
TEXTS = [words(n) if n % 3 else "too short" for n in range(20)]
SLICES = [
    slice(None), slice(5), slice(-3, None), slice(2, 9), slice(None, None, -1), slice(None, None, 4),
    slice(-1, 0, -2), slice(50, 60), slice(3, 3), slice(-100, 100),
]  # fmt: skip


@pytest.mark.parametrize("which", SLICES, ids=str)
def test_slices(which: slice) -> None:
    rows = list(RESULT.duplicates)
    part = RESULT.duplicates[which]
    assert type(part) is facsim.Table and list(part) == rows[which]
    assert part.column_names == RESULT.duplicates.column_names
    for make in (facsim.fingerprint, facsim.digest, facsim.sketch):
        array = make(TEXTS)
        some = array[which]
        assert type(some) is facsim.Array and some.to_list() == array.to_list()[which]
        assert some.null_count == sum(value is None for value in some.to_list())
        assert pickle.loads(pickle.dumps(some)).to_list() == some.to_list()


def test_slices_are_arrow_too() -> None:
    pa = pytest.importorskip("pyarrow", reason="skipped: no pyarrow")
    part = RESULT.duplicates[3:20:2]
    assert pa.table(part).to_pylist() == pa.table(RESULT.duplicates).to_pylist()[3:20:2]
    array = facsim.fingerprint(TEXTS)[::-1]
    assert pa.array(array).to_pylist() == facsim.fingerprint(TEXTS).to_list()[::-1]


def test_rows_by_number() -> None:
    table, array = RESULT.duplicates, facsim.fingerprint(TEXTS)
    assert table[-1] == list(table)[-1] and array[-1] == array.to_list()[-1]
    for rows in (table, array, table[:0]):
        for number in (len(rows), -len(rows) - 1, 10**30):
            with pytest.raises(IndexError, match="row out of range"):
                rows[number]
        for key in (1.5, None, (1, 2)):
            with pytest.raises(TypeError, match="whole numbers or taken by slices"):
                rows[key]
    with pytest.raises(TypeError, match="is a column"):
        table["id"]
    with pytest.raises(ValueError, match="zero"):
        table[::0]


def test_reprs() -> None:
    count = len(RESULT.duplicates)
    assert repr(RESULT.duplicates) == f"Table({count} rows: row, id, url, ...)"
    assert repr(RESULT.duplicates[:1]) == "Table(1 row: row, id, url, ...)"
    assert repr(RESULT.clusters) == f"Table({len(RESULT.clusters)} rows: row, id, size)"
    array = facsim.fingerprint(TEXTS)
    assert repr(array) == f"Array(20 rows of uint64, 7 null: None, {array[1]}, {array[2]}, ...)"
    assert repr(array[:1]) == "Array(1 row of uint64, 1 null: None)"
    assert repr(array[:0]) == "Array(0 rows of uint64)"
    assert repr(facsim.digest(TEXTS)).startswith("Array(20 rows of 16 bytes: b'")
    assert len(repr(facsim.sketch(TEXTS))) < 500
    index = pytest.importorskip("facsim._hamming").HammingIndex([1, 2, 3], max_distance=2)
    assert repr(index) == "<facsim.HammingIndex: 3 fingerprints, max_distance=2>"
    assert repr(RESULT) == f"<facsim.Result: {count} of 120 rows removed>"


EVIL = "<script>alert('x')</script>&\"'"


def test_html_shows_ten_rows() -> None:
    shown = RESULT.duplicates._repr_html_()
    assert shown.count("<tr>") == 11 and f"and {len(RESULT.duplicates) - 10} more rows" in shown
    assert RESULT.duplicates[:2]._repr_html_().count("<tr>") == 3
    assert "more row" not in RESULT.duplicates[:10]._repr_html_()
    whole = RESULT._repr_html_()
    assert f"120 pages read, {len(RESULT.duplicates)} removed" in whole and whole.count("<tr>") == 11
    assert "<table" not in facsim.dedup(["one page"])._repr_html_()


def test_what_pages_say_is_escaped() -> None:
    said = "{0} reads a field of a record. " + " ".join(f"Type {i} is set to {i * i}." for i in range(40))
    page = f"<html><head><title>{EVIL} {{0}}</title></head><body><h1>{{0}}</h1><p>{said}</p></body></html>"
    rows = [{"id": f"{EVIL}{n}", "url": f"https://example.org/{EVIL}/{name}", "html": page.format(name)}
            for n, name in enumerate(("alpha", "beta", "alpha"))]  # fmt: skip
    fields = {"html": "html", "id": "id", "url": "url"}
    result = facsim.dedup(rows, names=False, **fields)
    reported = facsim.dedup(rows, remove=[], **fields).reported
    assert len(result.duplicates) and len(reported)
    for thing in (result, result.duplicates, reported, result.clusters):
        shown = thing._repr_html_()
        assert "script" in shown and "<script" not in shown and "alert(&#39;x" in shown
    allowed = {"div", "table", "thead", "tbody", "tr", "th", "td", "p"}
    assert set(re.findall(r"</?([a-z]+)", result._repr_html_())) <= allowed


def test_a_pickled_result_answers_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    again = pickle.loads(pickle.dumps(RESULT))
    for name in ("duplicates", "reported", "clusters"):
        assert list(getattr(again, name)) == list(getattr(RESULT, name))
    assert (again.summary, again.removed_rows, again.kept) == (RESULT.summary, RESULT.removed_rows, RESULT.kept)
    assert repr(again) == repr(RESULT) and again._repr_html_() == RESULT._repr_html_()
    row = RESULT.duplicates[0]
    for result in (RESULT, again, pickle.loads(pickle.dumps(again))):
        result.show(row["id"])
    assert len(set(capsys.readouterr().out.split("repeats"))) == 3
    for call in (again.recluster, again.report):
        with pytest.raises(facsim.errors.UnsupportedError, match="was pickled, and the pairs that"):
            call()
    # The first one is as it was.
    assert len(RESULT.recluster(1.0).duplicates) <= len(RESULT.duplicates)
    assert copy.copy(RESULT).recluster() is not None


def test_results_of_each_kind_of_rows(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="skipped: no pyarrow")
    table = pa.Table.from_pylist(PAGES)
    path = write_jsonl(tmp_path / "pages.jsonl", PAGES)
    for data in (PAGES, table, table.to_batches()[0], table["text"].combine_chunks(), path):
        result = facsim.dedup(data)
        again = pickle.loads(pickle.dumps(result))
        kept, wanted = again.kept, result.kept
        assert list(kept) == list(wanted) if data is path or data is PAGES else kept.equals(wanted)
    pd = pytest.importorskip("pandas", reason="skipped: no pandas")
    result = facsim.dedup(pd.DataFrame(PAGES), profile=facsim.Profile("strict"))
    assert pickle.loads(pickle.dumps(result)).kept.equals(result.kept)
    pl = pytest.importorskip("polars", reason="skipped: no polars")
    result = facsim.dedup(pl.DataFrame(PAGES), id="id")
    again = pickle.loads(pickle.dumps(result))
    assert again.kept.equals(result.kept)
    again.show(result.duplicates[0]["id"])


def test_what_cannot_travel_says_so() -> None:
    again = pickle.loads(pickle.dumps(facsim.dedup(iter(PAGES), id="id")))
    assert len(again.duplicates) == len(RESULT.duplicates)
    for call in (lambda: again.kept, lambda: again.show(again.duplicates[0]["id"])):
        with pytest.raises(facsim.errors.UnsupportedError, match="give a list of rows"):
            call()
    duckdb = pytest.importorskip("duckdb", reason="skipped: no duckdb")
    relation = duckdb.connect().sql("SELECT 'a' AS text")
    with pytest.raises(facsim.errors.UnsupportedError, match="to_arrow_table"):
        _ = pickle.loads(pickle.dumps(facsim.dedup(relation))).kept
