# SPDX-License-Identifier: Apache-2.0
"""Folders as inputs: which of their files are pages, and how these are named."""

import json
import os
from pathlib import Path

import pytest
from making import html, packed, words, write_jsonl
from running import Dedup, facsim


def test_a_mirror_has_pages_under_any_name(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "sub").mkdir(parents=True)
    pages = ["index.php", "about", "p.asp", "page.html?id=3", "view?x=1.5", "sub/two.shtml", "c.cgi"]
    for name in pages:
        (site / name).write_text("\n " + html(words(name)))
    (site / "soup.jsp").write_text(f"<!-- saved --><html><p>{words('soup')}")
    (site / "upper").write_text(f"<HTML><BODY>{words('upper')}")
    (site / "wide.aspx").write_bytes(html(words("wide")).encode("utf-16"))
    (site / "packed.php.gz").write_bytes(packed(site / "index.php", "gz").read_bytes())
    (site / "index.php.gz").unlink()
    (site / "source.php").write_text("<?php echo '<html>'; ?>")
    (site / "README").write_text("read me")
    (site / "feed.xml").write_text("<?xml version='1.0'?><rss></rss>")
    for name in ("a.png", "b.PNG", "c.css", "d.js", "style.css?v=2"):
        (site / name).write_text(html("not looked at"))
    (site / "broken.html").symlink_to("nowhere")
    os.mkfifo(site / "pipe")
    run = Dedup(tmp_path, "site")
    read = {*pages, "soup.jsp", "upper", "wide.aspx", "packed.php.gz"}
    assert set((run.out / "kept.txt").read_text().splitlines()) == read - {"packed.php.gz"}
    assert run.removed() == {"packed.php.gz": "index.php"}
    assert run.summary["files_not_read"] == 10
    (line,) = run.done.warnings
    assert line.startswith("facsim: warning: site: 10 other files were not read (.css 2, .png 2, ")


TEXTS = ("changelog.gz", "changelog.Debian.gz", "README", "data.zst")


@pytest.mark.parametrize("name", TEXTS)
def test_a_folder_of_texts_without_their_extension_is_a_failure(tmp_path: Path, name: str) -> None:
    for folder in ("doc/a", "doc/b"):
        path = tmp_path / folder / name
        path.parent.mkdir(parents=True)
        path.with_suffix("").write_text(words(folder))
        if path.suffix in (".gz", ".zst"):
            packed(path.with_suffix(""), path.suffix[1:])
            path.with_suffix("").unlink()
    done = facsim("dedup", "doc", "-o", "out", cwd=tmp_path)
    assert (done.status, (tmp_path / "out").exists()) == (1, False)
    assert done.err.splitlines()[-1] == (
        f"facsim: no page was read: no file could be; 2 files (first doc/a/{name}) hold text, but "
        "their names do not say so; to read such a file, name it, or give it the name of its "
        "kind (.txt, .jsonl, .warc; packed .txt.gz)"
    )
    # The remedies are some.
    assert Dedup(tmp_path, f"doc/a/{name}", f"doc/b/{name}").summary["pages_read"] == 2
    path = tmp_path / "doc/a" / name
    path.rename(path.with_suffix(f".txt{path.suffix}"))
    assert Dedup(tmp_path, "doc").summary["pages_read"] == 1


@pytest.mark.parametrize("name", TEXTS)
def test_beside_pages_texts_without_their_extension_are_counted(tmp_path: Path, name: str) -> None:
    for folder, file in (("doc", name), ("site", "page.html")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / file).write_text(html(words(9)) if folder == "site" else words(8))
    run = Dedup(tmp_path, "doc", "site")
    assert (run.summary["pages_read"], run.summary["files_not_read"]) == (1, 1)


def test_a_folder_of_programs_or_nothing_is_empty(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    for name, text in (("a.php", "text <html>"), ("b", "<?php echo 1;"), ("c", " "), ("d", "\0" * 9)):
        (tmp_path / "site" / name).write_text(text)
    run = Dedup(tmp_path, "site")
    assert "site: no pages in this folder\n" in run.done.err and run.summary["files_not_read"] == 4


def test_hidden_entries_are_counted(tmp_path: Path) -> None:
    for name in ("a.html", ".b.html", ".well-known/c.html"):
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html(words(name)))
    done = facsim("dedup", "site", "-o", "site/out", cwd=tmp_path)  # made in a hidden folder
    (line,) = done.warnings
    assert line == (
        "facsim: warning: site: 2 hidden files or folders were not read (first site/.b.html); "
        "to read one, name it"
    )
    assert json.loads((tmp_path / "site/out/summary.json").read_text())["files_not_read"] == 2
    run = Dedup(tmp_path, "site/.well-known", "site/.b.html")
    assert run.summary["pages_read"] == 2 and not run.done.warnings


def test_an_asset_alone_is_counted(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/a.html").write_text(html(words(1)))
    (tmp_path / "site/a.css").write_text("p {}")
    run = Dedup(tmp_path, "site")
    assert run.done.err == "facsim: warning: site: 1 other file was not read (.css 1)\n"


@pytest.mark.parametrize("mode", ["remove", "annotate", "report"])
def test_an_earlier_result_is_no_input(tmp_path: Path, mode: str) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for name in ("a.html", "b.html"):
        (site / name).write_text(html(words(name)))
    for number in range(2):
        done = facsim(
            "dedup", "site", "-o", "site/out", "--force", "--link", "--mode", mode, cwd=tmp_path
        )
        assert done.status == 0, done.err
        assert ("site/out: is a result of facsim" in done.err) == (number == 1)
    run = Dedup(tmp_path, "site")
    assert run.summary["pages_read"] == 2
    assert run.rows() == []
    assert run.summary["files_not_read"] == 1


def test_what_may_not_be_read_in_a_folder_is_a_warning(open_folder: Path, as_nobody: dict) -> None:
    site = open_folder / "site"
    (site / "closed").mkdir(parents=True)
    for name in ("a.html", "secret.html", "secret", "closed/b.html"):
        (site / name).write_text(html(words(name)))
    for name in ("secret.html", "secret", "closed"):
        (site / name).chmod(0)
    flags = ("-o", open_folder / "out", "--tmp", open_folder)
    done = facsim("dedup", "site", *flags, cwd=open_folder, **as_nobody)
    named = facsim("dedup", "site/secret.html", *flags, "--force", cwd=open_folder, **as_nobody)
    (site / "closed").chmod(0o700)
    assert done.status == 0, done.err
    for name in ("secret.html", "secret", "closed"):
        assert f"site/{name}: permission denied" in done.err
    summary = json.loads((open_folder / "out/summary.json").read_text())
    assert summary["pages_read"] == 1
    assert summary["files_not_read"] == 3
    assert named.status == 1 and "permission denied" in named.err


def two_folders(folder: Path, first: str, second: str) -> None:
    for name in (first, second):
        (folder / name).mkdir(parents=True)
        (folder / name / "a.html").write_text(html(words(name)))
    (folder / first / "only.html").write_text(html(words("only")))


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (("da", "db"), ("da", "db")),
        (("./da/", "db/../db"), ("da", "db")),
        (("old/site", "new/site"), ("old/site", "new/site")),
    ],
)
def test_several_folders_are_told_apart(
    tmp_path: Path, given: tuple[str, str], names: tuple[str, str]
) -> None:
    two_folders(tmp_path, *names)
    expected = [f"{names[0]}/a.html", f"{names[0]}/only.html", f"{names[1]}/a.html"]
    run = Dedup(tmp_path, *given, "--link")
    assert (run.out / "kept.txt").read_text().splitlines() == expected
    assert all((run.out / name).is_file() for name in expected)
    assert run.summary["run"]["inputs"] == list(given)


def test_a_new_file_renames_no_other(tmp_path: Path) -> None:
    two_folders(tmp_path, "da", "db")
    before = (Dedup(tmp_path, "da", "db").out / "kept.txt").read_text().splitlines()
    (tmp_path / "db/only.html").write_text(html(words("other")))
    after = (Dedup(tmp_path, "da", "db").out / "kept.txt").read_text().splitlines()
    assert set(after) - set(before) == {"db/only.html"}
    assert set(before) <= set(after)
    alone = (Dedup(tmp_path, "da", "da/.").out / "kept.txt").read_text().splitlines()
    assert alone == ["a.html", "only.html"]


def test_a_name_from_a_row_is_explained(tmp_path: Path) -> None:
    two_folders(tmp_path, "da", "db")
    done = facsim("compare", "a.html:0", "da/a.html:0", cwd=tmp_path)
    assert done.status == 1
    assert "relative to that folder" in done.err


READING = (
    ("fingerprint",),
    ("extract",),
    ("dedup", "--dry-run"),
    ("dedup", "--mode", "report", "-o", "out"),
    ("index", "build", "-o", "idx"),
    ("eval", "--exact"),
)


@pytest.mark.parametrize("command", READING)
def test_the_name_of_a_report_is_free_where_no_copy_is_written(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "site").mkdir()
    write_jsonl(tmp_path / "site/clusters.jsonl", [{"id": i, "text": words(i)} for i in range(3)])
    for name in ("site", "site/clusters.jsonl"):
        done = facsim(*command, name, "--force" if "-o" in command else "--quiet", cwd=tmp_path)
        assert done.status == 0, done.err


def test_the_name_of_a_report_is_refused_where_copies_are_written(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "clusters.jsonl", [{"id": i, "text": words(i)} for i in range(3)])
    report = ("dedup", "clusters.jsonl", "--mode", "report", "-o", "rows")
    assert facsim(*report, cwd=tmp_path).status == 0
    before = (tmp_path / "rows/clusters.jsonl").read_bytes()
    for command in (
        ("dedup", "clusters.jsonl", "-o", "out"),
        ("recluster", "rows", "--mode", "remove", "--apply"),
    ):
        done = facsim(*command, cwd=tmp_path)
        assert done.status == 1
        assert "the output has a report named clusters.jsonl; rename the input" in done.err
    assert not (tmp_path / "out").exists()
    assert (tmp_path / "rows/clusters.jsonl").read_bytes() == before


@pytest.mark.parametrize("command", [*READING, ("dedup", "-o", "again")])
def test_a_result_that_is_named_is_refused(tmp_path: Path, command: tuple[str, ...]) -> None:
    write_jsonl(tmp_path / "a.jsonl", [{"id": 1, "text": words(1)}])
    assert facsim("dedup", "a.jsonl", "-o", "earlier", cwd=tmp_path).status == 0
    done = facsim(*command, "earlier", cwd=tmp_path)
    assert done.status == 1
    assert "facsim: earlier: is a result of facsim, not an input; to read the copies" in done.err
    assert not (tmp_path / "again").exists()
    assert facsim("fingerprint", "earlier/a.jsonl", cwd=tmp_path).status == 0


def test_warnings_name_files_that_can_be_opened(tmp_path: Path) -> None:
    site = tmp_path / "some/site"
    site.mkdir(parents=True)
    (site / "ok.html").write_text(html(words(1)))
    (site / "pages.jsonl").write_text("no json\n")
    done = facsim("dedup", "some/site", "-o", "out", cwd=tmp_path)
    assert "bad_json 1 (at some/site/pages.jsonl:0" in done.err
    within = facsim("dedup", "some/site", "-o", "some", "--force", cwd=tmp_path)
    assert within.status == 1
    assert "some/site/ok.html: is an input and lies in the output folder; choose another -o\n" in (
        within.err
    )


@pytest.mark.parametrize("index", ["site/idx", "site/sub/../idx/"])
def test_an_index_in_its_own_input_is_passed_over(tmp_path: Path, index: str) -> None:
    (tmp_path / "site/sub").mkdir(parents=True)
    (tmp_path / "site/a.html").write_text(html(words(1)))
    for command in (
        ("build", "site", "-o", index),
        ("add", index, "./site"),
        ("build", "site/", "-o", index, "--force"),
        ("rebuild", index, "site"),
    ):
        done = facsim("index", *command, cwd=tmp_path)
        assert done.status == 0 and done.warnings == [], (command, done.err)
    other = facsim("index", "build", "site", "-o", "idx", cwd=tmp_path)
    assert "other files were not read" in other.err


def test_a_part_of_a_folder_that_is_named_first_is_preferred(tmp_path):
    """docs/dedup.md: names of a folder come byte by byte, what is named first before them."""
    for language in ("cs", "en", "Zz"):
        (tmp_path / "site" / language).mkdir(parents=True)
        (tmp_path / "site" / language / "p.txt").write_text(" ".join(f"w{i}" for i in range(60)))
    for inputs, kept in ((["site"], "Zz/p.txt"), (["site/en", "site"], "en/p.txt")):
        done = facsim("dedup", *inputs, "-o", "out", "--force", "--quiet", cwd=tmp_path)
        assert done.status == 0, done.err
        assert (tmp_path / "out" / "kept.txt").read_text() == kept + "\n"
