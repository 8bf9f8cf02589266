# SPDX-License-Identifier: Apache-2.0
"""A store by another recipe: the same pages, and what the new recipe says of them."""

import json
from pathlib import Path

import pytest
from making import html, near, words, write_jsonl
from running import facsim
from store_world import asked, dumped, loaded, store

KEPT = ("number", "id", "url", "host", "first_seen", "fetched", "crawl", "representative", "cluster",
        "rank", "digest")  # fmt: skip


def page(name: str, text: str) -> dict:
    return {"id": name, "url": f"https://{name}.example.org/page", "text": text}


def marked(name: str, text: str) -> dict:
    return {"id": name, "url": f"https://{name}.example.org/page", "html": html(text)}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Clusters, a page alone, HTML, one without names, and one that is too short."""
    return write_jsonl(tmp_path / "pages.jsonl", [
        page("a", near("a", 0)), page("a2", near("a", 1)), page("b", near("b", 0)),
        page("b2", near("b", 0)), marked("m", near("m", 0)), {"text": words("nameless")},
        page("short", "three short words"),
    ])  # fmt: skip


@pytest.fixture
def filled(pages: Path, tmp_path: Path) -> Path:
    """A store of those pages, of which one crawl is committed."""
    loaded(tmp_path / "store", pages)
    monday = write_jsonl(tmp_path / "monday.jsonl", [page("c", words("c"))])
    loaded(tmp_path / "store", monday, "--crawl", "monday")
    return tmp_path / "store"


def rebuilt(filled: Path, new: Path, *arguments: object) -> dict:
    return json.loads(store("rebuild", filled, "-o", new, *arguments, "--json").out)


def kept(folder: Path) -> list[list]:
    return [[row[name] for name in KEPT] for row in dumped(folder)]


@pytest.mark.parametrize("judge", [("--recipe", "words"), ("--profile", "thorough")])
def test_pages_are_as_a_new_store_has_them(
    filled: Path, pages: Path, tmp_path: Path, judge: tuple
) -> None:
    new, inputs = tmp_path / "new", (pages, tmp_path / "monday.jsonl")
    before = dumped(filled)
    said = rebuilt(filled, new, *judge, *inputs)
    assert (said["pages"], said["not_found"]) == (8, 0)
    assert kept(new) == kept(filled)
    assert dumped(filled) == before
    assert not (new / "missing.jsonl").exists()
    assert {path.name for path in new.iterdir()} == {"rows", "pages.idx"}
    loaded(tmp_path / "direct", *inputs, *judge)
    shown = ("id", "fingerprint", "units", "shingles", "digest")
    assert [[row[name] for name in shown] for row in dumped(new)] == [
        [row[name] for name in shown] for row in dumped(tmp_path / "direct")
    ]
    store("check", new)
    query = write_jsonl(tmp_path / "query.jsonl", [
        page(f"q{seed}", near(seed, 7)) for seed in ("a", "b", "m", "none")
    ])  # fmt: skip
    answers = asked(new, query)
    assert [answer["seen"] for answer in answers] == ["yes", "yes", "yes", "no"]
    assert answers[0]["cluster"] == {"id": "a", "size": 2, "rank": 3}
    direct = asked(tmp_path / "direct", query)
    for answer in answers + direct:
        if answer["match"]:
            del answer["match"]["first_seen"]
    assert answers == direct


def test_what_is_not_found_keeps_its_name(filled: Path, pages: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    some = write_jsonl(tmp_path / "some.jsonl", [
        page("a", near("a", 0)), page("b2", near("b", 0)), page("a2", "another text " * 40),
        page("elsewhere", near("m", 3)),
    ])  # fmt: skip
    said = rebuilt(filled, new, "--recipe", "words", some)
    # b has the text of b2; a2 has another text now.
    assert (said["pages"], said["not_found"]) == (8, 5)
    missing = [json.loads(line) for line in (new / "missing.jsonl").open()]
    assert [row["id"] for row in missing] == ["a2", "m", None, "short", "c"]
    assert kept(new) == kept(filled)
    found = {row["id"]: row["fingerprint"] is not None for row in dumped(new)}
    assert found == {"a": True, "a2": False, "b": True, "b2": True, "m": False, None: False,
                     "short": False, "c": False}  # fmt: skip
    store("check", new)
    query = write_jsonl(tmp_path / "query.jsonl", [
        page("q1", near("a", 7)), marked("q2", near("m", 0)), marked("q3", near("m", 7)),
        page("c", words("c")), page("c", words("c changed")),
    ])  # fmt: skip
    answers = asked(new, query)
    assert [answer["seen"] for answer in answers] == ["yes", "yes", "no", "yes", "no"]
    store("load", new, query)
    assert [row["id"] for row in dumped(new)].count("c") == 1
    store("check", new)


def test_another_profile_needs_no_texts(filled: Path, pages: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    said = rebuilt(filled, new, "--profile", "strict")
    assert (said["profile"], said["pages"], said["not_found"]) == ("strict", 8, 0)
    assert dumped(new) == dumped(filled)
    assert "strict" in store("stats", new).out
    refused = facsim("store", "rebuild", filled, "-o", tmp_path / "other", "--profile", "strict", pages)
    assert refused.status == 2 and "name no inputs" in refused.err


@pytest.mark.parametrize(("arguments", "says"), [
    (("-o", "new", "--recipe", "words"), "name the inputs"),
    (("-o", "new", "--recipe", "words", "nowhere.jsonl"), "nowhere.jsonl"),
    (("-o", "store", "--recipe", "words", "pages.jsonl"), "already"),
    (("pages.jsonl",), "needs STORE"),
    (("-o", "new", "--recipe", "wods", "pages.jsonl"), "words"),
])  # fmt: skip
def test_what_is_refused_writes_nothing(
    filled: Path, tmp_path: Path, arguments: tuple, says: str
) -> None:
    before = sorted(path.name for path in tmp_path.iterdir())
    done = facsim("store", "rebuild", "store", *arguments, cwd=tmp_path)
    assert done.status in (1, 2) and says in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_back_again(filled: Path, pages: Path, tmp_path: Path) -> None:
    """There and back gives the same store, of whose pages without a text none is lost."""
    inputs = (pages, tmp_path / "monday.jsonl")
    rebuilt(filled, tmp_path / "there", "--recipe", "words", pages)
    rebuilt(tmp_path / "there", tmp_path / "back", "--profile", "balanced", *inputs)
    assert dumped(tmp_path / "back") == dumped(filled)
