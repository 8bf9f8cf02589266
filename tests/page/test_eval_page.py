# SPDX-License-Identifier: Apache-2.0
"""The page of facsim eval in a browser: accessibility, tables on a telephone, print."""

from pathlib import Path

import pytest
from browsing import serious
from making import write_jsonl
from page_world import pages
from running import facsim


@pytest.fixture(scope="module")
def page_of_eval(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("eval")
    write_jsonl(folder / "pages.jsonl", pages())
    facsim.done("eval", "pages.jsonl", "--exact", "--html", "eval.html", cwd=folder)
    return Path(folder / "eval.html").as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1300, 390])
def test_accessible(browser: object, page_of_eval: str, scheme: str, width: int):
    context = browser.new_context(color_scheme=scheme, bypass_csp=True,
                                  viewport={"width": width, "height": 900})
    opened = context.new_page()
    opened.goto(page_of_eval)
    assert serious(opened) == []
    # Each table is whole, but for the one with a column for each channel and profile.
    cut = opened.locator(".scroll").evaluate_all(
        "(all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.ariaLabel)")
    assert cut in ([], ["candidates by resemblance"]) and (width == 390 or cut == [])
    context.close()


def test_it_asks_nobody_and_its_links_lead_inside(browser: object, page_of_eval: str):
    opened = browser.new_page()
    asked, said = [], []
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("console", lambda message: said.append(message.text))
    opened.goto(page_of_eval)
    targets = opened.locator("a").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    assert len(targets) == 5
    assert all(opened.locator(target).count() == 1 for target in targets)
    assert asked == [page_of_eval] and said == []
    opened.emulate_media(media="print")
    assert not opened.is_visible("nav") and opened.is_visible("#thresholds")
    opened.close()
