# SPDX-License-Identifier: Apache-2.0
"""What the pages of a manual are called: by their paths, or by the truth of a set.

The name is the path without version folder and extension. Names that a generator counted
(a00014.html, rebind_1_3_2_6_3_26.html) mean another page in the next version. There title and
heading are the name; where two pages of a version share these and the folder, the path is the
name, and excuses no removal.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

EXTENSION = re.compile(r"(\.rst)?\.(x?html?|txt|md)$", re.IGNORECASE)
NUMBER = re.compile(r"\d+(?:[._]\d+)*")
SOURCES = {"_sources"}  # Sphinx puts the text of each page there once more
# Doxygen's a00014, DocBook's rebind_1_3_2_6_3_26 and _idm34797.
COUNTED = re.compile(r"(^|/)a\d{5}(_source)?\.|_\d+(_\d+){3,}\.|idm\d+")
COUNTED_FOLDER = re.compile(r"_\d+(_\d+){3,}(?=/|$)|_*idm\d+")


def version_in(number: str) -> re.Pattern:
    """Finds a version in a folder's name: 1.74 also as boost_1_74_0, 11 only where it is alone."""
    digits = re.split("[._]", number)
    before = "[0-9.]" if len(digits) > 1 else "[0-9A-Za-z.]"
    return re.compile(rf"(?<!{before}){'[._]'.join(digits)}(?:[._]0)*(?![0-9A-Za-z])")


class PathNames:
    """By paths. Versions are the top folders whose names differ in numbers only."""

    def __init__(
        self,
        paths: Iterable[str],
        headline_of: Callable[[str], str] = lambda _: "",
        all_are_versions: bool = False,
    ) -> None:
        paths = list(paths)
        alike = defaultdict(set)
        for top in {path.split("/", 1)[0] for path in paths if "/" in path}:
            alike["" if all_are_versions else NUMBER.sub("#", top)].add(top)
        self.stems = {
            top: stem
            for stem, group in alike.items()
            for top in group
            if all_are_versions or len(group) > 1
        }
        self.called = {
            path: self._by_headline(path, headline_of(path))
            for path in paths
            if COUNTED.search(path)
        }
        times = Counter((self.version_of(path), name) for path, name in self.called.items())
        self.nameless = {
            path for path, name in self.called.items() if times[self.version_of(path), name] > 1
        }

    def version_of(self, path: str) -> str:
        """The folder of its version, or nothing."""
        top = path.split("/", 1)[0]
        return top if top in self.stems else ""

    def _without_version(self, path: str) -> str:
        top = self.version_of(path)
        if not top:
            return path
        folders, slash, page = path[len(top) + 1 :].rpartition("/")
        number = NUMBER.search(top)
        if number:
            folders = version_in(number.group()).sub("#", folders)
        return f"{self.stems[top]}/{folders}{slash}{page}"

    def _by_headline(self, path: str, headline: str) -> str:
        number = NUMBER.search(self.version_of(path))
        if number:
            headline = version_in(number.group()).sub("#", headline)
        folder = self._without_version(path).rpartition("/")[0]
        return f"{COUNTED_FOLDER.sub('', folder)}/[{headline}]"

    def excuses(self, path: str) -> bool:
        """Whether the name tells which page it is."""
        return path not in self.nameless

    def of(self, path: str) -> str:
        """The name of a page."""
        if path in self.called and path not in self.nameless:
            return self.called[path]
        parts = EXTENSION.sub("", self._without_version(path)).split("/")
        return "/".join(part for part in parts if part not in SOURCES)


class ListedNames:
    """By a truth: rows of page, document id and, where pages of two are different, language."""

    def __init__(self, rows: Iterable[tuple[str, ...]]) -> None:
        self.name_of = {row[1]: " ".join((row[0], *row[2:])) for row in rows}

    def version_of(self, page: str) -> str:
        """The first part of the id: version, manual or collection."""
        return page.split("/", 1)[0]

    def excuses(self, page: str) -> bool:
        return page in self.name_of

    def of(self, page: str) -> str:
        """A page that the truth does not know is called like no other."""
        return self.name_of.get(page, f"only {page}")


Names = PathNames | ListedNames
