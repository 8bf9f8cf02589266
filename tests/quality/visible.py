# SPDX-License-Identifier: Apache-2.0
"""What a page shows, as a set of hashed shingles; by code that is not the library's.

All text between tags counts: menus, headers, footers. Scripts, styles, templates, the title and
comments do not. Markup is cut by one regular expression, so text that a style sheet hides is
counted as shown. Units are words, or single characters of Chinese, Japanese and Korean.

*Own* text is what a page says beyond the lines that its manual repeats. The judge sees the whole
manual, so it can leave out what facsim, which sees one page at a time, has to guess. A line is the
text between two block tags; it is left out if it stands on 1 % or more of a sample of the pages.

A set is a sorted array of 32-bit numbers. Two different shingles share one with a chance of one in
four billion, which moves no figure of this judge.
"""

import hashlib
import html
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy

SHINGLE_SIZE = 5
TEXT_NAMES = (".txt", ".md")
COMMON_SHARE_MIN = 0.01
COMMON_PAGES_MIN = 3  # a line of fewer pages is never common

# A value in quotes may hold a `>`. The possessive signs (`*+`) keep broken tags linear.
TAG = r"</?[a-zA-Z][^>=]*+(?:=\s*+(?:\"[^\"]*\"|'[^']*')?+[^>=]*+)*+>"
HIDDEN = r"<(script|style|template|title|noscript)\b[^>]*>.*?(?:</\1\s*>|\Z)"
MARKUP = re.compile(rf"<!--.*?(?:-->|\Z)|{HIDDEN}|{TAG}|<[!?][^>]*>", re.DOTALL | re.IGNORECASE)
TAG_NAME = re.compile(r"</?([a-zA-Z][\w-]*)")
INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp "
    "small span strike strong sub sup time tt u var wbr".split()
)
TITLE = re.compile(r"<title[^>]*>(.*?)</title", re.DOTALL | re.IGNORECASE)
HEADING = re.compile(r"<h1\b", re.IGNORECASE)
# Doxygen's headings are no h1.
HEADLINE = re.compile(
    r"<(?:h1\b|div class=.title.)[^>]*>(.*?)</(?:h1|div)", re.DOTALL | re.IGNORECASE
)
CHARSET = re.compile(rb"<meta[^>]+charset=[\"']?([\w-]+)", re.IGNORECASE)
SINGLE = "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
SINGLE += "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0002ffff"
UNIT = re.compile(rf"[{SINGLE}]|[^\W{SINGLE}]+")

MULTIPLIER = numpy.uint64(0x9E3779B97F4A7C15)  # odd: 2**64 over the golden ratio (Knuth)


def decoded(page: bytes) -> str:
    """UTF-8 where it is, else the charset that the page declares, else Windows-1252."""
    try:
        return page.decode("utf-8-sig")
    except UnicodeDecodeError:
        declared = CHARSET.search(page[:4096])
        try:
            return page.decode(declared.group(1).decode() if declared else "cp1252", "replace")
        except LookupError:
            return page.decode("cp1252", "replace")


def without_markup(markup: str, gap: Callable[[re.Match], str]) -> str:
    """The page with gaps for markup. A `>` at its end closes all tags, so none is read twice."""
    return MARKUP.sub(gap, markup + ">").removesuffix(">")


def shown(markup: str) -> str:
    """The text of an HTML page."""
    return html.unescape(without_markup(markup, lambda _: " "))


def _gap(markup: re.Match) -> str:
    name = TAG_NAME.match(markup.group())
    return " " if name and name.group(1).lower() in INLINE else "\n"


def lines(markup: str) -> list[str]:
    """The text of an HTML page, cut at block tags; line ends of the source mean nothing."""
    text = html.unescape(without_markup(markup.replace("\r", " ").replace("\n", " "), _gap))
    cut = (" ".join(line.split()) for line in text.split("\n"))
    return [line for line in cut if line]


def lines_of(page: Path | str) -> list[str]:
    """Of a file, or of HTML in memory. A text file's lines are its own."""
    if isinstance(page, str):
        return lines(page)
    text = decoded(page.read_bytes())
    return text.splitlines() if page.name.lower().endswith(TEXT_NAMES) else lines(text)


class LineCount:
    """On how many pages each line stands."""

    def __init__(self) -> None:
        self.counts: Counter = Counter()
        self.pages = 0

    def add(self, page: Path | str) -> None:
        self.counts.update(set(lines_of(page)))
        self.pages += 1

    def common(self) -> frozenset[str]:
        """The lines that stand on many."""
        least = max(COMMON_PAGES_MIN, COMMON_SHARE_MIN * self.pages)
        return frozenset(line for line, count in self.counts.items() if count >= least)


def opening(markup: str, characters: int) -> tuple[str, str]:
    """The title, and how the text begins: at the first heading where there is one."""
    title = TITLE.search(markup)
    heading = HEADING.search(markup)
    text = " ".join(shown(markup[heading.start() if heading else 0 :]).split())
    return " ".join(html.unescape(title.group(1)).split()) if title else "", text[:characters]


def headline(markup: str) -> str:
    """Title and first heading: what a page calls itself."""
    parts = (match.group(1) for match in (TITLE.search(markup), HEADLINE.search(markup)) if match)
    return " | ".join(" ".join(shown(part).split()) for part in parts)


def units(text: str) -> list[str]:
    return UNIT.findall(text.lower())


class Hasher:
    """Shingle sets of texts; remembers the hash of each unit."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def of_unit(self, unit: str) -> int:
        """The same number on every machine, in every process."""
        value = self.known.get(unit)
        if value is None:
            digest = hashlib.blake2b(unit.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            value = self.known[unit] = int.from_bytes(digest, "little")
        return value

    def shingles(self, text: str) -> numpy.ndarray:
        """The sorted set. A text of fewer units is one shingle, no unit is the empty set."""
        cut = units(text)
        if not cut:
            return numpy.empty(0, numpy.uint32)
        hashes = numpy.fromiter(map(self.of_unit, cut), numpy.uint64, len(cut))
        size = min(SHINGLE_SIZE, len(cut))
        runs = numpy.zeros(len(cut) - size + 1, numpy.uint64)
        for i in range(size):
            runs = (runs * MULTIPLIER) ^ hashes[i : i + len(runs)]
        return numpy.unique((runs * MULTIPLIER >> numpy.uint64(32)).astype(numpy.uint32))


HASHER = Hasher()  # one a process


def shown_sets(pages: list[Path | str]) -> list[bytes]:
    """The sets of files or of HTML in memory, each as bytes."""
    return [HASHER.shingles("\n".join(lines_of(page))).tobytes() for page in pages]


def own_sets(common: dict[str, frozenset], pages: list[tuple[str, Path | str]]) -> list[bytes]:
    """The sets of own text of pages with the names of their versions; `common` lines by version."""
    return [
        HASHER.shingles(
            "\n".join(line for line in lines_of(page) if line not in common[version])
        ).tobytes()
        for version, page in pages
    ]


def resemblance(one: numpy.ndarray, other: numpy.ndarray) -> float:
    """Jaccard; pages that show nothing show the same."""
    if not len(one) and not len(other):
        return 1.0
    common = len(numpy.intersect1d(one, other, assume_unique=True))
    return common / (len(one) + len(other) - common)
