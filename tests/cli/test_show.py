# SPDX-License-Identifier: Apache-2.0
"""facsim show: why a page went, and what it says where nobody can tell any more."""

import json
import os
import shutil

import pytest
from making import MENU, html, text_of, write_jsonl
from running import facsim
from show_world import EDITED, OTHER, WORDS, chain, dedup, lines_of, show, write_pages


@pytest.fixture
def pages(tmp_path):
    """The folder of write_pages()."""
    return write_pages(tmp_path)


def test_a_removed_page_stands_beside_the_one_that_was_kept(pages):
    row = dedup(pages, "pages.jsonl")["edited"]
    text = lines_of(pages, "edited")
    offset = row["offset"]
    assert text[:18] == [
        "edited was removed: it repeats first",
        "",
        "A removed    edited",
        "             http://b.example.org/",
        f"             pages.jsonl:{offset}",
        "B kept       first",
        "             http://a.example.org/",
        "             pages.jsonl:0",
        "",
        "kind         content  decided by both texts",
        f"resemblance  {51 / 61:.4f}  Jaccard of the 5-unit shingles",
        f"containment  {51 / 56:.4f}  of A in B, {51 / 56:.4f} of B in A",
        f"agreement    {59 / 60:.4f}  of the longer, in the same order",
        "template     false  they do not differ as two pages of one template do",
        f"distance     {row['distance']}  of 64 bits",
        "judged       1.0000  of A, 1.0000 of B",
        "layout       -  tag.class names",
        "",
    ]
    passages = text[18:]
    assert passages[0].startswith(f"  = {WORDS[0]} ")
    assert "  A inserted" in passages and f"  B {WORDS[30]}" in passages
    assert any("(30 units)" in line for line in passages)
    assert any("(29 units)" in line for line in passages)
    assert max(map(len, text)) <= 80
    assert not any("\x1b" in line or "note:" in line for line in text)


def test_json_has_the_row_the_measure_and_the_passages(pages):
    row = dedup(pages, "pages.jsonl")["edited"]
    found = show(pages, "edited")
    assert list(found) == [
        "id", "url", "file", "offset", "verdict", "reason", "mode", "named_by", "places", "namesakes",
        "row", "as_in_row", "notes", "measured", "passages", "went_for_it",
    ]  # fmt: skip
    assert found["row"] == row and found["verdict"] == "removed" and found["as_in_row"] is True
    for member in ("kind", "distance", "resemblance", "containment"):
        assert found["measured"][member] == row[member]
    if "agreement" in row:
        assert found["measured"]["agreement"] == row["agreement"]
    passages = found["passages"]
    assert [p["shared"] for p in passages] == [True, False, True]
    assert [p["units"] for p in passages] == [[30, 30], [1, 1], [29, 29]]
    assert " ".join(p["first"] for p in passages) == EDITED
    assert " ".join(p["second"] for p in passages) == text_of()
    assert show(pages, "edited", "--passages", "0")["passages"] == []


@pytest.mark.parametrize(
    "flags",
    [
        [],
        ["--shingle-size", "2", "--min-units", "5"],
        ["--text-field", "body", "--id-field", "key", "--url-field", "link"],
        ["--profile", "strict", "--min-resemblance", "0.5"],
        ["--recipe", "mine.toml"],
        ["--topic", "topic.tsv"],
        ["--keep", "longest"],
        ["--profile", "thorough"],
        ["--min-agreement", "0.5"],
    ],
    ids=lambda flags: " ".join(flags) or "defaults",
)
def test_it_measures_what_the_run_measured(tmp_path, flags):
    fields = ("body", "key", "link") if "--text-field" in flags else ("text", "id", "url")
    texts = [text_of(), EDITED, OTHER, text_of(59), EDITED + " and an end", "two words"]
    records = [
        dict(zip(fields, (text, f"p{i}", f"http://{i}.example.org"), strict=True))
        for i, text in enumerate(texts)
    ]
    write_jsonl(tmp_path / "pages.jsonl", records)
    recipe = facsim("recipe", "show", "balanced").out.replace('"balanced"', '"mine"')
    recipe = recipe.replace("shingle_size = 5", "shingle_size = 3")
    (tmp_path / "mine.toml").write_text(recipe)
    (tmp_path / "topic.tsv").write_text("harbour\t4\n")
    rows = dedup(tmp_path, "pages.jsonl", *flags)
    (tmp_path / "mine.toml").unlink()  # what the run read is in its summary
    assert len(rows) >= 2
    for page, row in rows.items():
        found = show(tmp_path, page)
        assert found["notes"] == [] and found["as_in_row"] is True
        for member in ("kind", "distance", "resemblance", "containment"):
            assert found["measured"][member] == row[member], (page, member)


def test_a_kept_page_lists_what_went_for_it(pages):
    dedup(pages, "pages.jsonl")
    assert lines_of(pages, "first") == [
        "first was kept",
        "  http://a.example.org/",
        "  pages.jsonl:0",
        "",
        "2 pages went for it (exact 1, content 1):",
        "  0.8361  content   edited  http://b.example.org/",
        "  1.0000  exact     again",
    ]
    assert "  ... 1 page more" in lines_of(pages, "first", "--passages", "1")
    found = show(pages, "first")
    assert found["verdict"] == "kept" and found["row"] is None
    assert found["went_for_it"]["count"] == 2
    assert [row["id"] for row in found["went_for_it"]["rows"]] == ["edited", "again"]


def test_a_kept_page_that_no_row_names_is_found_in_the_inputs(pages):
    dedup(pages, "pages.jsonl")
    by_id = lines_of(pages, "other")
    assert by_id[0] == "other was kept; nothing went for it"
    place = show(pages, "other")
    by_place = show(pages, f"pages.jsonl:{place['offset']}")
    assert by_place["verdict"] == "kept" and by_place["offset"] == place["offset"] > 0


def test_a_kept_page_is_named_as_rows_would_name_it(tmp_path):
    for folder, text in (("old/site", text_of()), ("new/site", OTHER)):
        (tmp_path / folder).mkdir(parents=True)
        write_jsonl(tmp_path / folder / "pages.jsonl", [{"id": folder[:3], "text": text}])
    dedup(tmp_path, "old/site", "new/site")
    found = show(tmp_path, "new")
    assert (found["verdict"], found["file"]) == ("kept", "new/site/pages.jsonl")
    assert show(tmp_path, "new/site/pages.jsonl:0")["verdict"] == "kept"
    shutil.rmtree(tmp_path / "old")
    assert show(tmp_path, "new")["verdict"] == "kept"
    result = facsim("show", "out", "old", cwd=tmp_path)
    assert result.status == 1 and "not searched: old/site" in result.err


def test_a_reported_page_was_kept(tmp_path):
    write_jsonl(
        tmp_path / "pages.jsonl",
        [{"id": "whole", "text": text_of()}, {"id": "part", "text": text_of(40)}],
    )
    assert dedup(tmp_path, "pages.jsonl") == {}
    reported = [json.loads(r) for r in (tmp_path / "out/reported.jsonl").read_text().splitlines()]
    assert [row["id"] for row in reported] == ["part"]
    text = lines_of(tmp_path, "part")
    assert text[0] == "part was kept and only reported: it repeats a part of whole"
    assert "A reported   part" in text and "kind         partial  decided by both texts" in text
    assert show(tmp_path, "part")["as_in_row"] is True


def test_a_page_that_its_title_kept_says_so(tmp_path):
    """Its main text is that of the other; without this line nobody knows why it stayed."""
    for name, title, menu in (("a", "Alpha notes", "north"), ("b", "Beta manual", "south")):
        links = "".join(f"<a href=/{menu}{i}>{menu} {i} {menu}{i * 7}</a>" for i in range(60))
        (tmp_path / f"{name}.html").write_text(
            f"<title>{title}</title><nav>{links}</nav><main><p>{text_of(40)}</p></main>"
        )
    assert dedup(tmp_path, "a.html", "b.html") == {}
    text = lines_of(tmp_path, "b.html")
    assert text[0] == (
        "b.html was kept and only reported: it looks like a.html, but titles or sites differ, "
        "and a main text is short"
    )
    compared = facsim("compare", "a.html", "b.html", cwd=tmp_path).out.splitlines()
    witness = [line for line in text if line.startswith("witness ")]
    assert len(witness) == 1 and witness[0] in compared


def test_a_page_that_went_by_way_of_others_repeats_nothing(tmp_path):
    write_jsonl(tmp_path / "pages.jsonl", chain())
    rows = dedup(tmp_path, "pages.jsonl", "--cluster", "single")
    assert (rows["c1"]["by"], rows["c5"]["by"]) == ("text", "link")
    assert lines_of(tmp_path, "c1")[0] == "c1 was removed: it repeats c0"
    text = lines_of(tmp_path, "c5")
    assert text[0] == "c5 was removed: pages between the two lead from it to c0"
    assert "kind         content  decided by pages between the two" in text
    found = show(tmp_path, "c5")
    assert found["notes"] == [] and found["as_in_row"] is True
    assert found["measured"]["resemblance"] == rows["c5"]["resemblance"] < 0.5
    records = chain()
    records[5]["text"] = text_of(40)  # another page stands there
    write_jsonl(tmp_path / "pages.jsonl", records)
    found = show(tmp_path, "c5")
    assert found["as_in_row"] is False
    assert any(note.startswith("resemblance is 0.0 now") for note in found["notes"])


def test_pages_of_one_template_are_said(tmp_path):
    """A record's figures change, its words stay."""
    words = [f"word{i}" for i in range(300)]
    records = []
    for number in range(2):
        numbers = " ".join(str(1000 * number + i) for i in range(5))
        text = " ".join(w + (f" {numbers}" if i == 150 else "") for i, w in enumerate(words))
        records.append({"id": f"t{number}", "text": text})
    write_jsonl(tmp_path / "pages.jsonl", records)
    row = dedup(tmp_path, "pages.jsonl")["t1"]
    assert row["template"] is True
    assert "template     true  they differ as two pages of one template do" in lines_of(tmp_path, "t1")


@pytest.mark.parametrize("mode", ["annotate", "report"])
def test_modes_that_remove_nothing_are_said(pages, mode):
    dedup(pages, "pages.jsonl", "--mode", mode)
    first = lines_of(pages, "edited")[0]
    assert first == f"edited would be removed: it repeats first (--mode {mode} removes nothing)"


def test_an_unknown_id_suggests_the_nearest(pages):
    dedup(pages, "pages.jsonl")
    result = facsim("show", "out", "edted", cwd=pages)
    assert (result.status, result.out) == (1, "")
    assert result.err == (
        "facsim: out: no page is called 'edted'; did you mean 'edited'?\n"
    )
    result = facsim("show", "out", "pages.jsonl:1", cwd=pages)
    assert result.status == 1 and "has no page at offset 1" in result.err


def test_of_pages_that_share_an_id_the_place_chooses(tmp_path):
    same = [{"id": "same", "text": text} for text in (EDITED, text_of(), EDITED + " end")]
    write_jsonl(tmp_path / "pages.jsonl", [{"id": "first", "text": text_of()}, *same])
    dedup(tmp_path, "pages.jsonl")
    text = lines_of(tmp_path, "same")
    assert text[1] == "3 pages of the rows have this id; FILE:OFFSET chooses:"
    assert all(line.startswith("  removed  ") for line in text[2:5])
    places = [line.split()[1] for line in text[2:5]]
    found = [show(tmp_path, place) for place in places]
    assert [f"{page['file']}:{page['offset']}" for page in found] == places
    assert [page["row"]["by"] for page in found] == ["text", "digest", "text"]
    assert found[0]["row"] == show(tmp_path, "same")["row"]


def test_of_very_many_pages_that_share_an_id_100_are_listed(tmp_path):
    for count in (100, 101):
        records = [{"id": "same", "text": text_of()} for _ in range(count)]
        write_jsonl(tmp_path / "pages.jsonl", records)
        facsim("dedup", "pages.jsonl", "-o", "out", "--force", "--quiet", cwd=tmp_path)
        found = show(tmp_path, "same")
        assert len(found["places"]) == len(set(found["places"])) == 100
        text = lines_of(tmp_path, "same")
        more = " or more" if count > 100 else ""
        assert text[1] == f"100{more} pages of the rows have this id; FILE:OFFSET chooses:"
        assert text[21].startswith("  removed  pages.jsonl:") and text[22] == "  ..."


def test_wrong_usage_and_damaged_results(pages):
    for words in (["show"], ["show", "out"], ["show", "a", "b", "c"]):
        assert facsim(*words, cwd=pages).status == 2
    result = facsim("show", "nowhere", "x", cwd=pages)
    assert result.status == 1 and "no result of 'facsim dedup'" in result.err
    dedup(pages, "pages.jsonl")
    (pages / "out/duplicates.jsonl").write_text('{"id":"edited"')
    result = facsim("show", "out", "edited", cwd=pages)
    assert result.status == 1 and "duplicates.jsonl, line 1: is no row" in result.err
    (pages / "out/summary.json").write_text('{"version": "0.0.1"}')
    result = facsim("show", "out", "edited", cwd=pages)
    assert result.status == 1 and "run 'facsim dedup' again" in result.err


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("resemblance", "x"),
        ("resemblance", '"1"'),
        ("resemblance", "null"),
        ("resemblance", "1e999"),
        ("resemblance_error", "[]"),
        ("containment", '["a", "b"]'),
        ("containment", "[1]"),
        ("containment", "1"),
        ("agreement", "true"),
        ("distance", "1.5"),
        ("template", "1"),
        ("judged", "[1]"),
        ("kind", "{}"),
        ("in_index", "maybe"),
        ("cluster", "[" * 100_000 + "]" * 100_000),
    ],
    ids=lambda word: word[:12],
)
def test_a_row_of_other_types_is_named_with_its_line(pages, member, value):
    """Its own page, and the one that it went for."""
    dedup(pages, "pages.jsonl")
    path = pages / "out/duplicates.jsonl"
    rows = path.read_text().splitlines()
    row = json.loads(rows[-1])
    row[member] = "@"
    rows[-1] = json.dumps(row).replace('"@"', value)
    path.write_text("\n".join(rows) + "\n")
    for word in (row["id"], row["representative"]):
        for flags in ([], ["--json"]):
            result = facsim("show", "out", word, *flags, cwd=pages)
            assert (result.status, result.out) == (1, "")
            where = f"duplicates.jsonl, line {len(rows)}: is no row of facsim"
            assert result.err.startswith(f"facsim: out/{where}"), result.err


def test_a_page_is_known_by_its_place_however_it_is_named(tmp_path):
    """By bytes that are not UTF-8, as a shell completes them, and by an id that is empty."""
    folder = tmp_path / "fold"
    folder.mkdir()
    page = html(text_of(120), menu=MENU)
    (folder / "b.html").write_text(page)
    with open(os.fsencode(folder) + b"/caf\xe9.html", "w") as odd:
        odd.write(page)
    write_jsonl(tmp_path / "ids.jsonl", [{"id": "plain", "text": text_of(60)},
                                         {"id": "", "text": text_of(60)}])  # fmt: skip
    for source, out in (("fold", "of"), ("ids.jsonl", "oi")):
        assert facsim("dedup", source, "-o", out, "-q", cwd=tmp_path).status == 0
    for word in (b"caf\xe9.html", b"caf\xe9.html:0"):
        done = facsim("show", "of", os.fsdecode(word), cwd=tmp_path)
        assert "was removed: it repeats b.html" in done.out, done.out + done.err
    done = facsim("show", "oi", "", cwd=tmp_path)
    assert "was removed: it repeats plain" in done.out, done.out + done.err


def test_a_page_is_known_by_every_way_to_write_its_path(tmp_path):
    """A removed page was said to be kept where its path had a doubled slash or a leading dot."""
    (tmp_path / "a").mkdir()
    for name in "abc":
        (tmp_path / "a" / f"{name}.html").write_text(html(text_of(120), menu=MENU))
    write_jsonl(tmp_path / "p.jsonl", [{"id": f"i{i}", "text": text_of(120)} for i in range(2)])
    line = len((tmp_path / "p.jsonl").read_text().splitlines()[0]) + 1
    outs = {"of": ["a", "p.jsonl"], "od": ["./a//", ".//p.jsonl"],
            "on": ["a/a.html", "a//b.html", "./p.jsonl"]}  # fmt: skip
    for out, inputs in outs.items():
        assert facsim("dedup", *inputs, "-o", out, "-q", cwd=tmp_path).status == 0
    pages = ["a/b.html", "a//b.html", "./a/b.html", "a/./b.html", "a/../a/b.html",
             tmp_path / "a/b.html"]  # fmt: skip
    lines = [f"{path}:{line}" for path in ("p.jsonl", "./p.jsonl", tmp_path / "p.jsonl")]
    for out, kept in (("of", "a.html"), ("od", "a.html"), ("on", "a/a.html")):
        for word in [*pages, *(f"{page}:0" for page in pages), *lines]:
            done = facsim("show", out, word, cwd=tmp_path)
            assert f"was removed: it repeats {kept}" in done.out, (out, word, done.out, done.err)
        done = facsim("show", out, "a/.//a.html", cwd=tmp_path)
        assert f"{kept} was kept" in done.out, (out, done.out, done.err)
    for word in ("./b.html", "x/../b.html"):  # as members of the folder are named
        done = facsim("show", "of", word, cwd=tmp_path)
        is_there = word == "./b.html"
        assert ("it repeats a.html" in done.out) == is_there and (done.status == 0) == is_there


@pytest.mark.parametrize("version", [1, 999])
def test_a_run_by_another_version_of_the_recipes_is_shown_unmeasured(tmp_path, version):
    """The rows still say why; the texts are not judged by bits that the run did not have."""
    pages = [{"id": f"p{i}", "text": text_of(60)} for i in range(2)]
    write_jsonl(tmp_path / "in.jsonl", pages)
    assert facsim("dedup", "in.jsonl", "-o", "out", "-q", cwd=tmp_path).status == 0
    path = tmp_path / "out/summary.json"
    summary = json.loads(path.read_text())
    lines = summary["recipe"]["toml"].splitlines(keepends=True)
    assert lines[1].startswith("version = ")
    lines[1] = f"version = {version}\n"
    summary["recipe"] |= {"toml": "".join(lines), "id": "0123456789abcdef"}
    path.write_text(json.dumps(summary))
    shown = json.loads(facsim("show", "out", "p1", "--json", cwd=tmp_path).out)
    assert shown["verdict"] == "removed" and shown["row"]["representative"] == "p0"
    assert shown["measured"] is None
    assert any("0123456789abcdef" in note for note in shown["notes"])
    done = facsim("show", "out", "p1", cwd=tmp_path)
    assert "p1 was removed: it repeats p0" in done.out and "cannot be measured" in done.out
    done = facsim("show", "out", "p0", cwd=tmp_path)
    assert done.status == 0 and "p0 was kept" in done.out
