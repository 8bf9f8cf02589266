# SPDX-License-Identifier: Apache-2.0
"""The page that facsim.Result.report() makes, in a browser: it opens, and speaks Python."""

import os
import re
import sys
from pathlib import Path

import pytest
from browsing import serious
from making import words
from page_world import pages

VIEWS = ("overview", "whatif", "pairs", "clusters", "hosts", "skipped")
# What only the program has: its flags, its commands and its files.
OF_THE_PROGRAM = re.compile(r"(?<![\w-])--[a-z][\w-]*|\bfacsim [a-z]+\b(?<!facsim report)|\w+\.jsonl")


@pytest.fixture(scope="module")
def dedup() -> object:
    if "FACSIM_PYTHON_PACKAGE" not in os.environ:
        pytest.skip("skipped: no FACSIM_PYTHON_PACKAGE, this build is without Python")
    sys.path.insert(0, os.environ["FACSIM_PYTHON_PACKAGE"])
    import facsim

    return facsim.dedup


@pytest.fixture(scope="module")
def rows() -> list[dict]:
    """The pages of the other tests, and so many pairs that not all of them get their texts."""
    many = [{"id": f"many-{family}-{version}", "text": f"{words(1000 + family, 30)} end{version}"}
            for family in range(550) for version in range(5)]
    return [row | {"text": row.get("text", row.get("html"))} for row in pages()] + many


def opened_at(browser: object, path: Path, **settings: object) -> object:
    opened = browser.new_context(bypass_csp=True, **settings).new_page()
    opened.goto(path.as_uri())
    opened.wait_for_selector("html[data-ready]")
    return opened


def all_text(opened: object) -> str:
    """Of every view, one after the other."""
    text = []
    for view in VIEWS:
        opened.evaluate("(hash) => { location.hash = hash; }", view)
        opened.wait_for_timeout(50)
        text.append(opened.inner_text("body"))
    return "\n".join(text)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1300, 390])
def test_it_opens_shows_pairs_and_is_accessible(browser: object, dedup: object, tmp_path: Path,
                                                scheme: str, width: int):
    result = dedup(pages(), id="id", url="url", html="html")
    result.report(tmp_path / "page.html")
    opened = opened_at(browser, tmp_path / "page.html", color_scheme=scheme,
                       viewport={"width": width, "height": 900})
    bad = []
    for view in VIEWS:
        opened.evaluate("(hash) => { location.hash = hash; }", view)
        opened.wait_for_timeout(50)
        bad += [(view, *each) for each in serious(opened)]
    assert bad == []
    opened.evaluate("() => { location.hash = 'pairs&state=removed'; }")
    opened.wait_for_timeout(50)
    assert opened.inner_text("#found").startswith(f"{len(result.duplicates)} of ")
    assert opened.locator("#passages .a, #passages .b, #passages .none").count() > 0
    opened.context.close()


@pytest.mark.filterwarnings("ignore")
def test_its_words_are_those_of_python(browser: object, dedup: object, rows: list[dict],
                                       tmp_path: Path):
    result = dedup(rows, id="id", url="url", matches="all")
    result.recluster(0.9).report(tmp_path / "page.html", pairs_max=2200)
    opened = opened_at(browser, tmp_path / "page.html")
    text = all_text(opened)
    for said in ("Result.show() has the others.", "again, by Result.recluster()",
                 "What Result.recluster() would remove", "result.recluster(min_resemblance=",
                 "are in Result.duplicates and Result.reported"):
        assert said in text, said
    assert OF_THE_PROGRAM.findall(text) == []
    opened.context.close()

    result.report(tmp_path / "bare.html", with_text=False)
    opened = opened_at(browser, tmp_path / "bare.html")
    text = all_text(opened)
    assert "Texts were left out (with_text=False)." in text and "result.show(" in text
    assert OF_THE_PROGRAM.findall(text) == []
    opened.context.close()


@pytest.mark.filterwarnings("ignore")
def test_the_command_that_it_shows_is_true(browser: object, dedup: object, rows: list[dict],
                                           tmp_path: Path):
    result = dedup(rows, id="id", url="url")
    result.report(tmp_path / "page.html")
    opened = opened_at(browser, tmp_path / "page.html")
    opened.evaluate("() => { location.hash = 'whatif'; }")
    opened.locator("#threshold").focus()
    for _ in range(9):
        opened.keyboard.press("ArrowRight")
    command = opened.inner_text("#slider .command")
    foretold = [int(opened.inner_text(f"#{name}").replace(",", ""))
                for name in ("removed", "reported")]
    again = eval(command, {"result": result})
    assert foretold == [len(again.duplicates), len(again.reported)]
    opened.context.close()
