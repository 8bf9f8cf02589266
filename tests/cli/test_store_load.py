# SPDX-License-Identifier: Apache-2.0
"""What goes into a store from indexes, results and crawls, and what goes out by age and host."""

import json
import time
from pathlib import Path

import pytest
from making import html, near, words, write_jsonl
from running import facsim
from store_world import asked, dumped, loaded, store

SHOWN = ("id", "url", "digest", "fingerprint", "units", "rank")


def page(name: str, text: str) -> dict:
    return {"id": name, "url": f"https://{name}.example.org/page", "text": text}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Four pages, each with a copy."""
    return write_jsonl(tmp_path / "pages.jsonl", [
        page(f"p{i}v{version}", near(i, version)) for i in range(4) for version in range(2)
    ])  # fmt: skip


def facts(folder: Path) -> list[tuple]:
    return [tuple(row[name] for name in SHOWN) for row in dumped(folder)]


def test_an_index_says_what_its_pages_say(pages: Path, tmp_path: Path) -> None:
    loaded(tmp_path / "of-pages", pages)
    facsim.done("index", "build", pages, "-o", tmp_path / "idx", "--quiet")
    facsim.done("index", "delete", tmp_path / "idx", "p3v0", "p3v1", "--quiet")
    said = loaded(tmp_path / "of-index", tmp_path / "idx")
    assert (said["read"], said["added"], said["seen"]) == (6, 6, 3)
    assert facts(tmp_path / "of-index") == facts(tmp_path / "of-pages")[:6]
    store("check", tmp_path / "of-index")
    new = write_jsonl(tmp_path / "new.jsonl", [page("new", near(2, 9)), page("else", near(3, 9))])
    assert [answer["seen"] for answer in asked(tmp_path / "of-index", new)] == ["yes", "no"]


def test_an_index_by_another_recipe_begins_no_store(pages: Path, tmp_path: Path) -> None:
    facsim.done("index", "build", pages, "-o", tmp_path / "idx", "--recipe", "words", "--quiet")
    refused = facsim("store", "load", tmp_path / "store", tmp_path / "idx")
    assert refused.status == 2 and "recipe" in refused.err
    assert not (tmp_path / "store").exists()
    said = store("load", tmp_path / "store", tmp_path / "idx", "--recipe", "words")
    assert "8 added" in said.err
    assert "words" in store("stats", tmp_path / "store").out


@pytest.mark.parametrize("mode", ["remove", "annotate", "report"])
def test_of_a_result_the_kept_pages(pages: Path, tmp_path: Path, mode: str) -> None:
    facsim.done("dedup", pages, "-o", tmp_path / "out", "--mode", mode, "--quiet")
    said = loaded(tmp_path / "store", tmp_path / "out")
    assert (said["read"], said["added"], said["seen"]) == (4, 4, 0)
    assert [row["id"] for row in dumped(tmp_path / "store")] == [f"p{i}v0" for i in range(4)]


def test_a_result_whose_inputs_are_gone_names_its_copies(pages: Path, tmp_path: Path) -> None:
    facsim.done("dedup", pages, "-o", tmp_path / "out", "--quiet")
    pages.unlink()
    refused = facsim("store", "load", tmp_path / "store", tmp_path / "out")
    assert refused.status == 1 and f"{tmp_path}/out/pages.jsonl" in refused.err
    assert loaded(tmp_path / "store", tmp_path / "out/pages.jsonl")["added"] == 4


def test_words_are_read_in_their_order(pages: Path, tmp_path: Path) -> None:
    facsim.done("index", "build", pages, "-o", tmp_path / "idx", "--quiet")
    first = write_jsonl(tmp_path / "first.jsonl", [page("first", near(0, 5))])
    last = write_jsonl(tmp_path / "last.jsonl", [page("last", near(1, 5))])
    loaded(tmp_path / "store", first, tmp_path / "idx", last)
    rows = dumped(tmp_path / "store")
    assert [row["id"] for row in rows[:2]] == ["first", "p0v0"] and rows[-1]["id"] == "last"
    assert rows[1]["cluster"] == rows[0]["number"]


def test_threads_change_no_answer(tmp_path: Path) -> None:
    pages = write_jsonl(tmp_path / "pages.jsonl", [
        page(f"p{i}", near(i % 700, i)) for i in range(2500)])  # fmt: skip
    for threads in (1, 2, 7):
        store("load", tmp_path / f"store{threads}", pages, "--threads", threads)
    assert facts(tmp_path / "store1") == facts(tmp_path / "store2") == facts(tmp_path / "store7")


def test_a_crawl_is_everybodys_once_it_is_there(pages: Path, tmp_path: Path) -> None:
    loaded(tmp_path / "store", pages)
    more = write_jsonl(tmp_path / "more.jsonl", [page("new", words("n")), page("p", near(1, 7))])
    store("load", tmp_path / "store", more, "--crawl", "monday")
    rows = dumped(tmp_path / "store")
    assert [row["crawl"] for row in rows] == [None] * 8 + ["monday"] * 2
    assert asked(tmp_path / "store", more)[0]["match"]["id"] == "new"
    store("check", tmp_path / "store")
    assert "2 pages deleted" in store("retain", tmp_path / "store", "--crawl", "monday").err
    # Of those whose copy went each has a copy less.
    left = dumped(tmp_path / "store")
    less = {row["id"] for row, now in zip(rows, left, strict=False)
            if row["copies"] - now.pop("copies") == 1}  # fmt: skip
    assert less == {"p1v0", "p1v1"}
    assert left == [{name: row[name] for name in left[0]} for row in rows[:8]]
    store("check", tmp_path / "store")


@pytest.fixture
def days(tmp_path: Path) -> list[Path]:
    """Two crawls of a site, whose pages have the same paths and other texts."""
    folders = [tmp_path / "day1", tmp_path / "day2"]
    for folder in folders:
        folder.mkdir()
        for name in ("a.html", "index.html"):
            (folder / name).write_text(html(words(f"{folder.name}/{name}")))
    return folders


def ids_of(folder: Path) -> list[str]:
    return [row["id"] for row in dumped(folder)]


def test_a_load_says_what_it_replaced(days: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "store"
    assert loaded(folder, days[0])["replaced"] == 0
    assert "2 pages replaced earlier texts of their id or URL" in store("load", folder, days[1]).err
    assert ids_of(folder) == ["a.html", "index.html"]
    (days[1] / "a.html").write_text(html(words("later")))
    said = store("load", folder, days[1]).err
    assert "1 page replaced an earlier text of its id or URL" in said
    assert loaded(folder, days[0], "--crawl", "again")["replaced"] == 2
    assert "replaced" not in store("load", folder, days[0]).err


def test_a_prefix_keeps_folders_apart(days: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "store"
    expected = []
    for day in days:
        prefix = ("--id-prefix", f"{day.name}/")
        assert loaded(folder, day, *prefix)["replaced"] == 0
        expected += [f"{day.name}/a.html", f"{day.name}/index.html"]
        again = loaded(folder, day, *prefix)
        assert (again["added"], again["seen"]) == (0, 2)
    assert ids_of(folder) == expected
    answers = asked(folder, days[1], "--id-prefix", "day3/")
    assert [(answer["query"], answer["match"]["id"]) for answer in answers] == [
        ("day3/a.html", "day2/a.html"), ("day3/index.html", "day2/index.html")]  # fmt: skip
    facsim.done("index", "build", days[0], "-o", tmp_path / "idx", "--quiet")
    loaded(tmp_path / "of-index", tmp_path / "idx", "--id-prefix", "old/")
    assert ids_of(tmp_path / "of-index") == ["old/a.html", "old/index.html"]
    nameless = write_jsonl(tmp_path / "nameless.jsonl", [{"text": words("nameless")}])
    loaded(folder, nameless, "--id-prefix", "day2/")
    assert not ids_of(folder)[-1], "what has no id gets none"
    assert facsim("store", "load", folder, days[0], "--id-prefix", "").status == 2


def test_a_store_begun_with_history_keeps_both_texts(days: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "store"
    loaded(folder, days[0], "--history")
    assert loaded(folder, days[1])["replaced"] == 0
    assert ids_of(folder) == ["a.html", "index.html"] * 2
    assert loaded(folder, days[1], "--history")["seen"] == 2
    loaded(tmp_path / "without", days[0])
    refused = facsim("store", "load", tmp_path / "without", days[1], "--history")
    assert refused.status == 2 and "was begun without a history" in refused.err
    assert ids_of(tmp_path / "without") == ["a.html", "index.html"]


def test_a_load_counts_what_it_skipped(tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text('{"id": "a", "text": "%s"}\n{"id": "b", "text": ""}\nno JSON\n[]\n' % words("a"))
    told = store("load", tmp_path / "store", lines).err
    assert "1 page read, 1 added" in told and "; skipped 3 (no_text 1, bad_json 2)\n" in told
    assert loaded(tmp_path / "store", lines)["skipped"] == {"no_text": 1, "bad_json": 2}


def test_where_no_page_can_be_read_no_store_begins(pages: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("no JSON\n[]\n")
    folder = tmp_path / "store"
    for collection in ((), ("--collection", "news")):
        refused = facsim("store", "load", folder, broken, *collection)
        assert refused.status == 1
        assert "no page was read: 1 file with 2 records" in refused.err
        assert "bad_json 2 (first at " in refused.err
        assert not folder.exists()
    loaded(folder, pages)
    before = dumped(folder)
    refused = facsim("store", "load", folder, broken)
    assert refused.status == 1 and "bad_json 2" in refused.err
    assert dumped(folder) == before
    store("check", folder)
    # What is merely empty begins one; of several inputs one page is enough.
    broken.write_text("")
    assert loaded(tmp_path / "empty", broken)["read"] == 0
    broken.write_text("no JSON\n" + pages.read_text())
    assert loaded(tmp_path / "some", broken)["added"] == 8
    assert dumped(tmp_path / "some")[0]["id"] == before[0]["id"]


def test_explained_answers_say_why_others_were_refused(pages: Path, tmp_path: Path) -> None:
    loaded(tmp_path / "store", pages)
    half = " ".join(near(0, 0).split()[:70]) + " " + words("other half", 50)
    today = write_jsonl(tmp_path / "today.jsonl", [page("copy", near(0, 4)), page("half", half)])
    copy, other = store("ask", tmp_path / "store", today, "--explain").rows()
    assert [each["id"] for each in copy["candidates"] if each["refused"] is None] == ["p0v0"]
    assert all(each["refused"] for each in other["candidates"]) or other["match"]
    assert "candidates" not in asked(tmp_path / "store", today)[0]
    assert copy["action"] == "skip_links" and copy["recipe"] == "balanced"


def test_old_pages_are_deleted_by_age(pages: Path, tmp_path: Path) -> None:
    folder = tmp_path / "store"
    loaded(folder, pages)
    time.sleep(0.01)
    between = dumped(folder)[-1]["first_seen"]
    time.sleep(0.01)
    loaded(folder, write_jsonl(tmp_path / "new.jsonl", [page("new", words("n"))]))
    old = ("--before", dumped(folder)[-1]["first_seen"])
    said = json.loads(store("retain", folder, *old, "--dry-run", "--json").out)
    assert (said["pages"], said["dry_run"]) == (8, True)
    assert len(dumped(folder)) == 9
    assert "0 pages" in store("retain", folder, "--age", "1d").err
    assert "0 pages" in store("retain", folder, "--before", "2020-01-01").err
    host = ("--host", "P0v0.Example.ORG")
    assert "1 page would be deleted" in store("retain", folder, *host, "--dry-run").err
    assert "1 page deleted" in store("retain", folder, *host).err
    left = dumped(folder)
    assert [row["id"] for row in left if row["cluster"] == row["number"]][-1] == "p0v1"
    assert between <= max(row["first_seen"] for row in left)
    assert json.loads(store("retain", folder, *old, "--json").out)["pages"] == 7
    assert [row["id"] for row in dumped(folder)] == ["new"]
    assert "0 pages" in store("retain", folder, "--age", "1h").err
    time.sleep(1.1)
    assert "1 page deleted" in store("retain", folder, "--age", "1s").err
    store("check", folder)


@pytest.mark.parametrize("flags", [
    (), ("--age", "90"), ("--age", "d"), ("--age", "-1d"), ("--before", "yesterday"),
    ("--before", "2026-02-30"), ("--age", "1y"),
])  # fmt: skip
def test_nothing_is_deleted_by_accident(
    pages: Path, tmp_path: Path, flags: tuple[str, ...]
) -> None:
    loaded(tmp_path / "store", pages)
    rows = dumped(tmp_path / "store")
    assert facsim("store", "retain", tmp_path / "store", *flags).status == 2
    assert dumped(tmp_path / "store") == rows
