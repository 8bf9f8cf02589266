# SPDX-License-Identifier: Apache-2.0
"""Recipes from outside: what list, show and check say, and that every command takes them."""

import json
import random
import re

import pytest
from help_world import asked
from making import WORDS, text_of, write_jsonl
from recipe_world import BYTES_5, ID, NAMES, id_of, values, write_recipe
from running import ROOT, facsim
from test_readme import expect_shown, transcripts


def test_list_has_every_name_with_its_id(recipe_names):
    lines = asked("recipe", "list").out.splitlines()
    assert [line.split()[0] for line in lines] == NAMES
    ids = [line.split()[1] for line in lines if line.split()[0] in recipe_names]
    assert all(ID.fullmatch(found) for found in ids) and len(set(ids)) == len(recipe_names)


@pytest.mark.parametrize("name", NAMES)
def test_what_show_prints_is_the_same_recipe(recipe_names, tmp_path, name):
    if name not in recipe_names:
        pytest.skip("skipped: the program has no jieba.tables beside it")
    shown = asked("recipe", "show", name).out
    path = write_recipe(tmp_path, shown)
    listed = next(line for line in asked("recipe", "list").out.splitlines()
                  if line.split()[0] == name)  # fmt: skip
    assert id_of(path) == id_of(name) == listed.split()[1]
    assert shown.startswith(f"# id {listed.split()[1]}, ")
    assert facsim("recipe", "show", path).out == shown


def test_an_empty_file_is_balanced_and_a_name_decides_nothing(tmp_path):
    balanced = id_of("balanced")
    assert id_of(write_recipe(tmp_path, "")) == balanced
    assert id_of(write_recipe(tmp_path, 'name = "another"\n')) == balanced
    assert id_of(write_recipe(tmp_path, "[fingerprint]\nseed = 1\n")) != balanced


def test_check_takes_several_and_stops_at_what_is_wrong(tmp_path):
    good, bad = write_recipe(tmp_path, "", "good.toml"), write_recipe(tmp_path, "x = 1", "bad.toml")
    assert facsim("recipe", "check", good, good).out.count("\n") == 2
    done = facsim("recipe", "check", good, bad)
    assert done.status == 2 and "bad.toml:1: unknown key 'x'" in done.err


@pytest.mark.parametrize("arguments", [
    (), ("show",), ("show", "a", "b"), ("check",), ("list", "x"), ("make",)])  # fmt: skip
def test_wrong_words_are_wrong_usage(arguments):
    done = facsim("recipe", *arguments)
    assert done.status == 2 and "recipe needs list, show NAME or check FILE.toml" in done.err


def test_an_unknown_name_lists_the_known(tmp_path):
    done = facsim("recipe", "show", "balancd")
    assert done.status == 2 and all(name in done.err for name in NAMES)
    done = facsim("recipe", "check", tmp_path / "not-there.toml")
    assert done.status == 1 and "not-there.toml: there is no such file" in done.err


def test_profiles():
    lines = facsim("profile", "list").out.splitlines()
    assert [line.split()[0] for line in lines] == ["compact", "balanced", "strict", "thorough"]
    listed = [line.split()[0] for line in lines]
    shown = {name: facsim("profile", "show", name).out for name in listed}
    assert "min_resemblance = 0.8\n" in shown["balanced"] and "bands = 8\n" in shown["balanced"]
    assert "min_resemblance = 0.9\n" in shown["strict"] and "bands = 0\n" in shown["compact"]
    assert all('recipe = "balanced"' in shown[name] for name in listed[:3])
    assert 'recipe = "thorough"' in shown["thorough"] and "min_agreement = 0.82\n" in shown["thorough"]
    assert facsim("profile", "show", "lax").status == facsim("profile").status == 2


def test_fingerprint_compare_and_dedup_by_a_file(tmp_path):
    recipe = write_recipe(tmp_path, BYTES_5)
    near = f"{text_of(300)} once more"
    pages = write_jsonl(tmp_path / "p.jsonl", [
        {"id": "a", "text": text_of(300)}, {"id": "b", "text": near},
        {"id": "c", "text": " ".join(random.Random(1).choices(WORDS, k=300))},
    ])  # fmt: skip
    found = values(pages, recipe)
    assert found != values(pages, "balanced")
    done = facsim("compare", f"{pages}#a", f"{pages}#b", "--recipe", recipe, "--json")
    assert done.status == 0, done.err
    distance = bin(int(found["a"], 16) ^ int(found["b"], 16)).count("1")
    text = facsim("compare", f"{pages}#a", f"{pages}#b", "--recipe", recipe).out
    assert f"{distance} of 64 bits" in text or f'"distance":{distance}' in done.out.replace(" ", "")
    done = facsim("dedup", pages, "--recipe", recipe, "-o", tmp_path / "out", "-q")
    assert done.status == 0, done.err
    summary = json.loads((tmp_path / "out/summary.json").read_text())
    assert id_of(recipe) in json.dumps(summary)
    rows = (tmp_path / "out/duplicates.jsonl").read_text().splitlines()
    assert [json.loads(row)["id"] for row in rows] == ["b"]


@pytest.mark.parametrize(("text", "complaint"), [
    ("[fingerprint]\nbits = 32\n", "dedup takes fingerprints of 64 bits"),
    ("[fingerprint]\nbits = 128\n", "dedup takes fingerprints of 64 bits"),
    ("[sketch]\nbins = 128\n", "dedup compares sketches and layouts of 64 bins of 8 bits"),
    ("[sketch]\nbits = 1\n", "dedup compares sketches and layouts of 64 bins of 8 bits"),
    ("[layout]\nbins = 32\n", "dedup compares sketches and layouts of 64 bins of 8 bits"),
])  # fmt: skip
def test_dedup_refuses_what_its_index_does_not_hold(polyglot, tmp_path, text, complaint):
    recipe = write_recipe(tmp_path, f'name = "odd"\n{text}')
    done = facsim("dedup", polyglot, "--recipe", recipe, "-o", tmp_path / "out")
    assert done.status == 2 and complaint in done.err and "'odd'" in done.err
    assert not (tmp_path / "out").exists()
    assert facsim("fingerprint", polyglot, "--recipe", recipe).status == 0


def test_kernels_give_the_same_bits(recipe_names, polyglot):
    runs = re.search(r"^kernels +(.*)$", facsim("version").out, re.M).group(1).split()
    assert "scalar" in runs
    for name in recipe_names:
        wanted = values(polyglot, name, "--kernel", "scalar")
        for kernel in [*runs[1:], "auto"]:
            assert values(polyglot, name, "--kernel", kernel) == wanted, (name, kernel)
    for kernel in {"avx2", "avx512"} - set(runs):
        done = facsim("fingerprint", polyglot, "--kernel", kernel)
        assert done.status == 2 and f"this machine cannot run the kernel {kernel}" in done.err
    done = facsim("fingerprint", polyglot, "--kernel", "sse9")
    assert done.status == 2 and "sse9" in done.err


def test_values_of_nothing_merge_nothing(tmp_path):
    """Other programs give every empty page one value; dedup does not take that for a likeness."""
    pages = write_jsonl(tmp_path / "p.jsonl", [
        {"id": "a", "text": "!!!"}, {"id": "b", "text": "???"}, {"id": "c", "text": "a b"},
        {"id": "d", "text": "ab"}, {"id": "e", "text": "a b"},
    ])  # fmt: skip
    found = values(pages, "python-simhash")
    assert found["a"] == found["b"] == "e9800998ecf8427e" and found["c"] == found["d"]
    done = facsim("dedup", pages, "--recipe", "python-simhash", "-o", tmp_path / "out", "-q")
    assert done.status == 0, done.err
    rows = (tmp_path / "out/duplicates.jsonl").read_text().splitlines()
    assert [json.loads(row)["id"] for row in rows] == ["e"]


def test_every_command_of_the_documentation(polyglot):
    """docs/recipes.md: its commands run in order in a folder with the files that they read."""
    folder = polyglot.parent
    (folder / "corpus.jsonl").write_text(polyglot.read_text() * 3)
    steps = list(transcripts((ROOT / "docs/recipes.md").read_text()))
    assert len(steps) >= 5
    for command, shown in steps:
        expect_shown(command, shown, folder)


def test_every_key_is_in_the_documentation(recipe_names):
    """What `show` prints and what the refusals list is what the page explains."""
    page = (ROOT / "docs/recipes.md").read_text()
    shown = "".join(asked("recipe", "show", name).out for name in recipe_names)
    known = set(re.findall(r"^(\w+) = ", shown, re.M))
    assert len(known) > 15 and {"hmm", "made_with", "overlap", "of_nothing"} <= known
    assert not [key for key in known if not re.search(rf"[`.]{key}`", page)]
    assert all(f"`{name}`" in page for name in NAMES)
