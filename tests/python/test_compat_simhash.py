# SPDX-License-Identifier: Apache-2.0
"""facsim.compat.simhash against the package simhash of the Python package index."""

import hashlib
import pickle
import random
import re

import pytest
from facsim.compat.simhash import Simhash, SimhashIndex
from making import near, words

KNOWN = [
    ("How are you? I AM fine. Thanks. And you?", 64, 13831624873712969754),
    ("你好　世界！　　呼噜。", 64, 15820109506574984036),
    ("", 64, 16825458760271544958),
    ("STRASSE straße İstanbul ΣΊΣΥΦΟΣ naïve", 64, 1812071437094402881),
    ([], 64, 0),
    ({"apple": 1.5, "banana": 1.25, "cherry": 0.75, "date": 0.5}, 64, 17393774828555179123),
    ([("a", 2), "b", "c"], 64, 3587003245248337699),
    ([("crawl", 2), ("index", 3), ("web", 4), ("page", 1)], 128,
     128445364294059567547841591183390611613),
    ([("crawl", 2), ("index", 3), ("web", 4), ("page", 1)], 32, 908400797),
    ([(str(i), 50 * i) for i in range(500)], 64, 3372825719632739723),
]  # fmt: skip


@pytest.fixture(scope="module")
def package():
    return pytest.importorskip("simhash", reason="skipped: the package simhash is not here")


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def whole_number(data: bytes) -> int:
    return int.from_bytes(hashlib.sha1(data, usedforsecurity=False).digest(), "big")


@pytest.mark.parametrize("number", range(len(KNOWN)))
def test_known_values(number: int) -> None:
    value, f, expected = KNOWN[number]
    assert Simhash(value, f=f).value == expected


def random_text(chance: random.Random) -> str:
    alphabets = [
        "abcdefgh ", "ABCdefÀÉîßŒ .,!", "ΑΒΓΣσςάΆ ", "İıIi\u0301\u0307σΣ\u00ad'.", "你好世界网页 ，。",
        "אבגدهو \u200f", "🦊🦉 a", "\0aΣΦ\u0600\ue000\u0903", "0123²½①_- ",
    ]  # fmt: skip
    alphabet = chance.choice(alphabets) + (chance.choice(alphabets) if chance.random() < 0.3 else "")
    return "".join(chance.choices(alphabet, k=chance.choice((0, 1, 3, 8, 40, 200))))


def random_features(chance: random.Random) -> object:
    names = [random_text(chance)[:6] for _ in range(chance.choice((0, 1, 4, 30)))]
    kind = chance.random()
    if kind < 0.25:
        return names
    weights = [chance.choice((1, 2, 49, 51, 300, 0, -3, 0.5, 2.25, 1e6)) for _ in names]
    if kind < 0.5:
        return dict(zip(names, weights, strict=True))
    pairs = list(zip(names, weights, strict=True))
    if kind < 0.8:
        return pairs
    # A weight that is no whole number before a bare text is an error of both.
    return [(name, chance.randrange(-5, 90)) if chance.random() < 0.5 else name for name in names]


def same(ours: object, theirs: object, *arguments: object, **settings: object) -> None:
    try:
        expected = theirs(*arguments, **settings).value
    except OverflowError:  # numpy 2
        return
    except Exception as error:  # noqa: BLE001 (whatever the package raises)
        with pytest.raises(type(error)):
            ours(*arguments, **settings)
        return
    assert ours(*arguments, **settings).value == expected, (arguments, settings)


def test_random_texts_and_features(package) -> None:
    chance = random.Random(11)
    for _ in range(4000):
        same(Simhash, package.Simhash, random_text(chance))
    for _ in range(4000):
        features = random_features(chance)
        same(Simhash, package.Simhash, features, f=chance.choice((64, 64, 32, 128)))


def test_other_widths_hashes_and_classes(package) -> None:
    chance = random.Random(12)
    for _ in range(300):
        text, features = random_text(chance), random_features(chance)
        for settings in (
            {"f": 256, "hashfunc": sha256}, {"f": 64, "hashfunc": whole_number}, {"f": 16},
            {"reg": r"[a-z]+"}, {"reg": re.compile(r"(\w)\w*")}, {"f": 96},
        ):  # fmt: skip
            same(Simhash, package.Simhash, text, **settings)
            same(Simhash, package.Simhash, features, **settings)


def test_numbers_copies_and_refusals(package) -> None:
    for value in (7, -1, 1 << 70, True):
        same(Simhash, package.Simhash, value)
    for value in (None, 1.5, b"bytes", object()):
        same(Simhash, package.Simhash, value)
    with pytest.raises(ValueError):
        Simhash("x", f=63)
    copy = Simhash(Simhash("some text", f=32))
    assert copy.f == 64 and copy.value == Simhash("some text", f=32).value
    assert Simhash("a") == Simhash("a") and Simhash("a") != Simhash("b")
    with pytest.raises(TypeError):
        hash(Simhash("a"))
    with pytest.raises(AssertionError):
        Simhash("a").distance(Simhash("a", f=32))
    first, second = Simhash(words(1)), Simhash(near(1, 1))
    assert first.distance(second) == (first.value ^ second.value).bit_count()


@pytest.mark.parametrize(("f", "k"), [(64, 2), (64, 3), (64, 0), (32, 5), (128, 3)])
def test_an_index_answers_as_the_package(package, f: int, k: int) -> None:
    chance = random.Random(k)
    values = [chance.getrandbits(f) for _ in range(60)]
    values += [value ^ 1 << chance.randrange(f) ^ 1 << chance.randrange(f) for value in values]
    ours = SimhashIndex([(i, Simhash(v, f=f)) for i, v in enumerate(values)], f=f, k=k)
    theirs = package.SimhashIndex([(i, package.Simhash(v, f=f)) for i, v in enumerate(values)], f=f, k=k)
    for index, kind in ((ours, Simhash), (theirs, package.Simhash)):
        index.add("again, with a comma", kind(values[3], f=f))
        index.add("again, with a comma", kind(values[3], f=f))
        index.delete(5, kind(values[5], f=f))
        index.delete("nobody", kind(values[6], f=f))
    mine, other = Simhash(values[1], f=f), package.Simhash(values[1], f=f)
    assert list(ours.get_keys(mine)) == list(theirs.get_keys(other))
    for value in values:
        mine = sorted(ours.get_near_dups(Simhash(value, f=f)))
        assert mine == sorted(theirs.get_near_dups(package.Simhash(value, f=f)))
    assert {key: entries for key, entries in theirs.bucket.items() if entries} == ours.bucket
    again = pickle.loads(pickle.dumps(ours))  # noqa: S301 (our own)
    assert again.get_near_dups(Simhash(values[0], f=f)) == ours.get_near_dups(Simhash(values[0], f=f))
