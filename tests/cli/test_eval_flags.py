# SPDX-License-Identifier: Apache-2.0
"""facsim eval: flags, refusals, standard input, and the files that it may write."""

import os

import pytest
from eval_world import versions, word_list
from making import write_jsonl
from running import facsim


@pytest.mark.parametrize(("labels", "flags", "sentence"), [
    ("", [], "holds no labelled pair"),
    ("a b\n", [], "l.tsv:1: needs two ids and a label"),
    ("a b 0.5\n", [], "--label-min"),
    ("a b 1\na b maybe\n", [], "l.tsv:2: 'maybe' is no label"),
    ("nobody nowhere 1\n", [], "ids that no document has (first 'nobody', line 1)"),
    ("0.0 0.0 1\n", [], "pairs of a page with itself"),
    ("0.0 0.1 1\n", ["--resemblance-floor", ".3"], "--resemblance-floor is for"),
    ("0.0 0.1 1\n", ["--exact"], "say one of"),
    ("0.0 0.1 1\n", ["--thresholds", ".5,2"], "--thresholds"),
    ("0.0 0.1 1\n", ["--distances", "65"], "--distances"),
    ("0.0 0.1 1\n", ["-o", "x"], "--output is for --synthesize"),
    ("0.0 0.1 1\n", ["--label-min", "0"], "--label-min"),
])  # fmt: skip
def test_bad_flags_are_told(tmp_path, labels, flags, sentence):
    path = write_jsonl(tmp_path / "p.jsonl", versions(families=2))
    (tmp_path / "l.tsv").write_text(labels)
    run = facsim("eval", path, "--pairs", "l.tsv", *flags, cwd=tmp_path)
    assert run.status == 2, run.err
    assert sentence in run.err and run.out == ""


def test_more_bad_flags(tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", versions(families=2))
    assert "say one of --pairs" in facsim("eval", path).err
    assert "no input given" in facsim("eval", "--exact").err
    assert facsim("eval", path, "--pairs", tmp_path / "none.tsv").status == 1
    empty = write_jsonl(tmp_path / "empty.jsonl", [{"id": "a", "text": " "}])
    assert "no document with a text" in facsim("eval", empty, "--exact").err
    flags = ["--exact", "--resemblance-floor", ".9"]
    assert "lower the floor" in facsim("eval", path, *flags).err
    (tmp_path / "there.csv").write_text("mine")
    run = facsim("eval", path, "--exact", "--csv", tmp_path / "there.csv")
    assert run.status == 1 and (tmp_path / "there.csv").read_text() == "mine"
    run = facsim("eval", path, "--exact", "--csv", tmp_path / "there.csv", "--force")
    assert run.status == 0 and (tmp_path / "there.csv").read_text().startswith("part,name,")


def test_help_names_every_flag():
    text = facsim("help", "eval").out
    for flag in ("--pairs", "--clusters", "--exact", "--synthesize", "--label-min", "--csv",
                 "--html", "--json", "--seed", "--resemblance-floor", "--distances",
                 "--thresholds", "--sketches"):  # fmt: skip
        assert flag in text
    assert "eval" in facsim("help").out


def test_standard_input_is_read_as_a_file_is(tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", versions(families=3))
    piped = facsim("eval", "-", "--exact", stdin=path.read_bytes())
    assert piped.status == 0
    assert piped.out == facsim("eval", path, "--exact").out


def test_a_device_is_not_replaced_and_a_link_stays_one(tmp_path):
    pages = write_jsonl(tmp_path / "p.jsonl", [{"id": "a", "text": " ".join(word_list(1, 60))}])
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = facsim("eval", pages, "--exact", "--csv", pipe, "--force")
    assert done.status == 2 and "is no regular file" in done.err and pipe.is_fifo()
    link, real = tmp_path / "link.csv", tmp_path / "real.csv"
    real.write_text("before")
    link.symlink_to(real)
    assert facsim("eval", pages, "--exact", "--csv", link, "--force").status == 0
    assert link.is_symlink() and real.read_text() != "before"
