# SPDX-License-Identifier: Apache-2.0
"""facsim index, from the outside: segments that are added, deleted, exported and read meanwhile."""

import contextlib
import fcntl
import os
from pathlib import Path

import pytest
from index_world import (
    BLOCKS,
    World,
    add,
    answers,
    build,
    done,
    expect_answers,
    info_of,
    queries_for,
    uneven,
    write_hex,
)  # fmt: skip
from making import write_jsonl
from running import facsim


def test_several_segments_answer_like_one(tmp_path):
    values = uneven(8, 1200)
    asked = queries_for(values, 100)
    parts = [values[:500], values[500:501], [], values[501:1000], values[1000:]]
    files = [write_hex(tmp_path / f"{i}.hex", part) for i, part in enumerate(parts)]
    build(tmp_path / "idx", files[0])
    for path in files[1:]:
        run = add(tmp_path / "idx", path)
    assert "200 entries added" in run.err
    state = info_of(tmp_path / "idx")
    assert [s["entries"] for s in state["segments"]] == [500, 1, 499, 200]
    assert state["entries"] == 1200
    world = World.of(values)
    for limit in (0, 1, 3, 20):
        expect_answers(tmp_path / "idx", world, asked, tmp_path, limit=limit)
    assert done("export", tmp_path / "idx").out == world.export()
    build(tmp_path / "one", *files)  # ids go on from file to file too
    assert done("export", tmp_path / "one").out == world.export()
    done("compact", tmp_path / "idx", "--design", BLOCKS[3])
    assert len(info_of(tmp_path / "idx")["segments"]) == 1
    (segment,) = (tmp_path / "idx").glob("*.seg")
    assert segment.read_bytes() == (tmp_path / "one/000001.seg").read_bytes()


def test_what_is_deleted_is_gone(tmp_path):
    values = uneven(9, 800)
    ids = [f"page-{i % 300}" if i % 3 else str(i) for i in range(800)]  # some several times
    files = [write_hex(tmp_path / f"{i}.hex", values[i::4], ids[i::4]) for i in range(4)]
    entries = [e for i in range(4) for e in zip(values[i::4], ids[i::4], strict=True)]
    build(tmp_path / "idx", files[0])
    for path in files[1:]:
        add(tmp_path / "idx", path)
    asked = queries_for(values, 80)
    expect_answers(tmp_path / "idx", World(entries), asked, tmp_path)

    first = ["page-1", "300", "page-299"]
    run = done("delete", tmp_path / "idx", *first, "nobody")
    gone = [e for e in entries if e[1] in first]
    assert f"{len(gone)} entries deleted" in run.err
    assert "warning" in run.err and "'nobody'" in run.err
    entries = [e for e in entries if e not in gone]
    many = [e[1] for e in entries[::2]]
    (tmp_path / "gone.txt").write_text("".join(name + "\n" for name in many) + "\n")
    done("delete", tmp_path / "idx", "--ids", tmp_path / "gone.txt")
    world = World(e for e in entries if e[1] not in set(many))
    assert 0 < len(world.entries) < 400
    for limit in (0, 1, 2, 7):
        expect_answers(tmp_path / "idx", world, asked, tmp_path, limit=limit)
    state = info_of(tmp_path / "idx")
    assert state["entries"] == len(world.entries)
    assert sum(s["deleted"] for s in state["segments"]) == 800 - len(world.entries)
    assert sorted(done("join", tmp_path / "idx").out.splitlines()) == sorted(world.pairs(3))
    done("check", tmp_path / "idx")

    run = done("compact", tmp_path / "idx", "--design", "paper-10")
    assert f"{800 - len(world.entries)} deleted ones dropped" in run.err
    for limit in (0, 2):
        expect_answers(tmp_path / "idx", world, asked, tmp_path, limit=limit)
    assert sorted(p.suffix for p in (tmp_path / "idx").iterdir()) == ["", "", ".seg"]
    # A second time there is nothing to do, and nothing is done.
    names = sorted(p.name for p in (tmp_path / "idx").iterdir())
    done("compact", tmp_path / "idx")
    assert sorted(p.name for p in (tmp_path / "idx").iterdir()) == names
    # What was deleted may come again.
    add(tmp_path / "idx", write_hex(tmp_path / "again.hex", [5], ["page-1"]))
    assert done("export", tmp_path / "idx").out.endswith("0000000000000005\tpage-1\n")


def test_a_deletion_is_told_whatever_becomes_of_the_hint(tmp_path):
    """The URLs are read for a hint behind the commit; the index may be gone by then."""
    index = tmp_path / "idx"
    build(index, write_hex(tmp_path / "in.hex", [1, 2]))
    before = (index / "MANIFEST").read_bytes()
    # A full pipe: the program waits before its first word.
    read, write = os.pipe()
    os.set_blocking(write, False)
    filled = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            filled += os.write(write, b" ")
    os.set_blocking(write, True)
    with facsim.start("index", "delete", index, "1", "nobody", stderr=write) as run:
        os.close(write)
        run.until(lambda: (index / "MANIFEST").read_bytes() != before)
        with open(index / "LOCK") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
        (index / "MANIFEST").unlink()
        with open(read) as told:
            lines = told.read()[filled:].splitlines()
        assert run.result().status == 0, lines
    assert lines == [
        f"facsim: {index}: 1 entry deleted",
        f"facsim: warning: {index}: 1 id is not there, 'nobody' among them",
    ]


def test_deleting_everything_and_by_standard_input(tmp_path):
    source = write_hex(tmp_path / "in.hex", range(40))
    build(tmp_path / "idx", source)
    done("delete", tmp_path / "idx", "--ids", "-", stdin="3\n1\n2")
    assert info_of(tmp_path / "idx")["entries"] == 37
    done("delete", tmp_path / "idx", *range(1, 41))
    assert done("export", tmp_path / "idx").out == ""
    found = answers(done("query", tmp_path / "idx", source, "--json"))
    assert len(found) == 40 and all(not matches for _, matches, _ in found)
    done("compact", tmp_path / "idx")
    assert info_of(tmp_path / "idx")["segments"] == []
    # Numbers are not given twice.
    add(tmp_path / "idx", write_hex(tmp_path / "more.hex", [9, 8]))
    assert done("export", tmp_path / "idx").out == (
        "0000000000000009\t41\n0000000000000008\t42\n")  # fmt: skip
    assert done("delete", tmp_path / "idx", status=2).err


def test_a_file_of_ids_with_windows_line_ends(tmp_path):
    source = write_hex(tmp_path / "in.hex", [1, 2, 3], ["a", "b c", "d"])
    build(tmp_path / "idx", source)
    (tmp_path / "gone.txt").write_bytes(b"a\r\nb c\r\n")
    run = done("delete", tmp_path / "idx", "--ids", tmp_path / "gone.txt")
    assert "2 entries deleted" in run.err and "warning" not in run.err
    assert done("export", tmp_path / "idx").out == "0000000000000003\td\n"


def test_ids_that_are_too_long_are_cut_alike(tmp_path):
    """Ids of records are cut at a character's edge, those of fingerprints anywhere."""
    long = "x" + "é" * 5000
    pages = write_jsonl(tmp_path / "in.jsonl", [{"id": long, "text": "one page"}])
    prints = write_hex(tmp_path / "in.hex", [1], [long])
    (tmp_path / "ids").write_text(long + "\n")
    for source in (pages, prints):
        build(tmp_path / "idx", source, flags=("--force",))
        run = done("delete", tmp_path / "idx", "--ids", tmp_path / "ids")
        assert "not there" not in run.err
        assert info_of(tmp_path / "idx")["entries"] == 0


def test_what_is_exported_builds_the_same_index(tmp_path):
    values = uneven(16, 600)
    for ids in (None, [f"https://example.org/{i}?q=a b" for i in range(600)]):
        build(tmp_path / "idx", write_hex(tmp_path / "in.hex", values, ids),
              flags=("--force",))  # fmt: skip
        (tmp_path / "out.hex").write_text(done("export", tmp_path / "idx").out)
        build(tmp_path / "again", tmp_path / "out.hex", flags=("--force",))
        segments = [next((tmp_path / name).glob("*.seg")).read_bytes() for name in ("idx", "again")]
        assert segments[0] == segments[1]


def test_an_empty_index_and_one_entry(tmp_path):
    (tmp_path / "empty.hex").write_bytes(b"")
    (tmp_path / "empty.u64").write_bytes(b"")
    (tmp_path / "blank.hex").write_text("\n \r\n\n")
    for name in ("empty.hex", "empty.u64", "blank.hex"):
        index = tmp_path / f"{name}.idx"
        build(index, tmp_path / name)
        assert done("query", index, tmp_path / name, "--jsonl").out == ""
        assert done("join", index).out == done("join", tmp_path / name).out == ""
        assert done("export", index).out == ""
        done("check", index)
        done("compact", index)
        assert info_of(index)["entries"] == 0
    one = write_hex(tmp_path / "one.hex", [0x123])
    index = tmp_path / "empty.hex.idx"
    run = done("query", index, one, "--jsonl")
    assert run.rows() == [{"query": f"{0x123:016x}", "matches": [], "truncated": False}]
    add(index, one)
    expect_answers(index, World([(0x123, "1")]), [0x123, 0, 0x124], tmp_path)
    assert done("join", index).out == ""


def test_five_hundred_that_are_equal(tmp_path):
    values = [0xABCDEF] * 500 + [0xABCDEE] * 300 + [7]
    build(tmp_path / "idx", write_hex(tmp_path / "in.hex", values))
    segment = info_of(tmp_path / "idx")["segments"][0]
    assert (segment["entries"], segment["different"]) == (801, 3)
    world = World.of(values)
    for limit in (0, 1, 499, 500, 501, 799, 800):
        expect_answers(tmp_path / "idx", world, values[499:502], tmp_path, limit=limit)
    done("delete", tmp_path / "idx", *range(1, 500))
    world = World(world.entries[499:])
    for limit in (0, 1, 2, 300):
        expect_answers(tmp_path / "idx", world, values[499:502], tmp_path, limit=limit)
    for k in (0, 1):
        run = done("join", tmp_path / "in.hex", "-k", k)
        assert run.out.splitlines() == World.of(values).pairs(k)


def test_fingerprints_of_different_recipes_are_never_compared(tmp_path):
    source = write_hex(tmp_path / "in.hex", [1, 2])
    build(tmp_path / "idx", source, flags=("--recipe", "balanced"))
    state = info_of(tmp_path / "idx")
    assert state["recipe"] == "balanced" and state["recipe_id"] != "0" * 16
    for verb in ("query", "add"):
        for recipe, named in ((), "external"), (("--recipe", "words"), "words"):
            run = done(verb, tmp_path / "idx", source, *recipe, status=2)
            assert "recipe 'balanced'" in run.err and f"recipe '{named}'" in run.err
            assert state["recipe_id"] in run.err and "--recipe" in run.err
            assert str(tmp_path / "idx") in run.err
        done(verb, tmp_path / "idx", source, "--recipe", "balanced")
    run = done("query", tmp_path / "idx", source, "--recipe", "balance", status=2)
    assert "unknown recipe 'balance'" in run.err
    assert info_of(tmp_path / "idx")["entries"] == 4
    build(tmp_path / "own", source)
    assert info_of(tmp_path / "own")["recipe"] == "external"
    done("query", tmp_path / "own", source, "--recipe", "external")
    run = done("query", tmp_path / "own", source, "--recipe", "balanced", status=2)
    assert "recipe 'external'" in run.err and "'balanced'" in run.err


def test_an_index_is_replaced_only_by_force(tmp_path):
    source = write_hex(tmp_path / "in.hex", [1, 2])
    build(tmp_path / "idx", source)
    before = sorted((p.name, p.read_bytes()) for p in (tmp_path / "idx").iterdir())
    run = done("build", source, "-o", tmp_path / "idx", status=1)
    assert str(tmp_path / "idx") in run.err and "--force" in run.err and "index add" in run.err
    assert sorted((p.name, p.read_bytes()) for p in (tmp_path / "idx").iterdir()) == before
    add(tmp_path / "idx", source)
    write_hex(source, [3])
    build(tmp_path / "idx", source, k=1, flags=("--force",))
    assert done("export", tmp_path / "idx").out == "0000000000000003\t1\n"
    assert info_of(tmp_path / "idx")["max_distance"] == 1
    assert len(list((tmp_path / "idx").iterdir())) == 3  # MANIFEST, LOCK, a segment


@pytest.mark.parametrize("lock", [None, b"", b"process 1 on the moon\n"])
def test_segments_without_a_manifest_stay_as_they_are(tmp_path, lock):
    """A copy that was cut short, perhaps: a command that refuses it leaves every file, LOCK too."""
    source = write_hex(tmp_path / "in.hex", [1, 2])
    build(tmp_path / "idx", source)
    (tmp_path / "idx/MANIFEST").unlink()
    (tmp_path / "idx/LOCK").unlink()
    if lock is not None:
        (tmp_path / "idx/LOCK").write_bytes(lock)

    def state():
        files = (tmp_path / "idx").iterdir()
        return {p.name: (p.read_bytes(), p.stat().st_mtime_ns, p.stat().st_ino) for p in files}

    before = state()
    for words in (["build", source, "-o", tmp_path / "idx"], ["add", tmp_path / "idx", source]):
        run = facsim("index", *words)
        assert run.status == 1 and str(tmp_path / "idx") in run.err
        assert state() == before, words
    build(tmp_path / "idx", source, flags=("--force",))
    assert done("export", tmp_path / "idx").out.startswith("0000000000000001\t1\n")


def has_open(process, name):
    """Whether the process holds a file of that name open."""
    held = Path(f"/proc/{process.pid}/fd")
    for link in held.iterdir():
        # What was open when the folder was listed may be closed now.
        with contextlib.suppress(FileNotFoundError):
            if os.readlink(link).endswith("/" + name):
                return True
    return False


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="skipped: needs /proc")
@pytest.mark.parametrize("flags", [[], ["--map"]])
def test_a_reader_is_not_disturbed_by_writers(tmp_path, flags):
    """A query that still waits for its input answers from the state that it opened."""
    values = uneven(13, 300)
    source = write_hex(tmp_path / "in.hex", values)
    build(tmp_path / "idx", source)
    words = ("index", "query", tmp_path / "idx", "/dev/stdin", "--input", "hex")
    reader = facsim.start(*words, *flags)
    reader.until(lambda: has_open(reader, "000001.seg"))
    done("delete", tmp_path / "idx", *range(1, 200))
    done("compact", tmp_path / "idx", "--design", "paper-10")
    build(tmp_path / "idx", write_hex(tmp_path / "other.hex", [1]), flags=("--force",))
    assert not (tmp_path / "idx/000001.seg").exists()
    ended = reader.result(source.read_bytes())
    assert ended.status == 0
    world = World.of(values)
    assert ended.out == "".join(
        f"{q:016x}\t{i}\t{d}\n" for q in values for i, d in world.near(q, 3)[0])  # fmt: skip
