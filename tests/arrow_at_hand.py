# SPDX-License-Identifier: Apache-2.0
"""The pyarrow of this interpreter, for programs built to run elsewhere.

Only scripts that test wheels and packages use it, since they do not import what they test.
"""

from pathlib import Path

from making import words

try:
    import pyarrow
    import pyarrow.parquet
except ImportError:
    pyarrow = None

# The remedy in the program's message if it does not find the wanted version of pyarrow.
REMEDY = "pip install 'facsim[parquet]' where facsim came by pip, else pip install 'pyarrow=="


def can_try(plugin: Path) -> str | None:
    """Returns why a plug-in of this build cannot be tested, or None if it can."""
    if not plugin.exists():
        return f"skipped: no plug-in for Parquet at {plugin}"
    if pyarrow is None:
        return "skipped: no pyarrow"
    needed = f"libarrow.so.{pyarrow.cpp_build_info.so_version}".encode()
    return None if needed in plugin.read_bytes() else "skipped: a plug-in for another pyarrow"


def libraries() -> Path:
    return Path(pyarrow.get_library_dirs()[0])


def write_repeating(path: Path) -> list[str]:
    """Writes nine rows as Parquet, and returns the ids of those that repeat another."""
    rows = {"id": [f"p{i}" for i in range(9)], "text": [words(i % 6) for i in range(9)]}
    pyarrow.parquet.write_table(pyarrow.table(rows), path)
    return ["p6", "p7", "p8"]


def put_another_version(folder: Path) -> None:
    """Makes files that look like the libraries of pyarrow 3."""
    folder.mkdir(parents=True)
    (folder / "libarrow.so.300").touch()
