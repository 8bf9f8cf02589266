# SPDX-License-Identifier: Apache-2.0
"""Functions that compute figures of texts as columns: ``df.select(F.fingerprint("text"))``.

Each function takes columns (names or expressions) and returns a column, computed in batches on the
executors. ``profile`` is a name or a :class:`facsim.Profile` (default: balanced). Fingerprints are
signed 64-bit numbers, since Spark has no unsigned ones; their bits are the same. Null gives null.
All functions except :func:`hamming` are arrow_udfs, which need Spark 4.1 or later, and raise
ImportError without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import Column, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.types import BinaryType, DataType, LongType

from .. import _core
from .._analyze import digest as _digest
from .._analyze import fingerprint as _fingerprint
from .._analyze import sketch as _sketch
from .._compare import compared
from .._profile import Profile, judge_of
from ._recipe import recipe_id_of
from ._register import register_sources

if TYPE_CHECKING:
    ColumnOrName = Column | str

_FACTS = (
    "struct<fingerprint: bigint, digest: binary, units: bigint, text_bytes: bigint, "
    "title: string, judged_text: string, recipe: string>"
)
_COMPARISON = (
    "struct<kind: string, resemblance: double, containment: double, containment_reverse: double, "
    "agreement: double, cosine: double, distance: int, layout: double, same_text: boolean>"
)
_WORD_BITS = 64


def _udf(kind: DataType | str, function: Callable) -> Callable[..., Column]:
    try:
        from pyspark.sql.functions import arrow_udf
    except ImportError:
        raise ImportError(
            "the column functions of facsim.spark are arrow_udfs, which came with Spark 4.1; "
            "facsim.spark.dedup() needs none"
        ) from None
    return arrow_udf(function, kind)


def _texts_udf(kind: DataType | str, figure: Callable[[pa.Array], pa.Array]) -> Callable:
    def of_batches(batches: Iterator[pa.Array]) -> Iterator[pa.Array]:
        for texts in batches:
            yield figure(texts)

    return _udf(kind, of_batches)


def _signed(column: pa.Array) -> pa.Array:
    return column.view(pa.int64())


def _fingerprint_udf(profile: str | Profile, html: bool) -> Callable:
    if judge_of(profile).bits != _WORD_BITS:
        return _texts_udf(
            BinaryType(),
            lambda texts: pa.array(_fingerprint(texts, profile=profile, html=html)).cast(
                pa.binary()
            ),
        )
    return _texts_udf(
        LongType(),
        lambda texts: _signed(pa.array(_fingerprint(texts, profile=profile, html=html))),
    )


def fingerprint(
    text: ColumnOrName, *, profile: str | Profile = "balanced", html: bool = False
) -> Column:
    """Returns the fingerprint (SimHash) as bigint, null for a short text; binary unless 64 bits.

    ``text``: the column of texts. ``html``: True if it holds HTML pages. ``facsim.fingerprint``
    gives the same bits as uint64: ``value & 0xFFFF_FFFF_FFFF_FFFF``.
    """
    return _fingerprint_udf(profile, html)(text)


def sketch(
    text: ColumnOrName, *, profile: str | Profile = "balanced", html: bool = False
) -> Column:
    """Returns the MinHash sketch as binary (by default 64 bytes), null for a short text.

    Arguments are those of :func:`fingerprint`.
    """

    def of_texts(texts: pa.Array) -> pa.Array:
        return pa.array(_sketch(texts, profile=profile, html=html)).cast(pa.binary())

    return _texts_udf(BinaryType(), of_texts)(text)


def _digest_udf(profile: str | Profile, html: bool) -> Callable:
    def of_texts(texts: pa.Array) -> pa.Array:
        return pa.array(_digest(texts, profile=profile, html=html)).cast(pa.binary())

    return _texts_udf(BinaryType(), of_texts)


def digest(
    text: ColumnOrName, *, profile: str | Profile = "balanced", html: bool = False
) -> Column:
    """Returns the digest of the judged text, 16 bytes of binary; equal texts have equal digests.

    Arguments are those of :func:`fingerprint`.
    """
    return _digest_udf(profile, html)(text)


def _facts_table(texts: pa.Array, judge: _core.Judge, html: bool) -> list[pa.Array]:
    found = _core.facts(texts, judge, html)
    columns = [pa.array(found.column(name)) for name in
               ("fingerprint", "digest", "units", "text_bytes", "title", "judged_text")]  # fmt: skip
    kinds = [None, pa.binary(), pa.int64(), pa.int64(), pa.string(), pa.string()]
    return [_signed(column) if kind is None else column.cast(kind)
            for column, kind in zip(columns, kinds, strict=True)]  # fmt: skip


def _facts_of(columns: dict[str, pa.Array], profile: str | Profile) -> pa.Array:
    """Returns the facts of each row's HTML page, or of its text if it has none."""
    judge = judge_of(profile)
    text, html = columns.get("text"), columns.get("html")
    if html is None or text is None:
        made = _facts_table(html if text is None else text, judge, text is None)
    else:
        has_html = pc.is_valid(html)
        plain = pc.if_else(has_html, pa.scalar(None, text.type), text)
        pages, texts = _facts_table(html, judge, True), _facts_table(plain, judge, False)
        made = [pc.if_else(has_html, one, other) for one, other in zip(pages, texts, strict=True)]
    recipe = pa.array([recipe_id_of(judge)] * len(made[0]), pa.string())
    names = ["fingerprint", "digest", "units", "text_bytes", "title", "judged_text", "recipe"]
    return pa.StructArray.from_arrays([*made, recipe], names)


def _require_word(profile: str | Profile) -> None:
    if judge_of(profile).bits != _WORD_BITS:
        raise ValueError("facts are of recipes with 64 bits; this profile's has more")


def _facts_udf(names: tuple[str, ...], profile: str | Profile) -> Callable:
    _require_word(profile)
    if len(names) == 1:

        def of_one(batches: Iterator[pa.Array]) -> Iterator[pa.Array]:
            for column in batches:
                yield _facts_of({names[0]: column}, profile)

        return _udf(_FACTS, of_one)

    def of_both(batches: Iterator[tuple[pa.Array, pa.Array]]) -> Iterator[pa.Array]:
        for columns in batches:
            yield _facts_of(dict(zip(names, columns, strict=True)), profile)

    return _udf(_FACTS, of_both)


def facts(
    text: ColumnOrName | None = None,
    html: ColumnOrName | None = None,
    *,
    profile: str | Profile = "balanced",
) -> Column:
    """Returns a struct of fingerprint, digest, units, text_bytes, title, judged_text, recipe (id).

    ``text``, ``html``: the columns; at least one is needed. A row with ``html`` is an HTML page;
    otherwise its ``text`` is used. If a row has neither, all members but recipe are null. Raises
    TypeError without a column, and ValueError for a profile whose recipe does not have 64 bits.
    """
    given = {"text": text, "html": html}
    columns = {name: column for name, column in given.items() if column is not None}
    if not columns:
        raise TypeError("facts() needs text=, html= or both")
    return _facts_udf(tuple(columns), profile)(*columns.values())


def hamming(first: ColumnOrName, second: ColumnOrName) -> Column:
    """Returns in how many bits two fingerprints (bigint) differ, as a Spark expression."""
    columns = [sql.col(each) if isinstance(each, str) else each for each in (first, second)]
    return sql.bit_count(columns[0].bitwiseXOR(columns[1]))


def _comparison(first: Any, second: Any, judge: _core.Judge, html: bool) -> dict | None:
    if first is None or second is None:
        return None
    found = compared(first, second, judge, html, html)
    return {
        "kind": found.kind,
        "resemblance": found.resemblance,
        "containment": found.containment[0],
        "containment_reverse": found.containment[1],
        "agreement": found.agreement,
        "cosine": found.cosine,
        "distance": found.distance,
        "layout": found.layout,
        "same_text": found.same_text,
    }


def _compare_udf(profile: str | Profile, html: bool) -> Callable:
    kind = pa.struct([
        ("kind", pa.string()), ("resemblance", pa.float64()), ("containment", pa.float64()),
        ("containment_reverse", pa.float64()), ("agreement", pa.float64()),
        ("cosine", pa.float64()), ("distance", pa.int32()), ("layout", pa.float64()),
        ("same_text", pa.bool_()),
    ])  # fmt: skip

    def of_pairs(batches: Iterator[tuple[pa.Array, pa.Array]]) -> Iterator[pa.Array]:
        judge = judge_of(profile)
        for first, second in batches:
            pairs = zip(first.to_pylist(), second.to_pylist(), strict=True)
            yield pa.array([_comparison(a, b, judge, html) for a, b in pairs], kind)

    return _udf(_COMPARISON, of_pairs)


def compare(
    first: ColumnOrName,
    second: ColumnOrName,
    *,
    profile: str | Profile = "balanced",
    html: bool = False,
) -> Column:
    """Compares two texts, or with ``html=True`` two HTML pages, by all measures.

    Returns a struct with members of :func:`facsim.compare`. ``kind``: exact, content, layout,
    partial, or null if they are not duplicates. ``containment`` is the share of the first found in
    the second, ``containment_reverse`` the reverse.
    """
    return _compare_udf(profile, html)(first, second)


def _hamming_udf() -> Callable:
    def of_pairs(batches: Iterator[tuple[pa.Array, pa.Array]]) -> Iterator[pa.Array]:
        for first, second in batches:
            bits = pc.bit_wise_xor(first, second)
            count = pa.scalar(0, pa.int64())
            for shift in range(_WORD_BITS):
                count = pc.add(count, pc.bit_wise_and(pc.shift_right(bits, shift), 1))
            yield count.cast(pa.int32())

    return _udf("int", of_pairs)


def register(spark: SparkSession, *, profile: str | Profile = "balanced") -> list[str]:
    """Registers the functions for SQL, all with this profile, and returns their names.

    It also registers the formats facsim_warc and facsim_index. The functions are
    facsim_fingerprint(text), facsim_digest(text), facsim_facts(text), facsim_compare(one, other),
    facsim_hamming(fingerprint, fingerprint); and for HTML pages facsim_fingerprint_html(page),
    facsim_digest_html, facsim_facts_html, facsim_compare_html.
    """
    made = {"facsim_hamming": _hamming_udf()}
    for ending, html in (("", False), ("_html", True)):
        made[f"facsim_fingerprint{ending}"] = _fingerprint_udf(profile, html)
        made[f"facsim_digest{ending}"] = _digest_udf(profile, html)
        made[f"facsim_facts{ending}"] = _facts_udf(("html" if html else "text",), profile)
        made[f"facsim_compare{ending}"] = _compare_udf(profile, html)
    for name, function in made.items():
        spark.udf.register(name, function)
    register_sources(spark)
    return sorted(made)
