# SPDX-License-Identifier: Apache-2.0
"""How pairs are verified, what the rows say of it, and what the run warns of."""

import json
import random

import pytest
from making import write_jsonl
from running import facsim
from show_world import chain
from text_world import BODY, fresh_words, text, titled

# ---- Steps ----


def test_every_pair_is_counted_once(dedup):
    base = text(400, 1)
    records = [{"id": "a", "text": base}, {"id": "b", "text": base + " and more"}]
    records += [{"id": f"x{i}", "text": text(300, 10 + i)} for i in range(5)]
    rows, _, summary, _ = dedup(records)
    counts = summary["verification"]
    assert set(rows) == {"b"} and counts["by_text"] == counts["pairs"] == 1
    assert counts["pairs"] == sum(counts.values()) - counts["pairs"]
    assert "candidates" not in summary and "estimated" not in summary


def test_rows_carry_the_agreement_that_compare_measures(dedup, tmp_path):
    words = fresh_words(500, 1)
    other = list(words)
    for i in range(0, 500, 50):
        other[i] = "another"
    rows, _, _, _ = dedup([{"id": "a", "text": " ".join(words)},
                           {"id": "b", "text": " ".join(other)}])  # fmt: skip
    done = facsim("compare", tmp_path / "0.jsonl#b", tmp_path / "0.jsonl#a", "--json")
    assert json.loads(done.out)["agreement"] == pytest.approx(rows["b"]["agreement"], abs=1e-4)
    assert rows["b"]["agreement"] == pytest.approx(0.98, abs=0.002)
    assert rows["b"]["by"] == "text" and rows["b"]["resemblance_error"] is None
    equal, _, _, _ = dedup([{"id": "a", "text": text(50, 1)}, {"id": "b", "text": text(50, 1)}])
    assert (equal["b"]["by"], equal["b"]["agreement"], equal["b"]["template"]) == ("digest", 1, False)


def test_without_the_old_text_the_row_has_an_error_and_no_agreement(tmp_path):
    base = text(400, 1)
    old = write_jsonl(tmp_path / "old.jsonl", [{"id": "a", "text": base}])
    assert facsim("index", "build", old, "-o", tmp_path / "idx").status == 0
    old.unlink()
    new = write_jsonl(tmp_path / "new.jsonl", [{"id": "b", "text": f"{base} {text(20, 2)}"}])
    out = tmp_path / "out"
    assert facsim("dedup", new, "-o", out, "--against", tmp_path / "idx").status == 0
    (row,) = map(json.loads, (out / "duplicates.jsonl").read_text().splitlines())
    assert row["by"] == "sketch" and row["agreement"] is None and row["template"] is None
    assert row["resemblance"] < 1 and 0 < row["resemblance_error"] < 0.07
    assert json.loads((out / "summary.json").read_text())["verification"]["by_sketch"] == 1


# ---- Titles ----

def test_other_titles_of_one_site_ask_the_visible_texts(dedup):
    records = [
        titled("a", "Class Apple", 4),
        titled("b", "Class Berry", 5),
        titled("c", "Class Apple", 6),
        titled("d", "Class Cherry", text(200, 4) + " and one"),
    ]
    rows, reported, summary, _ = dedup(records)
    assert {(i, row["representative"]) for i, row in rows.items()} == {("c", "a"), ("d", "a")}
    assert rows["d"]["kind"] == "content" and rows["d"]["by"] == "digest"
    assert reported["b"]["kind"] == "layout" and reported["b"]["resemblance"] == 1
    assert summary["verification"]["two_pages"] >= 1
    assert summary["verification"]["by_digest"] == summary["verification"]["pairs"]
    # Where all visible text is judged, the main text is asked; a long one speaks for its page.
    assert set(dedup(records, "--text", "all")[0]) == {"d"}
    menus = [titled(i, f"Class {i}", text(900, 4), text(60, seed)) for seed, i in enumerate("ab")]
    assert not dedup(menus, "--text", "all")[0]
    long = [titled(i, f"Class {i}", seed, text(500, 3)) for seed, i in enumerate("ab")]
    assert set(dedup(long)[0]) == {"b"}


def test_versions_of_a_page_have_one_title(dedup):
    records = [titled("a", "Apples — Fruit v1.20 Manual", 4),
               titled("b", "apples — Fruit v1.21.3 manual", 5),
               titled("c", "", 6)]  # fmt: skip
    assert set(dedup(records)[0]) == {"b", "c"}, "and no title bears no witness"


def test_captures_of_one_url_are_one_page(dedup):
    captures = [titled("a", "Apples", 4), titled("a", "We have news", 5)]
    captures[1]["id"] = "a, later"
    assert set(dedup(captures)[0]) == {"a, later"}


def test_across_sites_another_headline_is_syndication(dedup):
    records = [titled("a", "Apples are green", 4), titled("b", "Berries are blue", 5, host="b.net")]
    assert set(dedup(records)[0]) == {"b"}


def test_without_urls_all_pages_are_of_one_site(tmp_path):
    """However they are named: as folders, as files, day by day."""
    names = []
    for folder, name, seed in (("one", "a", 4), ("one", "b", 5), ("two", "c", 6)):
        (tmp_path / folder).mkdir(exist_ok=True)
        page = titled(name, f"Class {name}", seed)["html"]
        (tmp_path / folder / f"{name}.html").write_text(page)
        names.append(f"{folder}/{name}.html")
    for number, inputs in enumerate((["."], ["one", "two"], names)):
        done = facsim("dedup", *inputs, "-o", f"../{tmp_path.name}-{number}", cwd=tmp_path)
        assert done.status == 0, done.err
        assert not (tmp_path.parent / f"{tmp_path.name}-{number}/duplicates.jsonl").read_text()


def test_marks_of_titles_tell_pages_apart_unless_all_text_is_the_same(dedup):
    """Units have no marks, so both texts look alike in all of them."""
    body = f"operator+ {BODY}"
    records = [titled("a", "Function operator+", 4, body),
               titled("b", "Function operator-", 4, body.replace("+", "-")),
               titled("c", "Function operator+", 5, body.replace("+", "-")),
               titled("d", "Function operator- ", 4, body)]  # fmt: skip
    rows, reported, _, _ = dedup(records)
    assert {i: row["representative"] for i, row in rows.items()} == {"c": "a", "d": "a"}
    assert reported["b"]["kind"] == "layout"


def test_pages_of_menus_alone_ask_the_titles(dedup):
    """No main text, or one of a few words: the menu is alike on all pages of a site."""
    records = [titled("a", "Apples", 4, "few words"), titled("b", "Berries", 4, "few words too"),
               titled("c", "Apples", 4, "few words here"), titled("d", "Dates", 4, "few words")]
    assert set(dedup(records)[0]) == {"c", "d"}, "all that is visible of d is the same"
    # Main texts that say the same, under the limit of the fallback.
    short = [titled(i, f"Class {i}", 4, text(60, 3)) for i in "ab"]
    assert set(dedup(short)[0]) == {"b"}
    other = [titled(i, f"Class {i}", 4, text(60, seed)) for seed, i in enumerate("ab")]
    assert not dedup(other, "--min-resemblance", ".5")[0]


def test_stubs_of_one_title_may_stand_among_other_menus(dedup):
    """Versions of a page keep title and main text; half of all that is visible must agree."""
    stub = text(60, 3)
    half = f"{text(100, 4)} {text(40, 5)}"
    records = [titled("a", "Apples 1.0", text(140, 4), stub), titled("b", "Apples 1.1", half, stub),
               titled("c", "Apples 1.2", text(140, 6), stub),
               titled("d", "Berries 1.0", half, stub)]  # fmt: skip
    rows, reported, _, _ = dedup(records)
    assert {i: row["kind"] for i, row in rows.items()} == {"b": "content"}
    assert reported["c"]["kind"] == reported["d"]["kind"] == "layout"
    # On another site all of it must agree, whatever the title.
    mirror = titled("e", "Apples 1.0", half, stub, host="example.net")
    copy = titled("f", "Apples 1.0", text(140, 4), stub, host="example.net")
    assert set(dedup([records[0], mirror, copy])[0]) == {"f"}


def test_copies_of_a_text_have_its_kind(dedup):
    """Equal main texts whose visible texts nearly agree are content, all of them."""
    menu = text(200, 4)
    records = [titled("a", "One", menu), titled("b", "Two", menu + " and one"),
               titled("b2", "Two", menu + " and one")]  # fmt: skip
    rows, _, _, _ = dedup(records)
    assert {i: (row["representative"], row["kind"]) for i, row in rows.items()} == {
        "b": ("a", "content"), "b2": ("a", "content")}  # fmt: skip
    assert set(dedup(records, "--remove", "exact")[0]) == {"b2"}, "of b"


def test_texts_too_short_to_judge_ask_the_titles(dedup, tmp_path):
    """Often they are all that is seen of pages that say more: shells, markup that hides a page."""
    def shell(name, title, host="example.org"):
        return {"id": name, "url": f"https://{host}/{name}",
                "html": f"<title>{title}</title><p>the very same few words</p>"}  # fmt: skip

    records = [shell("a", "Not found"), shell("b", "A page"), shell("c", "Not found"),
               shell("d", "NOT FOUND", "example.net"), shell("e", "operator+"),
               shell("f", "operator-")]  # fmt: skip
    rows, _, _, _ = dedup(records)
    assert {i: row["representative"] for i, row in rows.items()} == {"c": "a", "d": "a"}
    for name, record in zip("xy", records, strict=False):
        (tmp_path / f"{name}.html").write_text(record["html"])
    done = facsim("compare", tmp_path / "x.html", tmp_path / "y.html")
    assert "kind         none" in done.out, done.out


def test_an_index_remembers_titles(tmp_path):
    days = ([titled("a", "Class Apple", 4), titled("b", "Class Berry", 5)],
            [titled("a2", "Class Apple", 6), titled("c", "Class Cherry", 7)])  # fmt: skip
    for number, records in enumerate(days):
        pages = write_jsonl(tmp_path / f"{number}.jsonl", records)
        out = tmp_path / f"out{number}"
        done = facsim("dedup", pages, "-o", out, "--against", tmp_path / "idx", "--update")
        assert done.status == 0, done.err
        pages.unlink()
    rows = [json.loads(line) for line in (out / "duplicates.jsonl").read_text().splitlines()]
    assert [(row["id"], row["representative"], row["by"]) for row in rows] == [
        ("a2", "a", "digest")]  # fmt: skip
    asked = write_jsonl(tmp_path / "asked.jsonl", [titled("x", "Class Xylem", 8)])
    done = facsim("index", "query", tmp_path / "idx", asked, "--json")
    (answer,) = map(json.loads, done.out.splitlines())
    assert {match["kind"] for match in answer["matches"]} == {"layout"}
    assert facsim("index", "check", tmp_path / "idx").status == 0


def test_compare_asks_the_titles_too(tmp_path):
    for name, seed in (("a", 4), ("b", 5)):
        (tmp_path / f"{name}.html").write_text(titled(name, f"Class {name}", seed)["html"])
    done = facsim("compare", tmp_path / "a.html", tmp_path / "b.html")
    assert done.status == 0 and "kind         layout" in done.out, done.out
    assert "titles or sites differ, and a main text is short" in done.out


# ---- Clusters ----


def test_single_linkage_chains_and_says_so(dedup):
    pages = chain()
    leader, _, _, _ = dedup(pages)
    assert len(leader) < len(pages) - 1
    single, _, summary, errors = dedup(pages, "--cluster", "single")
    assert set(single) == {f"c{i}" for i in range(1, 6)}
    assert {row["representative"] for row in single.values()} == {"c0"}
    assert single["c1"]["by"] == "text" and single["c5"]["by"] == "link"
    assert single["c5"]["resemblance"] < 0.5, "the figures are of the page and the one that stays"
    assert summary["cluster_rule"] == "single"
    linked = sum(row["by"] == "link" for row in single.values())
    assert summary["removed_by_link"] == linked and f"{linked} removed pages are no duplic" in errors


def test_a_giant_cluster_is_warned_of_by_what_it_says(dedup):
    base = text(60, 11)
    records = [{"id": f"g{i}", "text": base} for i in range(120)]
    _, _, summary, errors = dedup(records)
    opening = " ".join(base.split()[:12])
    said = (f'the cluster of g0 has 120 pages that share a text of 60 words, "{opening} ..."; '
            "is it an error page or a template?")  # fmt: skip
    assert summary["giant_clusters"] == 1
    assert said in summary["warnings"] and f"facsim: warning: {said}\n" in errors
    _, _, summary, errors = dedup(records[:80])
    assert summary["giant_clusters"] == 0 and "cluster of" not in errors


def test_the_warning_quotes_the_main_text_in_its_script(dedup):
    base = "".join(chr(0x4E00 + 37 * i) for i in range(150))
    page = f"<html><body><nav><a href='/'>Menu</a></nav><main><p>{base}</p></main></body></html>"
    records = [{"id": f"g{i}", "html": page} for i in range(120)]
    _, _, _, errors = dedup(records)
    assert f'share a text of 150 characters, "{base[:24]} ..."; is it' in errors


def test_without_the_page_the_warning_has_no_quote(tmp_path):
    """It came by standard input; recluster finds it changed."""
    records = [{"id": f"g{i}", "text": text(60, 11)} for i in range(120)]
    pages = write_jsonl(tmp_path / "pages.jsonl", records)
    bare = "the cluster of g0 has 120 pages; is it an error page or a template?"
    run = facsim("dedup", "-", "-o", tmp_path / "piped", stdin=pages.read_bytes())
    assert run.status == 0 and bare in run.err
    assert facsim("dedup", pages, "-o", tmp_path / "out", "-q").status == 0
    run = facsim("recluster", tmp_path / "out")
    assert run.status == 0 and "has 120 pages that share a text of 60 words, " in run.err
    pages.write_text(pages.read_text() + "\n")
    run = facsim("recluster", tmp_path / "out")
    assert run.status == 0 and bare in run.err


def test_pages_that_repeat_one_of_an_index_are_quoted_themselves(tmp_path):
    known = write_jsonl(tmp_path / "known.jsonl", [{"id": "known", "text": text(60, 11)}])
    index = tmp_path / "idx"
    made = facsim("index", "build", known, "-o", index, "--design", "paper-4")
    assert made.status == 0, made.err
    known.unlink()
    pages = write_jsonl(tmp_path / "new.jsonl",
                        [{"id": f"n{i}", "text": text(60, 11)} for i in range(120)])  # fmt: skip
    run = facsim("dedup", pages, "--against", index, "-o", tmp_path / "out")
    assert "the cluster of known has 121 pages that share a text of 60 words, " in run.err


def test_sources_that_lose_most_are_warned_of(dedup):
    base = text(60, 12)
    records = [{"id": f"l{i}", "text": base, "url": f"http://example.org/{i}"} for i in range(60)]
    records += [{"id": f"k{i}", "text": text(60, 100 + i), "url": f"http://example.net/{i}"}
                for i in range(60)]  # fmt: skip
    _, _, summary, errors = dedup(records)
    assert summary["losses"] == [
        {"source": "host", "name": "example.org", "pages": 60, "removed": 59,
         "representatives": 1, "mirror": False}]  # fmt: skip
    assert "host example.org loses 98 % of its 60 pages" in errors
    _, _, summary, errors = dedup(records, "--warn-loss", "0.99")
    assert summary["losses"] == [] and "loses" not in errors


def test_a_mirror_is_not_warned_of(tmp_path):
    """Each page has its equal: as a host, and as a file of a second crawl."""
    def crawl(host, count, seed):
        return [{"id": f"{host}{i}", "text": text(60, seed + i), "url": f"http://{host}/{i}"}
                for i in range(count)]  # fmt: skip

    first = write_jsonl(tmp_path / "first.jsonl", crawl("example.org", 80, 500))
    mirror = crawl("mirror.example.org", 80, 500)
    for page in mirror[:20]:
        page["text"] += " and one more"
    second = write_jsonl(tmp_path / "second.jsonl", mirror)
    run = facsim("dedup", first, second, "-o", tmp_path / "out")
    summary = json.loads((tmp_path / "out/summary.json").read_text())
    assert [(loss["name"], loss["removed"], loss["representatives"], loss["mirror"])
            for loss in summary["losses"]] == [
        (str(second), 80, 80, True), ("mirror.example.org", 80, 80, True)]  # fmt: skip
    assert run.status == 0 and "loses" not in run.err
    # A host whose pages all went for one page of the other is warned of as before.
    error = [{**page, "text": text(60, 500)} for page in mirror]
    run = facsim("dedup", first, write_jsonl(tmp_path / "third.jsonl", error),
                 "-o", tmp_path / "again")  # fmt: skip
    assert "host mirror.example.org loses 100 % of its 80 pages" in run.err
    assert "third.jsonl loses 100 % of its 80 pages" in run.err


def test_links_are_named_where_a_part_is_too_small_to_go(dedup):
    """A page that goes although too little of it stands in the page that stays goes by a link."""
    whole = fresh_words(1000, 16)
    records = [{"id": "a", "text": " ".join(whole)},
               {"id": "b", "text": " ".join(whole[:300] + fresh_words(60, 17))},
               {"id": "c", "text": " ".join(whole[:300] + fresh_words(50, 18))}]  # fmt: skip
    flags = ["--profile", "thorough", "--remove", "exact,content,partial"]
    rows, _, summary, _ = dedup(records, *flags, "--cluster", "single")
    for row in rows.values():
        goes_by_itself = row["kind"] in ("exact", "content") or row["containment"][0] >= 0.9
        assert (row["by"] == "link") != goes_by_itself, row
    assert summary["removed_by_link"] == sum(row["by"] == "link" for row in rows.values())


# ---- Thorough ----


def test_thorough_decides_by_agreement(dedup):
    words = fresh_words(600, 13)
    scattered = random.Random(5).sample(range(600), 75)
    for i in scattered[:44]:
        words[i] = f"other{chr(97 + i % 26)}{chr(97 + i // 26)}"
    records = [{"id": "a", "text": text(600, 13)}, {"id": "b", "text": " ".join(words)}]
    rows, _, _, _ = dedup(records)
    assert not rows, "one word in fourteen is another, so a third of the shingles are"
    rows, _, summary, _ = dedup(records, "--profile", "thorough")
    assert rows["b"]["kind"] == "content" and 0.5 <= rows["b"]["resemblance"] < 0.62
    assert rows["b"]["agreement"] == pytest.approx(0.927, abs=0.01)
    assert summary["options"]["min_agreement"] == 0.82
    rows, _, _, _ = dedup(records, "--profile", "thorough", "--min-agreement", "0.95")
    assert not rows
    for i in scattered:
        words[i] = f"other{chr(97 + i % 26)}{chr(97 + i // 26)}"
    rows, _, _, _ = dedup([records[0], {"id": "b", "text": " ".join(words)}], "--profile", "thorough")
    assert not rows, "agreement .875, but a resemblance under .5 may be a template's"


def test_parts_go_only_where_nearly_all_of_the_page_stays(dedup):
    whole = fresh_words(900, 14)
    inside = {"id": "inside", "text": " ".join(whole[200:500])}
    around = {"id": "around", "text": " ".join(whole)}
    half = {"id": "half", "text": " ".join(whole[100:260] + fresh_words(140, 15))}
    flags = ("--profile", "thorough", "--remove", "exact,content,partial")
    rows, reported, _, _ = dedup([around, inside, half], *flags)
    assert rows["inside"]["representative"] == "around" and set(rows) == {"inside"}
    assert reported["half"]["kind"] == "partial"
    assert 0.5 <= reported["half"]["containment"][0] < 0.6
    # A page that holds another one and more is not lost for it.
    rows, reported, _, _ = dedup([inside, around], *flags)
    assert not rows and reported["around"]["containment"][1] == 1
