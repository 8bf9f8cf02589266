# SPDX-License-Identifier: Apache-2.0
"""The Python package ``simhash`` 2.1.2, value for value.

``from facsim.compat.simhash import Simhash, SimhashIndex`` instead of ``from simhash import ...``.
Values, keys and exceptions are those of the package with numpy 1; a feature that occurs more than
255 times, for which numpy 2 makes it raise OverflowError, has its value here. NumPy is not needed.

Texts and features of MD5 with 32, 64 or 128 bits are computed by facsim's core; another ``hashfunc``,
``reg`` or ``f`` here, one bit after the other.
"""

from __future__ import annotations

import hashlib
import logging
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .. import _core

__all__ = ["Simhash", "SimhashIndex"]

_DEFAULT_REG = r"[\w\u4e00-\u9fcc]+"
_WINDOW = 4
_CORE_BITS = (32, 64, 128)
_makers = threading.local()


def _hashfunc(data: bytes) -> bytes:
    """MD5, as the package has it by default."""
    return hashlib.md5(data, usedforsecurity=False).digest()


def _maker(bits: int) -> _core.SimhashMaker:
    """The core's, one for each thread."""
    known = _makers.__dict__
    if bits not in known:
        known[bits] = _core.SimhashMaker(bits)
    return known[bits]


def _weighted(features: Iterable) -> list[tuple[str, Any]]:
    """(feature, weight) of each; a bare one has the weight of the pair before it, else 1."""
    pairs = features.items() if isinstance(features, dict) else features
    weighted: list[tuple[str, Any]] = []
    weight: Any = 1
    for item in pairs:
        if isinstance(item, str):
            if not isinstance(weight, int):
                raise TypeError(f"can't multiply sequence by non-int of type '{type(weight).__name__}'")
            weighted.append((item, weight))
            continue
        feature, weight = item
        weighted.append((feature, weight))
    return weighted


def _windows(text: str) -> Iterator[str]:
    """Every four characters in a row; the whole of a shorter text."""
    if len(text) <= _WINDOW:
        yield text
        return
    for end in range(_WINDOW, len(text) + 1):
        yield text[end - _WINDOW : end]


class Simhash:
    """The SimHash of a text, of features, or of a number: ``.value``, of ``f`` bits."""

    # Of no effect on values; the package has them.
    large_weight_cutoff = 50
    batch_size = 200

    def __init__(
        self,
        value: Any,
        f: int = 64,
        reg: str | re.Pattern = _DEFAULT_REG,
        hashfunc: Callable[[bytes], int | bytes] | None = None,
        log: logging.Logger | None = None,
    ) -> None:
        if f % 8:
            raise ValueError(f"f must be a multiple of 8, not {f}")
        self.f = f
        self.f_bytes = f // 8
        self.reg = reg
        self.value: int = 0
        self.hashfunc = _hashfunc if hashfunc is None else hashfunc
        self.hashfunc_returns_int = isinstance(self.hashfunc(b"test"), int)
        self.log = logging.getLogger("simhash") if log is None else log

        if isinstance(value, Simhash):
            self.value = value.value
        elif isinstance(value, str):
            self.build_by_text(value)
        elif isinstance(value, Iterable):
            self.build_by_features(value)
        elif isinstance(value, int):
            self.value = value
        else:
            raise Exception(f"Bad parameter with type {type(value)}")  # noqa: TRY002 (the package's)

    def __eq__(self, other: object) -> bool:
        """Whether the values are equal; ``f`` is not looked at."""
        return self.value == other.value  # type: ignore[attr-defined]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Simhash({self.value:#x}, f={self.f})"

    def build_by_text(self, content: str) -> None:
        if self.hashfunc is _hashfunc and self.reg == _DEFAULT_REG and self.f in _CORE_BITS:
            self.value = _maker(self.f).of_text(content)
            return
        counts: dict[str, int] = {}
        for window in _windows("".join(re.findall(self.reg, content.lower()))):
            counts[window] = counts.get(window, 0) + 1
        self.build_by_features(counts)

    def build_by_features(self, features: Iterable) -> None:
        """``features``: texts, pairs of a text and a weight, or a dict of these."""
        weighted = _weighted(features)
        if self.hashfunc is _hashfunc and self.f in _CORE_BITS:
            items = [(name, float(weight), isinstance(weight, int)) for name, weight in weighted]
            self.value = _maker(self.f).of_features(items)
            return
        self.value = self._sum_of_bits(weighted)

    def _sum_of_bits(self, weighted: list[tuple[str, Any]]) -> int:
        sums: list[Any] = [0] * self.f
        total: Any = 0
        for name, weight in weighted:
            total += weight
            # A whole number below 0 repeats a hash no times.
            if isinstance(weight, int) and weight <= 0:
                continue
            bits = self._hash_of(name)
            while bits:
                lowest = bits & -bits
                sums[lowest.bit_length() - 1] += weight
                bits ^= lowest
        return sum(1 << bit for bit, weight in enumerate(sums) if weight > total / 2)

    def _hash_of(self, name: str) -> int:
        made = self.hashfunc(name.encode("utf-8"))
        if self.hashfunc_returns_int:
            return made % (1 << self.f)
        if len(made) < self.f_bytes:
            raise ValueError(f"the hash has {len(made)} bytes, where f={self.f} needs {self.f_bytes}")
        return int.from_bytes(made[-self.f_bytes :], "big")

    def distance(self, another: Simhash) -> int:
        """The Hamming distance in bits."""
        assert self.f == another.f
        return ((self.value ^ another.value) & ((1 << self.f) - 1)).bit_count()


class SimhashIndex:
    """Which of the objects are within ``k`` bits?

    As the package: ids come back as texts, in any order, with no distances. Unlike it, a look-up
    leaves no empty buckets behind.
    """

    def __init__(
        self,
        objs: Iterable[tuple[Any, Simhash]],
        f: int = 64,
        k: int = 2,
        log: logging.Logger | None = None,
    ) -> None:
        self.k = k
        self.f = f
        self.log = logging.getLogger("simhash") if log is None else log
        count = len(objs)  # type: ignore[arg-type]
        self.log.info("Initializing %s data.", count)
        width = f // (k + 1)
        self._offsets = [width * i for i in range(k + 1)]
        ends = [*self._offsets[1:], f]
        self._masks = [(1 << (end - begin)) - 1 for begin, end in zip(self._offsets, ends, strict=True)]
        # Of each block of bits: the entries with those bits, one after the other.
        self._blocks: list[dict[int, dict[tuple[int, str], None]]] = [{} for _ in self._offsets]
        for number, (obj_id, simhash) in enumerate(objs):
            if number % 10_000 == 0 or number == count - 1:
                self.log.info("%s/%s", number + 1, count)
            self.add(obj_id, simhash)

    def _blocks_of(self, value: int) -> Iterable[tuple[dict, int]]:
        for block, offset, mask in zip(self._blocks, self._offsets, self._masks, strict=True):
            yield block, value >> offset & mask

    def get_keys(self, simhash: Simhash) -> Iterator[str]:
        """The key of each block of bits, by which :attr:`bucket` has the entry."""
        for number, (offset, mask) in enumerate(zip(self._offsets, self._masks, strict=True)):
            yield f"{simhash.value >> offset & mask:x}:{number:x}"

    @property
    def offsets(self) -> list[int]:
        return self._offsets

    @property
    def bucket(self) -> dict[str, set[str]]:
        """The entries by key, as the package has them; made anew each time."""
        return {
            f"{bits:x}:{number:x}": {f"{value:x},{name}" for value, name in entries}
            for number, block in enumerate(self._blocks)
            for bits, entries in block.items()
        }

    def bucket_size(self) -> int:
        return sum(map(len, self._blocks))

    def get_near_dups(self, simhash: Simhash) -> list[str]:
        """The ids, as texts, of all entries within ``k`` bits."""
        assert simhash.f == self.f
        found: dict[str, None] = {}
        whole = (1 << self.f) - 1
        for block, bits in self._blocks_of(simhash.value):
            entries = block.get(bits, ())
            if len(entries) > 200:
                self.log.warning("Big bucket found. key:%x, len:%s", bits, len(entries))
            for value, name in entries:
                if ((value ^ simhash.value) & whole).bit_count() <= self.k:
                    found[name] = None
        return list(found)

    def add(self, obj_id: Any, simhash: Simhash) -> None:
        """Adds an entry; the same id and value twice are one."""
        assert simhash.f == self.f
        entry = (simhash.value, f"{obj_id}")
        for block, bits in self._blocks_of(simhash.value):
            block.setdefault(bits, {})[entry] = None

    def delete(self, obj_id: Any, simhash: Simhash) -> None:
        """Removes the entry of this id and value, where there is one."""
        assert simhash.f == self.f
        entry = (simhash.value, f"{obj_id}")
        for block, bits in self._blocks_of(simhash.value):
            entries = block.get(bits)
            if entries is None:
                continue
            entries.pop(entry, None)
            if not entries:
                del block[bits]
