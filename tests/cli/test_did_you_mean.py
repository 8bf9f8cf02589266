# SPDX-License-Identifier: Apache-2.0
"""Did you mean: one rule for commands, verbs, topics, flags and values, and never a silly guess."""

import pytest
from running import facsim

NEAR = [
    ("dedupe x -o y", "dedup"),
    ("fingerprnt x", "fingerprint"),
    ("query idx x", "index query"),
    ("help dedupp", "dedup"),
    ("help input", "inputs"),
    ("man compar", "compare"),
    ("index querry idx x", "query"),
    ("help index querry", "query"),
    ("recipe lst", "list"),
    ("recipe show balancd", "balanced"),
    ("help recipe lsit", "list"),
    ("profile shwo strict", "show"),
    ("profile show strct", "strict"),
    ("idf biuld x -o y", "build"),
    ("completion bsh", "bash"),
    ("dedup x -o y --keeep first", "--keep"),
    ("dedup x -o y --keep oldst", "oldest"),
    ("dedup x -o y --scope hosts", "host"),
    ("dedup x -o y --mode anotate", "annotate"),
    ("dedup x -o y --remove exact,contents", "content"),
    ("dedup x -o y --cluster singel", "single"),
    ("dedup x -o y --matches leader", "leaders"),
    ("dedup x -o y --profile balance", "balanced"),
    ("dedup x -o y --recipe balancd", "balanced"),
    ("dedup x -o y --text mian", "main"),
    ("dedup x -o y --progress jsno", "json"),
    ("dedup x -o y --summary txt", "text"),
    ("dedup x -o y --kernel scaler", "scalar"),
    ("fingerprint x --columns id,digset", "digest"),
    ("show out x --color alway", "always"),
    ("index build x -o y --codec elias-fanno", "elias-fano"),
    ("index build x -o y --input hexx", "hex"),
    ("index build x -o y --recipe wordss", "words"),
    ("plan --cuont 5", "--count"),
]


@pytest.mark.parametrize(("words", "meant"), NEAR, ids=lambda value: value)
def test_the_near_one_is_named(words, meant, tmp_path):
    (tmp_path / "x").write_text("<p>some words of a page")
    result = facsim(*words.split(), cwd=tmp_path)
    assert (result.status, result.out) == (2, ""), result.err
    assert result.err.count("did you mean") == 1 and result.err.count("\n") == 1, result.err
    assert f"; did you mean '{meant}'?" in result.err, result.err
    assert not (tmp_path / "y").exists()


FAR = [
    "fingerprint x --keep last",
    "fingerprint x --kept last",
    "fingerprint x --exit",
    "version --flag",
    "help inputs extra",
    "help inputs dedup",
    "xyzzy",
    "go",
    "help me",
    "index do x",
    "recipe make",
    "profile go",
    "idf learn x -o y",
    "completion tcsh",
    "dedup x -o y --keep best",
    "dedup x -o y --scope site",
    "dedup x -o y --mode delete",
    "dedup x -o y --remove near",
    "dedup x -o y --profile mine",
    "dedup x -o y --recipe mine",
    "dedup x -o y --text body",
    "dedup x -o y --progress yes",
    "dedup x -o y -z",
    "index build x -o y --codec zip",
    "index build x -o y --input csv",
]


@pytest.mark.parametrize("words", FAR)
def test_what_is_far_from_all_gets_no_guess(words, tmp_path):
    result = facsim(*words.split(), cwd=tmp_path)
    assert (result.status, result.out) == (2, ""), result.err
    assert "did you mean" not in result.err and result.err.count("\n") == 1, result.err


def test_help_inputs_is_one_topic():
    result = facsim("help", "inputs", "extra")
    assert result.err == (
        "facsim: help inputs takes no further word, not 'extra' (see 'facsim help')\n"
    )


def test_a_flag_of_another_command_is_named_with_its_owners():
    result = facsim("fingerprint", "x", "--keep", "last")
    assert result.err == (
        "facsim: fingerprint has no flag '--keep', which belongs to dedup and recluster "
        "(see 'facsim help fingerprint')\n"
    )
