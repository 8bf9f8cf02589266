# SPDX-License-Identifier: Apache-2.0
"""facsim extract: what pages say, as text and as JSON."""

import pytest
from conftest import html_of, http_response, text_of, warc_record, write_jsonl


def test_text_is_the_main_text_alone(facsim, tmp_path):
    (tmp_path / "a.html").write_text(html_of(text_of(), menu="Menu entries"))
    result = facsim("extract", "a.html", cwd=tmp_path)
    assert result.status == 0 and result.err == ""
    assert text_of() in result.out
    assert "Menu entries" not in result.out
    assert "<" not in result.out
    assert result.out.endswith("\n")


def test_json_has_every_member(facsim, tmp_path):
    head = '<link rel="canonical" href="https://example.org/real">'
    (tmp_path / "a.html").write_text(html_of(text_of(), title="Words &amp; more", head=head))
    (row,) = facsim("extract", "a.html", "--json", cwd=tmp_path).rows()
    assert list(row) == [
        "id", "url", "title", "main_text", "visible_text", "blocks", "canonical", "language",
        "charset", "layout", "replaced",
    ]  # fmt: skip
    assert row["title"] == "Words & more"
    assert row["canonical"] == "https://example.org/real"
    assert row["language"] == "en-GB"
    assert row["charset"].lower() == "utf-8"
    assert row["replaced"] == 0
    assert "p.lead" in row["layout"]
    assert "Legal" in row["visible_text"] and "Legal" not in row["main_text"]
    (lead,) = [block for block in row["blocks"] if block["text"] == text_of()]
    assert list(lead) == ["text", "main", "link_density", "words", "path"]
    assert lead["main"] is True and lead["words"] == 60 and lead["link_density"] == 0
    assert lead["path"].startswith("body")


def test_plain_text_has_no_layout_and_nothing_is_made_up(facsim, tmp_path):
    (tmp_path / "a.txt").write_text("Just a line.\n")
    (row,) = facsim("extract", "a.txt", "--json", cwd=tmp_path).rows()
    assert row["layout"] is None and row["title"] is None and row["canonical"] is None
    assert row["main_text"].strip() == "Just a line."


def test_broken_bytes_are_replaced_and_counted(facsim, tmp_path):
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfgood \xff\xfe bad")
    (row,) = facsim("extract", "a.txt", "--json", cwd=tmp_path).rows()
    assert row["replaced"] >= 1
    assert "\ufffd" in row["main_text"]


@pytest.fixture
def two(tmp_path):
    """Two pages in one file."""
    return write_jsonl(
        tmp_path / "two.jsonl",
        [{"id": "a", "text": "The first page."}, {"id": "b", "text": "The second page."}],
    )


def test_several_pages_are_told_apart(facsim, two):
    result = facsim("extract", two)
    assert result.out == "==> a <==\nThe first page.\n\n==> b <==\nThe second page.\n\n"


def test_one_page_of_several(facsim, two):
    assert facsim("extract", f"{two}#b").out == "The second page.\n"
    offset = len(two.read_bytes().splitlines(keepends=True)[0])
    assert facsim("extract", f"{two}:{offset}").out == "The second page.\n"
    assert facsim("extract", "-#b", stdin=two.read_bytes()).out == "The second page.\n"


def test_json_is_one_line_a_page(facsim, two):
    assert [row["id"] for row in facsim("extract", two, "--json").rows()] == ["a", "b"]


def test_the_pages_of_a_warc(facsim, tmp_path):
    path = tmp_path / "crawl.warc"
    path.write_bytes(
        warc_record(
            "response", "https://example.org/1", http_response(html_of(text_of())), "urn:x:1"
        )
    )
    (row,) = facsim("extract", path, "--json").rows()
    assert row["url"] == "https://example.org/1"
    assert text_of() in row["main_text"]


def test_missing(facsim, two):
    result = facsim("extract", f"{two}#nobody")
    assert result.status == 1
    assert "has no page with the id 'nobody'" in result.err
    assert facsim("extract").status == 2
