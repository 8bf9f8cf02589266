# SPDX-License-Identifier: Apache-2.0
"""facsim report: one page about a finished run, whole without script, and true to recluster."""

import base64
import gzip
import json
import re
import shutil
from pathlib import Path

import pytest
from making import words, write_jsonl
from running import facsim
from test_recluster import graded_pages

HOSTILE = "</script><script>alert(1)</script><b>\u202eevil"


def data_of(page: str) -> dict:
    """What the page's script reads."""
    packed = re.search(r'id="data">([^<]*)</script>', page)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    write_jsonl(folder / "pages.jsonl", graded_pages(families=8))
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=folder)
    return folder


def report(folder: Path, *flags: str, out: str = "out") -> str:
    facsim.done("report", out, "-o", "page.html", "--force", "-q", *flags, cwd=folder)
    return (folder / "page.html").read_text()


def test_counts_of_each_threshold_are_those_of_recluster(world: Path, tmp_path: Path):
    data = data_of(report(world, "--no-text"))
    summary = json.loads((world / "out/summary.json").read_text())
    steps = {threshold: counts for threshold, *counts in data["steps"]}
    assert steps[0.8] == [summary["removed"]["total"], summary["reported"]["total"]]
    assert len({tuple(counts) for counts in steps.values()}) > 5, "the pages are all alike"
    for threshold in (0.5, 0.66, 0.79, 0.81, 0.93, 1.0):
        copy = tmp_path / f"at-{threshold}"
        shutil.copytree(world / "out", copy)
        facsim.done("recluster", str(copy), "--min-resemblance", str(threshold), "-q", cwd=world)
        again = json.loads((copy / "summary.json").read_text())
        assert steps[threshold] == [again["removed"]["total"], again["reported"]["total"]]


@pytest.mark.parametrize("kinds", ["exact", "exact,content,partial,layout", "content,partial"])
def test_counts_hold_for_other_kinds(tmp_path: Path, kinds: str):
    write_jsonl(tmp_path / "pages.jsonl", graded_pages(families=5))
    facsim.done("dedup", "pages.jsonl", "-o", "out", "--remove", kinds, cwd=tmp_path)
    steps = {step[0]: step[1:] for step in data_of(report(tmp_path, "--no-text"))["steps"]}
    for threshold in (0.5, 0.7, 0.9):
        facsim.done("recluster", "out", "--min-resemblance", str(threshold), "-q", cwd=tmp_path)
        summary = json.loads((tmp_path / "out/summary.json").read_text())
        assert steps[threshold] == [summary["removed"]["total"], summary["reported"]["total"]]


def test_pairs_near_the_line_come_first_with_their_texts(world: Path):
    data = data_of(report(world))
    kept = [pair["other"]["id"] for pair in data["pairs"]]
    distances = [abs(pair["likeness"] - 0.8) for pair in data["pairs"]]
    begins = [i for i, name in enumerate(kept) if name not in kept[:i]]
    assert [distances[i] for i in begins] == sorted(distances[i] for i in begins)
    for begin, end in zip(begins, [*begins[1:], len(kept)], strict=True):
        assert set(kept[begin:end]) == {kept[begin]}, "pairs of one kept page stand together"
        assert distances[begin:end] == sorted(distances[begin:end])
    assert {"removed", "reported", "apart"} == {pair["state"] for pair in data["pairs"]}
    pair = next(p for p in data["pairs"] if p["state"] == "removed" and p["likeness"] < 0.95)
    units = {page["id"]: page["text"].split() for page in graded_pages(families=8)}
    for side, column in (("page", 1), ("other", 2)):
        counted = sum(passage[column] for passage in pair["passages"])
        assert counted == len(units[pair[side]["id"]])
    assert any(shared for shared, *_ in pair["passages"])
    differing = [passage for passage in pair["passages"] if not passage[0]]
    assert all(passage[3] in " ".join(units[pair["page"]["id"]]) for passage in differing)


def test_fewer_pairs_are_listed_and_it_says_so(world: Path):
    page = report(world, "--pairs-max", "7")
    data = data_of(page)
    assert len(data["pairs"]) == 7 < data["pairs_all"]
    assert f"Listed 7 of {data['pairs_all']} pairs, those nearest to the threshold" in page


def test_no_text_leaves_out_what_pages_say(world: Path):
    text = graded_pages(families=8)[0]["text"].split()[5]
    with_text, without = report(world), report(world, "--no-text")
    assert text in json.dumps(data_of(with_text)["pairs"])
    assert text not in json.dumps(data_of(without))
    assert "Texts were left out (--no-text)." in without


def test_works_from_rows_where_the_inputs_are_gone(tmp_path: Path):
    write_jsonl(tmp_path / "pages.jsonl", graded_pages(families=8))
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    (tmp_path / "pages.jsonl").unlink()
    page = report(tmp_path)
    assert "is not there any more" in page
    data = data_of(page)
    assert data["removed"] > 0 and data["pairs"]
    assert not any("passages" in pair for pair in data["pairs"])


def test_without_matches_there_is_no_curve_and_it_says_why(world: Path, tmp_path: Path):
    shutil.copytree(world / "out", tmp_path / "out")
    (tmp_path / "out/matches.facsim").unlink()
    page = report(tmp_path, "--no-text")
    assert "This result has no matches.facsim" in page and 'id="curve"' not in page
    assert data_of(page)["steps"] == []


def test_damaged_matches_are_named_on_the_page_and_by_the_program(world: Path, tmp_path: Path):
    shutil.copytree(world / "out", tmp_path / "out")
    matches = tmp_path / "out/matches.facsim"
    content = bytearray(matches.read_bytes())
    content[len(content) // 2] ^= 0x10
    matches.write_bytes(content)
    ran = facsim.done("report", "out", "--no-text", cwd=tmp_path)
    said = "Other thresholds cannot be counted: out/matches.facsim"
    assert said in ran.err and said in (tmp_path / "report.html").read_text()


def test_hostile_names_stay_text(tmp_path: Path):
    pages = [{"id": f"{HOSTILE}{i}", "url": "javascript:alert(1)", "text": words("x")}
             for i in range(3)]
    write_jsonl(tmp_path / "pages.jsonl", pages)
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    page = report(tmp_path)
    assert page.count("<script") == 2 and "<b>\u202e" not in page and "\u202e" not in page
    assert "&lt;/script&gt;" in page and "\u27e6U+202E\u27e7" in page
    assert 'href="javascript' not in page
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert not re.search(r'(src|href)="(?!#)', page), "it names another file"


def hostile(value: object) -> object:
    """The same with HOSTILE before each text."""
    if isinstance(value, list):
        return [hostile(each) for each in value]
    return HOSTILE + value if isinstance(value, str) else value


def test_words_of_the_result_stay_text(tmp_path: Path):
    """Kinds, reasons and all other words of summary.json and the rows: files that anybody can edit."""
    write_jsonl(tmp_path / "pages.jsonl", graded_pages(families=8))
    facsim.done("dedup", "pages.jsonl", "-o", "out", "--count-by", "id", cwd=tmp_path)
    path = tmp_path / "out/summary.json"
    summary = json.loads(path.read_text())
    for name in ("version", "mode", "keep", "warnings", "count_by"):
        summary[name] = hostile(summary[name])
    summary["warnings"].append(HOSTILE)
    summary["run"]["inputs"] = hostile(summary["run"]["inputs"])
    for name in ("removed", "reported", "skipped"):
        summary[name] |= {HOSTILE + '" onload="alert(1)': 3, "total": summary[name]["total"] + 3}
    for table in (summary["by_file"], summary["by_value"]):
        for row in table["rows"]:
            row["name"] = hostile(row["name"])
    path.write_text(json.dumps(summary))
    for rows in (tmp_path / "out/duplicates.jsonl", tmp_path / "out/reported.jsonl"):
        found = [json.loads(line) for line in rows.read_text().splitlines()]
        assert found, rows
        words_of_facsim = ("kind", "by", "id", "cluster")
        write_jsonl(rows, [row | {name: hostile(row[name]) for name in words_of_facsim} for row in found])
    for matches in (True, False):
        if not matches:
            (tmp_path / "out/matches.facsim").unlink()
        page = report(tmp_path, "--no-text")
        assert page.count("<script") == 2
        assert page.count("</script") == 2
        for word in ("<b>\u202e", "\u202e", '" onload', "<b>evil"):
            assert word not in page, page[page.index(word) - 200 : page.index(word) + 100]
        closest = re.search(r'id="closest".*?</p>', page, re.DOTALL)[0]
        assert "&lt;/script&gt;" in closest, closest
        fate = re.search(r'<figure class="fate">.*?</figure>', page, re.DOTALL)[0]
        assert fate.count("&lt;/script&gt;") >= 3, fate


def test_the_same_page_again(world: Path):
    assert report(world, "--threads", "1") == report(world, "--threads", "2")


def test_a_file_that_is_there_stays(world: Path):
    (world / "mine.html").write_text("mine")
    ran = facsim.done("report", "out", "-o", "mine.html", cwd=world, status=1)
    assert "mine.html" in ran.err and "--force" in ran.err
    assert (world / "mine.html").read_text() == "mine"


def test_refuses_what_is_no_result(tmp_path: Path):
    ran = facsim.done("report", str(tmp_path), cwd=tmp_path, status=1)
    assert "is no result of 'facsim dedup'" in ran.err
    assert not (tmp_path / "report.html").exists()


def test_a_damaged_row_is_named(world: Path, tmp_path: Path):
    shutil.copytree(world / "out", tmp_path / "out")
    with (tmp_path / "out/duplicates.jsonl").open("a") as rows:
        rows.write('{"id": 1}\n')
    ran = facsim.done("report", "out", cwd=tmp_path, status=1)
    assert "duplicates.jsonl, line" in ran.err
    assert not (tmp_path / "report.html").exists()


def test_an_empty_result(tmp_path: Path):
    write_jsonl(tmp_path / "pages.jsonl", [{"id": "a", "text": words("a")}])
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    page = report(tmp_path)
    assert "No page was removed." in page and "Nothing was skipped." in page
    assert data_of(page)["pairs"] == []


def test_a_giant_cluster_says_what_its_members_share(tmp_path: Path):
    """Error pages: a text that all have, and words of each page's own behind it."""
    error = "<b>Page</b> not found: " + words("error", 90)
    pages = [{"id": f"e{i}", "text": f"{error} {words(('own', i), 4)}"} for i in range(150)]
    pages += [{"id": f"p{i}", "text": words(("p", i))} for i in range(20)]
    write_jsonl(tmp_path / "pages.jsonl", pages)
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    page = report(tmp_path)
    said = re.search(r"The cluster of e0 has (\d+) pages; 8 of them, compared with the kept page, share "
                     r"(\d+) of its (\d+) units in 1 stretch, the longest at its beginning: &quot;([^<]*)", page)
    assert said, re.findall(r"The cluster of [^<]*", page)
    size, shared, units, text = said.groups()
    assert int(size) >= 100 and int(units) - int(shared) == 4
    assert text.startswith("b&gt;Page&lt;/b&gt; not found: ") and "<b>Page" not in page
    assert "The cluster of e0 has" not in report(tmp_path, "--no-text")


def test_a_small_cluster_is_not_worth_a_sentence(world: Path):
    assert "compared with the kept page" not in report(world)
