# SPDX-License-Identifier: Apache-2.0
"""facsim show and the inputs of the run: they are gone, have changed, or stand in an index."""

import json
import shutil
from pathlib import Path

import pytest
from making import MENU, html, response, text_of, write_jsonl
from real_data import real_set
from running import facsim
from show_world import EDITED, OTHER, WORDS, dedup, lines_of, show, write_pages


@pytest.fixture
def pages(tmp_path):
    """The folder of write_pages()."""
    return write_pages(tmp_path)


def test_an_input_that_is_gone_leaves_the_row(pages):
    row = dedup(pages, "pages.jsonl")["edited"]
    (pages / "pages.jsonl").rename(pages / "moved.jsonl")
    found = show(pages, "edited")
    assert found["row"] == row and found["measured"] is None and found["passages"] == []
    assert len(found["notes"]) == 2 and "not there any more" in found["notes"][0]
    text = lines_of(pages, "edited")
    assert f"resemblance  {row['resemblance']:.4f}  Jaccard of the 5-unit shingles" in text
    assert any(line.startswith("note: cannot be read again: pages.jsonl") for line in text)
    result = facsim("show", "out", "other", cwd=pages)
    assert result.status == 1 and "not searched: pages.jsonl" in result.err


def test_an_input_that_changed_is_said(pages):
    dedup(pages, "pages.jsonl")
    old = (pages / "pages.jsonl").read_text()
    changed = old.replace(EDITED, EDITED.replace(WORDS[50], "x" * len(WORDS[50])))
    assert len(changed) == len(old) and changed != old
    (pages / "pages.jsonl").write_text(changed)
    found = show(pages, "edited")
    assert found["as_in_row"] is False
    assert found["notes"][0].startswith("an input has changed since the run")
    assert any(note.startswith("resemblance is ") for note in found["notes"])
    # Of equal texts only the digest is told.
    begins = '"again", "text": "'
    (pages / "pages.jsonl").write_text(old.replace(begins + WORDS[0], begins + "x"))
    assert "the texts differ now" in show(pages, "again")["notes"]


def test_a_run_of_standard_input_has_only_rows(pages):
    dedup(pages, "-", stdin=(pages / "pages.jsonl").read_bytes())
    found = show(pages, "edited")
    assert found["verdict"] == "removed" and found["measured"] is None
    assert "standard input" in found["notes"][0]
    result = facsim("show", "out", "other", cwd=pages)
    assert result.status == 1 and "standard input" in result.err


def test_folders_of_html(tmp_path):
    for folder, text in (("old/site", text_of()), ("new/site", EDITED)):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.html").write_text(html(text, menu=MENU))
    (tmp_path / "new/site/lonely.html").write_text(html(OTHER, menu=MENU))
    rows = dedup(tmp_path, "old/site", "new/site")
    assert list(rows) == ["new/site/a.html"]
    found = show(tmp_path, "new/site/a.html")
    assert found["as_in_row"] is True and found["measured"]["layout"] == 1.0
    assert found["measured"]["kind"] == found["row"]["kind"] == "content"
    assert show(tmp_path, "new/site/lonely.html")["verdict"] == "kept"
    one = tmp_path / "one"
    one.mkdir()
    shutil.copytree(tmp_path / "new/site", one / "site")
    (one / "site/copy.html").write_text(html(EDITED, menu=MENU))
    assert list(dedup(one, "site")) == ["copy.html"]
    assert show(one, "copy.html")["as_in_row"] is True


def test_archives(tmp_path):
    again = text_of(118) + " and an end"
    bodies = [html(text_of(120), menu=MENU), html(OTHER, menu=MENU), html(again, menu="Elsewhere")]
    records = b"".join(
        response(i, body.encode(), WARC_Target_URI=f"http://{i}.example.org/")
        for i, body in enumerate(bodies)
    )
    (tmp_path / "crawl.warc").write_bytes(records)
    rows = dedup(tmp_path, "crawl.warc")
    assert [row["url"] for row in rows.values()] == ["http://2.example.org/"]
    found = show(tmp_path, next(iter(rows)))
    assert found["as_in_row"] is True and found["row"]["url"] == "http://2.example.org/"


def test_every_removal_of_a_real_archive(tmp_path):
    files = sorted(real_set("warc_samples").glob("**/*.warc*"))
    rows = dedup(tmp_path, *files)
    assert rows
    for row in list(rows.values())[:20]:
        found = show(tmp_path, f"{row['file']}:{row['offset']}")
        assert found["as_in_row"] is True, found["notes"]
        assert found["row"] == row


def test_a_page_of_an_index_is_read_where_it_stood(pages):
    flags = ("--against", "seen.idx", "--update")
    (pages / "old").mkdir()
    shutil.move(pages / "pages.jsonl", pages / "old/monday.jsonl")
    dedup(pages, "old/monday.jsonl", *flags)
    shutil.move(pages / "out", pages / "monday")
    write_jsonl(pages / "tuesday.jsonl", [{"id": "late", "text": EDITED + " late"}])
    row = dedup(pages, "tuesday.jsonl", *flags)["late"]
    assert row["in_index"] is True
    found = show(pages, "late")
    assert found["notes"] == [] and found["as_in_row"] is True
    assert found["measured"]["second"]["id"] == row["representative"]
    kept = lines_of(pages, row["representative"])
    assert kept[0] == f"{row['representative']} is a page of the index, which counts as kept"
    (pages / "old/monday.jsonl").unlink()
    assert show(pages, "late")["measured"] is None


def test_of_index_files_with_one_name_the_one_with_the_page_is_read(tmp_path):
    """Neither page has a URL, which makes no page another."""
    flags = ("--against", "seen.idx", "--update")
    for folder, text in (("d1", OTHER), ("d2", text_of())):
        (tmp_path / folder).mkdir()
        write_jsonl(tmp_path / folder / "docs.jsonl", [{"id": f"of-{folder}", "text": text}])
        dedup(tmp_path, folder, *flags)
        shutil.move(tmp_path / "out", tmp_path / f"out-{folder}")
    write_jsonl(tmp_path / "late.jsonl", [{"id": "late", "text": EDITED}])
    row = dedup(tmp_path, "late.jsonl", *flags)["late"]
    assert (row["representative"], row["representative_file"]) == ("of-d2", "docs.jsonl")
    found = show(tmp_path, "late")
    assert found["notes"] == [] and found["as_in_row"] is True


def test_of_index_files_with_one_name_one_that_is_gone_is_passed_over(tmp_path):
    """The id of an HTML page is its file's name, by whatever path that is read."""
    flags = ("--against", "seen.idx", "--update")
    for folder, text in (("d1", OTHER), ("d2", text_of())):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "page.html").write_text(f"<p>{text}</p>")
        dedup(tmp_path, folder, *flags)
        shutil.move(tmp_path / "out", tmp_path / f"out-{folder}")
    (tmp_path / "d1/page.html").unlink()
    write_jsonl(tmp_path / "late.jsonl", [{"id": "late", "text": EDITED}])
    row = dedup(tmp_path, "late.jsonl", *flags)["late"]
    assert row["representative"] == "page.html"
    found = show(tmp_path, "late")
    assert found["notes"] == [] and found["as_in_row"] is True


@pytest.mark.parametrize(
    "bad",
    [b"PK\x03\x04 is the beginning of a zip", b"WARC/1.0\r\nno header", b"\x1f\x8b\x08 no gzip"],
    ids=["zip", "warc", "gzip"],
)
@pytest.mark.parametrize("where", ["a.jsonl", "folder"])
def test_an_input_that_became_something_else_is_passed_over(tmp_path, bad, where):
    """The page stands in the file before it, or in the one behind it."""
    (tmp_path / "folder").mkdir()
    for name, text in (("a.jsonl", OTHER), ("folder/b.jsonl", text_of()), ("c.jsonl", EDITED[:40])):
        write_jsonl(tmp_path / name, [{"id": f"of-{Path(name).stem}", "text": text * 2}])
    dedup(tmp_path, "a.jsonl", "folder", "c.jsonl")
    broken = "folder/b.jsonl" if where == "folder" else where
    (tmp_path / broken).write_bytes(bad)
    for name in {"a.jsonl", "folder/b.jsonl", "c.jsonl"} - {broken}:
        found = show(tmp_path, f"of-{Path(name).stem}")
        file = "b.jsonl" if name == "folder/b.jsonl" else name
        assert (found["verdict"], found["file"]) == ("kept", file)
    result = facsim("show", "out", "nobody", cwd=tmp_path)
    assert result.status == 1 and "no page is called 'nobody'" in result.err
    if bad.startswith(b"PK"):
        said = "files in folders that were not read: 1" if where == "folder" else "a.jsonl: zip"
        assert f"(not searched: {said}" in result.err


def test_what_could_not_be_read_is_said(tmp_path):
    good = json.dumps({"id": "a", "text": text_of()})
    (tmp_path / "pages.jsonl").write_text(good + "\n{broken\n")
    dedup(tmp_path, "pages.jsonl")
    place = f"pages.jsonl:{len(good) + 1}"
    found = show(tmp_path, place)
    assert (found["verdict"], found["reason"]) == ("skipped", "bad_json")
    assert lines_of(tmp_path, place)[0] == f"{place} was left out and not judged: bad_json"
