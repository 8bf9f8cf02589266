# SPDX-License-Identifier: Apache-2.0
"""HTTP statuses: an error answer never stays in the place of a page, and --status judges some."""

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from making import html, near, warc_record, words, write_jsonl, write_warc
from running import Dedup, facsim, read_jsonl
from store_world import asked, dumped, loaded

KEEPS = ("first", "last", "longest", "shortest-url", "newest", "oldest", "canonical")
ERRORS_REMOVED = "error answer"


def answer(number: int, status: str, text: str, tail: str = "") -> bytes:
    """A response record with that status line."""
    body = html(text, title="").encode() + tail.encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    return warc_record("response", number, head.encode() + body)


def urn(number: int) -> str:
    """The id of the record of that number."""
    return f"urn:uuid:00000000-0000-0000-0000-{number:012x}".replace("-", "")


def numbers(rows: list[dict]) -> dict[int, int]:
    """Number of the record -> of its representative."""
    def of(name: str) -> int:
        return int(name.removeprefix("urn:uuid:"), 16)
    return {of(row["id"]): of(row["representative"]) for row in rows}


def warned(run: Dedup) -> list[str]:
    return [line for line in run.summary["warnings"] if ERRORS_REMOVED in line]


@pytest.mark.parametrize("keep", KEEPS)
@pytest.mark.parametrize("version", [0, 1])
def test_an_error_answer_never_stands_for_a_page(tmp_path: Path, keep: str, version: int) -> None:
    """Equal texts, and nearly equal ones."""
    write_warc(
        tmp_path / "a.warc.gz",
        answer(1, "404 Not Found", near("a", 0), tail="<!-- long -->"),
        answer(2, "200 OK", near("a", version)),
        answer(3, "503 Service Unavailable", near("a", 2 * version)),
        answer(4, "410 Gone", words("other")),
        answer(5, "404 Not Found", words("other")),
    )
    run = Dedup(tmp_path, "a.warc.gz", "--keep", keep)
    pairs = numbers(run.rows())
    assert {1: pairs[1], 3: pairs[3]} == {1: 2, 3: 2} and len(pairs) == 3
    statuses = {row["status"]: row["representative_status"] for row in run.rows()}
    assert statuses[404] in (200, 410) and statuses[503] == 200
    assert warned(run) == [
        "2 removed pages are error answers (HTTP status 400 or above) and repeat a page that is "
        "none (status in duplicates.jsonl); --status 200,300-399 judges no error answers"
    ]
    again = facsim("recluster", run.out, "--keep", "last")
    assert again.status == 0, again.err
    assert numbers(run.rows())[1] == 2


def test_errors_alone_and_pages_alone_are_no_warning(tmp_path: Path) -> None:
    write_warc(tmp_path / "a.warc", answer(1, "404 Not Found", words("x")), answer(2, "500 Oops", words("x")),
               answer(3, "200 OK", words("y")), answer(4, "203 OK", words("y")))  # fmt: skip
    run = Dedup(tmp_path, "a.warc")
    assert numbers(run.rows()) == {2: 1, 4: 3} and not warned(run)


def test_a_damaged_page_comes_before_a_whole_error(tmp_path: Path) -> None:
    """And so does a page before the original of a revisit, where that is an error answer."""
    body = gzip.compress(html(words("x"), title="").encode())[:-9]
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"
    revisit = warc_record("revisit", 9, b"", WARC_Refers_To=f"<{urn(3)}>", Content_Type=None)
    write_warc(
        tmp_path / "a.warc",
        answer(1, "404 Not Found", words("x")),
        warc_record("response", 2, head + body),
        answer(3, "404 Not Found", words("y")),
        answer(4, "200 OK", words("y")),
        revisit,
    )
    run = Dedup(tmp_path, "a.warc")
    assert numbers(run.rows()) == {1: 2, 3: 4}
    assert run.summary["revisits"]["original_removed"] == 1


RECORDS = [
    {"id": "gone", "code": 404}, {"id": "page", "code": 200}, {"id": "text", "code": "502"},
    {"id": "float", "code": 404.0}, {"id": "none"}, {"id": "null", "code": None},
    {"id": "word", "code": "ok"}, {"id": "small", "code": 99}, {"id": "large", "code": 1000},
    {"id": "half", "code": 404.5},
]  # fmt: skip
STATUSES = {"gone": 404, "text": 502, "float": 404, "null": None, "none": None, "word": None,
            "small": None, "large": None, "half": None}  # fmt: skip


def test_records_say_it_in_a_field(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [row | {"text": words("x")} for row in RECORDS])
    run = Dedup(tmp_path, path.name, "--status-field", "code")
    rows = {row["id"]: row for row in run.rows()}
    assert {name: row["status"] for name, row in rows.items()} == STATUSES
    assert {row["representative_status"] for row in rows.values()} == {200}
    assert run.summary["options"]["status_field"] == "code"
    plain = Dedup(tmp_path, path.name)
    assert {row["representative"] for row in plain.rows()} == {"gone"}
    assert {row["status"] for row in plain.rows()} == {None}


def test_fields_inside_of_objects_tables_and_parquet(tmp_path: Path) -> None:
    text = words("x")
    nested = [{"id": "a", "http": {"status": 404}, "text": text},
              {"id": "b", "http": {"status": 200}, "text": text}]  # fmt: skip
    write_jsonl(tmp_path / "a.jsonl", nested)
    assert Dedup(tmp_path, "a.jsonl", "--status-field", "http.status").removed() == {"a": "b"}
    (tmp_path / "a.csv").write_text(f"id,code,text\na,404,{text}\nb, 200 ,{text}\n")
    assert Dedup(tmp_path, "a.csv", "--status-field", "code").removed() == {"a": "b"}
    for kind in (pa.int64(), pa.int16(), pa.uint64(), pa.float32(), pa.string()):
        codes = pa.array(["404", "200"]).cast(kind)
        table = pa.table({"id": ["a", "b"], "code": codes, "text": [text, text]})
        pq.write_table(table, tmp_path / "a.parquet")
        run = Dedup(tmp_path, "a.parquet", "--status-field", "code")
        assert [(row["id"], row["status"]) for row in run.rows()] == [("a", 404)], kind


def test_annotations_say_it_of_kept_pages_too(tmp_path: Path) -> None:
    pages = [{"id": "gone", "code": 404, "text": words("x")}, {"id": "page", "code": 200, "text": words("x")},
             {"id": "alone", "code": 301, "text": words("y")}, {"id": "none", "text": words("z")}]  # fmt: skip
    write_jsonl(tmp_path / "a.jsonl", pages)
    run = Dedup(tmp_path, "a.jsonl", "--status-field", "code", "--mode", "annotate")
    said = {row["id"]: row["facsim"] for row in read_jsonl(run.out / "a.jsonl")}
    assert {name: (each["status"], each["representative_status"]) for name, each in said.items()} == {
        "gone": (404, 200), "page": (200, None), "alone": (301, None), "none": (None, None)}  # fmt: skip


def test_only_some_statuses_are_judged(tmp_path: Path) -> None:
    lines = ("404 Not Found", "200 OK", "200 OK", "399 Odd", "400 Bad", "299 Odd")
    write_warc(tmp_path / "a.warc.gz", *(answer(i, line, words("x")) for i, line in enumerate(lines)))
    (tmp_path / "plain.html").write_text(html(words("x"), title=""))
    run = Dedup(tmp_path, "a.warc.gz", "plain.html", "--status", "200,300-399")
    # The body of a redirect is never a page.
    assert run.skipped == {"other_status": 3, "not_a_page": 1, "total": 4}
    assert run.summary["options"]["status"] == "200,300-399"
    removed = [row["id"] for row in run.rows()]
    assert len(removed) == 2 and "plain.html" in removed  # a page without a status is judged
    copied = gzip.decompress((run.out / "a.warc.gz").read_bytes())
    assert [line in copied for line in (b"404 Not", b"400 Bad", b"299 Odd")] == [True] * 3
    assert read_jsonl(run.out / "skipped.jsonl") == []


def test_a_record_left_out_says_its_status_too(tmp_path: Path) -> None:
    pages = [{"id": "gone", "code": 404, "text": words("x")}, {"id": "page", "code": 200, "text": words("x")}]
    write_jsonl(tmp_path / "a.jsonl", pages)
    flags = ("--status-field", "code", "--status", "200", "--mode", "annotate")
    run = Dedup(tmp_path, "a.jsonl", *flags)
    said = {row["id"]: row["facsim"] for row in read_jsonl(run.out / "a.jsonl")}
    assert run.skipped == {"other_status": 1, "total": 1}
    assert {name: each["status"] for name, each in said.items()} == {"gone": 404, "page": 200}


@pytest.mark.parametrize("order", [(1, 2, 3), (2, 1, 3), (3, 2, 1)])
def test_a_note_about_an_answer_that_is_not_judged_is_no_page(tmp_path: Path, order: tuple[int, ...]) -> None:
    note = warc_record("conversion", 2, words("x").encode(), Content_Type="text/plain",
                       WARC_Refers_To=f"<{urn(1)}>")  # fmt: skip
    records = {1: answer(1, "404 Not Found", words("x")), 2: note, 3: answer(3, "200 OK", words("x"))}
    write_warc(tmp_path / "a.warc", *(records[number] for number in order))
    run = Dedup(tmp_path, "a.warc", "--status", "200,300-399")
    assert run.rows() == [] and run.summary["pages_read"] == 1
    assert run.skipped == {"other_status": 1, "crawler_record": 1, "total": 2}


def test_statuses_asked_for_of_pages_that_have_none(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "code": 200, "text": words("x")}])
    warning = "no page says its HTTP status"
    run = Dedup(tmp_path, "a.jsonl", "--status", "200")
    assert [warning in line for line in run.summary["warnings"]] == [True]
    run = Dedup(tmp_path, "a.jsonl", "--status", "200", "--status-field", "code")
    assert run.summary["warnings"] == []


@pytest.mark.parametrize("word", ["2xx", "99", "399-300", "200,", "", "1000", "200-"])
def test_a_status_that_is_none_is_refused(tmp_path: Path, word: str) -> None:
    write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": words("x")}])
    run = Dedup(tmp_path, "a.jsonl", "--status", word)
    assert run.done.status == 2 and "--status" in run.done.err and not run.out.exists()


def days(tmp_path: Path) -> tuple[Path, Path]:
    """Yesterday: an error answer with the text x, and both with the text y. Today: two of each."""
    old = [("x-gone", 404, "x"), ("y-gone", 404, "y"), ("y-page", 200, "y")]
    new = [(f"{text}-{code}", code, text) for text in "xy" for code in (200, 500)]
    paths = []
    for name, rows in (("old", old), ("new", new)):
        pages = [{"id": each, "status": code, "text": words(text)} for each, code, text in rows]
        paths.append(write_jsonl(tmp_path / f"{name}.jsonl", pages))
    return paths[0], paths[1]


FIELD = ("--status-field", "status")


def test_an_index_knows_the_status_of_its_pages(tmp_path: Path) -> None:
    old, new = days(tmp_path)
    done = facsim("index", "build", old, "-o", tmp_path / "idx", *FIELD)
    assert done.status == 0, done.err
    run = Dedup(tmp_path, new.name, "--against", "idx", *FIELD)
    assert run.removed() == {"x-500": "x-200", "y-200": "y-page", "y-500": "y-page"}
    assert {row["id"]: row["representative_status"] for row in run.rows()} == dict.fromkeys(run.removed(), 200)
    done = facsim("index", "query", tmp_path / "idx", new, "--jsonl", *FIELD)
    found = {row["query"]: {m["id"]: (m["kind"], m["status"]) for m in row["matches"]}
             for row in map(json.loads, done.out.splitlines())}  # fmt: skip
    assert found["x-200"] == {"x-gone": (None, 404)} and found["x-500"] == {"x-gone": ("exact", 404)}
    assert found["y-200"] == {"y-gone": (None, 404), "y-page": ("exact", 200)}


def test_a_day_that_brings_only_an_error_repeats_a_known_error(tmp_path: Path) -> None:
    old, _ = days(tmp_path)
    assert facsim("index", "build", old, "-o", tmp_path / "idx", *FIELD).status == 0
    write_jsonl(tmp_path / "b.jsonl", [{"id": "again", "status": 503, "text": words("x")}])
    run = Dedup(tmp_path, "b.jsonl", "--against", "idx", *FIELD)
    assert run.removed() == {"again": "x-gone"} and not warned(run)


def test_a_store_knows_it_too(tmp_path: Path) -> None:
    old, new = days(tmp_path)
    loaded(tmp_path / "store", old, *FIELD)
    rows = {row["id"]: row for row in dumped(tmp_path / "store")}
    assert {name: row["status"] for name, row in rows.items()} == {"x-gone": 404, "y-gone": 404, "y-page": 200}
    assert rows["y-page"]["representative"]  # not a copy of the error that came before
    said = {row["query"]: row for row in asked(tmp_path / "store", new, *FIELD)}
    assert {name: row["seen"] for name, row in said.items()} == {
        "x-200": "no", "x-500": "yes", "y-200": "yes", "y-500": "yes"}  # fmt: skip
    assert said["y-200"]["match"]["id"] == "y-page"


def test_pages_of_an_index_are_read_again_whatever_is_judged_now(tmp_path: Path) -> None:
    """Their texts, which --against needs where signatures alone do not tell."""
    old = [answer(i, "203 OK", near(i // 4, i % 4)) for i in range(32)]
    write_warc(tmp_path / "old.warc", *old)
    assert facsim("index", "build", "old.warc", "-o", "idx", cwd=tmp_path).status == 0
    write_warc(tmp_path / "new.warc", *(answer(100 + i, "200 OK", near(i, 5)) for i in range(8)))
    plain = Dedup(tmp_path, "new.warc", "--against", "idx")
    some = Dedup(tmp_path, "new.warc", "--against", "idx", "--status", "200")
    assert some.rows() == plain.rows() and len(some.rows()) == 8
    assert some.summary["against"] == plain.summary["against"]
    assert some.summary["against"]["texts_read"] > 0
    assert some.summary["against"]["texts_missing"] == 0
