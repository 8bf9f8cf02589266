# SPDX-License-Identifier: Apache-2.0
"""What earlier recipes read is never judged together with new pages; each refusal says what helps.

Such an index still says what it has, finds by fingerprints, and is pruned and merged; here and in
test_indexes.py.
"""

import json
import re

import pytest
from kept_files import MATCHES_3, RECIPES_3, RECIPES_4, RECIPES_5, answer, copy_of, done
from running import facsim, state_of

EARLIER = [RECIPES_3, RECIPES_4, MATCHES_3, RECIPES_5]
PROFILES = ("balanced", "thorough")
INDEXES = [("balanced", "pages-balanced.idx"), ("balanced", "pages-coded.idx"),
           ("thorough", "pages-thorough.idx")]  # fmt: skip
of_pages = pytest.mark.parametrize("profile,index", INDEXES)


@pytest.fixture(params=EARLIER, ids=lambda kept: kept.name)
def kept(request):
    return request.param


@pytest.fixture
def folder(kept, tmp_path):
    return copy_of(kept, tmp_path)


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


@pytest.mark.parametrize("profile", PROFILES)
def test_fingerprints_are_looked_up_by_the_id_of_their_recipe(kept, folder, profile):
    index = f"pages-{profile}.idx"
    query = ("index", "query", index, f"later-{profile}.hex", "--recipe")
    recipe = json.loads(answer(kept, f"{index}.info.json"))["recipe_id"]
    assert done(folder, *query, recipe) == answer(kept, f"{index}.by-hex.tsv") != ""
    # The name is that of this program's recipe, which makes other fingerprints.
    run = facsim(*query, profile, cwd=folder)
    assert run.status == 2 and recipe in run.err and "or its id" in run.err


@pytest.mark.parametrize("profile", PROFILES)
def test_an_index_of_pages_is_compacted(kept, folder, profile):
    index = f"pages-{profile}.idx"
    done(folder, "index", "compact", index)
    assert done(folder, "index", "export", index) == answer(kept, f"{index}.export.tsv")
    done(folder, "index", "check", index)


@pytest.mark.parametrize("profile", PROFILES)
def test_matches_of_earlier_versions_are_not_clustered_again(profile, folder):
    before = state_of(folder)
    for flags in ((), ("--min-resemblance", ".97"), ("--apply",)):
        run = facsim("recluster", f"out-{profile}", *flags, cwd=folder)
        assert run.status == 1 and "run facsim dedup again" in run.err
        assert re.search(r"has version \d+, this program reads version \d+", run.err)
    assert state_of(folder) == before


def test_recipes_are_refused(kept, folder):
    for recipe in sorted((kept / "recipes").glob("*.toml")):
        run = facsim("recipe", "check", recipe.name, cwd=folder / "recipes")
        assert run.status == 1 and "which this program no longer computes" in run.err, recipe.name
