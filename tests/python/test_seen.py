# SPDX-License-Identifier: Apache-2.0
"""Seen: what holds for a store in a folder and for one behind a service."""

import datetime
from pathlib import Path

import facsim
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from making import html, html_response, words, write_warc
from seen_world import Open, in_threads, is_near, near, text_of

errors = facsim.errors


def test_ask_and_add(seen: facsim.Seen) -> None:
    first = text_of(1)
    assert seen.check(first) == facsim.SeenAnswer(
        "no", False, None, None, None, "store", "balanced", seen.settings().recipe_id, False
    )
    added = seen.check_and_add(text=first, id="a", url="https://example.org/a")
    assert (added.seen, added.added, added.match) == ("no", True, None)
    assert added.cluster == facsim.SeenCluster("a", 1, 1)
    copy = seen.check_and_add({"id": "b", "text": near(first, 1)})
    assert (copy.seen, copy.added, copy.kind, copy.action) == ("yes", True, "content", "skip_links")
    assert (copy.match.number, copy.match.id, copy.match.url) == (1, "a", "https://example.org/a")
    assert 0.8 < copy.match.resemblance <= 1 and copy.match.first_seen.endswith("Z")
    assert isinstance(copy.match.containment, tuple) and copy.match.layout is None
    assert copy.cluster == facsim.SeenCluster("a", 2, 2)
    exact = seen.check(first.encode())
    assert (exact.seen, exact.kind, exact.action, exact.added) == ("yes", "exact", "skip", False)
    assert seen.check("too short").seen == "too_short"
    assert seen.check("").seen == seen.check({"text": None}).seen == "too_short"
    assert seen.figures().last_row == 2 and seen.figures().failure is None
    with pytest.raises(AttributeError):
        copy.seen = "no"


def test_the_forms_of_a_page(seen: facsim.Seen) -> None:
    text = words("a page")
    seen.check_and_add(html=html(text), id="marked", url="https://example.org/1")
    forms = [
        html(text).encode("utf-16"),
        html(text, head='<meta charset="latin1">').encode(),
        html(text),
    ]
    for number, form in enumerate(forms):
        page = {"html": form}
        answers = [seen.check(html=form), seen.check(page), seen.check(page, id="x")]
        answers += seen.check_batch([page])
        assert answers[0].seen == "yes" and answers[0].match.id == "marked", number
        assert answers == answers[:1] * 4, number
    assert seen.check({"text": text, "more": [1, {}], "html": None}).seen == "yes"
    assert seen.check(text, url="https://example.org/2").match.layout is None
    latin = "Le café où nous étions à l'été dernier était fermé. " + words("latin")
    seen.check_and_add(latin.encode("latin1"), id=7)
    assert seen.check(latin).match.id == "7" and seen.check(latin).kind == "exact"


PAGES = [{"id": f"p{number}", "url": f"https://example.org/{number}", "text": text_of(number)}
         for number in range(30)]  # fmt: skip
COLUMNS = {name: [page[name] for page in PAGES] for name in ("id", "url", "text")}
HOLDERS = {
    "list": lambda: PAGES,
    "texts": lambda: COLUMNS["text"],
    "generator": lambda: (dict(page) for page in PAGES),
    "pyarrow": lambda: pa.table(COLUMNS | {"more": [{"a": 1}] * 30}),
    "stream": lambda: pa.table(COLUMNS).to_reader(7),
    "polars": lambda: pl.DataFrame(COLUMNS),
    "pandas": lambda: pd.DataFrame(COLUMNS),
    "series": lambda: pl.Series(COLUMNS["text"]),
}


def test_batches_of_every_holder(seen: facsim.Seen) -> None:
    expected = None
    for holder, make in HOLDERS.items():
        answers = seen.check_and_add_batch(make(), crawl=holder)
        assert [answer.seen for answer in answers] == ["no"] * 30, holder
        found = seen.check_batch(make(), crawl=holder)
        assert [answer.kind for answer in found] == ["exact"] * 30, holder
        named = [answer.match.id for answer in found]
        if holder not in ("texts", "series"):
            expected = expected or named
            assert named == expected == COLUMNS["id"], holder
        seen.cancel_crawl(holder)
    assert seen.check_batch([]) == [] and seen.check_and_add_batch(iter(())) == []


def test_a_batch_sees_its_own_pages(seen: facsim.Seen) -> None:
    pages = [text_of(number // 2) + " more" * (number % 2) for number in range(700)]
    answers = seen.check_and_add_batch(pages)
    assert [answer.seen for answer in answers] == ["no", "yes"] * 350
    assert [answer.cluster.rank for answer in answers] == [1, 2] * 350
    columns = {"body": [text_of(1)], "name": ["x"]}
    (renamed,) = seen.check_batch(pa.table(columns), text="body", id="name")
    assert renamed.seen == "yes"


def test_the_pages_of_files(seen: facsim.Seen, tmp_path: Path) -> None:
    texts = [words(number) for number in range(20)]
    crawl = write_warc(tmp_path / "crawl.warc.gz", *map(html_response, range(20), texts))
    added = seen.check_and_add_batch(facsim.read_pages(crawl))
    assert [answer.seen for answer in added] == ["no"] * 20
    again = seen.check_batch(facsim.read_pages(crawl))
    assert [answer.match.layout for answer in again] == [1.0] * 20
    assert [answer.match.url for answer in again] == [
        page["url"] for page in facsim.read_pages(crawl)
    ]


def test_explain(seen: facsim.Seen) -> None:
    seen.check_and_add(text_of(1), id="a")
    assert seen.check(near(text_of(1), 1)).candidates is None
    (first, *_) = answers = seen.check_batch([near(text_of(1), 1)] * 250, explain=True)
    assert len(answers) == 250 and answers == [first] * 250
    assert [(one.id, one.kind, one.refused) for one in first.candidates] == [("a", "content", None)]
    assert seen.check_and_add(near(text_of(1), 2), explain=True).candidates[0].id == "a"


def test_a_retry_key_gives_the_first_answer_again(seen: facsim.Seen) -> None:
    first = seen.check_and_add(text_of(1), id="a", retry_key="one")
    assert seen.check_and_add(text_of(1), id="a", retry_key="one") == first
    assert seen.check_and_add(text_of(1), id="a").seen == "yes"
    with pytest.raises(errors.InvalidArgumentError, match="key"):
        seen.check_and_add(text_of(2), retry_key="one")
    many = seen.check_and_add_batch((text_of(number) for number in range(9, 600)), retry_key="two")
    assert {answer.seen for answer in many} == {"no"}
    assert seen.check_and_add_batch([text_of(n) for n in range(9, 600)], retry_key="two") == many
    facts = [seen.facts(text_of(7000 + number)) for number in range(9)]
    assert seen.check_and_add_facts(facts, retry_key="three") == seen.check_and_add_facts(
        facts, retry_key="three"
    )


def test_crawls(open_seen: Open) -> None:
    seen = open_seen()
    seen.check_and_add(text_of(1), id="a", crawl="monday/é")
    assert not is_near(seen, text_of(1))
    assert seen.check(text_of(1), crawl="monday/é").match.id == "a"
    (crawl,) = seen.crawls()
    assert (crawl.name, crawl.state, crawl.pages) == ("monday/é", "open", 1)
    seen.commit_crawl("monday/é")
    assert is_near(seen, text_of(1)) and seen.find("a")[0].crawl == "monday/é"
    assert [(crawl.state, crawl.pages) for crawl in seen.crawls()] == [("committed", None)]
    seen.check_and_add(text_of(2), crawl="tuesday")
    seen.cancel_crawl("tuesday")
    assert not is_near(seen, text_of(2))
    for end in (seen.commit_crawl, seen.cancel_crawl):
        with pytest.raises(errors.NotFoundError, match="tuesday"):
            end("tuesday")


def test_find_cluster_and_delete(seen: facsim.Seen) -> None:
    name = "https://example.org/a?b=c&d#e/é"
    seen.check_and_add_batch(
        [{"id": f"p{number}", "url": name, "text": near(text_of(1), number)} for number in range(3)]
    )
    seen.check_and_add(text_of(5))
    assert [page.id for page in seen.find(name)] == ["p0"], "of one URL it came once"
    seen.check_and_add_batch([{"id": f"c{i}", "text": near(text_of(1), i)} for i in range(1, 3)])
    (found,) = seen.find("p0")
    assert (found.number, found.cluster, found.rank, found.crawl) == (1, 1, 1, None)
    members = ["p0", "c1", "c2"]
    for word in (1, "#1", "p0", "c2", name):
        assert [page.id for page in seen.cluster(word)] == members, word
    assert [page.id for page in seen.cluster("p0", limit=2)] == members[:2]
    assert seen.find("nobody") == seen.cluster("nobody") == seen.cluster(99) == []
    (unnamed,) = seen.cluster(2)
    assert unnamed.id == "#2" and unnamed.url is None
    assert seen.delete(["p0", "nobody", "c1"]) == (2, ["nobody"])
    assert [page.rank for page in seen.cluster("c2")] == [1]
    assert seen.delete("c2") == (1, []) and seen.delete([]) == (0, [])
    assert not is_near(seen, text_of(1)) and is_near(seen, text_of(5))


def test_a_page_without_an_id_goes_by_its_number(seen: facsim.Seen) -> None:
    first = text_of(1)
    pages = [first, near(first, 1), near(first, 2), {"id": "#5", "text": text_of(2)}, text_of(3)]
    for page in pages:
        seen.check_and_add(page)
    assert [page.number for page in seen.find("#2")] == [2]
    assert [page.number for page in seen.find("#5")] == [4], "an id comes before a number"
    assert seen.delete("#5") == (1, [])
    assert [page.number for page in seen.find("#5")] == [5]
    for word in ("#0", "#6", "#", "#2x", "2"):
        assert seen.find(word) == [], word
    # With the first of a cluster gone, those that are left have other numbers.
    assert seen.delete(["#99", "#1", "nobody", "#3"]) == (2, ["#99", "nobody"])
    assert seen.find("#1") == seen.find("#2") == seen.find("#3") == []
    assert is_near(seen, first) and is_near(seen, text_of(3))


def test_long_names_that_begin_alike_are_different_pages(seen: facsim.Seen) -> None:
    ids = ["x" * 9000 + str(number) for number in range(2)]
    urls = [f"https://example.org/{name}" for name in ids]
    rows = [{"id": name} for name in ids] + [{"url": name} for name in urls]
    seen.check_and_add_batch([row | {"text": text_of(n)} for n, row in enumerate(rows)])
    for number, name in enumerate(ids + urls, 1):
        (found,) = seen.find(name)
        kept = found.id if number <= 2 else found.url
        assert found.number == number and len(kept) == 8192 and name.startswith(kept[:-36])
        assert seen.find(kept) == [found], "the name that it shows is its name"
    assert seen.check_and_add(text_of(7), id=ids[0]).added
    assert not is_near(seen, text_of(0)) and is_near(seen, text_of(1)), "it replaced its own text"
    assert seen.find("x" * 9000) == seen.find("x" * 8192) == []
    assert seen.delete([ids[1], urls[0], ids[1] + "2"]) == (2, [ids[1] + "2"])
    assert is_near(seen, text_of(7)) and is_near(seen, text_of(3))


def test_delete_where(seen: facsim.Seen) -> None:
    pages = [{"url": f"http://{'ab'[n % 2]}.example/{n}", "text": text_of(n)} for n in range(10)]
    seen.check_and_add_batch(pages[:6])
    seen.check_and_add_batch(pages[6:], crawl="one")
    seen.commit_crawl("one")
    assert seen.delete_where(host="A.Example", crawl="one") == 2
    assert seen.delete_where(host="a.example") == 3
    assert seen.delete_where(before="2001-01-01T00:00:00Z") == 0
    soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)
    assert seen.delete_where(before=soon) == 5
    with pytest.raises(errors.InvalidArgumentError, match="which pages"):
        seen.delete_where()
    with pytest.raises(errors.InvalidArgumentError, match="is no time"):
        seen.delete_where(before="yesterday")


def test_facts(seen: facsim.Seen) -> None:
    pages = [{"id": f"p{n}", "url": f"http://a.example/{n}", "text": text_of(n)} for n in range(5)]
    facts = [seen.facts(page) for page in pages]
    assert all(isinstance(each, bytes) and len(each) < 400 for each in facts)
    assert [answer.seen for answer in seen.check_and_add_facts(facts)] == ["no"] * 5
    assert [answer.match.id for answer in seen.check_batch(pages)] == [p["id"] for p in pages]
    assert seen.check_facts(facts[0])[0].kind == "exact"
    assert seen.check_facts(seen.facts(near(text_of(3), 1)), explain=True)[0].candidates
    for bad in (b"", b"no facts", facts[0][:-1], b"\1" + b"x" * 8 + facts[0][9:]):
        with pytest.raises(errors.InvalidArgumentError):
            seen.check_facts([bad])


def test_settings_and_what_is_not_the_stores_own(open_seen: Open) -> None:
    policy = facsim.SeenPolicy("skip_links", "store", 2)
    wishes = {"profile": "strict", "max_distance": 2, "names": False, "keep_history": True,
              "policy": policy}  # fmt: skip
    seen = open_seen(collection="news", create=True, **wishes)
    own = seen.settings()
    assert {name: getattr(own, name) for name in wishes} == wishes
    assert own.seen_kinds == ("exact", "content") and len(own.recipe_id) == 16
    seen.check_and_add(text_of(1), id="a")
    assert seen.check(text_of(1)).action == "skip_links"
    seen.check_and_add(text_of(2), id="a")
    assert is_near(seen, text_of(1)), "keep_history"
    seen.close()
    open_seen(collection="news", **wishes).close()
    open_seen(collection="news", must_exist=True).close()
    others = ({"max_distance": 5}, {"names": True}, {"keep_history": False}, {"recipe": "all-text"})
    for other in others:
        with pytest.raises(errors.InvalidArgumentError):
            open_seen(collection="news", **other)
    with pytest.raises(errors.NotFoundError):
        open_seen(collection="none", must_exist=True)
    with pytest.raises(errors.InvalidArgumentError, match="must_exist"):
        open_seen(collection="none", must_exist=True, create=True)
    with open_seen() as default:
        assert not is_near(default, text_of(1)), "a collection is a store of its own"


def test_a_collection_is_made_only_where_that_is_asked_for(
    open_seen: Open, back: str, tmp_path: Path
) -> None:
    """A name that is mistyped begins nothing, whatever settings come with it."""
    open_seen().check_and_add(text_of(1), id="a")
    for wishes in ({}, {"profile": "strict"}, {"policy": facsim.SeenPolicy()}):
        with pytest.raises(errors.NotFoundError, match="no collection 'typo'.*create=True"):
            open_seen(collection="typo", **wishes)
    assert not (tmp_path / "store/collections/typo").exists()
    with open_seen(collection="typo", create=True) as made:
        assert made.check_and_add(text_of(1)).seen == "no"
    for again in ({}, {"create": True}, {"must_exist": True}):
        with open_seen(collection="typo", **again) as there:
            assert is_near(there, text_of(1))


def test_of_near_copies_at_once_one_is_new(seen: facsim.Seen) -> None:
    for turn in range(5):
        text = text_of(100 + turn)
        answers = in_threads(8, lambda number, t=text: seen.check_and_add(near(t, number)))
        assert sorted(answer.seen for answer in answers) == ["no"] + ["yes"] * 7
        assert sorted(answer.cluster.rank for answer in answers) == list(range(1, 9))
        assert len({answer.cluster.id for answer in answers}) == 1


def test_a_closed_store_says_so(open_seen: Open) -> None:
    with open_seen() as seen:
        facts = seen.facts(text_of(1))
        assert not seen.closed and repr(seen).endswith(": open>")
    seen.close()
    assert seen.closed and repr(seen).endswith(": closed>")
    for call in (lambda: seen.check("a"), lambda: seen.check_and_add("a"), lambda: seen.facts("a"),
                 lambda: seen.check_batch(["a"]), lambda: seen.check_and_add_batch(["a"]),
                 lambda: seen.check_facts(facts), lambda: seen.check_and_add_facts([facts]),
                 lambda: seen.find("a"), lambda: seen.cluster("a"), lambda: seen.delete("a"),
                 lambda: seen.delete_where(host="a"), lambda: seen.commit_crawl("a"),
                 lambda: seen.cancel_crawl("a"), seen.crawls, seen.settings, seen.figures,
                 seen.seal, lambda: next(seen.visit()), lambda: seen.backup("/none"),
                 seen.__enter__):  # fmt: skip
        with pytest.raises(errors.InvalidArgumentError, match="store is closed; open it again"):
            call()
    with open_seen() as again:
        assert again.check("a").seen == "too_short"


NAN = float("nan")
BAD = [
    (lambda s: s.check(), TypeError, "a page is missing"),
    (lambda s: s.check(None), TypeError, "a page is missing"),
    (lambda s: s.check(3), TypeError, "rows are str, bytes, dict or None"),
    (lambda s: s.check(text=3), TypeError, "value of type 'int'"),
    (lambda s: s.check_and_add("\ud800"), UnicodeEncodeError, "surrogates"),
    (lambda s: s.check({"body": "a"}), KeyError, "no member 'text' and no 'html'"),
    (lambda s: s.check("a", text="b"), TypeError, "given twice"),
    (lambda s: s.check(text="a", html="b"), TypeError, "given twice"),
    (lambda s: s.check("a", crawl=3), TypeError, "crawl is a name, not int"),
    (lambda s: s.check_and_add("a", crawl="a" * 256), ValueError, "1 to 255 bytes"),
    (lambda s: s.check_and_add("a", retry_key="a" * 256), ValueError, "1 to 255 bytes"),
    (lambda s: s.check_batch("a"), TypeError, "one text, where rows are wanted"),
    (lambda s: s.check_batch({"text": "a"}), TypeError, "a dict is one row"),
    (lambda s: s.check_batch(None), TypeError, "data is rows or files"),
    (lambda s: s.check_and_add_batch(["a", 1.5]), TypeError, "row 1 is a value of type 'float'"),
    (lambda s: s.check_batch(pa.table({"b": ["x"]})), KeyError, "the columns are: b"),
    (lambda s: s.check_batch(pl.DataFrame({"b": ["x"]})), KeyError, "the columns are: b"),
    (lambda s: s.check_batch(["a"], text=""), ValueError, "text: the name of a member"),
    (lambda s: s.check_facts("a"), TypeError, "facts are bytes, not str"),
    (lambda s: s.check_facts([1]), TypeError, "facts are bytes, not int"),
    (lambda s: s.find(""), ValueError, "name is empty"),
    (lambda s: s.find(None), ValueError, "name is empty"),
    (lambda s: s.find(3), TypeError, "name is a name, not int"),
    (lambda s: s.cluster(-1), ValueError, "name=-1"),
    (lambda s: s.cluster("a", limit=0), ValueError, "limit=0"),
    (lambda s: s.delete(b"a"), TypeError, "names are str, not bytes"),
    (lambda s: s.delete_where(before=3), TypeError, "before is a time or a str"),
    (lambda s: s.delete_where(before=datetime.datetime(2026, 1, 1)), ValueError, "time zone"),
    (lambda s: s.commit_crawl(""), ValueError, "name of a crawl is empty"),
]


@pytest.mark.parametrize("number", range(0, len(BAD), 5))
def test_bad_input_is_an_exception_and_changes_nothing(seen: facsim.Seen, number: int) -> None:
    for call, kind, said in BAD[number : number + 5]:
        with pytest.raises(kind) as raised:
            call(seen)
        assert said in str(raised.value), said
    assert seen.figures().last_row == 0


def test_a_source_that_raises(seen: facsim.Seen) -> None:
    def pages():
        yield from PAGES
        raise RuntimeError("the source failed")

    for call in (seen.check_batch, seen.check_and_add_batch):
        with pytest.raises(RuntimeError, match="the source failed"):
            call(pages())
    assert seen.check_and_add(text_of(50)).seen == "no"

