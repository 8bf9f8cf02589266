# SPDX-License-Identifier: Apache-2.0
"""facsim index, from the outside: every answer is compared with that of a loop over all entries."""

import json
import random
import re

import pytest
from index_world import (
    World,
    add,
    answers,
    build,
    design_of,
    done,
    expect_answers,
    flipped,
    info_of,
    queries_for,
    uneven,
    write_hex,
    write_u64,
)  # fmt: skip
from making import packed, write_jsonl
from running import Result, facsim


@pytest.mark.parametrize("k", range(7))
def test_every_distance_gives_what_a_loop_over_all_gives(tmp_path, k):
    values = uneven(k, 900)
    asked = queries_for(values, 120)
    build(tmp_path / "idx", write_hex(tmp_path / "in.hex", values), k=k)
    world = World.of(values)
    for distance in range(k + 1):
        expect_answers(tmp_path / "idx", world, asked, tmp_path, distance=distance)
    assert max(len(world.near(q, k)[0]) for q in asked) > 1
    done("check", tmp_path / "idx")


def test_without_a_distance_it_is_the_index_s_own(tmp_path):
    values = uneven(1, 300)
    build(tmp_path / "idx", write_hex(tmp_path / "in.hex", values), k=5)
    run = done("query", tmp_path / "idx", tmp_path / "in.hex", "--jsonl")
    assert answers(run) == [(f"{q:016x}", *World.of(values).near(q, 5)) for q in values]
    assert info_of(tmp_path / "idx")["max_distance"] == 5


DESIGNS = {
    0: "blocks-0 course-10 paper-4",
    1: "blocks-1 blocks-0-0 choose-3-2 cover-4x25 paper-20",
    2: "blocks-2 blocks-1-0 blocks-0-0-0 cover-4x25 choose-4-2 paper-10",
    3: "blocks-3 blocks-1-1 blocks-1-0-0 blocks-0-0-0-0 cover-5x18 cover-6x21 cover-8x24 "
       "cover-10x25 cover-11x28 cover-14x32 course-10 paper-4 paper-10 paper-16 paper-20",
    4: "blocks-2-1 cover-4x25-r1 cover-9x18 cover-30x28",
    6: "blocks-2-1-1 cover-4x25-r2 cover-7x21-r1 cover-25x28-r1",
}  # fmt: skip


@pytest.mark.parametrize("k", DESIGNS)
def test_every_design_gives_the_same_answers(tmp_path, k):
    values = uneven(20 + k, 700)
    asked = queries_for(values, 80)
    source = write_hex(tmp_path / "in.hex", values)
    for design in [*DESIGNS[k].split(), ""]:  # at last the planned one
        flags = ("--force", *(("--design", design) if design else ()))
        done("build", source, "-o", tmp_path / "idx", "-k", k, *flags)
        expect_answers(tmp_path / "idx", World.of(values), asked, tmp_path, distance=k)
        done("check", tmp_path / "idx")
        if design:
            (segment,) = (tmp_path / "idx").glob("*.seg")
            assert design_of(segment) == design


def test_the_designs_above_are_all_there_are_for_3(tmp_path):
    source = write_hex(tmp_path / "in.hex", [1])
    run = done("build", source, "-o", tmp_path / "idx", "--design", "mine", status=2)
    listed = run.err.strip().split("there are ")[1].split(", ")
    assert sorted(listed) == sorted(DESIGNS[3].split())
    assert not (tmp_path / "idx").exists()


def test_a_limit_keeps_the_nearest_and_says_so(tmp_path):
    values = uneven(2, 400) + [flipped(random.Random(i), 0, i % 4) for i in range(100)]
    world = World.of(values)
    build(tmp_path / "idx", write_hex(tmp_path / "in.hex", values))
    asked = queries_for(values, 60)
    for limit in (1, 2, 5, 99, 1_000_000_000):
        expect_answers(tmp_path / "idx", world, asked, tmp_path, limit=limit)
    # As many as there are is all of them.
    count = len(world.near(0, 3)[0])
    out = expect_answers(tmp_path / "idx", world, [0], tmp_path, limit=count)
    assert count > 100 and json.loads(out)["truncated"] is False
    plain = done("query", tmp_path / "idx", tmp_path / "asked.hex", "--limit", 3)
    assert plain.out == "".join(f"{0:016x}\t{i}\t{d}\n" for i, d in world.near(0, 3, 3)[0])
    assert "1 quer" in plain.err and "--limit 3" in plain.err


def test_lines_say_query_id_and_distance(tmp_path):
    names = ["first page", "https://example.org/?a=1", "c"]
    write_hex(tmp_path / "in.hex", [0xFF, 0xF0, 0xFF], names)
    write_hex(tmp_path / "q.hex", [0xFE, 0x0F << 40, 0xF1], ["x y", "nobody", "é"])
    build(tmp_path / "idx", tmp_path / "in.hex")
    assert done("query", tmp_path / "idx", tmp_path / "q.hex").out == (
        "x y\tfirst page\t1\nx y\tc\t1\nx y\thttps://example.org/?a=1\t3\n"
        "é\thttps://example.org/?a=1\t1\né\tfirst page\t3\né\tc\t3\n")  # fmt: skip
    few = done("query", tmp_path / "idx", tmp_path / "q.hex", "--jsonl", "--limit", 1)
    rows = few.rows()
    assert rows[1] == {"query": "nobody", "matches": [], "truncated": False}
    assert rows[2]["matches"] == [{"id": "https://example.org/?a=1", "distance": 1}]
    json_flag = done("query", tmp_path / "idx", tmp_path / "q.hex", "--json").rows()
    assert [row["query"] for row in json_flag] == ["x y", "nobody", "é"]


def test_ids_that_are_no_plain_text_come_out_as_json(tmp_path):
    ids = [b'say "hi"\\', "\u4f60\u597d".encode(), b"\xff\xfe", b"a\x01b", b"x" * 9000, b"007"]
    ids.append(b"0")
    lines = [b"%016x\t%s\n" % (i << 30, name) for i, name in enumerate(ids)]
    (tmp_path / "in.hex").write_bytes(b"".join(lines))
    build(tmp_path / "idx", tmp_path / "in.hex", k=0)
    asked = write_hex(tmp_path / "q.hex", [i << 30 for i in range(len(ids))])
    rows = done("query", tmp_path / "idx", asked, "--jsonl").rows()
    found = [row["matches"][0]["id"] for row in rows]
    assert found[:2] == ['say "hi"\\', "\u4f60\u597d"]
    assert "\ufffd" in found[2] and found[3] == "a\x01b"
    assert re.fullmatch("x{8156}\\.\\.\\.~[0-9a-f]{32}", found[4]) and found[5:] == ["007", "0"]
    exported = done("export", tmp_path / "idx").out
    assert "a b" in exported and "\x01" not in exported


def test_hex_in_capitals_and_windows_line_ends(tmp_path):
    text = b"00000000000000AB\r\n00000000000000cD\tid\r\n\r\n0000000000000000"
    (tmp_path / "in.hex").write_bytes(text)
    build(tmp_path / "idx", tmp_path / "in.hex")
    assert done("export", tmp_path / "idx").out == (
        "00000000000000ab\t1\n00000000000000cd\tid\n0000000000000000\t4\n")  # fmt: skip


def test_a_column_of_u64_is_the_same(tmp_path):
    values = uneven(4, 500)
    build(tmp_path / "a", write_hex(tmp_path / "in.hex", values))
    build(tmp_path / "b", write_u64(tmp_path / "in.u64", values))
    assert (tmp_path / "a/000001.seg").read_bytes() == (tmp_path / "b/000001.seg").read_bytes()
    hexed = done("query", tmp_path / "a", tmp_path / "in.hex", "--jsonl").out
    assert done("query", tmp_path / "b", tmp_path / "in.u64", "--jsonl").out == hexed
    pairs = done("join", tmp_path / "in.u64").out
    assert pairs == done("join", tmp_path / "in.hex").out != ""


@pytest.mark.parametrize("pack", ["gz", "zst", "lz4"])
def test_packed_files(tmp_path, pack):
    values = uneven(5, 3000)
    plain = write_hex(tmp_path / "in.hex", values)
    column = write_u64(tmp_path / "in.u64", values)
    for path in (plain, column):
        packed(path, pack)
    build(tmp_path / "a", plain)
    for path in (f"{plain}.{pack}", f"{column}.{pack}"):
        build(tmp_path / "b", path, flags=("--force",))
        exported = done("export", tmp_path / "b").out
        assert exported == done("export", tmp_path / "a").out == World.of(values).export()
    cut = tmp_path / f"cut.hex.{pack}"
    whole = (tmp_path / f"in.hex.{pack}").read_bytes()
    cut.write_bytes(whole[: len(whole) // 2])
    before = sorted((p.name, p.read_bytes()) for p in (tmp_path / "a").iterdir())
    run = done("add", tmp_path / "a", cut, "--design", "paper-4", status=1)
    assert f"cut.hex.{pack}" in run.err
    assert sorted((p.name, p.read_bytes()) for p in (tmp_path / "a").iterdir()) == before


def test_input_says_what_files_of_other_names_hold(tmp_path):
    values = uneven(6, 200)
    text, column = tmp_path / "prints.txt", tmp_path / "prints.bin"
    write_hex(text, values)
    write_u64(column, values)
    exported = []
    for path, form in ((text, "hex"), (column, "u64")):
        build(tmp_path / "idx", path, flags=("--input", form, "--force"))
        exported.append(done("export", tmp_path / "idx").out)
        query = done("query", tmp_path / "idx", path, "--input", form, "--jsonl")
        assert len(query.rows()) == 200
    assert exported == [World.of(values).export()] * 2
    run = done("join", text, status=2)
    assert "prints.txt" in run.err and "files of fingerprints" in run.err
    run = done("join", text, "--input", "hex")
    assert run.out.splitlines() == World.of(values).pairs(3)
    run = done("build", text, "-o", tmp_path / "x", "--input", "hax", status=2)
    assert "--input" in run.err and not (tmp_path / "x").exists()


def test_a_joined_file_that_is_misnamed_may_be_turned_around(tmp_path):
    """--input outdoes the name."""
    column = write_u64(tmp_path / "misnamed.hex", [1, 3])
    assert done("join", column, "--input", "u64").out == "1\t2\t1\n"


def test_bad_lines_are_counted_and_keep_their_numbers(tmp_path):
    good = "%016x"
    lines = [good % 7, "g" * 16, "", good % 8, "12345", good % 9 + "0", "   ", good % 10 + " ten",
             good % 11 + ":x", good % 12]  # fmt: skip
    source = tmp_path / "in.hex"
    source.write_text("\n".join(lines))
    run = build(tmp_path / "idx", source)
    assert "facsim: warning: 4 lines are no fingerprints and were left out" in run.err
    assert f"first {source}:2\n" in run.err
    world = World([(7, "1"), (8, "4"), (10, "ten"), (12, "10")])
    assert done("export", tmp_path / "idx").out == world.export()
    run = done("query", tmp_path / "idx", source, "--jsonl")
    assert len(run.rows()) == 4 and "4 lines are no fingerprints" in run.err
    run = done("join", source, "-k", 0)
    assert run.out == "" and "4 lines are no fingerprints" in run.err


def test_bad_bytes_end_with_a_message(tmp_path):
    (tmp_path / "cut.u64").write_bytes(bytes(12))
    run = done("build", tmp_path / "cut.u64", "-o", tmp_path / "idx", status=1)
    assert "cut.u64" in run.err and "8 bytes a value" in run.err
    (tmp_path / "long.hex").write_bytes(b"0" * (3 << 20))
    run = done("build", tmp_path / "long.hex", "-o", tmp_path / "idx", status=1)
    assert "long.hex:1" in run.err and "more than a megabyte" in run.err
    run = done("build", tmp_path / "none.hex", "-o", tmp_path / "idx", status=1)
    assert "none.hex" in run.err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cut.u64", "long.hex"]


@pytest.mark.parametrize("k", [0, 1, 2, 3, 4, 6])
def test_joins_find_every_pair_in_order(tmp_path, k):
    values = uneven(30 + k, 700)
    source = write_hex(tmp_path / "in.hex", values)
    expected = World.of(values).pairs(k)
    assert len(expected) > 30
    assert done("join", source, "--max-distance", k).out.splitlines() == expected
    build(tmp_path / "idx", source)  # of another distance: that does not matter to a join
    run = done("join", tmp_path / "idx", "--max-distance", k)
    assert run.out.splitlines() == expected
    named = write_hex(tmp_path / "named.hex", values, [f"p{i}" for i in range(700)])
    run = done("join", named, "--max-distance", k)
    world = World((value, f"p{i}") for i, value in enumerate(values))
    assert run.out.splitlines() == world.pairs(k)


def test_a_join_of_files_numbers_entries_as_a_build_does(tmp_path):
    two = write_hex(tmp_path / "two.hex", [1, 3])
    one = write_hex(tmp_path / "one.hex", [2])
    named = write_hex(tmp_path / "named.hex", [6, 7], ["a", "b"])
    (tmp_path / "bad.hex").write_text("no fingerprint\n")
    (tmp_path / "empty.hex").write_text("")
    bad, empty = tmp_path / "bad.hex", tmp_path / "empty.hex"
    for files in ([two, one], [two, named, two], [one, one], [two, two], [two, empty, one],
                  [two, bad, two], [bad, two, named],
                  [named, one, one, bad, one, two]):  # fmt: skip
        build(tmp_path / "idx", *files, flags=("--force",))
        of_index = done("join", tmp_path / "idx").out
        assert done("join", *files).out == of_index, [path.name for path in files]
        assert of_index


def test_threads_kernels_memory_and_maps_change_nothing(tmp_path):
    values = uneven(11, 40_000)
    ids = [f"https://example.org/{i}" for i in range(40_000)]
    source = write_hex(tmp_path / "in.hex", values, ids)
    build(tmp_path / "idx", source)
    build(tmp_path / "little", source, flags=("--memory", "64M"))
    little = (tmp_path / "little/000001.seg").read_bytes()
    assert little == (tmp_path / "idx/000001.seg").read_bytes()
    asked = write_hex(tmp_path / "q.hex", queries_for(values, 20_000))
    kernels = ["scalar", "auto"]
    listed = facsim("version").out
    kernels += [name for name in ("avx2", "avx512") if name in listed]
    outs, pairs = set(), set()
    for flags in [("--threads", 1), ("--threads", 2), ("--threads", 7), ("--map",),
                  ("--map", "--threads", 3),
                  *(("--kernel", name) for name in kernels)]:  # fmt: skip
        run = facsim("index", "query", tmp_path / "idx", asked, "--jsonl", *flags)
        if run.status == 2 and "--kernel" in flags and flags[1].startswith("avx"):
            continue  # compiled in, but not for this machine
        assert run.status == 0, run.err
        outs.add(run.out)
    for flags in [("--threads", 1), ("--threads", 5), ("--memory", "64M"), ("--kernel", "scalar")]:
        pairs.add(done("join", tmp_path / "idx", *flags).out)
        pairs.add(done("join", source, *flags).out)
    assert len(outs) == 1 and len(pairs) == 1
    rows = answers(Result(0, outs.pop(), ""))
    world = World(zip(values, ids, strict=True))
    for row, query in list(zip(rows, queries_for(values, 20_000), strict=True))[::1500]:
        assert row[1:] == world.near(query, 3)
    assert done("export", tmp_path / "idx").out == world.export()


def some_pages(path):
    """Thirty pages; 2i and 2i + 1 have the same text."""
    texts = [" ".join(str(i // 2 * 100 + j) for j in range(60)) for i in range(30)]
    return write_jsonl(path, [{"id": f"p{i}", "text": text} for i, text in enumerate(texts)])


def test_pages_are_their_fingerprints(tmp_path):
    """An index of pages is that of what `facsim fingerprint` prints; twins find one another."""
    pages = some_pages(tmp_path / "pages.jsonl")
    printed = facsim("fingerprint", pages, "--columns", "fingerprint,id")
    assert printed.status == 0
    (tmp_path / "pages.hex").write_text(printed.out)
    build(tmp_path / "a", pages)
    build(tmp_path / "b", tmp_path / "pages.hex", flags=("--recipe", "balanced"))
    assert info_of(tmp_path / "a")["recipe"] == "balanced"
    assert done("export", tmp_path / "a").out == printed.out
    assert done("export", tmp_path / "b").out == printed.out
    twins = [f"p{i}\tp{j}\t0" for i in range(30) for j in (i & ~1, i | 1)]
    for index in (tmp_path / "a", tmp_path / "b"):
        for asked in ([pages], [tmp_path / "pages.hex", "--recipe", "balanced"]):
            run = done("query", index, *asked, "--max-distance", 0)
            more = "\texact\t1.0\t-" * (index.name == "a" and asked == [pages])
            assert run.out.splitlines() == [twin + more for twin in twins]
    pairs = [f"p{i}\tp{i + 1}\t0" for i in range(0, 30, 2)]
    assert done("join", tmp_path / "a", "-k", 0).out.splitlines() == pairs
    run = done("query", tmp_path / "a", pages, "--recipe", "words", status=2)
    assert "recipe 'balanced'" in run.err and "recipe 'words'" in run.err
    run = done("add", tmp_path / "a", pages, tmp_path / "pages.hex", status=2)
    assert ".hex" in run.err and run.out == ""


def test_pages_that_are_too_short_are_counted(tmp_path):
    pages = some_pages(tmp_path / "pages.jsonl")
    with open(pages, "a", encoding="utf-8") as file:
        file.write(json.dumps({"id": "short", "text": "only four words here"}) + "\n")
    run = build(tmp_path / "idx", pages)
    assert "1 page is too short" in run.err and "--min-units" in run.err
    state = info_of(tmp_path / "idx")
    assert state["entries"] == 31 and state["segments"][0]["fingerprints"] == 30
    run = done("query", tmp_path / "idx", pages, "--jsonl")
    short = run.rows()[-1]["matches"]
    assert [(m["id"], m["distance"], m["kind"], m["by"]) for m in short] == [
        ("short", None, "exact", "digest")
    ]
    rows = done("query", tmp_path / "idx", pages, "--jsonl").rows()
    assert [row["query"] for row in rows] == [*(f"p{i}" for i in range(30)), "short"]


@pytest.mark.parametrize("codec", ["none", "elias-fano", "xor-huffman"])
def test_codecs_change_bytes_and_no_answers(tmp_path, codec):
    values = uneven(14, 3000)
    asked = queries_for(values, 60)
    source = write_hex(tmp_path / "in.hex", values[:2500])
    build(tmp_path / "idx", source, flags=("--codec", codec))
    add(tmp_path / "idx", write_hex(tmp_path / "more.hex", values[2500:]))
    for _ in range(2):
        expect_answers(tmp_path / "idx", World.of(values), asked, tmp_path)
        expect_answers(tmp_path / "idx", World.of(values), asked, tmp_path, "--map")
        done("check", tmp_path / "idx")
        assert done("export", tmp_path / "idx").out == World.of(values).export()
        done("compact", tmp_path / "idx", "--design", "paper-10")
    named = "" if codec == "none" else codec
    assert f'"codec": "{named}"' in (tmp_path / "idx/MANIFEST").read_text()
    run = done("build", source, "-o", tmp_path / "x", "--codec", "zip", status=2)
    assert "elias-fano" in run.err and not (tmp_path / "x").exists()


def test_more_than_the_index_serves_is_refused(tmp_path):
    source = write_hex(tmp_path / "in.hex", [1, 2])
    build(tmp_path / "idx", source, k=2)
    run = done("query", tmp_path / "idx", source, "--max-distance", 3, status=2)
    assert run.err.startswith(f"facsim: {tmp_path / 'idx'}: serves distances 0..2")
    assert run.out == "" and "not 3" in run.err and "--max-distance" in run.err
    for word in ("13", "-1", "two", "", "1.5"):
        for verb in ("build", "query", "join"):
            out = ("-o", tmp_path / "x") if verb == "build" else ()
            run = done(verb, source, source, *out, "-k", word, status=2)
            assert "--max-distance" in run.err or "--k" in run.err or "-k" in run.err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    "words", [[], ["grow"], ["build"], ["build", "in.hex"], ["add", "idx"], ["query", "idx"],
              ["join"], ["info"], ["info", "a", "b"], ["check"], ["compact"],
              ["export"]])  # fmt: skip
def test_wrong_usage(tmp_path, words):
    write_hex(tmp_path / "in.hex", [1])
    run = done(*words, status=2, cwd=tmp_path)
    assert run.out == "" and run.err.count("\n") == 1
    assert [p.name for p in tmp_path.iterdir()] == ["in.hex"]


@pytest.mark.parametrize("verb", ["add", "query", "info", "check", "compact", "export", "delete"])
def test_what_is_no_index(tmp_path, verb):
    source = write_hex(tmp_path / "in.hex", [1])
    (tmp_path / "folder").mkdir()
    words = {"add": [source], "query": [source], "delete": ["1"]}.get(verb, [])
    for name in ("none", "folder", "in.hex"):
        run = done(verb, tmp_path / name, *words, status=1)
        assert str(tmp_path / name) in run.err and run.out == ""
    assert sorted(p.name for p in tmp_path.iterdir()) == ["folder", "in.hex"]
    assert list((tmp_path / "folder").iterdir()) == []
