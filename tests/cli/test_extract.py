# SPDX-License-Identifier: Apache-2.0
"""facsim extract: what pages say, as text and as JSON."""

import re
from pathlib import Path

import pytest
from making import MENU, html, response, text_of, write_jsonl
from running import facsim


def test_text_is_the_main_text_alone(tmp_path):
    (tmp_path / "a.html").write_text(html(text_of(), menu="Menu entries"))
    result = facsim("extract", "a.html", cwd=tmp_path)
    assert result.status == 0 and result.err == ""
    assert text_of() in result.out
    assert "Menu entries" not in result.out
    assert "<" not in result.out
    assert result.out.endswith("\n")


def test_json_has_every_member(tmp_path):
    head = '<link rel="canonical" href="https://example.org/real">'
    (tmp_path / "a.html").write_text(html(text_of(), title="Words &amp; more", head=head, menu=MENU))
    (row,) = facsim("extract", "a.html", "--json", cwd=tmp_path).rows()
    assert list(row) == [
        "id", "url", "title", "main_text", "visible_text", "judged_text", "judged", "left_out", "counts", "blocks", "canonical",
        "language", "charset", "layout", "replaced", "cut",
    ]  # fmt: skip
    assert row["title"] == "Words & more"
    assert row["canonical"] == "https://example.org/real"
    assert row["language"] == "en-GB"
    assert row["charset"].lower() == "utf-8"
    assert row["replaced"] == 0 and row["cut"] is False
    assert "p.lead" in row["layout"]
    assert "Legal" in row["visible_text"] and "Legal" not in row["main_text"]
    (lead,) = [block for block in row["blocks"] if block["text"] == text_of()]
    assert list(lead) == [
        "text", "main", "why", "words", "characters", "link_density", "tag", "path",
    ]  # fmt: skip
    assert lead["main"] is True and lead["words"] == 60 and lead["link_density"] == 0
    assert lead["why"] == "running text" and lead["tag"] == "p"
    assert lead["characters"] == len("".join(text_of().split()))
    assert lead["path"].startswith("body") and lead["path"].endswith("/p")


NEWS = f"""<title>Ferry</title><body><nav><a href=/>Home</a> <a href=/b>All news</a></nav>
<main><p class=byline>By {text_of(12)}</p><h1>The ferry</h1><p>Monday</p>
<div><p>{text_of(50)}</p><h2>Times</h2><p>{text_of(50)}</p>
<ul><li><a href=/c>Read on elsewhere</a></ul><p>{text_of(50)}</p></div>
<p>{text_of(11)}</p></main><footer>Printed on the pier</footer>"""


def test_every_block_says_why(tmp_path):
    (tmp_path / "a.html").write_text(NEWS)
    (row,) = facsim("extract", "a.html", "--json", cwd=tmp_path).rows()
    assert [(block["tag"], block["main"], block["why"]) for block in row["blocks"]] == [
        ("nav", False, "outside"),
        ("p", False, "extra"),
        ("h1", True, "beside running text"),
        ("p", False, "outside"),
        ("p", True, "running text"),
        ("h2", True, "between running text"),
        ("p", True, "running text"),
        ("li", False, "links"),
        ("p", True, "running text"),
        ("p", False, "outside"),
        ("footer", False, "outside"),
    ]
    (without_main,) = facsim(
        "extract", "-", "--json", stdin=NEWS.replace("main>", "div>").encode()
    ).rows()
    reasons = [block["why"] for block in without_main["blocks"]]
    assert reasons[0] == "aside" and reasons[-1] == "aside"


def test_text_blocks_and_counts_agree(tmp_path):
    (tmp_path / "a.html").write_text(NEWS)
    (tmp_path / "b.txt").write_text("A line of text.\n\nAnother\nparagraph.\n")
    for row in facsim("extract", "a.html", "b.txt", "--json", cwd=tmp_path).rows():
        main = [block for block in row["blocks"] if block["main"]]
        for part, chosen in (("visible", row["blocks"]), ("main", main)):
            text = "\n".join(block["text"] for block in chosen)
            assert "".join(row[f"{part}_text"].split()) == "".join(text.split())
            assert row["counts"][part] == {
                "blocks": len(chosen),
                "words": len(re.findall(r"[^\W_]+", text)),
                "characters": len("".join(text.split())),
            }


def test_paragraphs_of_plain_text_are_all_main(tmp_path):
    (tmp_path / "b.txt").write_text("A line of text.\n\nAnother.\n")
    (row,) = facsim("extract", "b.txt", "--json", cwd=tmp_path).rows()
    assert [(b["main"], b["why"], b["tag"], b["path"]) for b in row["blocks"]] == [
        (True, "plain text", None, None)
    ] * 2


def test_the_document_names_the_members_and_the_reasons(tmp_path):
    (tmp_path / "a.html").write_text(NEWS)
    (row,) = facsim("extract", "a.html", "--json", cwd=tmp_path).rows()
    document = (Path(__file__).parents[2] / "docs/formats/extract.md").read_text()
    cells = [re.findall(r"^\| (`.*?) \|", part, re.MULTILINE) for part in document.split("\n## ")]
    page, blocks, reasons = (re.findall("`(.*?)`", " ".join(part)) for part in cells)
    assert page == list(row)
    assert blocks == list(row["blocks"][0])
    about = facsim("help", "extract").out
    assert len(reasons) == 9
    assert {block["why"] for block in row["blocks"]} < set(reasons)
    assert all(reason in " ".join(about.split()) for reason in reasons)


def test_plain_text_has_no_layout_and_nothing_is_made_up(tmp_path):
    (tmp_path / "a.txt").write_text("Just a line.\n")
    (row,) = facsim("extract", "a.txt", "--json", cwd=tmp_path).rows()
    assert row["layout"] is None and row["title"] is None and row["canonical"] is None
    assert row["main_text"].strip() == "Just a line."


def test_broken_bytes_are_replaced_and_counted(tmp_path):
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


def test_several_pages_are_told_apart(two):
    result = facsim("extract", two)
    assert result.out == "==> a <==\nThe first page.\n\n==> b <==\nThe second page.\n\n"


def test_one_page_of_several(two):
    assert facsim("extract", f"{two}#b").out == "The second page.\n"
    offset = len(two.read_bytes().splitlines(keepends=True)[0])
    assert facsim("extract", f"{two}:{offset}").out == "The second page.\n"
    assert facsim("extract", "-#b", stdin=two.read_bytes()).out == "The second page.\n"


def test_json_is_one_line_a_page(two):
    assert [row["id"] for row in facsim("extract", two, "--json").rows()] == ["a", "b"]


def test_the_pages_of_a_warc(tmp_path):
    path = tmp_path / "crawl.warc"
    path.write_bytes(
        response(1, html(text_of(), menu=MENU).encode(), WARC_Target_URI="https://example.org/1")
    )
    (row,) = facsim("extract", path, "--json").rows()
    assert row["url"] == "https://example.org/1"
    assert text_of() in row["main_text"]


def test_the_text_that_dedup_judges(tmp_path):
    recipe = facsim("recipe", "show", "balanced").out
    fallback, titled = (int(re.search(rf"^{key} = (\d+)", recipe, re.MULTILINE)[1])
                        for key in ("fallback_units", "fallback_units_titled"))  # fmt: skip
    for count, title, judged in ((fallback, "", "main"), (fallback - 1, "", "visible"),
                                 (titled, "A page", "main"),
                                 (titled - 1, "A page", "visible")):  # fmt: skip
        words = len(title.split())
        page = html(text_of(count - words), title=title, menu="Menu entries")
        (tmp_path / "a.html").write_text(page)
        (row,) = facsim("extract", "a.html", "--json", cwd=tmp_path).rows()
        assert row["judged_text"] == judged
        assert row["main_text"] == f"{title}\n{text_of(count - words)}".strip()
        assert facsim("extract", "a.html", cwd=tmp_path).out == row["main_text"] + "\n"
        out = facsim("extract", "a.html", "--text", "main", cwd=tmp_path).out
        assert out == row[f"{judged}_text"] + "\n"
        # What dedup counts is what extract says.
        result = facsim("fingerprint", "a.html", "--columns", "units", cwd=tmp_path)
        assert int(result.out) == len(re.findall(r"[^\W_]+", row[f"{judged}_text"]))


def test_all_text(tmp_path):
    (tmp_path / "a.html").write_text(html(text_of(200), menu="Menu entries"))
    (row,) = facsim("extract", "a.html", "--json", "--text", "all", cwd=tmp_path).rows()
    assert row["judged_text"] == "visible" and "Menu" not in row["main_text"]
    (tmp_path / "b.txt").write_text("Just a line.\n")
    (plain,) = facsim("extract", "b.txt", "--json", "--text", "all", cwd=tmp_path).rows()
    assert plain["judged_text"] == "main"
    out = facsim("extract", "a.html", "--text", "all", cwd=tmp_path).out
    assert out == row["visible_text"] + "\n"
    assert facsim("extract", "a.html", "--text", "title", cwd=tmp_path).status == 2


def test_missing(two):
    result = facsim("extract", f"{two}#nobody")
    assert result.status == 1
    assert "has no page with the id 'nobody'" in result.err
    assert facsim("extract").status == 2
