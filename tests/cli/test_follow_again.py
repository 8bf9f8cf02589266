# SPDX-License-Identifier: Apache-2.0
"""What was read behind links once is read behind links again, without being told a second time."""

import json
import shutil

import pytest
from running import facsim


def text(word):
    return " ".join(f"{word}{i}" for i in range(60))


@pytest.fixture
def site(tmp_path):
    """A folder with a page, and links to a page and to a folder outside of it."""
    (tmp_path / "site").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "site" / "own.txt").write_text(text("own"))
    (tmp_path / "outside" / "far.txt").write_text(text("far"))
    (tmp_path / "outside" / "deep.txt").write_text(text("deep"))
    (tmp_path / "site" / "link.txt").symlink_to("../outside/far.txt")
    (tmp_path / "site" / "folder").symlink_to("../outside")
    return tmp_path


def ids_in(index, folder):
    done = facsim("index", "export", index, cwd=folder)
    assert done.status == 0, done.err
    return sorted(line.split("\t")[1] for line in done.out.splitlines())


def test_rebuild_finds_the_pages_that_stood_behind_links(site):
    build = ["index", "build", "site", "-o", "idx", "--follow"]
    assert facsim(*build, cwd=site).status == 0
    before = ids_in("idx", site)
    assert before == ["folder/deep.txt", "folder/far.txt", "own.txt"]
    done = facsim("index", "rebuild", "idx", "site", cwd=site)
    assert done.status == 0 and "not found" not in done.err, done.err
    assert ids_in("idx", site) == before


def test_rebuild_does_not_follow_links_that_nothing_came_by(site):
    assert facsim("index", "build", "site", "-o", "idx", cwd=site).status == 0
    shutil.rmtree(site / "outside")  # nothing could be read there
    done = facsim("index", "rebuild", "idx", "site", cwd=site)
    assert done.status == 0, done.err
    assert ids_in("idx", site) == ["own.txt"]


def test_rebuild_says_what_is_missing_behind_links_too(site):
    assert facsim("index", "build", "site", "-o", "idx", "--follow", cwd=site).status == 0
    (site / "outside" / "deep.txt").unlink()
    done = facsim("index", "rebuild", "idx", "site", cwd=site)
    assert done.status == 0 and "1 page of the index not found in the inputs" in done.err
    assert "folder/deep.txt" in done.err
    assert ids_in("idx", site) == ["folder/far.txt", "own.txt"]


@pytest.mark.parametrize("judged_again", [False, True])
def test_a_result_remembers_that_links_were_followed(site, judged_again):
    assert facsim("dedup", "site", "-o", "out", "--follow", cwd=site).status == 0
    if judged_again:
        again = facsim("recluster", "out", "--min-resemblance", "0.9", cwd=site)
        assert again.status == 0, again.err
    summary = json.loads((site / "out" / "summary.json").read_text())
    assert summary["options"]["follow"] is True
    shutil.move(site / "outside" / "deep.txt", site / "outside" / "moved.txt")
    # No row has it: it is looked for in all inputs.
    assert facsim("show", "out", "folder/moved.txt", cwd=site).status == 0


def test_a_result_without_links_followed_is_as_it_was(site):
    assert facsim("dedup", "site", "-o", "out", cwd=site).status == 0
    summary = json.loads((site / "out" / "summary.json").read_text())
    assert "follow" not in summary["options"]
    assert facsim("show", "out", "far.txt", cwd=site).status == 1
    assert facsim("recluster", "out", "--min-resemblance", "0.9", cwd=site).status == 0
    summary = json.loads((site / "out" / "summary.json").read_text())
    assert "follow" not in summary["options"]
