# SPDX-License-Identifier: Apache-2.0
"""--summary json: the object on standard output; --dry-run: the counts, and nothing written."""

import json

import pytest
from making import text_of, words, write_jsonl
from running import facsim
from show_world import write_pages

DEDUP = ["dedup", "pages.jsonl"]


@pytest.fixture
def pages(tmp_path):
    """The folder of write_pages(), and another for temporary files."""
    (tmp_path / "tmp").mkdir()
    return write_pages(tmp_path)


def done(folder, *words, status=0, **options):
    needs_no_scratch = words[:2] in (("index", "delete"), ("index", "check"), ("index", "info"))
    tmp = () if needs_no_scratch else ("--tmp", "tmp")
    result = facsim(*words, *tmp, cwd=folder, **options)
    assert result.status == status, result.err
    assert list((folder / "tmp").iterdir()) == [], "temporary files were left"
    return result


def without_run(summary):
    return {name: value for name, value in summary.items() if name != "run"}


def test_dedup_prints_what_summary_json_has(pages):
    result = done(pages, *DEDUP, "-o", "out", "--summary", "json")
    assert result.out == (pages / "out/summary.json").read_text() and result.err == ""
    with_text = done(pages, *DEDUP, "-o", "out2", "--summary", "text")
    assert with_text.out == "" and with_text.err.startswith("read     5 pages")
    quiet = done(pages, *DEDUP, "-o", "out3", "--summary", "json", "--quiet")
    assert without_run(json.loads(quiet.out)) == without_run(json.loads(result.out))


def test_warnings_and_progress_stay_on_standard_error(pages):
    with open(pages / "pages.jsonl", "a") as file:
        file.write("no JSON\n")
    flags = ["--summary", "json", "--progress", "json"]
    result = done(pages, *DEDUP, "-o", "out", *flags)
    assert json.loads(result.out)["skipped"]["bad_json"] == 1
    assert "facsim: warning: " in result.err and '{"' in result.err


def test_a_dry_run_names_no_file_that_it_does_not_write(pages):
    with open(pages / "pages.jsonl", "a") as file:
        file.write("no JSON\n")
    assert "all are in skipped.jsonl" in done(pages, *DEDUP, "-o", "out").err
    dry = done(pages, *DEDUP, "--dry-run").err
    assert "left out: bad_json 1 (at pages.jsonl:" in dry and "skipped.jsonl" not in dry


def test_recluster_prints_what_summary_json_has(pages):
    done(pages, *DEDUP, "-o", "out", "--quiet")
    flags = ["--min-resemblance", "0.95", "--summary", "json"]
    result = done(pages, "recluster", "out", *flags)
    assert result.out == (pages / "out/summary.json").read_text() and result.err == ""
    assert json.loads(result.out)["reclustered"] is True


def test_a_dry_run_counts_and_writes_nothing(pages):
    before = {path: path.read_bytes() for path in pages.rglob("*") if path.is_file()}
    dry = done(pages, *DEDUP, "--dry-run")
    assert dry.out == "" and "files    none" in dry.err
    assert "removed  would be 2 (exact 1, content 1)" in dry.err
    assert "kept     would be 3" in dry.err
    counted = json.loads(done(pages, *DEDUP, "--dry-run", "--summary", "json").out)
    # -o of the real command may stay where it is: it is not touched.
    with_folder = done(pages, *DEDUP, "--dry-run", "-o", "out", "--summary", "json")
    assert without_run(json.loads(with_folder.out)) == without_run(counted)
    assert {path: path.read_bytes() for path in pages.rglob("*") if path.is_file()} == before
    assert sorted(path.name for path in pages.iterdir()) == ["pages.jsonl", "tmp"]
    assert counted["run"]["outputs"] == []
    done(pages, *DEDUP, "-o", "report", "--mode", "report")
    report = json.loads((pages / "report/summary.json").read_text())
    assert without_run(report) == without_run(counted)


def test_a_dry_run_into_a_folder_that_has_results_leaves_them(pages):
    done(pages, *DEDUP, "-o", "out", "--quiet")
    before = {path.name: path.read_bytes() for path in (pages / "out").iterdir()}
    done(pages, *DEDUP, "--dry-run", "-o", "out", "--force", "--mode", "annotate", "--link")
    assert {path.name: path.read_bytes() for path in (pages / "out").iterdir()} == before


def test_a_dry_run_leaves_an_index_as_it_is(pages):
    flags = ["--against", "idx", "--update"]
    begun = done(pages, *DEDUP, "--dry-run", *flags)
    assert "removed  would be 2" in begun.err and not (pages / "idx").exists()
    done(pages, *DEDUP, "-o", "out", *flags, "--quiet")
    before = {path.name: path.read_bytes() for path in (pages / "idx").iterdir()}
    write_jsonl(pages / "new.jsonl", [{"id": "new", "text": text_of()}, {"id": "x", "text": "x"}])
    known = done(pages, "dedup", "new.jsonl", "--dry-run", *flags, "--summary", "json")
    assert json.loads(known.out)["against"]["removed"] == 1
    assert {path.name: path.read_bytes() for path in (pages / "idx").iterdir()} == before


def test_a_dry_run_of_standard_input_of_nothing_and_of_what_is_not_there(pages):
    content = (pages / "pages.jsonl").read_bytes()
    assert "would be 2" in done(pages, "dedup", "-", "--dry-run", stdin=content).err
    assert "read     0 pages" in done(pages, "dedup", "-", "--dry-run", stdin=b"").err
    result = done(pages, "dedup", "nowhere.jsonl", "--dry-run", status=1)
    assert "nowhere.jsonl" in result.err


def test_a_folder_is_not_standard_output(pages):
    for words in ([*DEDUP, "-o", "-"], ["index", "build", "pages.jsonl", "-o", "-"]):
        for flags in ([], ["--summary", "json"]):
            result = done(pages, *words, *flags, status=2)
            assert result.out == "" and "-o -: the result is a folder" in result.err
    assert not (pages / "-").exists()
    done(pages, *DEDUP, "-o", "./-", "--quiet")
    assert (pages / "-/summary.json").exists()


def test_index_changes_are_summed_up(pages):
    def change(*words):
        result = done(pages, "index", *words, "--summary", "json")
        assert "facsim: idx" not in result.err
        (line,) = result.out.splitlines()
        return json.loads(line)

    built = change("build", "pages.jsonl", "-o", "idx")
    assert list(built) == ["version", "verb", "index", "kind", "entries", "entries_now",
                           "segments", "generation", "read"]  # fmt: skip
    assert (built["verb"], built["index"], built["kind"]) == ("build", "idx", "pages")
    assert (built["entries"], built["entries_now"], built["segments"]) == (5, 5, 1)
    assert (built["read"]["pages_read"], built["read"]["too_short"]) == (5, 1)
    added = change("add", "idx", "pages.jsonl")
    assert (added["entries"], added["entries_now"], added["segments"]) == (5, 10, 2)
    deleted = change("delete", "idx", "other", "http://a.example.org/")
    assert (deleted["entries"], deleted["entries_now"], deleted["read"]) == (4, 6, None)
    checked = change("check", "idx")
    assert (checked["verb"], checked["entries"]) == ("check", 6)
    compacted = change("compact", "idx")
    assert (compacted["entries"], compacted["entries_now"], compacted["segments"]) == (6, 6, 1)
    rebuilt = change("rebuild", "idx", "pages.jsonl")
    assert rebuilt["verb"] == "rebuild" and rebuilt["entries"] == rebuilt["entries_now"]
    assert rebuilt["generation"] > compacted["generation"] > added["generation"]


def test_an_index_of_fingerprints_is_summed_up(pages):
    (pages / "a.hex").write_text("5a725628fbdbd5d0\n5a725628fbdbd5d1\n")
    result = done(pages, "index", "build", "a.hex", "-o", "idx", "--summary", "json")
    built = json.loads(result.out)
    assert (built["kind"], built["entries"], built["read"]) == ("fingerprints", 2, None)


@pytest.mark.parametrize("verb", ["query", "join", "info", "export"])
def test_verbs_that_print_results_have_no_summary(pages, verb):
    done(pages, "index", "build", "pages.jsonl", "-o", "idx", "--quiet")
    words = ["pages.jsonl"] if verb == "query" else []
    result = done(pages, "index", verb, "idx", *words, "--summary", "json", status=2)
    assert result.out == ""
    assert result.err == (
        f"facsim: index {verb} has no flag '--summary', which belongs to index build, index add, "
        f"index delete, index check, index compact and index rebuild (see 'facsim help index {verb}')\n"
    )


def test_a_wrong_form_is_refused(pages):
    result = done(pages, *DEDUP, "-o", "out", "--summary", "xml", status=2)
    assert "--summary" in result.err and "text" in result.err and not (pages / "out").exists()


def test_bytes_are_saved_by_kind_and_host(tmp_path):
    """They are what the rows of removed pages stand for."""
    (tmp_path / "tmp").mkdir()
    first, second = words("a", 200), words("b", 200)
    pages = [(first, "a"), (first, "b"), (first + " one more", "b"), (second, "a"), (second, "a"), ("c " * 90, "c")]
    write_jsonl(tmp_path / "pages.jsonl",
                [{"text": text, "url": f"https://{host}.example.org/{number}"}
                 for number, (text, host) in enumerate(pages)])  # fmt: skip
    result = done(tmp_path, *DEDUP, "-o", "out")
    summary = json.loads((tmp_path / "out/summary.json").read_text())
    lines = (tmp_path / "pages.jsonl").read_bytes().splitlines(keepends=True)
    rows = [json.loads(row) for row in (tmp_path / "out/duplicates.jsonl").read_text().splitlines()]
    kinds, hosts = {}, {}
    for row in rows:
        (line,) = [line for line in lines if json.loads(line)["url"] == row["url"]]
        host = row["url"].split("/")[2]
        kinds[row["kind"]] = kinds.get(row["kind"], 0) + len(line)
        hosts[host] = hosts.get(host, 0) + len(line)
    saved = summary["bytes_saved_by_kind"]
    assert len(kinds) == len(hosts) == 2
    assert saved == {"exact": kinds["exact"], "content": kinds["content"], "layout": 0, "partial": 0,
                     "total": summary["bytes_saved"]}  # fmt: skip
    assert {host: counts["bytes_saved"] for host, counts in summary["hosts"].items()} == {
        "a.example.org": hosts["a.example.org"], "b.example.org": hosts["b.example.org"], "c.example.org": 0
    }  # fmt: skip
    assert "most of b.example.org" in result.err and "exact" in result.err.partition("saved ")[2]
