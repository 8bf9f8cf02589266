# SPDX-License-Identifier: Apache-2.0
"""facsim index join where many are equal: lines stream, in little room, and can be bounded."""

import random
import time
from itertools import combinations
from pathlib import Path

import pytest
from index_world import World, build, done, uneven, write_hex, write_u64
from running import allowed, facsim, fewer


def nearest(rows, limit):
    """Of the rows that begin with one entry the `limit` nearest, equally near ones in order."""
    of_one = {}
    for row in rows:
        of_one.setdefault(row.split("\t")[0], []).append(row)
    kept = []
    for some in of_one.values():
        best = sorted(range(len(some)), key=lambda i: (int(some[i].split("\t")[2]), i))[:limit]
        kept += [some[i] for i in sorted(best)]
    return kept


def scratch_bytes(pid):
    """What the program has in files without a name."""
    total = 0
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        try:
            status = descriptor.stat()
        except FileNotFoundError:
            continue
        if status.st_nlink == 0:
            total += status.st_size
    return total


class Stream:
    """A join whose lines are read one by one, and that is left before its end."""

    def __init__(self, *words):
        self.process = facsim.start("index", "join", *words)

    def __enter__(self):
        return self

    def lines(self, count):
        return [self.process.stdout.readline().decode().rstrip("\n") for _ in range(count)]

    def __exit__(self, *_):
        self.process.stdout.close()
        self.err = self.process.stderr.read().decode()
        self.status = self.process.wait(timeout=allowed(60))


def test_a_crowd_begins_at_once_and_takes_no_room(tmp_path):
    """800 million pairs; they took 4 GB of scratch before the first of them was printed."""
    crowd = write_u64(tmp_path / "crowd.u64", [7] * 40_000)
    begun = time.monotonic()
    with Stream(crowd, "--tmp", tmp_path) as join:
        assert join.lines(50_000) == [f"1\t{i}\t0" for i in range(2, 40_001)] + [
            f"2\t{i}\t0" for i in range(3, 10_004)]  # fmt: skip
        assert time.monotonic() - begun < allowed(20)
        assert scratch_bytes(join.process.pid) < 10 << 20
    assert join.status == -13, "the reader has gone: a closed pipe ends it"
    assert join.err == (
        "facsim: warning: 40000 entries share the fingerprint of entry 1, which makes 799980000 "
        "pairs; --limit N prints the N nearest of each entry\n"
    )
    assert [p.name for p in tmp_path.iterdir()] == ["crowd.u64"]


def test_a_crowd_of_an_index_begins_at_once_too(tmp_path):
    crowd = write_u64(tmp_path / "crowd.u64", [7] * 40_000)
    build(tmp_path / "idx", crowd)
    with Stream(tmp_path / "idx", crowd, "--tmp", tmp_path) as join:
        assert join.lines(50_000) == [f"1\t{i}\t0" for i in range(1, 40_001)] + [
            f"2\t{i}\t0" for i in range(1, 10_001)]  # fmt: skip
        assert scratch_bytes(join.process.pid) < 10 << 20
    assert join.err == (
        "facsim: warning: 40000 entries share the fingerprint of entry 1, which makes 1600000000 "
        "pairs; --limit N prints the N nearest of each entry\n"
    )
    with Stream(tmp_path / "idx", "--tmp", tmp_path) as join:
        assert join.lines(2) == ["1\t2\t0", "1\t3\t0"]


@pytest.mark.parametrize("flags", [(), ("--memory", "64M"), ("--threads", 1)])
def test_a_large_crowd_with_a_limit(tmp_path, flags):
    count = fewer(200_000) if flags else 200_000
    crowd = write_u64(tmp_path / "crowd.u64", [7] * count)
    run = done("join", crowd, "--limit", 10, *flags)
    lines = run.out.splitlines()
    assert len(lines) == 10 * (count - 10) + 45
    assert lines[:11] == [f"1\t{i}\t0" for i in range(2, 12)] + ["2\t3\t0"]
    assert lines[-1] == f"{count - 1}\t{count}\t0"
    assert run.err == (
        f"facsim: warning: {count - 11} entries have more pairs than --limit 10 prints\n"
    )


def test_a_limit_keeps_the_nearest_in_the_order_of_the_join(tmp_path):
    values = uneven(21, 900) + [5] * 30
    random.Random(1).shuffle(values)
    source = write_hex(tmp_path / "in.hex", values)
    build(tmp_path / "idx", source)
    world = World.of(values)
    rows = world.pairs(6)
    against = [
        f"{q}\t{name}\t{(query ^ value).bit_count()}"
        for q, query in enumerate(values[:100], 1)
        for value, name in world.entries
        if (query ^ value).bit_count() <= 6
    ]
    new = write_hex(tmp_path / "new.hex", values[:100])
    for words, expected in (((source,), rows), ((tmp_path / "idx",), rows),
                            ((tmp_path / "idx", new), against)):  # fmt: skip
        assert done("join", *words, "-k", 6).out.splitlines() == expected
        assert done("join", *words, "-k", 6, "--limit", 0).out.splitlines() == expected
        for limit in (1, 3, 40):
            run = done("join", *words, "-k", 6, "--limit", limit)
            assert run.out.splitlines() == nearest(expected, limit)
            assert ("more pairs than --limit" in run.err) == (run.out.count("\n") < len(expected))
    # The same ones as a query chooses.
    named = write_hex(tmp_path / "named.hex", values[:100], [f"q{i}" for i in range(100)])
    done("build", source, "-o", tmp_path / "six", "-k", 6)
    for limit in (1, 4):
        queried = done("query", tmp_path / "six", named, "--limit", limit)
        joined = done("join", tmp_path / "six", named, "-k", 6, "--limit", limit)
        assert sorted(queried.out.splitlines()) == sorted(joined.out.splitlines())


def test_a_limit_cuts_a_crowd_far_from_its_end(tmp_path):
    """Deleted entries of a crowd do not count."""
    values = [9] * 50 + [8] * 50
    build(tmp_path / "idx", write_hex(tmp_path / "in.hex", values))
    done("delete", tmp_path / "idx", *range(1, 49))
    new = write_hex(tmp_path / "new.hex", [9])
    run = done("join", tmp_path / "idx", new, "--limit", 4)
    assert run.out.splitlines() == ["1\t49\t0", "1\t50\t0", "1\t51\t1", "1\t52\t1"]
    assert run.err == "facsim: warning: 1 new fingerprint has more pairs than --limit 4 prints\n"
    run = done("join", tmp_path / "idx", new, "--limit", 52)
    assert run.out.count("\n") == 52 and run.err == ""


def test_pairs_max_ends_the_join_and_says_why(tmp_path):
    crowd = write_hex(tmp_path / "crowd.hex", [1, *[7] * 2_000], [f"page {i}" for i in range(2_001)])
    build(tmp_path / "idx", crowd)
    whole = done("join", crowd, "-k", 0).out.splitlines()
    assert len(whole) == 1_999_000
    for words in ((crowd,), (tmp_path / "idx",)):
        run = done("join", *words, "-k", 0, "--pairs-max", 3_000, status=1)
        assert run.out.splitlines() == whole[:3_000]
        warning, error = run.err.splitlines()
        assert warning.startswith("facsim: warning: 2000 entries share the fingerprint of entry ")
        assert error == (
            "facsim: the join has more pairs than --pairs-max 3000 allows: 2000 entries share the "
            "fingerprint of entry page 1, which makes 1999000 pairs; print the nearest of each "
            "entry only (--limit), or allow more"
        )
    run = done("join", crowd, "-k", 0, "--pairs-max", 1_999_000)
    assert run.out.splitlines() == whole
    run = done("join", crowd, "-k", 0, "--pairs-max", 2_000, "--limit", 1)
    assert run.out.count("\n") == 1_999
    run = done("join", tmp_path / "idx", crowd, "-k", 0, "--pairs-max", 2_005, status=1)
    assert run.out.count("\n") == 2_005 and "2000 entries share" in run.err.splitlines()[-1]


def test_pairs_max_where_all_are_different(tmp_path):
    source = write_hex(tmp_path / "in.hex", [0, 1, 2, 4])
    for words, lines in (((source,), 2), ((source, "--limit", 2), 2)):
        run = done("join", *words, "--pairs-max", 2, status=1)
        assert run.out.count("\n") == lines and "all fingerprints are different" in run.err
    for word in ("-1", "x", "1e99"):
        assert facsim("index", "join", source, "--pairs-max", word).status == 2


def test_several_crowds_are_told_of_and_the_rest_counted(tmp_path):
    values = [value for value in (1 << 8, 3 << 20, 7 << 40, 15 << 50, 31 << 20)
              for _ in range(1_000 + value % 7)]  # fmt: skip
    run = done("join", write_hex(tmp_path / "in.hex", values), "-k", 0, "--pairs-max", 1,
               status=1)  # fmt: skip
    told = run.err.splitlines()
    assert len(told) == 5
    assert all("entries share the fingerprint" in line for line in told[:3])
    assert told[3] == "facsim: warning: 2 more fingerprints are shared by 1000 entries or more"
    # 999 of one fingerprint are nothing to speak of.
    few = write_hex(tmp_path / "few.hex", [3] * 999)
    assert done("join", few).err == ""


def test_more_different_neighbours_than_fit_at_once(tmp_path):
    """All of ten bits: each is near all others at distance 10, equal or not."""
    values = [*range(1 << 10), *range(0, 1 << 10, 3)]
    random.Random(5).shuffle(values)
    source = write_hex(tmp_path / "in.hex", values)
    expected = [
        f"{i}\t{j}\t{(a ^ b).bit_count()}"
        for (i, a), (j, b) in combinations(enumerate(values, 1), 2)
    ]
    for flags in ((), ("--memory", "64M"), ("--threads", 3)):
        run = done("join", source, "-k", 10, *flags)
        assert run.out.splitlines() == expected
