# SPDX-License-Identifier: Apache-2.0
"""facsim index on damaged files: each fault is found, named with its file, and never copied."""

import random
import re
import shutil

import pytest
from damage_world import expect_refused, flip, put_newer_version
from index_world import exported, sections_of, values_of, write_hex
from running import facsim, fewer, state_of


def test_what_is_whole_is_said_to_be(idx):
    run = facsim("index", "check", idx)
    assert run.status == 0 and run.out == "" and "2197 entries in 2 segments" in run.err
    assert facsim("index", "check", idx, "--quiet").err == ""


@pytest.mark.parametrize("share", [0, 0.001, 0.3, 0.5, 0.9, 0.999, "last"])
def test_a_segment_that_was_cut(idx, share):
    path = idx / "000001.seg"
    file = path.read_bytes()
    cut = len(file) - 1 if share == "last" else int(len(file) * share)
    path.write_bytes(file[:cut])
    expect_refused(idx, "000001.seg")


def test_a_segment_that_has_grown_or_is_another(idx):
    path = idx / "000001.seg"
    file = path.read_bytes()
    path.write_bytes(file + b"\0")
    expect_refused(idx, "000001.seg")
    path.write_bytes((idx / "000002.seg").read_bytes())  # sound, but not the one that is meant
    expect_refused(idx, "000001.seg")
    path.write_bytes(b"")
    expect_refused(idx, "000001.seg")
    path.write_bytes(random.Random(4).randbytes(len(file)))
    expect_refused(idx, "000001.seg")


@pytest.mark.parametrize("segment", ["000001.seg", "000002.seg"])
def test_a_bit_that_flips_in_any_section(sound, idx, segment):
    draw = random.Random(7)
    sections = sections_of(sound / segment)
    assert {"index", "table0.lines", "table0.wide", "table1.low", "table1.high", "ordinals",
            "ids.range", "ids.blocks", "ids.bytes"} <= sections.keys()  # fmt: skip
    assert ("groups.lines" in sections) == (segment == "000001.seg")
    damaged = 0
    for name, (offset, size) in sections.items():
        if size == 0:
            continue
        shutil.rmtree(idx)
        shutil.copytree(sound, idx)
        flip(idx / segment, offset + draw.randrange(size), draw.randrange(8))
        check = facsim("index", "check", idx)
        assert check.status == 1 and check.out == ""
        assert f"{segment}:" in check.err and f"{name}" in check.err, check.err
        assert f"facsim index build INPUT -o {idx} --force" in check.err, check.err
        query = facsim("index", "query", idx, idx.parent / "q.hex")  # loaded, so verified
        assert query.status == 1 and query.out == "", name
        assert segment in query.err and name in query.err, query.err
        damaged += 1
    assert damaged > 8


@pytest.mark.parametrize("where", ["magic", "version", "table", "checksums", "padding", "digest"])
def test_a_bit_that_flips_in_the_frame(idx, where):
    path = idx / "000001.seg"
    size = path.stat().st_size
    header = path.read_bytes()[:128]
    table = int.from_bytes(header[24:32], "little")
    first = min(offset for offset, _ in sections_of(path).values())
    ends = sorted(offset + size for offset, size in sections_of(path).values())
    starts = {offset for offset, _ in sections_of(path).values()}
    padding = next(end for end in ends if end % 64 and end not in starts)
    assert first == 128
    flip(path, {"magic": 3, "version": 8, "table": table + 5, "checksums": size - 3,
                "padding": padding, "digest": 121}[where], 2)  # fmt: skip
    run = facsim("index", "check", idx)
    assert run.status == 1 and "000001.seg" in run.err and "facsim index build" in run.err
    assert facsim("index", "query", idx, idx.parent / "q.hex").status == 1


def test_every_damaged_segment_is_named_by_one_check(idx):
    for segment in ("000001.seg", "000002.seg"):
        for name in ("table0.low", "ids.bytes"):
            offset, size = sections_of(idx / segment)[name]
            if size > 0:
                flip(idx / segment, offset)
    run = facsim("index", "check", idx)
    assert run.status == 1
    faults = re.findall(r"(\d{6}\.seg):\d+: ([\w.]+): ", run.err)
    assert faults == [("000001.seg", "table0.low"), ("000001.seg", "ids.bytes"),
                      ("000002.seg", "table0.low")]  # fmt: skip
    assert "3 faults" in run.err


def test_a_mapped_query_never_reads_outside(sound, idx):
    """--map does not verify: answers may be wrong then, but it is an answer or an error."""
    draw = random.Random(11)
    path = idx / "000001.seg"
    statuses = set()
    questions = write_hex(idx.parent / "q.hex", [*values_of(1, 1500), 5])
    names = [n for n, (_, size) in sections_of(sound / "000001.seg").items() if size]
    for round_ in range(fewer(80)):
        shutil.rmtree(idx)
        shutil.copytree(sound, idx)
        offset, size = sections_of(path)[names[round_ % len(names)]]
        file = bytearray(path.read_bytes())
        for _ in range(20):
            file[offset + draw.randrange(size)] = draw.randrange(256)
        path.write_bytes(file)
        for verb in (["query", idx, questions, "--map"], ["check", idx]):
            run = facsim("index", *verb, seconds=60)
            assert run.status in (0, 1), (verb, run.err)
            statuses.add(run.status)
            if verb[0] == "check":
                assert run.status == 1
    assert statuses == {0, 1}


@pytest.mark.parametrize("verb", ["compact", "export", "join", "delete"])
def test_damage_is_not_copied_into_what_looks_sound(idx, verb):
    """What reads all of an index verifies it: else a merge would give wrong bits good checksums."""
    offset, size = sections_of(idx / "000001.seg")["table0.low"]
    flip(idx / "000001.seg", offset + size // 2, 3)
    before = state_of(idx)
    run = facsim("index", verb, idx, *(["page 9"] if verb == "delete" else []))
    if verb == "delete" and run.status == 0:  # it may, for it only marks: the damage still shows
        check = facsim("index", "check", idx)
        assert check.status == 1 and "table0.low" in check.err
        return
    assert run.status == 1 and run.out == "", run.out[:200]
    assert "000001.seg" in run.err and "table0.low" in run.err
    assert state_of(idx) == before


@pytest.mark.parametrize("kind", ["cut", "bit", "empty", "noise", "line"])
def test_a_damaged_manifest(idx, kind):
    path = idx / "MANIFEST"
    text = path.read_bytes()
    path.write_bytes({"cut": text[:100], "bit": text.replace(b'"entries": 300', b'"entries": 301'),
                      "empty": b"", "noise": random.Random(1).randbytes(5 << 20),
                      "line": text.rsplit(b"checksum", 1)[0]}[kind])  # fmt: skip
    assert path.read_bytes() != text
    expect_refused(idx, "MANIFEST", verbs=("check", "info", "query", "export", "compact"))
    before = state_of(idx)
    run = facsim("index", "add", idx, idx.parent / "q.hex")
    assert run.status == 1 and "MANIFEST" in run.err and state_of(idx) == before


@pytest.mark.parametrize("kind", ["damaged", "newer"])
def test_what_cannot_be_read_is_replaced_only_by_force(idx, kind):
    """It may be the index of a newer program, or one of which somebody wants to save something."""
    if kind == "damaged":
        flip(idx / "MANIFEST", 40)
    else:
        put_newer_version(idx)
    before = state_of(idx)
    words = ["build", idx.parent / "q.hex", "-o", idx, "--design", "paper-4"]
    run = facsim("index", *words)
    assert run.status == 1 and "--force" in run.err, run.err
    assert state_of(idx) == before
    run = facsim("index", *words, "--force")
    assert run.status == 0, run.err
    assert len(exported(idx).splitlines()) == 2
    assert sorted(p.suffix for p in idx.iterdir()) == ["", "", ".seg"]


def test_a_newer_manifest_is_not_taken_for_a_damaged_one(idx):
    put_newer_version(idx)
    for verb in ("info", "check", "export", "compact"):
        run = facsim("index", verb, idx)
        assert run.status == 1 and "MANIFEST" in run.err and "version 2" in run.err
        assert "damaged" not in run.err


@pytest.mark.parametrize("name", ["000001.seg", "000002.seg", "000001-3.del"])
def test_a_file_is_missing(idx, name):
    (idx / name).unlink()
    expect_refused(idx, name)


def test_damaged_tombstones(sound, idx):
    for cut in (None, 10):
        shutil.rmtree(idx)
        shutil.copytree(sound, idx)
        path = idx / "000001-3.del"
        if cut:
            path.write_bytes(path.read_bytes()[:-cut])
        else:
            flip(path, sections_of(path)["ordinals"][0])
        expect_refused(idx, "000001-3.del")
