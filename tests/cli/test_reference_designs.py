# SPDX-License-Identifier: Apache-2.0
"""Designs that others built, each against its rules written down plainly in Python.

The crawl course's worked example of six bits is in the tests beside the C++ code; here its weights
are made anew from jieba's words, with MD5 as hash because Python has that one.
"""

import hashlib
import json
import random
import sys
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "jieba"))
import jieba_testing  # noqa: E402
from running import facsim, fewer


def values_of(folder, recipe, texts, *flags):
    """The fingerprint of each text, in one run."""
    path = folder / "texts.jsonl"
    lines = (json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts))
    path.write_text("".join(lines))
    done = facsim("fingerprint", path, "--recipe", recipe, *flags)
    assert done.status == 0, done.err
    values = [line.split("\t")[1] for line in done.out.splitlines()]
    assert len(values) == len(texts)
    return values


def signs(weighted, bits):
    """Bit j is set where the weights of hashes that have it outweigh the others."""
    value = 0
    for j in range(bits):
        if sum(w if h >> j & 1 else -w for h, w in weighted) > 0:
            value |= 1 << j
    return f"{value:0{bits // 4}x}"


def distance(a, b):
    return bin(int(a, 16) ^ int(b, 16)).count("1")


# ---- The content-seen module: 32 bits of windows of UTF-16 units ----


def dotnet_hash(units):
    even = odd = 5381
    for i in range(0, len(units), 2):
        even = (even * 33 ^ units[i]) & 0xFFFFFFFF
        if i + 1 < len(units):
            odd = (odd * 33 ^ units[i + 1]) & 0xFFFFFFFF
    return (even + odd * 1566083941) & 0xFFFFFFFF


def content_seen(text, fixed):
    raw = text.encode("utf-16-le")
    units = [int.from_bytes(raw[i : i + 2], "little") for i in range(0, len(raw), 2)]
    windows = []
    position = 0
    while position < (len(units) if fixed else len(units) - 4):
        windows.append(units[position : position + (5 if fixed else 4)])
        position += 5 if fixed else 1
    return signs([(dotnet_hash(window), 1) for window in windows], 32)


CONTENT_SEEN = [("content-seen-32", False), ("content-seen-32-fixed", True)]


@pytest.mark.parametrize(("recipe", "likeness"), [
    ("content-seen-32", 78.125), ("content-seen-32-fixed", 59.375)])  # fmt: skip
def test_worked_figures_of_content_seen(tmp_path, recipe, likeness):
    cats = ["the cat sat on the mat.", "the cat sat on a mat."]
    first, second = values_of(tmp_path, recipe, cats)
    assert len(first) == len(second) == 8
    assert (32 - distance(first, second)) / 32 * 100 == likeness


@pytest.mark.parametrize(("recipe", "fixed"), CONTENT_SEEN)
def test_random_texts_of_content_seen(tmp_path, recipe, fixed):
    draw = random.Random(recipe)
    # No NUL: no page has any, whatever its recipe.
    alphabets = ["ab ", "the cat sat. ", "éüß\u0301 ", "网页去重。", "a\U0001f600\U00020000你",
                 "\1\t\r\n\x85\u200b "]  # fmt: skip
    texts = ["", "a", "abc", "abcd", "abcde", "abcdef"]
    texts += ["\U0001f600", "ab\U0001f600", "abc\U0001f600"]
    while len(texts) < 500:
        alphabet = draw.choice(alphabets)
        texts.append("".join(draw.choices(alphabet, k=draw.choice((3, 4, 5, 9, 40, 700)))))
    ours = values_of(tmp_path, recipe, texts)
    theirs = [content_seen(text, fixed) for text in texts]
    wrong = [case for case in zip(texts, ours, theirs, strict=True) if case[1] != case[2]]
    assert not wrong, f"{len(wrong)} of {len(texts)} differ; the first: {wrong[0]}"


# ---- The keyword SimHash ----


def python_hash(word):
    if not word:
        return 0
    x = ord(word[0]) << 7
    for character in word:
        x = (x * 1000003 ^ ord(character)) & ((1 << 128) - 1)
    return (x ^ len(word)) & ((1 << 64) - 1)


@pytest.fixture(scope="module")
def jieba(tmp_path_factory):
    return jieba_testing.package(tmp_path_factory.mktemp("jieba-cache"))


@pytest.fixture
def with_jieba():
    """Skips where the program was built without jieba's tables."""
    done = facsim("recipe", "check", "keyword")
    if done.status != 0:
        pytest.skip("skipped: the program has no jieba.tables beside it")


def test_hash_of_a_keyword_is_pinned(tmp_path, with_jieba):
    """亚冠 is the only keyword of the text, so the fingerprint is its hash."""
    pinned = "23be7b2d278406ec"
    assert f"{python_hash('亚冠'):016x}" == pinned
    assert values_of(tmp_path, "keyword", ["亚冠", ""]) == [pinned, "0" * 16]


@pytest.mark.parametrize("corpus", ["tidb_zh", "tangshi_two_editions"])
def test_keywords_of_real_texts(tmp_path, with_jieba, jieba, corpus):
    texts = jieba_testing.documents(corpus, fewer(200))
    ours = values_of(tmp_path, "keyword", texts)
    theirs = [
        signs([(python_hash(word), weight)
               for word, weight in jieba.analyse.extract_tags(text, 50, withWeight=True)], 64)
        for text in texts
    ]  # fmt: skip
    assert len(set(theirs)) > 0.75 * len(texts)
    wrong = [i for i in range(len(texts)) if ours[i] != theirs[i]]
    assert not wrong, f"{len(wrong)} of {len(texts)} differ, the first at {wrong[0]}"


# ---- The crawl course's pipeline ----

COURSE_BY_MD5 = """
name = "course-md5"
[units]
kind = "jieba-words"
[features]
lengths = [1]
weights = "five-levels"
idf = { file = "jieba" }
[fingerprint]
hash = "md5"
"""


def md5_hash(text):
    return int.from_bytes(hashlib.md5(text.encode()).digest()[8:], "big")


def folded(word):
    """Words as the program writes them: case and width folded, without what is no letter."""
    word = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold())
    return "".join(c for c in word if unicodedata.category(c)[0] in "LM" or c.isdigit())


def course_weights(jieba, text):
    """Word -> level: fifths of the text's largest tf x idf."""
    table = jieba.analyse.default_tfidf
    counts = Counter(word for word in map(folded, jieba.cut(text)) if word)
    weights = {
        word: count * table.idf_freq.get(word, table.median_idf) for word, count in counts.items()
    }
    largest = max(weights.values())
    return {
        word: next(level for level in (1, 2, 3, 4, 5) if weight * 5 <= largest * level)
        for word, weight in weights.items()
    }


COURSE_TEXT = (
    "上海上港在亚冠小组赛首轮绝杀对手，新赛季的亚冠附加赛已经结束。亚冠的小组赛里，上海上港连续三个赛季"
    "取得开门红；SIPG 队的教练说，附加赛之后球队的状态很好，亚冠是本赛季的重点。"
)


def test_levels_of_the_course(tmp_path, with_jieba, jieba):
    recipe = tmp_path / "course.toml"
    recipe.write_text(COURSE_BY_MD5)
    weights = course_weights(jieba, COURSE_TEXT)
    assert set(weights.values()) >= {1, 2, 5} and weights["亚冠"] == 5
    theirs = signs([(md5_hash(word), level) for word, level in weights.items()], 64)
    assert values_of(tmp_path, recipe, [COURSE_TEXT]) == [theirs]
    unweighted = signs([(md5_hash(word), 1) for word in weights], 64)
    assert theirs != unweighted, "the text cannot tell levels from none"


def test_topic_words_of_the_course_weigh_more(tmp_path, with_jieba, jieba):
    recipe = tmp_path / "course.toml"
    recipe.write_text(COURSE_BY_MD5)
    topic = tmp_path / "football.tsv"
    topic.write_text("# words of football\n亚冠\t3\n上海上港\t2.5\nsipg\t4\n教练\t0.25\n")
    factors = {"亚冠": 3, "上海上港": 2.5, "sipg": 4, "教练": 0.25}
    weights = course_weights(jieba, COURSE_TEXT)
    weighted = [(md5_hash(w), level * factors.get(w, 1)) for w, level in weights.items()]
    ours = values_of(tmp_path, recipe, [COURSE_TEXT], "--topic", topic)
    assert ours == [signs(weighted, 64)]
    assert ours != values_of(tmp_path, recipe, [COURSE_TEXT])


def test_the_course_is_that_recipe_but_for_the_hash(tmp_path, with_jieba):
    recipe = tmp_path / "course.toml"
    recipe.write_text(COURSE_BY_MD5)
    shown = [facsim("recipe", "show", name).out.splitlines()[2:] for name in ("course", recipe)]
    assert [pair for pair in zip(*shown, strict=True) if pair[0] != pair[1]] == [
        ('hash = "xxh3"', 'hash = "md5"')
    ]
