# SPDX-License-Identifier: Apache-2.0
"""Thousands of pages of one template, each with a name of its own: a copy still finds its page.

More pages share the words of the template than a group remembers, so each meets those of its own
text and of its own name first.
"""

import json
from pathlib import Path
from random import Random

import pytest
from making import write_jsonl
from running import Dedup, facsim
from store_world import asked, loaded

PAGES, COPIES = 1600, 20
SYLLABLES = "ba ke li mo nu ra se ti vo zu fa ge hi jo pu".split()


def name(number: int) -> str:
    """A word of its own for each number."""
    word = ""
    for _ in range(4):
        word += SYLLABLES[number % 15]
        number //= 15
    return word.capitalize() + "Handler"


def page(number: int, url: str, tail: str = "") -> dict:
    """A page of a manual: the same sentences about another class."""
    called = name(number)
    draw = Random("template")
    words = [f"{draw.choice(SYLLABLES)}{draw.choice(SYLLABLES)}" for _ in range(130)]
    text = f"{called} opens. {' '.join(words)} Use {called} where {called} is wanted. {tail}"
    html = f"<title>{called}</title><main><h1>{called}</h1><p>{text}</p></main>"
    return {"id": url, "url": f"https://example.org{url}", "html": html}


@pytest.fixture(scope="module", params=["", "It was edited."], ids=["equal", "edited"])
def pages(request: pytest.FixtureRequest) -> tuple[list[dict], list[dict]]:
    """A family, and copies of some of its pages under other paths."""
    family = [page(number, f"/doc/{name(number)}.html") for number in range(PAGES)]
    chosen = Random(7).sample(range(PAGES), COPIES)
    return family, [page(n, f"/moved/{n}/{name(n)}.html", request.param) for n in chosen]


def own_page(copy: dict) -> str:
    number = int(copy["id"].split("/")[2])
    return f"/doc/{name(number)}.html"


def test_copies_are_removed_for_their_own_pages(tmp_path: Path, pages: tuple) -> None:
    family, copies = pages
    run = Dedup(tmp_path, write_jsonl(tmp_path / "a.jsonl", [*family, *copies]).name)
    assert run.removed() == {copy["id"]: own_page(copy) for copy in copies}


def test_an_index_and_a_store_find_them_too(tmp_path: Path, pages: tuple) -> None:
    family, copies = pages
    old = write_jsonl(tmp_path / "old.jsonl", family)
    new = write_jsonl(tmp_path / "new.jsonl", copies)
    assert facsim("index", "build", old, "-o", tmp_path / "idx").status == 0
    removed = Dedup(tmp_path, "new.jsonl", "--against", "idx").removed()
    loaded(tmp_path / "store", old)
    seen = {row["query"] for row in asked(tmp_path / "store", new) if row["seen"] == "yes"}
    if "edited" in json.dumps(copies[0]):
        # Sketches alone lead there, among more pages than are looked at.
        assert removed.keys() <= {copy["id"] for copy in copies}
    else:
        assert removed == {copy["id"]: own_page(copy) for copy in copies}
        assert seen == removed.keys()
