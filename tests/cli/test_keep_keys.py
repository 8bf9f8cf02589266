# SPDX-License-Identifier: Apache-2.0
"""--keep with several keys, against a slow twin that sorts tuples."""

import random
from pathlib import Path

import pytest
from making import html, near, words, write_jsonl
from running import Dedup, facsim

FIELDS = ("quality", "meta.rank")


def value(page: dict, name: str) -> float | None:
    return page.get("meta", {}).get("rank") if name == "meta.rank" else page.get(name)


# What each key compares: the smaller first, pages without the value last.
def twin(key: str, page: dict) -> tuple:
    if key.startswith("field:"):
        number = value(page, key.removeprefix("field:"))
        return (number is None, 0 if number is None else -number)
    return {
        "first": lambda: (page["at"],),
        "last": lambda: (-page["at"],),
        "longest": lambda: (-len(page["text"].encode()),),
        "shortest-url": lambda: ("url" not in page, len(page.get("url", ""))),
        "newest": lambda: ("time" not in page, -page.get("time", 0)),
        "oldest": lambda: ("time" not in page, page.get("time", 0)),
        "input": lambda: (page["word"],),
    }[key]()


KEYS = ["longest", "shortest-url", "newest", "oldest", "input", "first", "last"]
KEYS += [f"field:{name}" for name in FIELDS]


def write_inputs(folder: Path, chance: random.Random) -> tuple[list[str], list[dict]]:
    """Words of a command, two files and a folder, and the pages of a cluster in their order."""
    inputs = ["b.jsonl", "site", "a.jsonl"]
    (folder / "site").mkdir()
    files = [("b.jsonl", 0), ("site/x.jsonl", 1), ("site/y.jsonl", 1), ("a.jsonl", 2)]
    pages = []
    for name, word in files:
        here = []
        for _ in range(chance.randrange(1, 7)):
            page = {"id": str(len(pages)), "text": f"{words('one')} " + "x" * chance.randrange(3)}
            if chance.random() < 0.8:
                page["quality"] = chance.randrange(-1, 2)
            if chance.random() < 0.8:
                page["meta"] = {"rank": chance.choice([0.5, 1, 7])}
            if chance.random() < 0.8:
                page["time"] = chance.randrange(3)
            if chance.random() < 0.8:
                page["url"] = "https://example.org/" + "u" * chance.randrange(3)
            here.append(page)
            pages.append(page | {"at": len(pages), "word": word})
        write_jsonl(folder / name, here)
    # Each value is there once, so that no key is refused.
    last = {"id": "z", "text": words("other"), "quality": 0, "meta": {"rank": 0}, "time": 0}
    write_jsonl(folder / "z.jsonl", [last | {"url": "https://example.org/z"}])
    return [*inputs, "z.jsonl"], pages


def kept_of(pages: list[dict], keys: list[str]) -> str:
    return min(pages, key=lambda page: [twin(key, page) for key in (*keys, "first")])["id"]


@pytest.mark.parametrize("seed", range(12))
def test_keys_are_compared_one_after_the_other(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    inputs, pages = write_inputs(tmp_path, chance)
    every = ("--time-field", "time", "--min-resemblance", "0.5")
    run = Dedup(tmp_path, *inputs, *every, "--keep", ",".join(f"field:{name}" for name in FIELDS))
    assert run.done.status == 0, run.done.err
    for _ in range(8):
        keys = chance.sample(KEYS, chance.randrange(1, 5))
        word = ",".join(keys)
        own = Dedup(tmp_path, *inputs, *every, "--keep", word, "--threads", "3")
        assert own.summary["keep"] == word
        expected = kept_of(pages, keys)
        assert set(own.removed().values()) == {expected}, word
        assert len(own.removed()) == len(pages) - 1
        again = facsim("recluster", run.out, "--keep", word, "--quiet")
        assert again.status == 0, again.err
        assert run.removed() == own.removed()
        assert run.summary["keep"] == word


def test_files_of_a_word_tie_and_words_do_not(tmp_path: Path) -> None:
    for name, at in (("new/b.jsonl", 1), ("new/a.jsonl", 2), ("old/c.jsonl", 9)):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        write_jsonl(path, [{"id": name, "text": words(1), "at": at}])
    best = ("--keep", "input,field:at")
    run = Dedup(tmp_path, "new", "old", *best)
    assert set(run.removed().values()) == {"new/a.jsonl"}
    assert set(Dedup(tmp_path, "old", "new", *best).removed().values()) == {"old/c.jsonl"}
    plain = Dedup(tmp_path, "old", "new", "--keep", "field:at")
    assert facsim("recluster", plain.out, "--keep", "input").status == 0
    assert set(plain.removed().values()) == {"old/c.jsonl"}
    done = facsim("recluster", plain.out, "--keep", "longest,field:nope")
    assert done.status == 2 and "did not read that field" in done.err


def test_originals_and_known_pages_come_before_all_keys(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "old.jsonl", [{"id": "old", "text": near(1, 1), "rank": 0}])
    write_jsonl(tmp_path / "new.jsonl", [{"id": "new", "text": near(1, 2), "rank": 9}])
    (tmp_path / "idx").mkdir()
    first = facsim("dedup", "old.jsonl", "-o", "out", "--against", "idx", "--update", cwd=tmp_path)
    assert first.status == 0, first.err
    run = Dedup(tmp_path, "new.jsonl", "--against", "idx", "--keep", "field:rank,longest")
    assert run.removed() == {"new": "old"}


def test_names_with_commas_and_backslashes(tmp_path: Path) -> None:
    name = "a,b\\c"
    pages = [{"id": str(i), "text": near(1, i), name: i} for i in range(3)]
    write_jsonl(tmp_path / "a.jsonl", pages)
    word = "field:a\\,b\\\\c"
    run = Dedup(tmp_path, "a.jsonl", "--keep", f"{word},first")
    assert set(run.removed().values()) == {"2"}
    assert run.summary["keep"] == f"{word},first"
    page = tmp_path / "page.html"
    assert facsim("report", run.out, "-o", page).status == 0


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("longest,", "'' is not one of: first"),
        ("first,lonest", "did you mean 'longest'?"),
        ("field:", "the name of the field is missing"),
        ("field:a,field:b,field:c,field:d,field:e", "more than 4 fields"),
    ],
)
def test_what_is_no_key(tmp_path: Path, word: str, sentence: str) -> None:
    (tmp_path / "a.html").write_text(html(words(1)))
    done = facsim("dedup", "a.html", "-o", "out", "--keep", word, cwd=tmp_path)
    assert done.status == 2 and "--keep: " in done.err and sentence in done.err
