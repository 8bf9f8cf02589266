# SPDX-License-Identifier: Apache-2.0
"""A result is judged again as `facsim recluster` judges, and shows its pairs to people."""

import json
import os
import signal
import sys
import types
import warnings
from html.parser import HTMLParser
from pathlib import Path

import facsim
import polars as pl
import pytest
from facsim.errors import RunWarning
from making import corpus, html, words, write_jsonl
from running import Dedup, read_jsonl, run
from running import facsim as program

PAGES = corpus(400)


def versions(count: int = 120) -> list[dict]:
    """Pages in versions that resemble one another more or less."""
    pages = []
    for number in range(count):
        text = words(number % 20, 100) + " " + words(("more", number), number % 37 + 1)
        pages.append({"id": f"v{number}", "text": text, "rank": number * 7919 % 100})
    return pages


def test_it_is_judged_again_as_the_command_judges(tmp_path: Path) -> None:
    pages = versions()
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    by_command = Dedup(tmp_path, path, "--keep", "field:rank")
    rows = facsim.dedup(pages, id="id", keep="field:rank")
    files = facsim.dedup(path, keep="field:rank")
    sizes = set()
    for settings, flags in (
        ({"min_resemblance": 0.55}, ["--min-resemblance", ".55"]),
        ({"min_resemblance": 0.7}, ["--min-resemblance", ".7"]),
        ({"min_resemblance": 0.95}, ["--min-resemblance", ".95"]),
        ({"keep": "longest"}, ["--keep", "longest"]),
        ({"keep": "field:rank", "min_resemblance": 0.6}, ["--min-resemblance", ".6"]),
        ({"remove": ["exact"]}, ["--remove", "exact"]),
        ({"min_resemblance": 0.8}, ["--min-resemblance", ".8"]),
    ):
        program.done("recluster", by_command.out, "--quiet", *flags)
        theirs = [(row["id"], row["representative"], row["resemblance"])
                  for row in read_jsonl(by_command.out / "duplicates.jsonl")]  # fmt: skip
        summary = json.loads((by_command.out / "summary.json").read_text())
        for first in (rows, files):
            again = first.recluster(**settings)
            mine = [(row["id"], row["representative"], round(row["resemblance"], 4))
                    for row in again.duplicates]  # fmt: skip
            assert mine == theirs, settings
            assert again.summary["removed"] == summary["removed"]
            assert again.summary["what_if"] == summary["what_if"]
            assert again.summary["reclustered"] is True
        sizes.add(len(theirs))
        gone = {row[0] for row in theirs}
        assert [page["id"] for page in rows.recluster(**settings).kept] == [
            page["id"] for page in pages if page["id"] not in gone
        ]
    assert len(sizes) >= 4


def test_a_result_of_a_result_and_of_an_iterator() -> None:
    result = facsim.dedup(iter(versions()), id="id")
    again = result.recluster(0.6)
    del result
    third = again.recluster(0.8)
    assert third.removed_rows == facsim.dedup(versions()).removed_rows
    assert len(list(third.kept)) + len(third.duplicates) == 120


def test_what_cannot_be_judged_again() -> None:
    result = facsim.dedup(PAGES)
    with pytest.raises(facsim.errors.InvalidArgumentError, match="the lowest for which"):
        result.recluster(0.1)
    with pytest.raises(facsim.errors.InvalidArgumentError, match="did not read that field"):
        result.recluster(keep="field:rank")
    with pytest.raises(facsim.Error, match="is not one of first"):
        result.recluster(keep="best")
    with pytest.raises(TypeError):
        result.recluster("high")
    with pytest.raises(facsim.errors.NotFoundError, match="kept no pairs"):
        facsim.dedup(PAGES, matches="none").recluster(0.9)
    with pytest.raises(facsim.Error, match="matches='some' is not one of"):
        facsim.dedup(PAGES, matches="some")


def test_a_forked_process_leaves_the_pairs_to_its_parent(tmp_path: Path) -> None:
    result = facsim.dedup(PAGES, tmp=tmp_path)
    child = os.fork()
    if child == 0:
        is_right = len(result.recluster(0.9).duplicates) > 0
        del result
        os._exit(0 if is_right else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert len(result.recluster(0.9).duplicates) > 0
    del result
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_of_a_killed_process(tmp_path: Path) -> None:
    code = "import facsim, os, signal, sys\nfrom making import corpus\n"
    code += "result = facsim.dedup(corpus(60), tmp=sys.argv[1])\n"
    path = os.pathsep.join([os.environ["FACSIM_PYTHON_PACKAGE"], *sys.path])
    killed = [sys.executable, "-c", code + "os.kill(os.getpid(), signal.SIGKILL)", str(tmp_path)]
    assert run(killed, env={"PYTHONPATH": path}).status == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 1
    facsim.dedup(PAGES[:50], tmp=tmp_path)
    assert list(tmp_path.iterdir()) == [], "the next run takes it away"


# --- show ----------------------------------------------------------------------------------------

FIRST = "The ferry leaves the old quay at seven & at <b>noon</b>. " + words(1, 60)
PAIR = [{"id": "old", "text": FIRST}, {"id": "new", "text": FIRST + " No <i>ferry</i> on Sundays"}]


class Tags(HTMLParser):
    """Which tags stand in a piece of HTML, and whether each is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open, self.seen, self.said = [], set(), ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data


def test_show_prints_what_both_share_and_what_one_has_alone(capsys) -> None:
    result = facsim.dedup(PAIR, id="id")
    result.show("new")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("new: removed as content, resemblance 0.")
    assert lines[1] == "repeats old"
    shared, alone = lines[3], lines[4]
    assert shared.startswith("= The ferry leaves")
    assert alone.startswith("- No <i>ferry</i> on Sundays")
    result.show(1)
    assert capsys.readouterr().out.splitlines() == lines
    for nobody in ("old", "none", 0, None):
        with pytest.raises(KeyError, match="no removed or reported page"):
            result.show(nobody)


def test_a_notebook_renders_it_escaped(monkeypatch) -> None:
    displayed = []
    ipython = types.SimpleNamespace(
        get_ipython=lambda: types.SimpleNamespace(kernel=object()),
        display=types.SimpleNamespace(display=displayed.append),
    )
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    odd = {"id": "<script>alert(1)</script>", "text": PAIR[1]["text"]}
    facsim.dedup([PAIR[0], odd], id="id").show("<script>alert(1)</script>")
    tags = Tags(displayed[0]._repr_html_())
    assert tags.open == [] and tags.seen == {"div", "table", "tr", "th", "td", "ins"}
    assert "<i>ferry</i>" in tags.said and "<script>alert(1)</script>" in tags.said
    ipython.get_ipython = lambda: types.SimpleNamespace()  # a terminal
    facsim.dedup(PAIR, id="id").show("new")
    assert len(displayed) == 1


def test_long_texts_are_folded(capsys) -> None:
    text = words(1, 3000)
    result = facsim.dedup([text, text + " and more of it"])
    result.show(1)
    out = capsys.readouterr().out
    assert len(out) < 2000 and "characters ...]" in out
    tags = Tags(result._shown(1)._repr_html_())
    assert {"details", "summary"} <= tags.seen and text[300:2000] in tags.said


HOLDERS = {
    "list": lambda rows: rows,
    "iterator": iter,
    "polars": pl.DataFrame,
    "pyarrow": lambda rows: pl.DataFrame(rows).to_arrow(),
    "pandas": lambda rows: pl.DataFrame(rows).to_pandas(),
}


@pytest.mark.parametrize("holder", HOLDERS)
def test_every_holder_shows(holder: str) -> None:
    result = facsim.dedup(HOLDERS[holder](PAGES), id="id")
    row = result.duplicates[-1]
    shown = result._shown(row["id"])
    assert shown.texts == (PAGES[row["row"]]["text"], PAGES[row["representative_row"]]["text"])
    assert abs(shown.comparison.resemblance - row["resemblance"]) < 1e-9


def test_pages_of_files_and_html_show(tmp_path: Path) -> None:
    pages = [{"html": html(words(1))}, {"html": html(words(1) + " one more")}, {"text": words(1)}]
    for data in (write_jsonl(tmp_path / "x.jsonl", pages), pages):
        result = facsim.dedup(data, html="html", remove=["exact", "content", "layout", "partial"])
        assert len(result.duplicates) == 2
        for number, row in enumerate(result.duplicates):
            name = f"{row['file']}:{row['offset']}" if "file" in row else row["row"]
            shown = result._shown(name)
            assert shown.comparison.kind == row["kind"] and words(1) in shown.texts[number]


# --- warnings ------------------------------------------------------------------------------------


def test_warnings_are_told_where_the_caller_is() -> None:
    rows = [{"text": words(1)}, {"text": words(2)}]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        result = facsim.dedup(rows, keep="shortest-url")
        facsim.annotate(rows, keep="shortest-url")
    assert [str(warning.message) for warning in told] == result.summary["warnings"] * 2
    assert "keep='shortest-url' had no effect" in str(told[0].message)
    assert "had no effect" in str(told[0].message)
    assert all(warning.filename == __file__ for warning in told)
    assert all(warning.category is RunWarning for warning in told)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RunWarning)
        with pytest.raises(RunWarning):
            facsim.dedup(rows, keep="shortest-url")
