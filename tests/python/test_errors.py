# SPDX-License-Identifier: Apache-2.0
"""Bad input is an exception with a sentence, never a crash."""

import errno
import os
import sys

import facsim
import numpy as np
import pyarrow as pa
import pytest
from running import run

PAGE = "a page of a few words that nobody has seen before in this test"

BAD = [
    (lambda: facsim.fingerprint([1]), TypeError, "row 0 is a value of type 'int'"),
    (lambda: facsim.fingerprint([PAGE, float("nan")]), TypeError, "row 1 is a value of type 'float'"),
    (lambda: facsim.fingerprint(PAGE), TypeError, "one text, where a list of texts is wanted"),
    (lambda: facsim.fingerprint(5), TypeError, "not iterable"),
    (lambda: facsim.fingerprint(["\ud800"]), UnicodeEncodeError, "surrogates"),
    (lambda: facsim.fingerprint(pa.array([1, 2])), TypeError, "a column of numbers"),
    (lambda: facsim.fingerprint(pa.array([[PAGE]])), facsim.Error, "holds no texts"),
    (lambda: facsim.fingerprint(pa.table({"text": [PAGE]})), TypeError, "name the column"),
    (lambda: facsim.fingerprint([PAGE], "nonsense"), facsim.errors.InvalidArgumentError, "nonsense"),
    (lambda: facsim.fingerprint([PAGE], "/none/x.toml"), facsim.errors.NotFoundError, "/none/x.toml"),
    (lambda: facsim.dedup([{"body": PAGE}]), KeyError, "row 0 has no member 'text'"),
    (lambda: facsim.dedup([3]), TypeError, "rows are str, bytes, dict or None"),
    (lambda: facsim.dedup([[PAGE]]), TypeError, "rows are str, bytes, dict or None"),
    (lambda: facsim.dedup([{"text": 3}]), TypeError, "row 0 is a value of type 'int'"),
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


def test_classes_are_those_of_python_too() -> None:
    for name, base in (("NotFoundError", FileNotFoundError), ("InvalidArgumentError", ValueError),
                       ("NoSpaceError", OSError), ("AlreadyExistsError", FileExistsError)):  # fmt: skip
        assert issubclass(getattr(facsim.errors, name), (facsim.Error, base))
        assert issubclass(getattr(facsim.errors, name), base)
    failed = facsim.errors.NotFoundError("gone", "x")
    assert failed.code == "not_found" and failed.where == "x" and str(failed) == "gone"
    assert failed.errno in (None, errno.ENOENT)


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
