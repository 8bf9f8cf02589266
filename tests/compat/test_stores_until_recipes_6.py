# SPDX-License-Identifier: Apache-2.0
"""Every store of pages that some facsim wrote opens, and gives the answers that it gave."""

import json
from pathlib import Path

import pytest
from kept_files import HERE, copy_of, done
from running import facsim

STORES = sorted(said.parent for said in HERE.glob("*/said"))


@pytest.fixture(params=STORES, ids=lambda kept: kept.name)
def kept(request):
    return request.param


@pytest.fixture
def folder(kept: Path, tmp_path: Path) -> Path:
    return copy_of(kept, tmp_path)


def rows(text: str) -> list[dict]:
    """Without what the recipe of a later program says of a page that is asked."""
    return [json.loads(line) for line in text.splitlines()]


def asked(folder: Path, *flags: str) -> list[dict]:
    return rows(done(folder, "store", "ask", "crawl.store", "asked.jsonl", *flags))


def test_some_are_kept():
    assert [kept.name for kept in STORES] == ["stores-1"]


def test_a_store_gives_the_answers_that_it_gave(kept, folder):
    then = rows((kept / "said/ask.jsonl").read_text())
    assert {row["kind"] for row in then} == {"exact", "content", None}
    assert asked(folder) == then
    assert asked(folder) == then  # its index is of this program now
    assert rows(done(folder, "store", "dump", "crawl.store")) == rows(
        (kept / "said/dump.jsonl").read_text()
    )


def test_its_index_is_made_again_once(folder):
    first = facsim.done("store", "ask", "crawl.store", "asked.jsonl", cwd=folder)
    assert "making the index again from the rows (an earlier facsim made the index" in first.err
    again = facsim.done("store", "ask", "crawl.store", "asked.jsonl", cwd=folder)
    assert "making the index again" not in again.err
    found = json.loads(done(folder, "store", "check", "crawl.store", "--json"))
    assert found["faults"] == 0 and found["sealed_to"] == found["pages"]


def test_a_store_is_sound_before_it_is_opened(kept, folder):
    found = json.loads(done(folder, "store", "check", "crawl.store", "--json"))
    assert found == json.loads((kept / "said/check.json").read_text())
    path = folder / "crawl.store/pages.idx/000001.seg"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    run = facsim("store", "check", "crawl.store", cwd=folder)
    assert run.status == 1 and "000001.seg" in run.err + run.out


def test_pages_are_found_by_their_names(folder):
    """By those that were in the rows' own table, and of copies too."""
    (folder / "again.jsonl").write_text(
        "".join(
            json.dumps({**row, "text": "Another text, of which nobody here has said one word. " * 20})
            + "\n"
            for row in rows((folder / "asked.jsonl").read_text())[1:3]
        )
    )
    before = rows(done(folder, "store", "dump", "crawl.store"))
    done(folder, "store", "load", "crawl.store", "again.jsonl")
    after = rows(done(folder, "store", "dump", "crawl.store"))
    # The second is a copy of the first now; both took the place of the page of their name.
    assert len(after) == len(before)
    assert {row["id"] for row in after} == {row["id"] for row in before}
