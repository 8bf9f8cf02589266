# SPDX-License-Identifier: Apache-2.0
"""The methods shared by the indexes in a folder, of pages or of fingerprints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from . import _core

_Self = TypeVar("_Self", bound="FolderIndex")


class FolderIndex:
    """The base of :class:`facsim.PageIndex` and :class:`facsim.HammingFolder`."""

    _index: Any  # _core.PageIndex or _core.HammingFolder
    _folder: str
    _noun = "entries"
    _on_wait: Callable[[str], object] | None

    def __init__(self) -> None:
        name = type(self).__name__
        raise TypeError(f"use facsim.{name}.begin(folder) or facsim.{name}.open(folder)")

    def _require_open(self) -> None:
        len(self._index)

    def compact(self) -> None:
        """Merges all segments into one, without deleted entries. Raises as ``add`` does."""
        self._index.compact(self._on_wait)

    def check(self) -> list[str]:
        """Reads every byte of the folder, and returns one sentence for each damage found.

        An empty list means that no damage was found. Raises ``DamagedError`` if the list of
        segments itself is damaged.
        """
        self._require_open()
        return _core.check_index(self._folder)

    def close(self) -> None:
        """Releases the memory. Later calls raise; a second close does nothing."""
        self._index.close()

    @property
    def closed(self) -> bool:
        return self._index.is_closed

    @property
    def folder(self) -> str:
        return self._folder

    def __len__(self) -> int:
        """Returns the number of entries, without deleted ones."""
        return len(self._index)

    def __bool__(self) -> bool:
        return True

    def __enter__(self: _Self) -> _Self:
        self._require_open()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self.closed else f"{len(self):,} {self._noun}"
        return f"<facsim.{type(self).__name__} {self._folder!r}: {state}>"
