# SPDX-License-Identifier: Apache-2.0
"""Judges the removals of a manual by what its pages are called and by what they show.

A removal is *wrong* where the removed page is another page of the manual than the one that its row
names, and the two show different things: the resemblance of all visible text is below .5. It is
*doubtful* from .5 to .8: often two pages of one form, of which menus and form are half.

Own texts (visible.py says what these are) are a second opinion on removals for a page of another
name. Where they resemble each other by less than .5 the removal is *unique*: pages of one form that
say different things. Where they resemble each other by .5 and more, a wrong removal may be *cleared*
by them: below other menus, those of a later version, the pages say nearly the same. It is counted
as wrong all the same, since this was seen on the pages that it is to judge. Where the removed page
has less own text than 20 shingles it is neither; it may be no more than a name.

Two pages are *the same page* if they have one name in two versions or mirrors of a manual and show
nearly the same, a resemblance of .8 or more. Recall counts the later pages of such pairs: those
that were removed for a page of their name, and those that were removed at all.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy
from page_names import Names
from visible import resemblance

DIFFERENT_BELOW = 0.5
SAME_MIN = 0.8
OWN_SHINGLES_MIN = 20

SetOf = Callable[[str], numpy.ndarray]


@dataclass(frozen=True)
class Removal:
    """A row of duplicates.jsonl beside what the judge saw."""

    removed: str
    representative: str
    kind: str
    by: str
    row: float | None  # the resemblance that the row says
    seen: float  # the resemblance of the visible texts
    other_name: bool
    own: float | None = None  # the resemblance of own texts, where the name is another
    own_shingles: int = 0  # of the removed page

    @property
    def is_wrong(self) -> bool:
        return self.other_name and self.seen < DIFFERENT_BELOW

    @property
    def is_cleared(self) -> bool:
        """A wrong one, by own texts that are long enough to tell."""
        enough = self.own_shingles >= OWN_SHINGLES_MIN
        alike = self.own is not None and self.own >= DIFFERENT_BELOW
        return self.is_wrong and enough and alike

    @property
    def is_doubtful(self) -> bool:
        return self.other_name and DIFFERENT_BELOW <= self.seen < SAME_MIN

    @property
    def is_unique(self) -> bool:
        enough = self.own_shingles >= OWN_SHINGLES_MIN
        return enough and self.own is not None and self.own < DIFFERENT_BELOW

    @property
    def verdict(self) -> str:
        """In two words at most."""
        how = "wrong" if self.is_wrong else "doubtful" if self.is_doubtful else "alike"
        how = how if self.other_name else "its name"
        return f"{how}, unique" if self.is_unique else how

    def __str__(self) -> str:
        row = "-" if self.row is None else f"{self.row:.4f}"
        own = "" if self.own is None else f", own {self.own:.4f}"
        return (
            f"{self.removed} for {self.representative}: visible {self.seen:.4f}{own}, "
            f"row {row}, {self.kind} by {self.by}"
        )


@dataclass
class Verdict:
    """What there is to say of one manual."""

    manual: str
    pages: int
    removals: list[Removal] = field(default_factory=list)
    same: int = 0  # later pages that show the same as an earlier page of their name
    same_for_name: int = 0  # of these: removed for a page of their name
    same_removed: int = 0  # of these: removed
    seconds: float = 0

    @property
    def wrong(self) -> list[Removal]:
        """The worst come first."""
        return sorted((r for r in self.removals if r.is_wrong), key=lambda r: (r.seen, r.removed))

    def count(self, what: str) -> int:
        """How many removals are so: `is_unique`, `other_name`, ..."""
        return sum(bool(getattr(removal, what)) for removal in self.removals)


def summed(verdicts: list[Verdict], name: str = "all") -> Verdict:
    """All manuals as one."""
    whole = Verdict(name, 0)
    for verdict in verdicts:
        whole.pages += verdict.pages
        whole.removals += verdict.removals
        whole.same += verdict.same
        whole.same_for_name += verdict.same_for_name
        whole.same_removed += verdict.same_removed
        whole.seconds += verdict.seconds
    return whole


def earlier_pages(pages: Iterable[str], names: Names) -> dict[str, list[str]]:
    """For each page those before it of its name, the nearest first; none for a page without."""
    by_name = defaultdict(list)
    found = {}
    for page in pages:
        before = by_name[names.of(page)]
        if before:
            found[page] = before[::-1]
        before.append(page)
    return found


def is_of_another_name(row: dict, names: Names) -> bool:
    """Rows name pages by `page` and `for`."""
    return names.of(row["page"]) != names.of(row["for"]) or not names.excuses(row["page"])


def removals_of(rows: list[dict], names: Names, shown: SetOf, own: SetOf) -> list[Removal]:
    """The rows, judged."""
    found = []
    for row in rows:
        ends = row["page"], row["for"]
        other = is_of_another_name(row, names)
        found.append(
            Removal(
                *ends,
                kind=row["kind"],
                by=row["by"],
                row=row["resemblance"],
                seen=resemblance(*map(shown, ends)),
                other_name=other,
                own=resemblance(*map(own, ends)) if other else None,
                own_shingles=len(own(row["page"])) if other else 0,
            )
        )
    return found


def count_same(verdict: Verdict, earlier: dict[str, list[str]], shown: SetOf) -> None:
    """Fills in what became of pages that repeat an earlier one of their name."""
    went = {removal.removed: removal for removal in verdict.removals}
    for page, others in earlier.items():
        mine = shown(page)
        if any(resemblance(mine, shown(other)) >= SAME_MIN for other in others):
            removal = went.get(page)
            verdict.same += 1
            verdict.same_removed += removal is not None
            verdict.same_for_name += removal is not None and removal.representative in others
