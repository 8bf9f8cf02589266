# SPDX-License-Identifier: Apache-2.0
"""Are our words and keywords exactly those of the Python package jieba?"""

import random

import jieba_testing as testing
import pytest

DOCUMENTS, POEMS = 500, 1000
MODES = {"words": False, "words-hmm": True}


@pytest.fixture(scope="session")
def jieba(tmp_path_factory: pytest.TempPathFactory) -> object:
    return testing.package(tmp_path_factory.mktemp("jieba-cache"))


def assert_same_words(jieba: object, mode: str, texts: list[str]) -> None:
    answers = testing.ask(mode, texts)
    wrong = []
    for text, ours in zip(texts, answers, strict=True):
        theirs = list(jieba.cut(text, HMM=MODES[mode]))
        if ours != theirs:
            wrong.append((ours, theirs))
    print(f"{mode}: {len(texts) - len(wrong)} of {len(texts)} texts equal")
    assert not wrong, f"{len(wrong)} of {len(texts)} texts differ; the first: {wrong[0]}"


@pytest.mark.parametrize("mode", MODES)
def test_lines_of_documents(jieba: object, mode: str) -> None:
    lines = [
        line
        for text in testing.documents("tidb_zh", DOCUMENTS)
        for line in text.splitlines(keepends=True)
    ]
    assert len(lines) > 10 * DOCUMENTS
    assert_same_words(jieba, mode, lines)


@pytest.mark.parametrize("mode", MODES)
def test_poems(jieba: object, mode: str) -> None:
    assert_same_words(jieba, mode, testing.documents("tangshi_two_editions", POEMS))


@pytest.mark.parametrize("mode", MODES)
def test_odd_texts(jieba: object, mode: str) -> None:
    """Pieces that the rules treat differently, in every mixture."""
    dictionary = sorted(word for word, n in jieba.dt.FREQ.items() if n)
    odd = "A a Zz 0 7 3.14 3.14.15 50% 5.% .5 %% + # & . _ - C++ c# AT&T T恤 B超 a.b X光 \r \n \r\n"
    # The borders of jieba's ideographs, ideographs beyond, signs, what has a lower or upper case.
    odd_characters = "一龥鿕鿖㐀\U00020000\U0001f600\u3007\u30fc\u3000\xa0\x00\ufffd\u0130\u212aéßÄ。，γ"
    draw = random.Random(42)
    texts = ["", " ", "\r\n", "\r\r\n\n"]
    for _ in range(3000):
        pieces = []
        for _ in range(draw.randrange(1, 14)):
            word = draw.choice(dictionary)
            pieces.append(
                draw.choice(
                    (
                        word,
                        word[: draw.randrange(1, len(word) + 1)],
                        word[-1],
                        chr(draw.randrange(0x4E00, 0x9FD8)),
                        draw.choice(odd.split(" ")),
                        draw.choice(odd_characters),
                        " ",
                    )
                )
            )
        texts.append("".join(pieces))
    assert_same_words(jieba, mode, texts)


def test_long_blocks(jieba: object) -> None:
    """Scores far from zero round differently, and missing emissions swallow all other digits."""
    draw = random.Random(7)
    poems = "".join(testing.documents("tangshi_two_editions", 200))
    han = [c for c in poems if "\u4e00" <= c <= "\u9fd5"]
    rare = [chr(draw.randrange(0x9E00, 0x9FD6)) for _ in range(200)]
    texts = ["".join(han[:4000]), "".join(rare), "龘" * 3000, "x" * 5000, "1.5%" * 1000]
    texts.append("".join(draw.choice((draw.choice(han), draw.choice(rare))) for _ in range(3000)))
    for mode in MODES:
        assert_same_words(jieba, mode, texts)


def test_keywords(jieba: object) -> None:
    texts = testing.documents("tidb_zh", DOCUMENTS)
    answers = testing.ask("keywords:50", texts)
    wrong = []
    for text, ours in zip(texts, answers, strict=True):
        theirs = [list(pair) for pair in jieba.analyse.extract_tags(text, 50, withWeight=True)]
        if ours != theirs:  # equal in all bits: both sides print all digits of a weight
            wrong.append((ours, theirs))
    print(f"keywords: {len(texts) - len(wrong)} of {len(texts)} lists equal")
    assert not wrong, f"{len(wrong)} of {len(texts)} lists differ; the first: {wrong[0]}"


def test_keywords_of_short_texts(jieba: object) -> None:
    """Ties, stop words, no words at all, all words (0)."""
    texts = ["", "的", "The THE of Or 数据库 数据库", "甲乙丙丁戊己庚辛", "foo bar foo baz bar \r\n"]
    texts += testing.documents("tangshi_two_editions", 300)
    for top_k in (0, 1, 5):
        theirs = [
            [list(pair) for pair in jieba.analyse.extract_tags(text, top_k, withWeight=True)]
            for text in texts
        ]
        assert testing.ask(f"keywords:{top_k}", texts) == theirs
