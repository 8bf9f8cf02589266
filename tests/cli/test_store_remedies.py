# SPDX-License-Identifier: Apache-2.0
"""What facsim store says of trouble names the store's own remedies; what is as it should be is told
without an alarm."""

import json
import shutil
from pathlib import Path

import pytest
from making import near, words, write_jsonl
from running import facsim
from store_world import loaded, store

OTHERS = ("index build", "index check", "checkpoint", "dedup", "from its input", "an index needs")


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A cluster and a page alone."""
    return write_jsonl(tmp_path / "pages.jsonl", [
        {"id": "a", "text": near("a", 0)}, {"id": "a2", "text": near("a", 1)},
        {"id": "b", "text": words("b")}])  # fmt: skip


@pytest.fixture
def filled(pages: Path, tmp_path: Path) -> Path:
    """A store of those, whose index has a segment."""
    loaded(tmp_path / "store", pages)
    store("rebuild", tmp_path / "store")
    return tmp_path / "store"


def only_own_remedies(said: str) -> None:
    for word in OTHERS:
        assert word not in said, said


def test_an_index_that_is_made_again_is_no_alarm(filled: Path, tmp_path: Path) -> None:
    """Neither by rebuild, which is for that, nor by restore."""
    done = f"facsim: {filled}: index of 2 pages that were first of their kind\n"
    assert store("rebuild", filled).err == done
    (filled / "pages.idx/MANIFEST").write_text("garbage")
    assert store("rebuild", filled).err == done
    store("backup", filled, tmp_path / "backup")
    assert store("restore", tmp_path / "backup", tmp_path / "again").err.count("\n") == 1


def garbage_manifest(index: Path) -> None:
    (index / "MANIFEST").write_text("garbage")


def no_manifest(index: Path) -> None:
    (index / "MANIFEST").unlink()


def flipped_segment(index: Path) -> None:
    path = next(index.glob("*.seg"))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def missing_segment(index: Path) -> None:
    next(index.glob("*.seg")).unlink()


def others_files(index: Path) -> None:
    shutil.rmtree(index)
    index.mkdir()
    (index / "notes.txt").write_text("not an index")


@pytest.mark.parametrize(
    "damage", [garbage_manifest, no_manifest, flipped_segment, missing_segment, others_files]
)
def test_a_damaged_index(filled: Path, pages: Path, damage) -> None:
    """Check names rebuild; who only opens the store is told why it takes longer."""
    damage(filled / "pages.idx")
    check = facsim("store", "check", filled)
    only_own_remedies(check.err)
    assert check.status == 0 or "facsim store rebuild" in check.err
    asked = store("ask", filled, pages)
    assert "making the index again from the rows (" in asked.err and "pages.idx" in asked.err
    only_own_remedies(asked.err)
    assert [row["seen"] for row in asked.rows()] == ["yes"] * 3


def test_a_file_where_the_index_or_the_store_is(filled: Path, pages: Path, tmp_path: Path) -> None:
    shutil.rmtree(filled / "pages.idx")
    (filled / "pages.idx").write_text("x")
    for path, verb, why in (
        (filled / "pages.idx", ("rebuild", filled), "is a file where a folder is needed; move it away"),
        (pages, ("load", pages, pages), "is a file; a store is a folder"),
    ):
        refused = facsim("store", *verb)
        assert refused.status == 1
        assert f"{path}: {why}" in refused.err


def test_damaged_rows(filled: Path, pages: Path, tmp_path: Path) -> None:
    """Every verb that meets them names restore."""
    manifest = next((filled / "rows").glob("MANIFEST-*"))
    content = bytearray(manifest.read_bytes())
    content[30] ^= 0x10
    manifest.write_bytes(content)
    for verb in (("ask", pages), ("stats",), ("dump",), ("backup", tmp_path / "b"), ("check",),
                 ("rebuild",)):  # fmt: skip
        refused = facsim("store", verb[0], filled, *verb[1:])
        assert refused.status == 1, verb
        assert "facsim store restore" in refused.err, refused.err
        only_own_remedies(refused.err)


def test_all_collections_are_looked_at(filled: Path, pages: Path) -> None:
    """By check and stats, each under its name; with --collection one, as JSON has it of one."""
    only = json.loads(store("check", filled, "--json").out)
    loaded(filled, pages, "--collection", "news")
    both = json.loads(store("check", filled, "--json").out)
    assert both["store"] == str(filled)
    assert [one["collection"] for one in both["collections"]] == ["default", "news"]
    assert both["collections"][0] == only == json.loads(
        store("check", filled, "--json", "--collection", "default").out)  # fmt: skip
    told = store("check", filled).err.splitlines()
    assert [line.split(": ")[1] for line in told] == [str(filled), f"{filled}/collections/news"]

    stats = json.loads(store("stats", filled, "--json").out)
    assert [one["pages"] for one in stats["collections"]] == [3, 3]
    news = json.loads(store("stats", filled, "--json", "--collection", "news").out)
    assert (news["collection"], news["pages"]) == ("news", 3)
    printed = store("stats", filled).out.splitlines()
    assert [line for line in printed if line.startswith("collection\t")] == [
        "collection\tdefault", "collection\tnews"]  # fmt: skip

    next((filled / "collections/news/rows").glob("MANIFEST-*")).write_bytes(b"garbage")
    found = facsim("store", "check", filled)
    assert found.status == 1 and "collections/news/rows" in found.err
    assert f"{filled}: 3 pages" in found.err, "the sound one too"
    assert facsim("store", "check", filled, "--collection", "none").status == 1
