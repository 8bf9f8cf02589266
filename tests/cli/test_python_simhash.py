# SPDX-License-Identifier: Apache-2.0
"""The recipe python-simhash against the package `simhash` of the Python package index.

The known values are those that the package printed; the random cases ask it anew.
"""

import json
import random
import unicodedata

import pytest
from running import facsim, fewer

# The program has Unicode 15.0. What a Python of another version knows otherwise is no test of it.
UNICODE = tuple(int(part) for part in unicodedata.unidata_version.split(".")[:2])

GIVEN = """
name = "given-{bits}"
[units]
kind = "given"
field = "features"
[features]
lengths = [1]
weights = "tf"
[fingerprint]
bits = {bits}
hash = "md5"
of_nothing = true
"""


@pytest.fixture(scope="session")
def package():
    """The package, with the numpy whose values it had when people stored them."""
    numpy = pytest.importorskip("numpy", reason="skipped: numpy is not in the test environment")
    simhash = pytest.importorskip("simhash", reason="skipped: the package simhash is not here")
    assert int(numpy.__version__.split(".")[0]) < 2, "numpy 2 refuses counts above 255"
    return simhash


def values_of(folder, recipe, records):
    """The fingerprint of each record, in one run of the program."""
    path = folder / "records.jsonl"
    lines = []
    for i, record in enumerate(records):
        # Half of them with escapes, as pairs of surrogates where a character needs two.
        lines.append(json.dumps({"id": str(i), **record}, ensure_ascii=i % 2 == 0))
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="\n")
    done = facsim("fingerprint", path, "--recipe", recipe)
    assert done.status == 0, done.err
    assert done.err == ""
    rows = [line.split("\t") for line in done.out.splitlines()]
    assert [row[0] for row in rows] == [str(i) for i in range(len(records))]
    return [row[1] for row in rows]


def values_of_given(folder, bits, lists):
    """The same of lists (or maps) of features."""
    recipe = folder / f"given-{bits}.toml"
    recipe.write_text(GIVEN.format(bits=bits))
    records = [{"features": features} for features in lists]
    return values_of(folder, recipe, records)


TEXTS = {
    "How are you? I AM fine. Thanks. And you?": 13831624873712969754,
    "How old are you ? :-) i am fine. Thanks. And you?": 10949321070319912978,
    "你好　世界！　　呼噜。": 15820109506574984036,
    "你好，世界　呼噜": 15820109506574984036,
    "海量网页去重：用 SimHash 指纹在 64 位海明空间里查找近似重复的文档。": 15442329264809237206,
    "海量网页去重：用 SimHash 指纹在 64 位海明空间中查找近似重复的文件。": 1607262677574535894,
    "": 16825458760271544958,
    "!!!": 16825458760271544958,
    "STRASSE straße İstanbul ΣΊΣΥΦΟΣ naïve": 1812071437094402881,
    "The quick brown fox jumps over the lazy dog": 3182376498800265610,
    "It is a truth universally acknowledged, that a single man in possession of a good fortune, "
    "must be in want of a wife.": 3983978792791327325,
}

NUMBERS = [str(i) for i in range(500)]
FEATURES = [
    ({"apple": 1.5, "banana": 1.25, "cherry": 0.75, "date": 0.5}, 64, 17393774828555179123),
    ([("crawl", 2), ("index", 3), ("web", 4), ("page", 1)], 64, 4813719094801275037),
    ([("crawl", 2), ("index", 3), ("web", 4), ("page", 1)], 128,
     128445364294059567547841591183390611613),
    ([("crawl", 2), ("index", 3), ("web", 4), ("page", 1)], 32, 908400797),
    ([("近似", 2.0), ("重复", 2.0), ("网页", 1.5), ("检测", 1.0), ("指纹", 0.5)], 64,
     14357758225661334121),
    (["a", "b"], 64, 3513678945095583233),
    ([("a", 2), "b", "c"], 64, 3587003245248337699),
    ([("a", 2), ("b", 2), ("c", 2)], 64, 3587003245248337699),
    ([("a", 2), ("b", 1), ("c", 1)], 64, 3585877276621997601),
    ([], 64, 0),
    ({}, 64, 0),
    ([(number, 50 * i) for i, number in enumerate(NUMBERS)], 64, 3372825719632739723),
    (NUMBERS, 64, 7984652473404407437),
    ([("crawl", 120), ("index", 51), ("web", 90), ("page", 50)], 64, 4235035950325762201),
]  # fmt: skip


def test_known_texts(tmp_path):
    ours = values_of(tmp_path, "python-simhash", [{"text": text} for text in TEXTS])
    assert [int(value, 16) for value in ours] == list(TEXTS.values())
    assert all(len(value) == 16 for value in ours)
    assert bin(int(ours[0], 16) ^ int(ours[1], 16)).count("1") == 7


@pytest.mark.parametrize("bits", [32, 64, 128])
def test_known_features(tmp_path, bits):
    known = [(features, value) for features, width, value in FEATURES if width == bits]
    assert known
    ours = values_of_given(tmp_path, bits, [features for features, _ in known])
    assert [int(value, 16) for value in ours] == [value for _, value in known]
    assert all(len(value) == bits // 4 for value in ours)


def test_a_window_more_than_255_times(tmp_path, package):
    """Counts that numpy 2 refuses and numpy 1 multiplied."""
    texts = ["abcd" * 700 + " and a little more", "x" * 5000, "好" * 300 + "你好世界" * 299]
    ours = values_of(tmp_path, "python-simhash", [{"text": text} for text in texts])
    assert ours == [f"{package.Simhash(text).value:016x}" for text in texts]


def test_a_nul_beside_a_sigma(tmp_path, package):
    """The sigma behind a NUL does not end a word: case is folded with the NUL in its place."""
    texts = ["\u03a6\0\u03a3", "\u03a6\u03a3", "ΑΣ\0Β ΟΔΟΣ\0", "\0Σ", "Σ\0Σ\0Σ", "\ufeffΑΣ"]
    texts += ["Α\0\u0301Σ"]
    ours = values_of(tmp_path, "python-simhash", [{"text": text} for text in texts])
    assert ours == [f"{package.Simhash(text).value:016x}" for text in texts]
    assert ours[0] == "0bac8e7cbe36f0a8" != ours[1]


def is_known_to_both(character):
    """Whether this Python and Unicode 15.0 say the same of a character."""
    if unicodedata.category(character) in ("Cn", "Cs"):
        return False
    return UNICODE <= (15, 0) or unicodedata.ucd_3_2_0.category(character) != "Cn"


def ranges(*pairs):
    """All characters of some ranges, ends included, that can be compared."""
    found = [chr(c) for first, last in pairs for c in range(first, last + 1)]
    return [character for character in found if is_known_to_both(character)]


ALPHABETS = [
    ranges((0x20, 0x7E)),
    ranges((0x61, 0x7A), (0x20, 0x20)),
    ranges((0xA0, 0x24F)),  # accents, U+00B2, U+00DF
    ranges((0x300, 0x36F), (0x61, 0x66)),  # combining marks
    ranges((0x370, 0x3FF), (0x1F00, 0x1FFF)),  # Greek
    ranges((0x400, 0x52F)),
    ranges((0x590, 0x6FF), (0x200E, 0x200F)),  # right to left
    ranges((0x900, 0x97F), (0xE00, 0xE7F)),  # vowels that are marks
    ranges((0x3000, 0x30FF), (0x4E00, 0x4EFF), (0x9FA0, 0x9FFF)),
    ranges((0xAC00, 0xACFF), (0x1100, 0x11FF)),
    ranges((0x2070, 0x209F), (0x2150, 0x218F), (0x2460, 0x24FF)),  # digits of all sorts
    ranges((0x10400, 0x1044F), (0x1D400, 0x1D7FF), (0x20000, 0x20040), (0x1F600, 0x1F640)),
    ranges((0xFF00, 0xFFEF), (0xFB00, 0xFB4F)),
    list("iIİıσςΣΑα.'\u0301\u0307\u00ad:·_ "),  # the Turkish I, the last sigma and what it looks at
    list("Σσς\0ΑΦ.\u0301\u0345\u00ad"),  # what stands between a sigma and its word
    list(" \t\n\r\0!?.,;:-—。、！？\u3000\u2028\ufeff\ufffd"),
]
EVERYTHING = ranges((0, 0x10FFFF))


def random_text(draw):
    kind = draw.random()
    if kind < 0.02:
        return "".join(draw.choices(ALPHABETS[-1], k=draw.randrange(9)))
    length = draw.choice((draw.randrange(8), draw.randrange(60), draw.randrange(250)))
    if kind < 0.15:
        return "".join(draw.choices(EVERYTHING, k=length))
    text = []
    while len(text) < length:
        alphabet = draw.choice(ALPHABETS) if draw.random() < 0.8 else ALPHABETS[0]
        piece = draw.choices(alphabet, k=draw.randrange(1, 20))
        text += piece * (draw.randrange(2, 90) if draw.random() < 0.02 else 1)
    return "".join(text)


def random_feature(draw):
    alphabet = draw.choice(ALPHABETS)
    return "".join(draw.choices(alphabet, k=draw.choice((0, 1, 1, 2, 3, 4, 8, 40))))


def random_weight(draw, sort):
    if sort == "int":
        return draw.choice((draw.randrange(6), draw.randrange(60), draw.randrange(45, 300),
                            draw.randrange(10**9), -draw.randrange(1, 70)))  # fmt: skip
    if sort == "float":
        return draw.choice((draw.random(), draw.randrange(400) / 4, draw.uniform(-9, 90),
                            draw.random() * 1e-9, draw.random() * 1e12, 0.0))  # fmt: skip
    return random_weight(draw, draw.choice(("int", "float")))


def random_features(draw):
    count = draw.choice((draw.randrange(4), draw.randrange(12), draw.randrange(60), 230))
    names = [random_feature(draw) for _ in range(count)]
    if names and draw.random() < 0.3:
        names += draw.choices(names, k=draw.randrange(5))
    kind = draw.choice(("texts", "pairs", "mixed", "map"))
    sort = draw.choice(("int", "int", "float", "both"))
    if kind == "texts":
        return names
    if kind == "pairs":
        return [(name, random_weight(draw, sort)) for name in names]
    if kind == "map":
        return {name: random_weight(draw, sort) for name in names}
    # A weight that is no whole number followed by a text without one is an error of the package,
    # and it repeats the text's hash as often as the weight says: no large ones.
    return [
        name if draw.random() < 0.5 else (name, draw.randrange(-20, 400)) for name in names
    ]


def differing(cases, ours, theirs):
    wrong = [case for case in zip(cases, ours, theirs, strict=True) if case[1] != case[2]]
    print(f"{len(cases) - len(wrong)} of {len(cases)} equal")
    return wrong


def test_random_texts(tmp_path, package):
    draw = random.Random(20240607)
    count = fewer(4000)
    texts = [random_text(draw) for _ in range(count)]
    assert all(sum(letter in text for text in texts) > count // 80 for letter in "Σİ")
    assert sum(any(c > "\uffff" for c in text) for text in texts) > count // 8
    ours = values_of(tmp_path, "python-simhash", [{"text": text} for text in texts])
    theirs = [f"{package.Simhash(text).value:016x}" for text in texts]
    wrong = differing(texts, ours, theirs)
    assert not wrong, f"{len(wrong)} texts differ; the first: {wrong[0]}"


@pytest.mark.parametrize(("bits", "count"), [(64, 2400), (32, 800), (128, 800)])
def test_random_features(tmp_path, package, bits, count):
    draw = random.Random(bits)
    count = fewer(count)
    cases, theirs, refused = [], [], 0
    while len(cases) < count:
        features = random_features(draw)
        try:
            value = package.Simhash(features, f=bits).value
        except (TypeError, ValueError, OverflowError):
            refused += 1
            continue
        cases.append(features)
        theirs.append(f"{value:0{bits // 4}x}")
    assert refused < count // 4, "the package refuses most of the cases; they test too little"
    ours = values_of_given(tmp_path, bits, cases)
    wrong = differing(cases, ours, theirs)
    assert not wrong, f"{len(wrong)} lists differ; the first: {wrong[0]}"
