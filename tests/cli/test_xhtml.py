# SPDX-License-Identifier: Apache-2.0
"""XHTML is read as an XML parser reads it; what is no XML loses nothing; text/html is as it was."""

import html as entities
import json
import random
import re
import xml.etree.ElementTree as etree
from pathlib import Path

import pytest
from making import response, words, write_jsonl, write_warc
from running import facsim

XHTML = "application/xhtml+xml"
SPACE = "http://www.w3.org/1999/xhtml"


def chapter(number: int, body: str, head: str = "", declared: bool = True) -> str:
    """A chapter of an e-book, as its maker writes it."""
    declaration = "<?xml version='1.0' encoding='utf-8'?>\n" if declared else ""
    return (
        f"{declaration}<html xmlns='{SPACE}'><head><title>Chapter {number}</title>"
        f"{head}</head><body>{body}</body></html>"
    )


def extracted(path: Path) -> dict:
    """What `facsim extract --json` says of the one page."""
    return facsim.done("extract", "--json", path).rows()[0]


def visible(tmp_path: Path, page: str | bytes, name: str = "page.xhtml") -> str:
    """The visible text of a file, its white space made single."""
    path = tmp_path / name
    path.write_bytes(page if isinstance(page, bytes) else page.encode())
    return " ".join(extracted(path)["visible_text"].split())


def summary_of(path: Path, out: Path) -> dict:
    """The summary of `facsim dedup`."""
    return json.loads(facsim.done("dedup", path, "-o", out, "--summary", "json").out)


SCRIPT = "<script src='reader.js'/>"
# Of four chapters two are copies.
CHAPTERS = [chapter(n, f"<h1>Chapter {n}</h1><p>{words(n % 2)}</p>", SCRIPT) for n in range(4)]


def test_chapters_with_a_self_closed_script_are_found(tmp_path: Path) -> None:
    """In a WARC by their type, in a folder by their names."""
    warc = write_warc(
        tmp_path / "book.warc",
        *(response(n, page.encode(), media=XHTML) for n, page in enumerate(CHAPTERS)),
    )
    folder = tmp_path / "book"
    folder.mkdir()
    for number, page in enumerate(CHAPTERS):
        (folder / f"c{number}.xhtml").write_text(page)
    for inputs in (warc, folder):
        summary = summary_of(inputs, tmp_path / f"out-{inputs.name}")
        assert (summary["pages_read"], summary["removed"]["total"]) == (4, 2), inputs


def test_pages_that_differ_behind_a_script_are_not_one(tmp_path: Path) -> None:
    """The text before the script is the same, the pages are not."""
    shared = f"<p>{words('top')}</p><footer>{words('foot')}</footer>"
    pages = [chapter(n, f"{shared}{SCRIPT}<p>{words(n, 400)}</p>") for n in range(3)]
    records = [response(n, page.encode(), media=XHTML) for n, page in enumerate(pages)]
    warc = write_warc(tmp_path / "site.warc", *records)
    assert summary_of(warc, tmp_path / "out")["removed"]["total"] == 0


@pytest.mark.parametrize(
    "empty",
    ["<script src='x'/>", "<title/>", "<style type='text/css' />", "<iframe src='x'/>",
     "<textarea/>", "<a id='x'/>", "<div class='x'/>", "<p/>", "<noscript/>", "<select/>",
     "<object/>", "<template/>", "<svg/>", "<plaintext/>", "<xmp/>",
     "<h:script xmlns:h='http://www.w3.org/1999/xhtml'/>"],
)  # fmt: skip
def test_self_closed_elements_are_empty(tmp_path: Path, empty: str) -> None:
    """All that follows is there, as it is in its own elements."""
    page = chapter(1, f"<p>one</p>{empty}<p>two <b>three</b></p>")
    assert visible(tmp_path, page) == "one two three"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>a<![CDATA[ <b> & c]]> d</p>", "a <b> & c d"),
        ("<script>//<![CDATA[\nf('</script>');\n//]]></script><p>a</p>", "a"),
        ("<p>a</p><!-- b <p>c</p> --><?x <p>d</p> ?><p>e</p>", "a e"),
        ("<p>&nbsp;&eacute;&hellip;&#233;&#x4e2d;&lt;&apos;</p>", "é…é中<'"),
        ("<p>&company; a &b</p>", "&company; a &b"),
        ("<h:p xmlns:h='http://www.w3.org/1999/xhtml'>a<h:br/>b</h:p>", "a b"),
        ("<p>a<br></br>b</p>", "a b"),
        # Not well-formed, each in its way.
        ("<p>a <b>b</p><p>c</i> & d < e", "a b c & d < e"),
        ("<P CLASS=x>a<BR>b</P><script>if (a < b) c--;</script>d", "a b d"),
        ("<p>a<![CDATA[b</p><p>c</p>", "ab c"),
        ("<p>a</p><script src='x'><p>b</p>", "a b"),
        ("<p>a<!-- <!-- b --> c --></p>", "a c -->"),
        ("<p>a<div/>b</div></p>", "a b"),
    ],
)
def test_bodies(tmp_path: Path, body: str, text: str) -> None:
    """What is XML is read as XML, the rest as HTML."""
    assert visible(tmp_path, chapter(1, body)) == text


def test_document_types_with_a_subset(tmp_path: Path) -> None:
    """Entities of the page are replaced, nothing is loaded, and no subset is text."""
    secret = tmp_path / "secret.txt"
    secret.write_text("a secret")
    subset = (
        "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'http://127.0.0.1:9/xhtml11.dtd' [\n"
        f"<!ENTITY firm 'Acme &amp; Co'><!ENTITY file SYSTEM '{secret.as_uri()}'>\n]>"
    )
    page = f"{subset}<html xmlns='{SPACE}'><body><p>&firm; &file;</p></body></html>"
    assert visible(tmp_path, page) == "Acme & Co &file;"
    laughs = "<!ENTITY l0 'ha'>" + "".join(
        f"<!ENTITY l{i} '{f'&l{i - 1};' * 10}'>" for i in range(1, 12)
    )
    bomb = f"<!DOCTYPE html [{laughs}]><html><body><p>&l11;</p><p>behind</p></body></html>"
    assert visible(tmp_path, bomb).endswith("behind")
    assert len(visible(tmp_path, bomb)) < 1 << 20


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    """XHTML in UTF-16, with a byte-order mark as XML demands it."""
    page = chapter(1, "<p>Größe</p><a/><p>two</p>", SCRIPT, declared=False)
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    assert visible(tmp_path, mark + page.encode(encoding)) == "Größe two"


def test_who_is_xhtml(tmp_path: Path) -> None:
    """By type, by name, else by an XML declaration; text/html and .html stay as they were."""
    lost, whole = "", "two"
    page = chapter(1, f"{SCRIPT}<p>two</p>")
    bare = chapter(1, f"{SCRIPT}<p>two</p>", declared=False)
    for name, content, text in [
        ("a.xhtml", bare, whole), ("a.xht", bare, whole), ("a.html", page, lost),
        ("a.htm", page, lost), ("a.php", page, whole), ("a.php", bare, lost),
        ("a", f"\n {page}", whole),
    ]:  # fmt: skip
        assert visible(tmp_path, content, name) == text, name
    for media, content, text in [
        (XHTML, bare, whole), ("text/html", page, lost), ("application/xml", bare, whole),
        ("text/xml", page, whole), ("", page, whole), ("", bare, lost),
    ]:  # fmt: skip
        warc = write_warc(tmp_path / "a.warc", response(1, content.encode(), media=media))
        assert extracted(warc)["visible_text"] == text, media
    # The crawler's word does not make XHTML of what the server calls HTML.
    told = response(1, page.encode(), media="text/html", WARC_Identified_Payload_Type=XHTML)
    assert extracted(write_warc(tmp_path / "a.warc", told))["visible_text"] == lost
    for content, text in [(page, whole), (bare, lost)]:
        rows = write_jsonl(tmp_path / "a.jsonl", [{"html": content}])
        assert extracted(rows)["visible_text"] == text


# --- beside an XML parser ---

RAW = {"script", "style", "iframe", "noscript"}
HIDDEN = RAW | {"head", "template"}
NAMES = ["p", "div", "span", "a", "b", "em", "ul", "li", "section", "blockquote", "pre", "script",
         "style", "iframe", "noscript", "template", "h2"]  # fmt: skip
ODD = ["<br/>", "<img src='x'/>", "<hr />", "<!-- c - d -->", "<?php echo '<p>'; ?>", "<a id='x'/>",
       "<div/>", "<script src='x'/>", "<iframe/>", "<x:y/>", "<br></br>"]  # fmt: skip


def made_body(chance: random.Random, depth: int) -> str:
    """Well-formed markup. Nothing stands where HTML's tree differs from that of XML in its text."""
    parts = []
    for _ in range(chance.randrange(1, 5)):
        kind = chance.randrange(6)
        if kind == 0:
            parts.append(chance.choice(ODD))
        elif kind == 1:
            cdata = chance.choice(["a < b", "<p>x</p>", "&amp; & &#65;", "]] >", "</script>", ""])
            parts.append(f"<![CDATA[{cdata}]]>")
        elif kind == 2:
            parts.append(chance.choice(["&lt;i&gt; ", "&nbsp;", "&mdash;", "&#233; ", "&amp;lt; "]))
        elif kind == 3 and depth > 0:
            name = chance.choice(NAMES)
            prefix = chance.choice(["", "", "h:"])
            raw = chance.choice(["f();", "<![CDATA[</b>]]>", "<!-- g -->", "a &lt; b"])
            inner = raw if name in RAW else made_body(chance, depth - 1)
            parts.append(f"<{prefix}{name} title='a>b'>{inner}</{prefix}{name}>")
        else:
            parts.append(words(chance.random(), 2) + " ")
    return "".join(parts)


def text_of_xml(page: str) -> str:
    """The text as Python's XML parser finds it, without white space."""
    known = {"lt", "gt", "amp", "quot", "apos"}
    page = re.sub(r"&(\w+);", lambda m: m[0] if m[1] in known else entities.unescape(m[0]), page)

    def texts(element: etree.Element) -> str:
        if element.tag.rpartition("}")[2] in HIDDEN:
            return ""
        inner = "".join(texts(child) + (child.tail or "") for child in element)
        return (element.text or "") + inner

    return "".join(texts(etree.fromstring(page)).split())


def test_reads_as_an_xml_parser_does(tmp_path: Path) -> None:
    """Made pages, none of which HTML alone reads so."""
    chance = random.Random(5)
    pages = [
        f"<html xmlns='{SPACE}' xmlns:h='{SPACE}' xmlns:x='urn:x'><head><title>t</title></head>"
        f"<body>{made_body(chance, 4)}</body></html>"
        for _ in range(300)
    ]
    path = write_jsonl(
        tmp_path / "pages.jsonl", [{"html": f"<?xml version='1.0'?>{page}"} for page in pages]
    )
    for page, row in zip(pages, facsim.done("extract", "--json", path).rows(), strict=True):
        assert "".join(row["visible_text"].split()) == text_of_xml(page), page
