# SPDX-License-Identifier: Apache-2.0
"""Bad input raises an exception with a clear message and never crashes."""

import errno
import inspect
import os
import sys
from collections.abc import Iterator

import facsim
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from running import run

PAGE = "a page of a few words that nobody has seen before in this test"

BAD = [
    (lambda: facsim.fingerprint([1]), TypeError, "row 0 is a value of type 'int'"),
    (lambda: facsim.fingerprint([PAGE, 1.5]), TypeError, "row 1 is a value of type 'float'"),
    (lambda: facsim.fingerprint(PAGE), TypeError, "one text, where a list of texts is wanted"),
    (lambda: facsim.fingerprint(5), TypeError, "not iterable"),
    (lambda: facsim.fingerprint(pa.array([1, 2])), TypeError, "a column of numbers"),
    (lambda: facsim.fingerprint(pa.array([[PAGE]])), facsim.Error, "the data holds lists"),
    (lambda: facsim.fingerprint(pa.table({"text": [PAGE]})), TypeError, "name the column"),
    (lambda: facsim.fingerprint([PAGE], "nonsense"), facsim.errors.InvalidArgumentError, "nonsense"),
    (lambda: facsim.fingerprint([PAGE], "/none/x.toml"), facsim.errors.NotFoundError, "/none/x.toml"),
    (lambda: facsim.dedup([{"body": PAGE}]), KeyError, "row 0 has no member 'text'"),
    (lambda: facsim.dedup([3]), TypeError, "rows are str, bytes, dict or None"),
    (lambda: facsim.dedup([[PAGE]]), TypeError, "rows are str, bytes, dict or None"),
    (lambda: facsim.dedup([{"text": 3}]), TypeError, "row 0 of column 'text' is a value of type 'int'"),
    (lambda: facsim.dedup({"text": PAGE}), TypeError, "a dict is one row"),
    (lambda: facsim.dedup(PAGE), TypeError, "one text"),
    (lambda: facsim.dedup(pa.table({"body": [PAGE]})), KeyError, "the columns are: body"),
    (lambda: facsim.dedup(pa.table({"text": [1]})), TypeError, "holds numbers"),
    (lambda: facsim.dedup(pa.table({"text": [PAGE]}), id="x"), KeyError, "no column 'x'"),
    (lambda: facsim.dedup([PAGE], keep="biggest"), facsim.Error, "keep='biggest' is not one of"),
    (lambda: facsim.dedup([PAGE], scope="file"), facsim.Error, "scope='file' is not one of"),
    (lambda: facsim.dedup([PAGE], remove=["all"]), ValueError, "'all' is not one of exact"),
    (lambda: facsim.dedup([PAGE], memory="much"), ValueError, "no size such as"),
    (lambda: facsim.dedup([PAGE], memory="1M"), ValueError, "below 64M"),
    (lambda: facsim.dedup([PAGE], threads=0), ValueError, "threads=0"),
    (lambda: facsim.dedup([PAGE], min_resemblance=2), ValueError, "no share from 0 to 1"),
    (lambda: facsim.dedup([PAGE], tmp="/none"), facsim.Error, "/none"),
    (lambda: facsim.dedup([PAGE], profile="none"), facsim.Error, "unknown profile"),
    (lambda: facsim.dedup([PAGE], profile=None), TypeError, "not NoneType"),
    (lambda: facsim.annotate([PAGE], color="red"), TypeError, "no argument 'color'"),
    (lambda: facsim.annotate(pa.array([PAGE])), TypeError, "cannot add a column"),
    (lambda: facsim.annotate_batch(5), TypeError, "a batch is a table, a frame or a dict"),
    (lambda: facsim.evaluate(5, exact=True), TypeError, "paths is a pathlib.Path"),
    (lambda: facsim.dedup(None), TypeError, "data is rows or files"),
    (lambda: facsim.dedup(5), TypeError, "data is rows or files"),
    (lambda: facsim.dedup(float("nan")), TypeError, "data is rows or files"),
    (lambda: facsim.dedup([1.5]), TypeError, "row 0 is a value of type 'float'"),
    (lambda: facsim.dedup([{"text": PAGE, "t": "x"}], time="t"), TypeError, "row 0"),
    (lambda: facsim.dedup([{"text": PAGE, "t": [1]}], time="t"), TypeError, "row 0"),
    (lambda: facsim.dedup([PAGE], text=None), TypeError, "text is a name, not NoneType"),
    (lambda: facsim.dedup([PAGE], id=5), TypeError, "id is a name, not int"),
    (lambda: facsim.dedup([PAGE], keep=None), TypeError, "keep is a str"),
    (lambda: facsim.dedup([PAGE], keep="field:"), facsim.Error, "keep='field:'"),
    (lambda: facsim.dedup([PAGE], remove=[1]), TypeError, "remove"),
    (lambda: facsim.dedup([PAGE], memory=None), TypeError, "memory is a size"),
    (lambda: facsim.dedup([PAGE], memory=-5), ValueError, "below 64M"),
    (lambda: facsim.dedup([PAGE], threads=1.5), TypeError, "threads is a whole number, not float"),
    (lambda: facsim.dedup([PAGE], tmp=5), TypeError, "int"),
    (lambda: facsim.dedup([PAGE], progress="yes"), TypeError, "progress is True or a function"),
    (lambda: facsim.dedup([PAGE], min_resemblance="x"), TypeError, "min_resemblance"),
    (lambda: facsim.dedup([PAGE], min_resemblance=float("nan")), ValueError, "no share"),
    (lambda: facsim.dedup([PAGE]).recluster("x"), TypeError, "min_resemblance is a share"),
    (lambda: facsim.dedup([PAGE], names="off"), TypeError, "names is a bool, not str"),
    (lambda: facsim.dedup([PAGE]).recluster(min_agreement=2), ValueError, "min_agreement=2 is no share"),
    (lambda: facsim.dedup([PAGE]).recluster(remove=[1]), TypeError, "kinds of remove are str, not int"),
    (lambda: facsim.dedup([PAGE], html="a\0"), ValueError, "html: a name holds no null character"),
    (lambda: facsim.dedup([PAGE], memory=True), TypeError, "memory is a size"),
    (lambda: facsim.Profile(3), TypeError, "profile is a name"),
    (lambda: facsim.Profile(recipe=3), TypeError, "recipe is a name"),
    (lambda: facsim.Profile(recipe="zh", text_part="all"), ValueError, "says itself which text"),
    (lambda: facsim.dedup([PAGE], text_part="title"), ValueError, "text_part='title'"),
    (lambda: facsim.dedup(pa.table({"text": pa.array([[PAGE]])})), facsim.Error, "column 'text'"),
    (lambda: facsim.dedup(pa.table({"text": [PAGE], "id": [[1]]}), id="id"), facsim.Error, "'id'"),
    (lambda: facsim.dedup(pa.table({"text": [PAGE], "t": ["x"]}), time="t"), facsim.Error, "'t'"),
    (lambda: facsim.dedup(pl.LazyFrame({"text": [PAGE]})), TypeError, "collect"),
    (lambda: facsim.compare(None, PAGE), TypeError, "not NoneType"),
    (lambda: facsim.HammingIndex([1], max_distance=99), facsim.Error, "0..12"),
    (lambda: facsim.HammingIndex([1]).query(1, max_distance=4), facsim.Error, "up to 3, not 4"),
    (lambda: facsim.HammingIndex([1]).query(1 << 64), ValueError, "64 bits"),
    (lambda: facsim.HammingIndex(["a"]), TypeError, "'a' is no fingerprint"),
    (lambda: facsim.HammingIndex(np.array([1.5])), TypeError, "uint64"),
    (lambda: facsim.fingerprint([PAGE])[1], IndexError, "out of range"),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_bad_input_is_an_exception_with_a_sentence(number: int) -> None:
    call, kind, words = BAD[number]
    with pytest.raises(kind) as raised:
        call()
    assert words in str(raised.value)


@pytest.mark.parametrize("wrong", [
    {"threads": 0}, {"progress": "yes"}, {"scope": "site"}, {"remove": "all"}, {"matches": "some"},
    {"memory": "1M"}, {"keep": "biggest"}, {"count_by": 3},
])  # fmt: skip
def test_settings_are_checked_before_any_row_is_read(wrong: dict) -> None:
    read = []

    def rows() -> Iterator[str]:
        read.append(True)
        yield PAGE

    with pytest.raises((ValueError, TypeError)):
        facsim.dedup(rows(), **wrong)
    assert not read


def test_classes_are_those_of_python_too() -> None:
    for name, base in (("NotFoundError", FileNotFoundError), ("InvalidArgumentError", ValueError),
                       ("NoSpaceError", OSError), ("AlreadyExistsError", FileExistsError)):  # fmt: skip
        assert issubclass(getattr(facsim.errors, name), (facsim.Error, base))
        assert issubclass(getattr(facsim.errors, name), base)
    failed = facsim.errors.NotFoundError("gone", "x")
    assert failed.code == "not_found" and failed.where == "x" and str(failed) == "gone"
    assert failed.errno in (None, errno.ENOENT)


def test_sentences_name_arguments_and_not_the_flags_of_the_program() -> None:
    result = facsim.dedup([PAGE, PAGE + " more"])
    with pytest.raises(facsim.errors.InvalidArgumentError, match="^min_resemblance: 0.01 is below"):
        result.recluster(min_resemblance=0.01)
    with pytest.raises(facsim.errors.InvalidArgumentError, match="^keep='field:rank': .* facsim.dedup "):
        result.recluster(keep="field:rank")
    name = "x--memory {memory}"  # somebody else's, whatever it says
    with pytest.raises(facsim.errors.NotFoundError) as raised:
        facsim.dedup([PAGE], tmp="/none/" + name)
    assert str(raised.value) == f"/none/{name}: no such folder for temporary files; name one with tmp"


# Settings of the program that are not arguments and have no equivalent here.
LEFT_OUT = {"cluster", "refuse_templates", "text_size"}
PHRASES = {"with_text=False", "the default share"}


def test_every_setting_that_the_core_names_has_a_word_here() -> None:
    known = {
        name
        for call in (facsim.dedup, facsim.evaluate, facsim.read_pages, facsim.PageIndex.begin,
                     facsim.HammingFolder.begin, facsim.Recipe, facsim.Result.recluster)
        for name in inspect.signature(call).parameters
    }  # fmt: skip
    words = facsim._core.words_of_settings()
    assert "tmp" in words and words["text_field"] == "text"
    for setting, word in words.items():
        if setting in LEFT_OUT:
            assert word == ""
        elif not word.endswith(" of the program"):
            assert word in known | PHRASES, setting
        else:
            assert setting not in known, f"{setting} is an argument"


def test_a_text_of_a_hundred_megabytes() -> None:
    assert facsim.fingerprint(["word " * 20_000_000])[0] is not None


def test_the_import_costs_little() -> None:
    code = "import sys, facsim; sys.exit('facsim._core' in sys.modules)"
    environment = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}
    assert run([sys.executable, "-c", code], env=environment).status == 0
    for name in facsim.__all__:
        assert getattr(facsim, name) is not None
    with pytest.raises(AttributeError):
        _ = facsim.nonsense
