# SPDX-License-Identifier: Apache-2.0
"""Frames of pandas with columns of every type, and with names that are no texts or stand twice."""

from collections.abc import Callable
from typing import Any

import facsim
import pytest
from making import words

pd = pytest.importorskip("pandas", reason="skipped: no pandas")
pytest.importorskip("pyarrow", reason="skipped: no pyarrow")

TEXT, OTHER = words("one page"), words("another")
NAN = float("nan")
IDS: dict[str, tuple[Callable[[], Any], tuple[str | None, str | None]]] = {
    "category": (lambda: pd.Categorical(["a", "b"]), ("a", "b")),
    "category of numbers": (lambda: pd.Categorical([5, None]), ("5", None)),
    "Int64": (lambda: pd.array([1, None], "Int64"), ("1", None)),
    "Float32": (lambda: pd.array([0.1, None], "Float32"), ("0.1", None)),
    "boolean": (lambda: pd.array([True, None], "boolean"), ("true", None)),
    "string of Arrow": (lambda: pd.array(["a", None], "string[pyarrow]"), ("a", None)),
    "string": (lambda: pd.array(["a", None], "string"), ("a", None)),
    "zone": (lambda: pd.to_datetime(["2026-01-01 01:00", None]).tz_localize("Europe/Berlin"),
             ("2026-01-01T00:00:00Z", None)),
    "mix": (lambda: pd.Series([1, "b"], dtype=object), ("1", "b")),
    "sparse": (lambda: pd.arrays.SparseArray([0, 5]), ("0", "5")),
    "sparse with NaN": (lambda: pd.arrays.SparseArray([1.0, NAN]), ("1", None)),
    "period": (lambda: pd.PeriodIndex(["2026-01", None], freq="M"), ("2026-01", None)),
}  # fmt: skip


@pytest.mark.parametrize("kind", IDS)
def test_ids(kind: str) -> None:
    make, wanted = IDS[kind]
    result = facsim.dedup(pd.DataFrame({"text": [TEXT, TEXT], "id": make()}), id="id")
    (row,) = result.duplicates
    assert (row["representative"], row["id"]) == wanted
    assert list(result.kept.columns) == ["text", "id"] and len(result.kept) == 1


@pytest.mark.parametrize("make", [
    lambda texts: pd.Categorical(texts), lambda texts: pd.array(texts, "string[pyarrow]"),
    lambda texts: pd.array(texts, "string"), lambda texts: pd.arrays.SparseArray(texts),
    lambda texts: pd.Series([texts[0], texts[1].encode(), *texts[2:]], dtype=object),
])  # fmt: skip
def test_texts(make: Callable[[list], Any]) -> None:
    result = facsim.dedup(pd.DataFrame({"text": make([TEXT, TEXT, OTHER])}))
    assert (result.removed_rows, result.summary["skipped"]["total"]) == ([1], 0)


def test_names_that_are_no_texts() -> None:
    """Whose texts were lost without a word."""
    frame = pd.DataFrame({0: [TEXT, TEXT, OTHER], 1: ["a", "b", "c"]})
    result = facsim.dedup(frame, text="0", id="1")
    assert [(row["id"], row["representative"]) for row in result.duplicates] == [("b", "a")]
    assert list(result.kept.columns) == [0, 1] and result._shown("b").texts == (TEXT, TEXT)
    two = pd.DataFrame({("a", "text"): [TEXT, TEXT], ("b", "id"): [1, 2]})
    assert facsim.dedup(two, text="('a', 'text')", id="('b', 'id')").duplicates[0]["id"] == "2"
    with pytest.raises(KeyError, match="there is no column 'text'; the columns are: 0, 1"):
        facsim.dedup(frame)
    assert facsim.annotate_batch(frame, text="0")["facsim"][0]["units"] == len(TEXT.split())


def test_of_columns_with_one_name_the_last_counts() -> None:
    frame = pd.DataFrame([["z", TEXT, 1, 3], ["z", TEXT, 2, 4], ["z", OTHER, 2, 5]], columns=["text", "text", "id", "id"])
    (row,) = facsim.dedup(frame, id="id").duplicates
    assert (row["id"], row["representative"]) == ("4", "3")
    assert facsim.annotate_batch(frame)["facsim"][0]["units"] == len(TEXT.split())


def test_indices_of_rows_change_nothing() -> None:
    for index in ([1, 1, 1], pd.MultiIndex.from_tuples([(1, 2), (1, 3), (2, 1)]), pd.Index([5, 6, 7], name="id")):
        result = facsim.dedup(pd.DataFrame({"text": [TEXT, TEXT, OTHER]}, index=index))
        assert result.removed_rows == [1] and list(result.kept["text"]) == [TEXT, OTHER]
