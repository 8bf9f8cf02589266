# SPDX-License-Identifier: Apache-2.0
"""The short help and the long, the help of verbs, and that each thing is said in one place."""

import re

import pytest
from help_world import ALL_VERBS, COMMANDS, STORE_VERBS, VERBS, asked, flags_in
from running import facsim

pytestmark = pytest.mark.words

TOPICS = [c for c in COMMANDS if c not in ("man", "completion", "version", "help")] + ALL_VERBS


def flags_of(text):
    return [name for _, name, _ in flags_in(text)]


def said(*words):
    result = asked(*words)
    assert (result.status, result.err) == (0, ""), words
    assert max(map(len, result.out.splitlines())) <= 80, words
    return result.out


@pytest.mark.parametrize("topic", TOPICS)
def test_the_short_help_is_short_and_the_long_has_all_of_it(topic):
    words = topic.split()
    brief, whole = said(*words, "-h"), said(*words, "--help")
    assert whole == said("help", *words)
    assert brief.splitlines()[0] == whole.splitlines()[0]
    assert brief.startswith(f"facsim {topic}")
    assert len(brief.splitlines()) <= 35 and len(flags_of(brief)) <= 7
    assert set(flags_of(brief)) <= set(flags_of(whole))
    assert len(flags_of(brief)) == len(set(flags_of(brief)))
    assert brief.count("\n  facsim ") == 1, "one example"
    assert f"All of it: facsim {topic} --help" in brief
    assert "--help" in flags_of(whole) and "-h" in flags_of(whole)
    for flag in flags_of(whole):
        line = re.search(rf"^  (?:-\w, )?{flag}\b[^\n]*(\n {{26}}\S[^\n]*)*", whole, re.M).group(0)
        assert len(re.sub(rf"^  (-\w, )?{flag}( [A-Z]+)?\s*", "", line)) > 8, "says what it does"


def test_flags_of_short_helps_are_there():
    """A name in a short help that is no flag of the command would vanish without a word."""
    wanted = {"dedup": 7, "recluster": 6, "compare": 5, "show": 3, "report": 5, "fingerprint": 6, "extract": 5,
              "recipe": 1, "profile": 0, "idf": 5, "index": 6, "mirrors": 6, "plan": 6, "eval": 6, "serve": 6,
              "index build": 6, "index add": 5, "index delete": 3, "index query": 6,
              "index join": 6, "index info": 1, "index check": 2, "index compact": 4,
              "index export": 2, "index rebuild": 6, "store": 5,
              "store load": 7, "store ask": 5, "store dump": 2, "store backup": 3,
              "store restore": 3, "store check": 3, "store retain": 7, "store rebuild": 6,
              "store stats": 4, "store copies": 3}  # fmt: skip
    found = {topic: len(flags_of(said(*topic.split(), "-h"))) for topic in wanted}
    assert found == wanted


def test_each_flag_of_index_belongs_to_a_verb_and_to_no_other():
    of_index = set(flags_of(said("help", "index")))
    of_verbs = {verb: set(flags_of(said("help", "index", verb))) for verb in VERBS}
    assert set.union(*of_verbs.values()) == of_index
    assert of_verbs["info"] == {"--json", "--quiet", "--help", "-h"}
    assert "--ids" in of_verbs["delete"] and "--ids" not in of_verbs["add"]
    assert "--limit" in of_verbs["query"] and "--limit" not in of_verbs["build"]
    assert {"--text-field", "--page-max"} <= of_verbs["rebuild"] and not (
        {"--text-field", "--page-max"} & of_verbs["join"])  # fmt: skip
    for verb in VERBS:
        text = said("help", "index", verb)
        flags = r"^  (?:-\w, )?--[-a-z]+(?: [A-Z]+)?\s+"
        assert not re.search(rf"{flags}({'|'.join(VERBS)})[,:]", text, re.M | re.I), "again"


@pytest.mark.parametrize(("command", "verbs"), [("index", VERBS), ("store", STORE_VERBS)])
def test_the_help_of_a_command_lists_its_verbs(command, verbs):
    text = said("help", command)
    for verb in verbs:
        assert re.search(rf"^  {verb} +[a-z]", text, re.M)


def test_inputs_and_statuses_are_said_once():
    inputs, overview = said("help", "inputs"), said("help")
    in_one_line = " ".join(inputs.split())
    assert all(words in in_one_line for words in ("WARC", "standard input", "FILE#ID"))
    assert "130 stopped by" in overview and "facsim help inputs" in overview
    assert "Inputs are told apart" not in overview
    for topic in TOPICS:
        text = said("help", *topic.split())
        assert "Inputs are told apart" not in text and "130" not in text
        assert "Exit statuses: facsim help\n" in text
        reads = topic not in ("recluster", "show", "report", "recipe", "profile", "plan", "mirrors", "serve", "index join",
                              "index delete", "index info", "index check", "index compact",
                              "index export", "store dump", "store backup", "store restore",
                              "store check", "store retain",
                              "store stats", "store copies")  # fmt: skip
        assert ("What can be read: facsim help inputs\n" in text) == reads, topic


@pytest.mark.parametrize(
    "words",
    [["recipe", "show"], ["recipe", "list"], ["profile", "show"], ["idf", "build"]],
    ids=" ".join,
)
def test_help_knows_the_verbs_of_small_commands(words):
    assert said("help", *words) == said("help", words[0])
    assert said(*words, "--help") == said("help", words[0])


@pytest.mark.parametrize("command", ["version", "help"])
def test_commands_without_flags_have_help_too(command):
    assert said(command, "--help") == said("help", command)
    assert said(command, "-h").startswith(f"facsim {command}")


def test_version_by_three_names():
    by_letter = facsim("-V")
    assert by_letter == facsim("--version") == asked("version")
    assert by_letter.status == 0 and by_letter.out.startswith("facsim ")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["dedpu"], "unknown command 'dedpu'; did you mean 'dedup'?"),
        (["help", "dedpu"], "unknown command 'dedpu'; did you mean 'dedup'?"),
        (["help", "input"], "unknown command 'input'; did you mean 'inputs'?"),
        (["index", "biuld", "x"], "index has no verb 'biuld'; did you mean 'build'?"),
        (["help", "index", "ad"], "index has no verb 'ad'; did you mean 'add'?"),
        (["help", "recipe", "NAME"], "recipe has no verb 'NAME'"),
        (["help", "dedup", "x"], "dedup has no verb 'x'"),
        (["help", "index", "add", "x"], "takes a command and its verb at most, not 'x'"),
        (["dedup", "--kep", "first"], "unknown flag '--kep'; did you mean '--keep'?"),
        (["dedup", "-z"], "unknown flag '-z' (see"),
        (["version", "--qiet"], "unknown flag '--qiet'"),
        ([""], "unknown command ''"),
        (["help", ""], "unknown command ''"),
        (["index", ""], "index has no verb ''"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistyped_words_are_answered(words, hint):
    result = facsim(*words)
    assert (result.status, result.out) == (2, "")
    assert hint in result.err and "(see 'facsim help" in result.err


@pytest.mark.parametrize(
    "words",
    ["join idx --jsonl", "query idx a.hex --pairs-max 5", "check idx --limit 3", "check idx --force",
     "info idx --design paper-4", "delete idx x --map", "export idx --codec none",
     "compact idx --page-max 3M"],
)  # fmt: skip
def test_a_flag_of_another_verb_is_refused(words):
    """They were taken and did nothing: `index join --jsonl` printed tabs."""
    verb = words.split()[0]
    flag = next(word for word in words.split() if word.startswith("--"))
    run = facsim("index", *words.split())
    assert run.status == 2 and run.out == ""
    assert run.err.startswith(f"facsim: index {verb} has no flag '{flag}', which belongs to index ")
    assert run.err.endswith(f" (see 'facsim help index {verb}')\n")
