# SPDX-License-Identifier: Apache-2.0
"""Figures of batches: annotate_batch(), and the namespace of polars."""

import multiprocessing
import os
import pickle
import struct
import sys
from pathlib import Path

import facsim
import facsim.polars
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from making import html, near, words
from running import PRELOADED, run

TEXTS = [words(1), "too short", None, near(1, 2), "中文网页去重" * 20]
MADE = facsim.fingerprint(TEXTS).to_list()
COLUMNS = {"id": list("abcde"), "text": TEXTS}

BATCHES = {
    "dict": lambda: dict(COLUMNS),
    "table": lambda: pa.table(COLUMNS),
    "batch": lambda: pa.table(COLUMNS).to_batches()[0],
    "chunked": lambda: pa.Table.from_batches(pa.table(COLUMNS).to_batches(max_chunksize=2)),
    "polars": lambda: pl.DataFrame(COLUMNS),
    "pandas": lambda: pd.DataFrame(COLUMNS),
}


@pytest.mark.parametrize("kind", BATCHES)
def test_a_batch_comes_back_with_its_figures(kind: str) -> None:
    batch = BATCHES[kind]()
    made = facsim.annotate_batch(batch)
    assert type(made) is type(batch)
    column = made["facsim"]
    rows = column.to_pylist() if isinstance(made, (pa.Table, pa.RecordBatch)) else list(column)
    assert [row["fingerprint"] for row in rows] == MADE
    facts = facsim.facts(TEXTS)
    for row, fact in zip(rows, facts, strict=True):
        assert row == {name: fact[name] for name in row} and len(row) == 4
    again = facsim.annotate_batch(made)
    assert len(list(again["facsim"])) == 5 if kind == "dict" else again.shape == made.shape


def test_of_html_and_by_another_recipe() -> None:
    pages = {"page": [html(words(1), menu="Home News")]}
    rows = facsim.annotate_batch(pages, html="page", recipe="words")["facsim"]
    assert rows[0]["fingerprint"] == facsim.fingerprint(pages["page"], "words", html=True)[0]


def test_no_batch() -> None:
    for batch, name in ((pa.table(COLUMNS), "body"), (dict(COLUMNS), "body"),
                        (pl.DataFrame(COLUMNS), "body"), (pd.DataFrame(COLUMNS), "body")):  # fmt: skip
        with pytest.raises(KeyError, match="no column 'body'; the columns are: id, text"):
            facsim.annotate_batch(batch, text=name)
    with pytest.raises(TypeError, match="not list"):
        facsim.annotate_batch(TEXTS)
    with pytest.raises(TypeError, match="row 0 is a value of type 'int'"):
        facsim.annotate_batch({"text": [1]})


def test_expressions_of_polars() -> None:
    frame = pl.DataFrame(COLUMNS)
    made = frame.with_columns(
        pl.col("text").facsim.fingerprint().alias("f"),
        pl.col("text").facsim.sketch().alias("s"),
        pl.col("text").facsim.digest().alias("d"),
    )
    assert made.schema["f"] == pl.UInt64 and made["f"].to_list() == MADE
    assert made["s"].to_list() == facsim.sketch(TEXTS).to_list()
    assert made["d"].to_list() == facsim.digest(TEXTS).to_list()
    lazy = frame.lazy().select(pl.col("text").facsim.fingerprint("words")).collect()
    assert lazy["text"].to_list() == facsim.fingerprint(TEXTS, "words").to_list()
    assert frame["text"].facsim.fingerprint().to_list() == MADE
    near_pairs = made.filter(pl.col("f").is_not_null()).height
    assert near_pairs == sum(value is not None for value in MADE)


def test_128_bits_are_bytes_in_polars() -> None:
    profile = facsim.Profile(recipe=str(Path(__file__).parent / "wide.toml"))
    expression = pl.col("text").facsim.fingerprint(profile=profile)
    made = pl.DataFrame({"text": [words(1)]}).select(expression)
    assert made.schema["text"] == pl.Binary
    assert made["text"].to_list() == facsim.fingerprint([words(1)], profile=profile).to_list()


def test_groups_and_strings_of_polars() -> None:
    frame = pl.DataFrame({"host": ["a", "b", "a", "b", "a"], "text": TEXTS})
    made = frame.group_by("host", maintain_order=True).agg(pl.col("text").facsim.fingerprint())
    assert made["text"].to_list() == [[MADE[0], MADE[2], MADE[4]], [MADE[1], MADE[3]]]
    with pytest.raises((TypeError, pl.exceptions.ComputeError), match="numbers"):
        pl.DataFrame({"n": [1]}).select(pl.col("n").facsim.fingerprint())


def test_the_namespace_is_there_in_either_order() -> None:
    environment = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}
    use = "; print(pl.Series(['x'] * 2).facsim.fingerprint().to_list())"
    for imports in ("import polars as pl, facsim", "import facsim, polars as pl, facsim.polars"):
        done = run([sys.executable, "-c", imports + use], env=environment)
        assert done.out == "[None, None]\n", done.err
    code = "import facsim, sys; sys.exit('polars' in sys.modules or 'numpy' in sys.modules)"
    assert run([sys.executable, "-c", code], env=environment).status == 0


def figures(texts: list[str]) -> list[int]:
    return facsim.fingerprint(texts).to_list()


@pytest.mark.parametrize("how", ["fork", "spawn", "forkserver"])
def test_other_processes_give_the_same(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in PRELOADED.items():
        monkeypatch.setenv(name, value)  # a pool begins lost workers anew for ever
    parts = [[words((i, j)) for j in range(20)] for i in range(6)]
    expected = [figures(part) for part in parts]
    facsim.dedup(parts[0], threads=2)
    with multiprocessing.get_context(how).Pool(2) as pool:
        assert pool.map_async(figures, parts).get(timeout=120) == expected
        arrays = pool.map_async(facsim.fingerprint, parts).get(timeout=120)
        assert [array.to_list() for array in arrays] == expected


def test_results_and_choices_can_be_pickled(tmp_path: Path) -> None:
    texts = [*TEXTS, None, "short", "ça va"]
    for array in (facsim.fingerprint(texts), facsim.sketch(texts), facsim.digest([])):
        again = pickle.loads(pickle.dumps(array))
        assert again.to_list() == array.to_list() and again.null_count == array.null_count
        assert pa.array(again).equals(pa.array(array))
    found = facsim.dedup([TEXTS[0], TEXTS[0]])
    for table in (facsim.facts(texts), facsim.facts([]), found.duplicates):
        again = pickle.loads(pickle.dumps(table))
        assert list(again) == list(table) and again.column_names == table.column_names
        assert pa.table(again).equals(pa.table(table))
    (tmp_path / "own.toml").write_text(facsim.Recipe("words").toml)
    for recipe in ("python-simhash", tmp_path / "own.toml"):
        made = facsim.Recipe(recipe)
        profile = facsim.Profile("strict", recipe=made, min_resemblance=0.9, names=False)
        again = pickle.loads(pickle.dumps((made, profile)))
        assert again[0] == made and again[1].toml == profile.toml
        assert facsim.fingerprint(TEXTS, again[0]).to_list() == facsim.fingerprint(TEXTS, made).to_list()


def test_a_pickled_choice_finds_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.toml").write_text(facsim.Recipe("words").toml)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    made = facsim.Recipe("own.toml", jieba_tables=b"tables")
    named = facsim.Profile("strict", recipe="own.toml", jieba_tables=Path("tables"))
    pickled = pickle.dumps((made, named))
    monkeypatch.chdir("elsewhere")
    again = pickle.loads(pickled)
    assert again[0] == made and again[1].toml == named.toml
    assert again[0]._remake.keywords["jieba_tables"] == str(tmp_path / "tables")
    assert again[1]._remake.keywords["jieba_tables"] == str(tmp_path / "tables")
    text = (tmp_path / "own.toml").read_text()
    (tmp_path / "own.toml").write_text(text.replace("bits = 64", "bits = 128"))
    assert text != (tmp_path / "own.toml").read_text()
    with pytest.raises(facsim.errors.InvalidArgumentError, match="another recipe than the one"):
        pickle.loads(pickled)


def test_a_pickle_that_was_changed_is_refused() -> None:
    column = ("n", "u", 2, b"ab", b"\3", struct.pack("3q", 0, 1, 2))
    made = facsim._core.Array.__new__(facsim._core.Array)
    made.__setstate__(column)
    assert made.to_list() == ["a", "b"]
    wide = ("n", "w:2305843009213693952", 8, b"", b"\xff", b"")
    with pytest.raises(ValueError, match="no column has format"):
        facsim._core.Array.__new__(facsim._core.Array).__setstate__(wide)
    for part, other in ((1, "q"), (1, "w:16x"), (2, 3), (2, -1), (2, 1 << 60), (3, b"abc"), (4, b""),
                        (5, struct.pack("3q", 0, 3, 2)), (5, b"")):  # fmt: skip
        state = (*column[:part], other, *column[part + 1:])
        with pytest.raises(ValueError, match="column"):
            facsim._core.Array.__new__(facsim._core.Array).__setstate__(state)
    table = facsim._core.Table.__new__(facsim._core.Table)
    with pytest.raises(ValueError, match="different numbers of rows"):
        table.__setstate__((column, ("m", "L", 1, bytes(8), b"\1", b"")))


def test_zero_copies_of_arrow() -> None:
    made = facsim.fingerprint(TEXTS)
    array = pa.array(made)
    address = np.asarray(made).__array_interface__["data"][0]
    assert array.buffers()[1].address == address
    table = facsim.facts(TEXTS)
    read = pa.table(table)
    assert read["fingerprint"].chunk(0).buffers()[1].address == np.asarray(
        table.column("fingerprint")
    ).__array_interface__["data"][0]
    assert read["judged_text"].chunk(0).buffers()[2].address == pa.array(
        table.column("judged_text")
    ).buffers()[2].address


COUNTED = """if True:
    import resource, sys
    import facsim, pyarrow as pa
    mebibytes = int(sys.argv[2])
    text = "the ferry leaves the old quay at seven in the morning and at noon " * 32
    texts = pa.array([text], pa.string_view() if sys.argv[1] == "view" else pa.large_string())
    texts = pa.concat_arrays([texts] * (mebibytes * (1 << 20) // len(text)))
    facsim.fingerprint(texts.slice(0, 2000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    made = facsim.fingerprint(texts)
    assert len(made) == len(texts)
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.bounds_memory
@pytest.mark.parametrize("layout", ["large", "view"])
def test_arrow_texts_are_read_where_they_lie(layout: str) -> None:
    environment = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}
    done = run([sys.executable, "-c", COUNTED, layout, "300"], env=environment)
    assert done.status == 0, done.err
    # 300 MiB of texts; a fingerprint takes 8 bytes, and its bit of validity.
    assert int(done.out) < 20


def test_a_str_keeps_no_utf8_for_us() -> None:
    texts = ["naïve café 🦊 " * 100, "plain ASCII " * 100]
    sizes = [sys.getsizeof(text) for text in texts]
    facsim.fingerprint(texts)
    facsim.dedup(texts)
    facsim.compare(*texts)
    assert [sys.getsizeof(text) for text in texts] == sizes


def test_a_str_of_html_is_unicode_whatever_it_declares() -> None:
    page = '<html><head><meta charset="gbk"><title>é</title></head><body>' + "cafe au lait " * 20
    from_str = facsim.facts([page], html=True)[0]
    from_bytes = facsim.facts([page.encode()], html=True)[0]
    assert from_str["title"] == "é" != from_bytes["title"]
    for column in (pa.array([page]), pl.Series([page]), pa.array([page]).dictionary_encode()):
        assert facsim.facts(column, html=True)[0] == from_str
    assert facsim.facts(pa.array([page.encode()]), html=True)[0] == from_bytes
    for kind, title in ((pa.string(), "é"), (pa.binary(), from_bytes["title"])):
        table = pa.table({"html": pa.array([page.encode()], pa.binary()).cast(kind)})
        assert facsim.dedup(table, html="html").summary["pages_read"] == 1
        assert facsim.facts(table["html"], html=True)[0]["title"] == title
