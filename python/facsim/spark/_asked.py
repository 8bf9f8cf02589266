# SPDX-License-Identifier: Apache-2.0
"""What a job is asked for beside its columns, checked before anything runs, without a session."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .. import _core
from .._profile import Profile, chosen_profile, judge_of
from .._settings import bytes_of, keep_of, kinds_of, page_bytes_of, whole
from ..errors import InvalidArgumentError
from ._pages import FIELD

KINDS = ("exact", "content", "layout", "partial")
_WORD_BITS = 64


@dataclass(frozen=True)
class Policy:
    """The settings of a dedup as its tasks have them."""

    profile: Profile
    max_distance: int
    keep: str
    fields: list[str]  # the columns that field:NAME in keep names
    scope: str
    remove: list[str]
    memory_bytes: int
    page_bytes_max: int
    tmp: str | None
    tasks: int | None
    one_task_links: int


def _max_distance(profile: Profile) -> int:
    channels = tomllib.loads(profile.toml)["channels"]
    distance = channels.get("max_distance", -1)
    return distance if isinstance(distance, int) else -1


def _keep_of(keep: str | Sequence[str], time: str | None) -> tuple[str, list[str]]:
    """The keys as a task's run has them, and the columns that their fields name, each once."""
    keys: list[tuple[str, str]] = _core.keep_keys(keep_of(keep))
    fields = list(dict.fromkeys(field for _, field in keys if field))
    words = []
    for word, field in keys:
        if word in ("newest", "oldest") and time is None:
            raise InvalidArgumentError(f"keep='{word}' needs time=, the column of the time")
        words.append(f"field:{FIELD}{fields.index(field)}" if field else word)
    return ",".join(words), fields


def _require_policy(policy: Policy) -> None:
    """The core's own words on keep, scope and remove, before a task would say them."""
    _core.DedupRun(
        judge=judge_of(policy.profile), keep=policy.keep, scope=policy.scope, remove=policy.remove,
        memory_bytes=policy.memory_bytes, threads=1, tmp="", matches="none",
        page_bytes_max=policy.page_bytes_max, of_files=False,
    )  # fmt: skip


def policy_of(
    *,
    time: str | None,
    text_part: str,
    profile: str | Profile,
    min_resemblance: float | None,
    min_containment_to_remove: float | None,
    names: bool,
    keep: str | Sequence[str],
    scope: str,
    remove: str | Sequence[str],
    memory: str | int,
    tasks: int | None,
    tmp: str | os.PathLike | None,
    page_max: str | int,
    one_task_links: int,
) -> Policy:
    """Raises ``facsim.Error``, ValueError and TypeError for what cannot be."""
    kept, fields = _keep_of(keep, time)
    ready = chosen_profile(
        profile, min_resemblance, min_containment_to_remove, names, text_part
    )
    if (bits := judge_of(ready).bits) != _WORD_BITS:
        raise InvalidArgumentError(f"profile: a recipe of {bits} bits; dedup needs 64")
    policy = Policy(
        ready, _max_distance(ready), kept, fields, scope, kinds_of(remove), bytes_of(memory),
        page_bytes_of(page_max), None if tmp is None else os.fspath(tmp),
        None if tasks is None else whole("tasks", tasks, 1, 1_000_000),
        whole("one_task_links", one_task_links, 0, 1 << 40),
    )  # fmt: skip
    _require_policy(policy)
    return policy


def require_scope(scope: str, url: str | None) -> None:
    """Without a URL no page has a host, and all would be compared."""
    if scope == "host" and url is None:
        raise InvalidArgumentError(
            "scope='host' needs url=, the column of the URL; scope='all' compares pages of all hosts"
        )


def kinds_to_remove(remove: Iterable[str]) -> list[str]:
    """Of a subtraction."""
    kinds = list(remove)
    for kind in kinds:
        if kind not in KINDS:
            raise InvalidArgumentError(f"remove={kind!r}: one of {', '.join(KINDS)} is wanted")
    return kinds
