# SPDX-License-Identifier: Apache-2.0
"""facsim eval judges removals as tests/quality does, from outside."""

import json

import pytest
from eval_world import evaluate, versions, word_list
from making import write_jsonl
from real_data import write_real
from running import JUDGE, facsim, fewer, run


def judged(path, tmp_path, *flags):
    """What tests/quality says of the same removals, from outside."""
    if not JUDGE.exists():
        pytest.skip(f"skipped: there is no judge at {JUDGE}")
    out = tmp_path / "out"
    facsim.done("dedup", path, "-o", out, "--quiet", *flags)
    done = run([JUDGE, path, out / "duplicates.jsonl"])
    assert done.status == 0, done.err
    return json.loads(done.out)


def agree(row, verdict):
    assert row["removed"] == verdict["removals"]
    assert row["right"] == verdict["good"]
    assert row["bad"] == verdict["bad"]
    assert row["expected"] == max(verdict["good"], verdict["greedy_removals"])
    assert row["expected_short"] == verdict["greedy_short_removals"]
    assert row["kept_alike"] == verdict["faults"]["missed"]["count"]
    if verdict["removals"]:
        assert row["precision"] == pytest.approx(verdict["precision"], abs=1e-6)
    if verdict["greedy_removals"]:
        assert row["recall"] == pytest.approx(min(1, verdict["recall"]), abs=1e-6)


@pytest.mark.parametrize("profile", ["compact", "balanced"])
def test_removals_are_judged_as_from_outside(tmp_path, profile):
    pages = versions(members=9)
    short = " ".join(word_list("short", 12))
    pages += [{"id": f"s{i}", "text": text} for i, text in enumerate([short, short, short + " x"])]
    pages += [{"id": f"e{i}", "text": "!!!"} for i in range(3)]
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(path, "--exact", "--profile", profile)
    (row,) = report["removals"]
    assert row["profile"] == profile and row["removed"] > 20
    agree(row, judged(path, tmp_path, "--profile", profile))


@pytest.mark.parametrize(("name", "lines"), [("spdx_licenses", None), ("tidb_zh", fewer(1500))])
def test_real_removals_are_judged_as_from_outside(tmp_path, name, lines):
    path = write_real(tmp_path / "real.jsonl", name, lines)
    report, _ = evaluate(path, "--exact", "--profile", "balanced")
    agree(report["removals"][0], judged(path, tmp_path))
    (bands,) = [c for c in report["channels"] if c["name"] == "balanced"]
    assert bands["recall"] >= 0.99
