# SPDX-License-Identifier: Apache-2.0
"""facsim idf build: a table of how rare things are, and recipes that use one."""

import json
import math
import random
import signal
from collections import Counter

import pytest
from making import WORDS, write_jsonl
from running import facsim

TF_IDF = """
[units]
kind = "{}"
{}
[features]
lengths = [1]
weights = "tf-idf"
idf = {{ file = "{}" }}
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """300 documents in which some words are rarer than others, and two that say nothing."""
    draw = random.Random(3)
    weights = [1 / (i + 1) for i in range(len(WORDS))]
    texts = [" ".join(draw.choices(WORDS, weights, k=40)) for _ in range(300)]
    texts += ["", "?!", "Harbour naïve 你好 once"]
    records = [{"id": str(i), "text": text} for i, text in enumerate(texts)]
    return write_jsonl(tmp_path_factory.mktemp("corpus") / "corpus.jsonl", records)


def build(corpus, table, *flags):
    done = facsim("idf", "build", corpus, "-o", table, *flags)
    assert done.status == 0, done.err
    assert done.out == ""
    return done.err


def entries_of(table):
    """feature -> idf; and the documents that the header tells of."""
    header, *lines = table.read_text().splitlines()
    assert header.startswith("# facsim idf 1 documents=")
    assert lines == sorted(lines, key=lambda line: line.split("\t")[0].encode())
    return dict(line.split("\t") for line in lines), int(header.rsplit("=", 1)[1])


def counted(corpus):
    """word -> documents that have it, counted plainly."""
    texts = [json.loads(line)["text"] for line in corpus.read_text().splitlines()]
    return Counter(word for text in texts[:-1] for word in set(text.split()) - {"?!"})


def test_the_table_says_how_rare_words_are(corpus, tmp_path):
    table = tmp_path / "words.idf"
    said = build(corpus, table, "--recipe", "words")
    found, documents = entries_of(table)
    assert documents == 301  # those with a word
    having = counted(corpus)
    having["harbour"] += 1
    assert found == {word: f"{math.log(1 + 301 / n):.6f}" for word, n in having.items() if n > 1}
    assert len(having) - len(found) < 5 and "naïve" not in found
    assert f"words.idf: {len(found)} features of 301 documents; " in said
    assert "in fewer than 2 left out" in said


def test_min_documents(corpus, tmp_path):
    one, fifty = tmp_path / "one.idf", tmp_path / "fifty.idf"
    build(corpus, one, "--recipe", "words", "--min-documents", 1)
    build(corpus, fifty, "--recipe", "words", "--min-documents", 50)
    everything, few = entries_of(one)[0], entries_of(fifty)[0]
    assert {"naïve", "你", "好", "once"} <= everything.keys()
    assert 0 < len(few) < len(everything) and few.items() <= everything.items()
    assert len(few) == sum(n + (word == "harbour") >= 50 for word, n in counted(corpus).items())
    done = facsim("idf", "build", corpus, "-o", tmp_path / "none.idf", "--min-documents", 1000)
    assert done.status == 2 and "no feature occurs in 1000 documents" in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fifty.idf", "one.idf"]


@pytest.mark.parametrize("recipe", ["balanced", "bytes-4", "characters-4", "content-seen-32-fixed"])
def test_threads_memory_and_order_change_nothing(corpus, tmp_path, recipe):
    lines = corpus.read_text().splitlines(keepends=True)
    turned = tmp_path / "turned.jsonl"
    turned.write_text("".join(reversed(lines)))
    tables = []
    for number, (pages, flags) in enumerate([
        (corpus, ("--threads", 1)), (corpus, ("--threads", 2)), (corpus, ("--threads", 7)),
        (corpus, ("--memory", "64M", "--threads", 2)), (turned, ("--threads", 2)),
    ]):  # fmt: skip
        table = tmp_path / f"{number}.idf"
        build(pages, table, "--recipe", recipe, *flags)
        tables.append(table.read_bytes())
    assert len(set(tables)) == 1 and len(tables[0]) > 500


def test_counts_that_do_not_fit_go_to_files(tmp_path):
    """Many different words and little memory; nothing is left in --tmp."""
    draw = random.Random(5)
    pages = write_jsonl(tmp_path / "many.jsonl", [
        {"id": str(i), "text": " ".join(f"{draw.randrange(3 * 10**6):x}w" for _ in range(2500))}
        for i in range(120)])  # fmt: skip
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    flags = ("--tmp", tmp, "--threads", 2, "--min-documents", 1)
    build(pages, tmp_path / "little.idf", *flags, "--memory", "64M")
    build(pages, tmp_path / "much.idf", *flags, "--memory", "4G")
    assert list(tmp.iterdir()) == []
    assert (tmp_path / "little.idf").read_bytes() == (tmp_path / "much.idf").read_bytes()
    assert len(entries_of(tmp_path / "much.idf")[0]) > 550_000


@pytest.mark.parametrize(("recipe", "kind", "windows"), [
    ("words", "words", ""), ("icu-words", "icu-words", ""),
    ("bytes-4", "bytes", "size = 4\noverlap = 3"),
    ("characters-4", "characters", "size = 4\noverlap = 3\nfolding = 'nfkc'"),
    ("content-seen-32", "utf16", "size = 4\noverlap = 3\nlast = 'dropped'"),
])  # fmt: skip
def test_a_table_serves_a_recipe_with_tf_idf(corpus, tmp_path, recipe, kind, windows):
    """Also where windows cut characters in two, or begin as a comment would."""
    records = [json.loads(line) for line in corpus.read_text().splitlines()]
    odd = [{"id": f"odd{i}", "text": "# é你好 # \U0001f600\t# naïve\n" * 20} for i in range(3)]
    pages = write_jsonl(tmp_path / "pages.jsonl", records + odd)
    build(pages, tmp_path / "corpus.idf", "--recipe", recipe)
    mine = tmp_path / "mine.toml"
    mine.write_text(TF_IDF.format(kind, windows, "corpus.idf"))
    weighted = facsim("fingerprint", pages, "--recipe", mine)
    assert weighted.status == 0, weighted.err
    mine.write_text(mine.read_text().replace('"tf-idf"', '"tf"').replace("idf =", "# idf ="))
    plain = facsim("fingerprint", pages, "--recipe", mine)
    assert plain.status == 0, plain.err
    differing = sum(a != b for a, b in zip(weighted.out.split(), plain.out.split(), strict=True))
    assert differing > 250


def test_rare_words_weigh_more(tmp_path):
    """With a large idf one word decides all bits: the fingerprint is that of the word alone."""
    (tmp_path / "jieba.idf").write_text("harbour 1000\nlantern 0.5\nmeadow 0.25\n")  # jieba's form
    (tmp_path / "ours.idf").write_text(
        "# facsim idf 1 documents=9\nmeadow\t0.25\nharbour\t1000\nlantern\t0.5\n")  # fmt: skip
    pages = write_jsonl(tmp_path / "p.jsonl", [
        {"id": "a", "text": "harbour lantern meadow lantern meadow"},
        {"id": "b", "text": "harbour"},
        {"id": "c", "text": "lantern meadow meadow meadow"},  # 0.5 against 0.75
        {"id": "d", "text": "meadow"},
    ])  # fmt: skip
    outs, ids = [], []
    for name in "jieba.idf", "ours.idf":
        recipe = tmp_path / "mine.toml"
        recipe.write_text(TF_IDF.format("words", "", name))
        done = facsim("fingerprint", pages, "--recipe", recipe, "--min-units", 1)
        found = dict(line.split("\t") for line in done.out.splitlines())
        assert found["a"] == found["b"] != found["d"] == found["c"]
        outs.append(done.out)
        ids.append(facsim("recipe", "check", recipe).out)
    assert outs[0] == outs[1]
    assert ids[0] == ids[1]  # both tables say the same


def test_five_levels_by_a_table_of_ones_own(corpus, tmp_path):
    build(corpus, tmp_path / "corpus.idf", "--recipe", "words")
    mine = tmp_path / "mine.toml"
    text = TF_IDF.format("words", "", "corpus.idf").replace("tf-idf", "five-levels")
    mine.write_text(text)
    with_table = facsim("fingerprint", corpus, "--recipe", mine)
    mine.write_text(text.replace("idf =", "# idf ="))
    without = facsim("fingerprint", corpus, "--recipe", mine)
    assert with_table.status == without.status == 0 and with_table.out != without.out


def test_an_existing_file_stays_without_force(corpus, tmp_path):
    table = tmp_path / "corpus.idf"
    table.write_text("mine")
    done = facsim("idf", "build", corpus, "-o", table)
    assert done.status != 0 and "corpus.idf: is there already" in done.err
    assert table.read_text() == "mine"
    # Said before anything is read: the corpus is not even there.
    done = facsim("idf", "build", tmp_path / "not-there", "-o", table)
    assert "is there already" in done.err
    build(corpus, table, "--force")
    assert entries_of(table)[1] == 301
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.idf"]


def test_places_that_cannot_be_written(corpus, tmp_path):
    done = facsim("idf", "build", corpus, "-o", tmp_path / "no" / "corpus.idf")
    assert done.status == 1 and "no: there is no such folder" in done.err
    done = facsim("idf", "build", corpus, "-o", tmp_path)
    assert done.status == 2 and "is a folder; name a file" in done.err
    done = facsim("idf", "build", corpus, "-o", "/dev/full/x.idf")
    assert done.status == 1 and "/dev/full" in done.err


@pytest.mark.parametrize("text", ["", '{"text":""}\n{"text":"?!"}\n', "not json\n"])
def test_a_corpus_without_words_makes_no_table(tmp_path, text):
    (tmp_path / "nothing.jsonl").write_text(text)
    done = facsim("idf", "build", "nothing.jsonl", "-o", "x.idf", cwd=tmp_path)
    if text == "not json\n":
        assert done.status == 1 and "no page was read" in done.err
    else:
        assert done.status == 2 and "no document with a feature was found; no table" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["nothing.jsonl"]


def test_wrong_usage(corpus, tmp_path):
    assert facsim("idf").status == facsim("idf", "build").status == 2
    done = facsim("idf", "build", corpus)
    assert done.status == 2 and "-o FILE" in done.err
    recipe = tmp_path / "mine.toml"
    given = '[units]\nkind = "given"\nfield = "f"\n'
    recipe.write_text(given + '[features]\nlengths = [1]\nweights = "tf"\n')
    done = facsim("idf", "build", corpus, "-o", tmp_path / "x.idf", "--recipe", recipe)
    assert done.status == 2 and "given features carry their own weights" in done.err
    recipe.write_text('[text]\nparts = [{ part = "title" }]\n')
    done = facsim("idf", "build", corpus, "-o", tmp_path / "x.idf", "--recipe", recipe)
    assert done.status == 2 and "idf build counts one text of a page" in done.err


def test_the_recipe_may_name_a_table_that_is_yet_to_be_made(corpus, tmp_path):
    """Its units are what is counted, so the same file serves before and after."""
    mine = tmp_path / "mine.toml"
    mine.write_text(TF_IDF.format("words", "", "corpus.idf"))
    assert facsim("recipe", "check", mine).status == 1
    build(corpus, tmp_path / "corpus.idf", "--recipe", mine)
    assert facsim("recipe", "check", mine).status == 0


def test_interrupted_it_leaves_nothing(tmp_path):
    pages = tmp_path / "pages.jsonl"
    pages.write_text('{"text":"' + " ".join(WORDS * 8) + '"}\n')
    pages.write_text(pages.read_text() * 15_000)
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    flags = ["-o", tmp_path / "x.idf", "--tmp", tmp, "--threads", "2"]
    run = facsim.start("idf", "build", pages, *flags)
    run.until(lambda: list(tmp.iterdir()))
    run.send_signal(signal.SIGINT)
    assert run.result().status == 130
    assert list(tmp.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pages.jsonl", "tmp"]
