# SPDX-License-Identifier: Apache-2.0
"""Rows in, the rest out: the removals are those of the program, whatever holds the rows."""

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
from making import corpus, many_pages, write_jsonl
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


def test_annotate() -> None:
    rows = facsim.annotate(PAGES, id="id")
    gone = set(facsim.dedup(PAGES).removed_rows)
    assert [number for number, row in enumerate(rows) if row["facsim"]] == sorted(gone)
    frame = facsim.annotate(pl.DataFrame(COLUMNS))
    assert frame["facsim"].struct.field("removed").sum() == len(gone)
    table = facsim.annotate(pa.table(COLUMNS))
    assert sum(mark is not None for mark in table["facsim"].to_pylist()) == len(gone)
    assert facsim.annotate(pd.DataFrame(COLUMNS))["facsim"].notna().sum() == len(gone)


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
