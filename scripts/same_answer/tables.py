# SPDX-License-Identifier: Apache-2.0
"""Makes pages in other formats: tables, bulk files, HTML, folders."""

import csv
import gzip
import io
import json
import random
from pathlib import Path

from making import MENU, html, near, packed, text_of, words, write_jsonl


def make(folder: Path) -> None:
    """Makes table.csv, table.tsv, bulk.ndjson, html.jsonl, names.jsonl, xhtml.jsonl, site/ etc."""
    rows = [json.loads(line) for line in (folder / "pages.jsonl").read_text().splitlines()][:90]
    names = ["id", "url", "text", "rank", "time", "status"]
    cells = [[row.get(name, "") for name in names] for row in rows]
    cells[5][2] += ',\n"quoted"\nand more'
    for name, separator in (("table.csv", ","), ("table.tsv", "\t"), ("semicolon.csv", ";")):
        (folder / name).write_text(as_table([names, *cells], separator), newline="")
    packed(folder / "table.csv", "gz")
    (folder / "bad.csv").write_text('id,text\na,"open\nb,"x"y,z\n' + "c,d,e,f\n")
    actions = []
    for number, row in enumerate(rows):
        verb = ("index", "create", "update")[number % 3]
        document = {"doc": {"text": row["text"]}} if verb == "update" else {"text": row["text"], "url": row.get("url")}
        actions += [{verb: {"_index": "web", "_id": f"b{number}"}}, document]
    actions.append({"delete": {"_id": "gone"}})
    (folder / "bulk.ndjson").write_text("".join(json.dumps(each) + "\n" for each in actions))
    packed(folder / "bulk.ndjson", "gz")
    pages_of_html(folder)
    site(folder / "site")
    for plain in ("pages.jsonl", "html.jsonl"):
        packed(folder / plain, "gz")
    (folder / "members").mkdir()
    content = (folder / "pages.jsonl").read_bytes()
    pieces = [content[at : at + 7777] for at in range(0, len(content), 7777)]
    (folder / "members/pages.jsonl.gz").write_bytes(b"".join(gzip.compress(p, mtime=0)
                                                             for p in pieces))


def as_table(rows: list[list], separator: str) -> str:
    """Returns rows as Python's csv module writes them."""
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(rows)
    return out.getvalue()


def pages_of_html(folder: Path) -> None:
    """Makes pages of a site with page frames, titles, canonical URLs and languages; and XHTML."""
    chance = random.Random(5)
    rows = []
    for number in range(120):
        family = chance.randrange(40)
        text = words(("html", family), 160) if number % 2 else near(("html", family), number, 160)
        title = f"The {('Harbour', 'Lantern', 'Meadow', 'Copper')[chance.randrange(4)]} page"
        head = f'<link rel="canonical" href="http://site.example.org/{family}">' if number % 3 == 0 else ""
        framed = html(text, head, title, MENU if number % 4 else "")
        if number % 5 == 0:
            framed = framed.replace("<p ", '<p style="display:none">unseen</p><p ')
        rows.append({"id": f"h{number}", "url": f"http://site.example.org/{title[4:7]}/{number}",
                     "html": framed})
    write_jsonl(folder / "html.jsonl", rows)
    named = []
    for number, name in enumerate(["read_file", "write_file", "openStream", "closeStream", "Pfad",
                                   "Weg"] * 4):
        text = f"{text_of(60)} {name} {text_of(60, 7)} {words(number // 12, 40)}"
        named.append({"id": f"n{number}",
                      "url": f"http://docs.example.org/v{number // 6}/{name}.html",
                      "html": html(text, title=f"{name} manual", menu=MENU)})  # fmt: skip
    write_jsonl(folder / "names.jsonl", named)
    xhtml = [{"id": f"x{n}",
              "html": f'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/>'
              f"</head><body><p>{words(('x', n // 2), 80)}<br/>{near('x', n)}</p></body></html>"}
             for n in range(20)]  # fmt: skip
    write_jsonl(folder / "xhtml.jsonl", xhtml)
    for name, number in (("one.html", 1), ("two.html", 5), ("three.html", 7)):
        (folder / name).write_text(rows[number]["html"])


def site(top: Path) -> None:
    """Makes a folder of pages, odd names, compressed files, and links inside and outside of it."""
    for number in range(60):
        path = top / f"part{number % 4}" / f"page{number}.{('html', 'htm', 'txt', 'md')[number % 4]}"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = words(("site", number % 22), 130)
        path.write_text(html(text, title=f"Page {number}",
                             menu=MENU) if number % 4 < 2 else text + "\n")
    (top / "plain").write_text(html(words("site-plain", 130)))
    (top / "page.php").write_text(html(words(("site", 3), 130)))
    (top / "script.php").write_text("<?php echo 1; ?>")
    (top / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    (top / "latin.html").write_bytes(
        html(words("latin") + " caf\xe9 na\xefve", '<meta charset="iso-8859-1">').encode("latin-1")
    )
    (top / "packed.html.gz").write_bytes(gzip.compress(html(words(("site", 4), 130)).encode(),
                                                       mtime=0))
    (top / "more.jsonl").write_text(json.dumps({"id": "inside",
                                                "text": words(("site", 5), 130)}) + "\n")
    (top / "again.html").symlink_to("plain")
    (top / "outside.html").symlink_to("../one.html")
    (top / "dangling.html").symlink_to("nowhere")
