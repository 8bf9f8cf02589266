# SPDX-License-Identifier: Apache-2.0
"""--count-by and by_file: what became of the pages of each source, and which lost pages to which."""

import csv
import json

import pytest
from making import near, words, write_jsonl
from running import facsim, read_jsonl

SUMS = ("pages", "kept", "skipped", "bytes_saved")


def summary_of(folder, *args):
    facsim.done("dedup", *args, "-o", "out", "--force", "--quiet", cwd=folder)
    return json.loads((folder / "out/summary.json").read_text())


def add_up(table, summary):
    """Rows and others are the whole."""
    rows = table["rows"] + ([table["others"]] if table["others"] else [])
    assert all(row["kept"] + row["removed"]["total"] == row["pages"] for row in rows)
    sums = {name: sum(row[name] for row in rows) for name in SUMS}
    assert sums == {"pages": summary["pages_read"], "kept": summary["pages_kept"],
                    "skipped": summary["skipped"]["total"], "bytes_saved": summary["bytes_saved"]}
    for state in ("removed", "reported"):
        for kind, count in summary[state].items():
            assert sum(row[state][kind] for row in rows) == count, (state, kind)


def corpus():
    rows = []
    for number in range(30):
        rows.append({"id": f"w{number}", "text": near(number, 0), "source": "web"})
        if number % 2:
            rows.append({"id": f"b{number}", "text": near(number, 1), "source": "books"})
        if number % 5 == 0:
            rows.append({"id": f"c{number}", "text": near(number, 0), "source": "code"})
    return [*rows, {"id": "none", "text": words("none")}, {"id": "e", "text": "", "source": "code"},
            {"id": "half", "text": " ".join([near(0, 0)] * 1 + [words("tail", 130)]), "source": None}]


@pytest.mark.parametrize("threads", ["1", "4"])
def test_values_add_up_and_say_who_lost_to_whom(tmp_path, threads):
    write_jsonl(tmp_path / "pages.jsonl", corpus())
    summary = summary_of(tmp_path, "pages.jsonl", "--count-by", "source", "--threads", threads)
    table = summary["by_value"]
    assert summary["count_by"] == "source"
    add_up(table, summary)
    rows = {row["name"]: row for row in table["rows"]}
    assert {name: row["pages"] for name, row in rows.items()} == {
        "web": 30, "books": 15, "code": 6, None: 2}
    assert [row["pages"] for row in table["rows"]] == [30, 15, 6, 2]
    gone = read_jsonl(tmp_path / "out/duplicates.jsonl")
    assert rows["books"]["removed"]["total"] == sum(row["id"][0] == "b" for row in gone) == 15
    assert rows["code"]["removed"]["exact"] == 6 and rows["code"]["skipped"] == 1
    assert table["moves"] == [{"from": "books", "to": "web", "removed": 15},
                              {"from": "code", "to": "web", "removed": 6}]
    assert table["moved"] == 21


def test_a_dot_leads_into_objects_and_values_of_any_type_count(tmp_path):
    values = ["a", 7, 7.5, True, None, ["x"], {"y": 1}, ""]
    write_jsonl(tmp_path / "pages.jsonl", [
        {"id": str(i), "text": words(i), "meta": {"part": value}} for i, value in enumerate(values)])
    table = summary_of(tmp_path, "pages.jsonl", "--count-by", "meta.part")["by_value"]
    assert {row["name"]: row["pages"] for row in table["rows"]} == {
        None: 4, "7": 1, "7.5": 1, "a": 1, "true": 1}


def test_columns_of_tables_count_too(tmp_path):
    with open(tmp_path / "pages.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerows([["id", "text", "source"], ["1", words(1), "x, y"], ["2", words(1), ""]])
    summary = summary_of(tmp_path, "pages.csv", "--count-by", "source")
    add_up(summary["by_value"], summary)
    assert summary["by_value"]["moves"] == [{"from": None, "to": "x, y", "removed": 1}]


def test_the_first_ten_thousand_values_in_input_order_have_rows(tmp_path):
    write_jsonl(tmp_path / "pages.jsonl", [
        {"id": str(i), "text": f"{words(i % 7)} {i}", "n": f"v{i}"} for i in range(10_050)])
    tables = [summary_of(tmp_path, "pages.jsonl", "--count-by", "n", "--threads", threads)
              for threads in ("1", "3")]
    add_up(tables[0]["by_value"], tables[0])
    assert tables[0]["by_value"] == tables[1]["by_value"]
    named = {row["name"] for row in tables[0]["by_value"]["rows"]}
    assert named == {f"v{i}" for i in range(10_000)}
    assert tables[0]["by_value"]["others"]["pages"] == 50


def test_files_are_always_counted_and_single_pages_by_folder(tmp_path):
    write_jsonl(tmp_path / "a.jsonl", [{"id": "1", "text": words(1)}, {"id": "2", "text": ""}])
    write_jsonl(tmp_path / "b.jsonl", [{"id": "3", "text": words(1)}])
    for name in ("site/x/1.txt", "site/x/2.txt", "site/y/3.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(words(name))
    summary = summary_of(tmp_path, "a.jsonl", "b.jsonl", "site")
    assert summary["count_by"] is None and summary["by_value"] is None
    table = summary["by_file"]
    add_up(table, summary)
    assert {row["name"].split("site/")[-1]: row["pages"] for row in table["rows"]} == {
        "a.jsonl": 1, "b.jsonl": 1, "x/": 2, "y/": 1}
    assert table["moves"] == [{"from": "b.jsonl", "to": "a.jsonl", "removed": 1}]
    facsim.done("recluster", "out", "--min-resemblance", "0.9", cwd=tmp_path)
    again = json.loads((tmp_path / "out/summary.json").read_text())["by_file"]
    assert [row["skipped"] for row in again["rows"]] == [None] * 4
    assert again["moves"] == table["moves"]


def test_it_is_printed(tmp_path):
    write_jsonl(tmp_path / "pages.jsonl", corpus())
    said = facsim.done("dedup", "pages.jsonl", "-o", "out", "--count-by", "source", cwd=tmp_path).err
    assert "by       source: 4 values; all are in by_value of the summary" in said
    assert "web: 30 pages, 0 removed" in said and "code: 6 pages, 6 removed, 1 skipped" in said
    assert "(none): 2 pages, 0 removed" in said
    assert "21 removed for a page of another value, most: 15 of books for web" in said


def test_what_no_input_has_is_an_error_and_nothing_is_written(tmp_path):
    write_jsonl(tmp_path / "pages.jsonl", [{"id": "1", "text": words(1), "source": "web"}])
    (tmp_path / "page.txt").write_text(words(2))
    for inputs in (["pages.jsonl"], ["pages.jsonl", "page.txt"]):
        ran = facsim("dedup", *inputs, "-o", "out", "--count-by", "sorce", cwd=tmp_path)
        assert ran.status == 2 and "'sorce'" in ran.err and "source" in ran.err, ran.err
        assert not (tmp_path / "out").exists()
    ran = facsim("dedup", "page.txt", "-o", "out", "--count-by", "source", cwd=tmp_path)
    assert ran.status == 2 and "only records of JSON lines" in ran.err and not (tmp_path / "out").exists()


def test_pages_of_an_index_are_a_source(tmp_path):
    write_jsonl(tmp_path / "old.jsonl", [{"id": "o", "text": words(1), "source": "a"}])
    write_jsonl(tmp_path / "new.jsonl", [{"id": "n", "text": words(1), "source": "b"},
                                         {"id": "m", "text": words(2), "source": "b"}])
    facsim.done("dedup", "old.jsonl", "-o", "o", "--against", "idx", "--update", cwd=tmp_path)
    summary = summary_of(tmp_path, "new.jsonl", "--against", "idx", "--count-by", "source")
    add_up(summary["by_value"], summary)
    assert summary["by_value"]["moves"] == [{"from": "b", "to": "(index)", "removed": 1}]
    assert summary["by_file"]["moves"] == [{"from": "new.jsonl", "to": "(index)", "removed": 1}]
