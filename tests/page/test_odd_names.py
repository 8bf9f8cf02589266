# SPDX-License-Identifier: Apache-2.0
"""Decisions on pages with odd names: what the page exports, recluster and eval take to be the same."""

import json
from pathlib import Path

import pytest
from making import words, write_jsonl
from running import facsim, read_jsonl

ODD = ["tab\there", "new\nline", "cr\r\nlf", "quote\"s'and`", "#hash", "\ufeffmark", "", "x" * 3000,
       "\U0001f600 emoji", "\u05e9\u05dc\u05d5\u05dd \u202e rtl", "javascript:alert(1)", " blanks ",
       "a,b,c", "same", "</script>", "C:\\back\\slash", "=SUM(A1)", "pages.jsonl:0", "\u2028"]


def made(folder: Path, repeated: bool) -> int:
    """Each odd id twice: of a page that is kept, and in the id of its near copy."""
    rows = [{"id": "first", "text": words("first", 80)}]
    for number, name in enumerate(ODD):
        text = words(f"odd{number}", 80)
        rows += [{"id": name, "text": text}, {"id": f"{name} copy" if name else "", "text": text + " end"}]
    if repeated:
        rows.append({"id": "first", "text": words("another", 80)})
    write_jsonl(folder / "pages.jsonl", rows)
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=folder)
    facsim.done("report", "out", cwd=folder)
    return len(ODD)


@pytest.mark.parametrize("repeated", [False, True])
def test_every_page_can_be_named(browser: object, tmp_path: Path, repeated: bool):
    count = made(tmp_path, repeated)
    opened = browser.new_context(accept_downloads=True).new_page()
    opened.goto((tmp_path / "report.html").as_uri() + "#pairs&state=removed")
    opened.wait_for_selector("html[data-ready]")
    assert opened.inner_text("#found").startswith(f"{count} of ")
    for _ in range(count):
        opened.keyboard.press("n")
    said = f"{count} decisions; the rules agree with 0."
    assert said in opened.inner_text("#decided-count")
    with opened.expect_download() as download:
        opened.click("#export")
    exported = Path(download.value.path()).read_bytes()
    opened.context.close()
    (tmp_path / "d.tsv").write_bytes(exported)
    assert exported.count(b"\n") == count and b"\r" not in exported
    if not repeated:
        assert "javascript:alert(1) copy\tjavascript:alert(1)\tdifferent\t\n" in exported.decode()

    ran = facsim.done("recluster", "out", "--decisions", "d.tsv", cwd=tmp_path)
    assert f"{count} decisions; the rules alone agree with 0" in ran.err and "no effect" not in ran.err
    assert read_jsonl(tmp_path / "out/duplicates.jsonl") == []
    ran = facsim.done("eval", "pages.jsonl", "--pairs", "d.tsv", "--json", cwd=tmp_path)
    assert json.loads(ran.out)["pairs_false"] == count, ran.err


def test_what_no_line_can_name_is_not_decided(browser: object, tmp_path: Path):
    text = words("tab", 80)
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "plain.txt").write_text(text)
    (folder / "tab\there.txt").write_text(text + " end")
    facsim.done("dedup", "in", "-o", "out", cwd=tmp_path)
    facsim.done("report", "out", cwd=tmp_path)
    opened = browser.new_page()
    opened.goto((tmp_path / "report.html").as_uri() + "#pairs")
    opened.wait_for_selector("html[data-ready]")
    opened.keyboard.press("n")
    assert "No decisions yet" in opened.inner_text("#decided-count")
    assert "has no name that a file of decisions can hold" in opened.inner_text("#say")
    opened.close()
