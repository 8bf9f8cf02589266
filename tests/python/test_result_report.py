# SPDX-License-Identifier: Apache-2.0
"""facsim.Result.report(): the page of facsim report, of rows that lie in memory, and of files."""

import base64
import gzip
import json
import os
import re
from pathlib import Path

import facsim
import pytest
from running import facsim as program

FERRY = "The ferry leaves the old quay at seven in the morning, at noon and at five in the afternoon. " * 3
MARKET = "Every Monday the market opens on the square behind the town hall, from eight until noon. " * 3
ROWS = [
    {"id": "ferry", "url": "https://example.org/1", "text": FERRY, "time": 1700000000},
    {"id": "reposted", "url": "https://example.com/2", "text": "Reposted by a reader: " + FERRY, "time": 1700000900},
    {"id": "same", "url": "https://example.net/3", "text": FERRY, "time": 1700009000},
    {"id": "other", "url": "https://example.org/4", "text": "Nothing of this stands in any other page."},
    {"id": "market", "url": "https://example.org/5", "text": MARKET},
    {"id": "half", "url": "https://example.org/6", "text": MARKET + " The harbour office is closed today. " * 5},
]


def data_of(page: str) -> dict:
    packed = re.search(r'id="data">([^<]*)</script>', page)
    assert packed
    return json.loads(gzip.decompress(base64.b64decode(packed[1])))


def dedup(data: object = ROWS, **settings: object) -> facsim.Result:
    return facsim.dedup(data, **({"id": "id", "url": "url", "time": "time"} | settings))


def texts_of(pair: dict, column: int) -> str:
    return " ".join(passage[column] for passage in pair["passages"])


def test_it_has_what_the_result_says_and_the_texts_of_the_rows(tmp_path: Path) -> None:
    result = dedup()
    page = result.report(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == page and os.listdir(tmp_path) == ["page.html"]
    data = data_of(page)
    assert (data["removed"], data["pages_read"]) == (len(result.duplicates), len(ROWS))
    pairs = {pair["page"]["id"]: pair for pair in data["pairs"]}
    for row in result.duplicates:
        pair = pairs[row["id"]]
        assert (pair["state"], pair["kind"], pair["other"]["id"]) == ("removed", row["kind"], row["representative"])
        assert pair["resemblance"] == pytest.approx(row["resemblance"], abs=1e-4)
        assert pair["page"]["offset"] == row["row"]
    assert pairs["reposted"]["passages"][0][3].startswith("Reposted by a reader")
    assert (pairs["reposted"]["page"]["time"], pairs["reposted"]["other"]["time"]) == (1700000900, 1700000000)
    assert data["folder"] == "" and "<h1>facsim report <small><bdi>facsim.Result" in page
    assert data["steps"] and data["clusters"][0]["size"] == 3


def test_it_is_the_page_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the same file: all but the name of the folder, and what tells the two runs apart."""
    monkeypatch.chdir(tmp_path)
    Path("pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    program.done("dedup", "pages.jsonl", "-o", "out", "--report", "page.html", cwd=tmp_path)
    theirs = data_of(Path("page.html").read_text())
    ours = data_of(facsim.dedup(Path("pages.jsonl")).report())
    assert any("passages" in pair for pair in ours["pairs"])
    assert ours | {"folder": "out", "mode": "remove"} == theirs
    again = data_of(facsim.dedup([Path("pages.jsonl")]).recluster(0.99).report())
    program.done("recluster", "out", "--min-resemblance", "0.99", cwd=tmp_path)
    program.done("report", "out", "-o", "again.html", cwd=tmp_path)
    assert again | {"folder": "out", "mode": "remove"} == data_of(Path("again.html").read_text())


def test_of_a_result_by_other_thresholds() -> None:
    result = dedup().recluster(0.99)
    data = data_of(result.report())
    assert (data["removed"], data["threshold"]) == (len(result.duplicates), 0.99)
    assert {pair["page"]["id"] for pair in data["pairs"] if pair["state"] == "removed"} == {"same"}


def test_of_the_pairs_that_the_run_had_to_judge() -> None:
    of_all, of_leaders = (data_of(dedup(matches=which).report())["pairs"] for which in ("all", "leaders"))
    assert [p for p in of_all if p["state"] == "removed"] == [p for p in of_leaders if p["state"] == "removed"]


def test_without_text() -> None:
    page = dedup().report(with_text=False)
    assert "Texts were left out (with_text=False)." in page
    assert "ferry leaves" not in json.dumps(data_of(page))


@pytest.mark.filterwarnings("ignore")
def test_warnings_are_in_the_words_of_python() -> None:
    many = [{"id": str(i), "text": f"{FERRY} {i}"} for i in range(300)]
    page = dedup(many, url=None, time=None, matches="leaders").recluster(0.95).report()
    assert "a run of its own removes more (see matches)" in page and "--matches" not in page


def test_fewer_pairs() -> None:
    data = data_of(dedup().report(pairs_max=1))
    assert len(data["pairs"]) == 1 < data["pairs_all"]
    for wrong in (-1, 100_001, "7", 1.5, True):
        with pytest.raises(ValueError, match="pairs_max"):
            dedup().report(pairs_max=wrong)  # type: ignore[arg-type]


def frames() -> list:
    pyarrow, polars, pandas = (pytest.importorskip(n) for n in ("pyarrow", "polars", "pandas"))
    rows = [{"id": None, "url": None, "text": None, "time": None} | row for row in ROWS]
    return [pyarrow.Table.from_pylist(rows), polars.DataFrame(rows), pandas.DataFrame(rows), iter(rows)]


@pytest.mark.parametrize("number", range(4))
def test_rows_of_every_kind(number: int) -> None:
    made = dedup(frames()[number], time=None)
    data, of_list = data_of(made.report()), data_of(dedup(time=None).report())
    assert data["pairs"] == of_list["pairs"]


def test_bare_texts_are_called_by_their_rows() -> None:
    data = data_of(facsim.dedup([FERRY, None, "Again: " + FERRY]).report())
    (pair,) = data["pairs"]
    assert (pair["page"]["id"], pair["other"]["id"]) == ("2", "0")
    assert pair["passages"][0][3].startswith("Again")


def test_html_is_aligned_as_it_was_judged() -> None:
    body = "<html lang=en><title>{}</title><body><p>{}</p></body></html>"
    rows = [{"html": body.format(name, FERRY)} for name in ("One", "Two")]
    (pair,) = data_of(facsim.dedup(rows, html="html").report())["pairs"]
    assert (pair["page"]["title"], pair["other"]["title"]) == ("Two", "One")


def test_files_that_are_gone_are_named(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    result = facsim.dedup(path)
    path.unlink()
    page = result.report()
    assert "is not there any more" in page
    assert data_of(page)["removed"] and not any("passages" in pair for pair in data_of(page)["pairs"])


def test_a_run_that_kept_no_pairs_has_none_and_says_so(tmp_path: Path) -> None:
    with pytest.raises(facsim.Error, match="kept no pairs"):
        dedup(matches="none").report(tmp_path / "page.html")
    assert os.listdir(tmp_path) == []


def test_a_page_that_cannot_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "page.html").mkdir()
    with pytest.raises(OSError):
        dedup().report(tmp_path / "page.html")
    assert os.listdir(tmp_path) == ["page.html"]
    with pytest.raises(FileNotFoundError):
        dedup().report(tmp_path / "none/page.html")


def test_hostile_rows_stay_text() -> None:
    hostile = "</script><script>alert(1)</script>\u202eevil"
    page = dedup([row | {"id": hostile + row["id"]} for row in ROWS]).report()
    assert page.count("<script") == 2 and "\u202e" not in page


def test_what_a_row_raises_comes_out_unchanged() -> None:
    class Rows(list):
        def __getitem__(self, number: object) -> object:
            raise LookupError("no more rows")

    result = dedup()
    result._work.holder.data = Rows()
    with pytest.raises(LookupError, match="no more rows"):
        result.report()


def test_it_leaves_no_file_behind(tmp_path: Path) -> None:
    result = dedup(tmp=tmp_path)
    before = sorted(os.listdir(tmp_path))
    result.report()
    assert sorted(os.listdir(tmp_path)) == before
