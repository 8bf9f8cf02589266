# SPDX-License-Identifier: Apache-2.0
"""The pyarrow of this interpreter, for programs that were made to run elsewhere.

Only scripts that test wheels and packages use it: they import nothing of what they test.
"""

from pathlib import Path

from making import words

try:
    import pyarrow
    import pyarrow.parquet
except ImportError:
    pyarrow = None

# What the program says where it finds no pyarrow of the version that it wants.
REMEDY = "pip install 'facsim[parquet]' where facsim came by pip, else pip install 'pyarrow=="


def can_try(plugin: Path) -> str | None:
    """Why a plug-in of this build cannot be tried; None: it can."""
    if not plugin.exists():
        return f"skipped: no plug-in for Parquet at {plugin}"
    if pyarrow is None:
        return "skipped: no pyarrow"
    needed = f"libarrow.so.{pyarrow.cpp_build_info.so_version}".encode()
    return None if needed in plugin.read_bytes() else "skipped: a plug-in for another pyarrow"


def libraries() -> Path:
    return Path(pyarrow.get_library_dirs()[0])


def write_repeating(path: Path) -> list[str]:
    """Nine rows in Parquet, and the ids of those that repeat another."""
    rows = {"id": [f"p{i}" for i in range(9)], "text": [words(i % 6) for i in range(9)]}
    pyarrow.parquet.write_table(pyarrow.table(rows), path)
    return ["p6", "p7", "p8"]


def put_another_version(folder: Path) -> None:
    """What looks like the libraries of a pyarrow 3."""
    folder.mkdir(parents=True)
    (folder / "libarrow.so.300").touch()
