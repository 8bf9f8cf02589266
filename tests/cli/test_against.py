# SPDX-License-Identifier: Apache-2.0
"""Day after day: a run against an index, whose pages count as kept before all others."""

import json
import re
from pathlib import Path

import pytest
from making import html, near, words, write_jsonl
from real_data import real_lines
from running import NIGHTLY, Dedup, facsim, fewer

BY_TIME = ("--keep", "oldest", "--time-field", "time")


def kept_ids(run: Dedup, name: str) -> list[str]:
    assert run.done.status == 0, run.done.err
    return [json.loads(line)["id"] for line in (run.out / name).read_bytes().splitlines()]


def info(index: Path) -> dict:
    done = facsim("index", "info", index, "--json")
    assert done.status == 0, done.err
    return json.loads(done.out)


def page(name: str, text: str, **members: object) -> dict:
    labels = {"id": name, "url": f"https://example.org/{name}", "time": "2024-01-01"}
    return labels | {"text": text} | members


class Daily(Dedup):
    """A run that may leave an index in the folder beside its output."""

    def __init__(self, folder: Path, *arguments: object) -> None:
        (folder / "idx").mkdir(exist_ok=True)
        super().__init__(folder, *arguments)


def one_after_another(tmp_path: Path, days: list[list[dict]], *flags: object) -> tuple:
    kept, runs = [], []
    for number, pages in enumerate(days):
        path = write_jsonl(tmp_path / f"day{number}.jsonl", pages)
        run = Daily(tmp_path, path, "--against", "idx", "--update", *BY_TIME, *flags)
        kept += kept_ids(run, path.name)
        runs.append(run)
    return kept, runs


def test_a_page_of_the_index_is_named_with_its_url(tmp_path: Path) -> None:
    old = [page("old", near("x", 0)), page("else", words("y"))]
    new = [page("copy", near("x", 0)), page("edited", near("x", 1)), page("new", words("z"))]
    kept, runs = one_after_another(tmp_path, [old, new])
    assert kept == ["old", "else", "new"]
    first, second = runs
    assert first.rows() == [] and first.summary["against"]["added"] == 2
    rows = {row["id"]: row for row in second.rows()}
    assert set(rows) == {"copy", "edited"}
    for row in rows.values():
        assert (row["representative"], row["representative_url"], row["in_index"]) == (
            "old", "https://example.org/old", True)  # fmt: skip
        assert row["representative_file"] == str(tmp_path / "day0.jsonl")
        assert row["representative_offset"] == 0 and row["cluster"] == "old"
    assert (rows["copy"]["kind"], rows["copy"]["by"]) == ("exact", "digest")
    assert rows["edited"]["kind"] == "content" and rows["edited"]["resemblance"] > 0.9
    clusters = second.rows("clusters.jsonl")
    assert [(c["cluster"], c["in_index"], c["size"]) for c in clusters] == [("old", True, 3)]
    assert second.summary["against"] == {
        "index": "idx", "pages": 2, "considered": 1, "removed": 2, "update": True, "added": 1,
        "texts_read": second.summary["against"]["texts_read"], "texts_missing": 0,
    }  # fmt: skip
    assert info(tmp_path / "idx")["entries"] == 3
    assert facsim("index", "check", tmp_path / "idx").status == 0


def revisions(seed: str, count: int) -> list[dict]:
    """Dated versions of several documents: each is the one before with some words changed."""
    pages = []
    for document in range(12):
        text = words((seed, document), 300).split()
        for version in range(count):
            changed = words((seed, document, version), 300).split()
            for i in range(version % 5 * 2):
                place = (version * 37 + i * 11) % len(text)
                text[place] = changed[place]
            day = f"2024-{1 + version // 28:02}-{1 + version % 28:02}"
            pages.append(page(f"d{document}v{version}", " ".join(text), time=day))
    return sorted(pages, key=lambda p: p["time"])


def ota_terms() -> list[bytes]:
    """Lines: revisions of terms and privacy pages, by date, which their ids tell."""
    lines = real_lines("ota_terms")
    lines = lines[: fewer(len(lines)) // (1 if NIGHTLY else 2)]  # which stand page by page
    dated = [(re.search(rb"@(\d{4}-\d\d-\d\d)", line)[1], line.rstrip()) for line in lines]
    dated.sort(key=lambda pair: pair[0])
    return [line[:-1] + b', "time": "' + day + b'"}\n' for day, line in dated]


@pytest.mark.parametrize("days", [2, 9, 30])
def test_days_keep_what_one_run_keeps(tmp_path: Path, days: int) -> None:
    pages = revisions("x", 30)
    whole = Dedup(tmp_path, write_jsonl(tmp_path / "all.jsonl", pages), *BY_TIME)
    expected = kept_ids(whole, "all.jsonl")
    assert 12 < len(expected) < len(pages) / 2, "the versions neither all alike nor all different"
    size = -(-len(pages) // days)
    batches = [pages[i : i + size] for i in range(0, len(pages), size)]
    kept, runs = one_after_another(tmp_path, batches)
    assert kept == expected
    assert sum(run.summary["against"]["texts_missing"] for run in runs) == 0
    assert sum(run.summary["against"]["texts_read"] for run in runs) > 0
    grown = sum(run.summary["against"]["added"] > 0 for run in runs)
    assert len(info(tmp_path / "idx")["segments"]) == grown
    compacted = facsim("index", "compact", tmp_path / "idx")
    assert compacted.status == 0, compacted.err
    again = Dedup(tmp_path, write_jsonl(tmp_path / "again.jsonl", pages), "--against", "idx")
    assert kept_ids(again, "again.jsonl") == []


def test_a_month_of_real_revisions(tmp_path: Path) -> None:
    """With the old texts at hand the same pages stay."""
    pages = ota_terms()
    whole = tmp_path / "all.jsonl"
    whole.write_bytes(b"".join(pages))
    expected = kept_ids(Dedup(tmp_path, whole, *BY_TIME), "all.jsonl")
    size = -(-len(pages) // 31)
    kept, considered, texts_read = [], 0, 0
    for day in range(31):
        path = tmp_path / f"day{day}.jsonl"
        path.write_bytes(b"".join(pages[day * size : day * size + size]))
        run = Daily(tmp_path, path, "--against", "idx", "--update", *BY_TIME)
        kept += kept_ids(run, path.name)
        considered += run.summary["against"]["considered"]
        texts_read += run.summary["against"]["texts_read"]
    assert kept == expected
    assert 0 < texts_read < considered


def test_without_the_old_texts_their_sketches_decide(tmp_path: Path) -> None:
    pages = revisions("x", 30)
    whole = Dedup(tmp_path, write_jsonl(tmp_path / "all.jsonl", pages), *BY_TIME)
    expected = kept_ids(whole, "all.jsonl")
    kept, missing = [], 0
    for number in range(9):
        path = write_jsonl(tmp_path / "today.jsonl", pages[number * 40 : number * 40 + 40])
        run = Daily(tmp_path, path, "--against", "idx", "--update", *BY_TIME)
        kept += kept_ids(run, "today.jsonl")
        against = run.summary["against"]
        assert against["texts_read"] == 0
        assert ("could not be read again" in run.done.err) == (against["texts_missing"] > 0)
        missing += against["texts_missing"]
        for row in run.rows():
            assert row["by"] in (("digest", "sketch") if row["in_index"] else ("digest", "text"))
        path.unlink()
    assert missing > 0
    assert abs(len(kept) - len(expected)) < 0.2 * len(expected), "errors go both ways"


def test_a_changed_file_is_not_taken_for_the_old_one(tmp_path: Path) -> None:
    old = write_jsonl(tmp_path / "old.jsonl", [page("a", words("x", 40) + " " + words("y", 100))])
    Daily(tmp_path, old, "--against", "idx", "--update")
    # As long as before, at the same place, but another text: the new page's.
    text = words("x", 30) + " " + words("y", 100)
    write_jsonl(old, [page("a", text)])
    new = write_jsonl(tmp_path / "new.jsonl", [page("b", text)])
    run = Daily(tmp_path, new, "--against", "idx")
    assert run.summary["against"]["texts_missing"] == 1
    rows = run.rows() + run.rows("reported.jsonl")
    assert [row["by"] for row in rows] == ["sketch"]


def test_html_pages_of_a_folder(tmp_path: Path) -> None:
    """Texts of a folder's files are found again, from another working directory too."""
    for day, version in (("one", 0), ("two", 1)):
        (tmp_path / day).mkdir()
        for i in range(6):
            text = near(("page", i), version if i % 2 else 0, 40)
            (tmp_path / day / f"p{i}.html").write_text(html(text))
    first = Daily(tmp_path, tmp_path / "one", "--against", "idx", "--update")
    assert first.removed() == {}
    run = Daily(tmp_path, tmp_path / "two", "--against", "idx", "--min-resemblance", 0.85)
    assert run.summary["against"]["texts_missing"] == 0
    same = {row["id"]: row["kind"] for row in run.rows() if row["kind"] == "exact"}
    assert same == {"p0.html": "exact", "p2.html": "exact", "p4.html": "exact"}
    (tmp_path / "elsewhere").mkdir()
    done = facsim("dedup", tmp_path / "two", "-o", "out", "--against", "../idx",
                  "--min-resemblance", 0.85, cwd=tmp_path / "elsewhere")  # fmt: skip
    assert done.status == 0, done.err
    summary = json.loads((tmp_path / "elsewhere/out/summary.json").read_text())
    assert summary["against"]["texts_read"] == run.summary["against"]["texts_read"] > 0
    assert {row["representative"] for row in run.rows()} <= {f"p{i}.html" for i in range(6)}


def test_modes_and_scope(tmp_path: Path) -> None:
    old = [page("old", near("x", 0)), page("other", near("x", 1), url="https://example.net/")]
    Daily(tmp_path, write_jsonl(tmp_path / "old.jsonl", old), "--against", "idx", "--update",
          "--scope", "host")  # fmt: skip
    assert info(tmp_path / "idx")["entries"] == 2
    new = [page("copy", near("x", 0)), page("net", near("x", 2), url="https://example.net/new")]
    path = write_jsonl(tmp_path / "new.jsonl", new)
    assert Daily(tmp_path, path, "--against", "idx", "--scope", "host").removed() == {
        "copy": "old", "net": "other"}  # fmt: skip
    run = Daily(tmp_path, path, "--against", "idx", "--mode", "annotate")
    rows = [json.loads(line)["facsim"] for line in (run.out / "new.jsonl").read_text().splitlines()]
    assert [(r["representative"], r["in_index"]) for r in rows] == [("old", True)] * 2
    assert rows[0]["representative_url"] == "https://example.org/old"
    report = Daily(tmp_path, path, "--against", "idx", "--mode", "report", "--update")
    assert report.summary["pages_kept"] == 0 and report.summary["against"]["added"] == 0
    assert info(tmp_path / "idx")["entries"] == 2


def test_short_pages_go_only_where_equal(tmp_path: Path) -> None:
    short = [page("a", "only a few words"), page("b", "only a few others")]
    _, runs = one_after_another(tmp_path, [short, [page("c", "only a few words")],
                                           [page("d", "only a few worlds")]])  # fmt: skip
    assert [run.removed() for run in runs] == [{}, {"c": "a"}, {}]


def test_the_index_stays_as_it_is_without_update(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "old.jsonl", [page("old", near("x", 0))])
    Daily(tmp_path, path, "--against", "idx", "--update")
    before = {p.name: p.read_bytes() for p in (tmp_path / "idx").iterdir()}
    new = write_jsonl(tmp_path / "new.jsonl", [page("n", near("x", 1)), page("m", words("m"))])
    Daily(tmp_path, new, "--against", "idx")
    assert {p.name: p.read_bytes() for p in (tmp_path / "idx").iterdir()} == before


def refused(tmp_path: Path, *arguments: object, status: int = 2) -> str:
    """The program's words; nothing was written."""
    before = sorted(tmp_path.rglob("*"))
    done = facsim("dedup", *arguments, "-o", tmp_path / "out", cwd=tmp_path)
    assert done.status == status, done.err
    assert sorted(tmp_path.rglob("*")) == before
    return done.err


def test_the_same_inputs_twice(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "day.jsonl", [page("a", words("x")), page("b", words("y"))])
    first = Daily(tmp_path, path, "--against", "idx", "--update")
    again = Daily(tmp_path, path, "--against", "idx", "--update")
    assert again.summary["pages_kept"] == 0 and again.summary["against"]["added"] == 0
    assert "idx: these very inputs were added to the index before" in again.done.err
    before = (first.out / "day.jsonl").read_bytes()
    done = facsim("dedup", path, "-o", first.out, "--against", "idx", "--update", "--force",
                  cwd=tmp_path)  # fmt: skip
    assert done.status == 1 and "added to the index before" in done.err
    assert (first.out / "day.jsonl").read_bytes() == before


def test_days_without_pages_are_days(tmp_path: Path) -> None:
    for number, line in enumerate(("", "\n", '{"text": ""}\n')):
        path = tmp_path / f"day{number}.jsonl"
        path.write_text(line)
        run = Daily(tmp_path, path, "--against", "idx", "--update")
        assert run.summary["pages_read"] == 0 and "before" not in run.done.err


def test_days_of_which_nothing_could_be_read_are_none(tmp_path: Path) -> None:
    for number, line in enumerate(("{bad\n", "nonsense\n")):
        path = tmp_path / f"day{number}.jsonl"
        path.write_text(line)
        err = refused(tmp_path, path, "--against", "idx", "--update", status=1)
        assert "no page was read" in err and not (tmp_path / "idx").exists()


def test_damage_is_found_before_it_loses_duplicates(tmp_path: Path) -> None:
    old = write_jsonl(tmp_path / "old.jsonl", [page("a", words("x")), page("b", words("y"))])
    new = write_jsonl(tmp_path / "new.jsonl", [page("c", words("x"))])
    Daily(tmp_path, old, "--against", "idx", "--update")
    segment = tmp_path / "idx/000001.seg"
    whole = segment.read_bytes()
    for at in range(100, len(whole), 397):
        segment.write_bytes(whole[:at] + bytes([whole[at] ^ 8]) + whole[at + 1 :])
        err = refused(tmp_path, new, "--against", "idx", "--update", status=1)
        assert "idx/000001.seg" in err
    segment.write_bytes(whole)
    (tmp_path / "idx/MANIFEST").unlink()
    err = refused(tmp_path, new, "--against", "idx", "--update", status=1)
    assert "000001.seg but no MANIFEST" in err
    done = facsim("index", "build", new, "-o", tmp_path / "idx")
    assert done.status == 1 and "but no MANIFEST" in done.err
    assert segment.read_bytes() == whole and (tmp_path / "idx/LOCK").exists()


def test_bare_fingerprints_are_not_added_to_pages(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "day.jsonl", [page("a", words("x"))])
    assert facsim("index", "build", path, "-o", tmp_path / "idx").status == 0
    (tmp_path / "f.hex").write_text("0123456789abcdef\n")
    for flags in ((), ("--input", "hex")):
        done = facsim("index", "add", tmp_path / "idx", tmp_path / "f.hex", "--recipe", "balanced",
                      *flags)  # fmt: skip
        assert done.status == 2 and "not added" in done.err


def test_the_index_lies_apart_from_the_results(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "day.jsonl", [page("a", words("x"))])
    for index in ("out", "out/idx"):
        assert "one in the other" in refused(tmp_path, path, "--against", index, "--update")


def test_refusals(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "day.jsonl", [page("a", words("x"))])
    assert "--against IDX" in refused(tmp_path, path, "--update")
    assert "is no index" in refused(tmp_path, path, "--against", "nowhere", status=1)
    (tmp_path / "f.hex").write_text("0123456789abcdef\n")
    assert facsim("index", "build", tmp_path / "f.hex", "-o", tmp_path / "f").status == 0
    assert "index of fingerprints" in refused(tmp_path, path, "--against", "f")
    assert facsim("index", "build", path, "-o", tmp_path / "p", "--max-distance", 1).status == 0
    err = refused(tmp_path, path, "--against", "p")
    assert "serves distances 0..1" in err and "--max-distance" in err
    assert "--scope file" in refused(tmp_path, path, "--against", "p", "--scope", "file",
                                     "--max-distance", 1)  # fmt: skip
    for flags in (("--recipe", "words"), ("--shingle-size", 3)):
        err = refused(tmp_path, path, "--against", "p", "--max-distance", 1, *flags)
        assert "holds pages of recipe 'balanced'" in err


def test_an_index_of_pages_answers_kind_and_resemblance(tmp_path: Path) -> None:
    old = [page("old", near("x", 0)), page("else", words("y")), page("short", "a few words")]
    path = write_jsonl(tmp_path / "old.jsonl", old)
    assert facsim("index", "build", path, "-o", tmp_path / "idx").status == 0
    asked = [page("copy", near("x", 0)), page("edited", near("x", 1)), page("new", words("z")),
             page("s", "a few words")]  # fmt: skip
    asked = write_jsonl(tmp_path / "asked.jsonl", asked)
    done = facsim("index", "query", tmp_path / "idx", asked, "--jsonl")
    assert done.status == 0, done.err
    answers = {row["query"]: row["matches"] for row in map(json.loads, done.out.splitlines())}
    assert {name: [m["id"] for m in found] for name, found in answers.items()} == {
        "copy": ["old"], "edited": ["old"], "new": [], "s": ["short"]}  # fmt: skip
    assert answers["copy"][0] == {
        "id": "old", "distance": 0, "kind": "exact", "resemblance": 1.0,
        "containment": [1.0, 1.0], "by": "digest", "url": "https://example.org/old",
        "file": str(path), "offset": 0, "status": None,
    }  # fmt: skip
    assert answers["edited"][0]["kind"] == "content" and answers["edited"][0]["by"] == "sketch"
    assert answers["s"][0]["distance"] is None
    lines = facsim("index", "query", tmp_path / "idx", asked).out.splitlines()
    assert lines[0] == "copy\told\t0\texact\t1.0\thttps://example.org/old"
    assert lines[-1] == "s\tshort\t-\texact\t1.0\thttps://example.org/short"
    cut = facsim("index", "query", tmp_path / "idx", asked, "--limit", 1, "--jsonl")
    assert not any(json.loads(line)["truncated"] for line in cut.out.splitlines())
    assert facsim("index", "delete", tmp_path / "idx", "old").status == 0
    done = facsim("index", "query", tmp_path / "idx", asked)
    assert done.out.splitlines() == lines[-1:]


def test_anchors_find_a_page_inside_another(tmp_path: Path) -> None:
    """Six times as much text around it: no band and no distance would find it."""
    recipe = tmp_path / "parts.toml"
    shown = facsim("recipe", "show", "balanced").out
    assert "smallest = 0\nmodulus = 0\n" in shown
    recipe.write_text(shown.replace("smallest = 0\nmodulus = 0", "smallest = 16\nmodulus = 16"))
    inner = [words(("inner", i), 200) for i in range(8)]
    outer = [f"{words(('a', i), 700)} {text} {words(('b', i), 500)}" for i, text in enumerate(inner)]
    old = write_jsonl(tmp_path / "old.jsonl", [page(f"in{i}", t) for i, t in enumerate(inner)])
    new = write_jsonl(tmp_path / "new.jsonl", [page(f"out{i}", t) for i, t in enumerate(outer)])
    expected = {f"out{i}": f"in{i}" for i in range(8)}
    both = Dedup(tmp_path, old, new, "--recipe", recipe)
    found = {row["id"]: row["representative"] for row in both.rows("reported.jsonl")}
    assert found == expected and both.removed() == {}
    plain = Dedup(tmp_path, old, new)
    assert len(plain.rows("reported.jsonl")) < 8
    assert facsim("index", "build", old, "-o", tmp_path / "idx", "--recipe", recipe).status == 0
    assert facsim("index", "check", tmp_path / "idx").status == 0
    run = Daily(tmp_path, new, "--against", "idx", "--recipe", recipe)
    rows = {row["id"]: row for row in run.rows("reported.jsonl")}
    assert {name: row["representative"] for name, row in rows.items()} == expected
    for row in rows.values():
        assert (row["kind"], row["by"], row["in_index"]) == ("partial", "text", True)
        assert row["containment"][1] > 0.9 and row["containment"][0] < 0.3


def test_threads_and_memory_change_nothing(tmp_path: Path) -> None:
    pages = revisions("t", 40)
    half = len(pages) // 2
    old = write_jsonl(tmp_path / "old.jsonl", pages[:half])
    new = write_jsonl(tmp_path / "new.jsonl", pages[half:])
    assert facsim("index", "build", old, "-o", tmp_path / "idx").status == 0
    runs = [
        Daily(tmp_path, new, "--against", "idx", "--threads", threads, "--memory", memory)
        for threads, memory in ((1, "64M"), (3, "64M"), (2, "1G"))
    ]
    names = ("duplicates.jsonl", "reported.jsonl", "clusters.jsonl", "new.jsonl")
    files = [[(run.out / name).read_bytes() for name in names] for run in runs]
    assert files[0] == files[1] == files[2] and runs[0].rows()
