# SPDX-License-Identifier: Apache-2.0
"""Who stays, what becomes of the rest, and in which shape: each choice on a corpus one can read."""

import json
from pathlib import Path

import pytest
from making import html, near, words, write_jsonl
from running import Dedup

ROW = ["id", "url", "file", "offset", "representative", "representative_url"]
ROW += ["representative_file", "representative_offset", "in_index", "kind", "distance"]
ROW += ["resemblance", "resemblance_error", "containment", "agreement", "template"]
ROW += ["judged", "payload_identical", "cluster", "by", "status", "representative_status", "revisit_of"]

# Versions of one text, each the best by another policy.
VERSIONS = [
    {"id": "first", "url": "http://example.org/a/long", "time": "2021-01-01", "rank": 2},
    {"id": "longest", "url": "http://example.org/a/longer", "time": "2022-01-01", "rank": 1},
    {"id": "short-url", "url": "http://example.org/", "time": "2020-06-01T00:00:00Z", "rank": 0},
    {"id": "newest", "url": "http://example.org/a/b/c/d", "time": "2023-01-01", "rank": -5},
    {"id": "oldest", "url": "http://example.org/a/b/c/e", "time": "1999-12-31", "rank": 1.5},
    {"id": "ranked", "url": "http://example.org/a/b/c/f", "time": None, "rank": "7"},
    {"id": "last", "url": "http://example.org/a/b/c/g"},
]


def versions(tmp_path: Path) -> Path:
    pages = [
        version | {"text": near("x", number) + (" more words here" * (version["id"] == "longest"))}
        for number, version in enumerate(VERSIONS)
    ]
    return write_jsonl(tmp_path / "versions.jsonl", pages)


def offset_of(path: Path, page: str) -> int:
    """Where the line of a page begins."""
    at = 0
    for line in path.read_bytes().splitlines(keepends=True):
        if json.loads(line)["id"] == page:
            return at
        at += len(line)
    raise AssertionError(page)


@pytest.mark.parametrize(
    ("keep", "kept"),
    [
        ("first", "first"),
        ("last", "last"),
        ("longest", "longest"),
        ("shortest-url", "short-url"),
        ("newest", "newest"),
        ("oldest", "oldest"),
        ("field:rank", "ranked"),
    ],
)
def test_keep(tmp_path: Path, keep: str, kept: str) -> None:
    run = Dedup(tmp_path, versions(tmp_path), "--keep", keep, "--time-field", "time")
    others = {version["id"] for version in VERSIONS} - {kept}
    assert run.removed() == dict.fromkeys(others, kept)
    assert run.rows("clusters.jsonl") == [
        {
            "cluster": kept,
            "url": next(v.get("url") for v in VERSIONS if v["id"] == kept),
            "file": str(tmp_path / "versions.jsonl"),
            "offset": offset_of(tmp_path / "versions.jsonl", kept),
            "in_index": False,
            "size": 7,
            "kinds": {"content": 6},
            "bytes_saved": run.summary["bytes_saved"],
        }
    ]
    text = (run.out / "versions.jsonl").read_text()
    assert json.loads(text)["id"] == kept


def test_keep_ties_go_by_input_order(tmp_path: Path) -> None:
    pages = [{"id": str(i), "text": words("same"), "rank": i // 2, "at": 5} for i in range(4)]
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    assert set(Dedup(tmp_path, path, "--keep", "field:rank").removed().values()) == {"2"}
    assert set(Dedup(tmp_path, path, "--keep", "longest").removed().values()) == {"0"}
    by_time = ("--keep", "newest", "--time-field", "at")
    assert set(Dedup(tmp_path, path, *by_time).removed().values()) == {"0"}


def test_keep_canonical(tmp_path: Path) -> None:
    link = '<link rel="canonical" href="http://example.org/real">'
    pages = [
        {"id": str(i), "url": url, "html": html(near("x", i), link)}
        for i, url in enumerate(["http://example.org/?a=1", "http://example.org/real"])
    ]
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    assert Dedup(tmp_path, path).removed() == {"1": "0"}
    assert Dedup(tmp_path, path, "--keep", "canonical").removed() == {"0": "1"}


def test_rows_say_everything(tmp_path: Path) -> None:
    run = Dedup(tmp_path, versions(tmp_path))
    lines = (tmp_path / "versions.jsonl").read_bytes().splitlines(keepends=True)
    offsets = [sum(map(len, lines[:i])) for i in range(len(lines))]
    for number, row in enumerate(run.rows(), start=1):
        assert list(row) == ROW
        assert row["id"] == VERSIONS[number]["id"]
        assert row["url"] == VERSIONS[number]["url"]
        assert row["file"] == row["representative_file"] == str(tmp_path / "versions.jsonl")
        assert row["offset"] == offsets[number]
        assert (row["representative"], row["representative_offset"]) == ("first", 0)
        assert row["kind"] == "content"
        assert row["by"] == "text"
        assert row["cluster"] == "first"
        assert 0.9 < row["resemblance"] < 1
        assert all(0.9 < share <= 1 for share in row["containment"])
        assert 0 <= row["distance"] <= 64
    assert run.summary["bytes_saved"] == sum(map(len, lines[1:]))


def test_a_page_without_id_is_named_by_its_place(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "pages.jsonl", [{"text": words("same")}, {"text": words("same")}])
    (row,) = Dedup(tmp_path, "pages.jsonl").rows()
    size = path.stat().st_size // 2
    assert row["id"] == f"pages.jsonl:{size}"
    assert row["representative"] == row["cluster"] == "pages.jsonl:0"


# --- kinds ------------------------------------------------------------------------------------


def kinds_corpus(tmp_path: Path) -> Path:
    pages = [
        {"id": "base", "text": words("x")},
        {"id": "same", "text": "  " + words("x").replace(" ", "\n ")},
        {"id": "near", "text": near("x", 1)},
        {"id": "part", "text": words("x") + " " + words("b", 36)},
        {"id": "other", "text": words("z")},
    ]
    return write_jsonl(tmp_path / "kinds.jsonl", pages)


def kinds(rows: list[dict]) -> dict[str, str]:
    return {row["id"]: row["kind"] for row in rows}


def test_kinds(tmp_path: Path) -> None:
    path = kinds_corpus(tmp_path)
    run = Dedup(tmp_path, path)
    assert kinds(run.rows()) == {"same": "exact", "near": "content"}
    assert kinds(run.rows("reported.jsonl")) == {"part": "partial"}
    assert run.summary["removed"] == {
        "exact": 1, "content": 1, "layout": 0, "partial": 0, "total": 2,
    }  # fmt: skip
    assert run.summary["reported"]["partial"] == 1
    by = {row["id"]: row["by"] for row in run.rows()}
    assert by == {"same": "digest", "near": "text"}


def test_remove_exact_only(tmp_path: Path) -> None:
    run = Dedup(tmp_path, kinds_corpus(tmp_path), "--remove", "exact")
    assert kinds(run.rows()) == {"same": "exact"}
    assert kinds(run.rows("reported.jsonl")) == {"near": "content", "part": "partial"}


def test_remove_partial_too(tmp_path: Path) -> None:
    run = Dedup(tmp_path, kinds_corpus(tmp_path), "--remove", "exact,content,partial")
    assert kinds(run.rows()) == {"same": "exact", "near": "content", "part": "partial"}
    assert run.rows("reported.jsonl") == []


def test_thresholds(tmp_path: Path) -> None:
    path = kinds_corpus(tmp_path)
    strict = Dedup(tmp_path, path, "--min-resemblance", "0.99")
    assert kinds(strict.rows()) == {"same": "exact"}
    loose = Dedup(tmp_path, path, "--min-resemblance", "0.5")
    assert kinds(loose.rows()) == {"same": "exact", "near": "content", "part": "content"}
    apart = Dedup(tmp_path, path, "--min-containment", "1")
    assert kinds(apart.rows("reported.jsonl")) == {"part": "partial"}
    short = Dedup(tmp_path, path, "--min-units", "1000")
    assert kinds(short.rows()) == {"same": "exact"}
    assert short.summary["too_short"] == 5


# --- modes ------------------------------------------------------------------------------------


def test_remove_leaves_bytes_untouched(tmp_path: Path) -> None:
    same, near_copy, other = words("x"), near("x", 1), words("z")
    lines = [
        '{ "id" : "a",   "text":"%s", "n": 1.50, "deep": {"k": [1, 2]} }' % same,
        "",
        '{"text":"%s","id":"b"}\r' % other,
        '\t{"id":"c","text":"%s"}' % near_copy,
        '{"id":"d","text":"%s"}' % words("last without a break"),
    ]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines), newline="")
    run = Dedup(tmp_path, "pages.jsonl")
    assert run.removed() == {"c": "a"}
    assert (run.out / "pages.jsonl").read_bytes().decode() == "\n".join(lines[:3] + lines[4:])


def test_annotate_adds_one_last_member(tmp_path: Path) -> None:
    text, alone = words("x"), words("alone")
    lines = [
        '{"id": "a", "text": "%s"}' % text,
        '{ "id":"b", "text": "%s", "n": 1.50 }   ' % text,
        '{"id": "c", "text": "%s", "brace": "}{"}\r' % alone,
        "{}",
        "{ }  \t",
        "rubbish",
        "",
        '{"id": "d", "text": "%s"}' % near("x", 1),
    ]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines), newline="")
    run = Dedup(tmp_path, "pages.jsonl", "--mode", "annotate")
    made = (run.out / "pages.jsonl").read_bytes().decode().split("\n")
    assert len(made) == len(lines)
    found = {}
    for before, after in zip(lines, made, strict=True):
        if not before.strip() or before == "rubbish":
            assert after == before
            continue
        member = json.loads(after)
        assert list(member)[-1] == "facsim"
        assert {k: v for k, v in member.items() if k != "facsim"} == json.loads(before)
        # Only an insertion before the last brace.
        head, tail = before.rstrip()[:-1], before[len(before.rstrip()) - 1 :]
        assert after.startswith(head)
        assert after.endswith(tail)
        added = after[len(head) : len(after) - len(tail)]
        assert added.startswith('"facsim"' if json.loads(before) == {} else ', "facsim"')
        found[member.get("id")] = member["facsim"]
    names = ["removed", "cluster", "kind", "representative", "representative_url", "representative_file"]
    names += ["representative_offset", "in_index", "distance", "resemblance"]
    names += ["resemblance_error", "containment", "agreement", "template", "judged", "payload_identical"]
    names += ["status", "representative_status"]
    names += ["kept_apart", "name_words"]
    assert all(list(value) == names for value in found.values())
    nothing = dict.fromkeys(names) | {"removed": False}
    assert found["b"]["removed"] and found["d"]["removed"]
    assert found["a"] == nothing | {"cluster": "a"}
    assert found["c"] == found[None] == nothing
    assert (found["b"]["kind"], found["b"]["representative"]) == ("exact", "a")
    assert (found["d"]["kind"], found["d"]["representative"]) == ("content", "a")
    assert found["b"]["resemblance"] == 1
    assert [row["id"] for row in run.rows()] == ["b", "d"]


def test_annotate_other_inputs(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for name, text in (("a", words("x")), ("b", words("x")), ("c", words("z"))):
        (site / f"{name}.html").write_text(html(text))
    run = Dedup(tmp_path, site, "--mode", "annotate")
    rows = run.rows("annotations.jsonl")
    assert [(row["id"], row["kind"], row["cluster"]) for row in rows] == [
        ("a.html", None, "a.html"),
        ("b.html", "exact", "a.html"),
        ("c.html", None, None),
    ]


def test_report_writes_no_copy(tmp_path: Path) -> None:
    run = Dedup(tmp_path, kinds_corpus(tmp_path), "--mode", "report")
    assert sorted(path.name for path in run.out.iterdir()) == [
        "clusters.jsonl",
        "duplicates.jsonl",
        "matches.facsim",
        "reported.jsonl",
        "skipped.jsonl",
        "summary.json",
    ]
    assert kinds(run.rows()) == {"same": "exact", "near": "content"}


# --- folders and scopes -----------------------------------------------------------------------


def site(folder: Path) -> Path:
    (folder / "sub").mkdir(parents=True)
    (folder / "a.html").write_text(html(words("x")))
    (folder / "sub/b.htm").write_text(html(words("x")))
    (folder / "sub/c.txt").write_text(words("y"))
    (folder / "d.md").write_text("# " + words("z"))
    (folder / "e.png").write_bytes(b"\x89PNG")
    return folder


def test_folder_lists_what_is_kept(tmp_path: Path) -> None:
    run = Dedup(tmp_path, site(tmp_path / "site"))
    assert (run.out / "kept.txt").read_text().splitlines() == ["a.html", "d.md", "sub/c.txt"]
    assert run.removed() == {"sub/b.htm": "a.html"}
    assert not (run.out / "a.html").exists()


def test_link(tmp_path: Path) -> None:
    folder = site(tmp_path / "site")
    run = Dedup(tmp_path, folder, "--link")
    reports = {"clusters.jsonl", "duplicates.jsonl", "reported.jsonl", "summary.json"}
    reports |= {"skipped.jsonl", "matches.facsim"}
    found = {str(path.relative_to(run.out)) for path in run.out.rglob("*") if path.is_file()}
    assert found == {"a.html", "d.md", "kept.txt", "sub/c.txt"} | reports
    assert (run.out / "sub/c.txt").samefile(folder / "sub/c.txt")


def test_scope_host(tmp_path: Path) -> None:
    urls = ["http://a.example.org/1", "http://b.example.org/1", "https://A.example.org:8080/2"]
    pages = [{"id": url, "url": url, "text": words("x")} for url in urls]
    pages += [{"id": name, "text": words("x")} for name in ("none 1", "none 2")]
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    assert len(Dedup(tmp_path, path).rows()) == 4
    removed = Dedup(tmp_path, path, "--scope", "host").removed()
    assert removed["none 2"] == "none 1"
    assert urls[0] not in removed
    assert urls[1] not in removed


def test_scope_file(tmp_path: Path) -> None:
    pages = [{"id": str(i), "text": near("x", i)} for i in range(4)]
    write_jsonl(tmp_path / "a.jsonl", pages[:2])
    write_jsonl(tmp_path / "b.jsonl", pages[2:])
    files = ("a.jsonl", "b.jsonl")
    assert Dedup(tmp_path, *files).removed() == {"1": "0", "2": "0", "3": "0"}
    assert Dedup(tmp_path, *files, "--scope", "file").removed() == {"1": "0", "3": "2"}


def test_other_field_names(tmp_path: Path) -> None:
    pages = [{"key": f"k{i}", "body": words("x"), "at": f"http://example.org/{i}"} for i in (1, 2)]
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    flags = ("--text-field", "body", "--id-field", "key", "--url-field", "at")
    (row,) = Dedup(tmp_path, path, *flags).rows()
    assert (row["id"], row["representative"], row["url"]) == ("k2", "k1", "http://example.org/2")


def test_html_wins_over_text(tmp_path: Path) -> None:
    pages = [
        {"id": "a", "text": words("x"), "html": html(words("a"))},
        {"id": "b", "text": words("x"), "html": html(words("b"))},
    ]
    assert Dedup(tmp_path, write_jsonl(tmp_path / "pages.jsonl", pages)).rows() == []
