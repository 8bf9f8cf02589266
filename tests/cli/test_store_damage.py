# SPDX-License-Identifier: Apache-2.0
"""facsim store check on stores with a flipped byte, a missing file, or parts of another store."""

import shutil
from pathlib import Path

import pytest
from making import near, words, write_jsonl
from running import Result, facsim, state_of
from store_world import dumped, loaded, store


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose rows and index are in files of their own; tests damage a copy."""
    folder = tmp_path_factory.mktemp("sound")
    pages = [{"id": f"p{i}", "url": f"https://example.org/{i}", "text": near(("s", i % 40), i)}
             for i in range(120)]  # fmt: skip
    loaded(folder / "store", write_jsonl(folder / "pages.jsonl", pages))
    store("rebuild", folder / "store")
    store("check", folder / "store")
    return folder / "store"


@pytest.fixture
def damaged(sound: Path, tmp_path: Path) -> Path:
    """A copy to be damaged."""
    return Path(shutil.copytree(sound, tmp_path / "store"))


def check(folder: Path) -> Result:
    """A check, which changes nothing."""
    before = state_of(folder)
    result = facsim("store", "check", folder)
    assert state_of(folder) == before
    return result


def flip(path: Path, offset: int) -> None:
    content = bytearray(path.read_bytes())
    content[offset] ^= 0x10
    path.write_bytes(content)


def files_of(folder: Path, pattern: str) -> list[Path]:
    return sorted(path for path in folder.glob(pattern) if path.stat().st_size > 0)


# Not at the end of RocksDB's manifest: what is cut there was never acknowledged.
@pytest.mark.parametrize("pattern", ["rows/*.sst", "rows/MANIFEST-*", "pages.idx/*.seg"])
@pytest.mark.parametrize("place", [0.1, 0.5])
def test_a_flipped_byte_is_found(damaged: Path, pattern: str, place: float) -> None:
    files = files_of(damaged, pattern)
    assert files, sorted(path.name for path in damaged.rglob("*"))
    for path in files:
        kept = path.read_bytes()
        flip(path, int(len(kept) * place))
        found = check(damaged)
        assert found.status == 1, path
        assert path.name in found.err, found.err
        path.write_bytes(kept)
    assert check(damaged).status == 0


def test_a_damaged_index_is_made_again(damaged: Path) -> None:
    rows = dumped(damaged)
    for path in files_of(damaged, "pages.idx/*.seg"):
        flip(path, path.stat().st_size // 2)
    assert "facsim store rebuild" in check(damaged).err
    store("rebuild", damaged)
    assert check(damaged).status == 0
    assert dumped(damaged) == rows


def test_the_index_of_another_store_is_found(damaged: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    loaded(other, write_jsonl(tmp_path / "else.jsonl", [{"id": "x", "text": words("x")}]))
    store("rebuild", other)
    shutil.rmtree(damaged / "pages.idx")
    shutil.copytree(other / "pages.idx", damaged / "pages.idx")
    assert "is not of this store" in check(damaged).err
    store("rebuild", damaged)
    assert check(damaged).status == 0


def test_an_older_index_is_compared_row_by_row(damaged: Path, tmp_path: Path) -> None:
    """Of the same store, with another number of rows: pages of it that are gone are named."""
    older = shutil.copytree(damaged / "pages.idx", tmp_path / "older")
    changed = write_jsonl(tmp_path / "new.jsonl", [
        {"id": "p0", "url": "https://example.org/0", "text": words("quite another")}])  # fmt: skip
    store("load", damaged, changed)
    store("rebuild", damaged)
    shutil.rmtree(damaged / "pages.idx")
    shutil.copytree(older, damaged / "pages.idx")
    found = check(damaged)
    assert found.status == 0 or "is in the index, and not in the rows" in found.err


def test_a_missing_table_is_named(damaged: Path) -> None:
    files_of(damaged, "rows/*.sst")[0].unlink()
    found = check(damaged)
    assert found.status == 1 and "rows" in found.err


@pytest.mark.parametrize("collection", ["default", "news"])
def test_rows_that_are_gone_are_no_new_store(tmp_path: Path, collection: str) -> None:
    folder = tmp_path / "store"
    pages = write_jsonl(tmp_path / "pages.jsonl", [{"id": "p", "text": words("p", 60)}])
    loaded(folder, pages)
    loaded(folder, pages, "--collection", "news")
    lost = folder if collection == "default" else folder / "collections" / "news"
    shutil.rmtree(lost / "rows")
    found = check(folder)
    assert found.status == 1 and f"{lost}: its rows are gone" in found.err, found.err
    before = state_of(folder)
    backup = tmp_path / "backup"
    for verb, *words_behind in [("stats",), ("backup", backup), ("load", pages), ("ask", pages)]:
        asked = [] if verb in ("stats", "backup") else ["--collection", collection]
        refused = facsim("store", verb, folder, *words_behind, *asked)
        assert refused.status == 1 and f"{lost}: its rows are gone" in refused.err, refused.err
    assert not backup.exists() and state_of(folder) == before
