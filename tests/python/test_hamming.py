# SPDX-License-Identifier: Apache-2.0
"""HammingIndex, HammingFolder and close_pairs against a scan; recipes."""

import contextlib
import random
import threading
from pathlib import Path

import facsim
import numpy as np
import pyarrow as pa
import pytest
from running import facsim as program

chance = random.Random(7)
VALUES = [chance.getrandbits(64) for _ in range(2000)]
VALUES += [value ^ 1 << chance.randrange(64) ^ 1 << chance.randrange(64) for value in VALUES[:300]]


def scan(query: int, k: int) -> list[tuple[int, int]]:
    near = [(number, (value ^ query).bit_count()) for number, value in enumerate(VALUES)]
    return sorted((pair for pair in near if pair[1] <= k), key=lambda pair: (pair[1], pair[0]))


@pytest.mark.parametrize("k", [0, 1, 3, 6])
def test_answers_are_those_of_a_scan(k: int) -> None:
    index = facsim.HammingIndex(np.array(VALUES, dtype=np.uint64), max_distance=k)
    assert len(index) == len(VALUES) and index.max_distance == k
    queries = VALUES[:50] + VALUES[-50:]
    table = index.query_batch(queries)
    rows = [(row["query"], row["number"], row["distance"]) for row in table]
    assert rows == [(n, *pair) for n, query in enumerate(queries) for pair in scan(query, k)]
    assert index.query(queries[0]) == scan(queries[0], k)
    assert index.query(queries[0], limit=1) == scan(queries[0], k)[:1]
    assert index.query(queries[0], max_distance=0) == scan(queries[0], 0)


def test_signed_and_read_only_arrays() -> None:
    array = np.array(VALUES, dtype=np.uint64)
    array.setflags(write=False)
    assert len(facsim.HammingIndex(array)) == len(VALUES)
    signed = facsim.HammingIndex(array.view(np.int64))
    assert signed.query(VALUES[3]) == scan(VALUES[3], 3)
    assert facsim.HammingIndex([]).query(1) == []


def test_close_pairs() -> None:
    found = facsim.close_pairs(VALUES, 2)
    pairs = {(row["first"], row["second"], row["distance"]) for row in found}
    few = VALUES[:200] + VALUES[2000:2200]
    some = facsim.close_pairs(few, 2)
    expected = {(a, b) for a in range(len(few)) for b in range(a + 1, len(few))
                if (few[a] ^ few[b]).bit_count() <= 2}  # fmt: skip
    assert {(row["first"], row["second"]) for row in some} == expected
    assert len(pairs) >= 300


NAMES = [f"n{number}" for number in range(len(VALUES))]


def folder_scan(query: int, k: int) -> list[tuple[str, int]]:
    return [(NAMES[number], distance) for number, distance in scan(query, k)]


def test_a_folder_answers_as_a_scan_however_it_came(tmp_path: Path) -> None:
    with facsim.HammingFolder.begin(tmp_path / "bits.idx", max_distance=4) as index:
        assert len(index) == 0 and index.query(VALUES[0]) == []
        assert index.add(np.array(VALUES[:1500], dtype=np.uint64), NAMES[:1500]) == 1500
        assert index.add(VALUES[1500:], pa.array(NAMES[1500:])) == len(VALUES) - 1500
        assert len(index) == len(VALUES) and index.max_distance == 4
        queries = VALUES[:60] + VALUES[-60:]
        expected = [(number, *hit) for number, query in enumerate(queries)
                    for hit in folder_scan(query, 4)]  # fmt: skip
        with facsim.HammingFolder.open(tmp_path / "bits.idx") as other:
            for each in (index, other):
                table = each.query_batch(queries)
                assert [tuple(row.values()) for row in table] == expected
                assert each.query(queries[0]) == folder_scan(queries[0], 4)
                assert each.query(queries[0], max_distance=0, limit=1) == [("n0", 0)]
            joined = other.join(queries, max_distance=7)
            assert sorted((row["query"], row["distance"], row["id"]) for row in joined) == sorted(
                (number, distance, name)
                for number, query in enumerate(queries)
                for name, distance in folder_scan(query, 7)
            )
            assert index.delete(["n0", "nobody"]) == 1 and index.delete("n5") == 1
            index.compact()
            assert len(other) == len(VALUES)
            other.refresh()
            assert len(other) == len(VALUES) - 2 and other.check() == []


def test_the_folder_is_the_programs(tmp_path: Path) -> None:
    hexadecimal = "".join(f"{v:016x}\t{n}\n" for v, n in zip(VALUES, NAMES, strict=True))
    (tmp_path / "bits.hex").write_text(hexadecimal)
    recipe = ["--recipe", "balanced"]
    program.done("index", "build", "bits.hex", "-o", "theirs.idx", *recipe, cwd=tmp_path)
    with facsim.HammingFolder.begin(tmp_path / "mine.idx") as mine:
        mine.add(VALUES, iter(NAMES))
    with facsim.HammingFolder.open(tmp_path / "theirs.idx", recipe=facsim.Recipe()) as theirs:
        table = [tuple(row.values()) for row in theirs.query_batch(VALUES)]
    for name in ("mine.idx", "theirs.idx"):
        answers = program.done("index", "query", name, "bits.hex", *recipe, cwd=tmp_path).out
        lines = [line.split("\t") for line in answers.splitlines()]
        assert [(NAMES[q], n, str(d)) for q, n, d in table] == [tuple(line) for line in lines]
        assert program.done("index", "export", name, cwd=tmp_path).out == hexadecimal


def test_ids_that_are_no_text_are_shown_as_one(tmp_path: Path) -> None:
    (tmp_path / "bits.hex").write_bytes(b"0000000000000001\tok \xff\n")
    recipe = ["--recipe", "balanced"]
    program.done("index", "build", "bits.hex", "-o", "bits.idx", *recipe, cwd=tmp_path)
    with facsim.HammingFolder.open(tmp_path / "bits.idx") as index:
        assert index.query(1) == [("ok \ufffd", 0)]
        assert pa.table(index.query_batch([1]))["id"].to_pylist() == ["ok \ufffd"]


def test_entries_without_ids_are_numbered(tmp_path: Path) -> None:
    with facsim.HammingFolder.begin(tmp_path / "bits.idx") as index:
        index.add([1, 1])
        index.add([1, 1], [None, "a"])
        assert index.query(1) == [("1", 0), ("2", 0), ("3", 0), ("a", 0)]


def test_a_folder_is_shared_among_threads(tmp_path: Path) -> None:
    with facsim.HammingFolder.begin(tmp_path / "bits.idx") as index:
        index.add(VALUES, NAMES)
        expected = list(index.query_batch(VALUES[:500]))
        results: list[bool] = []

        def ask() -> None:
            for _ in range(10):
                found = index.query_batch(VALUES[:500])
                results.append([row for row in found if row["id"][0] == "n"] == expected)

        def add() -> None:
            for number in range(10):
                results.append(index.add([VALUES[number]], [f"x{number}"]) == 1)

        threads = [threading.Thread(target=work) for work in (ask, add, ask, add)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert results == [True] * 40 and len(index) == len(VALUES) + 20


def test_a_damaged_folder_is_found(tmp_path: Path) -> None:
    with facsim.HammingFolder.begin(tmp_path / "bits.idx") as index:
        index.add(VALUES, NAMES)
    (segment,) = (tmp_path / "bits.idx").glob("*.seg")
    content = segment.read_bytes()
    found = 0
    for share in range(1, 30):
        flipped = bytearray(content)
        flipped[len(content) * share // 30] ^= 4
        segment.write_bytes(flipped)
        try:
            with facsim.HammingFolder.open(tmp_path / "bits.idx") as index:
                found += bool(index.check())
                # It is mapped, not verified: an answer or an Error, never a crash.
                for call in (lambda: index.query_batch(VALUES), lambda: index.join(VALUES, 3)):
                    with contextlib.suppress(facsim.Error):
                        call()
                with pytest.raises(facsim.errors.DamagedError):
                    index.compact() if index.delete("n1") else index.add([1] * 2000)
        except facsim.errors.DamagedError:
            found += 1
    assert found >= 26


BAD = [
    (lambda index: index.add(None), TypeError, "iterable"),
    (lambda index: index.add("ab"), TypeError, "whole numbers, not str"),
    (lambda index: index.add([None]), TypeError, "None is no fingerprint"),
    (lambda index: index.add([float("nan")]), TypeError, "nan is no fingerprint"),
    (lambda index: index.add([True]), TypeError, "True is no fingerprint"),
    (lambda index: index.add([-1]), TypeError, "-1 is no fingerprint"),
    (lambda index: index.add(np.zeros((2, 2), dtype=np.uint64)), ValueError, "2 dimensions"),
    (lambda index: index.add(np.array([0.5])), TypeError, "fingerprints are uint64, not float64"),
    (lambda index: index.add(facsim.fingerprint(["short"])), ValueError, "1 of the fingerprints"),
    (lambda index: index.add([1, 2], ["a"]), ValueError, "1 ids for 2 fingerprints"),
    (lambda index: index.add([1], ["a", "b"]), ValueError, "more ids than the 1 fingerprints"),
    (lambda index: index.add([1], [1]), TypeError, "row 0 is a value of type 'int'"),
    (lambda index: index.add([1], "a"), TypeError, "one text, where a list"),
    (lambda index: index.add([1], ["\ud800"]), UnicodeEncodeError, "surrogates"),
    (lambda index: index.add([1], 3), TypeError, "not iterable"),
    (lambda index: index.query(None), TypeError, "None is no fingerprint"),
    (lambda index: index.query(1 << 64), ValueError, "64 bits"),
    (lambda index: index.query(1, max_distance=4), facsim.Error, "up to 3, not 4"),
    (lambda index: index.query_batch([], max_distance=4), facsim.Error, "up to 3, not 4"),
    (lambda index: index.query(1, max_distance=-1), ValueError, "max_distance=-1"),
    (lambda index: index.query(1, limit=-1), ValueError, "limit=-1"),
    (lambda index: index.query(1, limit="1"), TypeError, "limit is a whole number, not str"),
    (lambda index: index.join([1], max_distance=13), facsim.Error, "0..12"),
    (lambda index: index.join([1], max_distance=None), TypeError, "not NoneType"),
    (lambda index: index.delete([1]), TypeError, "ids are str, not int"),
    (lambda index: index.delete(None), TypeError, "ids are str, not NoneType"),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_bad_input_to_a_folder(tmp_path: Path, number: int) -> None:
    call, kind, said = BAD[number]
    with facsim.HammingFolder.begin(tmp_path / "bits.idx") as index:
        with pytest.raises(kind) as raised:
            call(index)
        assert said in str(raised.value)
        assert len(index) == 0


def test_folders_that_cannot_be(tmp_path: Path) -> None:
    here = tmp_path / "bits.idx"
    begin, opened = facsim.HammingFolder.begin, facsim.HammingFolder.open
    for call, kind, said in (
        (lambda: begin(None), TypeError, "folder is a path, not NoneType"),
        (lambda: begin(here, max_distance=13), facsim.errors.InvalidArgumentError, "0..12"),
        (lambda: begin(here, recipe="bits"), facsim.errors.InvalidArgumentError, "bits"),
        (lambda: begin(here, recipe=3), TypeError, "recipe is a name"),
        (lambda: begin(here, wait="1"), TypeError, "wait is a number"),
        (lambda: opened(here), facsim.errors.NotFoundError, "bits.idx"),
        (lambda: facsim.HammingFolder(), TypeError, "use facsim.HammingFolder.begin"),
    ):
        with pytest.raises(kind) as raised:
            call()
        assert said in f"{raised.value} {getattr(raised.value, 'where', '')}"
        assert not here.exists()
    index = begin(here, recipe="bytes-4")
    with pytest.raises(FileExistsError, match="open it"):
        begin(here)
    with pytest.raises(facsim.errors.InvalidArgumentError, match="say nothing of each other"):
        opened(here)
    index.close()
    index.close()
    assert index.closed and "closed" in repr(index)
    for call in (lambda: index.add([1]), lambda: index.query(1), lambda: index.query_batch([]),
                 lambda: index.join([1]), lambda: index.delete("a"), index.compact, index.refresh,
                 index.check, lambda: len(index), index.__enter__):  # fmt: skip
        with pytest.raises(facsim.errors.InvalidArgumentError, match="the index is closed"):
            call()


def test_recipes() -> None:
    assert "balanced" in facsim.Recipe.names() and facsim.Recipe().name == "balanced"
    recipe = facsim.Recipe("bytes-4")
    assert recipe == facsim.Recipe("bytes-4") != facsim.Recipe() and len(recipe.id) == 16
    assert recipe.bits == 64 and len({recipe, facsim.Recipe("bytes-4")}) == 1
    text = "one two three four five six seven eight nine ten " * 3
    by_name = facsim.fingerprint([text], "bytes-4")[0]
    assert facsim.fingerprint([text], recipe)[0] == by_name != facsim.fingerprint([text])[0]
    assert facsim.Profile(recipe=recipe).recipe == "bytes-4"


def test_a_recipe_out_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(facsim.Recipe("bytes-4").toml)
    assert facsim.Recipe(path) == facsim.Recipe("bytes-4")
    path.write_text("no = recipe")
    for wrong, kind in ((path, facsim.errors.InvalidArgumentError), ("", ValueError),
                        (tmp_path / "none.toml", FileNotFoundError), (None, TypeError),
                        (3, TypeError), ("none", facsim.errors.InvalidArgumentError)):  # fmt: skip
        with pytest.raises(kind):
            facsim.Recipe(wrong)
