# SPDX-License-Identifier: Apache-2.0
"""Pairs of pages with much text left out: an old page, and a new one that every interface judges.

Pairs do not share words, so one run judges all of them.
"""

from collections.abc import Iterable
from random import Random

from making import words

SITE = "https://shop.example.org/"


def signs(seed: object, count: int = 200, first: int = 0x2801) -> str:
    """Returns characters without units: braille, or others from `first` on."""
    return "".join(chr(first + drawn) for drawn in Random(seed).choices(range(80), k=count))


def html_page(name: str, body: str, title: str = "The house") -> dict:
    """An HTML page of the site."""
    html = f"<!doctype html><html><head><title>{title}</title></head><body>{body}</body></html>"
    return {"id": name, "url": SITE + name, "html": html}


def text_page(name: str, text: str) -> dict:
    """A plain text of the site."""
    return {"id": name, "url": SITE + name, "text": text}


def beside(case: str, tag: str, which: int) -> str:
    """Returns a text of both pages, with a longer text of only one page in an element."""
    own = words((case, which), 800)
    return f"<p>{words(case, 200)}</p><{tag}><p>{own}</p></{tag.split()[0]}>"


def in_other_elements(case: str, which: int) -> str:
    """Returns the same in a layout that only this page has."""
    text, own = words(case, 200), words((case, which), 800)
    parts = "".join(f'<i class="{which}-{j}">{text if j == 0 else ""}</i>' for j in range(9))
    return f'<div class="all-{which}">{parts}</div><aside hidden><p>{own}</p></aside>'


def footed(case: str, which: int) -> str:
    """Returns an article above a footer that only this page has."""
    return f"<article><p>{words(case, 400)}</p></article><footer><p>{words(which, 20)}</p></footer>"


def lost(case: str, letters: int) -> str:
    """Returns a hundred words and `letters` replacement characters."""
    return f"{words(case, 100)} {chr(0xFFFD) * letters}"


# Name: the kind for which the new page is removed, or None; its maker; the old and the new page.
CASES = {
    "hidden": (None, html_page, [beside("hidden", "div hidden", i) for i in (1, 2)]),
    "hidden-alike": ("exact", html_page, [beside("alike", "div hidden", 1)] * 2),
    "hidden-elsewhere": (None, html_page, [in_other_elements("elsewhere", i) for i in (1, 2)]),
    "named": (None, html_page, [beside("named", 'div class="comments"', i) for i in (1, 2)]),
    "signs": (None, text_page, [f"{words('signs', 30)} {signs(i)}" for i in (1, 2)]),
    "undecoded": (None, text_page, [lost("undecoded", 8 + i) for i in (1, 2)]),
    "undecoded-alike": ("exact", text_page, [lost("garbled", 9)] * 2),
    "footer": ("content", html_page, [footed("footer", i) for i in (1, 2)]),
    "copy": ("exact", text_page, [words("copy")] * 2),
}  # fmt: skip
OLD = [make(f"{case}-old", texts[0]) for case, (_, make, texts) in CASES.items()]
NEW = [make(case, texts[1]) for case, (_, make, texts) in CASES.items()]
BOTH = [*OLD, *NEW]
REMOVED = {case: kind for case, (kind, _, _) in CASES.items() if kind}


def removals(kinds: Iterable[tuple[str, str | None]]) -> dict[str, str]:
    """Returns the kind for each page whose match is of a removed kind, by case."""
    return {name.removesuffix("-old"): kind for name, kind in kinds if kind in ("exact", "content")}
