# SPDX-License-Identifier: Apache-2.0
"""facsim on Apache Spark: the same fingerprints and the same duplicates, of frames of any size.

>>> from facsim.spark import functions as F  # doctest: +SKIP
>>> df.select("id", F.fingerprint("text"))  # doctest: +SKIP
>>> kept = facsim.spark.dedup(df, id="id").where("not facsim.removed")  # doctest: +SKIP

Needs pyspark 4.1 or later and pyarrow (``pip install facsim[spark]``); nothing of it is imported
before it is used. Works over Spark Connect too: no JAR, no RDD. Fingerprints are signed 64-bit
numbers here, since Spark has no others: the bits are those of everywhere else.
"""

from __future__ import annotations

import importlib

# Name of what is public: the module that has it.
_HOMES = {
    "append": "_facts",
    "components": "_components",
    "dedup": "_dedup",
    "page_facts": "_facts",
    "register": "functions",
    "subtract": "_subtract",
}

__all__ = ["append", "components", "dedup", "functions", "page_facts", "register", "subtract"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import functions as functions
    from ._components import components
    from ._dedup import dedup
    from ._facts import append, page_facts
    from ._subtract import subtract
    from .functions import register


def __getattr__(name: str) -> object:
    if name == "functions":
        return importlib.import_module(".functions", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module 'facsim.spark' has no attribute '{name}'")
    value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
