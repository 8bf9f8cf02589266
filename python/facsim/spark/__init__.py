# SPDX-License-Identifier: Apache-2.0
"""facsim on Apache Spark: the same fingerprints and duplicates, for frames of any size.

>>> from facsim.spark import functions as F  # doctest: +SKIP
>>> df.select("id", F.fingerprint("text"))  # doctest: +SKIP
>>> kept = facsim.spark.dedup(df, id="id").where("not facsim.removed")  # doctest: +SKIP

It needs pyspark 4.1 or later and pyarrow (``pip install facsim[spark]``), which are imported on
first use. It works over Spark Connect too, without a JAR and without RDDs. Fingerprints are signed
64-bit numbers here, since Spark has no unsigned ones; their bits are the same as elsewhere.
"""

from __future__ import annotations

import importlib

# The module that defines each public name.
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
