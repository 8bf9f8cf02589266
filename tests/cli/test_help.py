# SPDX-License-Identifier: Apache-2.0
"""Help, version, and what the program says to a mistyped word."""

import re

import pytest
from help_world import asked, help_of
from running import facsim

pytestmark = pytest.mark.words

COMMANDS = ["dedup", "compare", "show", "fingerprint", "extract", "version", "help"]
COMMON = ["--threads", "--memory", "--tmp", "--profile", "--recipe", "--quiet"]
DEDUP = [
    "--output", "--keep", "--scope", "--text", "--mode", "--remove", "--max-distance",
    "--min-resemblance", "--min-containment", "--min-units", "--shingle-size", "--page-max",
    "--text-field", "--id-field", "--url-field", "--html-field", "--time-field", "--link",
    "--force", "--progress",
]  # fmt: skip


@pytest.mark.parametrize("arguments", [["help"], ["--help"], ["-h"]])
def test_overview_lists_every_command_with_examples(arguments):
    result = facsim(*arguments)
    assert result.status == 0 and result.err == ""
    for command in COMMANDS:
        assert re.search(rf"^  {command}  ", result.out, re.M)
    assert "facsim dedup crawl.warc.gz -o clean" in result.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_is_one_text_by_either_way(command):
    by_help = asked("help", command)
    assert by_help.status == 0 and by_help.err == ""
    assert by_help.out.startswith(f"facsim {command}")
    assert max(map(len, by_help.out.splitlines())) <= 80
    if command not in ("version", "help"):
        assert asked(command, "--help").out == by_help.out
        assert asked(command, "-h").out.splitlines()[0] == by_help.out.splitlines()[0]
        assert "Examples" in by_help.out


@pytest.mark.parametrize("command", ["dedup", "compare", "fingerprint", "extract"])
def test_common_flags_belong_to_every_command(command):
    text = help_of(command)
    for flag in COMMON:
        assert flag in text


def test_help_of_dedup_names_every_flag():
    text = help_of("dedup")
    for flag in DEDUP:
        assert flag in text


def test_every_example_of_the_help_can_be_parsed(tmp_path):
    # None of the files is there: what may fail is the input, never the usage.
    for command in ["dedup", "compare", "show", "fingerprint", "extract"]:
        examples = help_of(command).split("Examples\n")[1].split("\n\n")[0]
        for line in examples.splitlines():
            words = line[line.index("facsim") :].split("|")[0].replace("/scratch", "/tmp").split()
            result = facsim(*words[1:], cwd=tmp_path)
            assert result.status in (0, 1), (line, result.err)
            assert "(see 'facsim help" not in result.err, line


def test_version():
    result = facsim("version")
    assert result.status == 0
    assert re.match(r"facsim \d+\.\d+\.\d+\n", result.out)
    assert re.search(r"^recipe +[0-9a-f]{16}  balanced \(facsim recipe list: all\)$", result.out, re.M)
    assert re.search(r"^kernels +.*\bscalar\b", result.out, re.M)
    assert "lexbor" in result.out
    assert facsim("--version").out == result.out


def test_no_command_is_wrong_usage():
    result = facsim()
    assert result.status == 2 and result.out == ""
    assert "facsim help" in result.err


def test_an_unknown_command_suggests_the_nearest():
    result = facsim("dedpu", "x")
    assert result.status == 2 and result.out == ""
    assert result.err == (
        "facsim: unknown command 'dedpu'; did you mean 'dedup'? (see 'facsim help')\n"
    )


def test_an_unknown_flag_suggests_the_nearest():
    result = facsim("dedup", "--min-resemblence=0.9", "x", "-o", "y")
    assert result.status == 2 and result.out == ""
    assert result.err == (
        "facsim: unknown flag '--min-resemblence'; did you mean '--min-resemblance'? "
        "(see 'facsim help dedup')\n"
    )


def test_a_flag_of_another_command_is_named_with_its_owners():
    result = facsim("compare", "a", "b", "--keep", "first")
    assert result.status == 2
    assert "compare has no flag '--keep', which belongs to dedup and recluster" in result.err
    assert "facsim help compare" in result.err


def test_what_is_far_from_everything_gets_no_suggestion():
    assert "did you mean" not in facsim("dedup", "--xyzzyplugh", "x", "-o", "y").err
