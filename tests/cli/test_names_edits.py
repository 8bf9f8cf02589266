# SPDX-License-Identifier: Apache-2.0
"""Edits of a page whose headline, label or release changes are one page, whatever its name says.

Each row is a pair of pages: path, title, heading and a first paragraph of their own before the text
that they share. The text of each pair is another one, so one run judges all pairs.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from running import Dedup
from test_names import Page, Pairs, slug, text_of, write_site

# Path, title, heading, a paragraph before the text.
Head = tuple[str, str, str, str]

SITE = " | The Courier"
H = "Mayor resigns over repairs"
H1, H2 = "Mayor resigns over bridge repairs", "Council chief quits after long row"


def edit(added: str = "{}", suffix: str = "", heading: str = "{}") -> list[Head]:
    """Two headlines of one story; {} is the headline."""
    return [(f"/{slug(h)}{suffix}", h + SITE, heading.format(h), added.format(h)) for h in (H1, H2)]


def says(first: str, second: str, one: str = "", other: str = "") -> list[Head]:
    """Two headlines, each with a paragraph of its own."""
    return [(f"/{slug(h)}", h + SITE, h, added) for h, added in ((first, one), (second, other))]


def named(first: str, second: str, *head: str) -> list[Head]:
    """Two pages that differ in {}."""
    path, title, heading, added = head
    return [(path.format(name), title.format(name), heading.format(name), added.format(name))
            for name in (first, second)]  # fmt: skip


# The page repeats its headline outside the heading.
REPEATED = {
    "caption": edit("</p><figure><img src=a.jpg><figcaption>{}</figcaption></figure><p>"),
    "how to cite": edit("How to cite: {} The Courier, 2 May 2023."),
    "crumbs without nav": edit(
        '</p><div class="crumbs"><a href="/">Home</a> / <a href="/n">News</a> / {}</div><p>'),
    "h2": edit("</p><h2>{}</h2><p>"),
    "comments on": edit("</p><h3>3 comments on “{}”</h3><p>"),
    "h1 is the site's name": edit("</p><h1>{}</h1><p>", heading="The Courier"),
    "h1 is a kicker": edit("</p><h2>{}</h2><p>", heading="Politics"),
    "no heading": edit("{}", heading=""),
    "comment": says("Mayor resigns", "Mayor quits",
                    other="</p><article><p>Anna: at last somebody quits!</p></article><p>"),
    "related line": says("Mayor resigns", "Town chief quits",
                         other="Read more: why the town chief quits, and what comes next"),
}  # fmt: skip

# The text follows the headline in one word.
MENDED = {
    "first sentence": says(H1, H2, "The mayor resigns after months of repairs.",
                           "The council chief quits after a long row."),
    "count in words": says("Three killed as bridge falls", "Four killed as bridge falls",
                           "Three people were killed.", "Four people were killed."),
    "count in digits": says("Bridge falls, 125 killed", "Bridge falls, 131 killed",
                            "At least 125 people.", "At least 131 people."),
    "misspelt": says("Govenor leaves office", "Governor leaves office",
                     "The govenor left.", "The governor left."),
    "spelling of a name": says("Zelensky visits Redhill", "Zelenskyy visits Redhill",
                               "President Zelensky came.", "President Zelenskyy came."),
    "en-gb, en-us": says("Organise your photos", "Organize your photos",
                         "To organise photos, open it.", "To organize photos, open it."),
}  # fmt: skip

# Headlines with words that look like those of programs.
LIKE_PROGRAMS = {
    "iPhone": says("Apple raises prices of its phones", "iPhone 15 gets dearer",
                   "Apple raises prices.", "Apple raises prices."),
    "YouTube": says("Video site bans the mayor", "YouTube bans the mayor"),
    "Node.js": says("JavaScript server gets a release", "Node.js gets a release"),
    "MPs": says("Parliament votes on the bridge", "MPs vote on the bridge"),
    "Q3": says("Profit of builder falls in third quarter", "Builder's Q3 profit falls"),
    "5G": says("Mobile network grows faster", "5G network grows faster"),
    "U.S.": says("America raises steel tariffs", "U.S. raises steel tariffs"),
    "AfD": says("Rechte Partei gewinnt", "AfD gewinnt"),
    "slug ends in -b2345678": edit("", "-b2345678"),
    "slug ends in -6f1e2a3b": edit("", "-6f1e2a3b"),
    "slug with covid19": [(f"/covid19-{slug(h)}", h + SITE, h, "") for h in (H1, H2)],
    "percent signs in files": [(f"/caf%25C3%25A9-{slug(h)}", h + SITE, h, "") for h in (H1, H2)],
    "AB12-Mayor/resigns": [(f"/{n}", h + SITE, h, "")
                           for n, h in enumerate(("AB12-Mayor/resigns", "AB12-Chief/quits"))],
}  # fmt: skip

# A title that says which variant of the page it is, also in the text.
LABELLED = {
    "print, path": [("/a.html", H + SITE, H, ""),
                    ("/a/print", f"Print: {H}", H, "Print this page")],
    "print, heading": [("/b.html", H + SITE, H, ""),
                       ("/b?x=1", f"Print version: {H}", f"Print version: {H}",
                        "You see the print version.")],
    "mobile": [("/c.html", H + SITE, H, ""),
               ("/c/mobile", f"{H} - mobile", H, "You see the mobile page.")],
    "page=2": [("/d", "Shop" + SITE, "Shop", "1 2 3 next"),
               ("/d?page=2", "Shop - Page 2" + SITE, "Shop - Page 2", "Page 2 of 3")],
    "page-2": [("/e.html", "Shop" + SITE, "Shop", ""),
               ("/e-page-2.html", "Shop - Page 2" + SITE, "Shop", "Page 2 of 3")],
    "sort=price": [("/f", "Shop" + SITE, "Shop", ""),
                   ("/f?sort=price", "Shop by price" + SITE, "Shop", "Sort by price")],
    "mirror, path": named("Oslo", "Bergen",
                          "/{}.html", H + " - mirror at {}", H, "This mirror is at {}."),
    "mirror, heading": [(f"/{n}.html", f"{H} - mirror at {t}", f"{H} - mirror at {t}",
                         f"This mirror is at {t}.") for n, t in enumerate(("Oslo", "Bergen"))],
    "mirror, host": [(f"/{n}.html", f"{H} - {t}", H, f"This mirror is {t}.")
                     for n, t in enumerate(("ftp.uio.no", "ftp.uib.no"))],
    "site in a closing line": [("/g", H + " | TechCourier", H,
                                "This post appeared first on TechCourier."),
                               ("/g/print", H, H, "")],
    "printed from": [("/h", H, H, ""), ("/print/h", H + " - Courier.com", H,
                                        "Printed from Courier.com on 3 May 2023")],
    "updated by a login": [(f"/{n}", f"{H} - {u}", H, f"Last updated by {u}")
                           for n, u in enumerate(("jmiller42", "psmith7"))],
    "by-line": [("/i", H, H, ""),
                ("/jane-miller", H + " - Jane Miller", H, "Last updated by Jane Miller")],
    "UPDATE:": says(H, "UPDATE: " + H, other="Update, 14:30: the council will meet."),
    "CORRECTED:": says(H, "CORRECTED: " + H, other="This story was corrected."),
    "Exclusive:": says("Exclusive: " + H, H,
                       "In an exclusive interview he spoke.", "In an interview he spoke."),
    "Live:": says("Live: " + H, H, "Follow it live here."),
    "Sponsored:": says("Sponsored: " + H, H, "Sponsored by Bridgeco"),
    "[SOLVED]": says("[SOLVED] Bridge will not load", "Bridge will not load",
                     "Thank you, solved it."),
    "[dev-list]": says("[dev-list] Bridge will not load", "Bridge will not load",
                       "dev-list mailing list"),
    "Edit:": [("/j", H, H, ""), ("/j/edit", "Edit: " + H, H, "Edit this page")],
    "not translated yet": [("/en/k", "Pump | Hydra", "Pump", ""),
                           ("/de/k", "Artikel: Pumpe | Hydra", "Artikel: Pumpe",
                            "Dieser Artikel ist noch nicht übersetzt.")],
    "wiki redirect": [("/wiki/YouTube.com", "Video site - Wiki", "Video site",
                       "(Redirected from YouTube.com)"),
                      ("/wiki/Video_site", "Video site - Wiki", "Video site", "")],
}  # fmt: skip

# Releases whose number is part of the word, or that have a name.
RELEASES = {
    "RHEL8": named("RHEL8", "RHEL9",
                   "/{}/storage.html", "Storage - {} guide", "Storage", "This is for {}."),
    "Vue2": named("Vue2", "Vue3",
                  "/{}/guide.html", "Guide - {}", "Guide", "With {} you write less."),
    "JDK17": named("JDK17", "JDK21", "/{}/map.html", "Map - {}", "Map", "Since {}."),
    "bookworm": named("bookworm", "trixie", "/{}/cp.html", "cp - Debian {}", "cp",
                      "{0} page. {0} packages: coreutils {0}"),
    "stable": named("stable", "latest", "/{}/r.html", "Rules - {}", "Rules",
                    "The {0} manual; {0} releases, {0} notes."),
    "Ventura": named("Ventura", "Sonoma", "/{}/mail.html", "Mail User Guide for macOS {}",
                     "Mail on macOS {}", "In macOS {} open Mail."),
}  # fmt: skip

KINDS = {"repeated": REPEATED, "mended": MENDED, "like-programs": LIKE_PROGRAMS,
         "labelled": LABELLED, "releases": RELEASES}  # fmt: skip

# Pairs that are one page and that their names keep apart. Mend one, and take it out of here.
KNOWN_APART = {
    # A host in title and text is written as a.b.c is, and one use is enough for such a word.
    "mirror, host",
    # A release's name says nothing of releases, and three uses are enough for any word of a title.
    "bookworm",
}

# Words of the shared text.
SIZES = (250, 450, 900)


def pages_of(heads: list[Head], number: int, size: int) -> Iterator[Page]:
    body = text_of("en", "village town works", ("edits", number, size), size)
    for path, title, heading, added in heads:
        text = [added, *body] if added else body
        yield Page(f"/{number}/{size}{path}", title, heading, text)


def pairs_of(kind: str) -> Pairs:
    first = 100 * list(KINDS).index(kind)
    return {f"{kind}, {name}, {size}": tuple(pages_of(heads, first + i, size))
            for i, (name, heads) in enumerate(KINDS[kind].items()) for size in SIZES}  # fmt: skip


@pytest.fixture(scope="module")
def removed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Removed pages and what they were removed for, as "pair number"."""
    folder = tmp_path_factory.mktemp("edits")
    pairs = {name: pair for kind in KINDS for name, pair in pairs_of(kind).items()}
    rows = Dedup(folder, write_site(folder, pairs)).rows()
    return {row["id"]: row["representative"] for row in rows}


@pytest.mark.parametrize("kind", KINDS)
def test_an_edited_page_is_one(removed: dict[str, str], kind: str) -> None:
    """But for those that are known to be kept apart, with each text."""
    known = {f"{kind}, {name}, {size}" for name in KNOWN_APART & set(KINDS[kind]) for size in SIZES}
    apart = {name for name in pairs_of(kind) if not {f"{name} 0", f"{name} 1"} & set(removed)}
    assert apart == known


def test_no_edited_page_is_removed_for_another(removed: dict[str, str]) -> None:
    assert {page for page, kept in removed.items() if page[:-1] != kept[:-1]} == set()
    assert sum(map(len, KINDS.values())) >= 50
    assert set().union(*KINDS.values()) >= KNOWN_APART
