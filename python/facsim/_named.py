# SPDX-License-Identifier: Apache-2.0
"""Errors for unknown argument names that suggest the name that was probably meant."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")

# Names of settings in other tools and in the program, and their names here.
_ELSEWHERE = {
    "chunk_size": "memory",
    "column": "text",
    "cores": "threads",
    "html_column": "html",
    "html_field": "html",
    "id_column": "id",
    "id_field": "id",
    "jaccard": "min_resemblance",
    "jobs": "threads",
    "max_dist": "max_distance",
    "n_jobs": "threads",
    "num_proc": "threads",
    "num_threads": "threads",
    "num_workers": "threads",
    "resemblance": "min_resemblance",
    "similarity": "min_resemblance",
    "similarity_threshold": "min_resemblance",
    "temp_dir": "tmp",
    "text_column": "text",
    "text_field": "text",
    "threshold": "min_resemblance",
    "time_field": "time",
    "timestamp": "time",
    "tmp_dir": "tmp",
    "url_column": "url",
    "url_field": "url",
    "verbose": "progress",
    "workers": "threads",
}
_CLOSE = 0.7


def unknown_setting(function: str, name: str, known: Iterable[str]) -> TypeError:
    """Returns the TypeError for an argument that a function does not have."""
    names = list(known)
    words = {name: name for name in names}
    words |= {word: here for word, here in _ELSEWHERE.items() if here in names}
    found = difflib.get_close_matches(name.lower(), words, n=1, cutoff=_CLOSE)
    meant = f"; did you mean {words[found[0]]!r}?" if found else f"; it has {', '.join(names)}"
    return TypeError(f"{function}() has no argument {name!r}{meant}")


def named(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Wraps a function so that its error for an unknown argument suggests a similar name."""
    parameters = inspect.signature(function).parameters.values()
    known = [each.name for each in parameters if each.kind is not each.POSITIONAL_ONLY]
    known = [name for name in known if name not in ("self", "cls")]
    allowed = frozenset(known)
    shown = str(getattr(function, "__qualname__", "call")).removesuffix(".__init__")

    @functools.wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        for name in kwargs:
            if name not in allowed:
                raise unknown_setting(shown, name, known)
        return function(*args, **kwargs)

    return call
