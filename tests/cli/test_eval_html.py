# SPDX-License-Identifier: Apache-2.0
"""The page of facsim eval --html: every curve can be told apart, and nothing is cut off."""

import itertools
import re
import shutil
from html import escape
from html.parser import HTMLParser

import pytest
from making import text_of, write_jsonl
from running import facsim, run
from show_world import EDITED, OTHER

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The HTML of an evaluation with more lines in a plot than there are colours."""
    folder = tmp_path_factory.mktemp("eval")
    texts = [text_of(), EDITED, OTHER, text_of(59), text_of(40), EDITED + " and an end"]
    write_jsonl(folder / "pages.jsonl", [{"id": str(i), "text": t} for i, t in enumerate(texts)])
    sketches = "64x1,128x1,256x1,128x2"
    flags = ["--exact", "--html", "eval.html", "--sketches", sketches]
    result = facsim("eval", "pages.jsonl", *flags, cwd=folder)
    assert result.status == 0, result.err
    return (folder / "eval.html").read_text()


class Reader(HTMLParser):
    """The keys of each figure, its lines, and what stands around each table."""

    def __init__(self, text):
        super().__init__()
        self.open, self.figures, self.boxes, self.foreign = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "figure":
            self.figures.append({"keys": [], "lines": []})
        if tag == "table":
            self.boxes.append(self.open[-1] if self.open else None)
        if tag in ("link", "script", "img", "iframe") or "src" in attrs or attrs.get("href", "#")[0] != "#":
            self.foreign.append(tag)
        if tag in ("polyline", "path"):
            kind = "keys" if ("figcaption", None) in self.open else "lines"
            dash = attrs.get("stroke-dasharray", "")
            mark = re.sub(r"^M[-0-9.]+ [-0-9.]+", "", attrs.get("d", ""))
            self.figures[-1][kind].append((tag, attrs["class"].split()[0], dash or mark))
        if tag not in ("meta", "line"):
            self.open.append((tag, attrs.get("class")))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass


def looks(parts):
    """(colour, dashes, mark) of each line of a legend."""
    lines = [p for p in parts if p[0] == "polyline"]
    marks = [p for p in parts if p[0] == "path"]
    return [(line[1], line[2], mark[2]) for line, mark in zip(lines, marks, strict=True)]


def test_each_curve_has_its_own_look_and_the_legend_shows_it(page):
    figures = Reader(page).figures
    assert max(len(looks(figure["keys"])) for figure in figures) > 8
    for figure in figures:
        keys = looks(figure["keys"])
        assert len(set(keys)) == len(keys), "two lines of one plot look the same"
        for part in range(3):  # told apart by each alone: colour, dashes, marks
            first = [key[part] for key in keys[:8]]
            assert len(set(first)) == len(first)
        drawn = {(part[1], part[2]) for part in figure["lines"] if part[0] == "polyline"}
        assert drawn <= {(colour, dash) for colour, dash, _ in keys}
        marks = {(part[1], part[2]) for part in figure["lines"] if part[0] == "path"}
        assert marks <= {(colour, mark) for colour, _, mark in keys}


def test_each_table_scrolls_in_a_box_of_its_own_and_nothing_comes_from_elsewhere(page):
    reader = Reader(page)
    assert len(reader.boxes) > 5 and set(reader.boxes) == {("div", "scroll")}
    assert ".scroll { overflow: auto;" in page and "@media print" in page
    assert reader.foreign == [] and "url(" not in page and "http:" not in page and "https:" not in page
    assert "default-src 'none'" in page


# As people without one kind of cones see linear RGB (Machado, Oliveira, Fernandes, 2009, table 1).
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no long ones": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                     (-0.003882, -0.048116, 1.051998)),
    "no middle ones": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                       (-0.01182, 0.04294, 0.968881)),
    "no short ones": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                      (0.004733, 0.691367, 0.3039)),
}  # fmt: skip


def linear(colour):
    digits = colour if len(colour) == 7 else "#" + "".join(c * 2 for c in colour[1:])
    values = [int(digits[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]


def luminance(rgb):
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def contrast(a, b):
    low, high = sorted(luminance(linear(colour)) for colour in (a, b))
    return (high + 0.05) / (low + 0.05)


def seen(colour, eye):
    """CIE L*a*b* of what such an eye sees."""
    rgb = linear(colour)
    rgb = [min(1, max(0, sum(row[i] * rgb[i] for i in range(3)))) for row in eye]
    xyz = (
        (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047,
        luminance(rgb),
        (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_colours_differ_to_every_eye_by_day_and_night(page):
    themes = re.findall(r":root \{(.*?)\}", page, re.S)
    assert len(themes) == 4  # by day and by night: of all pages, and of this one
    for day_or_night in (0, 1):
        colours = dict(re.findall(r"--(\w+): (#\w+)", themes[day_or_night] + themes[2 + day_or_night]))
        lines = [colours[f"c{i}"] for i in range(8)]
        for line in lines:
            assert contrast(line, colours["ground"]) >= 3, "WCAG 2.1, 1.4.11"
        for word in ("ink", "quiet"):
            assert contrast(colours[word], colours["ground"]) >= 4.5, "WCAG 2.1, 1.4.3"
        for name, eye in EYES.items():
            for a, b in itertools.combinations(lines, 2):
                pair = zip(seen(a, eye), seen(b, eye), strict=True)
                assert sum((x - y) ** 2 for x, y in pair) ** 0.5 > 20, (name, a, b)


@pytest.mark.skipif(not BROWSER, reason="skipped: no chromium here")
def test_no_browser_window_is_too_narrow(page, tmp_path):
    # A frame may be narrower than any window of the browser.
    widths = (1400, 800, 400)
    frames = "".join(f"""<iframe style="width:{width}px;height:900px;border:0"
        srcdoc="{escape(page)}"></iframe>""" for width in widths)
    asks = f"""<!doctype html>{frames}<script>
        onload = () => {{ document.title = [...document.querySelectorAll('iframe')].map(f => [
        f.contentWindow.innerWidth, f.contentDocument.documentElement.scrollWidth,
        ...[...f.contentDocument.querySelectorAll('figure, figcaption, .key, h2, p, .title')]
        .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.className || e.tagName)]
        .join(' ')).join(';'); }}</script><title></title>"""
    (tmp_path / "asks.html").write_text(asks)
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile"]
    flags += ["--window-size=1600,1000", "--dump-dom"]
    done = run([BROWSER, *flags, f"file://{tmp_path}/asks.html"])
    titles = done.out.rsplit("<title>", 1)[1].split("</title>")[0].split(";")
    for width, title in zip(widths, map(str.split, titles), strict=True):
        assert int(title[0]) == width
        assert int(title[1]) <= width, "the page itself scrolls sideways"
        assert title[2:] == [], "something reaches out of its box"
