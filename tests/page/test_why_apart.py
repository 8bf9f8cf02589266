# SPDX-License-Identifier: Apache-2.0
"""Why two kept pages stayed two: one cause for each pair, in the data of the page and in its words."""

from pathlib import Path

import pytest
from making import near, words, write_jsonl
from page_world import edited
from running import facsim
from text_world import fresh_words, titled


# A part of a page is no reason to report it, unless it is nearly all.
PARTS = ("--min-containment", "0.99")


def by_figures() -> tuple[list[dict], tuple[str, ...]]:
    return [{"id": "first", "text": edited(1, 0)}, {"id": "second", "text": edited(1, 3)}], PARTS


def by_template() -> tuple[list[dict], tuple[str, ...]]:
    text = " ".join(fresh_words(80, 7))
    return [{"id": name, "text": f"{text} {' '.join(str(1000 * i + j) for j in range(5))}"}
            for i, name in enumerate(("first", "second"))], ("--refuse-templates",)  # fmt: skip


def by_title() -> tuple[list[dict], tuple[str, ...]]:
    """Pages of one site with other titles and menus, and nearly the same text."""
    body = fresh_words(150, 3)
    return [titled("first", "Class Apple", 4, " ".join(body)),
            titled("second", "Class Berry", 5, " ".join([*body[:70], "new", *body[71:]]))], PARTS  # fmt: skip


def elsewhere() -> tuple[list[dict], tuple[str, ...]]:
    """A page that repeats a part of two others, more of the one than of the other."""
    pages = [words(seed, 100).split() for seed in ("a", "b", "c")]
    both = [*pages[0], *pages[1]]
    return [{"id": "nearer", "text": " ".join(both[:190])}, {"id": "first", "text": " ".join(both)},
            {"id": "second", "text": " ".join(both[:95])}], ("--remove", "exact")  # fmt: skip


@pytest.mark.parametrize(("made", "said"), [
    (by_figures, " is below 0.8."),
    (by_template, " would do (at least 0.8), but they are two fillings of one template"),
    (by_title, " would do (at least 0.8), but their titles, or what is visible beside"),
    (elsewhere, "is reported for another one"),
])  # fmt: skip
def test_one_cause_is_named(browser: object, tmp_path: Path, made: object, said: str):
    pages, flags = made()
    write_jsonl(tmp_path / "pages.jsonl", pages)
    facsim.done("dedup", "pages.jsonl", "-o", "out", *flags, cwd=tmp_path)
    facsim.done("report", "out", cwd=tmp_path)
    opened = browser.new_page()
    opened.goto((tmp_path / "report.html").as_uri() + "#pairs&state=kept apart")
    opened.wait_for_selector("html[data-ready]")
    texts = []
    for number in range(opened.locator("#list li").count()):
        opened.locator("#list button").nth(number).click()
        texts.append(opened.inner_text("#detail .why"))
    opened.close()
    assert any(said in text for text in texts), texts


def test_people_of_pages_of_the_same_texts(browser: object, tmp_path: Path):
    """Decided by the names of two copies: the cause of the pair that stands for them."""
    first, second = near("a", 0), near("a", 1)
    write_jsonl(tmp_path / "pages.jsonl", [{"id": "first", "text": first}, {"id": "second", "text": second},
                                           {"id": "third", "text": second}])
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    (tmp_path / "d.tsv").write_text("third\tfirst\tdifferent\t\n")
    facsim.done("recluster", "out", "--decisions", "d.tsv", cwd=tmp_path)
    facsim.done("report", "out", cwd=tmp_path)
    opened = browser.new_page()
    opened.goto((tmp_path / "report.html").as_uri() + "#pairs&state=kept apart")
    opened.wait_for_selector("html[data-ready]")
    why = opened.inner_text("#detail .why")
    opened.close()
    assert why.endswith("Kept apart: people called their texts different."), why
