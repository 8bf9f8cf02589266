# SPDX-License-Identifier: Apache-2.0
"""Tables that recipes and flags name: topics, stop words, the words of jieba."""


import pytest
from making import text_of, write_jsonl
from recipe_world import values, write_recipe
from running import facsim


@pytest.mark.parametrize(("name", "words", "changed"), [
    ("balanced", "harbour\t900\nLantern  Meadow\t900\n", {"english", "html", "mixed"}),
    ("words", "harbour\t900\n", {"english", "html", "mixed"}),
    ("icu-words", "数据库\t900\n重复\t900\n", {"chinese", "mixed"}),
    ("course", "数据库\t900\n重复\t900\n", {"chinese", "mixed"}),
])  # fmt: skip
def test_topic_changes_bits_of_pages_with_its_words(
    recipe_names, polyglot, tmp_path, name, words, changed
):
    if name not in recipe_names:
        pytest.skip("skipped: the program has no jieba.tables beside it")
    topic = tmp_path / "topic.tsv"
    topic.write_text(words)
    plain, boosted = values(polyglot, name), values(polyglot, name, "--topic", topic)
    assert {page for page in plain if plain[page] != boosted[page]} == changed
    topic.write_text("nowhere\t900\n")
    assert values(polyglot, name, "--topic", topic) == plain
    topic.write_text("harbour\n")
    done = facsim("fingerprint", polyglot, "--recipe", name, "--topic", topic)
    assert done.status == 2 and "topic.tsv: line 1: 'harbour' has no factor" in done.err
    if name == "words":
        topic.write_text("nowhere\t2\nharbour lantern\t2\n")
        done = facsim("fingerprint", polyglot, "--recipe", name, "--topic", topic)
        assert done.status == 2 and "line 2: 'harbour lantern' has 2 units" in done.err


@pytest.mark.parametrize("name", ["keyword", "bytes-4", "python-simhash"])
def test_topic_is_refused_where_it_would_change_nothing(polyglot, tmp_path, name):
    topic = tmp_path / "topic.tsv"
    topic.write_text("harbour\t900\n")
    done = facsim("fingerprint", polyglot, "--recipe", name, "--topic", topic)
    assert done.status == 2 and "topic" in done.err and done.out == ""


def test_stop_words_are_as_if_they_were_not_written(polyglot, tmp_path):
    (tmp_path / "stop.txt").write_text("HARBOUR\ncopper\n")
    text = '[features]\nstop_words = { file = "stop.txt" }\n'
    kept = [word for word in text_of(200).split() if word not in ("harbour", "copper")]
    other = write_jsonl(tmp_path / "o.jsonl", [{"id": "english", "text": " ".join(kept)}])
    without = values(polyglot, write_recipe(tmp_path, text))["english"]
    assert without == values(other, "balanced")["english"]
    assert without != values(polyglot, "balanced")["english"]


def test_stop_words_of_several_characters(recipe_names, polyglot, tmp_path):
    """A word of jieba's is one unit, a list's line may be several of the program's own."""
    if "course" not in recipe_names:
        pytest.skip("skipped: the program has no jieba.tables beside it")
    (tmp_path / "stop.txt").write_text("指纹\n文档\n")
    text = '[units]\nkind = "{}"\n[features]\nlengths = [1]\n'
    for kind in "jieba-words", "icu-words":
        plain = write_recipe(tmp_path, text.format(kind))
        stopped = text.format(kind) + 'stop_words = { file = "stop.txt" }\n'
        listed = write_recipe(tmp_path, stopped, "stopped.toml")
        assert values(polyglot, plain)["chinese"] != values(polyglot, listed)["chinese"]


def test_jieba_tables_that_are_missing_or_damaged(polyglot, tmp_path):
    missing, damaged = tmp_path / "no.tables", tmp_path / "bad.tables"
    damaged.write_bytes(b"not a table at all" * 100)
    for recipe in "course", "keyword":
        done = facsim("fingerprint", polyglot, "--recipe", recipe, "--jieba", missing)
        assert done.status == 1 and done.out == ""
        assert "jieba's tables are not there" in done.err and str(missing) in done.err
        done = facsim("fingerprint", polyglot, "--recipe", recipe, "--jieba", damaged)
        assert done.status == 1 and str(damaged) in done.err and done.out == ""
    assert facsim("fingerprint", polyglot, "--recipe", "words", "--jieba", missing).status == 0
    done = facsim("recipe", "list", "--jieba", missing)
    assert done.status == 0
    assert [line.split()[0] for line in done.out.splitlines() if line.split()[1] == "-"] == [
        "course", "keyword"]  # fmt: skip
    assert "# cannot be computed here" in facsim("recipe", "show", "course", "--jieba", missing).out
