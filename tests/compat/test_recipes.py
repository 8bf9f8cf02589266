# SPDX-License-Identifier: Apache-2.0
"""A recipe that some facsim printed names the bits that it named, or is refused: never others."""

import re

import pytest
from kept_files import FOLDERS, copy_of
from running import facsim

PRINTED = [path for kept in FOLDERS for path in sorted((kept / "recipes").glob("*.toml"))]


def test_every_named_recipe_is_kept():
    for kept in FOLDERS:
        names = {path.stem for path in PRINTED if path.parents[1] == kept}
        assert names >= {
            "balanced", "thorough", "all-text", "words", "bytes-4", "characters-4", "icu-words",
            "course", "keyword", "python-simhash", "content-seen-32", "content-seen-32-fixed",
        }  # fmt: skip


@pytest.mark.parametrize("recipe", PRINTED, ids=lambda path: f"{path.parents[1].name}/{path.stem}")
def test_a_printed_recipe_has_its_id_or_is_refused(recipe, tmp_path):
    folder = copy_of(recipe.parent, tmp_path)
    run = facsim("recipe", "check", recipe.name, cwd=folder)
    printed = re.search(r"^# id ([0-9a-f]{16})", recipe.read_text())
    if run.status == 0 and printed:
        assert f"id {printed[1]}" in run.out
    elif run.status != 0:
        assert run.status == 1 and re.search("version|ICU|jieba", run.err), run.err
