# SPDX-License-Identifier: Apache-2.0
"""The pages of a manual, to be judged: those of a folder, or those of a set of $FACSIM_DATA.

numpy_html and llvm_docs are versions of one manual. ota_html_dev is one site of which each page was
captured often; a removal for another page of a service is what is looked for. debian_zh_html has
manuals in two scripts, and a page in the other script is another page.
"""

import functools
import hashlib
import json
import os
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import judging
from page_names import ListedNames, Names, PathNames
from removal_judge import SetOf
from set_store import SetStore
from visible import LineCount, decoded, headline, own_sets, shown_sets

HTML_NAMES = (".html", ".htm", ".xhtml")
HEAD_BYTES = 16384  # a page says in these what it is called
SAMPLE_PAGES = 400  # of a version, to learn which lines it repeats


class Pages:
    """Pages by id, in the order in which facsim reads them."""

    order: list[str]
    names: Names
    store: SetStore

    def key(self, page: str) -> str:
        """Of a page in the store."""
        raise NotImplementedError

    def read(self, wanted: set[str]) -> Iterator[tuple[str, Path | str]]:
        """These pages, as files or as HTML."""
        raise NotImplementedError

    def shown(self, wanted: set[str]) -> SetOf:
        """The shingle sets of all that these pages show."""
        pages = ((self.key(page), content) for page, content in self.read(wanted))
        self.store.fill(pages, shown_sets)
        return lambda page: self.store.get(self.key(page))

    def own(self, wanted: set[str]) -> SetOf:
        """The shingle sets of what these pages say beyond the lines that their versions repeat."""
        common = self._common({self.names.version_of(page) for page in wanted})
        digests = {
            version: hashlib.blake2b("\n".join(sorted(repeated)).encode("utf-8", "replace"))
            for version, repeated in common.items()
        }

        def key(page: str) -> str:
            return f"own {digests[self.names.version_of(page)].hexdigest()[:16]} {self.key(page)}"

        pages = (
            (key(page), (self.names.version_of(page), content))
            for page, content in self.read(wanted)
        )
        self.store.fill(pages, functools.partial(own_sets, common))
        return lambda page: self.store.get(key(page))

    def _common(self, versions: set[str]) -> dict[str, frozenset[str]]:
        by_version = defaultdict(list)
        for page in self.order:
            if self.names.version_of(page) in versions:
                by_version[self.names.version_of(page)].append(page)
        drawn = {
            page
            for pages in by_version.values()
            for page in pages[:: -(-len(pages) // SAMPLE_PAGES)]
        }
        counts = {version: LineCount() for version in versions}
        for page, content in self.read(drawn):
            counts[self.names.version_of(page)].add(content)
        return {version: count.common() for version, count in counts.items()}


class FolderPages(Pages):
    """The HTML pages of a folder; no links."""

    def __init__(self, folder: Path, store: SetStore, all_are_versions: bool = False) -> None:
        self.folder = folder
        self.store = store
        found = []
        for base, _, files in os.walk(folder):
            for name in files:
                path = os.path.join(base, name)
                if name.lower().endswith(HTML_NAMES) and not os.path.islink(path):
                    found.append(os.path.relpath(path, folder))
        self.order = sorted(found, key=os.fsencode)
        self.names = PathNames(self.order, self._headline_of, all_are_versions)

    def _headline_of(self, page: str) -> str:
        with (self.folder / page).open("rb") as file:
            return headline(decoded(file.read(HEAD_BYTES)))

    def key(self, page: str) -> str:
        """A file counts as another where its size or time of change differs."""
        path = self.folder / page
        facts = path.stat()
        return f"{path} {facts.st_size} {facts.st_mtime_ns}"

    def read(self, wanted: set[str]) -> Iterator[tuple[str, Path | str]]:
        return ((page, self.folder / page) for page in sorted(wanted))


@dataclass(frozen=True)
class HtmlSet:
    """A set, where its truth names pages, and which part `make test` takes."""

    name: str
    columns: tuple[int, ...]  # of truth.tsv: page, document id and, where it counts, language
    sample_lines: int | None = None  # the first two versions
    sample_every: int = 1  # of so many pages one, in all that is called like it


SETS = (
    HtmlSet("numpy_html", (0, 1), sample_lines=4759, sample_every=4),
    HtmlSet("ota_html_dev", (0, 1), sample_every=5),
    HtmlSet("debian_zh_html", (0, 1, 3)),
    HtmlSet("llvm_docs", (0, 1), sample_lines=630),
)


def truth_of(html_set: HtmlSet) -> ListedNames:
    """What the pages are called. Raises NoDataError."""
    packed = judging.needed_file(html_set.name).parent / "truth.tsv.zst"
    if packed.exists():
        text = judging.printed("zstd", "-dqc", packed)
    else:
        text = packed.with_suffix("").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.split("\n") if line and not line.startswith("#")]
    return ListedNames(tuple(row[column] for column in html_set.columns) for row in rows)


def id_of(line: str) -> str:
    """Without reading the page behind it, where the id comes first as it does in these sets."""
    if line.startswith('{"id": "'):
        return json.JSONDecoder().raw_decode(line, 7)[0]
    return json.loads(line)["id"]


class SetPages(Pages):
    """The pages of a set, unpacked into a folder; for a sample the rest is left out."""

    def __init__(self, html_set: HtmlSet, folder: Path, store: SetStore, sample: bool) -> None:
        self.store = store
        self.names = truth_of(html_set)
        packed = judging.needed_file(html_set.name)
        self.corpus = judging.unpack(
            packed, folder / f"{html_set.name}.jsonl", html_set.sample_lines if sample else None
        )
        if sample and html_set.sample_every > 1:
            self._keep_one_of(html_set.sample_every)
        with self.corpus.open(encoding="utf-8") as lines:
            self.order = [id_of(line) for line in lines]

    def _keep_one_of(self, every: int) -> None:
        whole, self.corpus = self.corpus, self.corpus.with_suffix(".sample.jsonl")
        with (
            whole.open(encoding="utf-8") as lines,
            self.corpus.open("w", encoding="utf-8") as out,
        ):
            for line in lines:
                if zlib.crc32(self.names.of(id_of(line)).encode()) % every == 0:
                    out.write(line)
        whole.unlink()

    def key(self, page: str) -> str:
        return page

    def read(self, wanted: set[str]) -> Iterator[tuple[str, Path | str]]:
        with self.corpus.open(encoding="utf-8") as lines:
            for line in lines:
                if id_of(line) in wanted:
                    row = json.loads(line)
                    yield row["id"], row.get("html") or row.get("text", "")
