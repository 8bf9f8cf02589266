# SPDX-License-Identifier: Apache-2.0
"""facsim compare: figures, kind, passages, and how a page is named."""

import json

import pytest
from making import MENU, html, response, text_of, write_jsonl
from running import facsim


def compare(*arguments, **options):
    """The object that --json prints."""
    result = facsim("compare", *arguments, "--json", **options)
    assert result.status == 0, result.err
    return json.loads(result.out)


@pytest.fixture
def folder(tmp_path):
    """Pages to compare, each in its own file."""
    words = text_of().split()
    edited = " ".join(words[:30] + ["inserted"] + words[31:])
    files = {
        "a.txt": text_of(),
        "a-again.txt": "  " + text_of().replace(" ", "\n"),
        "edited.txt": edited,
        "half.txt": text_of(30),
        "other.txt": " ".join(f"word{i}" for i in range(60)),
        "short.txt": "only three words",
        "short-again.txt": "only  three words",
        "short-other.txt": "only four short words",
        "empty.txt": "",
        "a.html": html(text_of(120), menu=MENU),
        "b.html": html(text_of(120), menu="Another menu here"),
        "bare.html": f"<p>{text_of(120)}</p>",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    return tmp_path


def test_json_has_every_member(folder):
    row = compare("a.txt", "edited.txt", cwd=folder)
    assert list(row)[:10] == [
        "kind", "distance", "witness", "left_out", "names", "cosine", "resemblance", "containment",
        "agreement", "layout",
    ]  # fmt: skip
    assert row["layout"] is None
    # 56 shingles each; the edit touches 5 of them: 51 of 61 are shared.
    assert row["resemblance"] == round(51 / 61, 4)
    assert row["containment"] == [round(51 / 56, 4), round(51 / 56, 4)]
    assert row["agreement"] == round(59 / 60, 4)
    assert row["cosine"] == round(59 / 60, 4)
    assert row["kind"] == "content"
    assert 0 <= row["distance"] <= 20
    assert row["first"]["units"] == row["second"]["units"] == 60
    assert row["too_short"] is False and row["same_text"] is False


def test_passages_are_both_texts_in_order(folder):
    passages = compare("a.txt", "edited.txt", cwd=folder)["passages"]
    assert [p["shared"] for p in passages] == [True, False, True]
    words = text_of().split()
    assert passages[0]["first"] == " ".join(words[:30]) == passages[0]["second"]
    assert (passages[1]["first"], passages[1]["second"]) == (words[30], "inserted")
    assert passages[1]["units"] == [1, 1]
    for before, after in zip(passages, passages[1:]):
        ends = [begin + units for begin, units in zip(before["begin"], before["units"])]
        assert after["begin"] == ends, "one after the other they are both texts"
    assert passages[0]["begin"] == [0, 0]
    assert passages[2]["first"] == " ".join(words[31:])


def test_passages_can_be_limited(folder):
    row = compare("a.txt", "edited.txt", "--passages", "1", cwd=folder)
    assert [p["shared"] for p in row["passages"]] == [True, False]
    assert row["passages"][0]["units"] == [30, 30]
    assert compare("a.txt", "edited.txt", "--passages", "0", cwd=folder)["passages"] == []


@pytest.mark.parametrize(
    "first, second, kind",
    [
        ("a.txt", "a.txt", "exact"),
        ("a.txt", "a-again.txt", "exact"),  # white space does not count
        ("a.html", "b.html", "content"),
        ("a.txt", "edited.txt", "content"),
        ("a.html", "bare.html", "content"),  # the text is the same, the layout is not
        ("a.txt", "half.txt", "partial"),
        ("a.txt", "other.txt", "none"),
        ("short.txt", "short-again.txt", "exact"),
        ("short.txt", "short-other.txt", "none"),
    ],
)
def test_kinds(folder, first, second, kind):
    if (first, second) == ("a.html", "bare.html"):
        # The heading is part of the main text of the first; so it is left out here.
        page = html(text_of(120), menu=MENU).replace('<h1 class="head">A page</h1>', "")
        (folder / "a.html").write_text(page)
    assert compare(first, second, cwd=folder)["kind"] == kind
    assert compare(second, first, cwd=folder)["kind"] == kind


def test_thresholds_change_the_kind(folder):
    assert compare("a.txt", "edited.txt", "--min-resemblance", "0.9", cwd=folder)[
        "kind"
    ] == "partial"
    assert compare("a.txt", "edited.txt", "--profile", "strict", cwd=folder)[
        "kind"
    ] == "partial"
    assert compare("a.txt", "half.txt", "--min-containment", "1", cwd=folder)[
        "kind"
    ] == "partial"


def test_too_short_to_judge_is_said(folder):
    row = compare("short.txt", "short-other.txt", cwd=folder)
    assert row["too_short"] is True
    assert row["distance"] is None
    assert row["first"]["fingerprint"] is None
    result = facsim("compare", "short.txt", "short-other.txt", cwd=folder)
    assert "too short: under 20 units only equal texts are duplicates" in result.out


def test_a_person_reads_the_same(folder):
    result = facsim("compare", "a.txt", "edited.txt", cwd=folder)
    assert result.status == 0 and result.err == ""
    assert "\nkind         content\n" in result.out
    assert f"resemblance  {51 / 61:.4f}" in result.out
    assert "shared passages: 2\n" in result.out
    assert f"  A {text_of().split()[30]}\n  B inserted\n" in result.out


def test_layout_likeness_of_pages(folder):
    assert compare("a.html", "b.html", cwd=folder)["layout"] == 1.0


def test_foreign_bytes_cannot_command_the_terminal(folder):
    (folder / "evil.txt").write_text(text_of(30) + " \x1b[2J\x1b]0;title\x07 " + text_of(30, 30))
    assert "\x1b" not in facsim("compare", "evil.txt", "a.txt", cwd=folder).out


@pytest.fixture
def many(tmp_path):
    """Three pages in one file."""
    return write_jsonl(
        tmp_path / "many.jsonl",
        [
            {"id": "a", "text": text_of()},
            {"id": "b", "text": text_of()},
            {"id": "with#and:7", "text": text_of(60, 5)},
        ],
    )


def test_a_page_by_its_id(many):
    row = compare(f"{many}#a", f"{many}#b")
    assert row["kind"] == "exact"
    assert (row["first"]["id"], row["second"]["id"]) == ("a", "b")
    assert compare(f"{many}#a", f"{many}#with#and:7")["second"]["id"] == "with#and:7"


def test_a_page_by_its_offset_as_dedup_names_it(many):
    result = facsim("fingerprint", many, "--columns", "file,offset")
    names = [":".join(line.split("\t")) for line in result.out.splitlines()]
    row = compare(names[0], names[1])
    assert (row["first"]["id"], row["second"]["id"]) == ("a", "b")
    assert row["second"]["offset"] > 0


def test_standard_input_on_either_side_or_both(folder, many):
    text = text_of().encode()
    assert compare("-", "a.txt", cwd=folder, stdin=text)["kind"] == "exact"
    assert compare("a.txt", "-", cwd=folder, stdin=text)["kind"] == "exact"
    assert compare("-#a", "-#b", stdin=many.read_bytes())["kind"] == "exact"


def test_a_file_of_that_name_wins(many):
    odd = many.parent / "many.jsonl#a"
    odd.write_text(text_of(60, 5))
    row = compare("many.jsonl#a", "many.jsonl#b", cwd=many.parent)
    assert row["first"]["file"] == "many.jsonl#a"
    assert row["kind"] != "exact"


def test_a_page_of_a_warc(tmp_path):
    path = tmp_path / "crawl.warc"
    first, second = (response(i, html(text_of(), menu=MENU).encode()) for i in (1, 2))
    path.write_bytes(first + second)
    row = compare(f"{path}:0", f"{path}:{len(first)}")
    assert row["kind"] == "exact" and row["layout"] == 1.0
    assert row["second"]["url"] == "http://example.org/2"


def test_several_pages_and_none_named(many):
    result = facsim("compare", many, many)
    assert result.status == 2
    assert "holds several pages; name one as FILE:OFFSET or FILE#ID" in result.err


def test_what_is_not_there(many, folder):
    result = facsim("compare", f"{many}#nobody", f"{many}#a")
    assert result.status == 1 and "has no page with the id 'nobody'" in result.err
    result = facsim("compare", f"{many}:3", f"{many}#a")
    assert result.status == 1 and "has no page at offset 3" in result.err
    result = facsim("compare", "empty.txt", "a.txt", cwd=folder)
    assert result.status == 1 and "empty.txt: holds no page" in result.err
    result = facsim("compare", "nowhere.html", "a.txt", cwd=folder)
    assert result.status == 1 and "nowhere.html: there is no such file" in result.err


def test_two_pages_are_needed(folder):
    for arguments in [[], ["a.txt"], ["a.txt", "a.txt", "a.txt"]]:
        result = facsim("compare", *arguments, cwd=folder)
        assert result.status == 2
        assert "takes two pages" in result.err
