# SPDX-License-Identifier: Apache-2.0
"""Pages without a text: the same status, words and counts at `store load` as at `dedup`."""

import json
import random
from pathlib import Path

import pytest
from making import words, write_jsonl
from running import facsim

BLANK = [{"id": "a", "text": " "}, {"id": "b", "html": "<p> </p><script>x</script>"}, {"id": "c", "text": ""}]


def counts(folder: Path, *inputs: str) -> tuple[int, int]:
    """`no_text` of dedup and of load."""
    facsim.done("dedup", *inputs, "-o", "out", "--quiet", "--force", cwd=folder)
    summary = json.loads((folder / "out/summary.json").read_text())
    loaded = json.loads(facsim.done("store", "load", "store", *inputs, "--json", cwd=folder).out)
    assert loaded["read"] == summary["pages_read"]
    return summary["skipped"].get("no_text", 0), loaded["skipped"].get("no_text", 0)


def test_pages_without_a_text_are_counted_alike(tmp_path: Path) -> None:
    pages = [*BLANK, {"id": "d", "text": words(1)}, *BLANK, {"id": "e", "text": "two words"}]
    write_jsonl(tmp_path / "pages.jsonl", pages)
    assert counts(tmp_path, "pages.jsonl") == (6, 6)
    assert counts(tmp_path, "pages.jsonl") == (6, 6)  # into the store that is there
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/empty.html").write_bytes(b"")
    (tmp_path / "folder/blank.html").write_text("<title></title><style>p {}</style>")
    (tmp_path / "folder/page.html").write_text(f"<p>{words(2)}</p>")
    assert counts(tmp_path, "folder") == (2, 2)


@pytest.mark.parametrize("there", [False, True])
def test_an_error_before_anything_is_made(tmp_path: Path, there: bool) -> None:
    """No text in any page, and something that could not be read: status 1, in the same words."""
    write_jsonl(tmp_path / "blank.jsonl", BLANK)
    (tmp_path / "noise.html").write_bytes(random.Random(1).randbytes(3000))
    (tmp_path / "bad.jsonl").write_text("no json\n" + json.dumps(BLANK[0]) + "\n")
    if there:
        facsim.done("store", "load", "store", write_jsonl(tmp_path / "p.jsonl", [{"text": words(1)}]), cwd=tmp_path)
    for inputs in (["noise.html"], ["blank.jsonl", "noise.html"], ["bad.jsonl"], ["noise.html", "blank.jsonl"]):
        of_dedup = facsim("dedup", *inputs, "-o", "out", "--quiet", cwd=tmp_path)
        of_load = facsim("store", "load", "store", *inputs, cwd=tmp_path)
        assert (of_dedup.status, of_load.status) == (1, 1), inputs
        assert of_load.err.splitlines()[-1] == of_dedup.err.splitlines()[-1]
        assert "no page was read" in of_load.err
        assert (tmp_path / "store").exists() == there and not (tmp_path / "out").exists()


def test_empty_input_is_no_failure_at_either(tmp_path: Path) -> None:
    """A day without pages is a day like any other."""
    write_jsonl(tmp_path / "blank.jsonl", BLANK)
    of_dedup = facsim.done("dedup", "blank.jsonl", "-o", "out", "--quiet", cwd=tmp_path)
    of_load = facsim.done("store", "load", "store", "blank.jsonl", cwd=tmp_path)
    warning = "warning: no page was read: 1 file with 3 records, none of them a page with a text"
    assert warning in of_dedup.err and warning in of_load.err
    assert "0 pages read, 0 added" in of_load.err and "no_text 3" in of_load.err
