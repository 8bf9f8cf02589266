# SPDX-License-Identifier: Apache-2.0
"""Does the layout sketch know pages of one template from pages of other sites? A Markdown table.

    tests/quality/layout.py                     on four sets of real pages
    tests/quality/layout.py --program PATH      another program than build/release/facsim
    tests/quality/layout.py --pages 12          so many pages of a site, instead of 8

A site is a service (ota_html_dev), a manual in all its languages (debian_zh_html), a manual in one
version (numpy_html), or a host (article_extraction). Of each at most `--pages` pages are drawn,
always the same. Pairs of one site should have one template, which is not quite true: a service was
redesigned in the years between two captures. So pairs are counted again that are closer: captures
within 30 days, pages of one language. Pairs of two sites should have two templates, which is not
true of sites that one operator or generator makes (FAMILIES, by who owns them, not by how they
look): the threshold is said with and without these.

The threshold is the least likeness (whole bins of 64, less what chance makes equal) that at most
one pair in a thousand of two sites reaches. True positives are the pairs of one site that reach a
likeness: the mean over sites, with a bootstrap over sites (2,000 resamples, 95 %).
"""

import argparse
import itertools
import json
import operator
import random
import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import judging
from extraction import interval, mean

SETS = ("ota_html_dev", "debian_zh_html", "numpy_html", "article_extraction")
BINS = 64
CHANCE = 1 / 256  # bins of 8 bits
FALSE_POSITIVES_MAX = 0.001
LAYOUT_MIN = 0.8  # of the profiles
CLOSE_SECONDS = 30 * 86400

# Sites of one operator, or made by one generator.
FAMILIES = {
    "Meetic": "DisonsDemain LoveScout24 Match Meetic",
    "Spark Networks": "ChristianMingle Jdate Zoosk",
    "ParshipMeet": "LOVOO Parship eharmony",
    "Bumble": "Badoo Bumble Fruitz",
    "Debian's manuals": "debian-edu-doc debian-edu-doc-legacy debian-faq debian-handbook "
    "debian-reference maint-guide",
    "Gannett": "detroitnews.com floridatoday.com usatoday.com",
    "Advance": "cleveland.com nj.com oregonlive.com",
    "Hearst": "chron.com ctpost.com mysanantonio.com sfgate.com timesunion.com",
    "Future": "livescience.com space.com",
    "Vox Media": "dawgsbynature.com theverge.com vox.com",
    "Maven": "dealbreaker.com practicalhorsemanmag.com",
    "Penske": "billboard.com hollywoodreporter.com indiewire.com rollingstone.com",
    "Fox": "foxbusiness.com foxnews.com",
    "Dow Jones": "barrons.com wsj.com",
    "NBC": "cnbc.com nbcdfw.com nbcnews.com profootballtalk.nbcsports.com",
    "CBS": "cbsnews.com cbssports.com detroit.cbslocal.com",
}
FAMILY_OF = {site: family for family, sites in FAMILIES.items() for site in sites.split()}


@dataclass(frozen=True)
class PageLayout:
    """A page with markup: where it stands, and the bins of its layout."""

    data_set: str
    family: str
    site: str
    language: str
    time: int
    bins: bytes


def place_of(data_set: str, page_id: str, url: str | None) -> tuple[str, str, int]:
    """Site, language and time of a page; empty and 0 where all of a site have the same."""
    if data_set == "ota_html_dev":
        return page_id.split("/")[1], "", int(page_id.rpartition("@")[2].partition("#")[0])
    if data_set == "debian_zh_html":
        package = page_id.split("/")[0]
        return package.removesuffix("-zh-cn").removesuffix("-zh-tw"), package, 0
    if data_set == "numpy_html":
        return "numpy " + page_id.split("/")[0], "", 0
    return (urlsplit(url or "").hostname or "").removeprefix("www."), "", 0


def drawn_pages(data_set: str, program: Path, folder: Path, pages_max: int) -> list[PageLayout]:
    """The layouts of the pages that are drawn from a set."""
    packed = judging.data_file(data_set)
    if packed is None:
        raise FileNotFoundError(data_set)
    corpus = judging.unpack(packed, folder / f"{data_set}.jsonl")
    columns = ("--columns", "id,url,layout")
    lines = judging.printed(program, "fingerprint", "--json", *columns, corpus).split("\n")
    corpus.unlink()
    by_site = defaultdict(list)
    for row in map(json.loads, filter(None, lines)):
        if row["layout"] is not None:
            site, language, time = place_of(data_set, row["id"], row["url"])
            family = "numpy" if data_set == "numpy_html" else FAMILY_OF.get(site, site)
            bins = bytes.fromhex(row["layout"])
            if len(bins) != BINS:
                raise ValueError(f"{row['id']}: a layout of {len(bins)} bytes, {BINS} are expected")
            by_site[site].append(PageLayout(data_set, family, site, language, time, bins))
    draw = random.Random(1)
    return [
        page
        for site in sorted(by_site)
        for page in draw.sample(by_site[site], min(pages_max, len(by_site[site])))
    ]


def equal_bins(a: PageLayout, b: PageLayout) -> int:
    """How many bins of two layouts are equal."""
    return sum(map(operator.eq, a.bins, b.bins))


def likeness(equal: int) -> float:
    """The estimate that facsim makes of so many equal bins."""
    return min(1.0, max(0.0, (equal / BINS - CHANCE) / (1 - CHANCE)))


def is_close(a: PageLayout, b: PageLayout) -> bool:
    """Whether two pages of a site are of one language, and captured within 30 days."""
    return a.language == b.language and abs(a.time - b.time) <= CLOSE_SECONDS


def share(counts: Counter, equal_min: int) -> float:
    """The share of the pairs with so many equal bins."""
    return sum(count for equal, count in counts.items() if equal >= equal_min) / counts.total()


def threshold(counts: Counter) -> int:
    """The least number of equal bins that at most FALSE_POSITIVES_MAX of the pairs reach."""
    return next(n for n in range(BINS + 2) if share(counts, n) <= FALSE_POSITIVES_MAX)


class Pairs:
    """All pairs of the drawn pages, counted by their equal bins."""

    def __init__(self, pages: list[PageLayout]) -> None:
        self.two_sites = Counter()
        self.two_families = Counter()
        self.one_site = defaultdict(Counter)  # by (set, site)
        self.close = defaultdict(Counter)
        self.likest = Counter()  # of two families: the most equal bins, by their sites
        for a, b in itertools.combinations(pages, 2):
            equal = equal_bins(a, b)
            if a.site == b.site:
                self.one_site[(a.data_set, a.site)][equal] += 1
                if is_close(a, b):
                    self.close[(a.data_set, a.site)][equal] += 1
                continue
            if not a.family == b.family == "numpy":  # versions of one manual are one site here
                self.two_sites[equal] += 1
            if a.family != b.family:
                self.two_families[equal] += 1
                sites = (a.site, b.site)
                self.likest[sites] = max(self.likest[sites], equal)


def rows_of(name: str, by_site: dict[tuple, Counter], leasts: list[int]) -> list[list[str]]:
    """The rows of the table for all sets and for each: true positives at each number of bins."""
    rows = []
    for data_set in ("all", *SETS):
        chosen = [n for (of, _), n in by_site.items() if data_set in ("all", of)]
        if not chosen:
            continue
        row = [name, data_set, str(len(chosen)), f"{sum(n.total() for n in chosen):,}"]
        for least in leasts:
            rates = [share(n, least) for n in chosen]
            low, high = interval(rates)
            row.append(f"{mean(rates):.3f} ({low:.3f} to {high:.3f})")
        rows.append(row)
    return rows


def report(pages: list[PageLayout]) -> str:
    """Everything that is printed."""
    pairs = Pairs(pages)
    usual = next(n for n in range(BINS + 1) if likeness(n) >= LAYOUT_MIN)
    leasts = sorted({threshold(pairs.two_families), threshold(pairs.two_sites), usual})
    header = [f"at {likeness(least):.3f} or more" for least in leasts]
    positives = [["pairs of", "set", "sites", "pairs", *header]]
    positives.append(["---"] * len(positives[0]))
    positives += rows_of("one site", pairs.one_site, leasts)
    positives += rows_of("one site, one language, 30 days", pairs.close, leasts)
    negatives = [["pairs of", "pairs", f"L at {FALSE_POSITIVES_MAX}", *header]]
    negatives.append(["---"] * len(negatives[0]))
    for name, counts in (("two sites", pairs.two_sites), ("two families", pairs.two_families)):
        rates = [f"{share(counts, least):.5f}" for least in leasts]
        least = likeness(threshold(counts))
        negatives.append([name, f"{counts.total():,}", f"{least:.3f}", *rates])
    sites = len({page.site for page in pages})
    text = f"{len(pages)} pages of {sites} sites; L of the profiles is {LAYOUT_MIN}.\n"
    for name, table in (("False positives", negatives), ("True positives", positives)):
        text += f"\n{name}\n\n" + "\n".join("| " + " | ".join(row) + " |" for row in table) + "\n"
    text += "\nThe likest pages of two families:\n\n"
    for (a, b), equal in pairs.likest.most_common(8):
        text += f"- {likeness(equal):.3f}: {a} and {b}\n"
    return text


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, default=judging.program(), help="facsim")
    parser.add_argument("--pages", type=int, default=8, help="at most so many of a site")
    arguments = parser.parse_args()
    missing = [name for name in SETS if judging.data_file(name) is None]
    if missing:
        print(f"skipped: no data at $FACSIM_DATA/{missing[0]}")
        return 0
    with tempfile.TemporaryDirectory(prefix="facsim-layout-") as folder:
        pages = [
            page
            for name in SETS
            for page in drawn_pages(name, arguments.program, Path(folder), arguments.pages)
        ]
    print(report(pages), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
