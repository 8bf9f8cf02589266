# SPDX-License-Identifier: Apache-2.0
"""HTTP statuses of rows: in every kind of frame as in the program, and in a store."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import facsim
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from making import words, write_jsonl
from seen_world import Service, url_of

ROWS = [
    {"id": "gone", "code": 404, "text": words("x")}, {"id": "page", "code": 200, "text": words("x")},
    {"id": "down", "code": 503, "text": words("x")}, {"id": "bare", "code": None, "text": words("y")},
    {"id": "moved", "code": 301, "text": words("y")},
]  # fmt: skip


def as_texts(rows: list[dict]) -> list[dict]:
    return [row | {"code": None if row["code"] is None else f" {row['code']}"} for row in rows]


WARNED = pytest.mark.filterwarnings("ignore:.*error answers:facsim.errors.RunWarning")
FRAMES: list[Callable[[], Any]] = [
    lambda: ROWS, lambda: iter(ROWS), lambda: pl.DataFrame(ROWS), lambda: pd.DataFrame(ROWS),
    lambda: pa.Table.from_pylist(ROWS),
    lambda: as_texts(ROWS), lambda: iter(as_texts(ROWS)), lambda: pa.Table.from_pylist(as_texts(ROWS)),
    lambda: pl.DataFrame(as_texts(ROWS)), lambda: pd.DataFrame(as_texts(ROWS)),
    lambda: pd.DataFrame(as_texts(ROWS)).astype({"code": "category"}),
]  # fmt: skip


@WARNED
@pytest.mark.parametrize("frame", FRAMES)
def test_an_error_never_stays_in_the_place_of_a_page(frame: Callable[[], Any]) -> None:
    result = facsim.dedup(frame(), id="id", status="code")
    found = {row["id"]: (row["representative"], row["status"], row["representative_status"])
             for row in result.duplicates}  # fmt: skip
    assert found == {"gone": ("page", 404, 200), "down": ("page", 503, 200), "moved": ("bare", 301, None)}


@WARNED
@pytest.mark.parametrize("frame", FRAMES[2:5])
def test_annotations_say_it(frame: Callable[[], Any]) -> None:
    marked = facsim.annotate(frame(), id="id", status="code")
    column = marked["facsim"]
    marks = column.to_pylist() if isinstance(marked, pa.Table) else list(column)
    assert [mark["status"] for mark in marks] == [404, 200, 503, None, 301]
    assert marks[0]["representative_status"] == 200


@pytest.mark.parametrize("frame", FRAMES)
def test_only_some_are_judged(frame: Callable[[], Any]) -> None:
    result = facsim.dedup(frame(), id="id", status="code", judged_status="200,300-399")
    assert result.summary["skipped"]["other_status"] == 2
    assert [row["id"] for row in result.duplicates] == ["moved"]
    with pytest.raises(facsim.errors.InvalidArgumentError, match="'2xx' is not an HTTP status"):
        facsim.dedup(frame(), status="code", judged_status="2xx")


@WARNED
def test_files_have_it_too(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", ROWS)
    result = facsim.dedup(path, status="code")
    assert {row["id"] for row in result.duplicates} == {"gone", "down", "moved"}


def test_a_store_takes_no_page_for_an_error_that_was_there_before(tmp_path: Path) -> None:
    with facsim.Seen(tmp_path / "store") as seen:
        for name, status, said in (("a", 404, "no"), ("b", 200, "no"), ("c", 500, "yes"),
                                   ("d", 200, "yes"), ("e", "ok", "yes")):  # fmt: skip
            page = {"id": name, "url": f"https://{name}.example.org/", "text": words("x"), "status": status}
            assert seen.check_and_add(page).seen == said, name


def test_texts_that_are_no_statuses_say_nothing_and_other_values_are_refused() -> None:
    texts = ["ok", "", "404.5", "99", "1e3", "4 04", "nan"]
    rows = [{"text": words("x"), "code": text} for text in texts]
    for data in (rows, iter(rows), pa.Table.from_pylist(rows), pl.DataFrame(rows), pd.DataFrame(rows)):
        marks = facsim.dedup(data, status="code").duplicates.column("status").to_list()
        assert marks == [None] * (len(texts) - 1)
    for value in ([404], {"code": 404}):
        rows = [{"text": words("x"), "code": value}]
        with pytest.raises(TypeError, match="row 0 of column 'code' is a value of type"):
            facsim.dedup(rows, status="code")
        with pytest.raises(facsim.errors.InvalidArgumentError, match="column 'code' holds"):
            facsim.dedup(pa.Table.from_pylist(rows), status="code")


def test_a_store_reads_texts_of_a_table_too(tmp_path: Path) -> None:
    rows = [{"id": n, "text": words("x"), "status": code} for n, code in (("a", "404"), ("b", "200"))]
    for number, data in enumerate((rows, pa.Table.from_pylist(rows), pl.DataFrame(rows))):
        with facsim.Seen(tmp_path / str(number)) as seen:
            assert [answer.seen for answer in seen.check_and_add_batch(data)] == ["no", "no"], type(data)
    for number, status in enumerate((["ok"], {"code": "ok"}, "ok", None, 1.5)):
        rows = [{"id": n, "text": words("x"), "status": status} for n in "ab"]
        for kind, data in {"list": rows, "arrow": pa.Table.from_pylist(rows), "polars": pl.DataFrame(rows)}.items():
            with facsim.Seen(tmp_path / f"{kind}-{number}") as seen:
                assert [answer.seen for answer in seen.check_and_add_batch(data)] == ["no", "yes"]


def test_a_store_finds_texts_along_dots_beside_other_columns(tmp_path: Path) -> None:
    rows = [{"id": n, "page": {"text": words("x")}, "status": code} for n, code in (("a", 404), ("b", 200), ("c", 200))]
    for number, data in enumerate((rows, pa.Table.from_pylist(rows), pl.DataFrame(rows), pd.DataFrame(rows))):
        with facsim.Seen(tmp_path / str(number)) as seen:
            answers = seen.check_and_add_batch(data, text="page.text")
            assert [answer.seen for answer in answers] == ["no", "no", "yes"], type(data)


@pytest.mark.parametrize("batch", [False, True])
def test_a_service_is_told_it_by_the_client(tmp_path: Path, batch: bool) -> None:
    with Service(tmp_path / "store") as service, facsim.Seen(url_of(service)) as seen:
        pages = [{"id": name, "text": words("x"), "status": code} for name, code in (("a", 404), ("b", 200), ("c", 500))]
        answers = seen.check_and_add_batch(pages) if batch else [seen.check_and_add(page) for page in pages]
        assert [answer.seen for answer in answers] == ["no", "no", "yes"]
        service.stop()
