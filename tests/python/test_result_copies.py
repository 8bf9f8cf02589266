# SPDX-License-Identifier: Apache-2.0
"""Copies of a result answer as it does, and what a notebook shows of one turns nothing round."""

import copy
import json
from pathlib import Path

import facsim
import pytest
from making import near, words, write_jsonl
from running import facsim as program
from test_ids import FRAMES

pa = pytest.importorskip("pyarrow", reason="skipped: no pyarrow")

ROWS = [{"id": f"{family}-{version}", "text": near(family, version)} for family in "ab" for version in range(4)]
FLAGS = ("\u202e", "\u202a", "\u2066", "\u2069", "\u200f", "\u061c", "\x1b")


@pytest.mark.parametrize("frame", FRAMES)
def test_a_deep_copy_keeps_the_pairs(frame: str) -> None:
    result = facsim.dedup(FRAMES[frame](pa.Table.from_pylist(ROWS)), id="id")
    made = copy.deepcopy(result)
    assert list(made.duplicates) == list(result.duplicates)
    assert list(made.recluster(0.999).duplicates) == list(result.recluster(0.999).duplicates) == []
    assert made.report() == result.report()
    assert made._shown("a-1").texts == result._shown("a-1").texts
    made.summary["pages_read"] = 0
    assert result.summary["pages_read"] == len(ROWS)
    assert copy.copy(result) is result


def test_a_deep_copy_has_rows_of_its_own(tmp_path: Path) -> None:
    rows = copy.deepcopy(ROWS)
    result = facsim.dedup(rows, id="id")
    made = copy.deepcopy({"a": result, "b": [result]})
    assert made["a"] is made["b"][0]
    for row in rows:
        row["text"] = "changed"
    assert made["a"].kept[0]["text"] == ROWS[0]["text"]
    files = copy.deepcopy(facsim.dedup(write_jsonl(tmp_path / "a.jsonl", ROWS)))
    assert [page["id"] for page in files.kept] == ["a-0", "b-0"]
    assert len(files.recluster(0.999).duplicates) == 0


@pytest.mark.parametrize("flag", FLAGS)
def test_marks_that_turn_the_direction_are_shown(flag: str) -> None:
    rows = [{"id": f"{number}{flag}fdp.exe", "text": f"{flag} {near('x', number)} {flag}end"} for number in range(2)]
    result = facsim.dedup(rows, id="id", url="id")
    shown = result._shown(1)
    pages = [result._repr_html_(), result.duplicates._repr_html_(), result.clusters._repr_html_(), shown._repr_html_()]
    for page in pages:
        assert flag not in page and f"\u27e6U+{ord(flag):04X}\u27e7" in page
    assert "&lt;b&gt;" in facsim.dedup([{"id": "<b>", "text": words(1)}] * 2, id="id").duplicates._repr_html_()


def test_each_member_of_a_row_is_told_of(tmp_path: Path) -> None:
    """The tables have what the command's rows have, and the docs name it."""
    said = facsim.Result.__doc__ or ""
    result = facsim.dedup(ROWS, id="id")
    for name in {*result.duplicates.column_names, *result.reported.column_names}:
        assert name in said, name
    write_jsonl(tmp_path / "a.jsonl", ROWS)
    program.done("dedup", "a.jsonl", "-o", "out", "--quiet", cwd=tmp_path)
    row = json.loads((tmp_path / "out/duplicates.jsonl").read_text().splitlines()[0])
    # Of a run over an index, of clusters, and of WARC files that are rewritten.
    others = {"in_index", "cluster", "revisit_of"}
    assert set(row) - others <= set(facsim.dedup(tmp_path / "a.jsonl").duplicates.column_names)
