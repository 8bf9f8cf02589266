# SPDX-License-Identifier: Apache-2.0
"""A store by earlier recipes is never asked about new pages; what helps is said, and helps.

What it holds can still be checked and dumped.
"""

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
    return [json.loads(line) for line in text.splitlines()]


def test_some_are_kept():
    assert [kept.name for kept in STORES] == ["stores-1"]


def test_new_pages_are_refused_and_the_remedy_helps(kept, folder):
    for command in ("ask", "load"):
        run = facsim("store", command, "crawl.store", "asked.jsonl", cwd=folder)
        assert run.status == 2 and "facsim store rebuild STORE -o NEW INPUT..." in run.err
    then = rows((kept / "said/dump.jsonl").read_text())
    now = rows(done(folder, "store", "dump", "crawl.store"))
    # Rows of later programs have more members.
    assert [{name: row[name] for name in old} for row, old in zip(now, then, strict=True)] == then
    done(folder, "store", "rebuild", "crawl.store", "-o", "new.store", "asked.jsonl")
    found = rows(done(folder, "store", "ask", "new.store", "asked.jsonl"))
    assert {row["kind"] for row in found} >= {"exact", None}
    assert len(rows(done(folder, "store", "dump", "new.store"))) > 9


def test_a_store_is_sound_before_it_is_made_anew(kept, folder):
    found = json.loads(done(folder, "store", "check", "crawl.store", "--json"))
    assert found == json.loads((kept / "said/check.json").read_text())
    path = folder / "crawl.store/pages.idx/000001.seg"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    run = facsim("store", "check", "crawl.store", cwd=folder)
    assert run.status == 1 and "000001.seg" in run.err + run.out
