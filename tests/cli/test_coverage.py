# SPDX-License-Identifier: Apache-2.0
"""No page goes on a part of it: what was not judged must agree where more of it counts than was."""

import json
from pathlib import Path
from random import Random

import pytest
from coverage_world import BOTH, CASES, NEW, OLD, REMOVED, removals
from making import words, write_jsonl
from running import Dedup, facsim

SHARED = words("rules of the house", 200)


def page(name: str, body: str, host: str = "shop.example.org", title: str = "The house") -> dict:
    html = f"<!doctype html><html><head><title>{title}</title></head><body>{body}</body></html>"
    return {"id": name, "url": f"https://{host}/{name}", "html": html}


def hidden(how: str, text: str) -> str:
    return f"<div {how}><h2>Terms</h2><p>{text}</p></div>"


def three(body_of) -> list[dict]:
    return [page(f"p{i}", body_of(i)) for i in range(3)]


# ---- Hidden text ----


@pytest.mark.parametrize("how", ["hidden", 'style="display:none"', 'class="terms" hidden',
                                 'id="size-guide" style="display: none"'])  # fmt: skip
@pytest.mark.parametrize("visible,concealed", [(120, 1000), (240, 1000), (600, 2400)])
def test_hidden_text_is_not_the_page(dedup, how, visible, concealed):
    terms = words("terms", concealed)
    rows, _, _, _ = dedup(three(lambda i: f"<p>{words(i, visible)}</p>{hidden(how, terms)}"))
    assert not rows


def test_pages_that_hide_what_tells_them_apart_are_kept(dedup):
    rows, _, summary, errors = dedup(
        three(lambda i: f"<p>{SHARED}</p>{hidden('hidden', words(i, 800))}"))  # fmt: skip
    assert not rows and summary["little_judged"]["hidden"] == 3
    assert "of 3 pages little was judged (hidden 3)" in errors
    rows, _, _, errors = dedup(three(lambda i: f"<p>{SHARED}</p>{hidden('hidden', words(1, 800))}"))
    assert set(rows) == {"p1", "p2"} and {row["kind"] for row in rows.values()} == {"exact"}


# ---- Text that a class or an element name takes away ----

NAMED = """menu food-menu gallery carousel comments comment-body social-science share related-work
modal-logic popup-museum newsletter-archive cookies cookie-recipes consent byline tags pagination
sponsored promo ad advert sidebar-layout toolbar breadcrumb footer-notes nav-history
navigation-guide subscribe""".split()
ELEMENTS = "form aside header footer nav figure figcaption dialog search".split()


def named(block: str, own: int, i: int) -> str:
    tag, _, name = block.partition(".")
    opened = f'<{tag} class="{name}">' if name else f"<{tag}>"
    return f"<p>{SHARED}</p>{opened}<p>{words((i, 'own'), own)}</p></{tag}>"


@pytest.mark.parametrize("own", [300, 1200])
@pytest.mark.parametrize("hosts", ["one", "two"])
def test_no_name_takes_the_own_text_out_of_the_judgement(dedup, own, hosts):
    wrong = []
    for block in [*(f"div.{name}" for name in NAMED), *ELEMENTS]:
        pages = [page(f"p{i}", named(block, own, i), f"{'a' if hosts == 'one' else i}.example.org")
                 for i in range(3)]  # fmt: skip
        rows, _, _, _ = dedup(pages)
        wrong += [block] if rows else []
    assert wrong == []


def test_the_rest_of_a_page_makes_equal_texts_content(dedup):
    article = f"<article><p>{words('article', 400)}</p></article>"
    pages = [page(f"p{i}", f"{article}<footer><p>{words(i, 20)}</p></footer>", f"{i}.example.org")
             for i in range(2)]  # fmt: skip
    rows, _, _, _ = dedup([*pages, {**pages[0], "id": "again"}])
    assert {row["id"]: row["kind"] for row in rows.values()} == {"p1": "content", "again": "exact"}


def site(chrome: int, which: str, text: str) -> str:
    """An article in the markup of one of two sites, with menus, teasers and comments."""
    links = "".join(f'<li class="{which}-i"><a href="/{w}">{w} {w}</a></li>'
                    for w in words(f"{which} menu", chrome // 4).split())  # fmt: skip
    said = "".join(f'<div class="{which}-c"><p>{words((which, i), 40)}</p></div>'
                   for i in range(chrome // 80))  # fmt: skip
    return (f'<div class="{which}-top"><ul class="{which}-m">{links}</ul></div>'
            f'<div class="{which}-b"><article class="{which}-a"><h1>A headline</h1>'
            f'<p class="{which}-p">{text}</p></article></div>'
            f'<div class="{which}-d comments"><h2>Comments</h2>{said}</div>')  # fmt: skip


@pytest.mark.parametrize("chrome", [100, 400, 1000])
def test_an_article_among_the_chrome_of_two_sites_is_found(dedup, chrome):
    pages = []
    for which in ("left", "right"):
        body = site(chrome, which, words("article", 400))
        pages.append(page(which, body, f"{which}.example.org", f"{which} headline"))
    rows, _, _, _ = dedup(pages)
    assert {row["id"]: row["kind"] for row in rows.values()} == {"right": "content"}


def test_pages_without_a_url_are_of_one_site(dedup):
    """A page without the others' markup does not pass for another site's chrome."""
    pages = [page(f"p{i}", f"<article><p>{SHARED}</p></article><div class='comments'>"
                           f"<p>{words((i, 'own'), 500)}</p></div>") for i in range(2)]  # fmt: skip
    pages.append(page("print", f"<table><tr><td>{SHARED}</td></tr></table>"))
    rows, _, _, _ = dedup([{name: page[name] for name in ("id", "html")} for page in pages])
    assert not rows


def test_hidden_text_of_two_sites_is_asked_where_it_is_most(dedup):
    def built(i, tag, text):
        return page(f"p{i}", f"<{tag} class='{tag}{i}'><p>{words('notice', 60)}</p>"
                             f"<{tag} class='{tag}x{i}' style='opacity:0'>{words(text, 400)}</{tag}></{tag}>",
                    f"{i}.example.org")  # fmt: skip

    rows, _, _, _ = dedup([built(1, "div", "one"), built(2, "section", "two"), built(3, "aside", "one")])
    assert set(rows) == {"p3"}


def test_a_footer_is_no_text_of_its_own(dedup):
    def manual(i):
        return page(f"{i}/ndim.html", f"<main><h1>ndim</h1><p>{words('ndim', 40)}</p></main>"
                                      f"<footer><p>{words((i, 'made by'), 20)}</p></footer>")  # fmt: skip

    rows, _, _, _ = dedup([manual(1), manual(2)])
    assert [row["kind"] for row in rows.values()] == ["content"]


def test_a_page_that_was_cut_goes_only_for_the_same_bytes(dedup):
    def cut(i):
        odd = "".join(f"<x{n}></x{n}>" for n in range(17_000))
        return page(f"p{i}", f"<p>{SHARED}</p>{odd}<p>{words((i, 'own'), 300)}</p>", f"{i}.example.org")

    pages = [cut(1), cut(2)]
    rows, _, summary, errors = dedup([*pages, {**pages[0], "id": "again", "url": "https://4.example.org/"}])
    assert set(rows) == {"again"} and summary["cut_pages"] == 3
    assert "(undecoded 3)" in errors


# ---- Characters ----

SIGNS = {"braille": 0x2801, "private use": 0xE000, "chess": 0x1FA00, "emoji": 0x1F400,
         "signs": 0x1D800, "mathematics": 0x2200}  # fmt: skip


@pytest.mark.parametrize("sort", SIGNS)
def test_characters_without_units_tell_pages_apart(dedup, sort):
    first = SIGNS[sort]
    own = ["".join(chr(first + drawn) for drawn in Random(i).choices(range(80), k=200)) for i in range(3)]
    introduction = words("introduction", 30)
    rows, _, summary, _ = dedup([{"id": f"p{i}", "text": f"{introduction} {own[i]}"}
                                 for i in range(3)])  # fmt: skip
    assert not rows and summary["little_judged"]["bare"] == 3
    rows, _, _, _ = dedup([{"id": f"p{i}", "text": f"{introduction} {own[0]}{' ' * i}."}
                           for i in range(2)])  # fmt: skip
    assert set(rows) == {"p1"}


def test_garbled_pages_go_only_for_the_same_bytes(dedup):
    shared = words("board", 100)
    pages = [{"id": f"p{i}", "text": f"{shared} {chr(0xFFFD) * (9 + i)}"} for i in range(2)]
    rows, _, summary, errors = dedup([*pages, {**pages[0], "id": "again"}])
    assert set(rows) == {"again"} and rows["again"]["kind"] == "exact"
    assert summary["little_judged"]["undecoded"] == 3 and "(undecoded 3)" in errors


# ---- Repeated texts ----


def test_a_text_that_repeats_itself_is_no_copy_of_it_once(dedup):
    once = words("once", 60)
    rows, reported, _, _ = dedup([{"id": "once", "text": once}, {"id": "often", "text": f"{once} " * 60}])
    assert not rows and set(reported) == {"often"}
    a, b = words("a", 60), words("b", 60)
    rows, _, _, _ = dedup([{"id": "a", "text": f"{a} " * 30 + b}, {"id": "b", "text": f"{b} " * 30 + a}])
    assert not rows


# ---- What readers of the rule found ----


def test_what_scripts_replace_tells_pages_apart(dedup):
    shell = words("shell", 60)
    rows, _, summary, _ = dedup(
        three(lambda i: f"<p>{shell}</p><noscript><p>{words(i, 600)}</p></noscript>"))  # fmt: skip
    assert not rows and summary["little_judged"]["hidden"] == 3


def test_a_long_footer_of_all_pages_does_not_make_them_one(dedup):
    for tag in ("footer", "nav", "header"):
        shared = f"<{tag}><p>{words('site', 850)}</p></{tag}>"
        for flags in ((), ("--profile", "thorough")):
            rows, _, _, _ = dedup(three(lambda i: f"<p>{words(i, 100)}</p>{shared}"), *flags)
            assert not rows, (tag, flags)


def test_signs_decide_beside_a_longer_text_that_names_take_away(dedup):
    shared = f"<p>{words('intro', 60)}</p>"
    comments = f'<div class="comments"><p>{words("all", 400)}</p></div>'
    rows, _, _, _ = dedup(three(
        lambda i: f"{shared}<p>{''.join(chr(0x2801 + d) for d in Random(i).choices(range(80), k=600))}</p>"
                  f"{comments}"))  # fmt: skip
    assert not rows


def test_no_page_goes_for_one_that_only_a_page_of_its_text_resembles(tmp_path):
    """Untitled pages of one text: the second stands for the first nowhere, since its site is another."""
    def made(name, host, comments, tag):
        body = "".join(f"<{tag} class='{tag}{j}'><p>{SHARED if j == 0 else ''}</p></{tag}>" for j in range(9))
        html = f"<body>{body}<div class='comments'><p>{words(comments, 400)}</p></div></body>"
        return {"id": name, "url": f"https://{host}.example.org/{name}", "html": html}

    pages = [made("b", "one", 1, "div"), made("a2", "two", 2, "section"), made("a1", "one", 2, "section")]
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    for name in ("a1", "a2"):
        said = facsim("compare", f"{path}#{name}", f"{path}#b", "--json").rows()[0]["kind"]
        assert (said == "content") == (name == "a2")
    assert {row["id"]: row["representative"] for row in Dedup(tmp_path, path).rows()} == {"a2": "b"}


# ---- One answer, whoever asks ----


def test_texts_of_one_url_are_asked_for_their_signs_by_all(tmp_path):
    texts = ["".join(chr(0x2801 + drawn) for drawn in Random(i).choices(range(80), k=200)) for i in range(2)]
    path = write_jsonl(tmp_path / "pages.jsonl", [
        {"id": f"p{i}", "url": "https://example.org/a", "text": f"{words('intro', 30)} {text}"}
        for i, text in enumerate(texts)])  # fmt: skip
    run = Dedup(tmp_path, path)
    assert not run.rows()
    assert facsim("recluster", run.out).status == 0 and not run.rows()
    assert facsim("compare", f"{path}#p0", f"{path}#p1", "--json").rows()[0]["kind"] == "partial"


def by_dedup(folder: Path) -> list[tuple]:
    return kinds_of(Dedup(folder, "both.jsonl").rows())


def by_recluster(folder: Path) -> list[tuple]:
    run = Dedup(folder, "both.jsonl")
    facsim.done("recluster", run.out, "--keep", "last")
    assert {row["representative"] for row in run.rows()} == set(REMOVED)
    return kinds_of(run.rows())


def by_dedup_against(folder: Path) -> list[tuple]:
    facsim.done("index", "build", "old.jsonl", "-o", "idx", cwd=folder)
    return kinds_of(Dedup(folder, "new.jsonl", "--against", folder / "idx").rows())


def by_dedup_without_old_texts(folder: Path) -> list[tuple]:
    facsim.done("index", "build", "old.jsonl", "-o", "idx", cwd=folder)
    (folder / "old.jsonl").unlink()
    return kinds_of(Dedup(folder, "new.jsonl", "--against", folder / "idx").rows())


def by_index_query(folder: Path) -> list[tuple]:
    facsim.done("index", "build", "old.jsonl", "-o", "idx", cwd=folder)
    rows = facsim.done("index", "query", "idx", "new.jsonl", "--jsonl", cwd=folder).rows()
    return [(row["query"], match["kind"]) for row in rows for match in row["matches"]]


def by_compare(folder: Path) -> list[tuple]:
    pairs = ((case, f"old.jsonl#{case}-old", f"new.jsonl#{case}") for case in CASES)
    return [(case, facsim.done("compare", old, new, "--json", cwd=folder).rows()[0]["kind"])
            for case, old, new in pairs]  # fmt: skip


def by_show(folder: Path) -> list[tuple]:
    run = Dedup(folder, "both.jsonl")
    shown = ((case, facsim.done("show", run.out, case, "--json", cwd=folder).rows()[0]) for case in CASES)
    return [(case, (found["measured"] or {"kind": None})["kind"]) for case, found in shown]


def by_store(folder: Path, *inputs: str) -> list[tuple]:
    facsim.done("store", "load", "store", *(inputs or ["old.jsonl"]), cwd=folder)
    rows = facsim.done("store", "ask", "store", "new.jsonl", "--add", cwd=folder).rows()
    assert all((row["seen"] == "yes") == (row["kind"] in ("exact", "content")) for row in rows)
    return [(row["query"], row["kind"]) for row in rows]


def by_store_of_an_index(folder: Path) -> list[tuple]:
    facsim.done("index", "build", "old.jsonl", "-o", "idx", cwd=folder)
    return by_store(folder, "idx")


def kinds_of(rows: list[dict]) -> list[tuple]:
    return [(row["id"], row["kind"]) for row in rows]


@pytest.mark.parametrize("entrance", [
    by_dedup, by_recluster, by_dedup_against, by_dedup_without_old_texts, by_index_query, by_compare,
    by_show, by_store, by_store_of_an_index], ids=lambda entrance: entrance.__name__)  # fmt: skip
def test_every_entrance_removes_the_same(tmp_path, entrance):
    for name, pages in (("old", OLD), ("new", NEW), ("both", BOTH)):
        write_jsonl(tmp_path / f"{name}.jsonl", pages)
    assert removals(entrance(tmp_path)) == REMOVED


def test_compare_and_extract_say_what_was_left_out(tmp_path):
    pages = three(lambda i: f"<p>{SHARED}</p>{hidden('hidden', words(i, 800))}")
    both = write_jsonl(tmp_path / "both.jsonl", pages[:2])
    said = facsim("compare", f"{both}#p0", f"{both}#p1", "--json").rows()[0]
    assert said["kind"] in ("layout", "partial") and said["left_out"] < 0.1
    assert [said[which]["left_out"] for which in ("first", "second")] == ["hidden", "hidden"]
    assert said["first"]["judged"] == pytest.approx(0.2, abs=0.02)
    extracted = facsim("extract", both, "--json").rows()
    assert [row["judged"] for row in extracted] == [said[which]["judged"] for which in ("first", "second")]
    assert extracted[0]["left_out"] == "hidden"


def test_rows_say_how_much_was_judged(tmp_path):
    pages = three(lambda i: f"<p>{SHARED} {words(i, 4)}</p>{hidden('hidden', words('h', 100))}")
    run = Dedup(tmp_path, write_jsonl(tmp_path / "pages.jsonl", pages))
    (one, other) = (row["judged"] for row in run.rows())
    assert one == other == pytest.approx([0.67, 0.67], abs=0.02)
    shown = facsim("show", run.out, "p1")
    assert "judged       0.67" in shown.out, json.dumps(shown.out)
