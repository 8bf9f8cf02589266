# SPDX-License-Identifier: Apache-2.0
"""Whatever holds the rows: the same removals, and the rest comes back as what came in."""

import os
import pickle
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import facsim
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from making import corpus, html, words, write_jsonl, write_warc, html_response
from running import PRELOADED, Dedup, run

PAGES = corpus(300)
COLUMNS = {name: [page[name] for page in PAGES] for name in ("id", "url", "text")}
GONE = facsim.dedup(PAGES).removed_rows
STAY = [page["id"] for number, page in enumerate(PAGES) if number not in set(GONE)]


def test_there_are_removals() -> None:
    assert 50 < len(GONE) < len(PAGES) - 50


# --- DuckDB ------------------------------------------------------------------------------------


@pytest.fixture
def connection():
    duckdb = pytest.importorskip("duckdb", reason="skipped: the package duckdb is not here")
    connection = duckdb.connect()
    pages = pa.table(COLUMNS)  # noqa: F841 (DuckDB finds it by its name)
    connection.execute("CREATE TABLE pages AS SELECT * FROM pages")
    yield connection
    connection.close()


def test_a_relation_of_duckdb_comes_back_on_its_connection(connection) -> None:
    relation = connection.sql("SELECT id, text, 1 + 1 AS two FROM pages")
    result = facsim.dedup(relation, id="id")
    assert result.removed_rows == GONE
    kept = result.kept
    assert type(kept) is type(relation) and kept.columns == relation.columns
    assert kept.types == relation.types
    # Another table of the same connection can be asked beside it.
    join = "SELECT kept.id FROM kept JOIN pages USING (id) ORDER BY pages.rowid"
    joined = kept.query("kept", join)
    assert [row[0] for row in joined.fetchall()] == STAY
    marked = facsim.annotate(relation)
    assert marked.filter("facsim.removed").count("*").fetchall() == [(len(GONE),)]


def test_duckdb_reads_results(connection) -> None:
    duplicates = facsim.dedup(PAGES, id="id").duplicates  # noqa: F841 (found by its name)
    found = connection.sql("SELECT count(*), min(resemblance) FROM duplicates").fetchall()[0]
    assert found[0] == len(GONE) and found[1] >= 0.8


def test_a_relation_without_the_column(connection) -> None:
    with pytest.raises(KeyError, match="the columns are: id"):
        facsim.dedup(connection.sql("SELECT id FROM pages"))


# --- datasets ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def datasets(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("HF_HUB_OFFLINE", "1")
        yield pytest.importorskip("datasets", reason="skipped: the package datasets is not here")


def test_a_dataset_comes_back_as_one(datasets) -> None:
    data = datasets.Dataset.from_dict(COLUMNS)
    result = facsim.dedup(data, id="id", url="url")
    assert result.removed_rows == GONE
    kept = result.kept
    assert isinstance(kept, datasets.Dataset) and kept.features == data.features
    assert list(kept["id"]) == STAY
    marked = facsim.annotate(data)
    assert sum(mark["removed"] for mark in marked["facsim"]) == len(GONE)


def test_a_dataset_of_chosen_rows_and_of_any_format(datasets) -> None:
    data = datasets.Dataset.from_dict(COLUMNS)
    order = list(range(len(PAGES)))[::-1]
    for chosen in (data.select(order), data.select(order).with_format("numpy")):
        expected = facsim.dedup([PAGES[row]["text"] for row in order]).removed_rows
        assert facsim.dedup(chosen).removed_rows == expected


def test_data_sets_by_name_are_refused(datasets) -> None:
    both = datasets.DatasetDict({"train": datasets.Dataset.from_dict(COLUMNS)})
    with pytest.raises(TypeError, match="give one of them"):
        facsim.dedup(both)
    with pytest.raises(KeyError, match="the columns are: id, url, text"):
        facsim.dedup(both["train"], text="body")


def test_map_of_datasets(datasets) -> None:
    data = datasets.Dataset.from_dict(COLUMNS | {"text": ["short", None, *COLUMNS["text"][2:]]})
    expected = facsim.fingerprint(list(data["text"])).to_list()
    view = data.with_format("arrow")
    for processes in (None, 2):
        made = view.map(facsim.annotate_batch, batched=True, batch_size=50, num_proc=processes)
        figures = made.with_format(None)["facsim"]
        assert [row["fingerprint"] for row in figures] == expected
        assert made.column_names == [*data.column_names, "facsim"]
    plain = data.map(facsim.annotate_batch, batched=True, fn_kwargs={"text": "url"})
    assert plain["facsim"][0]["text_bytes"] == len(COLUMNS["url"][0])


# --- others ------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [np.array, lambda texts: np.array(texts, dtype=object)])
def test_arrays_of_numpy(make) -> None:
    texts = make(COLUMNS["text"])
    result = facsim.dedup(texts)
    assert result.removed_rows == GONE and isinstance(result.kept, np.ndarray)
    assert len(result.kept) == len(STAY)
    assert facsim.fingerprint(texts).to_list() == facsim.fingerprint(COLUMNS["text"]).to_list()
    with pytest.raises(ValueError, match="2 dimensions"):
        facsim.dedup(texts.reshape(2, -1))


def test_other_columns_may_hold_anything() -> None:
    things = [object()] * len(PAGES)
    polars = pl.DataFrame(COLUMNS).with_columns(pl.Series("thing", things, dtype=pl.Object))
    pandas = pd.DataFrame(COLUMNS | {"thing": [*things[1:], 5]})
    for frame in (polars, pandas):
        result = facsim.dedup(frame, id="id")
        assert result.removed_rows == GONE
        assert list(result.kept.columns) == ["id", "url", "text", "thing"]


def test_pandas_keeps_its_index_and_skips_what_is_missing() -> None:
    texts = [COLUMNS["text"][0], None, pd.NA, float("nan"), COLUMNS["text"][0]]
    series = pd.Series(texts, index=list("abcde"), dtype=object)
    assert facsim.dedup(series).kept.index.tolist() == list("abcd")
    assert facsim.fingerprint(series).null_count == 3
    frame = pd.DataFrame({"text": series})
    assert facsim.dedup(frame).kept.index.tolist() == list("abcd")


PANDAS_ALONE = """if True:
    import sys
    import facsim, pandas as pd
    assert "pyarrow" not in sys.modules
    text = "one two three four five six seven eight nine ten " * 4
    frame = pd.DataFrame({"text": [text, None, float("nan"), text]}, index=list("abcd"))
    assert facsim.dedup(frame).kept.index.tolist() == list("abc")
    assert facsim.fingerprint(frame["text"]).null_count == 2
    assert "pyarrow" not in sys.modules
"""


def test_pandas_without_pyarrow(tmp_path: Path) -> None:
    # pandas imports pyarrow where it can.
    (tmp_path / "pyarrow.py").write_text("raise ImportError('not here')")
    path = os.pathsep.join([str(tmp_path), os.environ["FACSIM_PYTHON_PACKAGE"]])
    environment = PRELOADED | {"PYTHONPATH": path}
    done = run([sys.executable, "-W", "ignore", "-c", PANDAS_ALONE], env=environment)
    assert done.status == 0, done.err


# --- files -------------------------------------------------------------------------------------


def test_paths_are_read_as_the_program_reads_them(tmp_path: Path) -> None:
    first = write_jsonl(tmp_path / "a.jsonl", PAGES[:200])
    with first.open("a") as out:
        out.write('{"id": "no text"}\nnot json\n')
    second = write_jsonl(tmp_path / "b.jsonl", PAGES[200:])
    theirs = Dedup(tmp_path, first, second)
    with pytest.warns(facsim.errors.RunWarning, match="left out"):
        result = facsim.dedup([first, second])
    assert len(result.duplicates) == len(GONE)
    for mine, row in zip(result.duplicates, theirs.rows(), strict=True):
        for name in ("id", "url", "file", "offset", "representative", "representative_offset"):
            assert mine[name] == row[name]
    assert result.summary["removed"] == theirs.summary["removed"]
    kept = list(result.kept)
    assert [page["id"] for page in kept] == STAY
    assert kept[0] == {"id": "page-0", "url": PAGES[0]["url"], "file": str(first), "offset": 0,
                       "time": None, "text": PAGES[0]["text"]}  # fmt: skip
    with pytest.raises(TypeError, match="no row"):
        _ = result.removed_rows
    with pytest.warns(facsim.errors.RunWarning, match="left out"):
        marked = [page["id"] for page in facsim.annotate([first, second])
                  if page["facsim"]["removed"]]  # fmt: skip
    assert marked == [PAGES[row]["id"] for row in GONE]


def test_a_folder_and_an_archive(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.html").write_text(html(words(number % 3)))
    write_warc(tmp_path / "x.warc.gz", *(html_response(n, words(n % 2)) for n in range(3)))
    result = facsim.dedup(folder)
    assert len(result.duplicates) == 1 and len(list(result.kept)) == 3
    result = facsim.dedup([tmp_path / "x.warc.gz"])
    page = next(result.kept)
    assert len(result.duplicates) == 1 and page["url"].startswith("http://example.org/")
    assert words(0).encode() in page["html"]


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(facsim.errors.NotFoundError, match="none.jsonl"):
        facsim.dedup(tmp_path / "none.jsonl")
    with pytest.raises(TypeError, match="PosixPath"):
        facsim.dedup([PAGES[0], tmp_path])
    with pytest.raises(TypeError, match=r"or a pathlib\.Path"):
        facsim.dedup("pages.jsonl")


# --- iterators ---------------------------------------------------------------------------------


def test_rows_are_put_aside_in_tmp_and_gone_with_the_result(tmp_path: Path, monkeypatch) -> None:
    asked = []
    made = tempfile.TemporaryFile

    def noted(*arguments, **settings):
        asked.append(settings["dir"])
        return made(*arguments, **settings)

    monkeypatch.setattr(tempfile, "TemporaryFile", noted)
    result = facsim.dedup(iter(PAGES), tmp=tmp_path)
    assert asked == [str(tmp_path)]
    # The pairs to be judged again have a folder, the rows a file without a name.
    assert len(list(tmp_path.iterdir())) == 1
    assert [page["id"] for page in result.kept] == STAY
    del result
    assert list(tmp_path.iterdir()) == []


def test_a_row_that_cannot_be_put_aside() -> None:
    def rows() -> Iterator[dict]:
        yield PAGES[0]
        yield PAGES[1] | {"call": lambda: None}

    with pytest.raises(TypeError, match="row 1 cannot be put aside"):
        facsim.dedup(rows())


def test_a_generator_is_closed_where_the_run_fails(tmp_path: Path) -> None:
    ended = []

    def rows() -> Iterator[object]:
        try:
            yield from PAGES[:30]
            yield 5
            yield from PAGES[30:]
        finally:
            ended.append(True)

    with pytest.raises(TypeError, match="row 30 is a value of type 'int'"):
        facsim.dedup(rows(), tmp=tmp_path)
    assert ended == [True] and list(tmp_path.iterdir()) == []


class Stop(Exception):
    """What nobody else raises."""


def test_what_an_iterator_raises_comes_out_unchanged(tmp_path: Path) -> None:
    raised = Stop("of my own")

    def rows() -> Iterator[dict]:
        yield from PAGES
        raise raised

    for call in (facsim.dedup, facsim.annotate):
        with pytest.raises(Stop) as caught:
            call(rows(), tmp=tmp_path)
        assert caught.value is raised and list(tmp_path.iterdir()) == []
    for call in (facsim.fingerprint, facsim.sketch, facsim.digest, facsim.facts):
        with pytest.raises(Stop) as caught:
            call(page["text"] if page is not None else page for page in rows())
        assert caught.value is raised


def test_an_iterator_is_asked_by_the_calling_thread() -> None:
    import threading

    asked = set()

    def rows() -> Iterator[dict]:
        for page in PAGES:
            asked.add(threading.get_ident())
            yield page

    facsim.dedup(rows(), threads=4)
    assert asked == {threading.get_ident()}


def test_iterators_of_one_result_run_side_by_side() -> None:
    result = facsim.dedup(page | {"more": pickle.dumps(page)} for page in PAGES)
    pairs = list(zip(result.kept, result.kept, strict=True))
    assert all(one == other for one, other in pairs) and [one["id"] for one, _ in pairs] == STAY


def test_names_of_files_that_are_not_utf_8(tmp_path: Path) -> None:
    """They are as os.fsdecode() has them, in each table of the result."""
    page = html(" ".join(words(1, 200)))
    for name in (b"0.html", b"bad\xff\xfename.html"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text(page)
    result = facsim.dedup(tmp_path)
    (removed,) = list(result.duplicates)
    assert os.fsencode(removed["file"]) == b"bad\xff\xfename.html"
    assert [os.path.basename(kept["file"]) for kept in result.kept] == ["0.html"]
    assert list(result.reported) == []
