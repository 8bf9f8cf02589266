# SPDX-License-Identifier: Apache-2.0
"""What people decided on pairs, in Python: as the program obeys it, by ids, rows and places."""

import base64
import gzip
import json
import re
from pathlib import Path

import facsim
import pytest
from making import near, words
from running import facsim as program

ROWS = [{"id": "a", "text": near("x", 0)}, {"id": "b", "text": near("x", 1)}, {"id": "c", "text": near("x", 2)},
        {"id": "d", "text": words("else")}]  # fmt: skip
DIFFERENT = [("b", "a", "different", "another season")]


def gone(result: facsim.Result) -> dict:
    return {row["id"]: row["representative"] for row in result.duplicates}


def data_of(page: str) -> dict:
    packed = re.search(r'id="data">([^<]*)</script>', page)
    assert packed
    return json.loads(gzip.decompress(base64.b64decode(packed[1])))


@pytest.fixture(scope="module")
def result() -> facsim.Result:
    made = facsim.dedup(ROWS, id="id")
    assert gone(made) == {"b": "a", "c": "a"}
    return made


def test_it_is_what_the_program_makes_of_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    Path("d.tsv").write_text("# by hand\nb\ta\tdifferent\tno\npages.jsonl:0\td\tsame\n")
    program.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    program.done("recluster", "out", "--decisions", "d.tsv", cwd=tmp_path)
    theirs = {row["id"]: row["representative"] for row in map(json.loads, Path("out/duplicates.jsonl").open())}
    with pytest.warns(facsim.errors.RunWarning, match="1 pairs are decided to be the same and are kept both"):
        again = facsim.dedup(Path("pages.jsonl")).recluster(decisions=Path("d.tsv"))
    assert gone(again) == theirs and theirs != {"b": "a", "c": "a"}
    program.done("report", "out", "-o", "page.html", cwd=tmp_path)
    assert data_of(again.report()) | {"folder": "out", "mode": "remove"} == data_of(Path("page.html").read_text())


@pytest.mark.parametrize("rows", [DIFFERENT, [[1, 0, "different"]], [("row 1", "a", "different")], iter(DIFFERENT)])
def test_pages_by_id_and_row(result: facsim.Result, rows: object) -> None:
    again = result.recluster(decisions=rows)
    assert "b" not in gone(again) or gone(again)["b"] != "a"
    assert gone(result) == {"b": "a", "c": "a"} and gone(again.recluster()) == gone(again), "as in a result folder"


def test_decisions_add_up_and_later_ones_count(result: facsim.Result) -> None:
    two = result.recluster(decisions=DIFFERENT).recluster(decisions=[("c", "a", "different"), ("c", "b", "different")])
    assert gone(two) == {}
    assert gone(two.recluster(decisions=[("a", 2, "same")])) == {"c": "a"}


def test_row_numbers_of_numpy(result: facsim.Result) -> None:
    numpy = pytest.importorskip("numpy")
    again = result.recluster(decisions=[(numpy.int64(1), numpy.int64(0), "different")])
    assert gone(again) == gone(result.recluster(decisions=DIFFERENT))


def test_same_lets_a_page_go(result: facsim.Result) -> None:
    high = result.recluster(0.99)
    assert gone(high) == {} and gone(result.recluster(0.99, decisions=[("c", "a", "same")])) == {"c": "a"}


def test_the_page_hides_what_was_decided_and_names_the_call(result: facsim.Result) -> None:
    data = data_of(result.recluster(decisions=DIFFERENT).report())
    assert [pair["decided"] for pair in data["pairs"] if "decided" in pair] == ["different"]
    assert data["decided_all"] == 1 and data["decisions_not_asked"] == 0


def test_rows_without_ids_and_with_one_id() -> None:
    texts = [row["text"] for row in ROWS]
    bare = facsim.dedup(texts)
    assert len(bare.duplicates) == 2 == len(bare.recluster(decisions=[("2", "0", "same")]).duplicates)
    assert [row["row"] for row in bare.recluster(0.99, decisions=[("2", "0", "same")]).duplicates] == [2]
    one = facsim.dedup([{"id": "one", "text": text} for text in texts], id="id")
    assert [row["row"] for row in one.recluster(0.99, decisions=[(2, 0, "same")]).duplicates] == [2]
    with pytest.warns(facsim.errors.RunWarning, match="several pages are called so"):
        one.recluster(decisions=[("one", 0, "same")])


def test_names_that_no_page_has_are_told(result: facsim.Result) -> None:
    with pytest.warns(facsim.errors.RunWarning, match="1 decision has no effect: no page is called so"):
        result.recluster(decisions=[("nobody", "a", "same")])


@pytest.mark.parametrize(("decisions", "error", "said"), [
    ([("a", "b", "maybe")], facsim.errors.InvalidArgumentError, "'maybe' is neither same nor different"),
    ([("a", "a", "same")], facsim.errors.InvalidArgumentError, "decided on with itself"),
    ([("a", "b")], TypeError, "a row of decisions is page, page"),
    (["ab"], TypeError, "a row of decisions is page, page"),
    ([(True, "b", "same")], TypeError, "not bool"),
    ([("a", "b", 1)], TypeError, "a decision and its note are str"),
    ([("a\tb", "b", "same")], ValueError, "no tab"),
    ([("#a", "#b", "same")], ValueError, "begins with '#'"),
    ("none.tsv", FileNotFoundError, "none.tsv"),
    (7, TypeError, "not iterable"),
])  # fmt: skip
def test_what_is_no_decision(result: facsim.Result, decisions: object, error: type, said: str) -> None:
    with pytest.raises(error, match=said):
        result.recluster(decisions=decisions)  # type: ignore[arg-type]


def test_an_id_with_a_hash_stands_second() -> None:
    rows = [{"id": f"#{i}" if i else "plain", "text": near("y", i)} for i in range(2)]
    made = facsim.dedup(rows, id="id")
    assert len(made.duplicates) == 1
    assert len(made.recluster(decisions=[("#1", "plain", "different")]).duplicates) == 0
