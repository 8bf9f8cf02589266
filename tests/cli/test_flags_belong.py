# SPDX-License-Identifier: Apache-2.0
"""Every flag of every command and verb: its help lists it, or using it is refused by name."""

import re

import pytest
from help_world import ALL_VERBS, COMMANDS, STORE_VERBS, VERBS, asked, flags_in, help_of
from running import facsim

TOPICS = [c for c in COMMANDS if c not in ("index", "store")] + ALL_VERBS


@pytest.fixture(scope="module")
def table():
    """{topic: {flag or letter: whether it takes a value}}"""
    return {
        topic: {
            name: bool(value)
            for letter, flag, value in flags_in(help_of(topic))
            for name in (letter, flag)
            if name
        }
        for topic in TOPICS
    }


def test_all_commands_are_among_these():
    listed = re.findall(r"^  ([a-z]+) {2,}", asked("help").out, re.M)
    assert sorted(listed) == sorted(COMMANDS)
    assert re.findall(r"^  ([a-z]+) {2,}", help_of("index"), re.M) == VERBS
    assert re.findall(r"^  ([a-z]+) {2,}", help_of("store"), re.M) == STORE_VERBS


def a_strange_flag(table, topic):
    """A flag of others, another one for each topic: (name, whether it takes a value).

    apps/flags_test.cc tries all flags of others with every command and verb.
    """
    every = {name: value for flags in table.values() for name, value in flags.items()}
    assert len(every) > 70
    strange = [flag for flag in every.items() if flag[0] not in table[topic]]
    return strange[TOPICS.index(topic) * 5 % len(strange)]


@pytest.mark.parametrize("topic", TOPICS)
def test_a_flag_of_others_is_refused_and_its_owners_named(table, topic, tmp_path):
    name, has_value = a_strange_flag(table, topic)
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


# Values for flags that do not take "1".
VALUES = {
    "--status": "200", "--retain-age": "90d", "--retain-by": "last-seen", "--by": "first-seen",
    "--profile": "balanced", "--recipe": "balanced", "--keep": "first", "--scope": "all",
    "--mode": "remove", "--memory": "64M", "--progress": "none", "--summary": "text",
    "--color": "auto", "--codec": "none", "--age": "90d", "--sketches": "128x1", "--text": "main",
    "--remove": "exact", "--page-max": "1M", "--rows": "jsonl", "--input": "hex",
    "--listen": "127.0.0.1:0", "--before": "2026-11-22", "--kernel": "scalar",
    "--names": "on", "--durability": "sync", "--head-max": "1K", "--body-max": "1K", "--unpacked-max": "1K", "--cluster": "single", "--matches": "all",
}  # fmt: skip


@pytest.mark.parametrize("topic", TOPICS)
def test_flags_of_its_own_are_not_refused_as_strange(table, topic, tmp_path):
    """All at once, by their names and by their letters; apps/flags_test.cc tries each alone."""
    own = {name: has_value for name, has_value in table[topic].items() if name not in ("-h", "--help")}
    for is_name in (True, False):
        words = topic.split()
        for name in (name for name in own if name.startswith("--") == is_name):
            words += [name, VALUES.get(name, "1")] if own[name] else [name]
        if words == topic.split():
            continue
        words += ["--check-config"] * (topic == "serve" and not is_name)  # or it would wait
        err = facsim(*words, cwd=tmp_path).err
        assert "has no flag" not in err and "unknown flag" not in err, err
        # It took the value of every flag: what it says is about all of them.
        assert not re.match("facsim: (-[-a-z]+: |no kernel|unknown)", err), err


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
    text = " ".join(help_of("index join").split())
    assert "0 to 12, whatever distance the index was built for" in text
    refused = facsim("index", "query", "idx", "b.hex", "-k", "4", cwd=tmp_path)
    assert refused.status == 2 and "serves distances 0..2" in refused.err
    text = " ".join(help_of("index query").split())
    assert "up to the distance that the index was built for" in text
