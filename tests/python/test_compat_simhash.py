# SPDX-License-Identifier: Apache-2.0
"""Compares facsim.compat.simhash with the package simhash of the Python package index."""

import copy
import functools
import hashlib
import logging
import math
import os
import pickle
import random
import re
import sys

import pytest
from facsim.compat.simhash import Simhash, SimhashIndex
from making import near, words
from running import run

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
        "a\ud800\udc00\udfffΣ ", "\u0301\u0345\u0308\u064b",
    ]  # fmt: skip
    alphabet = chance.choice(alphabets)
    if chance.random() < 0.3:
        alphabet += chance.choice(alphabets)
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
    # A weight that is not an int before a plain text is an error in both.
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


# Unusual inputs that users pass by mistake or on purpose. NUL separates the sigma from the letter
# before it, so that it is not the last letter of a word.
ODD = [
    "\u03a6\0\u03a3", "\0", "Σ\0", "\u0301", "👩‍👩‍👧‍👦 Σ", "abc\ud800def", "שלום עולם \u200f", "ﬁ Ⅷ ①",
    [("a", float("nan")), "b"], [("a", float("inf")), ("b", 1)], [("a", -math.inf), ("b", 2.5)],
    [("a", 10**30), ("b", 1.0)], [("a", True), ("b", False)], [("a", "2")], [("a", None)],
    [("a", 1j)], [b"ab"], [(None, 1)], [("a", 1, 2)], ["\ud800"], {"a": 1}.items(), {"b"},
    range(2), bytearray(b"a"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(ODD)))
@pytest.mark.parametrize("f", [64, 32, 128, 16])
def test_odd_values(package, number: int, f: int) -> None:
    same(Simhash, package.Simhash, ODD[number], f=f)


def negative(data: bytes) -> int:
    return -whole_number(data)


class Hasher:
    def __call__(self, data: bytes) -> int:
        return whole_number(data)


@pytest.mark.parametrize(
    "hashfunc", [negative, Hasher(), functools.partial(sha256), lambda x: bytearray(sha256(x)), len]
)
def test_hash_functions_of_users(package, hashfunc) -> None:
    chance = random.Random(2)
    for _ in range(100):
        text, features = random_text(chance), random_features(chance)
        for f in (8, 64, 128, 256):
            same(Simhash, package.Simhash, text, f=f, hashfunc=hashfunc)
            same(Simhash, package.Simhash, features, f=f, hashfunc=hashfunc)


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


def same_index(package, entries: list, f: int, k: int, deleted: list, queries: list) -> None:
    """Requires that both indexes answer alike, with the same entries, deletions and queries."""
    ours = SimhashIndex([(i, Simhash(v, f=f)) for i, v in entries], f=f, k=k)
    theirs = package.SimhashIndex([(i, package.Simhash(v, f=f)) for i, v in entries], f=f, k=k)
    assert ours.bucket_size() == theirs.bucket_size()
    for obj_id, value in deleted:
        ours.delete(obj_id, Simhash(value, f=f))
        theirs.delete(obj_id, package.Simhash(value, f=f))
    for value in queries:
        mine, other = Simhash(value, f=f), package.Simhash(value, f=f)
        assert list(ours.get_keys(mine)) == list(theirs.get_keys(other))
        found = ours.get_near_dups(mine)
        assert sorted(found) == sorted(theirs.get_near_dups(other)), (value, f, k)
        # The answer does not depend on which package made the query object.
        assert ours.get_near_dups(other) == found
    held = {key: entries for key, entries in theirs.bucket.items() if entries}
    assert ours.bucket == held and ours.bucket_size() == len(held)
    for copied in (pickle.loads(pickle.dumps(ours)), copy.deepcopy(ours)):  # noqa: S301 (our own)
        assert copied.bucket == held and (copied.f, copied.k) == (f, k)


WIDTHS = [(64, 2), (64, 3), (64, 0), (32, 5), (128, 3), (256, 7), (16, 15), (8, 11), (200, 2)]
WIDTHS += [(64, -1)]


@pytest.mark.parametrize(("f", "k"), WIDTHS)
def test_an_index_answers_as_the_package(package, f: int, k: int) -> None:
    chance = random.Random(f + k)
    centres = [chance.getrandbits(f) for _ in range(40)]
    values = list(centres)
    for value in centres * 3:
        for _ in range(chance.randrange(5)):
            value ^= 1 << chance.randrange(f)
        values.append(value)
    # Values beyond f bits: the package compares only f bits, but distinguishes entries by all.
    values += [-1, -values[0], values[1] + (1 << f), values[1] + (5 << f), True, 0]
    values += [(1 << 300) + values[2]]
    names = ["a", "with, commas,", "", "Ῥόδος", "\ud800 alone", "🦉", "נמל", "nul\0", "\u0301"]
    names += [7, None, 3.5, ("t", 1), b"bytes"]
    entries = [(chance.choice(names), value) for value in values]
    entries += chance.sample(entries, 20) + [("same id", value) for value in values[:20]]
    deleted = [*chance.sample(entries, 60), ("nobody", values[0]), ("a", values[0] ^ 1 << f)]
    same_index(package, entries, f, k, deleted, values)


def test_an_index_of_numbers_and_names_of_numpy(package) -> None:
    numpy = pytest.importorskip("numpy", reason="skipped: numpy is not here")
    values = [5, 77, 1 << 60, -5]
    ours = SimhashIndex([(numpy.str_(i), Simhash(numpy.int64(v))) for i, v in enumerate(values)])
    theirs = package.SimhashIndex([(str(i), package.Simhash(v)) for i, v in enumerate(values)])
    assert ours.bucket == theirs.bucket
    # The package fails to compare numbers of NumPy.
    assert ours.get_near_dups(Simhash(numpy.uint64(5))) == ["0", "1"]
    assert Simhash(numpy.uint64(1 << 63)).distance(Simhash(numpy.int64(-1))) == 63
    ours.delete(numpy.int64(0), Simhash(5))
    assert ours.get_near_dups(Simhash(5)) == ["1"]


def test_an_index_that_comes_and_goes(package) -> None:
    chance = random.Random(3)
    shifts = (0, 21, 42, 61)
    pool = [
        (chance.randrange(4), chance.getrandbits(3) << chance.choice(shifts)) for _ in range(300)
    ]
    ours, theirs = SimhashIndex([]), package.SimhashIndex([])
    for step in range(3000):
        obj_id, value = chance.choice(pool)
        act = "add" if chance.random() < (0.7, 0.2)[step // 500 % 2] else "delete"
        getattr(ours, act)(obj_id, Simhash(value))
        getattr(theirs, act)(obj_id, package.Simhash(value))
        if step % 11 == 0:
            asked = value ^ 1 << chance.randrange(64)
            found = theirs.get_near_dups(package.Simhash(asked))
            assert sorted(ours.get_near_dups(Simhash(asked))) == sorted(found)


def test_an_index_tells_of_its_progress_and_of_big_buckets(package, caplog) -> None:
    said = []
    for kind, index in ((Simhash, SimhashIndex), (package.Simhash, package.SimhashIndex)):
        log = logging.getLogger("of-a-user")
        log.setLevel(logging.INFO)
        caplog.clear()
        for count in (0, 1, 2, 10_000, 10_001):
            index([(i, kind(i)) for i in range(count)], log=log)
        made = index([(i, kind(7)) for i in range(201)] + [(0, kind(8))], log=log)
        assert len(made.get_near_dups(kind(7 | 1 << 63))) == 201
        said.append([(record.levelname, record.getMessage()) for record in caplog.records])
    assert said[0] == said[1]
    assert ("WARNING", "Big bucket found. key:7:0, len:201") in said[0]


def test_a_look_up_makes_no_buckets() -> None:
    index = SimhashIndex([("a", Simhash(1))])
    assert index.bucket_size() == 3
    for value in range(2, 100):
        index.get_near_dups(Simhash(value << 32 | value))
    assert index.bucket_size() == 3 and len(index.bucket) == 3


def test_an_index_answers_in_the_order_of_adding() -> None:
    index = SimhashIndex([(i, Simhash(i % 4)) for i in range(100)], k=2)
    assert index.get_near_dups(Simhash(1)) == [str(i) for i in range(100)]


def test_what_an_index_refuses() -> None:
    index = SimhashIndex([("a", Simhash(1))])
    for act in (index.get_near_dups, lambda x: index.add("b", x), lambda x: index.delete("b", x)):
        with pytest.raises(AssertionError, match="f=32, where the index has f=64"):
            act(Simhash(1, f=32))
        with pytest.raises(AttributeError):
            act(None)
    with pytest.raises(AssertionError):
        SimhashIndex([("a", Simhash(1, f=32))])
    for entries in ([("a",)], [("a", Simhash(1), 2)], [5], ["ab"]):
        with pytest.raises((TypeError, AttributeError)):
            SimhashIndex(entries)
    with pytest.raises(TypeError):
        SimhashIndex(iter([]))  # of no length
    with pytest.raises(TypeError):
        SimhashIndex([], k=2.5)
    with pytest.raises(ValueError, match="65535"):
        SimhashIndex([], k=70_000)
    for f in (-8, 1 << 17, 1 << 80):
        with pytest.raises(ValueError, match="bits; an index has 0 to 65536"):
            SimhashIndex([], f=f)
    with pytest.raises(ValueError, match="65535"):
        SimhashIndex([], k=1 << 80)
    broken = Simhash(1)
    broken.value = "no number"
    with pytest.raises(TypeError):
        index.add("b", broken)
    assert index.get_near_dups(Simhash(1)) == ["a"]


def test_a_class_of_a_users_own() -> None:
    class Counting(SimhashIndex):
        added = 0

        def add(self, obj_id: object, simhash: Simhash) -> None:
            self.added += 1
            super().add(obj_id, simhash)

    index = Counting([(i, Simhash(i << 8)) for i in range(9)], k=1)
    assert index.added == 9 and index.get_near_dups(Simhash(256)) == ["0", "1", "3", "5"]
    again = pickle.loads(pickle.dumps(SimhashIndex([("a", Simhash(1))])))  # noqa: S301 (our own)
    again.add("b", Simhash(2))
    assert again.get_near_dups(Simhash(1)) == ["a", "b"]


def test_ctrl_c_ends_a_long_build() -> None:
    code = """if True:
        import signal, time
        from facsim.compat.simhash import Simhash, SimhashIndex
        class Endless(list):
            def __len__(self): return 5
            def __iter__(self):
                import itertools
                numbers = itertools.count()
                return ((i, Simhash(i * 0x9e3779b97f4a7c15)) for i in numbers)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            SimhashIndex(Endless())
        except KeyboardInterrupt:
            print("interrupted")
    """
    folder = os.environ["FACSIM_PYTHON_PACKAGE"]
    done = run([sys.executable, "-c", code], env={"PYTHONPATH": folder}, seconds=20)
    assert done.out == "interrupted\n", done.err
