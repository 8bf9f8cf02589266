# SPDX-License-Identifier: Apache-2.0
"""Named recipes and recipe files, their ids, and the fingerprints that they make."""

import re

from running import facsim

NAMES = [
    "balanced", "thorough", "all-text", "words", "bytes-4", "characters-4", "icu-words", "course",
    "keyword", "python-simhash", "content-seen-32", "content-seen-32-fixed",
]  # fmt: skip
NEEDS_JIEBA = {"course", "keyword"}
ID = re.compile(r"[0-9a-f]{16}")
SINGLES = '[features]\nlengths = [1]\nweights = "tf"\n'
BYTES_5 = '[units]\nkind = "bytes"\nsize = 5\noverlap = 4\n' + SINGLES


def write_recipe(folder, text, name="mine.toml"):
    path = folder / name
    path.write_text(text)
    return path


def id_of(recipe, cwd=None):
    done = facsim("recipe", "check", recipe, cwd=cwd)
    assert done.status == 0, done.err
    return ID.search(done.out.rsplit("id ", 1)[1]).group()


def values(pages, recipe, *flags):
    """Returns id -> fingerprint."""
    done = facsim("fingerprint", pages, "--recipe", recipe, *flags)
    assert done.status == 0, done.err
    return dict(line.split("\t") for line in done.out.splitlines())
