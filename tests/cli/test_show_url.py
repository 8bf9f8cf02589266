# SPDX-License-Identifier: Apache-2.0
"""A page by its URL: in a result, in a file, in an index; several of one URL, and a URL nearly right."""

import gzip
import json

import pytest
from making import MENU, html, response, text_of, warc_record, write_jsonl
from running import facsim
from show_world import EDITED, OTHER, dedup, lines_of, show, write_pages

HOME = "https://news.example.org/"
STORY = "https://news.example.org/2026/ferry?page=2"


@pytest.fixture
def pages(tmp_path):
    """The folder of write_pages()."""
    return write_pages(tmp_path)


@pytest.fixture
def crawl(tmp_path):
    """One URL fetched four times: twice the same, once edited, once another text; and a stranger."""
    bodies = [(STORY, text_of()), (STORY, text_of()), (STORY, EDITED), (HOME, OTHER),
              (STORY, " ".join(f"other{i}" for i in range(80)))]  # fmt: skip
    records = [
        response(i, html(text, menu=MENU).encode(), WARC_Target_URI=url)
        for i, (url, text) in enumerate(bodies)
    ]
    (tmp_path / "crawl.warc.gz").write_bytes(b"".join(map(gzip.compress, records)))
    return tmp_path


def offsets_of(folder):
    lines = facsim("fingerprint", "crawl.warc.gz", "--columns", "offset,url", cwd=folder).out
    return [int(line.split("\t")[0]) for line in lines.splitlines()]


def test_a_removed_page_by_its_url_and_by_its_id_is_one_answer(pages):
    dedup(pages, "pages.jsonl")
    by_url = show(pages, "http://b.example.org/")
    by_id = show(pages, "edited")
    assert (by_url.pop("named_by"), by_id.pop("named_by")) == ("url", "id")
    assert by_url == by_id and by_url["verdict"] == "removed"
    assert show(pages, f"pages.jsonl:{by_url['offset']}")["named_by"] == "place"
    assert lines_of(pages, "http://b.example.org/") == lines_of(pages, "edited")


def test_a_kept_page_by_its_url(pages):
    dedup(pages, "pages.jsonl")
    found = show(pages, "http://a.example.org/")
    assert (found["id"], found["verdict"], found["went_for_it"]["count"]) == ("first", "kept", 2)


def test_an_id_that_looks_like_the_url_of_another_page_wins(tmp_path):
    write_jsonl(
        tmp_path / "pages.jsonl",
        [
            {"id": "a", "url": HOME, "text": text_of()},
            {"id": HOME, "url": "http://other.example.org/", "text": text_of()},
        ],
    )
    dedup(tmp_path, "pages.jsonl")
    found = show(tmp_path, HOME)
    assert (found["named_by"], found["verdict"]) == ("id", "removed")
    assert len(found["namesakes"]) == 1


def test_captures_of_one_url_are_listed_and_each_can_be_named(crawl):
    rows = dedup(crawl, "crawl.warc.gz")
    assert len(rows) == 2
    offsets = offsets_of(crawl)
    found = show(crawl, STORY)
    assert found["named_by"] == "url" and found["verdict"] == "removed"
    said = [(n["file"], n["offset"], n["removed"], n["url"]) for n in found["namesakes"]]
    assert said[0][1] == found["offset"], "the shown one is the first"
    assert sorted(said) == [
        ("crawl.warc.gz", offsets[0], False, STORY),
        ("crawl.warc.gz", offsets[1], True, STORY),
        ("crawl.warc.gz", offsets[2], True, STORY),
    ]
    text = lines_of(crawl, STORY)
    assert text[1] == "3 pages of the rows have this URL; FILE:OFFSET chooses:"
    listed = [line.split()[:2] for line in text[2:5]]
    assert sorted(word for word, _ in listed) == ["kept", "removed", "removed"]
    assert all("urn:uuid:" in line for line in text[2:5])
    for (word, place), namesake in zip(listed, found["namesakes"], strict=True):
        one = show(crawl, place)
        assert one["verdict"] == word == ("removed" if namesake["removed"] else "kept")
        assert one["offset"] == namesake["offset"] and one["namesakes"] == []


def test_pages_of_one_url_that_no_row_names(tmp_path):
    texts = [OTHER, " ".join(f"other{i}" for i in range(80))]
    write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "url": HOME, "text": texts[0]}])
    write_jsonl(tmp_path / "b.jsonl", [{"id": "b", "url": HOME, "text": texts[1]}])
    assert dedup(tmp_path, "a.jsonl", "b.jsonl") == {}
    text = lines_of(tmp_path, HOME)
    assert text[:4] == [
        "a was kept; nothing went for it",
        "2 pages of the inputs have this URL; FILE:OFFSET chooses:",
        "  kept     a.jsonl:0  a",
        "  kept     b.jsonl:0  b",
    ]
    assert show(tmp_path, "b.jsonl:0")["file"] == "b.jsonl"


@pytest.mark.parametrize(
    "near",
    ["http://news.example.org/2026/ferry?page=2", STORY + "#comments", "news.example.org/2026/ferry?page=2",
     "https://NEWS.example.org/2026/ferry/?page=2", "https://www.news.example.org/2026/ferry?page=2"],
)  # fmt: skip
def test_a_url_that_is_nearly_right_gets_a_hint(crawl, near):
    dedup(crawl, "crawl.warc.gz")
    result = facsim("show", "out", near, cwd=crawl)
    assert (result.status, result.out) == (1, "")
    assert result.err == f"facsim: out: no page is called '{near}'; did you mean '{STORY}'?\n"
    # In a file, too, for every command that takes one page.
    result = facsim("compare", f"crawl.warc.gz#{near}", f"crawl.warc.gz#{HOME}", cwd=crawl)
    assert result.status == 1 and f"; did you mean '{STORY}'?" in result.err


def test_a_url_that_only_the_inputs_have_gets_a_hint(crawl):
    dedup(crawl, "crawl.warc.gz")
    result = facsim("show", "out", HOME.rstrip("/"), cwd=crawl)
    assert result.status == 1 and f"; did you mean '{HOME}'?" in result.err


def test_a_url_with_a_port_is_not_taken_for_a_place(tmp_path):
    url = "http://localhost:8080"
    write_jsonl(tmp_path / "pages.jsonl", [{"id": "a", "url": url, "text": text_of()}])
    dedup(tmp_path, "pages.jsonl")
    assert show(tmp_path, url)["id"] == "a"
    result = facsim("show", "out", "http://localhost:8081", cwd=tmp_path)
    assert result.status == 1 and "no page is called 'http://localhost:8081'" in result.err


def test_strange_words_name_no_page(pages):
    dedup(pages, "pages.jsonl")
    words = ["", ":", "#", "http://", "\x1b[31m", "x" * 100_000, "://:0", "pages.jsonl:-1", "é"]
    for word in words:
        result = facsim("show", "out", word, cwd=pages)
        assert (result.status, result.out) == (1, ""), word
        assert "\x1b" not in result.err and "no page is called" in result.err


def test_pages_without_a_url_are_not_all_one(pages):
    dedup(pages, "pages.jsonl")
    assert facsim("show", "out", "", cwd=pages).status == 1


def test_compare_takes_two_urls(pages):
    def compared(a, b):
        words = (f"pages.jsonl#{a}", f"pages.jsonl#{b}", "--json")
        result = facsim("compare", *words, cwd=pages)
        assert result.status == 0 and result.err == ""
        return json.loads(result.out)

    by_url = compared("http://a.example.org/", "http://b.example.org/")
    assert by_url == compared("first", "edited") and by_url["kind"] == "content"


def test_of_captures_of_one_url_compare_takes_the_first_and_names_the_others(crawl):
    offsets = offsets_of(crawl)
    result = facsim("extract", f"crawl.warc.gz#{STORY}", cwd=crawl)
    assert result.status == 0 and result.out.startswith("A page\n" + text_of()[:20])
    others = ", ".join(f"crawl.warc.gz:{offsets[i]}" for i in (1, 2, 4))
    assert result.err == (
        f"facsim: warning: crawl.warc.gz: 4 records have the URL '{STORY}'; the first is taken, "
        f"at crawl.warc.gz:{offsets[0]}; others: {others}\n"
    )
    result = facsim("extract", f"crawl.warc.gz:{offsets[4]}", cwd=crawl)
    assert "other79" in result.out


def test_a_url_without_a_file_is_told_what_it_needs(pages):
    result = facsim("compare", HOME, "pages.jsonl#first", cwd=pages)
    assert result.status == 1
    assert result.err == (
        f"facsim: {HOME}: is no file; a page is named by the file that has it and its URL, "
        "FILE#URL\n"
    )


def test_a_redirect_of_a_url_does_not_hide_its_page(tmp_path):
    moved = b"HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Type: text/html\r\n\r\n"
    records = [
        warc_record("response", 0, moved, WARC_Target_URI=HOME),
        response(1, html(text_of(), menu=MENU).encode(), WARC_Target_URI=HOME),
    ]
    (tmp_path / "crawl.warc").write_bytes(b"".join(records))
    result = facsim("extract", f"crawl.warc#{HOME}", cwd=tmp_path)
    assert result.status == 0, result.err
    assert text_of()[:20] in result.out


def indexed(folder):
    """Ids and URLs of the index, in its order."""
    result = facsim("index", "query", "idx", "pages.jsonl", "--json", cwd=folder)
    assert result.status == 0, result.err
    return {match["id"] for row in result.rows() for match in row["matches"]}


def test_an_index_of_pages_deletes_by_url(tmp_path):
    records = [
        {"id": "a", "url": HOME, "text": text_of()},
        {"id": "b", "url": STORY, "text": OTHER},
        {"id": "c", "url": HOME, "text": " ".join(f"other{i}" for i in range(80))},
        {"id": STORY, "text": " ".join(f"more{i}" for i in range(80))},
        {"id": "e", "text": " ".join(f"less{i}" for i in range(80))},
    ]
    write_jsonl(tmp_path / "pages.jsonl", records)
    assert facsim("index", "build", "pages.jsonl", "-o", "idx", cwd=tmp_path).status == 0

    def delete(*words):
        result = facsim("index", "delete", "idx", *words, cwd=tmp_path)
        assert result.status == 0, result.err
        return result.err

    near = HOME.rstrip("/")
    assert delete(near) == (
        "facsim: idx: 0 entries deleted\n"
        f"facsim: warning: idx: 1 id is not there, '{near}' among them; did you mean '{HOME}'?\n"
    )
    assert indexed(tmp_path) == {"a", "b", "c", STORY, "e"}
    # An id wins over the URL of another page.
    assert delete(STORY) == "facsim: idx: 1 entry deleted\n"
    assert indexed(tmp_path) == {"a", "b", "c", "e"}
    # By its id and by its URL it is deleted once.
    assert delete("a", HOME) == "facsim: idx: 2 entries deleted\n"
    assert indexed(tmp_path) == {"b", "e"}
    # Pages without a URL are not those of an empty one.
    assert "1 id is not there" in delete("")
    assert "1 id is not there" in delete(HOME)
    assert indexed(tmp_path) == {"b", "e"}


def test_an_index_of_fingerprints_knows_no_urls(tmp_path):
    (tmp_path / "a.hex").write_text(f"5a725628fbdbd5d0\t{HOME}\n5a725628fbdbd5d1\tb\n")
    assert facsim("index", "build", "a.hex", "-o", "idx", cwd=tmp_path).status == 0
    result = facsim("index", "delete", "idx", HOME.rstrip("/"), cwd=tmp_path)
    assert "1 id is not there" in result.err and "did you mean" not in result.err
    assert "1 entry deleted" in facsim("index", "delete", "idx", HOME, cwd=tmp_path).err
