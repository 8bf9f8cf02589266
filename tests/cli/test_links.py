# SPDX-License-Identifier: Apache-2.0
"""Symbolic links in folders: what leads out of the folder is nobody's input, unless asked for."""

import json
import os

import pytest
from running import facsim

LEAVES = "is a link out of the folder; --follow reads such links"


def text(name):
    return " ".join(f"{name}{i}" for i in range(60))


@pytest.fixture
def world(tmp_path):
    """A site with two pages of its own, and a secret beside it."""
    site = tmp_path / "site"
    (site / "deep").mkdir(parents=True)
    (site / "a.txt").write_text(text("alpha"))
    (site / "deep" / "b.txt").write_text(text("beta"))
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "password.txt").write_text(text("secret"))
    (secret / "more.txt").write_text(text("more"))
    return tmp_path


def dedup(world, *flags, inputs=("site",), status=0):
    out = world / f"out{sum(1 for _ in world.glob('out*'))}"
    run = facsim("dedup", *inputs, "-o", out, "--quiet", "--tmp", world, *flags, cwd=world)
    assert run.status == status, run.err
    summary = json.loads((out / "summary.json").read_text()) if status == 0 else None
    return run, out, summary


def kept(out):
    return set((out / "kept.txt").read_text().splitlines())


def files_under(out):
    return {path.name for path in out.rglob("*") if path.is_file()}


@pytest.mark.parametrize("link", [(), ("--link",)])
def test_a_link_out_of_the_folder_is_skipped_counted_and_named(world, link):
    """--link made a hard link of what it led to: /etc/passwd became a file of the result."""
    for number, target in enumerate(("../secret/password.txt", world / "secret" / "password.txt",
                                     "deep/../../secret/password.txt", "/etc/passwd")):  # fmt: skip
        (world / "site" / f"link{number}.txt").symlink_to(target)
    (world / "site" / "dir").symlink_to("../secret")
    (world / "site" / "deep" / "up").symlink_to("../..")
    links_before = os.stat("/etc/passwd").st_nlink
    run, out, summary = dedup(world, *link)
    assert kept(out) == {"a.txt", "deep/b.txt"}
    assert summary["files_not_read"] == 6 and summary["pages_read"] == 2
    named = [f"site/{name}: {LEAVES}" for name in
             ("deep/up", "dir", "link0.txt", "link1.txt", "link2.txt")]  # fmt: skip
    assert summary["warnings"] == [*named, f"site: 1 more were not read: {LEAVES}"]
    assert run.err.splitlines() == [f"facsim: warning: {line}" for line in summary["warnings"]]
    assert not {"password.txt", "link0.txt", "link3.txt", "more.txt"} & files_under(out)
    assert os.stat(world / "secret" / "password.txt").st_nlink == 1
    assert os.stat("/etc/passwd").st_nlink == links_before
    assert ("a.txt" in files_under(out)) == bool(link)


def test_what_is_a_link_in_the_middle_of_the_way_counts_too(world):
    """A link to a name inside that is a link out; a chain of links; a path through a link."""
    site = world / "site"
    (site / "z.txt").symlink_to("../secret/more.txt")
    (site / "first.txt").symlink_to("second.txt")
    (site / "second.txt").symlink_to("z.txt")
    (site / "through").symlink_to("../secret")
    (site / "c.txt").symlink_to("through/password.txt")
    # Out and in again: the file lies in the folder, and is read under no name of its own.
    (site / "deep" / "b.bin").write_text(text("beta"))
    (site / "round.txt").symlink_to("../site/deep/b.bin")
    # A folder whose name begins like this one's is another.
    (world / "site2").mkdir()
    (world / "site2" / "x.txt").write_text(text("other"))
    (site / "near.txt").symlink_to("../site2/x.txt")
    _, out, summary = dedup(world, "--link")
    assert kept(out) == {"a.txt", "deep/b.txt"} and summary["files_not_read"] == 7
    assert json.loads((out / "duplicates.jsonl").read_text())["file"] == "round.txt"


def test_links_inside_broken_ones_and_circles(world):
    """A link to a file that is read is no copy of it; links to folders inside are passed over."""
    site = world / "site"
    (site / "same.txt").symlink_to("a.txt")
    (site / "down").symlink_to("deep")
    (site / "self").symlink_to(".")
    (site / "gone.txt").symlink_to("../secret/nothing.txt")
    (site / "x.txt").symlink_to("y.txt")
    (site / "y.txt").symlink_to("x.txt")
    run, out, summary = dedup(world, "--link")
    assert kept(out) == {"a.txt", "deep/b.txt"}
    assert (out / "duplicates.jsonl").read_text() == ""
    assert summary["files_not_read"] == 6 and summary["pages_read"] == 2
    assert ("site: 4 other files were not read (links to folders 2, broken links 1, "
            "links to files that are read already 1)") in run.err  # fmt: skip
    assert run.err.count("oo many levels of symbolic links") == 2


def test_follow_reads_them_each_folder_once(world):
    site = world / "site"
    (site / "zz").symlink_to("../secret")
    (site / "dir").symlink_to("../secret")
    (site / "deep" / "up").symlink_to("..")
    (site / "one.txt").symlink_to("/etc/passwd")
    (world / "secret" / "back").symlink_to("../site")
    (world / "secret" / "loop").symlink_to(".")
    run, out, summary = dedup(world, "--follow", "--min-units", "1")
    assert {"a.txt", "deep/b.txt", "one.txt", "dir/password.txt", "dir/more.txt"} == kept(out)
    assert summary["files_not_read"] == 4
    assert "links to folders that are read already 4" in run.err
    # The same names whatever the order in which the system lists them.
    assert kept(dedup(world, "--follow", "--min-units", "1")[1]) == kept(out)
    _, linked, _ = dedup(world, "--follow", "--link")
    assert (linked / "dir" / "password.txt").read_text() == text("secret")


def test_a_link_above_the_folder_is_followed_without_end(world):
    """The folder itself lies below what the link leads to: it is not walked again."""
    (world / "site" / "up").symlink_to("..")
    run, out, summary = dedup(world, "--follow", inputs=("site",))
    assert kept(out) == {"a.txt", "deep/b.txt", "up/secret/password.txt", "up/secret/more.txt"}
    assert "folders that are read already 1" in run.err and summary["files_not_read"] >= 1


def test_a_link_that_is_named_is_the_users_word(world):
    (world / "to-file.txt").symlink_to("secret/password.txt")
    (world / "to-site").symlink_to("site")
    (world / "site" / "own.txt").symlink_to(world / "site" / "deep" / "b.txt")
    _, out, summary = dedup(world, inputs=("to-file.txt", "to-site"))
    assert summary["pages_read"] == 3 and summary["files_not_read"] == 1
    assert (out / "to-file.txt").read_text() == text("secret")
    assert {"a.txt", "deep/b.txt"} <= kept(out)
    # The folder is what the link leads to, and out of it is out of that.
    (world / "site" / "bad.txt").symlink_to("../to-file.txt")
    _, _, summary = dedup(world, inputs=("to-site",))
    assert summary["warnings"] == [
        f"to-site/bad.txt: {LEAVES}",
        "to-site: 1 other file was not read (links to files that are read already 1)",
    ]


@pytest.mark.parametrize("words", [
    ("fingerprint", "site"), ("extract", "site"), ("idf", "build", "site", "-o", "table"),
    ("index", "build", "site", "-o", "idx"),
    ("eval", "site", "--exact"),
])  # fmt: skip
def test_every_command_that_walks_folders(world, words):
    (world / "site" / "link.txt").symlink_to("../secret/password.txt")
    (world / "site" / "same.txt").write_text(text("alpha"))
    run = facsim(*words, cwd=world)
    assert f"site/link.txt: {LEAVES}" in run.err and run.status == 0, run.err
    assert "secret1" not in run.out and "link.txt" not in run.out
    if words[0] in ("idf", "index"):
        words = (*words, "--force")
    run = facsim(*words, "--follow", cwd=world)
    assert LEAVES not in run.err and run.status == 0, run.err
    if words[0] in ("fingerprint", "extract"):
        assert "link.txt" in run.out


def test_show_finds_a_followed_page_again(world):
    outside = world / "secret" / "page.jsonl"
    outside.write_text(json.dumps({"id": "x", "text": text("page")}) + "\n"
                       + json.dumps({"id": "y", "text": text("page")}) + "\n")  # fmt: skip
    (world / "site" / "page.jsonl").symlink_to("../secret/page.jsonl")
    _, out, _ = dedup(world, "--follow")
    run = facsim("show", out, "y", cwd=world)
    assert run.status == 0 and "page1" in run.out
    # Of a page that went for nobody there is no row: it is looked for.
    (world / "site" / "lone.txt").symlink_to("../secret/more.txt")
    _, out, _ = dedup(world, "--follow")
    assert facsim("show", out, "lone.txt:0", cwd=world).status == 0
    outside.write_text(json.dumps({"id": "z", "text": text("page")}) + "\n")
    _, out, _ = dedup(world, "--follow")
    # The run followed links, so show looks behind them too; of a run that did not it is told to.
    assert facsim("show", out, "z", cwd=world).status == 0
    _, out, _ = dedup(world)
    assert facsim("show", out, "z", cwd=world).status == 1
    assert facsim("show", out, "z", "--follow", cwd=world).status == 0
