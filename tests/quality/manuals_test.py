# SPDX-License-Identifier: Apache-2.0
"""Does the judge of manuals judge? A made-up manual whose every removal is known, and its parts."""

import io
import json
import os
import random
import shutil
import sys
import tarfile
from pathlib import Path

import judging
import manual_packages
import manuals
import numpy
import pytest
import texts
import visible
from manual_pages import FolderPages
from page_names import ListedNames, PathNames
from removal_judge import Removal, earlier_pages
from set_store import SetStore

MENU = [f"menu{i}" for i in range(60)]  # of every page: what makes pages of one form alike
# Writes the rows of $ROWS as facsim would, so that the judge can be shown removals that are wrong.
DOUBLE = """#!{python}
import json, os, sys
out = sys.argv[sys.argv.index("-o") + 1]
os.mkdir(out)
rows = json.load(open({rows!r}))
with open(out + "/duplicates.jsonl", "w") as lines:
    for removed, kept in rows:
        row = dict(file=removed, representative_file=kept, kind="content", by="text", resemblance=1)
        lines.write(json.dumps(row) + "\\n")
with open(out + "/summary.json", "w") as summary:
    json.dump(dict(pages_read={pages}, run=dict(seconds=1)), summary)
"""


def words(name: str, count: int) -> str:
    return " ".join(f"{name}{i}" for i in range(count))


def html(title: str, *paragraphs: str) -> str:
    menu = "".join(f"<li><a href='{item}.html'>{item}</a></li>" for item in MENU)
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f"<html><head><title>{title}</title></head><body><ul>{menu}</ul>{body}</body></html>"


def write(folder: Path, pages: dict[str, str]) -> Path:
    for name, page in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(page)
    return folder


def manual(folder: Path) -> Path:
    """Two versions: pages of a menu, two of a form, a long list, and a page that was rewritten."""
    pages = {}
    for version in ("lib1.2-doc", "lib1.3-doc"):
        for i in range(100):
            pages[f"{version}/html/filler{i}.html"] = html(f"f{i}", words(f"filler{i}x", 90))
        pages[f"{version}/html/same.html"] = html("same", words("same", 300))
        pages[f"{version}/html/form_a.html"] = html("a", words("a", 26))
        pages[f"{version}/html/form_b.html"] = html("b", words("b", 26))
        pages[f"{version}/html/list.html"] = html("list", words("entry", 500))
        pages[f"{version}/html/rewritten.html"] = html("new", words(version[:6], 400))
    return write(folder, pages)


def double(folder: Path, rows: list[tuple[str, str]], pages: int = 1) -> Path:
    """A program that removes just these."""
    (folder / "rows.json").write_text(json.dumps(rows))
    program = folder / "double"
    text = DOUBLE.format(python=sys.executable, rows=str(folder / "rows.json"), pages=pages)
    program.write_text(text)
    program.chmod(0o755)
    return program


OLD, NEW = "lib1.2-doc/html/", "lib1.3-doc/html/"


def test_a_wrong_removal_a_form_and_a_version_pair_are_told_apart(tmp_path: Path) -> None:
    rows = [
        (OLD + "list.html", OLD + "filler0.html"),  # wrong, and unique
        (OLD + "form_b.html", OLD + "form_a.html"),  # two of a form
        (NEW + "same.html", OLD + "same.html"),  # right
        (NEW + "rewritten.html", OLD + "rewritten.html"),  # not the same, but of its name
        (NEW + "form_a.html", OLD + "form_a.html"),  # right
        (NEW + "form_b.html", OLD + "form_a.html"),  # the same page was removed for another
    ]
    folder = manual(tmp_path / "manual")
    with SetStore(tmp_path / "sets.db") as store:
        verdict = manuals.judged_folder(double(tmp_path, rows, 210), folder, store, [])
    by_page = {(r.removed, r.representative): r for r in verdict.removals}
    assert [by_page[row].verdict for row in rows] == [
        "wrong, unique", "doubtful, unique",
        "its name", "its name", "its name", "doubtful, unique",
    ]  # fmt: skip
    form = by_page[rows[1]]
    assert form.seen == pytest.approx(56 / (56 + 2 * 26))  # 56 shingles of the menu, 26 others
    assert form.own == 0 and form.own_shingles == 22
    assert by_page[rows[2]].seen == 1 and by_page[rows[3]].seen < 0.5
    assert [r.removed for r in verdict.wrong] == [rows[0][0]]
    # All pages but the rewritten one show the same in both versions; three of these went.
    assert (verdict.same, verdict.same_for_name, verdict.same_removed) == (104, 2, 3)
    row = dict(zip(manuals.COLUMNS, manuals.cells(verdict), strict=True))
    assert (row["pages"], row["removed"], row["for another name"]) == ("210", "6", "3")
    assert (row["wrong"], row["share"], row["doubtful"]) == ("1", "0.1667", "2")
    assert (row["unique"], row["unique and wrong"]) == ("3", "1")


def test_a_page_that_moved_below_another_menu_is_cleared(tmp_path: Path) -> None:
    folder = manual(tmp_path / "manual")
    moved = html("same", words("same", 300), words("more", 20))
    for name in MENU:
        moved = moved.replace(name, name + words("of_a_later_version", 20))
    write(folder, {NEW + "moved.html": moved})
    rows = [(NEW + "moved.html", OLD + "same.html"), (NEW + "moved.html", OLD + "filler1.html")]
    with SetStore(tmp_path / "sets.db") as store:
        verdict = manuals.judged_folder(double(tmp_path, rows, 211), folder, store, [])
    cleared, wrong = verdict.removals
    assert cleared.seen < 0.5 <= cleared.own and cleared.is_cleared
    assert wrong.is_wrong and not wrong.is_cleared
    row = dict(zip(manuals.COLUMNS, manuals.cells(verdict), strict=True))
    assert (row["wrong"], row["cleared"]) == ("2", "1")
    figures = manuals.figures_of(verdict, "x", "x")
    assert [(figure.name, figure.measured) for figure in figures[:2]] == [
        ("wrong_x", 2),
        ("cleared_x", 1),
    ]


def test_the_program_removes_what_two_versions_share_and_no_page_of_another_name(
    tmp_path: Path,
) -> None:
    folder = manual(tmp_path / "manual")
    with SetStore(tmp_path / "sets.db") as store:
        verdict = manuals.judged_folder(judging.program(), folder, store, [])
    assert verdict.pages == 210
    assert verdict.wrong == []
    assert (verdict.same, verdict.same_for_name) == (104, 104)


def test_the_command_line_prints_a_row_for_each_manual_and_their_sum(tmp_path: Path) -> None:
    folder = manual(tmp_path / "manual")
    program = double(tmp_path, [(OLD + "list.html", OLD + "filler0.html")], 210)
    command = [sys.executable, manuals.__file__, folder, folder, "--program", program]
    command += ["--cache", tmp_path / "cache", "--list", "1", "--show", "1", "--", "--profile", "x"]
    printed = judging.printed(*command)
    lines = printed.splitlines()
    assert [line.split(" | ")[0] for line in lines[2:5]] == ["| manual", "| manual", "| all"]
    assert lines[4].split(" | ")[1:5] == ["420", "2", "2", "2"]
    assert printed.count(f"- {OLD}list.html for {OLD}filler0.html: visible") == 2
    assert "- wrong, unique: manual: " in printed
    assert "  - [list] menu0" in printed


def removal(seen: float, own: float | None, other_name: bool, own_shingles: int = 20) -> Removal:
    return Removal("a", "b", "content", "text", 1, seen, other_name, own, own_shingles)


def test_thresholds() -> None:
    assert removal(0.499, 0.5, True).verdict == "wrong"
    assert removal(0.499, 0.5, True).is_cleared
    assert not removal(0.499, 0.499, True).is_cleared
    assert not removal(0.499, 0.5, True, own_shingles=19).is_cleared
    assert not removal(0.5, 0.5, True).is_cleared
    assert removal(0.5, 0.499, True).verdict == "doubtful, unique"
    assert removal(0.5, 0.499, True, own_shingles=19).verdict == "doubtful"
    assert removal(0.8, 1, True).verdict == "alike"
    assert removal(0, None, False).verdict == "its name"


def test_markup_is_cut_and_hidden_text_is_not_shown() -> None:
    page = """<!DOCTYPE html><title>no</title><style>no</style><script>if (a < b) no()</script>
      <a title="1 > 0" href='x>y'>one</a><!-- no <p>no</p> -->two &lt; three <br/>four
      <template>no</template><noscript>no</noscript>5 < 6 <?no?><b>fi</b>ve<script>no"""
    assert visible.units(visible.shown(page)) == [
        "one",
        "two",
        "three",
        "four",
        "5",
        "6",
        "fi",
        "ve",
    ]
    assert visible.lines("<p>a <b>b</b>\nc</p><li>d<li>e") == ["a b c", "d", "e"]
    assert visible.units("Große 三四 ｱかな x_1") == ["große", "三", "四", "ｱ", "か", "な", "x_1"]
    assert visible.decoded("naïve".encode("cp1252")) == "naïve"
    japanese = '<meta charset="shift_jis">仮名'
    assert visible.decoded(japanese.encode("shift_jis")) == japanese


def test_broken_tags_end_in_time() -> None:
    assert visible.units(visible.shown("one" + "<a b='" * 100_000 + "two")) == ["one"]
    assert visible.units(visible.shown("one" + "<!" * 100_000 + "two")) == ["one"]
    assert visible.units(visible.shown("<a b=\"c>d</a> e <i f=don't>g</i>")) == ["d", "e", "g"]


def test_resemblance_is_that_of_sets_of_five_units() -> None:
    chance = random.Random(1)
    hasher = visible.Hasher()
    for _ in range(200):
        one, other = (chance.choices("abc", k=chance.randrange(60)) for _ in range(2))
        mine, others = texts.shingles(one), texts.shingles(other)
        expected = len(mine & others) / len(mine | others) if mine or others else 1
        sets = [hasher.shingles(" ".join(cut)) for cut in (one, other)]
        assert [len(s) for s in sets] == [len(mine), len(others)]
        assert visible.resemblance(*sets) == pytest.approx(expected)


def test_a_line_is_common_from_three_pages_and_one_percent_on() -> None:
    count = visible.LineCount()
    for i in range(400):
        count.add(f"<p>all<p>{'four' if i < 4 else ''}<p>{'three' if i < 3 else ''}<p>only{i}")
    assert count.common() == {"all", "four"}
    few = visible.LineCount()
    for i in range(3):
        few.add(f"<p>all<p>all<p>{'two' if i < 2 else ''}")
    assert few.common() == {"all"}


def test_names_of_paths() -> None:
    paths = [
        "lib1.74-doc/boost_1_74_0/a.html", "lib1.81-doc/boost_1_81_0/a.htm",
        "lib1.74-doc/x/list1.74.html", "lib1.81-doc/x/list1.81.html",
        "lib1.74-doc/_sources/b.rst.txt", "lib1.81-doc/b.html",
        "lib1.74-doc/01/1.74.5/c.html", "lib1.81-doc/02/1.81.5/c.html",
    ]  # fmt: skip
    names = PathNames(paths)
    assert names.of(paths[0]) == names.of(paths[1]) == "lib#-doc/boost_#/a"
    assert names.of(paths[2]) != names.of(paths[3])  # only folders lose the version
    assert names.of(paths[4]) == names.of(paths[5])
    assert names.of(paths[6]) != names.of(paths[7])
    whole = PathNames(["gcc-11/base11/a.html", "gcc-12/base12/a.html", "gcc-12/x/12/a.html"])
    assert [whole.of(path) for path in ("gcc-11/base11/a.html", "gcc-12/x/12/a.html")] == [
        "gcc-#/base11/a", "gcc-#/x/#/a",
    ]  # fmt: skip
    single = PathNames(["scalc/01/a.html", "shared/01/a.html"])
    assert single.of("scalc/01/a.html") == "scalc/01/a"
    mirrors = PathNames(["east/a.html", "west/a.html"], all_are_versions=True)
    assert mirrors.of("east/a.html") == mirrors.of("west/a.html")


def test_counted_names_are_headlines_where_these_tell_pages_apart() -> None:
    headlines = {
        "d-11/a00001.html": "D 11 | class x", "d-12/a00007.html": "D 12 | class x",
        "d-11/a00002.html": "list", "d-11/a00003.html": "list",
        "d-12/a00002.html": "list", "d-12/op_1_2_3_4_5.html": "op", "d-12/r_idm7/z.html": "z",
    }  # fmt: skip
    names = PathNames(headlines, headlines.get)
    assert names.of("d-11/a00001.html") == names.of("d-12/a00007.html")
    assert names.excuses("d-12/a00002.html") and not names.excuses("d-11/a00002.html")
    assert names.of("d-12/op_1_2_3_4_5.html") == "d-#/[op]"
    assert names.of("d-12/r_idm7/z.html") == "d-#/r/[z]"
    earlier = earlier_pages(headlines, names)
    assert earlier == {"d-12/a00007.html": ["d-11/a00001.html"]}
    assert visible.headline("<title>T</title><h1 id=a>One <b>two</b></h1>") == "T | One two"
    assert visible.headline('<title>T</title><div class="title">A</div>') == "T | A"


def test_names_of_a_truth() -> None:
    names = ListedNames([("guide/a", "tw/a.html", "tw"), ("guide/a", "cn/a.html", "cn")])
    assert names.of("tw/a.html") != names.of("cn/a.html")
    assert names.excuses("tw/a.html") and not names.excuses("tw/b.html")
    assert names.of("tw/b.html") != names.of("cn/b.html")


def test_sets_are_kept_until_the_page_changes(tmp_path: Path) -> None:
    folder = write(tmp_path / "m", {"a.html": "<p>one two three", "b.html": "<p>four"})
    (folder / "link.html").symlink_to(folder / "a.html")
    with SetStore(tmp_path / "sets.db") as store:
        pages = FolderPages(folder, store)
        assert pages.order == ["a.html", "b.html"]
        before = pages.shown({"a.html", "b.html"})("a.html")
        key = pages.key("a.html")
        store.fill([(key, None)], lambda _: pytest.fail("cut again"))
        (folder / "a.html").write_text("<p>five six")
        assert not numpy.array_equal(pages.shown({"a.html"})("a.html"), before)
        assert not store.has(pages.key("a.html") + " other")


def test_the_list_of_packages() -> None:
    listed = manual_packages.listed("# c\nchoice boost b1\nchoice boost b2\n\nreport x y\n")
    assert listed == {"choice": {"boost": ["b1", "b2"]}, "report": {"x": ["y"]}}
    halves = manual_packages.listed(manual_packages.LIST.read_text())
    assert halves.keys() == {"choice", "report"}
    assert not halves["choice"].keys() & halves["report"].keys()
    assert sum(len(manuals) for manuals in halves.values()) >= 6


def add(tar: tarfile.TarFile, name: str, **facts: object) -> None:
    info = tarfile.TarInfo(name)
    info.size = 0 if facts else 4
    for fact, value in facts.items():
        setattr(info, fact, value)
    tar.addfile(info, None if facts else io.BytesIO(b"page"))


def test_only_pages_of_a_package_are_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tarfile.open(tmp_path / "members.tar", "w") as tar:
        for name in ("./doc/a.html", "/doc/b.HTM", "./doc/c.png", "./../d.html"):
            add(tar, name)
        add(tar, "./doc/e.html", type=tarfile.SYMTYPE, linkname="/etc/passwd")
        add(tar, "./f.html", type=tarfile.LNKTYPE, linkname="./doc/a.html")
    tool = tmp_path / "dpkg-deb"  # prints the members as the real one does
    tool.write_text('#!/bin/sh\ncat "$2"\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    out = tmp_path / "out"
    assert manual_packages.unpack_pages(tmp_path / "members.tar", out) == 2
    found = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.[hH][tT][mM]*"))
    assert found == ["out/doc/a.html", "out/doc/b.HTM"]


def test_what_cannot_be_fetched_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "have/p1"
    here.mkdir(parents=True)
    monkeypatch.setenv("PATH", str(tmp_path))
    folders, skipped = manual_packages.fetch_manuals({"m": ["p"]}, tmp_path)
    assert folders == {} and skipped == ["all manuals: this system has no apt-get"]
    for name, text in (("apt-get", "echo E: no route >&2; exit 100"), ("dpkg-deb", "exit 2")):
        (tmp_path / name).write_text(f"#!{shutil.which('sh', path='/bin:/usr/bin')}\n{text}\n")
        (tmp_path / name).chmod(0o755)
    folders, skipped = manual_packages.fetch_manuals({"m": ["p"], "have": ["p1"]}, tmp_path)
    assert folders == {"have": tmp_path / "have"}
    assert skipped == ["m: apt-get download p: E: no route"]
    assert not (tmp_path / "m/p").exists()
