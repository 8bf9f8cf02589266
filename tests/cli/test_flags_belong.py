# SPDX-License-Identifier: Apache-2.0
"""Every flag of every command and verb: its help lists it, or using it is refused by name."""

import re

import pytest
from running import facsim

FLAG = re.compile(r"^  (?:(-\w), )?(--?[a-z][-a-z]*)(?: ([A-Z]+))?", re.M)
VERBS = ["build", "add", "delete", "query", "join", "info", "check", "compact", "export", "rebuild"]
STORE_VERBS = ["load", "ask", "dump", "copies", "backup", "restore", "check", "retain", "rebuild",
               "stats"]  # fmt: skip
COMMANDS = ["dedup", "recluster", "compare", "show", "report", "fingerprint", "extract", "recipe", "profile",
            "idf", "mirrors", "plan", "eval", "serve", "man", "completion", "version", "help"]  # fmt: skip
TOPICS = [*COMMANDS, *(f"index {verb}" for verb in VERBS),
          *(f"store {verb}" for verb in STORE_VERBS)]  # fmt: skip


@pytest.fixture(scope="module")
def table():
    """{topic: {flag or letter: whether it takes a value}}"""
    flags = {}
    for topic in TOPICS:
        text = facsim("help", *topic.split()).out.split("\nExample")[0]
        flags[topic] = {
            name: bool(value)
            for letter, flag, value in FLAG.findall(text)
            for name in (letter, flag)
            if name
        }
    return flags


def test_all_commands_are_among_these():
    listed = re.findall(r"^  ([a-z]+) {2,}", facsim("help").out, re.M)
    assert sorted(listed) == sorted([*COMMANDS, "index", "store"])
    assert re.findall(r"^  ([a-z]+) {2,}", facsim("help", "index").out, re.M) == VERBS
    assert re.findall(r"^  ([a-z]+) {2,}", facsim("help", "store").out, re.M) == STORE_VERBS


def some_strange(table, topic):
    """Five flags of others, other ones for each topic: [(name, whether it takes a value)]

    apps/flags_test.cc tries them all, without a process for each.
    """
    every = {name: value for flags in table.values() for name, value in flags.items()}
    assert len(every) > 70
    strange = [flag for flag in every.items() if flag[0] not in table[topic]]
    first = TOPICS.index(topic) * 5 % len(strange)
    return (strange * 2)[first : first + 5]


@pytest.mark.parametrize("topic", TOPICS)
def test_a_flag_of_others_is_refused_and_its_owners_named(table, topic, tmp_path):
    for name, has_value in some_strange(table, topic):
        words = [*topic.split(), "x", name, *(["1"] if has_value else [])]
        result = facsim(*words, cwd=tmp_path)
        assert (result.status, result.out) == (2, ""), words
        said = re.fullmatch(
            rf"facsim: {topic} has no flag '{name}', which belongs to (.+) "
            rf"\(see 'facsim help {topic}'\)\n",
            result.err,
        )
        assert said, (words, result.err)
        owners = re.split(r", | and ", said[1])
        # The brothers of a verb come before strangers, and none is left out.
        family = topic.partition(" ")[0] + " "
        brothers = {other for other in TOPICS if other.startswith(family) and name in table[other]}
        if " " in topic and brothers:
            assert set(owners) == brothers
        else:
            assert set(owners) == {other for other in TOPICS if name in table[other]}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("topic", TOPICS)
def test_a_flag_of_its_own_is_not_refused_as_strange(table, topic, tmp_path):
    for name, has_value in table[topic].items():
        if name in ("-h", "--help"):
            continue
        words = [*topic.split(), name, *(["1"] if has_value else [])]
        words += ["--check-config"] * (topic == "serve")  # or --demo would wait for requests
        result = facsim(*words, cwd=tmp_path)
        assert "has no flag" not in result.err and "unknown flag" not in result.err, result.err


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ("--pairs p.tsv --seed 1", "--seed is for --synthesize"),
        ("--exact --label-min .5", "--label-min is for --pairs"),
        ("--pairs p.tsv --agreement-pairs 5", "--agreement-pairs is for --clusters and --exact"),
        ("--synthesize -o out --json", "--json is for --pairs, --clusters and --exact"),
        ("--synthesize -o out --html a.html", "--html is for --pairs, --clusters and --exact"),
        ("--synthesize -o out --distances 3", "--distances is for --pairs, --clusters and --exact"),
    ],
)
def test_flags_of_eval_that_mean_nothing_to_the_truth_given(flags, sentence, tmp_path):
    result = facsim("eval", "pages.jsonl", *flags.split(), cwd=tmp_path)
    assert (result.status, result.out) == (2, "")
    assert result.err == f"facsim: {sentence} (see 'facsim help eval')\n"


def test_a_join_takes_distances_beyond_the_one_of_the_index(tmp_path):
    """As its help says: it does not ask the index's tables."""
    (tmp_path / "a.hex").write_text("0000000000000000 a\n00000000000000ff b\n")
    (tmp_path / "b.hex").write_text("000000000000000f c\n")
    assert facsim("index", "build", "a.hex", "-o", "idx", "-k", "2", cwd=tmp_path).status == 0
    assert facsim("index", "join", "idx", "-k", "8", cwd=tmp_path).out == "a\tb\t8\n"
    fresh = facsim("index", "join", "idx", "b.hex", "-k", "4", cwd=tmp_path)
    assert sorted(fresh.out.splitlines()) == ["c\ta\t4", "c\tb\t4"]
    text = " ".join(facsim("help", "index", "join").out.split())
    assert "0 to 12, whatever distance the index was built for" in text
    refused = facsim("index", "query", "idx", "b.hex", "-k", "4", cwd=tmp_path)
    assert refused.status == 2 and "serves distances 0..2" in refused.err
    text = " ".join(facsim("help", "index", "query").out.split())
    assert "up to the distance that the index was built for" in text
