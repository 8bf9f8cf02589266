# SPDX-License-Identifier: Apache-2.0
"""facsim index rebuild: the same pages by another recipe, and no others."""

import json
import shutil

import pytest
from index_world import done, info_of
from making import MENU, html, response, write_jsonl
from rebuild_world import (
    DESIGN,
    batches_of,
    files_found,
    pages_in,
    records,
    write_site,
)  # fmt: skip
from running import facsim, read_jsonl, state_of

OLD = [("pages-balanced.idx", "balanced"), ("pages-coded.idx", "balanced"),
       ("pages-thorough.idx", "thorough")]  # fmt: skip


@pytest.mark.parametrize("index,profile", OLD)
def test_an_index_of_earlier_recipes_serves_again(old, index, profile):
    later = ("dedup", "later.jsonl", "--against", index, "-o", "new", "--profile", profile, "-q")
    refused = facsim(*later, cwd=old)
    assert refused.status == 2 and f"'facsim index rebuild {index} INPUT...'" in refused.err
    before = info_of(old / index)
    names = [line.split("\t")[1] for line in pages_in(old / index)]
    done("rebuild", index, "pages.jsonl", "site", "later.jsonl", cwd=old)
    done("check", old / index)
    after = info_of(old / index)
    assert after["recipe_id"] != before["recipe_id"] and after["recipe"] == profile
    for same in ("kind", "recipe", "max_distance", "entries", "codec"):
        assert after[same] == before[same]
    assert after["generation"] == before["generation"] + 1 and len(after["segments"]) == 1
    assert sorted(names) == sorted(line.split("\t")[1] for line in pages_in(old / index))
    assert "lighthouse-0" in names and ("lighthouse-3" in names) == (profile == "balanced")
    run = facsim(*later, cwd=old)
    assert run.status == 0, run.err
    rows = read_jsonl(old / "new/duplicates.jsonl")
    assert len(rows) > 1 and any(row["in_index"] for row in rows)


@pytest.mark.parametrize("index,profile", OLD)
def test_it_is_what_a_build_of_the_same_pages_is(old, index, profile):
    gone = ["lighthouse-3"] if profile == "thorough" else []
    inputs = ["pages.jsonl"] + ["site"] * (index != "pages-coded.idx")
    inputs += ["later.jsonl"] * (profile == "thorough")
    flags = ("--profile", profile)
    k = info_of(old / index)["max_distance"]
    done("build", *inputs, "-o", "fresh.idx", "-k", k, *flags, cwd=old)
    if gone:
        done("delete", "fresh.idx", *gone, cwd=old)
    done("rebuild", index, *inputs, cwd=old)
    assert pages_in(old / index) == pages_in(old / "fresh.idx")
    asked = [done("query", name, "later.jsonl", "site", "--jsonl", *flags, cwd=old).out
             for name in (index, "fresh.idx")]  # fmt: skip
    assert asked[0] == asked[1] != ""


def test_only_pages_that_it_had_and_that_were_not_deleted(tmp_path):
    pages = records(40)
    source = write_jsonl(tmp_path / "a.jsonl", pages)
    done("build", source, "-o", tmp_path / "idx", *DESIGN)
    gone = [page["id"] for page in pages[::3]]
    done("delete", tmp_path / "idx", *gone)
    before = pages_in(tmp_path / "idx")
    # More pages in a file that it knows, and a file that it does not.
    write_jsonl(source, pages + records(5, seed=1))
    other = write_jsonl(tmp_path / "b.jsonl", records(5, seed=2))
    run = done("rebuild", tmp_path / "idx", source, other)
    assert "warning" not in run.err and f"rebuilt of {40 - len(gone)} entries" in run.err
    assert pages_in(tmp_path / "idx") == before
    assert info_of(tmp_path / "idx")["segments"][0]["deleted"] == 0
    # Again, with nothing to say: an index of this version may be rebuilt too.
    assert done("rebuild", tmp_path / "idx", source, "-q").err == ""
    assert pages_in(tmp_path / "idx") == before


def test_another_page_at_an_old_place_stays_out(tmp_path):
    pages = records(6)
    source = write_jsonl(tmp_path / "a.jsonl", pages)
    done("build", source, "-o", tmp_path / "idx", *DESIGN)
    pages[2] = dict(pages[2], id="page 0.7")  # as long as the old one
    write_jsonl(source, pages)
    run = done("rebuild", tmp_path / "idx", source)
    assert "1 page of the index not found in the inputs and left out: page 0.2\n" in run.err
    names = [line.split("\t")[1] for line in pages_in(tmp_path / "idx")]
    assert sorted(names) == sorted({page["id"] for page in pages} - {"page 0.7"})


def test_files_that_are_gone_are_counted_and_named(tmp_path):
    for name, seed in (("a", 1), ("b", 2)):
        write_jsonl(tmp_path / f"{name}.jsonl", records(10, seed))
    done("build", "a.jsonl", "b.jsonl", "-o", "idx", *DESIGN, cwd=tmp_path)
    first = pages_in(tmp_path / "idx")
    run = done("rebuild", "idx", "b.jsonl", "--quiet", cwd=tmp_path)
    assert run.err == ("facsim: warning: idx: 10 pages of the index not found in the inputs and "
                       "left out: page 1.0, page 1.1, page 1.2, ...\n")  # fmt: skip
    assert pages_in(tmp_path / "idx") == [line for line in first if "page 2." in line]


def test_nothing_changes_where_no_page_is_found(tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", records(10))
    done("build", source, "-o", tmp_path / "idx", *DESIGN)
    before = state_of(tmp_path / "idx")
    other = write_jsonl(tmp_path / "b.jsonl", records(10))
    run = done("rebuild", tmp_path / "idx", other, status=2)
    assert "none of its 10 pages is in the inputs" in run.err and str(source) in run.err
    write_jsonl(source, records(10, seed=4))  # the file, and none of its pages
    run = done("rebuild", tmp_path / "idx", source, status=2)
    assert "none of its 10 pages is in the inputs" in run.err
    assert state_of(tmp_path / "idx") == before


@pytest.mark.parametrize("kind", ["jsonl", "warc", "site"])
@pytest.mark.parametrize("where", ["same", "moved", "absolute"])
def test_files_keep_the_names_that_the_index_had(tmp_path, kind, where):
    data = tmp_path / "data"
    data.mkdir()
    if kind == "jsonl":
        source = write_jsonl(data / "in.jsonl", [{"text": r["text"]} for r in records(8)])
    elif kind == "warc":
        source = data / "in.warc"
        source.write_bytes(b"".join(
            response(i, html(r["text"], menu=MENU).encode())
            for i, r in enumerate(records(8))))  # fmt: skip
    else:
        source = write_site(data / "in", 8)
    build_from = tmp_path if where != "absolute" else tmp_path / "data"
    given = source if where == "absolute" else source.relative_to(tmp_path)
    done("build", given, "-o", tmp_path / "idx", *DESIGN, cwd=build_from)
    before = pages_in(tmp_path / "idx")
    found = files_found(tmp_path / "idx", [source])
    assert len(found) == 8
    now = source
    if where != "same":
        shutil.copytree(data, tmp_path / "away/data")
        shutil.rmtree(data)
        now = tmp_path / "away/data" / source.name
    run = done("rebuild", tmp_path / "idx", now, cwd="/")
    assert ("found by the end of the path" in run.err) == (where != "same")
    assert pages_in(tmp_path / "idx") == before
    assert files_found(tmp_path / "idx", [now]) == found
    # It can be told again where they stand now.
    assert "found by" not in done("rebuild", tmp_path / "idx", now).err


@pytest.mark.parametrize("move", [False, True])
def test_folders_of_two_days_with_files_of_one_name(tmp_path, move):
    for day in (1, 2):
        write_site(tmp_path / f"day{day}", 6, seed=day)
    done("build", "day1", "-o", "idx", *DESIGN, cwd=tmp_path)
    done("add", "idx", "day2", *DESIGN, cwd=tmp_path)
    before = pages_in(tmp_path / "idx")
    # Both days have pages of the same names; these go of both.
    done("delete", "idx", "0.html", cwd=tmp_path)
    rest = [line for line in before if not line.endswith("\t0.html")]
    assert len(before) == 12 and len(rest) == 10
    old_batches = batches_of(tmp_path / "idx")
    folder = tmp_path
    if move:
        folder = tmp_path / "archive"
        folder.mkdir()
        for day in (1, 2):
            (tmp_path / f"day{day}").rename(folder / f"day{day}")
    run = done("rebuild", tmp_path / "idx", "day2", "day1", cwd=folder)
    assert "warning" not in run.err
    assert pages_in(tmp_path / "idx") == rest
    # The notes of both days' inputs hold still, so that a day is not taken for a new one.
    assert old_batches <= batches_of(tmp_path / "idx")
    again = facsim("dedup", folder / "day2", "--against", tmp_path / "idx", "-o",
                   tmp_path / "out", "-q")  # fmt: skip
    assert again.status == 0 and "these very inputs were added" in again.err


def test_notes_of_days_are_made_anew_where_texts_read_otherwise(old):
    """A note has the digests of the texts; by another recipe these are others."""
    write_site(old / "day1", 4, seed=1)
    write_site(old / "day2", 4, seed=2)
    # A page of the second day goes, so the index never hears of its file.
    shutil.copy(old / "day1/0.html", old / "day2/again.html")
    done("build", "day1", "-o", "idx", "--text", "all", *DESIGN, cwd=old)
    run = facsim("dedup", "day2", "--against", "idx", "--update", "-o", "out", "--text", "all",
                 "-q", cwd=old)  # fmt: skip
    assert run.status == 0 and len(pages_in(old / "idx")) == 8, run.err
    done("rebuild", "idx", "day1", "day2", "--profile", "balanced", cwd=old)
    for day in ("day1", "day2"):
        run = facsim("dedup", day, "--against", "idx", "-o", f"out-{day}", "-q", cwd=old)
        assert run.status == 0 and "these very inputs were added" in run.err
    # One of the two alone: what the index says of the other is not true any more.
    done("rebuild", "idx", "day2", cwd=old)
    for day, is_noted in (("day1", False), ("day2", True)):
        run = facsim("dedup", day, "--against", "idx", "-o", f"more-{day}", "-q", cwd=old)
        assert ("these very inputs were added" in run.err) == is_noted


def test_one_file_of_two_that_may_be_meant(tmp_path):
    """The index had in.html once; two folders have it now, and neither is the old one."""
    write_site(tmp_path / "data", 1)
    done("build", "data", "-o", "idx", *DESIGN, cwd=tmp_path)
    before = pages_in(tmp_path / "idx")
    (tmp_path / "data").rename(tmp_path / "one")
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    run = done("rebuild", "idx", "one", "two", cwd=tmp_path)
    assert "1 page of the inputs may be ones of which the index had fewer" in run.err
    assert pages_in(tmp_path / "idx") == before


def test_a_page_that_was_added_twice_is_there_once(tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", records(5))
    done("build", source, "-o", tmp_path / "idx", *DESIGN)
    before = pages_in(tmp_path / "idx")
    done("add", tmp_path / "idx", source, *DESIGN)
    assert len(pages_in(tmp_path / "idx")) == 10
    assert "warning" not in done("rebuild", tmp_path / "idx", source).err
    assert pages_in(tmp_path / "idx") == before


def test_a_file_that_was_added_under_two_names_is_there_once(tmp_path):
    write_site(tmp_path / "site", 1)
    done("build", "site/0.html", "-o", "idx", *DESIGN, cwd=tmp_path)
    before = pages_in(tmp_path / "idx")
    done("add", "../idx", "./0.html", *DESIGN, cwd=tmp_path / "site")
    assert len(pages_in(tmp_path / "idx")) == 2
    assert "warning" not in done("rebuild", "idx", "site", cwd=tmp_path).err
    assert pages_in(tmp_path / "idx") == before


def test_standard_input(tmp_path):
    lines = "".join(json.dumps(page) + "\n" for page in records(5))
    done("build", "-", "-o", tmp_path / "idx", *DESIGN, stdin=lines)
    before = pages_in(tmp_path / "idx")
    done("rebuild", tmp_path / "idx", "-", stdin=lines)
    assert pages_in(tmp_path / "idx") == before
    stays = write_jsonl(tmp_path / "a.jsonl", records(5))
    run = done("rebuild", tmp_path / "idx", stays, status=2)
    assert "none of its 5 pages" in run.err


def test_flags_of_the_build_are_taken_from_the_index(tmp_path):
    source = write_site(tmp_path / "site", 6)
    flags = ("--text", "all", "--shingle-size", 4)
    done("build", source, "-o", tmp_path / "idx", "-k", 5, "--codec", "xor-huffman", *flags)
    before, ids = info_of(tmp_path / "idx"), pages_in(tmp_path / "idx")
    done("rebuild", tmp_path / "idx", source)
    after = info_of(tmp_path / "idx")
    same = ("recipe", "recipe_id", "max_distance", "codec", "entries")
    assert [after[name] for name in same] == [before[name] for name in same]
    assert pages_in(tmp_path / "idx") == ids
    done("query", tmp_path / "idx", source, *flags)
    assert "built with" in done("query", tmp_path / "idx", source, status=2).err
    # Other ones than the index has, where somebody asks for them.
    done("rebuild", tmp_path / "idx", source, "--profile", "thorough", "-k", 2)
    after = info_of(tmp_path / "idx")
    assert (after["recipe"], after["max_distance"]) == ("thorough", 2)
    run = facsim("dedup", source, "--against", tmp_path / "idx", "-o", tmp_path / "out", "-q",
                 "--profile", "thorough", "--max-distance", 2)  # fmt: skip
    assert run.status == 0, run.err


def test_a_topic_is_taken_from_the_index(tmp_path):
    source = write_site(tmp_path / "site", 6)
    (tmp_path / "topic.txt").write_text("harbour\t3\n")
    judged = ("-q", "--against", tmp_path / "idx", "--topic", tmp_path / "topic.txt")
    made = facsim("dedup", source, *judged, "--update", "-o", tmp_path / "out")
    assert made.status == 0, made.err
    before, ids = info_of(tmp_path / "idx"), pages_in(tmp_path / "idx")
    done("rebuild", tmp_path / "idx", source)
    assert info_of(tmp_path / "idx")["recipe_id"] == before["recipe_id"]
    assert pages_in(tmp_path / "idx") == ids != []
    assert facsim("dedup", source, *judged, "-o", tmp_path / "more").status == 0


def test_a_recipe_of_somebody_s_own_is_asked_for(tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", records(5))
    (tmp_path / "mine.toml").write_text('name = "mine"\n[features]\nlengths = [1]\n')
    flags = ("--recipe", tmp_path / "mine.toml")
    done("build", source, "-o", tmp_path / "idx", *flags)
    before = pages_in(tmp_path / "idx")
    run = done("rebuild", tmp_path / "idx", source, status=2)
    assert "recipe 'mine' is none of this program" in run.err and "--recipe FILE" in run.err
    done("rebuild", tmp_path / "idx", source, *flags)
    assert pages_in(tmp_path / "idx") == before


def test_what_cannot_be_rebuilt(tmp_path):
    prints = tmp_path / "a.hex"
    prints.write_text("0123456789abcdef\tone\n")
    source = write_jsonl(tmp_path / "a.jsonl", records(5))
    done("build", prints, "-o", tmp_path / "prints.idx", *DESIGN)
    run = done("rebuild", tmp_path / "prints.idx", source, status=2)
    assert "index of fingerprints" in run.err and "--force" in run.err
    done("build", source, "-o", tmp_path / "idx", *DESIGN)
    assert "not of fingerprints" in done(
        "rebuild", tmp_path / "idx", prints, status=2).err  # fmt: skip
    assert "rebuild IDX INPUT..." in done("rebuild", tmp_path / "idx", status=2).err
    done("rebuild", tmp_path / "nowhere", source, status=1)
    segment = tmp_path / "idx/000001.seg"
    content = bytearray(segment.read_bytes())
    content[len(content) // 2] ^= 4
    segment.write_bytes(content)
    before = state_of(tmp_path / "idx")
    assert "000001.seg" in done("rebuild", tmp_path / "idx", source, status=1).err
    assert state_of(tmp_path / "idx") == before


def test_an_index_of_no_pages(tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", records(3))
    done("build", source, "-o", tmp_path / "idx", *DESIGN)
    done("delete", tmp_path / "idx", *(page["id"] for page in records(3)))
    assert "rebuilt of 0 entries" in done("rebuild", tmp_path / "idx", source).err
    assert pages_in(tmp_path / "idx") == []
    done("check", tmp_path / "idx")


def test_threads_and_memory_change_nothing(tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", records(3000))
    done("build", source, "-o", tmp_path / "idx", *DESIGN)
    segments = set()
    for flags in ((), ("--threads", 1), ("--threads", 7, "--memory", "64M")):
        copy = tmp_path / "copy"
        shutil.copytree(tmp_path / "idx", copy)
        done("rebuild", copy, source, *DESIGN, *flags)
        segments.add((copy / "000002.seg").read_bytes())
        shutil.rmtree(copy)
    assert len(segments) == 1
