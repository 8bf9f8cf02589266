# SPDX-License-Identifier: Apache-2.0
"""facsim finds near-duplicate web pages and documents, and gives the reason for each removal.

>>> import facsim
>>> text = "The ferry leaves the old quay at seven in the morning, at noon and at five in the " * 3
>>> result = facsim.dedup([text, "another page", text + "afternoon"])
>>> [kept[:9] for kept in result.kept]
['The ferry', 'another p']

It has the same engine, the same terms and the same bits as the program ``facsim`` and the C++
library.
"""

from __future__ import annotations

import importlib
import sys

# Type checkers take it as true. Importing it from `typing` would take longer than all else here.
TYPE_CHECKING = False
# The module that defines each public name. It is imported when the name is first used, so that
# `import facsim` and the command cost nothing.
_HOMES = {
    "Array": "_core",
    "Table": "_core",
    "HammingIndex": "_hamming",
    "HammingFolder": "_hamming",
    "PageIndex": "_page_index",
    "FoundPage": "_page_index",
    "Seen": "_seen",
    "AsyncSeen": "_async_seen",
    "SeenAnswer": "_seen_nouns",
    "SeenCandidate": "_seen_nouns",
    "SeenCluster": "_seen_nouns",
    "SeenCopies": "_seen_nouns",
    "SeenCopy": "_seen_nouns",
    "SeenCrawl": "_seen_nouns",
    "SeenFigures": "_seen_nouns",
    "SeenMatch": "_seen_nouns",
    "SeenPage": "_seen_nouns",
    "SeenPolicy": "_seen_nouns",
    "SeenSettings": "_seen_nouns",
    "Recipe": "_recipe",
    "PageReader": "_read_pages",
    "Document": "_read_pages",
    "read_pages": "_read_pages",
    "extract": "_read_pages",
    "Result": "_result",
    "Comparison": "_compare",
    "Passage": "_compare",
    "Profile": "_profile",
    "compare": "_compare",
    "close_pairs": "_hamming",
    "dedup": "_dedup",
    "annotate": "_dedup",
    "annotate_batch": "_batch",
    "Evaluation": "_evaluate",
    "evaluate": "_evaluate",
    "digest": "_analyze",
    "facts": "_analyze",
    "fingerprint": "_analyze",
    "sketch": "_analyze",
    "UrlRules": "_url_rules",
    "Error": "errors",
}

__all__ = [  # a literal list, so that type checkers see it too
    "Array",
    "AsyncSeen",
    "Comparison",
    "Document",
    "Error",
    "Evaluation",
    "FoundPage",
    "HammingFolder",
    "HammingIndex",
    "PageIndex",
    "PageReader",
    "Passage",
    "Profile",
    "Recipe",
    "Result",
    "Seen",
    "SeenAnswer",
    "SeenCandidate",
    "SeenCluster",
    "SeenCopies",
    "SeenCopy",
    "SeenCrawl",
    "SeenFigures",
    "SeenMatch",
    "SeenPage",
    "SeenPolicy",
    "SeenSettings",
    "Table",
    "UrlRules",
    "__version__",
    "annotate",
    "annotate_batch",
    "close_pairs",
    "compare",
    "dedup",
    "digest",
    "errors",
    "evaluate",
    "extract",
    "facts",
    "fingerprint",
    "read_pages",
    "sketch",
]
__version__ = "0.1.0"

if TYPE_CHECKING:
    from . import errors as errors
    from ._analyze import digest, facts, fingerprint, sketch
    from ._async_seen import AsyncSeen
    from ._batch import annotate_batch
    from ._compare import Comparison, Passage, compare
    from ._core import Array, Table
    from ._dedup import annotate, dedup
    from ._evaluate import Evaluation, evaluate
    from ._hamming import HammingFolder, HammingIndex, close_pairs
    from ._page_index import FoundPage, PageIndex
    from ._profile import Profile
    from ._read_pages import Document, PageReader, extract, read_pages
    from ._recipe import Recipe
    from ._result import Result
    from ._seen import Seen
    from ._seen_nouns import (
        SeenAnswer,
        SeenCandidate,
        SeenCluster,
        SeenCopies,
        SeenCopy,
        SeenCrawl,
        SeenFigures,
        SeenMatch,
        SeenPage,
        SeenPolicy,
        SeenSettings,
    )
    from ._url_rules import UrlRules
    from .errors import Error


def __getattr__(name: str) -> object:
    if name == "errors":
        return importlib.import_module(".errors", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module 'facsim' has no attribute '{name}'")
    value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


# Registers pl.col("text").facsim. If polars is imported later, `import facsim.polars` does it.
if "polars" in sys.modules:
    importlib.import_module(".polars", __name__)
