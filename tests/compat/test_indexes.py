# SPDX-License-Identifier: Apache-2.0
"""Every index that some facsim wrote opens, is sound, and gives the answers that it gave."""

import json

import pytest
from kept_files import FOLDERS, FORMATS_1, answer, copy_of, done, has_all
from running import facsim

INDEXES = [(kept, path.name) for kept in FOLDERS for path in sorted(kept.glob("*.idx"))]
OF_FINGERPRINTS = [(kept, name) for kept, name in INDEXES if not name.startswith("pages")]
FORMS = ("named.hex", "plain.hex", "blanks.hex", "words.u64", "packed.hex.gz")


def named(cases):
    return {"argvalues": cases, "ids": [f"{kept.name}/{name}" for kept, name in cases]}


@pytest.fixture
def folder(kept, tmp_path):
    return copy_of(kept, tmp_path)


def test_each_kind_of_index_is_kept():
    kinds = {(kept.name, name) for kept, name in INDEXES}
    for name in ("fingerprints", "changed", "elias-fano", "xor-huffman", "pages-balanced",
                 "pages-coded", "pages-thorough"):  # fmt: skip
        assert (FORMATS_1.name, f"{name}.idx") in kinds
    segment = (FORMATS_1 / "pages-balanced.idx/000001.seg").read_bytes()
    for section in (b"pages.witness-texts", b"pages.coverage", b"pages.names"):
        assert section in segment
    for kept in FOLDERS:
        info = json.loads(answer(kept, "changed.idx.info.json"))
        assert [segment["deleted"] for segment in info["segments"]] == [1, 2]


@pytest.mark.parametrize("kept,index", **named(INDEXES))
def test_info_says_what_it_said(kept, index, folder):
    now = json.loads(done(folder, "index", "info", index, "--json"))
    assert has_all(now, json.loads(answer(kept, f"{index}.info.json")))


@pytest.mark.parametrize("kept,index", **named(INDEXES))
def test_check_finds_no_damage(kept, index, folder):
    done(folder, "index", "check", index)


@pytest.mark.parametrize("kept,index", **named(INDEXES))
def test_check_finds_a_byte_that_is_another(kept, index, folder):
    path = folder / index / "000001.seg"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    run = facsim("index", "check", index, cwd=folder)
    assert run.status == 1 and "000001.seg" in run.err + run.out


@pytest.mark.parametrize("kept,index", **named(INDEXES))
def test_export_and_join_say_what_they_said(kept, index, folder):
    assert done(folder, "index", "export", index) == answer(kept, f"{index}.export.tsv")
    joined = done(folder, "index", "join", index, "--max-distance", 3)
    assert joined == answer(kept, f"{index}.join.tsv") != ""


@pytest.mark.parametrize("flags", [(), ("--map",)], ids=["read", "mapped"])
@pytest.mark.parametrize("kept,index", **named(OF_FINGERPRINTS))
def test_queries_find_what_they_found(kept, index, folder, flags):
    run = facsim("index", "query", index, "asked.hex", "--jsonl", *flags, cwd=folder)
    then = [json.loads(line) for line in answer(kept, f"{index}.query.jsonl").splitlines()]
    assert has_all(run.rows(), then)
    assert sum(len(row["matches"]) for row in then) > 15


@pytest.mark.parametrize("kept", FOLDERS, ids=lambda kept: kept.name)
def test_new_fingerprints_join_an_old_index(kept, folder):
    joined = done(folder, "index", "join", "fingerprints.idx", "asked.hex")
    assert joined == answer(kept, "join-new.tsv") != ""


@pytest.mark.parametrize("kept,index", **named(INDEXES))
def test_an_old_index_loses_an_entry(kept, index, folder):
    entries = answer(kept, f"{index}.export.tsv").splitlines(keepends=True)
    gone = entries[1].rstrip("\n").split("\t")[1]
    done(folder, "index", "delete", index, gone)
    rest = [line for line in entries if line.rstrip("\n").split("\t")[1] != gone]
    assert done(folder, "index", "export", index) == "".join(rest)
    done(folder, "index", "check", index)


@pytest.mark.parametrize("kept,index", **named(OF_FINGERPRINTS))
def test_an_old_index_grows_and_is_compacted(kept, index, folder):
    (folder / "new.hex").write_text("00ff00ff00ff00ff\tthe new one\n")
    done(folder, "index", "add", index, "new.hex", "--design", "paper-4")
    grown = answer(kept, f"{index}.export.tsv") + "00ff00ff00ff00ff\tthe new one\n"
    assert done(folder, "index", "export", index) == grown
    done(folder, "index", "compact", index)
    assert done(folder, "index", "export", index) == grown
    assert len(json.loads(done(folder, "index", "info", index, "--json"))["segments"]) == 1
    found = done(folder, "index", "query", index, "new.hex", "--max-distance", 0)
    assert found == "the new one\tthe new one\t0\n"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kept", FOLDERS, ids=lambda kept: kept.name)
def test_files_of_fingerprints_in_every_form(kept, folder, form):
    done(folder, "index", "build", form, "-o", "new.idx", "--design", "paper-4")
    lines = done(folder, "index", "export", "new.idx").splitlines()
    then = answer(kept, "fingerprints.idx.export.tsv").splitlines()
    if form in ("plain.hex", "words.u64"):  # called by their numbers
        then = [f"{line.split()[0]}\t{number}" for number, line in enumerate(then, 1)]
    assert lines == then
