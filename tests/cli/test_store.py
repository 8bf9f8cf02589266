# SPDX-License-Identifier: Apache-2.0
"""What the verbs of facsim store print, write and refuse."""

import json
import re
import shutil
import signal
from pathlib import Path

import pytest
from making import html, near, words, write_jsonl
from real_data import write_real
from running import facsim, state_of
from store_world import asked, dumped, loaded, store

FIELDS = ["number", "id", "url", "host", "first_seen", "last_seen", "fetched", "bytes", "status", "crawl",
          "representative", "cluster", "rank", "copies", "units", "shingles", "digest", "fingerprint"]  # fmt: skip


def page(name: str, text: str) -> dict:
    return {"id": name, "url": f"https://{name}.example.org/page", "text": text}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Two pages with copies, one alone, one too short and one without a text."""
    return write_jsonl(tmp_path / "pages.jsonl", [
        page("a", near("a", 0)), page("a2", near("a", 1)), page("b", near("b", 0)),
        page("b2", near("b", 0)), page("a3", near("a", 2)), page("c", words("c")),
        page("short", "three short words"), page("empty", ""),
    ])  # fmt: skip


@pytest.fixture
def filled(pages: Path, tmp_path: Path) -> Path:
    """A store of those pages."""
    loaded(tmp_path / "store", pages)
    return tmp_path / "store"


def test_a_load_counts_its_pages(pages: Path, tmp_path: Path) -> None:
    said = loaded(tmp_path / "store", pages)
    assert said == {"store": str(tmp_path / "store"), "read": 7, "added": 7, "seen": 3,
                    "too_short": 1, "replaced": 0, "skipped": {"no_text": 1}}  # fmt: skip
    again = loaded(tmp_path / "store", pages)
    assert (again["added"], again["seen"]) == (0, 7)
    told = store("load", tmp_path / "store", pages).err
    assert "7 pages read, 0 added, 7 seen before, 0 too short to be judged" in told
    assert store("load", tmp_path / "store", pages, "--quiet").err == ""


def test_a_dump_has_every_page(filled: Path, tmp_path: Path) -> None:
    rows = dumped(filled)
    assert [list(row) for row in rows] == [FIELDS] * 7
    clusters = {row["id"]: (row["cluster"], row["rank"], row["representative"]) for row in rows}
    first = {row["id"]: row["number"] for row in rows}
    assert clusters == {
        "a": (first["a"], 1, True), "a2": (first["a"], 2, False), "b": (first["b"], 1, True),
        "b2": (first["b"], 2, False), "a3": (first["a"], 3, False), "c": (first["c"], 1, True),
        "short": (first["short"], 1, True),
    }  # fmt: skip
    for row in rows:
        assert row["host"] == f"{row['id']}.example.org"
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z", row["first_seen"])
        assert re.fullmatch("[0-9a-f]{32}", row["digest"])
        assert (row["fingerprint"] is None) == (row["id"] == "short")
    digests = {row["id"]: row["digest"] for row in rows}
    assert digests["b"] == digests["b2"] != digests["a"]
    store("dump", filled, "-o", tmp_path / "dump.jsonl")
    assert [json.loads(line) for line in (tmp_path / "dump.jsonl").open()] == rows
    assert facsim("store", "dump", filled, "-o", tmp_path / "dump.jsonl").status == 1


def test_fingerprints_are_those_of_the_program(filled: Path, pages: Path) -> None:
    printed = facsim.done("fingerprint", pages, "--json").rows()
    expected = {row["id"]: row["fingerprint"] for row in printed if row["id"] != "empty"}
    assert {row["id"]: row["fingerprint"] for row in dumped(filled)} == expected


def test_answers_name_the_old_page(filled: Path, tmp_path: Path) -> None:
    before = dumped(filled)
    today = write_jsonl(tmp_path / "today.jsonl", [
        page("again", near("a", 3)), page("new", words("d")), page("tiny", "no more words"),
        page("same", near("b", 0)),
    ])  # fmt: skip
    again, new, tiny, same = asked(filled, today)
    assert (again["query"], again["seen"], again["kind"]) == ("again", "yes", "content")
    assert again["match"]["id"] == "a" and again["match"]["url"] == "https://a.example.org/page"
    assert again["match"]["first_seen"] == before[0]["first_seen"]
    assert 0.9 < again["match"]["resemblance"] < 1 and again["match"]["resemblance_error"] > 0
    assert (again["cluster"]["size"], again["cluster"]["rank"]) == (3, 4)
    assert (new["seen"], new["match"], new["kind"]) == ("no", None, None)
    assert tiny["seen"] == "too_short"
    assert (same["seen"], same["kind"], same["match"]["id"]) == ("yes", "exact", "b")
    assert not any(answer["added"] for answer in (again, new, tiny, same))
    assert dumped(filled) == before
    added = store("ask", filled, today, "--add").rows()
    assert all(answer["added"] for answer in added)
    assert [row["id"] for row in dumped(filled)][-4:] == ["again", "new", "tiny", "same"]


def test_pages_of_html_have_a_layout(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "one.html").write_text(html(words("x", 200)))
    (site / "two.html").write_text(html(words("x", 200)))
    assert loaded(tmp_path / "store", site)["seen"] == 1
    answer = asked(tmp_path / "store", site)[1]
    assert answer["kind"] == "exact" and answer["match"]["layout"] == 1.0


def test_a_backup_is_a_store_and_comes_back(filled: Path, tmp_path: Path) -> None:
    rows = dumped(filled)
    (filled / "collections/.removed-news/rows").mkdir(parents=True)  # a service is at it
    said = json.loads(store("backup", filled, tmp_path / "backup", "--json").out)
    assert (said["pages"], said["collections"]) == (7, 1)
    assert dumped(tmp_path / "backup") == rows
    kept = state_of(tmp_path / "backup")
    store("restore", tmp_path / "backup", tmp_path / "restored")
    assert dumped(tmp_path / "restored") == rows
    assert state_of(tmp_path / "backup") == kept, "a backup is only read"
    check = json.loads(store("check", tmp_path / "restored", "--json").out)
    assert (check["faults"], check["pages"], check["clusters"]) == (0, 7, 2)
    assert check["has_index"] and check["entries"] == check["representatives"] == 4
    assert {path.name for path in tmp_path.iterdir()} == {
        "pages.jsonl", "store", "backup", "restored"}  # fmt: skip


def test_what_is_there_is_not_written_over(filled: Path, tmp_path: Path) -> None:
    store("backup", filled, tmp_path / "backup")
    before = state_of(filled)
    for verb, source, target in (("backup", filled, tmp_path / "backup"),
                                 ("restore", tmp_path / "backup", filled)):  # fmt: skip
        refused = facsim("store", verb, source, target)
        assert refused.status == 1 and "is there already" in refused.err
    assert state_of(filled) == before
    gone = facsim("store", "restore", tmp_path / "nowhere", tmp_path / "new")
    assert gone.status == 1 and "there is no store" in gone.err
    assert not (tmp_path / "new").exists()


def test_beside_a_program_that_has_the_store(filled: Path, tmp_path: Path) -> None:
    """Reading and copying work; what needs the store for itself names the remedy."""
    rows = dumped(filled)
    with facsim.start("store", "ask", filled, "-", "--tmp", tmp_path) as other:
        other.until(lambda: any(tmp_path.glob("facsim-*")))
        assert dumped(filled) == rows
        assert store("stats", filled).out.count("\n") > 10
        store("backup", filled, tmp_path / "backup")
        for verb in ("check", "rebuild", "load", "ask"):
            inputs = [tmp_path / "pages.jsonl"] if verb in ("load", "ask") else []
            refused = facsim("store", verb, filled, *inputs)
            assert refused.status == 1, refused
            assert "process" in refused.err, refused.err
        assert other.result(b'{"text": "x"}\n').status == 0
    assert dumped(tmp_path / "backup") == rows
    store("check", tmp_path / "backup")


def test_a_missing_index_is_made_again(filled: Path) -> None:
    rows = dumped(filled)
    store("rebuild", filled)
    index = state_of(filled / "pages.idx")
    shutil.rmtree(filled / "pages.idx")
    assert "no index yet" in store("check", filled).err
    said = json.loads(store("rebuild", filled, "--json").out)
    assert said["entries"] == 4
    assert set(state_of(filled / "pages.idx")) == set(index)
    store("check", filled)
    assert dumped(filled) == rows


def test_collections_are_stores_of_their_own(filled: Path, pages: Path, tmp_path: Path) -> None:
    news = ("--collection", "news")
    refused = facsim("store", "dump", filled, *news)
    assert refused.status == 1
    assert f"begin it with 'facsim store load {filled} --collection news INPUT...'" in refused.err
    store("load", filled, pages, *news)
    assert (filled / "collections/news/rows").is_dir()
    assert len(dumped(filled, *news)) == len(dumped(filled)) == 7
    said = json.loads(store("backup", filled, tmp_path / "backup", "--json").out)
    assert (said["collections"], said["pages"]) == (2, 14)
    assert dumped(tmp_path / "backup", *news) == dumped(filled, *news)
    for bad in (".hidden", "../up", "", "a/b", "News", "a.b", "x" * 65):
        assert facsim("store", "dump", filled, "--collection", bad).status == 2


def test_statistics(filled: Path) -> None:
    stats = json.loads(store("stats", filled, "--json", "--hosts", 2).out)
    assert (stats["pages"], stats["representatives"], stats["clusters"]) == (7, 4, 2)
    assert (stats["largest_cluster"], stats["too_short"], stats["hosts_in_all"]) == (3, 1, 7)
    assert stats["hosts"] == [{"host": "a.example.org", "pages": 1},
                              {"host": "a2.example.org", "pages": 1}]  # fmt: skip
    assert (stats["recipe"], stats["max_distance"]) == ("balanced", 3)
    assert stats["bytes_per_page"] > 0


@pytest.mark.parametrize(
    ("words_given", "said"),
    [
        (["dump", "store", "--json"], "store dump has no flag '--json'"),
        (["check", "store", "--crawl", "x"], "belongs to store load"),
        (["backup", "store"], "store backup needs STORE FOLDER"),
        (["load", "store"], "store load needs STORE INPUT..."),
        (["ask", "", "pages.jsonl"], "the name of the store's folder is empty"),
        (["chekc", "store"], "did you mean 'check'?"),
        ([], "store needs a verb"),
        (["dump", "store", "--hosts", "3"], "belongs to store stats"),
    ],
)
def test_wrong_usage(words_given: list[str], said: str, tmp_path: Path) -> None:
    refused = facsim("store", *words_given, cwd=tmp_path)
    assert refused.status == 2 and said in refused.err, refused.err
    assert list(tmp_path.iterdir()) == []


def test_no_store_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for verb in ("dump", "check", "stats", "rebuild"):
        refused = facsim("store", verb, tmp_path / "empty")
        assert refused.status == 1 and "there is no store" in refused.err
    assert list((tmp_path / "empty").iterdir()) == []


def test_ctrl_c_ends_a_load(tmp_path: Path) -> None:
    with facsim.start("store", "load", tmp_path / "store", "-", "--tmp", tmp_path) as process:
        process.until(lambda: process.catches(signal.SIGINT))
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130


def test_real_revisions_come_back(tmp_path: Path) -> None:
    revisions = write_real(tmp_path / "terms.jsonl", "ota_terms", 1000)
    loaded(tmp_path / "store", revisions)
    rows = dumped(tmp_path / "store")
    assert len(rows) > 100 and any(row["rank"] > 2 for row in rows)
    store("backup", tmp_path / "store", tmp_path / "backup")
    store("restore", tmp_path / "backup", tmp_path / "restored")
    assert dumped(tmp_path / "restored") == rows
    for folder in ("store", "backup", "restored"):
        store("check", tmp_path / folder)
    assert asked(tmp_path / "restored", revisions) == asked(tmp_path / "store", revisions)
