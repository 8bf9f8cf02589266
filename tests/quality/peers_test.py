# SPDX-License-Identifier: Apache-2.0
"""The removal loop that bench/whole/contest.py gives to programs without one, and its table."""

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench/whole"))

import contest
import measuring
import removals


def test_distances_are_those_of_a_plain_loop() -> None:
    draw = random.Random(7)
    base = [draw.getrandbits(64) for _ in range(20)]
    values = []
    for _ in range(300):
        value = draw.choice(base)
        for bit in draw.sample(range(64), draw.randrange(7)):
            value ^= 1 << bit
        values.append(value)
    kept: list[int] = []
    expected = []
    for value in values:
        expected.append(any((value ^ other).bit_count() <= 3 for other in kept))
        if not expected[-1]:
            kept.append(value)
    assert 0 < sum(expected) < 300
    assert removals.by_distance(values) == expected
    assert removals.by_distance([]) == []


def test_a_key_counts_at_its_place_and_of_kept_pages_only() -> None:
    pages = [["a", "b"], ["b", "a"], ["a", "c"], ["x", "c"]]
    # The second shares no key at one place; the third repeats the first, so its `c` is forgotten.
    assert removals.by_keys(pages) == [False, False, True, False]


def test_rows_have_the_offsets_of_removed_lines(tmp_path: Path) -> None:
    source, rows = tmp_path / "in.jsonl", tmp_path / "rows.jsonl"
    source.write_bytes('{"text": "é"}\n{"text": "b"}\n{"text": "c"}\n'.encode())
    removals.write_rows(str(source), [True, False, True], rows)
    assert [json.loads(line)["offset"] for line in rows.read_text().splitlines()] == [0, 29]


def test_the_start_up_does_not_count_and_licences_have_no_speed(tmp_path: Path) -> None:
    (tmp_path / "ota_terms.jsonl").write_bytes(b"x" * 1_000_000)
    (tmp_path / "spdx_licenses.jsonl").write_bytes(b"x")
    cost = measuring.Cost(status=0, seconds=9, cpu_seconds=3, peak_bytes=1 << 20)
    startup = measuring.Cost(status=0, seconds=9, cpu_seconds=1, peak_bytes=1 << 20)
    contests = []
    for name, has_speed in (("ota_terms", True), ("spdx_licenses", False)):
        one = contest.Contest(tmp_path / f"{name}.jsonl", False, has_speed, tmp_path, [])
        for contestant in one.contestants:
            contestant.costs, contestant.startup = [cost], [startup]
        one.contestants[1].verdict = {
            "pages": 9, "removals": 4, "precision": 0.5, "bad": 1, "recall": 0.25, "f1": 1 / 3,
        }  # fmt: skip
        contests.append(one)
    head, rows = contest.summary(contests)
    assert head == ["program", "English", "licences", "English, MB / CPU s"]
    assert rows == [
        ["`wc -w`", "-", "-", "0"],
        ["facsim dedup", *["0.500 / 1 / 0.250 / 0.333"] * 2, "0"],
    ]
    assert contests[0].details()[1][-3:] == ["0.5", "1.00", "1"]
    assert contests[1].details()[1][-3:] == ["-", "-", "1"]
