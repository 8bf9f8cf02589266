# SPDX-License-Identifier: Apache-2.0
"""facsim plan: what designs cost, and which one would be chosen."""

import json
import re
from pathlib import Path

import pytest
from running import facsim

MEMBERS = ["design", "tables", "bytes_a_fingerprint", "probes", "candidates", "single_us",
           "batched_us", "build_seconds", "chosen"]  # fmt: skip
HEADER = "bytes/fp probes candidates single us batched us build s design".split()


def plan_of(*arguments):
    run = facsim("plan", *arguments, "--usual-costs", "--json")
    assert run.status == 0, run.err
    (plan,) = run.rows()
    assert list(plan) == ["count", "max_distance", "reason", "designs"]
    assert all(list(design) == MEMBERS for design in plan["designs"])
    return plan


def chosen(plan):
    (one,) = [design for design in plan["designs"] if design["chosen"]]
    return one


def test_the_course_s_tables_of_sixteen_billion():
    """2^34 pages under masks of 28 and of 24 bits: 4 * 2^6 and 6 * 2^10 candidates."""
    plan = plan_of("--count", 2**34, "--design", "course-10")
    (asked,) = [design for design in plan["designs"] if design["design"] == "course-10"]
    assert plan["count"] == 17179869184 and plan["max_distance"] == 3
    assert asked["candidates"] == 6400 and asked["tables"] == asked["probes"] == 10
    assert asked["chosen"] is False and chosen(plan)["batched_us"] < asked["batched_us"]


def test_the_paper_s_tables():
    """Section 3 of the paper, at 2^34: tables, probes, and candidates a probe."""
    widths = {
        "paper-20": [31] * 4 + [32] * 12 + [33] * 4,  # blocks of 11 11 11 11 10 10, three of them
        "paper-16": [28] * 16,
        "paper-10": [25] * 4 + [26] * 6,  # 12 13 13 13 13, two of them
        "paper-4": [16] * 4,
    }
    for name, bits in widths.items():
        plan = plan_of("--count", 2**34, "--design", name)
        asked = plan["designs"][-1]
        assert (asked["design"], asked["tables"]) == (name, len(bits))
        assert asked["candidates"] == pytest.approx(sum(2.0 ** (34 - width) for width in bits))


@pytest.mark.parametrize(("count", "k"), [
    ("1", 0), ("1000", 1), ("1M", 2), ("10M", 3), ("1e8", 4), ("1e6", 5), ("100M", 6), ("1e7", 8),
    ("8e9", 3), ("1e6", 12)])  # fmt: skip
def test_more_memory_buys_time_and_nothing_is_listed_in_vain(count, k):
    plan = plan_of("--count", count, "--k", k)
    designs = plan["designs"]
    assert plan["max_distance"] == k and chosen(plan) is designs[-1]
    for small, large in zip(designs, designs[1:]):
        assert small["bytes_a_fingerprint"] < large["bytes_a_fingerprint"]
        assert small["batched_us"] > large["batched_us"]
    for design in designs:
        assert design["probes"] >= design["tables"] >= 1
        assert design["single_us"] >= design["batched_us"] > 0 and design["build_seconds"] >= 0
    if len(designs) > 1:
        # With a little less memory than the fastest takes it is the one before.
        memory = int(designs[-1]["bytes_a_fingerprint"] * plan["count"]) - 1
        less = plan_of("--count", count, "--k", k, "--memory", memory)
        assert chosen(less)["design"] == designs[-2]["design"]
        assert designs[-1]["design"] in less["reason"] and "fastest that fits" in less["reason"]


def test_the_table():
    run = facsim("plan", "--count", "8e9", "--k", 3, "--memory", "96G", "--no-ids", "--usual-costs")
    assert run.status == 0 and run.err == ""
    header, *rows, reason = run.out.splitlines()
    assert header.split() == HEADER
    plan = plan_of("--count", "8e9", "--k", 3, "--memory", "96G", "--no-ids")
    assert reason == plan["reason"] and len(rows) == len(plan["designs"])
    for row, design in zip(rows, plan["designs"]):
        cells = row.split()
        assert cells[6] == design["design"]
        assert (cells[-1] == "chosen") is design["chosen"]
        for cell, name in zip(cells, MEMBERS[2:8]):
            assert float(cell) == pytest.approx(design[name], rel=0.01, abs=0.51)
    best = chosen(plan)
    assert best["bytes_a_fingerprint"] * 8e9 <= 96 * 2**30
    assert best["design"] in reason and "the fastest that fits" in reason
    asked = facsim("plan", "--count", "8e9", "--design", "course-10", "--usual-costs").out
    assert asked.splitlines()[-2].endswith("course-10  (asked for)")


def test_ids_cost_what_ordinals_take():
    with_ids = plan_of("--count", "8e9")["designs"]
    without = plan_of("--count", "8e9", "--no-ids")["designs"]
    saved = with_ids[0]["bytes_a_fingerprint"] - without[0]["bytes_a_fingerprint"]
    assert saved == pytest.approx(33 / 8)  # 8e9 < 2^33


def test_too_little_memory_names_the_smallest():
    run = facsim("plan", "--count", "8e9", "--memory", "6G", "--usual-costs")
    assert run.status == 2 and run.out == "" and run.err.count("\n") == 1
    smallest = plan_of("--count", "8e9")["designs"][0]["bytes_a_fingerprint"] * 8
    assert "no design holds 8000000000 fingerprints in 6.44 GB" in run.err
    assert f"the smallest for max_distance 3 takes {smallest:.1f} GB" in run.err
    plan_of("--count", "8e9", "--memory", int(smallest * 1.001e9))


@pytest.mark.parametrize(
    "count", ["0", "-1", "", "many", "nan", "inf", "1e30", "1e-3", "1M5", "0x10", "1 000", "1e",
              "1099511627777", "99999999999999999999"])  # fmt: skip
def test_bad_counts(count):
    run = facsim("plan", "--usual-costs", "--count", count)
    assert run.status == 2 and run.out == "" and run.err.startswith("facsim: --count: ")
    assert repr(count) in run.err


def test_counts_may_be_written_shortly():
    for text, count in [("17000000", 17000000), ("17M", 17000000), ("1.7e7", 17000000),
                        ("1G", 10**9), ("2k", 2000), ("2K", 2000), ("1099511627776", 2**40),
                        ("1.5M", 1500000)]:  # fmt: skip
        if text == "2k" and facsim("plan", "--count", text, "--usual-costs").status == 2:
            continue  # capitals only
        assert plan_of("--count", text)["count"] == count


def test_wrong_usage():
    for words, said in [([], "--count"), (["--count", "5", "more"], "'more'"),
                        (["--count", "5", "--k", "13"], "0 to 12"),
                        (["--count", "5", "--design", "none"], "there are blocks-3"),
                        (["--count", "5", "--k", "4", "--design", "paper-4"], "no design 'paper"),
                        (["--count", "5", "--memory", "0"], "--memory"),
                        (["--count", "5", "--limit", "3"], "--limit")]:  # fmt: skip
        run = facsim("plan", *words, "--usual-costs")
        assert run.status == 2 and run.out == "" and said in run.err, words


def test_the_costs_of_this_machine():
    """Measured figures differ from run to run, but the memory and the probes do not."""
    run = facsim("plan", "--count", "10M", "--design", "paper-4", "--json")
    assert run.status == 0, run.err
    measured = json.loads(run.out)["designs"][-1]
    usual = plan_of("--count", "10M", "--design", "paper-4")["designs"][-1]
    for name in ("design", "tables", "bytes_a_fingerprint", "probes", "candidates"):
        assert measured[name] == usual[name]
    assert 0.01 < measured["single_us"] < 1000


def expect_row(design, cells):
    """The last three cells of a row of the page are what the program says."""
    said = (f"{design['bytes_a_fingerprint']:.1f}", f"{design['probes']:.0f}",
            f"{design['candidates']:.0f}")  # fmt: skip
    assert tuple(cells) == said, design["design"]


def test_the_figures_of_the_page_about_the_index():
    page = (Path(__file__).parents[2] / "docs/hamming-index.md").read_text()
    figure = r" *([\d.]+) *\| *(\d+) *\| *(\d+) *\|$"
    rows = re.findall(r"^\| (\d+ [MG]) \| (\d+) \| `(\S+)` \|" + figure, page, re.M)
    assert len(rows) == 6
    for count, k, name, *cells in rows:
        best = chosen(plan_of("--count", count.replace(" ", ""), "--k", k))
        assert best["design"] == name
        expect_row(best, cells)
    rows = re.findall(r"^\| `(\S+)` \|" + figure, page, re.M)
    assert len(rows) == 4
    designs = plan_of("--count", "10M", "--k", 3)["designs"]
    first = {design["design"]: design for design in reversed(designs)}
    for name, *cells in rows:
        expect_row(first[name], cells)
