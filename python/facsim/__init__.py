# SPDX-License-Identifier: Apache-2.0
"""facsim finds near-duplicate web pages and documents, and says why each page goes.

>>> import facsim
>>> text = "The ferry leaves the old quay at seven in the morning, at noon and at five in the " * 3
>>> result = facsim.dedup([text, "another page", text + "afternoon"])
>>> [kept[:9] for kept in result.kept]
['The ferry', 'another p']

The same engine, the same words and the same bits as the program ``facsim`` and the C++ library.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

# Name of what is public: the module that has it. Loaded when it is first asked for, so that
# `import facsim` and the command cost nothing.
_HOMES = {
    "Array": "_core",
    "Table": "_core",
    "HammingIndex": "_hamming",
    "Result": "_dedup",
    "Comparison": "_compare",
    "Passage": "_compare",
    "Profile": "_profile",
    "compare": "_compare",
    "close_pairs": "_hamming",
    "dedup": "_dedup",
    "annotate": "_dedup",
    "digest": "_analyze",
    "facts": "_analyze",
    "fingerprint": "_analyze",
    "sketch": "_analyze",
    "Error": "errors",
}

__all__ = sorted([*_HOMES, "errors", "__version__"])
__version__ = "0.1.0"

if TYPE_CHECKING:
    from . import errors as errors
    from ._analyze import digest, facts, fingerprint, sketch
    from ._compare import Comparison, Passage, compare
    from ._core import Array, Table
    from ._dedup import Result, annotate, dedup
    from ._hamming import HammingIndex, close_pairs
    from ._profile import Profile
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
