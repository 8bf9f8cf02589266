# SPDX-License-Identifier: Apache-2.0
"""Messages name the command and what it takes; a query that cannot be read has a line of its own."""

from pathlib import Path

import pytest
from making import words, write_jsonl
from running import facsim


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "p.jsonl", [{"id": str(n), "text": words(n)} for n in range(3)])


def test_index_build_says_what_it_takes(tmp_path: Path, pages: Path) -> None:
    done = facsim("index", "build", pages, "-o", tmp_path / "x.idx", "--recipe", "content-seen-32")
    assert done.status != 0 and not (tmp_path / "x.idx").exists()
    assert "index build takes fingerprints of 64 bits; 'content-seen-32' makes 32" in done.err
    assert "use 'facsim fingerprint', or facsim.HammingIndex in Python" in done.err
    assert "dedup" not in done.err
    for words_of_command, who in (
        (("dedup", pages, "-o", tmp_path / "out"), "dedup takes"),
        (("eval", pages, "--exact"), "eval takes"),
        (("store", "load", tmp_path / "s", pages), "a store of pages takes"),
    ):
        said = facsim(*words_of_command, "--recipe", "content-seen-32").err
        assert f"{who} fingerprints of 64 bits; 'content-seen-32' makes 32" in said


def test_a_topic_needs_a_recipe_of_words(tmp_path: Path, pages: Path) -> None:
    (tmp_path / "topic.tsv").write_text("harbour\t3\n")
    for recipe, why in (
        ("keyword", "recipe 'keyword' reproduces another program's bits, so --topic cannot be added to it"),
        ("bytes-4", "recipe 'bytes-4' is of windows, not of words, so --topic cannot be added to it"),
    ):
        done = facsim("fingerprint", pages, "--recipe", recipe, "--topic", tmp_path / "topic.tsv")
        assert done.status == 2
        assert why in done.err and "use it with 'course' or 'icu-words'" in done.err


@pytest.mark.parametrize("of_pages", [True, False])
def test_each_query_has_a_line(tmp_path: Path, pages: Path, of_pages: bool) -> None:
    index = tmp_path / "x.idx"
    if of_pages:
        facsim.done("index", "build", pages, "-o", index)
    else:
        made = facsim.done("fingerprint", pages)
        cells = [line.split("\t") for line in made.out.splitlines()]
        (tmp_path / "f.hex").write_text("".join(f"{bits} {name}\n" for name, bits in cells))
        facsim.done("index", "build", tmp_path / "f.hex", "-o", index, "--recipe", "balanced")
    query = tmp_path / "q.jsonl"
    good = pages.read_text().splitlines()
    lines = [good[0], "{broken", '{"id": "none"}', good[1], '{"id": "empty", "text": ""}']
    query.write_text("\n".join(lines) + "\n")
    rows = facsim.done("index", "query", index, query, "--jsonl").rows()
    assert len(rows) == len(lines)
    places = [f"{query}:{len(lines[0]) + 1}", f"{query}:{len(lines[0]) + len(lines[1]) + 2}"]
    assert [row["query"] for row in rows] == ["0", *places, "1", "empty"]
    assert [row.get("skipped") for row in rows] == [None, "bad_json", "no_text_field", None, None]
    assert [len(row["matches"]) for row in rows] == [1, 0, 0, 1, 0]
    plain = facsim("index", "query", index, query)
    assert len(plain.out.splitlines()) == 2 and "bad_json 1" in plain.err


def test_what_a_check_says_of_a_file_and_the_remedy_stand_apart(tmp_path: Path, pages: Path) -> None:
    store = tmp_path / "s"
    facsim.done("store", "load", store, pages)
    (table,) = (store / "rows").glob("*.sst")
    table.write_bytes(table.read_bytes() + b"xx")
    done = facsim("store", "check", store)
    assert done.status != 0
    assert "?; " not in done.err and "\n; " not in done.err
    assert "; bring back a backup by 'facsim store restore BACKUP NEW'" in done.err
