# SPDX-License-Identifier: Apache-2.0
"""The settings of a run: checked once, in the user's call, and passed on as one object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _core
from ._profile import Profile, chosen_profile
from ._settings import bytes_of, keep_of, kinds_of, page_bytes_of, path_of, tmp_of

# A word such as "longest", and the name of the field if the word is "field"; else "".
KeepKey = tuple[str, str]


def keep_keys_of(keep: str | Sequence[str]) -> list[KeepKey]:
    """Returns the keys. Raises ``facsim.Error`` for unknown keys, and TypeError for other types."""
    keys: list[KeepKey] = _core.keep_keys(keep_of(keep))
    return keys


@dataclass(frozen=True)
class RunSettings:
    """The settings of a run over pages: a run of :func:`facsim.dedup`, or one in a Spark task."""

    profile: Profile
    keep: list[KeepKey]
    scope: str
    remove: list[str]
    memory_bytes: int
    page_bytes_max: int
    tmp: str | None  # None: the temporary folder of the machine that runs it

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> RunSettings:
        """Takes its settings from the arguments of a call by their names, and checks them.

        Raises ``facsim.Error``, ValueError and TypeError that name the argument; for the words of
        ``scope`` and ``remove`` see check_words().
        """
        keep = keep_keys_of(given["keep"])
        scope = given["scope"]
        if not isinstance(scope, str):
            raise TypeError(f"scope is a str, not {type(scope).__name__}")
        return cls(
            profile=chosen_profile(
                given["profile"], given["min_resemblance"], given["min_containment_to_remove"],
                given["names"], given["text_part"],
            ),
            keep=keep,
            scope=scope,
            remove=kinds_of(given["remove"]),
            memory_bytes=bytes_of(given["memory"]),
            page_bytes_max=page_bytes_of(given["page_max"]),
            tmp=None if given["tmp"] is None else path_of(given["tmp"], "tmp"),
        )  # fmt: skip

    @property
    def judge(self) -> _core.Judge:
        return self.profile._judge

    @property
    def tmp_folder(self) -> str:
        """The folder for temporary files on this machine."""
        return tmp_of(self.tmp)

    @property
    def keep_words(self) -> set[str]:
        return {word for word, _ in self.keep}

    @property
    def keep_fields(self) -> list[str]:
        """The fields that ``keep`` names, in order and without repetition."""
        return list(dict.fromkeys(field for _, field in self.keep if field))

    def check_words(self, *, matches: str, of_files: bool) -> None:
        """Raises ``facsim.Error`` for a scope, a kind to remove or ``matches`` that does not exist."""
        _core.check_run_words(
            scope=self.scope, remove=self.remove, matches=matches, of_files=of_files
        )

    def run(self, *, threads: int, matches: str, of_files: bool, **part: Any) -> _core.DedupRun:
        """Returns a run with these settings. ``part``: see ``_core.DedupRun``.

        Raises as check_words().
        """
        return _core.DedupRun(
            judge=self.judge, keep=self.keep, scope=self.scope, remove=self.remove,
            memory_bytes=self.memory_bytes, page_bytes_max=self.page_bytes_max,
            tmp=self.tmp_folder, threads=threads, matches=matches, of_files=of_files, **part,
        )  # fmt: skip
