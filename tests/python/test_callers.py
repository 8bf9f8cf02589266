# SPDX-License-Identifier: Apache-2.0
"""Rows and functions of the caller are called in its thread, and may do anything."""

import json
import os
import signal
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import facsim
import pytest
from making import corpus, many_pages

PAGES = corpus(300)
GONE = facsim.dedup(PAGES).removed_rows


def test_rows_of_a_connection_that_one_thread_may_use() -> None:
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE pages (text)")
        connection.executemany("INSERT INTO pages VALUES (?)", [(page["text"],) for page in PAGES])
        rows = (text for (text,) in connection.execute("SELECT text FROM pages ORDER BY rowid"))
        assert facsim.dedup(rows, threads=4).removed_rows == GONE
    connection.close()


def test_a_run_within_the_rows_of_a_run() -> None:
    inner = []

    def rows(depth: int) -> Iterator[dict]:
        for number, page in enumerate(PAGES):
            if number == len(PAGES) // 2 and depth > 0:
                inner.append(facsim.dedup(rows(depth - 1)).removed_rows)
            yield page

    assert facsim.dedup(rows(2)).removed_rows == GONE
    assert inner == [GONE, GONE]


def test_what_a_run_within_the_rows_raises_ends_both() -> None:
    def rows() -> Iterator[object]:
        yield PAGES[0]
        yield facsim.dedup([5])

    with pytest.raises(TypeError, match="rows are str, bytes, dict or None"):
        facsim.dedup(rows())


def test_progress_is_told_in_the_calling_thread(tmp_path: Path) -> None:
    threads: set[int] = set()
    pages = tmp_path / "pages.jsonl"
    pages.write_text("".join(json.dumps(page) + "\n" for page in many_pages(3000)))

    def told(stage: str, pages: int, of: int) -> None:
        threads.add(threading.get_ident())

    facsim.dedup(many_pages(3000), progress=told)
    facsim.dedup(pages, progress=told)
    facsim.evaluate(pages, exact=True, progress=told)
    assert threads == {threading.get_ident()}

    stopped = RuntimeError("enough")

    def stop(stage: str, pages: int, of: int) -> None:
        raise stopped

    with pytest.raises(RuntimeError) as caught:
        facsim.evaluate(pages, exact=True, progress=stop)
    assert caught.value is stopped


def test_the_action_of_a_signal_is_the_callers() -> None:
    heard = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:

        def rows() -> Iterator[dict]:
            for number, page in enumerate(PAGES):
                if number == 5:
                    os.kill(os.getpid(), signal.SIGINT)
                yield page

        assert facsim.dedup(rows()).removed_rows == GONE
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]


def test_a_run_in_another_thread_goes_on_beside_an_interrupt() -> None:
    results = []
    worker = threading.Thread(target=lambda: results.append(facsim.dedup(PAGES * 20).removed_rows))
    worker.start()
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
        worker.join()
    worker.join()
    assert len(results) == 1 and len(results[0]) == len(PAGES) * 19 + len(GONE)
