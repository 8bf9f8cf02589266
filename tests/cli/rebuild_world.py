# SPDX-License-Identifier: Apache-2.0
"""Pages of an index that is rebuilt, and queries for the tests."""

import random
import re
from pathlib import Path

from index_world import done, exported
from making import MENU, html, text_of
from running import JUDGE
from running import done as ended

KEPT = Path(__file__).resolve().parents[1] / "compat/formats-1"
DESIGN = ("--design", "blocks-0-0-0-0")


def age_index(index):
    """Changes an index as if an earlier version of the recipes had read its pages."""
    ended([JUDGE.with_name("facsim_age_index"), index])


def pages_in(index):
    """Returns the fingerprint and id of each page, in any order."""
    return sorted(exported(index).splitlines())


def batches_of(index):
    return set(re.findall(r'"(batch\.[0-9a-f]+)"', (index / "MANIFEST").read_text()))


def files_found(index, asked, recipe="balanced"):
    """Returns file and offset of all pages at distance 0 of these pages, by id."""
    run = done("query", index, *asked, "--jsonl", "-k", 0, "--recipe", recipe)
    return {m["id"]: (m["file"], m["offset"]) for row in run.rows() for m in row["matches"]}


def records(count, seed=0, url="http://example.org/{}"):
    draw = random.Random(seed)
    return [{"id": f"page {seed}.{i}", "url": url.format(i),
             "text": text_of(80, draw.randrange(60)) + f" word{seed}x{i} " * 30}
            for i in range(count)]  # fmt: skip


def write_site(folder, count, seed=0):
    folder.mkdir(parents=True)
    for i in range(count):
        text = text_of(120, 7 * i + seed) + f" number{seed}x{i}" * 40
        (folder / f"{i}.html").write_text(html(text, title=f"Page {i}", menu=MENU))
    return folder
