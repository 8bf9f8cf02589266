# SPDX-License-Identifier: Apache-2.0
"""Fixtures for the tests of the command line."""

import shutil
from pathlib import Path

import pytest
from index_world import done, values_of, write_hex
from making import MENU, html, text_of, write_jsonl
from rebuild_world import KEPT, age_index
from recipe_world import NAMES, NEEDS_JIEBA
from running import facsim


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Returns a copy of the saved files, whose indexes of pages have earlier recipes."""
    folder = Path(shutil.copytree(KEPT, tmp_path / "old"))
    for index in folder.glob("pages-*.idx"):
        age_index(index)
    return folder


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns an index of two segments with tombstones; tests damage a copy."""
    folder = tmp_path_factory.mktemp("sound")
    values = values_of(1, 1500) + [5] * 400
    names = [f"page {i}" for i in range(len(values))]
    first = write_hex(folder / "first.hex", values, names)
    second = write_hex(folder / "second.hex", values_of(2, 300))
    done("build", first, "-o", folder / "idx", "--design", "paper-4")
    done("add", folder / "idx", second, "--design", "blocks-1-1")
    done("delete", folder / "idx", "page 3", "page 4", "1907")
    return folder / "idx"


@pytest.fixture
def idx(sound: Path, tmp_path: Path) -> Path:
    """Returns a copy of that index, beside queries in q.hex."""
    write_hex(tmp_path / "q.hex", [5, 6])
    return Path(shutil.copytree(sound, tmp_path / "idx"))


@pytest.fixture(scope="session")
def recipe_names() -> list[str]:
    """Returns the named recipes that can be computed here."""
    done = facsim("recipe", "check", "keyword")
    return [name for name in NAMES if done.status == 0 or name not in NEEDS_JIEBA]


@pytest.fixture
def polyglot(tmp_path: Path) -> Path:
    """Writes pages in several languages, as text and HTML; one short, one empty."""
    chinese = "网页去重：用指纹在海明空间里查找近似重复的文档，数据库的索引和查询都要很快。" * 3
    return write_jsonl(tmp_path / "pages.jsonl", [
        {"id": "english", "text": text_of(200)},
        {"id": "chinese", "text": chinese},
        {"id": "html", "html": html(text_of(90, 7), menu=MENU)},
        {"id": "mixed", "text": f"{text_of(30)} {chinese} naïve ΣΊΣΥΦΟΣ שלום עולם"},
        {"id": "short", "text": "three short words"},
        {"id": "empty", "text": ""},
    ])  # fmt: skip
