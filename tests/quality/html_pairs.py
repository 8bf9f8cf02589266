# SPDX-License-Identifier: Apache-2.0
"""Captures of real pages: equal content in other markup must be found, other content left alone.

ota_html_dev names for each capture the version of the cleaned main content that it shows. Captures
that do not show it (coverage under .8: consent walls, errors) stay in the corpus as traps, but
pairs with them are not judged.

A version is what an archivist's selectors took from the page. Where these changed, two versions of
one page have little in common though both captures show most of both. So other content is a pair
of versions that agree by less than .5 and of which one capture shows less than half of the other's,
by a parser of Python's.
"""

import itertools
import sys
import tempfile
from collections import defaultdict
from html.parser import HTMLParser
from pathlib import Path

import judging
import texts
from figures import Figure, evaluate, f1, rows_of, share, table, write_rows

SET = "ota_html_dev"
COVERAGE_MIN = 0.8
AGREEMENT_MIN = 0.82  # of the profile thorough
OTHER_BELOW = 0.5
SAMPLE_PAGES = 20  # of 103


def captures(sample: bool) -> dict[str, list[tuple[str, str, float]]]:
    """By page: id, version's blob and coverage of each capture."""
    pages = defaultdict(list)
    truth = judging.needed_file(SET).parent / "truth.tsv"
    for line in truth.read_text().splitlines()[1:]:
        page, capture, _, _, blob, coverage = line.split("\t")
        pages[page].append((capture, blob, float(coverage)))
    kept = sorted(pages)[:: len(pages) // SAMPLE_PAGES] if sample else sorted(pages)
    return {page: pages[page] for page in kept}


def units_by_version(pages: dict, folder: Path) -> dict[str, list[str]]:
    """The units of each version's cleaned text, by its blob."""
    versions = judging.unpack(
        judging.needed_file(SET).parent / "versions.jsonl.zst", folder / "versions.jsonl"
    )
    wanted = {blob for group in pages.values() for _, blob, _ in group}
    rows = [row for row in rows_of(versions) if row["blob"] in wanted]
    cut = texts.units_of([row["text"] for row in rows])
    return {row["blob"]: cut[i] for i, row in enumerate(rows)}


def judged_pairs(pages: dict, units: dict) -> list[tuple[str, str, bool, float]]:
    """Two captures of a page, whether their content is equal, and its exact agreement."""
    likeness = {}
    pairs = []
    for group in pages.values():
        good = [(capture, blob) for capture, blob, coverage in group if coverage >= COVERAGE_MIN]
        for (first, one), (second, other) in itertools.combinations(good, 2):
            blobs = (min(one, other), max(one, other))
            if blobs not in likeness:
                likeness[blobs] = texts.agreement(units[blobs[0]], units[blobs[1]])
            pairs.append((first, second, one == other, likeness[blobs]))
    return pairs


class VisibleText(HTMLParser):
    """What stands between tags, without scripts and styles."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.hidden += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self.hidden = max(0, self.hidden - 1)

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.pieces.append(data)


def shown_text(html: str) -> str:
    parser = VisibleText()
    parser.feed(html)
    parser.close()
    return " ".join(parser.pieces)


def show_the_same(pairs: list[tuple[str, str]], versions: dict, rows: list[dict]) -> set:
    """Of these pairs those whose captures show half of both versions; `versions` by capture."""
    wanted = {capture for pair in pairs for capture in pair}
    pages = [row for row in rows if row["id"] in wanted]
    cut = texts.units_of([shown_text(row["html"]) for row in pages])
    shown = {row["id"]: texts.shingles(cut[i]) for i, row in enumerate(pages)}
    sets = {capture: texts.shingles(versions[capture]) for capture in wanted}

    def covers(page: str, version: str) -> bool:
        return len(sets[version] & shown[page]) >= OTHER_BELOW * len(sets[version])

    return {(a, b) for a, b in pairs if covers(a, b) and covers(b, a)}


def write_labels(path: Path, rows: list[tuple[str, str, bool]]) -> Path:
    path.write_text("".join(f"{a}\t{b}\t{int(label)}\n" for a, b, label in rows))
    return path


def removals(report: dict, profile: str) -> dict:
    (found,) = [row for row in report["removals"] if row["profile"] == profile]
    return found


def figures(program: Path, sample: bool = False) -> list[Figure]:
    """All figures of this script."""
    with tempfile.TemporaryDirectory(prefix="facsim-quality-") as name:
        folder = Path(name)
        pages = captures(sample)
        units = units_by_version(pages, folder)
        pairs = judged_pairs(pages, units)
        versions = {capture: units[blob] for group in pages.values() for capture, blob, _ in group}
        corpus = judging.unpack(judging.needed_file(SET), folder / "all.jsonl")
        rows = [row for row in rows_of(corpus) if row["id"] in versions]
        corpus = write_rows(folder / "corpus.jsonl", rows)
        apart = [(a, b) for a, b, equal, likeness in pairs if not equal and likeness < OTHER_BELOW]
        same = show_the_same(apart, versions, rows)
        extremes = [(a, b, True) for a, b, equal, _ in pairs if equal]
        extremes += [(a, b, False) for a, b in apart if (a, b) not in same]
        labels = write_labels(folder / "extremes.tsv", extremes)
        balanced = removals(
            evaluate(program, corpus, "--pairs", labels, "--profile", "balanced"), "balanced"
        )
        graded = [(a, b, likeness >= AGREEMENT_MIN) for a, b, _, likeness in pairs]
        labels = write_labels(folder / "graded.tsv", graded)
        report = evaluate(program, corpus, "--pairs", labels, "--profile", "thorough")
        thorough = removals(report, "thorough")
        found = balanced["right"]
        equal = found + balanced["missed"]
        others = len(extremes) - equal
        (measure,) = [m for m in report["measures"] if m["name"] == "agreement"]
        (at,) = [p for p in measure["points"] if p["threshold"] == AGREEMENT_MIN]
        return [
            share("html_equal_found",
                  f"{SET}: pairs of equal content and other raw HTML that share a representative",
                  found, equal, 0.97),
            share("html_other_merged",
                  f"{SET}: pairs whose contents agree by less than .5 that share a representative",
                  balanced["wrong"], others, 0.01, at_most=True,
                  remarks=f"without {len(same)} pairs whose captures show most of both versions"),
            f1("html_graded_thorough",
               f"{SET}, `thorough`: F1 against agreement of the cleaned texts, each pair by itself",
               thorough["alone"], 0.95),
            f1("html_graded_clusters", "the same, pairs that share a representative",
               thorough, None),
            f1("html_graded_texts", "the same, agreement of all extracted main texts >= .82",
               at, None),
        ]  # fmt: skip


def main(program: Path | None = None) -> int:
    """Prints a table."""
    print(table(figures(program or judging.program(), "--sample" in sys.argv)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
