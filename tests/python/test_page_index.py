# SPDX-License-Identifier: Apache-2.0
"""PageIndex: the folder is the program's, and so are the answers."""

import json
import math
import threading
from pathlib import Path

import facsim
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from making import corpus, html, html_response, words, write_jsonl, write_warc
from real_data import write_real
from running import facsim as program

PAGES = corpus(240)
COLUMNS = {name: [page[name] for page in PAGES] for name in ("id", "url", "text")}
FIELDS = {"text": "text", "id": "id", "url": "url"}
ASKED = {"text": "text", "url": "url"}


def by_the_program(index: Path, *inputs: object) -> list[tuple]:
    """What `facsim index query` says: a tuple for each page found."""
    answers = program.done("index", "query", index, *inputs, "--jsonl").rows()
    return [
        (number, seen["id"], seen["url"], seen["distance"], seen["kind"], seen["resemblance"],
         seen["containment"] and tuple(seen["containment"]), seen["by"], seen["file"],
         seen["offset"])
        for number, answer in enumerate(answers) for seen in answer["matches"]
    ]  # fmt: skip


def rounded(share: float | None) -> float | None:
    """As the program prints it: halves go up."""
    return None if share is None else math.floor(share * 1e4 + 0.5) / 1e4


def by_python(index: facsim.PageIndex, data: object, **fields: object) -> list[tuple]:
    rows = []
    for row in index.ask_batch(data, **fields):
        both = rounded(row["containment"]), rounded(row["containment_reverse"])
        rows.append((row["query"], row["id"], row["url"], row["distance"], row["kind"],
                     rounded(row["resemblance"]), None if both == (None, None) else both,
                     row["by"], row["file"] or "", row["offset"] or 0))  # fmt: skip
    return rows


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """An index that the program made, of pages.jsonl beside it."""
    write_jsonl(tmp_path / "pages.jsonl", PAGES)
    program.done("index", "build", "pages.jsonl", "-o", "made.idx", cwd=tmp_path)
    return tmp_path / "made.idx"


def test_an_index_of_the_program_answers_as_it_does(made: Path) -> None:
    expected = by_the_program(made, made.parent / "pages.jsonl")
    assert len(expected) > 300
    for load in (True, False):
        with facsim.PageIndex.open(made, load=load) as index:
            assert len(index) == len(PAGES) and index.recipe == "balanced" and index.segments == 1
            assert by_python(index, PAGES, **ASKED) == expected
            for number in (0, 7, 100):
                mine = [(number, seen.id, seen.url, seen.distance, seen.kind,
                         rounded(seen.resemblance),
                         seen.containment and tuple(map(rounded, seen.containment)), seen.by,
                         seen.file or "", seen.offset or 0)
                        for seen in index.ask(PAGES[number], url="url")]  # fmt: skip
                assert mine == [row for row in expected if row[0] == number]
            assert index.check() == []


HOLDERS = {
    "list": lambda: PAGES,
    "generator": lambda: (dict(page) for page in PAGES),
    "pyarrow": lambda: pa.table(COLUMNS),
    "batches": lambda: pa.table(COLUMNS).to_reader(50),
    "polars": lambda: pl.DataFrame(COLUMNS),
    "pandas": lambda: pd.DataFrame(COLUMNS),
}


@pytest.mark.parametrize("holder", HOLDERS)
def test_an_index_of_python_is_one_of_the_program(tmp_path: Path, holder: str) -> None:
    path = write_jsonl(tmp_path / "pages.jsonl", PAGES)
    with facsim.PageIndex.begin(tmp_path / "made.idx") as index:
        assert len(index) == 0 and index.generation == 1
        assert index.add(HOLDERS[holder](), **FIELDS) == len(PAGES)
        assert len(index) == len(PAGES) and index.generation == 2
        mine = by_python(index, HOLDERS[holder](), **ASKED)
    assert program("index", "check", tmp_path / "made.idx").status == 0
    assert mine == by_the_program(tmp_path / "made.idx", path)
    assert len(mine) > 300


def test_texts_alone_are_numbered(tmp_path: Path) -> None:
    with facsim.PageIndex.begin(tmp_path / "made.idx") as index:
        assert index.add(pl.Series(COLUMNS["text"][:3])) == 3
        assert index.add([PAGES[3]["text"], None, "", PAGES[4]["text"].encode()]) == 2
        assert index.ask(PAGES[4]["text"])[0].id == "5"
        assert index.ask(None) == index.ask("") == [] and index.ask({"text": None}) == []
        assert list(index.ask_batch([None, PAGES[3]["text"]]).column("query").to_list()) == [1]


def test_the_pages_of_files_are_added_as_the_program_adds_them(tmp_path: Path) -> None:
    texts = [words(number) for number in range(30)]
    crawl = write_warc(tmp_path / "crawl.warc.gz", *map(html_response, range(30), texts))
    program.done("index", "build", crawl, "-o", tmp_path / "theirs.idx")
    with facsim.PageIndex.begin(tmp_path / "mine.idx") as index:
        reader = facsim.read_pages(crawl)
        first = next(reader)
        assert index.add(facsim.read_pages(crawl)) == 30
        assert index.add(reader) == 29, "those that were not given yet"
        assert index.delete([first["id"]]) == (1, [])
        index.compact()
        mine = by_python(index, facsim.read_pages(crawl))
        marked = index.ask({"page": html(texts[3])}, html="page")
        assert [seen.kind for seen in marked] == ["exact", "exact"]
        assert {seen.file for seen in marked} == {str(crawl)}
    theirs = by_the_program(tmp_path / "theirs.idx", crawl)
    assert sorted(set(mine)) == sorted(row for row in theirs if row[1] != first["id"])


def test_real_pages_byte_for_byte(tmp_path: Path) -> None:
    path = write_real(tmp_path / "pages.jsonl", "ota_terms", 400)
    program.done("index", "build", path, "-o", tmp_path / "theirs.idx")
    expected = by_the_program(tmp_path / "theirs.idx", path)
    assert len(expected) > 1500
    with facsim.PageIndex.begin(tmp_path / "mine.idx") as index:
        assert index.add(facsim.read_pages(path)) == 400
        assert by_python(index, facsim.read_pages(path)) == expected
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        assert by_python(index, rows, url="url") == expected
    mine, theirs = (
        next((tmp_path / name).glob("*.seg")).read_bytes() for name in ("mine.idx", "theirs.idx")
    )
    assert mine == theirs


def test_what_it_says_of_a_page(tmp_path: Path) -> None:
    text = words("ferry")
    with facsim.PageIndex.begin(tmp_path / "made.idx", max_distance=6) as index:
        index.add([{"id": 7, "url": "https://example.org/a", "text": text}], **FIELDS)
        (exact,) = index.ask(text)
        assert exact == facsim.FoundPage(
            "7", "https://example.org/a", None, None, 0, "exact", 1.0, None, (1.0, 1.0), "digest"
        )
        (near,) = index.ask(text + " and two words more")
        assert near.kind == "content" and near.by == "sketch" and near.distance <= 6
        assert 0.8 < near.resemblance <= 1 and near.resemblance_error > 0
        index.add([text] * 5)
        assert [seen.id for seen in index.ask(text, limit=2)] == ["7", "1"]
        assert repr(index).endswith("made.idx': 6 pages>")


def test_delete_compact_and_refresh(made: Path) -> None:
    with facsim.PageIndex.open(made) as writer, facsim.PageIndex.open(made, load=False) as reader:
        assert writer.delete(["page-3", PAGES[9]["url"], "nobody"]) == (2, ["nobody"])
        assert writer.delete("page-4") == (1, [])
        assert len(writer) == len(PAGES) - 3 and len(reader) == len(PAGES)
        assert any(seen.id == "page-3" for seen in reader.ask(PAGES[3]))
        assert reader.refresh() is True and reader.refresh() is False
        assert all(seen.id != "page-3" for seen in reader.ask(PAGES[3]))
        program.done("index", "delete", made, "page-5")
        writer.compact()
        assert writer.segments == 1 and len(writer) == len(PAGES) - 4
        expected = by_the_program(made, made.parent / "pages.jsonl")
        assert by_python(writer, PAGES, **ASKED) == expected


def test_an_index_of_another_recipe_is_refused(made: Path, tmp_path: Path) -> None:
    with pytest.raises(facsim.errors.InvalidArgumentError, match="recipe"):
        facsim.PageIndex.open(made, recipe="all-text")
    with pytest.raises(facsim.errors.InvalidArgumentError, match="recipe"):
        facsim.PageIndex.open(made, profile=facsim.Profile(recipe="all-text"))
    recipe = facsim.Recipe("all-text")
    (tmp_path / "mine.toml").write_text(recipe.toml)
    with facsim.PageIndex.begin(tmp_path / "other.idx", recipe=recipe) as index:
        index.add(PAGES)
        assert index.recipe == "all-text"
    facsim.PageIndex.open(tmp_path / "other.idx", recipe=str(tmp_path / "mine.toml")).close()
    with pytest.raises(facsim.errors.InvalidArgumentError, match="of 'all-text'|recipe"):
        facsim.PageIndex.open(tmp_path / "other.idx")
    info = program.done("index", "info", tmp_path / "other.idx", "--json").rows()[0]
    assert info["recipe_id"] in (recipe.id, recipe.fingerprint_id)


def test_damage_is_found(made: Path) -> None:
    (segment,) = made.glob("*.seg")
    content = segment.read_bytes()
    found = refused = 0
    for share in range(1, 40):
        at = len(content) * share // 40
        flipped = bytearray(content)
        flipped[at] ^= 0x10
        segment.write_bytes(flipped)
        try:
            facsim.PageIndex.open(made).close()
        except facsim.errors.DamagedError as error:
            refused += 1
            assert "made.idx" in f"{error} {error.where}"
        try:
            with facsim.PageIndex.open(made, load=False) as index:
                faults = index.check()
                found += bool(faults)
                assert all("seg" in fault for fault in faults)
                # Nobody verified these bytes: an answer or an Error, never a crash.
                try:
                    index.ask_batch(PAGES[:20])
                except facsim.Error:
                    pass
        except facsim.errors.DamagedError:
            found += 1
    # Bytes between sections are nobody's.
    assert refused == found >= 35
    segment.write_bytes(content)
    manifest = made / "MANIFEST"
    bytes_of_it = bytearray(manifest.read_bytes())
    bytes_of_it[len(bytes_of_it) // 2] ^= 1
    manifest.write_bytes(bytes_of_it)
    with pytest.raises(facsim.errors.DamagedError):
        facsim.PageIndex.open(made)


def test_a_closed_index_says_so(made: Path) -> None:
    index = facsim.PageIndex.open(made)
    assert not index.closed and bool(index)
    index.close()
    index.close()
    assert index.closed and repr(index).endswith(": closed>")
    for call in (lambda: index.ask("a"), lambda: index.ask_batch(["a"]), lambda: index.add(["a"]),
                 lambda: index.delete("a"), index.compact, index.refresh, index.check,
                 lambda: len(index), lambda: index.segments, lambda: index.generation,
                 lambda: index.recipe, index.__enter__):  # fmt: skip
        with pytest.raises(facsim.errors.InvalidArgumentError, match="index is closed; open it"):
            call()


BAD = [
    (lambda index: index.ask(3), TypeError, "rows are str, bytes, dict or None"),
    (lambda index: index.ask(1.5), TypeError, "value of type 'float'"),
    (lambda index: index.ask("\ud800"), UnicodeEncodeError, "surrogates"),
    (lambda index: index.ask({"body": "a"}), KeyError, "no member 'text'"),
    (lambda index: index.ask("a", limit=-1), ValueError, "limit=-1 is not from 0"),
    (lambda index: index.ask("a", limit=1.5), TypeError, "limit is a whole number, not float"),
    (lambda index: index.ask("a", text=4), TypeError, "text is a name, not int"),
    (lambda index: index.ask_batch("a"), TypeError, "one text, where rows are wanted"),
    (lambda index: index.ask_batch({"text": "a"}), TypeError, "a dict is one row"),
    (lambda index: index.ask_batch(None), TypeError, "data is rows or files"),
    (lambda index: index.ask_batch(3), TypeError, "data is rows or files"),
    (lambda index: index.ask_batch(["a", 1.5]), TypeError, "row 1 is a value of type 'float'"),
    (lambda index: index.ask_batch(pa.table({"b": ["x"]})), KeyError, "the columns are: b"),
    (lambda index: index.ask_batch(pa.table({"text": [1]})), TypeError, "holds numbers"),
    (lambda index: index.ask_batch(np.array([1.5])), TypeError, "value of type 'float64'"),
    (lambda index: index.add("a"), TypeError, "one text, where rows are wanted"),
    (lambda index: index.add(None), TypeError, "data is rows or files"),
    (lambda index: index.add([3]), TypeError, "rows are str, bytes, dict or None"),
    (lambda index: index.add([{"text": 1.5}]), TypeError, "row 0 of column 'text' is a value"),
    (lambda index: index.add(pl.DataFrame({"a": ["b"]})), KeyError, "no column 'text'"),
    (lambda index: index.add(pl.LazyFrame({"a": ["b"]})), TypeError, "collect"),
    (lambda index: index.add(["a"], id=["id"]), TypeError, "id is a name, not list"),
    (lambda index: index.add(["a"], id="a\0b"), ValueError, "null character"),
    (lambda index: index.delete(None), TypeError, "ids are str, not NoneType"),
    (lambda index: index.delete([1]), TypeError, "ids are str, not int"),
    (lambda index: index.delete(b"a"), TypeError, "ids are str, not bytes"),
    (lambda index: index.delete(["\ud800"]), UnicodeEncodeError, "surrogates"),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_bad_input_is_an_exception_and_changes_nothing(tmp_path: Path, number: int) -> None:
    call, kind, said = BAD[number]
    with facsim.PageIndex.begin(tmp_path / "made.idx") as index:
        with pytest.raises(kind) as raised:
            call(index)
        assert said in str(raised.value)
        assert len(index) == 0 and index.generation == 1


BAD_FOLDERS = [
    ({"folder": None}, TypeError, "folder is a path, not NoneType"),
    ({"folder": 3}, TypeError, "folder is a path, not int"),
    ({"folder": "a\0b"}, ValueError, "null character"),
    ({"folder": "\ud800"}, UnicodeEncodeError, "surrogates"),
    ({"folder": ""}, facsim.Error, ""),
    ({"max_distance": 13}, ValueError, "max_distance=13 is not from 0 to 12"),
    ({"max_distance": "3"}, TypeError, "max_distance is a whole number, not str"),
    ({"max_distance": True}, TypeError, "not bool"),
    ({"profile": "none"}, facsim.errors.InvalidArgumentError, "unknown profile"),
    ({"profile": 3}, TypeError, "profile is a name or a facsim.Profile"),
    ({"recipe": 3}, TypeError, "recipe is a name or a facsim.Recipe"),
    ({"recipe": "none"}, facsim.errors.InvalidArgumentError, "none"),
    ({"memory": "1M"}, ValueError, "below 64M"),
    ({"threads": 0}, ValueError, "threads=0 is not from 1"),
    ({"wait": -1}, ValueError, "wait=-1"),
    ({"wait": float("nan")}, ValueError, "wait=nan"),
    ({"wait": "long"}, TypeError, "wait is a number of seconds"),
    ({"on_wait": 3}, TypeError, "on_wait is a function"),
]


@pytest.mark.parametrize("number", range(len(BAD_FOLDERS)))
def test_what_cannot_be_begun_or_opened(tmp_path: Path, number: int) -> None:
    settings, kind, said = BAD_FOLDERS[number]
    for make in (facsim.PageIndex.begin, facsim.PageIndex.open):
        with pytest.raises(kind) as raised:
            make(**({"folder": tmp_path / "new.idx"} | settings))
        assert said in str(raised.value)
    assert not (tmp_path / "new.idx").exists()


def test_what_is_there_and_what_is_not(made: Path, tmp_path: Path) -> None:
    with pytest.raises(facsim.errors.NotFoundError, match="none"):
        facsim.PageIndex.open(tmp_path / "none.idx")
    with pytest.raises(FileExistsError, match="open it"):
        facsim.PageIndex.begin(made)
    with pytest.raises(facsim.errors.InvalidArgumentError, match="0..3|up to 3|distances"):
        facsim.PageIndex.open(made, max_distance=6)
    facsim.HammingFolder.begin(tmp_path / "bits.idx").close()
    with pytest.raises(facsim.errors.InvalidArgumentError):
        facsim.PageIndex.open(tmp_path / "bits.idx")
    with pytest.raises(TypeError, match=r"use facsim.PageIndex.begin\(folder\)"):
        facsim.PageIndex()


def test_a_source_that_raises_changes_nothing(made: Path) -> None:
    def pages():
        yield from PAGES
        raise RuntimeError("the source failed")

    with facsim.PageIndex.open(made) as index:
        before = index.generation
        for call in (index.add, index.ask_batch):
            with pytest.raises(RuntimeError, match="the source failed"):
                call(pages())
        assert index.generation == before
        assert index.add(PAGES[:2]) == 2


def test_rows_are_read_in_the_thread_that_calls(tmp_path: Path) -> None:
    """Connections of sqlite3, for one, may be used in no other."""
    here = threading.get_ident()
    threads = set()

    def pages():
        for page in PAGES:
            threads.add(threading.get_ident())
            yield page

    with facsim.PageIndex.begin(tmp_path / "made.idx", threads=2) as index:
        assert index.add(pages()) == len(PAGES)
        assert len(index.ask_batch(pages())) > 300
    assert threads == {here}


def test_rows_may_ask_the_index_that_they_are_added_to(tmp_path: Path) -> None:
    with facsim.PageIndex.begin(tmp_path / "made.idx") as index:
        index.add(PAGES[:100], **FIELDS)
        index.add((page for page in PAGES if not index.ask(page)), **FIELDS)
        assert 100 < len(index) < len(PAGES)

        def adding():
            yield PAGES[0]
            index.add(PAGES)

        with pytest.raises(facsim.errors.BusyError, match="in the middle of a change"):
            index.add(adding())


def test_answers_are_a_table(made: Path) -> None:
    with facsim.PageIndex.open(made) as index:
        table = index.ask_batch(PAGES[:30], **ASKED)
    frame = pl.DataFrame(table)
    assert frame.columns == table.column_names and frame.height == len(table) > 30
    assert frame["id"].to_list() == pa.table(table)["id"].to_pylist()
    assert json.loads(json.dumps(list(table))) == list(table)
