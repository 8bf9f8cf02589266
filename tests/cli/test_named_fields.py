# SPDX-License-Identifier: Apache-2.0
"""Fields that the user named and that no record has: status 2, and nothing was written."""

import csv
import json
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from making import html, near, words, write_jsonl
from running import Dedup, facsim

PAGES = [
    {"id": str(i), "score": i, "name": f"n{i}", "text": near(i // 2, i), "at": f"2024-01-0{i + 1}"}
    for i in range(4)
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_jsonl(tmp_path / "a.jsonl", PAGES)
    with (tmp_path / "a.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, PAGES[0])
        table.writeheader()
        table.writerows(PAGES)
    return tmp_path


MISSING = [
    (["--keep", "field:scor"], "scor", "score"),
    (["--keep", "longest,field:scor,first"], "scor", "score"),
    (["--time-field", "att"], "att", "at"),
    (["--status-field", "scor"], "scor", "score"),
    (["--count-by", "scor"], "scor", "score"),
    (["--id-field", "idd"], "idd", "id"),
    (["--url-field", "nam"], "nam", "name"),
    (["--html-field", "nane"], "nane", "name"),
    (["--keep", "field:none.at.all"], "none.at.all", None),
]


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv"])
@pytest.mark.parametrize(("flags", "field", "meant"), MISSING)
def test_a_field_that_no_record_has(
    folder: Path, name: str, flags: list[str], field: str, meant: str | None
) -> None:
    before = sorted(folder.iterdir())
    done = facsim("dedup", name, "-o", "out", *flags, cwd=folder)
    assert done.status == 2 and done.out == ""
    sentence = f"no record has the field '{field}'; fields are: id, score, name, text, at"
    hint = f"; did you mean '{meant}'?" if meant else ""
    assert done.err == f"facsim: {sentence}{hint}\n"
    assert sorted(folder.iterdir()) == before


def test_one_record_of_one_file_is_enough(folder: Path) -> None:
    late = [{"id": "z", "text": words("z"), "rank": 7, "url": "https://example.org/"}]
    write_jsonl(folder / "b.jsonl", late)
    (folder / "c.html").write_text(html(words("c")))
    flags = ("--keep", "field:rank", "--url-field", "url")
    assert facsim("dedup", "a.jsonl", "b.jsonl", "-o", "out", *flags, cwd=folder).status == 0
    write_jsonl(folder / "b.jsonl", PAGES[:1])
    assert facsim("dedup", "a.jsonl", "b.jsonl", "-o", "x", *flags, cwd=folder).status == 2


@pytest.mark.parametrize(
    ("flags", "words_said"),
    [
        (["--keep", "field:name"], "'name' never holds a number"),
        (["--keep", "field:none"], "'none' never holds a number"),
        (["--time-field", "name"], "'name' never holds a time"),
        (["--count-by", "none"], "'none' never holds a value to count by"),
        (["--status-field", "name"], "'name' never holds an HTTP status"),
        (["--status-field", "score", "--status", "200"], "'score' never holds an HTTP status"),
        (["--keep", "newest"], "no page has a time"),
        (["--keep", "longest,oldest"], "no page has a time"),
    ],
)
def test_a_field_that_decides_nothing(folder: Path, flags: list[str], words_said: str) -> None:
    write_jsonl(folder / "a.jsonl", [page | {"none": None} for page in PAGES])
    done = facsim("dedup", "a.jsonl", "-o", "out", *flags, cwd=folder)
    assert done.status == 2 and words_said in done.err
    assert not (folder / "out").exists()


def test_a_number_in_one_record_is_enough(folder: Path) -> None:
    pages = [page | {"late": None} for page in PAGES]
    pages[3]["late"] = "2.5"
    write_jsonl(folder / "a.jsonl", pages)
    assert Dedup(folder, "a.jsonl", "--keep", "field:late").removed() == {"1": "0", "2": "3"}


UNUSABLE = [
    (["--keep", "field:q"], "q", ["2,5", "high", [1]], [1, "2.5", None, "", True], "no number"),
    (["--time-field", "q", "--keep", "newest"], "q", ["Fri, 02 Jan 2027 10:00:00 GMT", "20270101T000000Z", {}],
     ["2026-01-02", None, " ", 1700000000], "no time"),
    (["--status-field", "q"], "q", ["404 Not Found", 99, True], [404, "200", None, ""], "no HTTP status"),
]  # fmt: skip


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
@pytest.mark.parametrize(("flags", "field", "bad", "good", "said"), UNUSABLE)
def test_values_that_cannot_be_used_are_counted(
    tmp_path: Path, kind: str, flags: list[str], field: str, bad: list, good: list, said: str
) -> None:
    """Else a page would lose to another one for a value that nobody reads."""
    values = good + bad if kind == "jsonl" else [
        value if value is None else str(value) for value in good + bad if not isinstance(value, (bool, dict, list))]  # fmt: skip
    count = len(bad) - (0 if kind == "jsonl" else sum(isinstance(value, (bool, dict, list)) for value in bad))
    rows = [{"id": str(i), "text": words(i), field: value} for i, value in enumerate(values)]
    path = tmp_path / f"a.{kind}"
    if kind == "jsonl":
        write_jsonl(path, rows)
    elif kind == "csv":
        with path.open("w", newline="") as file:
            table = csv.DictWriter(file, rows[0])
            table.writeheader()
            table.writerows(rows)
    else:
        pq.write_table(pa.Table.from_pylist(rows), path)
    run = Dedup(tmp_path, path.name, *flags)
    warned = [line for line in run.summary["warnings"] if f"'{field}' holds a value that is {said}" in line]
    assert len(warned) == 1 and f"in {count} pages (first at {path.name}:" in warned[0], run.summary["warnings"]
    write_jsonl(tmp_path / "b.jsonl", rows[: len(values) - count] if kind == "jsonl" else [])
    if kind == "jsonl":
        assert Dedup(tmp_path, "b.jsonl", *flags).summary["warnings"] == []


def test_defaults_may_be_missing(folder: Path) -> None:
    write_jsonl(folder / "a.jsonl", [{"text": words(1)}, {"text": words(1)}])
    assert Dedup(folder, "a.jsonl").summary["pages_kept"] == 1
    done = facsim("dedup", "a.jsonl", "-o", "out", "--id-field", "id", cwd=folder)
    assert done.status == 2 and "fields are: text" in done.err


def test_files_without_fields_have_no_field(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(html(words(1)))
    done = facsim("dedup", "a.html", "-o", "out", "--keep", "field:x", cwd=tmp_path)
    assert done.status == 2 and "no record has the field 'x'; only records of JSON" in done.err


def test_inputs_without_a_page_are_as_before(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": ""}\n')
    assert Dedup(tmp_path, "a.jsonl", "--keep", "field:x", "--id-field", "y").done.status == 0


def test_fields_inside_objects_and_of_broken_lines(tmp_path: Path) -> None:
    text = json.dumps({"meta": {"rank": 3}, "id": "a", "text": words(1)})
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf" + text.encode() + b'\n{"rank": \n')
    assert Dedup(tmp_path, "a.jsonl", "--keep", "field:meta.rank").done.status == 0
    done = facsim("dedup", "a.jsonl", "-o", "out", "--keep", "field:meta.rnk", cwd=tmp_path)
    assert "did you mean 'meta.rank'?" in done.err
    done = facsim("dedup", "a.jsonl", "-o", "out", "--keep", "field:rank", cwd=tmp_path)
    assert done.status == 2 and not (tmp_path / "out").exists()


def test_after_1000_records_there_is_a_warning(tmp_path: Path) -> None:
    pages = [{"id": str(i), "text": f"page {i}"} for i in range(1200)]
    write_jsonl(tmp_path / "a.jsonl", [*pages, {"id": "z", "text": "last", "rank": 1}])
    done = Dedup(tmp_path, "a.jsonl", "--keep", "field:rank").done
    assert done.status == 0
    assert "warning: after 1,000 records: no record has the field 'rank'" in done.err
    write_jsonl(tmp_path / "a.jsonl", pages)
    run = facsim("dedup", "a.jsonl", "-o", "out", "--keep", "field:rank", cwd=tmp_path)
    warning, error = run.err.splitlines()
    assert "after 1,000 records" in warning and "no record has the field 'rank'" in error
    assert run.status == 2
    write_jsonl(tmp_path / "a.jsonl", [{"text": "first", "rank": 1}, *pages])
    assert Dedup(tmp_path, "a.jsonl", "--id-field", "id").done.err == ""


@pytest.mark.parametrize(
    "command",
    [
        ["fingerprint", "a.jsonl"],
        ["extract", "a.jsonl"],
        ["index", "build", "a.jsonl", "-o", "new.idx"],
        ["store", "load", "new.store", "a.jsonl"],
        ["eval", "a.jsonl", "--exact"],
        ["eval", "a.jsonl", "--synthesize", "-o", "made"],
        ["idf", "build", "a.jsonl", "-o", "table.idf"],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_commands_that_read_once_print_and_make_nothing(folder: Path, command: list[str]) -> None:
    before = sorted(folder.iterdir())
    done = facsim(*command, "--id-field", "idd", cwd=folder)
    assert done.status == 2 and done.out == ""
    assert "no record has the field 'idd'; fields are: id, score" in done.err
    assert sorted(folder.iterdir()) == before


def test_an_index_and_a_store_stay_as_they_were(folder: Path) -> None:
    assert facsim("index", "build", "a.jsonl", "-o", "a.idx", cwd=folder).status == 0
    assert facsim("store", "load", "a.store", "a.jsonl", cwd=folder).status == 0

    def counts() -> tuple[int, int]:
        index = json.loads(facsim("index", "info", "a.idx", "--json", cwd=folder).out)
        store = json.loads(facsim("store", "stats", "a.store", "--json", cwd=folder).out)
        return index["entries"], store["pages"]

    before = counts()
    write_jsonl(folder / "b.jsonl", [{"key": "b", "text": words("b")}])
    for verb in (("index", "add", "a.idx"), ("store", "load", "a.store"), ("index", "query", "a.idx")):
        done = facsim(*verb, "b.jsonl", "--id-field", "kee", cwd=folder)
        assert done.status == 2 and "did you mean 'key'?" in done.err
    # The field of one file is that of all, whatever stands between them.
    load = ("store", "load", "c.store", "b.jsonl", "a.idx", "a.jsonl")
    assert facsim(*load, "--id-field", "key", cwd=folder).status == 0
    assert facsim(*load, "--id-field", "kee", cwd=folder).status == 2
    assert counts() == before == (4, 4)


def test_standard_input(folder: Path) -> None:
    text = (folder / "a.jsonl").read_text()
    run = Dedup(folder, "-", "--keep", "field:score", stdin=text)
    assert run.removed() == {"0": "1", "2": "3"}
    done = facsim("dedup", "-", "-o", "out", "--keep", "field:scor", stdin=text, cwd=folder)
    assert done.status == 2 and "did you mean 'score'?" in done.err


def test_an_interrupt_ends_the_search(tmp_path: Path) -> None:
    line = json.dumps({"id": "a", "text": words(1, 20)}) + "\n"
    (tmp_path / "a.jsonl").write_text(line * 400_000)
    command = ("dedup", "a.jsonl", "-o", "out", "--keep", "field:x")
    with facsim.start(*command, cwd=tmp_path) as child:
        assert b"after 1,000 records" in child.stderr.readline()
        began = time.monotonic()
        child.send_signal(2)
        child.wait(30)
        assert time.monotonic() - began < 10
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
@pytest.mark.parametrize("flags", [("--keep", "field:score"), ("--count-by", "name"), ("--time-field", "at")])
def test_a_record_that_is_too_large_has_fields(tmp_path: Path, kind: str, flags: tuple[str, str]) -> None:
    """It may be kept by them, where another has the same bytes."""
    large = {"text": words("large", 2000), "score": 2, "name": "n", "at": "2024-01-01"}
    rows = [{"id": "small", "text": words("small")}, large | {"id": "a"}, large | {"id": "b", "score": 3}]
    if kind == "jsonl":
        path = write_jsonl(tmp_path / "a.jsonl", rows)
    elif kind == "csv":
        path = tmp_path / "a.csv"
        with path.open("w", newline="") as file:
            table = csv.DictWriter(file, large | {"id": ""})
            table.writeheader()
            table.writerows(rows)
    else:
        path = tmp_path / "a.parquet"
        pq.write_table(pa.Table.from_pylist(rows, schema=pa.schema(
            [("id", pa.string()), ("text", pa.string()), ("score", pa.int64()), ("name", pa.string()),
             ("at", pa.string())])), path)  # fmt: skip
    run = Dedup(tmp_path, path.name, "--page-max", "4K", *flags)
    assert run.done.status == 0, run.done.err
    assert run.removed() == ({"a": "b"} if "--keep" in flags else {"b": "a"})
