# SPDX-License-Identifier: Apache-2.0
"""A result is explained from any folder: inputs are looked for where the run was made."""

from pathlib import Path

import pytest
from making import html, html_response, words, write_jsonl, write_warc
from running import facsim


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """a/ with a result of a file, a folder and another folder's file."""
    home = tmp_path / "a"
    (home / "site").mkdir(parents=True)
    (tmp_path / "b").mkdir()
    write_jsonl(home / "s.jsonl", [{"id": n, "text": words(1)} for n in ("s1", "s2")])
    (home / "site/x.html").write_text(html(words(2)))
    (home / "site/y.html").write_text(html(words(2)))
    write_warc(tmp_path / "b/t.warc", html_response(1, words(3)), html_response(2, words(3)))
    return tmp_path


@pytest.mark.parametrize("mode", ["remove", "report"])
@pytest.mark.parametrize("elsewhere", [".", "b", "a/site"])
def test_report_and_show_find_the_inputs(world: Path, mode: str, elsewhere: str) -> None:
    done = facsim("dedup", "s.jsonl", "site", "../b/t.warc", "-o", "out", "--mode", mode, cwd=world / "a")
    assert done.status == 0, done.err
    # A file of the same name that is another.
    write_jsonl(world / "b/s.jsonl", [{"id": "s1", "text": words(9)}, {"id": "s2", "text": words(8)}])
    result = world / "a/out"
    page = world / "r.html"
    said = facsim("report", result, "-o", page, cwd=world / elsewhere)
    assert said.status == 0, said.err
    assert "not there any more" not in page.read_text()
    for name, text in (("s2", words(1)), ("y.html", words(2)), (f"urn:uuid:{2:032x}", words(3))):
        shown = facsim("show", result, name, cwd=world / elsewhere)
        assert shown.status == 0, shown.err
        assert "cannot be read again" not in shown.out and "has changed" not in shown.out
        assert text[:40] in shown.out
    alone = facsim("show", result, "no-such-page", cwd=world / elsewhere)
    assert alone.status == 1 and "not searched" not in alone.err
    over = facsim("report", result, "-o", world / "a/s.jsonl", "--force", cwd=world / elsewhere)
    assert over.status != 0 and "lies among the inputs" in over.err


def test_what_moved_together_is_found_too(world: Path) -> None:
    facsim.done("dedup", "s.jsonl", "-o", "out", cwd=world / "a")
    (world / "a").rename(world / "c")
    shown = facsim("show", "out", "s2", cwd=world / "c")
    assert words(1)[:40] in shown.out
    gone = facsim("show", world / "c/out", "s2", cwd=world)
    assert gone.status == 0
    assert "is not there any more; paths of inputs are relative to the folder in which dedup ran" in gone.out


def test_the_line_of_a_template_says_what_it_means(world: Path) -> None:
    facsim.done("dedup", "s.jsonl", "-o", "out", cwd=world / "a")
    shown = facsim("show", "out", "s2", cwd=world / "a").out
    assert "template     false  they do not differ as two pages of one template do" in shown
