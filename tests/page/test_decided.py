# SPDX-License-Identifier: Apache-2.0
"""What the page says of a pair that people decided on, where the run asked them and where it did not."""

from pathlib import Path

from making import near, words, write_jsonl
from running import facsim


def said(browser: object, folder: Path) -> tuple[str, str, int]:
    """Why the decided pair is as it is, the line over the list, and how many pairs are not hidden."""
    facsim.done("report", "out", "--force", cwd=folder)
    opened = browser.new_page()
    opened.goto((folder / "report.html").as_uri() + "#pairs&decided=different")
    opened.wait_for_selector("html[data-ready]")
    assert opened.locator("#list li").count() == 1
    why, line = opened.inner_text("#detail .why"), opened.inner_text("#decisions")
    opened.evaluate("() => { location.hash = 'pairs'; }")
    opened.wait_for_timeout(50)
    listed = opened.locator("#list li").count()
    opened.close()
    return why, line, listed


def test_a_run_that_did_not_ask_says_why_it_removed(browser: object, tmp_path: Path):
    pages = [{"id": name, "text": near("a", i)} for i, name in enumerate(("first", "second"))]
    pages += [{"id": name, "text": near("b", i)} for i, name in enumerate(("other", "third"))]
    write_jsonl(tmp_path / "pages.jsonl", [*pages, {"id": "alone", "text": words("c")}])
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    (tmp_path / "d.tsv").write_text("second\tfirst\tdifferent\t\n")
    facsim.done("recluster", "out", "--decisions", "d.tsv", cwd=tmp_path)
    why, line, listed = said(browser, tmp_path)
    assert why.startswith("kept apart") and why.endswith(" People decided: different.")
    assert "1 earlier one lies in the result." in line and listed == 1

    facsim.done("dedup", "pages.jsonl", "-o", "out", "--force", cwd=tmp_path)
    why, line, listed = said(browser, tmp_path)
    assert why.startswith("removed, content decided: different Removed: resemblance ")
    assert why.endswith(" People decided: different; this run did not ask them.")
    assert "1 earlier one lies in the result; this run did not ask them." in line
    assert listed == 1, "nobody has to judge the pair again"
