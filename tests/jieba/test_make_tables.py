# SPDX-License-Identifier: Apache-2.0
"""Does the table hold what the package says? On a package of a few words, made up here."""

import hashlib
from pathlib import Path

import jieba_testing as testing
import pytest

WORDS = "春天 50 n\n天空 40 n\n春 9 n\n春 8 n\nC++ 3 nz\nγ射线 3 n\n花开 7 v\n"
IDFS = "春天 1.5\n天空 2.25\n月夜 4\n"
MODEL = {
    "start": {"B": -0.25, "E": -3.14e100, "M": -3.14e100, "S": -1.5},
    "trans": {
        "B": {"E": -0.5, "M": -1.0},
        "E": {"B": -0.5, "S": -1.0},
        "M": {"E": -0.25, "M": -1.25},
        "S": {"B": -0.75, "S": -0.75},
    },
    "emit": {"B": {"月": -1.0}, "E": {"夜": -1.0}, "M": {}, "S": {"月": -8.0, "夜": -8.0}},
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "jieba"
    (folder / "analyse").mkdir(parents=True)
    (folder / "finalseg").mkdir()
    (folder / "dict.txt").write_text(WORDS, encoding="utf-8")
    (folder / "analyse" / "idf.txt").write_text(IDFS, encoding="utf-8")
    for name, values in MODEL.items():
        text = f"from __future__ import unicode_literals\n\nP={values!r}\n"
        (folder / "finalseg" / f"prob_{name}.py").write_text(text, encoding="utf-8")
    return folder


def made(package: Path, name: str = "jieba.tables") -> Path:
    path = package.parent / name
    done = testing.maker("--package", package, "-o", path)
    assert done.status == 0, done.err
    assert done.out == ""
    assert f"{path}: 5 words, 3 idfs (median 2.25)" in done.err
    return path


def test_words_and_keywords(package: Path) -> None:
    table = made(package)
    texts = ["春天空", "月夜C++花开", "γ射线"]
    assert testing.ask("words", texts, table) == [
        ["春", "天空"],  # 8 x 40 against 50 x 1
        ["月", "夜", "C++", "花开"],
        ["γ", "射", "线"],
    ]
    assert testing.ask("words-hmm", texts, table)[1] == ["月夜", "C++", "花开"]
    # 月夜 has an idf though it is no word of the dictionary; 花开 has the median, 2.25.
    assert testing.ask("keywords:9", ["月夜花开"], table) == [[["月夜", 2.0], ["花开", 1.125]]]


def test_the_same_package_gives_the_same_bytes(package: Path) -> None:
    first, second = made(package), made(package, "again.tables")
    assert first.read_bytes() == second.read_bytes()
    (package / "dict.txt").write_text(WORDS.replace("50", "51"), encoding="utf-8")
    assert made(package, "third.tables").read_bytes() != first.read_bytes()


def test_the_bytes_are_those_of_version_1(package: Path) -> None:
    """Other bytes are another format or another digest: raise the version, or mend the maker."""
    digest = hashlib.sha256(made(package).read_bytes()).hexdigest()
    assert digest == "00b72e875be8b2e967404e6f6739af13b262158119c9aeb3c949ac7050ca465b"


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("dict.txt", "春天 many n\n", "dict.txt:1: not `word frequency`"),
        ("dict.txt", "春天 5 n\n天空\n", "dict.txt:2: not `word frequency`"),
        ("dict.txt", "春天 -5 n\n天空 9\n", "dict.txt:1: a frequency below 0"),
        ("dict.txt", "", "dict.txt: no word has a frequency"),
        ("dict.txt", "春" * 256 + " 5\n", "a word of 256 characters"),
        ("analyse/idf.txt", "春天\n", "idf.txt:1: not `word idf`"),
        ("analyse/idf.txt", "春天 1\n天空 nan\n", "idf.txt:2: an idf must be 0 or more"),
        ("analyse/idf.txt", "", "idf.txt: no words"),
        ("finalseg/prob_emit.py", "import os\n", "prob_emit.py: assigns no P"),
    ],
)
def test_broken_packages(package: Path, name: str, text: str, complaint: str) -> None:
    (package / name).write_text(text, encoding="utf-8")
    table = package.parent / "jieba.tables"
    done = testing.maker("--package", package, "-o", table)
    assert done.status == 1
    assert complaint in done.err
    assert not table.exists()


def test_no_package(tmp_path: Path) -> None:
    done = testing.maker("--package", tmp_path, "-o", tmp_path / "jieba.tables")
    assert done.status == 3
    assert str(tmp_path) in done.err
    assert not (tmp_path / "jieba.tables").exists()
