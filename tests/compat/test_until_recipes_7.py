# SPDX-License-Identifier: Apache-2.0
"""What ends with version 7 of the recipes: what version 6 read is judged together with new pages.

These tests say what is so today. test_earlier_recipes.py has what is refused
once it has ended, and what helps then; what must hold for ever stands in the other files.
"""

import json
import re

import pytest
from kept_files import FORMATS_1, answer, copy_of, done, has_all, removals
from running import facsim

PROFILES = ("balanced", "thorough")


@pytest.fixture
def folder(tmp_path):
    return copy_of(FORMATS_1, tmp_path)


@pytest.mark.parametrize("profile", PROFILES)
def test_dedup_against_pages_of_recipes_6_is_accepted(folder, profile):
    index = f"pages-{profile}.idx"
    done(folder, "dedup", "later.jsonl", "--against", index, "-o", "new", "--profile", profile)
    then = json.loads(answer(FORMATS_1, f"{index}.against.json"))
    assert removals(folder / "new") == then != {}


@pytest.mark.parametrize("profile,index", [("balanced", "pages-balanced.idx"),
                                           ("balanced", "pages-coded.idx"),
                                           ("thorough", "pages-thorough.idx")])  # fmt: skip
def test_pages_are_looked_up_among_pages_of_recipes_6(folder, profile, index):
    flags = ("--jsonl", "--profile", profile)
    run = facsim("index", "query", index, "later.jsonl", *flags, cwd=folder)
    then = [json.loads(line) for line in answer(FORMATS_1, f"{index}.query.jsonl").splitlines()]
    assert has_all(run.rows(), then)
    assert any(row["matches"] for row in then)


@pytest.mark.parametrize("profile", PROFILES)
def test_fingerprints_are_looked_up_by_the_name_of_their_recipe(folder, profile):
    index = f"pages-{profile}.idx"
    found = done(folder, "index", "query", index, f"later-{profile}.hex", "--recipe", profile)
    assert found == answer(FORMATS_1, f"{index}.by-hex.tsv") != ""


@pytest.mark.parametrize("profile", PROFILES)
def test_an_index_of_pages_of_recipes_6_is_compacted(folder, profile):
    index = f"pages-{profile}.idx"
    done(folder, "index", "compact", index)
    assert done(folder, "index", "export", index) == answer(FORMATS_1, f"{index}.export.tsv")
    done(folder, "index", "check", index)


@pytest.mark.parametrize("recipe", sorted((FORMATS_1 / "recipes").glob("*.toml")),
                         ids=lambda path: path.stem)  # fmt: skip
def test_recipes_of_version_6_are_accepted(recipe, folder):
    printed = re.search(r"^# id ([0-9a-f]{16})", recipe.read_text())
    if not printed:
        pytest.skip("skipped: its id needs tables that are not kept")
    run = facsim("recipe", "check", recipe.name, cwd=folder / "recipes")
    if "made_with" in recipe.read_text() and "ICU" in run.err:
        pytest.skip("skipped: this machine has another ICU")
    assert run.status == 0 and f"id {printed[1]}" in run.out, run.err
