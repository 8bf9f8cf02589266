# SPDX-License-Identifier: Apache-2.0
"""What earlier recipes read is never judged together with new pages; each refusal says what helps.

Such an index still says what it has, finds by fingerprints, and is pruned and merged.
"""

import json
import re

import pytest
from kept_files import FORMATS_1, age_index, answer, copy_of, done, has_all
from running import facsim, state_of

PROFILES = ("balanced", "thorough")
INDEXES = [("balanced", "pages-balanced.idx"), ("balanced", "pages-coded.idx"),
           ("thorough", "pages-thorough.idx")]  # fmt: skip
of_pages = pytest.mark.parametrize("profile,index", INDEXES)


@pytest.fixture
def folder(tmp_path):
    made = copy_of(FORMATS_1, tmp_path)
    for _, index in INDEXES:
        age_index(made / index)
    return made


@of_pages
@pytest.mark.parametrize("command", [
    ("dedup", "later.jsonl", "--against", "{index}", "-o", "new"),
    ("dedup", "later.jsonl", "--against", "{index}", "--update", "-o", "new"),
    ("index", "add", "{index}", "later.jsonl"),
    ("index", "query", "{index}", "later.jsonl"),
], ids=lambda words: " ".join(words[:2]) + " --update" * ("--update" in words))  # fmt: skip
def test_new_pages_are_refused_and_the_remedy_is_named(folder, profile, index, command):
    before = state_of(folder)
    words = [word.format(index=index) for word in command]
    run = facsim(*words, "--profile", profile, cwd=folder)
    assert run.status == 2 and run.out == ""
    assert re.search(r"read by version \d+ of the recipes, this program has version \d+", run.err)
    assert f"'facsim index rebuild {index} INPUT...'" in run.err
    assert state_of(folder) == before


@of_pages
def test_the_remedy_helps(folder, profile, index):
    done(folder, "index", "rebuild", index, "pages.jsonl", "site", "later.jsonl")
    found = done(folder, "index", "query", index, "later.jsonl", "--profile", profile)
    assert "lighthouse" in found
    done(folder, "dedup", "later.jsonl", "--against", index, "-o", "new", "--profile", profile)
    done(folder, "index", "check", index)


@of_pages
def test_it_says_what_it_has(folder, profile, index):
    done(folder, "index", "check", index)
    assert done(folder, "index", "export", index) == answer(FORMATS_1, f"{index}.export.tsv")
    now = json.loads(done(folder, "index", "info", index, "--json"))
    then = json.loads(answer(FORMATS_1, f"{index}.info.json"))
    assert now["recipe_id"] != then["recipe_id"] and now["recipe"] == profile
    assert has_all(now["entries"], then["entries"])


@pytest.mark.parametrize("profile", PROFILES)
def test_fingerprints_are_looked_up_by_the_id_of_their_recipe(folder, profile):
    index = f"pages-{profile}.idx"
    query = ("index", "query", index, f"later-{profile}.hex", "--recipe")
    recipe = json.loads(done(folder, "index", "info", index, "--json"))["recipe_id"]
    assert done(folder, *query, recipe) == answer(FORMATS_1, f"{index}.by-hex.tsv") != ""
    # The name is that of this program's recipe, which makes other fingerprints.
    run = facsim(*query, profile, cwd=folder)
    assert run.status == 2 and recipe in run.err and "or its id" in run.err


@pytest.mark.parametrize("profile", PROFILES)
def test_an_index_of_pages_is_compacted(folder, profile):
    index = f"pages-{profile}.idx"
    done(folder, "index", "compact", index)
    assert done(folder, "index", "export", index) == answer(FORMATS_1, f"{index}.export.tsv")
    done(folder, "index", "check", index)


@pytest.mark.parametrize("recipe", sorted((FORMATS_1 / "recipes").glob("*.toml")),
                         ids=lambda path: path.stem)  # fmt: skip
def test_recipes_are_refused(recipe, tmp_path):
    folder = copy_of(recipe.parent, tmp_path)
    text, aged = re.subn(r"(?m)^version = \d+$", "version = 5", recipe.read_text())
    (folder / recipe.name).write_text(text)
    run = facsim("recipe", "check", recipe.name, cwd=folder)
    assert aged == 1
    assert run.status == 1 and "which this program no longer computes" in run.err
