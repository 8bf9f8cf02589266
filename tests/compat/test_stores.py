# SPDX-License-Identifier: Apache-2.0
"""A store that some facsim wrote opens, is sound, and gives the answers that it gave."""

import json

import pytest
from kept_files import FOLDERS, answer, copy_of, done, has_all
from running import facsim

INPUTS = ("pages.jsonl", "site", "later.jsonl")
of_each = pytest.mark.parametrize("kept", FOLDERS, ids=lambda kept: kept.name)


def rows(text):
    return [json.loads(line) for line in text.splitlines()]


@of_each
def test_it_has_what_it_had(kept, tmp_path):
    folder = copy_of(kept, tmp_path)
    then = rows(answer(kept, "crawl.store.dump.jsonl"))
    assert has_all(rows(done(folder, "store", "dump", "crawl.store")), then)
    assert {row["crawl"] for row in then} == {"monday", "tuesday"}


@of_each
def test_check_finds_no_damage(kept, tmp_path):
    folder = copy_of(kept, tmp_path)
    found = json.loads(done(folder, "store", "check", "crawl.store", "--json"))
    then = json.loads(answer(kept, "crawl.store.check.json"))
    assert has_all(found, then)
    assert then["faults"] == 0 < then["sealed_to"] and then["segments"] == 1


@of_each
def test_check_finds_a_byte_that_is_another(kept, tmp_path):
    folder = copy_of(kept, tmp_path)
    path = folder / "crawl.store/pages.idx/000001.seg"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    run = facsim("store", "check", "crawl.store", cwd=folder)
    assert run.status == 1 and "000001.seg" in run.err + run.out


@of_each
def test_pages_are_answered_as_they_were(kept, tmp_path):
    folder = copy_of(kept, tmp_path)
    then = rows(answer(kept, "crawl.store.ask.jsonl"))
    run = facsim("store", "ask", "crawl.store", *INPUTS, cwd=folder)
    assert run.status == 0 and has_all(run.rows(), then)
    assert "making the index again" not in run.err
    assert {row["kind"] for row in then} >= {"exact", "partial", None}
