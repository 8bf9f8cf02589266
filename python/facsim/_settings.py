# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments that several calls share: names, paths, numbers, limits, callbacks."""

from __future__ import annotations

import contextlib
import numbers
import operator
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Union

from . import _core

Progress = Union[bool, Callable[[str, int, int], object], None]

# The tables lie beside the program, which looks for them there too.
_JIEBA_TABLES = os.path.join(os.path.dirname(__file__), "bin", "jieba.tables")

_THREADS_MOST = 1024
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_MEMORY_LEAST = 64 << 20
_LIMIT_MOST = (1 << 64) - 1


def path_of(path: str | os.PathLike, what: str = "folder") -> str:
    """Returns a path as text. Raises TypeError for other types, ValueError for impossible paths."""
    try:
        text = os.fsdecode(path)
    except TypeError:
        raise TypeError(f"{what} is a path, not {type(path).__name__}") from None
    if "\0" in text:
        raise ValueError(f"{what}: a path holds no null character")
    text.encode()  # raises for lone surrogates, with a clear message
    return text


def jieba_tables_of(path: str | os.PathLike | None) -> str:
    """Returns the path of the tables of words; by default those of the package."""
    return _JIEBA_TABLES if path is None else path_of(path, "jieba_tables")


def lasting_recipe(recipe: str) -> str:
    """Returns the name of a recipe unchanged, and the path of its file as an absolute path."""
    return os.path.abspath(recipe) if recipe.endswith(".toml") else recipe


def lasting_tables(path: str | os.PathLike | None) -> str | None:
    """Returns the absolute path of tables of words; None, the tables of the package, stays None."""
    return None if path is None else os.path.abspath(path_of(path, "jieba_tables"))


def whole(name: str, value: object, least: int, most: int) -> int:
    """Returns a whole number within bounds. Raises TypeError and ValueError that name it."""
    if isinstance(value, bool):
        raise TypeError(f"{name} is a whole number, not bool")
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}={number} is not from {least} to {most:,}")
    return number


def share_of(name: str, value: float | None) -> float | None:
    """Returns a share from 0 to 1, or None. Raises TypeError and ValueError that name it."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} is a share from 0 to 1, not {type(value).__name__}")
    if not 0 <= value <= 1:
        raise ValueError(f"{name}={value} is no share from 0 to 1")
    return float(value)


def bool_of(name: str, value: bool) -> bool:
    """Returns True or False. Raises TypeError that names the argument for other types."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} is a bool, not {type(value).__name__}")
    return value


def limit_of(limit: int) -> int:
    """Returns the largest number of answers; 0 means all."""
    return whole("limit", limit, 0, _LIMIT_MOST)


def threads_of(threads: int | None) -> int:
    """Returns the number of threads; None means one for each processor."""
    if threads is None:
        return min(os.cpu_count() or 1, _THREADS_MOST)
    return whole("threads", threads, 1, _THREADS_MOST)


def size_of(name: str, size: str | int, least: int, why: str) -> int:
    """Returns the bytes of a size such as "4G". ``why``: the message for one out of bounds."""
    if isinstance(size, int) and not isinstance(size, bool):
        number = size
    elif not isinstance(size, str):
        raise TypeError(f"{name} is a size such as '4G', not {type(size).__name__}")
    else:
        found = re.fullmatch(r"\s*(\d+)\s*([KMGT]?)(?:i?B)?\s*", size, re.IGNORECASE)
        if found is None:
            raise ValueError(f"{name}={size!r} is no size such as '4G' or '500M'")
        number = int(found[1]) * _UNITS[found[2].upper()]
    if not least <= number < 1 << 63:
        raise ValueError(f"{name}={size!r} is {why}")
    return number


def bytes_of(memory: str | int) -> int:
    why = "below 64M, the least that a run needs, or no size"
    return size_of("memory", memory, _MEMORY_LEAST, why)


def page_bytes_of(page_max: str | int) -> int:
    return size_of("page_max", page_max, 1, "no size of a page")


def wait_ms(seconds: float | None) -> int:
    """Returns milliseconds; -1 means waiting forever."""
    if seconds is None:
        return -1
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"wait is a number of seconds or None, not {type(seconds).__name__}")
    if not 0 <= seconds <= 1e9:
        raise ValueError(f"wait={seconds} is no number of seconds; None waits for ever")
    return int(seconds * 1000)


def tmp_of(tmp: str | os.PathLike | None) -> str:
    return tempfile.gettempdir() if tmp is None else path_of(tmp, "tmp")


def on_wait_of(on_wait: Callable[[str], object] | None) -> Callable[[str], object] | None:
    if on_wait is not None and not callable(on_wait):
        raise TypeError(f"on_wait is a function of a sentence, not {type(on_wait).__name__}")
    return on_wait


def progress_of(progress: Progress) -> Progress:
    """True, False, None or a function. Raises TypeError for other things."""
    if progress is None or isinstance(progress, bool) or callable(progress):
        return progress
    raise TypeError(f"progress is True or a function, not {type(progress).__name__}")


@contextlib.contextmanager
def told_by(progress: Progress) -> Iterator[Callable[[str, int, int], object] | None]:
    """Yields the function to which the core reports its progress, or None."""
    progress = progress_of(progress)
    if callable(progress):
        yield progress
        return
    if not progress:
        yield None
        return

    def to_stderr(stage: str, pages: int, of: int) -> None:
        share = f" {pages / of:4.0%}" if of else ""
        sys.stderr.write(f"\rfacsim: {stage}: {pages:,} pages{share}\x1b[K")
        sys.stderr.flush()

    try:
        yield to_stderr
    finally:
        sys.stderr.write("\r\x1b[K")


def words_of(what: str, values: str | Iterable[str]) -> list[str]:
    """Returns a list of str; a single str becomes a list of one."""
    if isinstance(values, str):
        return [values]
    if isinstance(values, (bytes, dict)) or not isinstance(values, Iterable):
        raise TypeError(f"{what} are str, not {type(values).__name__}")
    texts = list(values)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"{what} are str, not {type(text).__name__}")
        text.encode()
    return texts


def keep_of(keep: str | Sequence[str]) -> str:
    """Returns the keys of keep as one text, as for the command. A list has one key an item."""
    if isinstance(keep, str):
        return keep
    if isinstance(keep, (bytes, dict)) or not isinstance(keep, Sequence):
        raise TypeError(f"keep is a str or a list of str, not {type(keep).__name__}")
    keys = words_of("keys of keep", keep)
    return ",".join(key.replace("\\", "\\\\").replace(",", "\\,") for key in keys)


def kinds_of(remove: str | Sequence[str]) -> list[str]:
    """Returns a list of kinds; the core checks whether they exist."""
    return remove.split(",") if isinstance(remove, str) else words_of("kinds of remove", remove)


def name_of(what: str, value: str | None) -> str:
    """Returns the name of a member or column, or another word; empty for None."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError(f"{what} is a name, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError(f"{what}: a name holds no null character")
    value.encode()  # raises for lone surrogates
    return value


def fields_of(
    *,
    text: str,
    html: str | None = None,
    id: str | None = None,
    url: str | None = None,
    time: str | None = None,
    status: str | None = None,
    judged_status: str | None = None,
) -> _core.RowFields:
    """Returns the names of the members or columns of a row."""
    if text is None:
        raise TypeError("text is a name, not NoneType")
    return _core.RowFields(
        text=name_of("text", text),
        html=name_of("html", html),
        id=name_of("id", id),
        url=name_of("url", url),
        time=name_of("time", time),
        status=name_of("status", status),
        judged_statuses=name_of("judged_status", judged_status),
    )
