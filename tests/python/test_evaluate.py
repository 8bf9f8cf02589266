# SPDX-License-Identifier: Apache-2.0
"""facsim.evaluate gives the same figures as `facsim eval`."""

import json
import os
from pathlib import Path

import facsim
import pytest
from making import corpus, write_jsonl
from running import facsim as program

PAGES = corpus(120)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Pages, labelled pairs and clusters."""
    path = write_jsonl(tmp_path / "pages.jsonl", PAGES)
    pairs = tmp_path / "pairs.tsv"
    rows = [f"page-{i}\tpage-{i + 40}\t{1 - i % 2}\n" for i in range(40)]
    pairs.write_text("".join(rows))
    clusters = tmp_path / "clusters.tsv"
    clusters.write_text("".join(f"page-{i}\tfamily-{i % 40}\n" for i in range(120)))
    return path, pairs, clusters


def test_it_says_what_the_command_says(files: tuple[Path, Path, Path]) -> None:
    path, pairs, clusters = files
    for settings, flags in (
        ({"exact": True}, ["--exact"]),
        ({"pairs": pairs}, ["--pairs", pairs]),
        ({"clusters": str(clusters)}, ["--clusters", clusters]),
        ({"exact": True, "profile": "strict", "thresholds": [0.9, 0.7], "distances": [3, 8]},
         ["--exact", "--profile", "strict", "--thresholds", ".7,.9", "--distances", "3,8"]),
        ({"pairs": pairs, "label_min": 0.5}, ["--pairs", pairs, "--label-min", ".5"]),
    ):  # fmt: skip
        found = facsim.evaluate(path, **settings)
        assert found.facts == json.loads(program.done("eval", path, *flags, "--json").out)
        assert str(found) == program.done("eval", path, *flags).out
    measure = next(part for part in found.facts["measures"] if part["name"] == "resemblance")
    assert {"threshold", "precision", "recall", "f1"} <= set(measure["points"][0])
    assert found.csv.startswith("part,name,")
    assert found.html.lower().startswith("<!doctype html>")


def test_what_cannot_be_evaluated(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    path, pairs, clusters = files
    for settings in ({}, {"pairs": pairs, "exact": True}, {"pairs": pairs, "clusters": clusters}):
        with pytest.raises(ValueError, match="say one of pairs=FILE"):
            facsim.evaluate(path, **settings)
    with pytest.raises(TypeError, match=r"pathlib\.Path"):
        facsim.evaluate(PAGES, exact=True)
    with pytest.raises(facsim.errors.NotFoundError):
        facsim.evaluate(path, pairs=tmp_path / "none.tsv")
    with pytest.raises(facsim.Error, match="label"):
        facsim.evaluate(path, pairs=path)
    with pytest.warns(facsim.errors.RunWarning):
        pairs.write_text(pairs.read_text() + "nobody\tpage-1\t1\n")
        facsim.evaluate(path, pairs=pairs)


def test_a_warning_names_a_file_whose_name_is_no_utf_8(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "pages.jsonl", PAGES)
    with open(os.fsencode(tmp_path) + b"/.caf\xe9.jsonl", "w"):
        pass
    with pytest.warns(facsim.errors.RunWarning, match="caf\ufffd"):
        facsim.evaluate(tmp_path, exact=True)
