# SPDX-License-Identifier: Apache-2.0
"""A replacement for the Python package ``simhash`` 2.1.2 that gives the same values.

Write ``from facsim.compat.simhash import Simhash, SimhashIndex`` instead of ``from simhash import
...``. Values, keys and exceptions are those of the package with numpy 1. If a feature occurs more
than 255 times, the package raises OverflowError with numpy 2; here it has its value. NumPy is not
needed.

The core of facsim computes texts and features with MD5 and 32, 64 or 128 bits. This module computes
other values of ``hashfunc``, ``reg`` and ``f``, bit by bit. The index always uses the core.
"""

from __future__ import annotations

import hashlib
import itertools
import logging
import math
import numbers
import operator
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .. import _core

__all__ = ["Simhash", "SimhashIndex"]

_DEFAULT_REG = r"[\w\u4e00-\u9fcc]+"
_WINDOW = 4
_CORE_BITS = (32, 64, 128)
_LOGGED_EVERY = 10_000
_LARGE = 1 << 30
_RESERVED_MOST = 1 << 20  # the limit of reserved entries, for any length of the input
_makers = threading.local()


def _hashfunc(data: bytes) -> bytes:
    """Returns the MD5 hash, the default of the package."""
    return hashlib.md5(data, usedforsecurity=False).digest()


def _maker(bits: int) -> _core.SimhashMaker:
    """Returns the core's maker for this number of bits, one for each thread."""
    known: dict[Any, _core.SimhashMaker] = _makers.__dict__
    if bits not in known:
        known[bits] = _core.SimhashMaker(bits)
    return known[bits]


def _weighted(features: Iterable) -> list[tuple[str, Any]]:
    """Returns (feature, weight) pairs; a plain feature has the weight before it, or 1."""
    pairs = features.items() if isinstance(features, dict) else features
    weighted: list[tuple[str, Any]] = []
    weight: Any = 1
    for item in pairs:
        if isinstance(item, str):
            if not isinstance(weight, int):
                kind = type(weight).__name__
                raise TypeError(f"can't multiply sequence by non-int of type '{kind}'")
            weighted.append((item, weight))
            continue
        feature, weight = item
        weighted.append((feature, weight))
    return weighted


def _windows(text: str) -> Iterator[str]:
    """Yields every four consecutive characters, or the whole of a shorter text."""
    if len(text) <= _WINDOW:
        yield text
        return
    for end in range(_WINDOW, len(text) + 1):
        yield text[end - _WINDOW : end]


class Simhash:
    """The SimHash of a text, of features, or of a number: ``.value``, with ``f`` bits.

    ``value``: a str, an iterable of features (see :meth:`build_by_features`), a number that becomes
    the value, or another Simhash. ``f``: a multiple of 8 (default: 64). ``reg``: the regular
    expression of the characters that count. ``hashfunc``: a function from bytes to bytes or int;
    default: MD5. ``log``: a logger, kept as an attribute. Raises ValueError for a wrong ``f``, and
    Exception for a value of another type.
    """

    # These have no effect on values; the package has them too.
    large_weight_cutoff = 50
    batch_size = 200

    def __init__(
        self,
        value: Any,
        f: int = 64,
        reg: str | re.Pattern = _DEFAULT_REG,
        hashfunc: Callable[[bytes], Any] | None = None,
        log: logging.Logger | None = None,
    ) -> None:
        if f % 8:
            raise ValueError(f"f must be a multiple of 8, not {f}")
        self.f = f
        self.f_bytes = f // 8
        self.reg = reg
        self.value: int = 0
        self.hashfunc = _hashfunc if hashfunc is None else hashfunc
        self.hashfunc_returns_int = isinstance(self.hashfunc(b"test"), numbers.Integral)
        self.log = logging.getLogger("simhash") if log is None else log

        if isinstance(value, Simhash):
            self.value = value.value
        elif isinstance(value, str):
            self.build_by_text(value)
        elif isinstance(value, Iterable):
            self.build_by_features(value)
        elif isinstance(value, numbers.Integral):
            self.value = value  # type: ignore[assignment]
        else:
            # The package raises Exception too.
            raise Exception(f"Bad parameter with type {type(value)}")  # noqa: TRY002

    def __eq__(self, other: object) -> bool:
        """True if the values are equal; ``f`` is not compared."""
        return self.value == other.value  # type: ignore[attr-defined]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Simhash({self.value:#x}, f={self.f})"

    def build_by_text(self, content: str) -> None:
        if self.hashfunc is _hashfunc and self.reg == _DEFAULT_REG and self.f in _CORE_BITS:
            try:
                self.value = _maker(self.f).of_text(content)
            except UnicodeEncodeError:  # a lone surrogate is in no word, and neither is "?"
                self.value = _maker(self.f).of_text(content.encode("utf-8", "replace"))
            return
        counts: dict[str, int] = {}
        for window in _windows("".join(re.findall(self.reg, content.lower()))):
            counts[window] = counts.get(window, 0) + 1
        self.build_by_features(counts)

    def build_by_features(self, features: Iterable) -> None:
        """Computes the value. ``features``: texts, pairs of text and weight, or a dict of these."""
        weighted = _weighted(features)
        if not all(math.isfinite(weight) for _, weight in weighted):
            self.value = 0  # no sum is more than half of a total that is not finite
            return
        if self.hashfunc is _hashfunc and self.f in _CORE_BITS:
            items = [
                (name.encode("utf-8"), float(weight), isinstance(weight, int))
                for name, weight in weighted
            ]
            self.value = _maker(self.f).of_features(items)
            return
        self.value = self._sum_of_bits(weighted)

    def _sum_of_bits(self, weighted: list[tuple[str, Any]]) -> int:
        sums: list[Any] = [0] * self.f
        total: Any = 0
        for name, weight in weighted:
            total += weight
            bits = self._hash_of(name)
            # As in the package, a negative whole number or 0 repeats a hash 0 times.
            if isinstance(weight, int) and weight <= 0:
                continue
            while bits:
                lowest = bits & -bits
                sums[lowest.bit_length() - 1] += weight
                bits ^= lowest
        return sum(1 << bit for bit, weight in enumerate(sums) if weight > total / 2)

    def _hash_of(self, name: str) -> int:
        if self.f <= 0:
            raise ValueError(f"features have no value of f={self.f} bits")
        made: Any = self.hashfunc(name.encode("utf-8"))
        if self.hashfunc_returns_int:
            return operator.index(made) % (1 << self.f)
        if len(made) < self.f_bytes:
            raise ValueError(
                f"the hash has {len(made)} bytes, where f={self.f} needs {self.f_bytes}"
            )
        return int.from_bytes(made[-self.f_bytes :], "big")

    def distance(self, another: Simhash) -> int:
        """Returns the Hamming distance in bits. Raises AssertionError if ``f`` differs."""
        assert self.f == another.f
        different = operator.index(self.value) ^ operator.index(another.value)
        return (different & ((1 << self.f) - 1)).bit_count()


class SimhashIndex(_core.SimhashIndexBase):
    """An index that finds the objects within ``k`` bits of a Simhash.

    As in the package, ids are returned as texts, without distances. Unlike in the package, they are
    in the order in which they were added, a query leaves no empty buckets, and ``k`` and ``f``
    cannot be changed.
    """

    def __init__(
        self,
        objs: Iterable[tuple[Any, Simhash]],
        f: int = 64,
        k: int = 2,
        log: logging.Logger | None = None,
    ) -> None:
        """Builds the index. ``objs``: pairs of an id and a Simhash, in anything with a length.

        ``f``: the bits of each Simhash (default: 64). ``k``: the largest distance in bits (default:
        2). ``log``: a logger for the progress. Raises AssertionError for a Simhash with another
        ``f``, ValueError for an ``f`` that is not from 0 to 65,536 and for a ``k`` above 65,535.
        """
        self._begin(f, k)
        self.log = logging.getLogger("simhash") if log is None else log
        count = len(objs)  # type: ignore[arg-type]
        self.log.info("Initializing %s data.", count)
        self._reserve(min(count, _RESERVED_MOST))
        rest = iter(objs)
        done = 0
        while part := list(itertools.islice(rest, _LOGGED_EVERY)):
            self.log.info("%s/%s", done + 1, count)
            if type(self).add is SimhashIndex.add:
                self._add_all(part)
            else:
                for entry in part:
                    self.add(*entry)
            done += len(part)
        if done % _LOGGED_EVERY != 1 and done:
            self.log.info("%s/%s", done, count)

    def _begin(self, f: int, k: int) -> None:
        # The core rejects values that are too large; with a ``k`` below 0 nothing is near.
        super().__init__(
            max(-1, min(operator.index(f), _LARGE)), max(-1, min(operator.index(k), _LARGE))
        )
        self._k = k

    @property
    def k(self) -> int:
        """The number of bits in which a near duplicate may differ."""
        return self._k

    @property
    def offsets(self) -> list[int]:
        """The first bit of each block of bits."""
        return [self.f // (self.k + 1) * i for i in range(self.k + 1)]

    def get_keys(self, simhash: Simhash) -> Iterator[str]:
        """Yields the key of each block of bits, under which :attr:`bucket` has the entry."""
        return self._keys_of(simhash.value)

    def _keys_of(self, value: int) -> Iterator[str]:
        offsets = self.offsets
        ends = [*offsets[1:], self.f]
        for number, (offset, end) in enumerate(zip(offsets, ends, strict=False)):
            yield f"{value >> offset & (1 << end - offset) - 1:x}:{number:x}"

    @property
    def bucket(self) -> dict[str, set[str]]:
        """The entries by key, as in the package; computed on each access."""
        found: dict[str, set[str]] = {}
        for value, name in self._entries():
            for key in self._keys_of(value):
                found.setdefault(key, set()).add(f"{value:x},{name}")
        return found

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "f": self.f, "entries": self._entries()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        f, entries = state.pop("f"), state.pop("entries")
        self._begin(f, state["_k"])
        self.__dict__.update(state)
        self._add_all([(name, Simhash(value, f)) for value, name in entries])
