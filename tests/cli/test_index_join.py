# SPDX-License-Identifier: Apache-2.0
"""facsim index join IDX NEW...: new fingerprints against an index, and a loop over all of both."""

import gzip
import random
import re

import pytest
from index_world import (
    World,
    add,
    build,
    done,
    expect_answers,
    flipped,
    queries_for,
    uneven,
    write_hex,
    write_u64,
)  # fmt: skip
from running import facsim, fewer
from test_index_damage import flip, sections_of, state_of


def rows(new, world, distance):
    """The lines of a join: by the order of the new ones, then by that of the entries."""
    return [
        f"{new_id}\t{old_id}\t{(value ^ old).bit_count()}"
        for value, new_id in new.entries
        for old, old_id in world.entries
        if (value ^ old).bit_count() <= distance
    ]


def joined(index, *words):
    return done("join", index, *words).out.splitlines()


@pytest.mark.parametrize("k", [0, 1, 2, 3, 4, 6, 9, 12])
def test_every_distance_gives_what_a_loop_over_all_gives(tmp_path, k):
    """Whatever the index was built for."""
    values = uneven(50 + k, 800)
    asked = queries_for(values, 150)
    new = write_u64(tmp_path / "new.u64", asked)
    build(tmp_path / "idx", write_hex(tmp_path / "in.hex", values), k=k % 4)
    expected = rows(World.of(asked), World.of(values), k)
    assert len(expected) > 50
    assert joined(tmp_path / "idx", new, "--max-distance", k) == expected
    if k == 3:
        assert joined(tmp_path / "idx", new) == expected


def test_segments_codecs_and_deleted_entries(tmp_path):
    values = uneven(3, 1_500)
    ids = [f"https://example.org/{i}" for i in range(1_500)]
    asked = World((q, f"new {i}") for i, q in enumerate(queries_for(values, 300)))
    new = write_hex(tmp_path / "new.hex", *zip(*asked.entries, strict=True))
    world = World(zip(values, ids, strict=True))
    for codec in ("none", "elias-fano", "xor-huffman"):
        index = tmp_path / codec
        build(index, write_hex(tmp_path / "a.hex", values[:600], ids[:600]),
              flags=() if codec == "none" else ("--codec", codec))  # fmt: skip
        assert joined(index, new) == rows(asked, World(world.entries[:600]), 3)
        add(index, write_hex(tmp_path / "b.hex", values[600:601], ids[600:601]))
        add(index, write_hex(tmp_path / "c.hex", values[601:], ids[601:]))
        assert joined(index, new) == rows(asked, world, 3)
        gone = set(random.Random(4).sample(ids, 500))
        (tmp_path / "gone.txt").write_text("".join(f"{name}\n" for name in sorted(gone)))
        done("delete", index, "--ids", tmp_path / "gone.txt")
        left = World(entry for entry in world.entries if entry[1] not in gone)
        for flags in [(), ("--map",), ("--threads", 3)]:
            assert joined(index, new, *flags) == rows(asked, left, 3)
        done("compact", index)
        assert joined(index, new) == rows(asked, left, 3)


def test_it_says_what_a_query_says(tmp_path):
    values = uneven(6, 2_000)
    asked = queries_for(values, 200)
    build(tmp_path / "idx", write_hex(tmp_path / "in.hex", values))
    expect_answers(tmp_path / "idx", World.of(values), asked, tmp_path)
    named = write_hex(tmp_path / "named.hex", asked, [f"q{i}" for i in range(len(asked))])
    queried = done("query", tmp_path / "idx", named).out.splitlines()
    assert sorted(queried) == sorted(joined(tmp_path / "idx", named))


def test_new_ones_are_named_as_a_build_names_them(tmp_path):
    """By their ids, else by their line; those of further files go on behind."""
    old = write_hex(tmp_path / "old.hex", [1], ["one"])
    build(tmp_path / "idx", old)
    plain = write_hex(tmp_path / "plain.hex", [1, 3])
    named = write_hex(tmp_path / "named.hex", [0, 5], ["a\u00e9", "b c"])
    (tmp_path / "bad.hex").write_text("no fingerprint\n0000000000000009\n")
    column = tmp_path / "column"
    column.write_bytes(gzip.compress(b"0000000000000001\n"))
    run = done("join", tmp_path / "idx", plain, named, tmp_path / "bad.hex", plain, old)
    assert run.out.splitlines() == [
        "1\tone\t0", "2\tone\t1", "a\u00e9\tone\t1", "b c\tone\t1", "6\tone\t1", "7\tone\t0",
        "8\tone\t1", "one\tone\t0"]  # fmt: skip
    assert "1 line is no fingerprint" in run.err and "bad.hex:1" in run.err
    run = done("join", tmp_path / "idx", column, "--input", "hex")
    assert run.out == "1\tone\t0\n"
    run = done("join", tmp_path / "idx", "-", "--input", "hex", stdin=b"0" * 16)
    assert run.out == "1\tone\t1\n"
    long = "x" * 100_000
    run = done("join", tmp_path / "idx", write_hex(tmp_path / "long.hex", [1], [long]))
    assert re.fullmatch("x{8156}\\.\\.\\.~[0-9a-f]{32}\tone\t0\n", run.out)


def test_nothing_on_either_side(tmp_path):
    none = write_hex(tmp_path / "none.hex", [])
    some = write_hex(tmp_path / "some.hex", [1, 2])
    build(tmp_path / "empty", none)
    build(tmp_path / "idx", some)
    for index in ("empty", "idx"):
        assert joined(tmp_path / index, none) == []
    assert joined(tmp_path / "empty", some) == []
    done("delete", tmp_path / "idx", 1, 2)
    assert joined(tmp_path / "idx", some, none) == []


def test_memory_threads_kernels_and_maps_change_nothing(tmp_path):
    """300,000 new ones are two batches at 64M; a crowd of equal ones on both sides."""
    draw = random.Random(12)
    values = uneven(12, 30_000) + [0] * 300
    asked = [draw.getrandbits(64) for _ in range(300_000)] + [0] * 200
    for place in range(0, 300_000, 100):
        asked[place] = flipped(draw, draw.choice(values), draw.randrange(6))
    build(tmp_path / "idx", write_u64(tmp_path / "old.u64", values))
    new = write_u64(tmp_path / "new.u64", asked)
    kernels = ["scalar", *(name for name in ("avx2",) if name in facsim("version").out)]
    outs = set()
    for flags in [("--threads", 1), ("--threads", 5), ("--memory", "64M"), ("--map",),
                  ("--memory", "64M", "--threads", 2, "--tmp", tmp_path),
                  *(("--kernel", name) for name in kernels)]:  # fmt: skip
        outs.add(done("join", tmp_path / "idx", new, "-k", 3, *flags).out)
    assert len(outs) == 1
    lines = [tuple(map(int, line.split("\t"))) for line in outs.pop().splitlines()]
    assert lines == sorted(lines) and len(set(lines)) == len(lines) > 60_000
    assert all((asked[a - 1] ^ values[b - 1]).bit_count() == d <= 3 for a, b, d in lines)
    found = {(a, b) for a, b, _ in lines}
    for a in [*range(1, 20_000, 1_000), 300_001, 300_200]:
        near = {b for b, v in enumerate(values, 1) if (v ^ asked[a - 1]).bit_count() <= 3}
        assert {b for x, b in found if x == a} == near
    assert sorted(p.name for p in tmp_path.iterdir()) == ["idx", "new.u64", "old.u64"]


def test_fingerprints_of_different_recipes_are_never_compared(tmp_path):
    source = write_hex(tmp_path / "in.hex", [1, 2])
    build(tmp_path / "idx", source, flags=("--recipe", "balanced"))
    for recipe, named in ((), "external"), (("--recipe", "words"), "words"):
        run = done("join", tmp_path / "idx", source, *recipe, status=2)
        assert run.out == "" and "recipe 'balanced'" in run.err and f"'{named}'" in run.err
    run = done("join", tmp_path / "idx", source, "--recipe", "balanced", "-k", 0)
    assert run.out == "1\t1\t0\n2\t2\t0\n"


def test_what_cannot_be_joined(tmp_path):
    source = write_hex(tmp_path / "in.hex", [1, 2])
    build(tmp_path / "idx", source)
    build(tmp_path / "other", source)
    pages = tmp_path / "pages.jsonl"
    pages.write_text('{"id": "a", "text": "b"}\n')
    for words, remedy in [([pages], "index query"), ([tmp_path / "other"], "index export"),
                          ([source, tmp_path / "other"], "index export"), ([source, pages], ""),
                          ([source, "-k", 13], "")]:  # fmt: skip
        run = done("join", tmp_path / "idx", *words, status=2)
        assert run.out == "" and remedy in run.err and run.err.count("\n") == 1
    run = done("join", tmp_path / "idx", tmp_path / "none.hex", status=1)
    assert run.out == "" and "none.hex" in run.err
    exported = done("export", tmp_path / "other").out
    run = done("join", tmp_path / "idx", "-", "--input", "hex", stdin=exported)
    assert run.out == "1\t1\t0\n1\t2\t2\n2\t1\t2\n2\t2\t0\n"


@pytest.mark.parametrize("section", ["table0.low", "ordinals", "ids.bytes"])
def test_a_damaged_index_is_refused(tmp_path, section):
    values = uneven(7, 2_000)
    source = write_hex(tmp_path / "in.hex", values, [f"page {i}" for i in range(2_000)])
    build(tmp_path / "idx", source)
    offset, size = sections_of(tmp_path / "idx/000001.seg")[section]
    flip(tmp_path / "idx/000001.seg", offset + size // 2, 3)
    before = state_of(tmp_path / "idx")
    run = done("join", tmp_path / "idx", source, status=1)
    assert run.out == "" and "000001.seg" in run.err and section in run.err
    assert state_of(tmp_path / "idx") == before


def test_a_damaged_directory_under_map_ends_with_a_message(tmp_path):
    """What is not verified is still checked where it could lead outside."""
    source = write_hex(tmp_path / "in.hex", uneven(8, 3_000))
    build(tmp_path / "idx", source)
    segment = tmp_path / "idx/000001.seg"
    sound = segment.read_bytes()
    offset, size = sections_of(segment)["table0.lines"]
    draw = random.Random(9)
    statuses = set()
    for _ in range(fewer(40)):
        segment.write_bytes(sound)
        flip(segment, offset + draw.randrange(size), draw.randrange(8))
        run = facsim("index", "join", tmp_path / "idx", source, "--map")
        assert run.status in (0, 1), run.err
        assert run.status == 0 or ("anew" in run.err and run.err.count("\n") == 1)
        statuses.add(run.status)
    assert 1 in statuses
