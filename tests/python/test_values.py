# SPDX-License-Identifier: Apache-2.0
"""Values that are no texts: what is missing, what costs its row, and what a message names."""

from collections.abc import Callable
from typing import Any

import facsim
import pytest
from making import words

TEXT = words("one page")
LONE = "a lone surrogate \ud800 " + TEXT


def pandas() -> Any:
    return pytest.importorskip("pandas", reason="skipped: no pandas")


# --- lone surrogates ---------------------------------------------------------------------------

ROWS: dict[str, Callable[[], Any]] = {
    "list": lambda: [TEXT, LONE, TEXT],
    "iterator": lambda: iter([TEXT, LONE, TEXT]),
    "dicts": lambda: [{"text": text} for text in (TEXT, LONE, TEXT)],
    "html": lambda: [{"text": None, "html": text} for text in (TEXT, LONE, TEXT)],
    "numpy": lambda: pytest.importorskip("numpy").array([TEXT, LONE, TEXT], dtype=object),
    "pandas": lambda: pandas().DataFrame({"text": pandas().Series([TEXT, LONE, TEXT], dtype=object)}),
    "series": lambda: pandas().Series([TEXT, LONE, TEXT], dtype=object),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_lone_surrogate_costs_its_row(name: str) -> None:
    settings = {"html": "html"} if name == "html" else {}
    with pytest.warns(facsim.errors.RunWarning, match=r"bad_row 1 \(page number 1, from 0: its text is not Unicode"):
        result = facsim.dedup(ROWS[name](), **settings)
    assert result.removed_rows == [2]
    assert result.summary["skipped"]["bad_row"] == 1
    assert sum(1 for _ in (result.kept.index if hasattr(result.kept, "index") and name != "list"
                           and name not in ("dicts", "html") else result.kept)) == 2  # fmt: skip


def test_one_in_a_label_is_repaired() -> None:
    rows = [{"i": "first", "u": "https://example.org/\ud800", "text": TEXT}, {"i": "x\udcff", "u": None, "text": TEXT}]
    (row,) = facsim.dedup(rows, id="i", url="u").duplicates
    assert (row["id"], row["representative_url"]) == ("x\ufffd", "https://example.org/\ufffd")


def test_figures_of_one_are_null() -> None:
    for make in (facsim.fingerprint, facsim.sketch, facsim.digest):
        assert make([TEXT, LONE]).null_count == 1
    assert facsim.facts([LONE])[0]["units"] is None


def test_one_page_alone_is_an_error(tmp_path) -> None:
    for index in (facsim.PageIndex.begin(tmp_path / "a.idx"), facsim.Seen(tmp_path / "a.store")):
        with index:
            ask = index.ask if isinstance(index, facsim.PageIndex) else index.check
            for page in (LONE, {"text": LONE}):
                with pytest.raises(UnicodeEncodeError, match="surrogates"):
                    ask(page)
            if isinstance(index, facsim.PageIndex):
                assert index.add([LONE, TEXT]) == 1
                assert [row["query"] for row in index.ask_batch([TEXT, LONE])] == [0]


# --- missing texts -----------------------------------------------------------------------------


def test_what_pandas_calls_missing_is_no_text() -> None:
    pd = pandas()
    missing = [None, float("nan"), pd.NA, pd.NaT]
    for rows in ([TEXT, *missing, TEXT], [{"text": text} for text in [TEXT, *missing, TEXT]],
                 pd.DataFrame({"text": pd.Series([TEXT, *missing, TEXT], dtype=object)}),
                 [{"content": {"text": TEXT}}, *({"content": each} for each in missing), {"content": {"text": TEXT}}]):  # fmt: skip
        nested = isinstance(rows, list) and isinstance(rows[0], dict) and "content" in rows[0]
        result = facsim.dedup(rows, text="content.text" if nested else "text")
        assert result.removed_rows == [5] and result.summary["skipped"]["no_text"] == 4
    nothing = pd.DataFrame({"text": [float("nan")] * 3, "id": [float("nan")] * 3})
    with pytest.warns(facsim.errors.RunWarning, match="no page was read"):
        assert facsim.dedup(nothing, id="id").summary["skipped"]["no_text"] == 3
    assert facsim.fingerprint([TEXT, float("nan"), pd.NA]).null_count == 2
    rows = [{"html": float("nan"), "text": TEXT}, {"html": None, "text": TEXT}]
    assert facsim.dedup(rows, html="html").removed_rows == [1]


def test_numbers_that_are_missing() -> None:
    pd = pandas()
    for missing in (None, float("nan"), float("-inf"), pd.NA, pd.NaT):
        rows = [{"text": TEXT, "score": missing, "at": missing}, {"text": TEXT, "score": -5, "at": -5}]
        assert facsim.dedup(rows, keep="field:score").removed_rows == [0]
        assert facsim.dedup(rows, time="at", keep="newest").removed_rows == [0]


# --- messages ----------------------------------------------------------------------------------


def test_a_value_that_is_no_text_is_named() -> None:
    pd = pandas()
    for frame in (pd.DataFrame({"text": [TEXT, TEXT, 42]}), [{"text": TEXT}, {"text": TEXT}, {"text": 42}],
                  iter([{"text": TEXT}, {"text": TEXT}, {"text": 42}])):  # fmt: skip
        with pytest.raises(TypeError) as raised:
            facsim.dedup(frame)
        assert str(raised.value) == (
            "row 2 of column 'text' is a value of type 'int'; texts are str, bytes or None"
        )
    for rows in ([TEXT, TEXT, 42], pd.Series([TEXT, TEXT, 42], dtype=object)):
        with pytest.raises(TypeError, match="row 2 is a value of type 'int'; rows are str"):
            facsim.dedup(rows)
        with pytest.raises(TypeError, match="row 2 is a value of type 'int'; texts are str"):
            facsim.fingerprint(rows)
    for value in ([1], object(), {"a": 1}, 2.5):
        frame = pd.DataFrame({"text": pd.Series([TEXT, value], dtype=object)})
        with pytest.raises(TypeError, match=f"row 1 of column 'text' is a value of type '{type(value).__name__}'"):
            facsim.dedup(frame)
    frame = pd.DataFrame({"text": [TEXT] * 2, "score": pd.Series([1, "high"], dtype=object)})
    with pytest.raises(TypeError, match="row 1 of column 'score' is a value of type 'str'; a number"):
        facsim.dedup(frame, keep="field:score")
    with pytest.raises(KeyError, match="no column 'none'; the columns are: text, score"):
        facsim.dedup(frame, id="none")


def test_columns_that_are_no_texts_are_named() -> None:
    pa = pytest.importorskip("pyarrow", reason="skipped: no pyarrow")
    for column, said in ((pa.array([1]), "numbers"), (pa.array([True]), "booleans"),
                         (pa.array([0], pa.timestamp("s")), "timestamps"),
                         (pa.array([b"ab"], pa.binary(2)), "bytes of a fixed length")):  # fmt: skip
        with pytest.raises(TypeError, match=f"the column 'text' holds {said}, where texts are wanted"):
            facsim.dedup(pa.table({"text": column}))
    with pytest.raises(facsim.Error, match="'n' holds texts, where numbers or times are wanted"):
        facsim.dedup(pa.table({"text": [TEXT], "n": ["5"]}), keep="field:n")
    # Of others nothing is asked.
    assert len(facsim.dedup(pa.table({"text": [TEXT], "n": [[1]]})).kept) == 1


MISTYPED = [
    (lambda: facsim.dedup([TEXT], treshold=0.9), r"dedup\(\) has no argument 'treshold'; did you mean 'min_resemblance'"),
    (lambda: facsim.dedup([TEXT], text_colum="x"), "did you mean 'text'"),
    (lambda: facsim.dedup([TEXT], min_resemblence=0.9), "did you mean 'min_resemblance'"),
    (lambda: facsim.dedup([TEXT], thread=2), "did you mean 'threads'"),
    (lambda: facsim.dedup([TEXT], xyzzy=2), "no argument 'xyzzy'; it has data, text, html"),
    (lambda: facsim.annotate([TEXT], keeep="first"), r"annotate\(\) has no argument 'keeep'; did you mean 'keep'"),
    (lambda: facsim.annotate_batch({"text": [TEXT]}, htlm="x"), "did you mean 'html'"),
    (lambda: facsim.fingerprint([TEXT], recpie="x"), "did you mean 'recipe'"),
    (lambda: facsim.compare("a", "b", profil="x"), "did you mean 'profile'"),
    (lambda: facsim.evaluate("a", exakt=True), "did you mean 'exact'"),
    (lambda: facsim.read_pages("a", id_filed="x"), "did you mean 'id'"),
    (lambda: facsim.close_pairs([1], max_dist=2), "did you mean 'max_distance'"),
    (lambda: facsim.Profile("strict", resemblance=0.9), r"Profile\(\) has no argument"),
    (lambda: facsim.Seen("none", polcy=None), r"Seen\(\) has no argument 'polcy'; did you mean 'policy'"),
    (lambda: facsim.AsyncSeen("none", polcy=None), "did you mean 'policy'"),
    (lambda: facsim.PageIndex.begin("none", memry="1G"), "did you mean 'memory'"),
    (lambda: facsim.HammingFolder.open("none", receipe="x"), "did you mean 'recipe'"),
    (lambda: facsim.dedup([TEXT]).recluster(min_agrement=1), "did you mean 'min_agreement'"),
    (lambda: facsim.dedup([TEXT]).report(pairs=5), "did you mean 'pairs_max'|it has path"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(MISTYPED)))
def test_a_mistyped_name_is_told_which_was_meant(number: int) -> None:
    call, said = MISTYPED[number]
    with pytest.raises(TypeError, match=said):
        call()


def test_warnings_name_the_line_of_the_caller(tmp_path) -> None:
    import warnings

    page = tmp_path / "a.jsonl"
    page.write_text("no json\n{}\n")
    for call in (lambda: facsim.dedup([TEXT, LONE]), lambda: facsim.annotate([TEXT, LONE])):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        assert caught and {each.filename for each in caught} == {__file__}
