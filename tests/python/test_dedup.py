# SPDX-License-Identifier: Apache-2.0
"""dedup() removes the same rows as the program, with every holder of rows."""

import datetime
import os
import signal
import sys
import threading
from pathlib import Path

import facsim
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from making import corpus, many_pages, words, write_jsonl
from running import Dedup, start

PAGES = corpus(400)
COLUMNS = {name: [page[name] for page in PAGES] for name in ("id", "url", "text")}


@pytest.fixture(scope="module")
def by_the_program(tmp_path_factory: pytest.TempPathFactory) -> Dedup:
    folder = tmp_path_factory.mktemp("program")
    return Dedup(folder, write_jsonl(folder / "pages.jsonl", PAGES))


HOLDERS = {
    "list": lambda: PAGES,
    "generator": lambda: (dict(page) for page in PAGES),
    "pyarrow": lambda: pa.table(COLUMNS),
    "batches": lambda: pa.Table.from_batches(pa.table(COLUMNS).to_batches(max_chunksize=37)),
    "reader": lambda: pa.table(COLUMNS).to_reader(50),
    "polars": lambda: pl.DataFrame(COLUMNS),
    "pandas": lambda: pd.DataFrame(COLUMNS),
}


@pytest.mark.parametrize("holder", HOLDERS)
def test_removals_are_those_of_the_program(by_the_program: Dedup, holder: str) -> None:
    data = HOLDERS[holder]()
    result = facsim.dedup(data, id="id", url="url")
    theirs = by_the_program.rows()
    assert len(result.duplicates) == len(theirs) > 50
    for mine, row in zip(result.duplicates, theirs, strict=True):
        assert mine["id"] == row["id"] and mine["representative"] == row["representative"]
        assert mine["kind"] == row["kind"] and mine["by"] == row["by"]
        assert round(mine["resemblance"], 4) == row["resemblance"]
        assert PAGES[mine["row"]]["id"] == row["id"]
    assert result.summary["removed"] == by_the_program.summary["removed"]
    gone = {row["id"] for row in theirs}
    stay = [page["id"] for page in PAGES if page["id"] not in gone]
    kept = result.kept
    if holder in ("list", "generator"):
        assert [page["id"] for page in kept] == stay
    else:
        assert type(kept) is type(data) or holder == "reader"
        assert list(kept["id"].to_pylist() if isinstance(kept, pa.Table) else kept["id"]) == stay


def test_texts_alone() -> None:
    texts = COLUMNS["text"]
    for data in (texts, pa.array(texts), pl.Series(texts), pd.Series(texts)):
        result = facsim.dedup(data)
        assert len(result.kept) + len(result.duplicates) == len(texts)
        assert result.removed_rows == facsim.dedup(texts).removed_rows


def test_rows_without_a_text_stay() -> None:
    rows = [{"text": PAGES[0]["text"]}, {"text": None}, {"text": ""}, {"text": PAGES[0]["text"]}, None]
    result = facsim.dedup(rows)
    assert result.removed_rows == [3]
    assert result.kept == [rows[0], rows[1], rows[2], rows[4]]


def test_settings_mean_what_the_flags_mean(tmp_path: Path) -> None:
    rows = [page | {"time": 1000 - number, "rank": number % 7} for number, page in enumerate(PAGES)]
    path = write_jsonl(tmp_path / "pages.jsonl", rows)
    for settings, flags in (
        ({"keep": "last"}, ["--keep", "last"]),
        ({"keep": "oldest", "time": "time"}, ["--keep", "oldest", "--time-field", "time"]),
        ({"keep": "field:rank"}, ["--keep", "field:rank"]),
        ({"scope": "host"}, ["--scope", "host"]),
        ({"min_resemblance": 0.98}, ["--min-resemblance", ".98"]),
        ({"remove": ["exact"]}, ["--remove", "exact"]),
        ({"profile": "thorough"}, ["--profile", "thorough"]),
    ):
        run = Dedup(tmp_path, path, *flags)
        result = facsim.dedup(rows, id="id", url="url", **settings)
        theirs = [(row["id"], row["representative"]) for row in run.rows()]
        mine = [(row["id"], row["representative"]) for row in result.duplicates]
        assert mine == theirs, settings
        reported = [row["id"] for row in run.rows("reported.jsonl")]
        assert [row["id"] for row in result.reported] == reported, settings


def test_times_of_any_kind() -> None:
    texts = [PAGES[0]["text"]] * 3
    whole = [300, 100, 200]
    times = pa.array(whole, pa.int64())
    days = [datetime.date(2026, 1, day) for day in (3, 1, 2)]
    moments = [datetime.datetime(2026, 1, 1, 0, 0, second) for second in (3, 1, 2)]
    for column in (
        times, times.cast(pa.float64()), times.cast(pa.timestamp("s")),
        times.cast(pa.timestamp("s")).cast(pa.timestamp("ns", "UTC")), pa.array(days), pa.array(days).cast(pa.date64()), pa.array(moments),
    ):  # fmt: skip
        table = pa.table({"text": texts, "t": column})
        assert facsim.dedup(table, time="t", keep="oldest").removed_rows == [0, 2], column.type
    rows = [{"text": text, "t": moment} for text, moment in zip(texts, moments, strict=True)]
    assert facsim.dedup(rows, time="t", keep="newest").removed_rows == [1, 2]


def test_annotate() -> None:
    rows = facsim.annotate(PAGES, id="id")
    gone = set(facsim.dedup(PAGES).removed_rows)
    marked = [number for number, row in enumerate(rows) if row["facsim"]["removed"]]
    assert marked == sorted(gone)
    frame = facsim.annotate(pl.DataFrame(COLUMNS))
    assert frame["facsim"].struct.field("removed").sum() == len(gone)
    table = facsim.annotate(pa.table(COLUMNS))
    assert sum(mark["removed"] for mark in table["facsim"].to_pylist()) == len(gone)
    marks = facsim.annotate(pd.DataFrame(COLUMNS))["facsim"]
    assert sum(mark["removed"] for mark in marks) == len(gone)


def test_threads_and_memory_change_nothing() -> None:
    first = facsim.dedup(PAGES, threads=1)
    second = facsim.dedup(iter(PAGES), threads=4, memory="64M")
    assert list(first.duplicates) == list(second.duplicates)


def test_what_an_iterator_gives_is_spilled_and_its_copies_run_side_by_side() -> None:
    result = facsim.dedup(dict(page) for page in PAGES)
    assert [list(pair) for pair in zip(result.kept, result.kept, strict=True)][0][0] == PAGES[0]
    assert list(result.kept) == facsim.dedup(PAGES).kept


def test_an_iterator_that_raises_ends_the_run() -> None:
    def pages():
        yield from PAGES[:100]
        raise RuntimeError("the source failed")

    with pytest.raises(RuntimeError, match="the source failed"):
        facsim.dedup(pages())


def test_progress() -> None:
    seen = []
    facsim.dedup(many_pages(3000), progress=lambda stage, pages, of: seen.append((stage, pages, of)))
    assert seen and all(isinstance(pages, int) for _, pages, _ in seen)

    def stop(stage: str, pages: int, of: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        facsim.dedup(many_pages(3000), progress=stop)


def test_two_threads_at_once() -> None:
    results = []
    threads = [
        threading.Thread(target=lambda: results.append(facsim.dedup(PAGES, threads=1).removed_rows))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and all(rows == results[0] for rows in results)


STOPPED = """
import facsim, itertools, random, sys
chance = random.Random(1)
def pages():
    for number in itertools.count():
        if number == 20000: print("at work", flush=True)
        yield " ".join(str(chance.getrandbits(30)) for _ in range(40))
facsim.dedup(pages())
"""


def test_ctrl_c_ends_a_run() -> None:
    environment = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}
    with start([sys.executable, "-c", STOPPED], env=environment) as process:
        assert process.stdout.readline() == b"at work\n"
        process.send_signal(signal.SIGINT)
        assert process.result().err.rstrip().endswith("KeyboardInterrupt")


def test_after_a_fork() -> None:
    assert facsim.dedup(PAGES[:50]).removed_rows is not None
    child = os.fork()
    if child == 0:
        os._exit(0 if facsim.dedup(PAGES[:50], threads=2).summary["pages_read"] == 50 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_pages_above_page_max_are_kept_with_a_warning() -> None:
    large = "a page that is large " * 200
    other = "a page that is great " * 200
    limit = len(large) - 1
    with pytest.warns(facsim.errors.RunWarning, match="too_large 2.*page_max"):
        result = facsim.dedup([large, other], page_max=limit)
    assert result.kept == [large, other]
    with pytest.warns(facsim.errors.RunWarning, match="too_large 2.*page_max"):
        assert facsim.dedup([large, other, words(90)], page_max=limit).removed_rows == []
    with pytest.warns(facsim.errors.RunWarning, match="compared by raw bytes alone"):
        assert facsim.dedup([large, large], page_max=limit).kept == [large]
    assert facsim.dedup([large, large], page_max=len(large)).kept == [large]


def test_a_list_that_changes_behind_the_run_changes_no_answer() -> None:
    rows = [words(90), words(90), "another page"]
    result = facsim.dedup(rows)
    rows.insert(0, "new")
    assert result.kept == [words(90), "another page"]
    rows.clear()
    assert result.kept == [words(90), "another page"]


def test_annotate_replaces_nothing() -> None:
    rows = [{"text": words(90), "facsim": "mine"}]
    for data in (rows, iter(rows), pa.Table.from_pylist(rows), pl.DataFrame(rows), pd.DataFrame(rows)):
        with pytest.raises(ValueError, match="'facsim' already"):
            list(facsim.annotate(data))


def test_a_member_that_no_row_has_is_a_mistake() -> None:
    rows = [{"text": words(90), "id": "a"}, {"text": words(80)}]
    assert len(facsim.dedup(rows, id="id").kept) == 2
    with pytest.raises(KeyError, match="no row has a member 'idd'"):
        facsim.dedup(rows, id="idd")


@pytest.mark.parametrize("removed", [[0, 1], [1], []])
def test_kept_rows_of_string_views(removed: list[int]) -> None:
    texts = [words(90) if row in removed else words(90 + 10 * row) for row in range(3)]
    texts = [words(90), *texts]
    array = pa.array(texts, pa.string_view())
    kept = facsim.dedup(texts).kept
    for data in (array, pa.chunked_array([array[:1], array[1:]])):
        found = facsim.dedup(data).kept
        assert found.type == pa.string_view() and found.to_pylist() == kept
    for data in (pa.table({"text": array}), pa.record_batch({"text": array})):
        found = facsim.dedup(data).kept
        assert type(found) is type(data) and found.column("text").to_pylist() == kept
