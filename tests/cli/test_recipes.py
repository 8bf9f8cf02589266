# SPDX-License-Identifier: Apache-2.0
"""Recipes from outside: named ones, files, the tables that they name, what is refused and how."""

import json
import os
import random
import re
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, WORDS, html_of, text_of, write_jsonl
from test_readme import pattern_of, transcripts

NAMES = [
    "balanced", "thorough", "all-text", "words", "bytes-4", "characters-4", "icu-words", "course", "keyword",
    "python-simhash", "content-seen-32", "content-seen-32-fixed",
]  # fmt: skip
NEEDS_JIEBA = {"course", "keyword"}
ID = re.compile(r"[0-9a-f]{16}")


@pytest.fixture(scope="module")
def names(facsim):
    """The named recipes that can be computed here."""
    done = facsim("recipe", "check", "keyword")
    return [name for name in NAMES if done.status == 0 or name not in NEEDS_JIEBA]


@pytest.fixture
def pages(tmp_path):
    """Pages in several languages, as text and HTML; one short, one empty."""
    chinese = "网页去重：用指纹在海明空间里查找近似重复的文档，数据库的索引和查询都要很快。" * 3
    return write_jsonl(tmp_path / "pages.jsonl", [
        {"id": "english", "text": text_of(200)},
        {"id": "chinese", "text": chinese},
        {"id": "html", "html": html_of(text_of(90, 7))},
        {"id": "mixed", "text": f"{text_of(30)} {chinese} naïve ΣΊΣΥΦΟΣ שלום עולם"},
        {"id": "short", "text": "three short words"},
        {"id": "empty", "text": ""},
    ])  # fmt: skip


def write_recipe(folder, text, name="mine.toml"):
    path = folder / name
    path.write_text(text)
    return path


def id_of(facsim, recipe, cwd=None):
    done = facsim("recipe", "check", recipe, cwd=cwd)
    assert done.status == 0, done.err
    return ID.search(done.out.rsplit("id ", 1)[1]).group()


def values(facsim, pages, recipe, *flags):
    """id -> fingerprint."""
    done = facsim("fingerprint", pages, "--recipe", recipe, *flags)
    assert done.status == 0, done.err
    return dict(line.split("\t") for line in done.out.splitlines())


# ---- list, show, check ----


def test_list_has_every_name_with_its_id(facsim, names):
    lines = facsim("recipe", "list").out.splitlines()
    assert [line.split()[0] for line in lines] == NAMES
    ids = [line.split()[1] for line in lines if line.split()[0] in names]
    assert all(ID.fullmatch(found) for found in ids) and len(set(ids)) == len(names)


@pytest.mark.parametrize("name", NAMES)
def test_what_show_prints_is_the_same_recipe(facsim, names, tmp_path, name):
    if name not in names:
        pytest.skip("skipped: the program has no jieba.tables beside it")
    shown = facsim("recipe", "show", name).out
    path = write_recipe(tmp_path, shown)
    listed = next(line for line in facsim("recipe", "list").out.splitlines()
                  if line.split()[0] == name)  # fmt: skip
    assert id_of(facsim, path) == id_of(facsim, name) == listed.split()[1]
    assert shown.startswith(f"# id {listed.split()[1]}, ")
    assert facsim("recipe", "show", path).out == shown


def test_an_empty_file_is_balanced_and_a_name_decides_nothing(facsim, tmp_path):
    balanced = id_of(facsim, "balanced")
    assert id_of(facsim, write_recipe(tmp_path, "")) == balanced
    assert id_of(facsim, write_recipe(tmp_path, 'name = "another"\n')) == balanced
    assert id_of(facsim, write_recipe(tmp_path, "[fingerprint]\nseed = 1\n")) != balanced


def test_check_takes_several_and_stops_at_what_is_wrong(facsim, tmp_path):
    good, bad = write_recipe(tmp_path, "", "good.toml"), write_recipe(tmp_path, "x = 1", "bad.toml")
    assert facsim("recipe", "check", good, good).out.count("\n") == 2
    done = facsim("recipe", "check", good, bad)
    assert done.status == 2 and "bad.toml:1: unknown key 'x'" in done.err


@pytest.mark.parametrize("arguments", [
    (), ("show",), ("show", "a", "b"), ("check",), ("list", "x"), ("make",)])  # fmt: skip
def test_wrong_words_are_wrong_usage(facsim, arguments):
    done = facsim("recipe", *arguments)
    assert done.status == 2 and "recipe needs list, show NAME or check FILE.toml" in done.err


def test_an_unknown_name_lists_the_known(facsim, tmp_path):
    done = facsim("recipe", "show", "balancd")
    assert done.status == 2 and all(name in done.err for name in NAMES)
    done = facsim("recipe", "check", tmp_path / "not-there.toml")
    assert done.status == 1 and "not-there.toml: there is no such file" in done.err


def test_profiles(facsim):
    lines = facsim("profile", "list").out.splitlines()
    assert [line.split()[0] for line in lines] == ["compact", "balanced", "strict", "thorough"]
    listed = [line.split()[0] for line in lines]
    shown = {name: facsim("profile", "show", name).out for name in listed}
    assert "min_resemblance = 0.8\n" in shown["balanced"] and "bands = 8\n" in shown["balanced"]
    assert "min_resemblance = 0.9\n" in shown["strict"] and "bands = 0\n" in shown["compact"]
    assert all('recipe = "balanced"' in shown[name] for name in listed[:3])
    assert 'recipe = "thorough"' in shown["thorough"] and "min_agreement = 0.82\n" in shown["thorough"]
    assert facsim("profile", "show", "lax").status == facsim("profile").status == 2


# ---- Every command takes them ----

SINGLES = '[features]\nlengths = [1]\nweights = "tf"\n'
BYTES_5 = '[units]\nkind = "bytes"\nsize = 5\noverlap = 4\n' + SINGLES


def test_fingerprint_compare_and_dedup_by_a_file(facsim, tmp_path):
    recipe = write_recipe(tmp_path, BYTES_5)
    near = f"{text_of(300)} once more"
    pages = write_jsonl(tmp_path / "p.jsonl", [
        {"id": "a", "text": text_of(300)}, {"id": "b", "text": near},
        {"id": "c", "text": " ".join(random.Random(1).choices(WORDS, k=300))},
    ])  # fmt: skip
    found = values(facsim, pages, recipe)
    assert found != values(facsim, pages, "balanced")
    done = facsim("compare", f"{pages}#a", f"{pages}#b", "--recipe", recipe, "--json")
    assert done.status == 0, done.err
    distance = bin(int(found["a"], 16) ^ int(found["b"], 16)).count("1")
    text = facsim("compare", f"{pages}#a", f"{pages}#b", "--recipe", recipe).out
    assert f"{distance} of 64 bits" in text or f'"distance":{distance}' in done.out.replace(" ", "")
    done = facsim("dedup", pages, "--recipe", recipe, "-o", tmp_path / "out", "-q")
    assert done.status == 0, done.err
    summary = json.loads((tmp_path / "out/summary.json").read_text())
    assert id_of(facsim, recipe) in json.dumps(summary)
    rows = (tmp_path / "out/duplicates.jsonl").read_text().splitlines()
    assert [json.loads(row)["id"] for row in rows] == ["b"]


@pytest.mark.parametrize(("text", "complaint"), [
    ("[fingerprint]\nbits = 32\n", "makes fingerprints of 32 bits; dedup has tables for"),
    ("[fingerprint]\nbits = 128\n", "makes fingerprints of 128 bits; dedup has tables for"),
    ("[sketch]\nbins = 128\n", "has a sketch or layout of another size"),
    ("[sketch]\nbits = 1\n", "has a sketch or layout of another size"),
    ("[layout]\nbins = 32\n", "has a sketch or layout of another size"),
])  # fmt: skip
def test_dedup_refuses_what_its_index_does_not_hold(facsim, pages, tmp_path, text, complaint):
    recipe = write_recipe(tmp_path, f'name = "odd"\n{text}')
    done = facsim("dedup", pages, "--recipe", recipe, "-o", tmp_path / "out")
    assert done.status == 2 and f"recipe 'odd' {complaint}" in done.err
    assert not (tmp_path / "out").exists()
    assert facsim("fingerprint", pages, "--recipe", recipe).status == 0


def test_kernels_give_the_same_bits(facsim, names, pages):
    runs = re.search(r"^kernels +(.*)$", facsim("version").out, re.M).group(1).split()
    assert "scalar" in runs
    for name in names:
        wanted = values(facsim, pages, name, "--kernel", "scalar")
        for kernel in [*runs[1:], "auto"]:
            assert values(facsim, pages, name, "--kernel", kernel) == wanted, (name, kernel)
    for kernel in {"avx2", "avx512"} - set(runs):
        done = facsim("fingerprint", pages, "--kernel", kernel)
        assert done.status == 2 and f"this machine cannot run the kernel {kernel}" in done.err
    done = facsim("fingerprint", pages, "--kernel", "sse9")
    assert done.status == 2 and "sse9" in done.err


@pytest.mark.parametrize(("name", "words", "changed"), [
    ("balanced", "harbour\t900\nLantern  Meadow\t900\n", {"english", "html", "mixed"}),
    ("words", "harbour\t900\n", {"english", "html", "mixed"}),
    ("icu-words", "数据库\t900\n重复\t900\n", {"chinese", "mixed"}),
    ("course", "数据库\t900\n重复\t900\n", {"chinese", "mixed"}),
])  # fmt: skip
def test_topic_changes_bits_of_pages_with_its_words(
    facsim, names, pages, tmp_path, name, words, changed
):
    if name not in names:
        pytest.skip("skipped: the program has no jieba.tables beside it")
    topic = tmp_path / "topic.tsv"
    topic.write_text(words)
    plain, boosted = values(facsim, pages, name), values(facsim, pages, name, "--topic", topic)
    assert {page for page in plain if plain[page] != boosted[page]} == changed
    topic.write_text("nowhere\t900\n")
    assert values(facsim, pages, name, "--topic", topic) == plain
    topic.write_text("harbour\n")
    done = facsim("fingerprint", pages, "--recipe", name, "--topic", topic)
    assert done.status == 2 and "topic.tsv: line 1: 'harbour' has no factor" in done.err
    if name == "words":
        topic.write_text("nowhere\t2\nharbour lantern\t2\n")
        done = facsim("fingerprint", pages, "--recipe", name, "--topic", topic)
        assert done.status == 2 and "line 2: 'harbour lantern' has 2 units" in done.err


@pytest.mark.parametrize("name", ["keyword", "bytes-4", "python-simhash"])
def test_topic_is_refused_where_it_would_change_nothing(facsim, pages, tmp_path, name):
    topic = tmp_path / "topic.tsv"
    topic.write_text("harbour\t900\n")
    done = facsim("fingerprint", pages, "--recipe", name, "--topic", topic)
    assert done.status == 2 and "topic" in done.err and done.out == ""


def test_stop_words_are_as_if_they_were_not_written(facsim, pages, tmp_path):
    (tmp_path / "stop.txt").write_text("HARBOUR\ncopper\n")
    text = '[features]\nstop_words = { file = "stop.txt" }\n'
    kept = [word for word in text_of(200).split() if word not in ("harbour", "copper")]
    other = write_jsonl(tmp_path / "o.jsonl", [{"id": "english", "text": " ".join(kept)}])
    without = values(facsim, pages, write_recipe(tmp_path, text))["english"]
    assert without == values(facsim, other, "balanced")["english"]
    assert without != values(facsim, pages, "balanced")["english"]


def test_stop_words_of_several_characters(facsim, names, pages, tmp_path):
    """A word of jieba's is one unit, a list's line may be several of the program's own."""
    if "course" not in names:
        pytest.skip("skipped: the program has no jieba.tables beside it")
    (tmp_path / "stop.txt").write_text("指纹\n文档\n")
    text = '[units]\nkind = "{}"\n[features]\nlengths = [1]\n'
    for kind in "jieba-words", "icu-words":
        plain = write_recipe(tmp_path, text.format(kind))
        stopped = text.format(kind) + 'stop_words = { file = "stop.txt" }\n'
        listed = write_recipe(tmp_path, stopped, "stopped.toml")
        assert values(facsim, pages, plain)["chinese"] != values(facsim, pages, listed)["chinese"]


def test_jieba_tables_that_are_missing_or_damaged(facsim, pages, tmp_path):
    missing, damaged = tmp_path / "no.tables", tmp_path / "bad.tables"
    damaged.write_bytes(b"not a table at all" * 100)
    for recipe in "course", "keyword":
        done = facsim("fingerprint", pages, "--recipe", recipe, "--jieba", missing)
        assert done.status == 1 and done.out == ""
        assert "jieba's tables are not there" in done.err and str(missing) in done.err
        done = facsim("fingerprint", pages, "--recipe", recipe, "--jieba", damaged)
        assert done.status == 1 and str(damaged) in done.err and done.out == ""
    assert facsim("fingerprint", pages, "--recipe", "words", "--jieba", missing).status == 0
    done = facsim("recipe", "list", "--jieba", missing)
    assert done.status == 0
    assert [line.split()[0] for line in done.out.splitlines() if line.split()[1] == "-"] == [
        "course", "keyword"]  # fmt: skip
    assert "# cannot be computed here" in facsim("recipe", "show", "course", "--jieba", missing).out


# ---- Columns ----


@pytest.mark.parametrize(
    ("bins", "bits"), [(64, 8), (128, 1), (512, 1), (128, 8), (4, 1), (4096, 16)])  # fmt: skip
def test_sketch_and_layout_have_their_sizes(facsim, pages, tmp_path, bins, bits):
    text = f"[sketch]\nbins = {bins}\nbits = {bits}\n[layout]\nbins = {bins}\nbits = {bits}\n"
    columns = ("--columns", "id,sketch,layout,shingles", "--json")
    done = facsim("fingerprint", pages, "--recipe", write_recipe(tmp_path, text), *columns)
    rows = {row["id"]: row for row in done.rows()}
    digits = 2 * max(1, bins * bits // 8)
    assert len(rows["english"]["sketch"]) == len(rows["html"]["layout"]) == digits
    assert rows["english"]["layout"] is None and rows["short"]["sketch"] is None
    assert rows["english"]["shingles"] == 60  # the words come round again
    if bits == 1 and bins > 4:
        assert bin(int(rows["english"]["sketch"], 16)).count("1") in range(bins // 4, 3 * bins // 4)


def test_anchors_are_the_smallest_and_those_a_modulus_divides(facsim, pages, tmp_path):
    def anchors(smallest, modulus):
        text = f"[anchors]\nsmallest = {smallest}\nmodulus = {modulus}\n"
        if smallest or modulus:
            text += "shingle_size = 3\n"
        recipe = write_recipe(tmp_path, text)
        done = facsim("fingerprint", pages, "--recipe", recipe, "--columns", "id,anchors")
        found = dict(line.split("\t") for line in done.out.splitlines())
        assert found["short"] == found["empty"] == "-"
        return [] if found["english"] == "-" else found["english"].split(",")

    assert anchors(0, 0) == []
    everything = anchors(0, 1)
    assert len(everything) == 60 and everything == sorted(set(everything))
    assert all(ID.fullmatch(anchor) for anchor in everything)
    assert anchors(7, 0) == everything[:7]
    divided = [anchor for anchor in everything if int(anchor, 16) % 4 == 0]
    assert 0 < len(divided) < 60 and anchors(0, 4) == divided
    assert anchors(7, 4) == sorted({*everything[:7], *divided})
    assert anchors(4096, 0) == everything


# ---- Parts of a page, fields of a record, given features ----


def test_fields_of_a_record_with_their_weights(facsim, tmp_path):
    """A field of weight 3 counts like its text three times."""
    first, second = text_of(40), text_of(35, 23)
    parts = (
        'parts = [{{ part = "field", field = "head", weight = {} }}, '
        '{{ part = "field", field = "body" }}]'
    )
    records = write_jsonl(tmp_path / "r.jsonl", [
        {"id": "a", "text": text_of(50), "head": first, "body": second},
        {"id": "b", "text": text_of(50), "head": first},
        {"id": "c", "text": text_of(50), "head": 7, "body": None},
    ])  # fmt: skip
    texts = write_jsonl(tmp_path / "t.jsonl", [
        {"id": "a", "text": "\n".join([first] * 3 + [second])},
        {"id": "b", "text": first},
    ])  # fmt: skip
    recipe = write_recipe(tmp_path, "[text]\n" + parts.format(3) + "\n" + SINGLES)
    plain = write_recipe(tmp_path, SINGLES, "plain.toml")
    found = values(facsim, records, recipe)
    assert found == {**values(facsim, texts, plain), "c": "-"}
    evenly = write_recipe(tmp_path, "[text]\n" + parts.format(1) + "\n" + SINGLES, "even.toml")
    assert values(facsim, records, evenly)["a"] != found["a"]


def test_the_title_as_a_part(facsim, tmp_path):
    pages = write_jsonl(tmp_path / "p.jsonl", [
        {"id": "one", "html": html_of(text_of(60), title="Copper harbour by night")},
        {"id": "same", "html": html_of(text_of(60, 30), title="copper HARBOUR by night")},
        {"id": "other", "html": html_of(text_of(60), title="Yonder lagoon")},
        {"id": "text", "text": text_of(60)},
    ])  # fmt: skip
    recipe = write_recipe(tmp_path, '[text]\nparts = [{ part = "title" }]\n' + SINGLES)
    found = values(facsim, pages, recipe, "--min-units", 4)
    assert found["one"] == found["same"] != "-" and found["other"] == found["text"] == "-"
    assert set(values(facsim, pages, recipe).values()) == {"-"}  # too short to say anything
    found = values(facsim, pages, recipe, "--min-units", 1)
    assert found["one"] != found["other"] != "-"


def test_sentences_as_parts(facsim, tmp_path):
    long = f"{text_of(30)}. {text_of(28, 9).capitalize()}."
    text = f"Short one. {long} Tiny.\nFirst here. {text_of(12, 40)}. Last here!"
    pages = write_jsonl(tmp_path / "p.jsonl", [{"id": "a", "text": text}])
    for part, same in (
        ('{ part = "longest-sentences", count = 2 }', long.replace(". ", ".\n")),
        ('{ part = "paragraph-edges" }', "Short one.\nTiny.\nFirst here.\nLast here!"),
    ):
        recipe = write_recipe(tmp_path, f"[text]\nparts = [{part}]\n{SINGLES}")
        alone = write_jsonl(tmp_path / "alone.jsonl", [{"id": "a", "text": same}])
        plain = write_recipe(tmp_path, SINGLES, "plain.toml")
        flags = ("--min-units", 1)
        assert values(facsim, pages, recipe, *flags) == values(facsim, alone, plain, *flags)


def test_text_says_nothing_to_a_recipe_with_parts(facsim, pages, tmp_path):
    recipe = write_recipe(tmp_path, '[text]\nparts = [{ part = "title" }]\n')
    done = facsim("fingerprint", pages, "--recipe", recipe, "--text", "all")
    assert done.status == 2 and "--text: recipe" in done.err


GIVEN = '[units]\nkind = "given"\nfield = "f"\n' + SINGLES


def test_given_features(facsim, tmp_path):
    records = write_jsonl(tmp_path / "r.jsonl", [
        {"id": "list", "f": ["a", "b", ["c", 2], ["d", 0.5]]},
        {"id": "map", "f": {"d": 0.5, "a": 1, "b": 1, "c": 2.0}},
        {"id": "parts", "f": ["c", ["d", 0.25], "a", ["d", 0.25], "b", "c"]},
        {"id": "other", "f": ["a", "b", ["c", 2], ["d", 30]]},
    ])  # fmt: skip
    found = values(facsim, records, write_recipe(tmp_path, GIVEN))
    assert found["list"] == found["map"] == found["parts"] != found["other"]


@pytest.mark.parametrize(("features", "complaint"), [
    ('[["x", 1], ["y", 0]]', "feature 'y' has a weight of 0; it must be above 0"),
    ('{"y": -2.5}', "feature 'y' has a weight of -2.5; it must be above 0"),
    ('[["y", 1e999]]', None),
    ('[["y", NaN]]', None),
    ('[["y", "2"]]', "feature 'y' has a weight that is no number"),
    ('{"y": null}', "feature 'y' has a weight that is no number"),
    ('["x", 7]', "item 2 of the features is neither a text nor a pair"),
    ('["x", ["y"]]', "item 2 of the features is neither a text nor a pair"),
    ('"x"', "the features are neither a list nor a map"),
])  # fmt: skip
def test_lists_that_cannot_be_used_are_counted_and_named(facsim, tmp_path, features, complaint):
    records = tmp_path / "r.jsonl"
    records.write_text(f'{{"id":"good","f":["a"]}}\n{{"id":"bad","f":{features}}}\n')
    done = facsim("fingerprint", records, "--recipe", write_recipe(tmp_path, GIVEN))
    assert done.status == 0 and [line[:5] for line in done.out.splitlines()] == ["good\t"]
    assert "left out" in done.err
    if complaint:
        assert "bad_features 1" in done.err and complaint in done.err and "r.jsonl:24: " in done.err
    else:
        assert "bad_features 1" in done.err or "bad_json 1" in done.err


# ---- Values that say nothing, and what the documentation shows ----


def test_values_of_nothing_merge_nothing(facsim, tmp_path):
    """Other programs give every empty page one value; dedup does not take that for a likeness."""
    pages = write_jsonl(tmp_path / "p.jsonl", [
        {"id": "a", "text": "!!!"}, {"id": "b", "text": "???"}, {"id": "c", "text": "a b"},
        {"id": "d", "text": "ab"}, {"id": "e", "text": "a b"},
    ])  # fmt: skip
    found = values(facsim, pages, "python-simhash")
    assert found["a"] == found["b"] == "e9800998ecf8427e" and found["c"] == found["d"]
    done = facsim("dedup", pages, "--recipe", "python-simhash", "-o", tmp_path / "out", "-q")
    assert done.status == 0, done.err
    rows = (tmp_path / "out/duplicates.jsonl").read_text().splitlines()
    assert [json.loads(row)["id"] for row in rows] == ["e"]


def test_every_command_of_the_documentation(facsim, pages):
    """docs/recipes.md: its commands run in order in a folder with the files that they read."""
    folder = pages.parent
    (folder / "corpus.jsonl").write_text(pages.read_text() * 3)
    env = {"PATH": f"{Path(facsim.path).parent}:{os.environ['PATH']}"}
    steps = list(transcripts((ROOT / "docs/recipes.md").read_text()))
    assert len(steps) >= 5
    for command, shown in steps:
        done = subprocess.run(
            ["bash", "-c", f"{command}\n"], cwd=folder, env=os.environ | env, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}\n{done.stdout}"
        if shown:
            assert re.fullmatch(pattern_of(shown), done.stdout), f"{command}\n{done.stdout}"


def test_every_key_is_in_the_documentation(facsim, names):
    """What `show` prints and what the refusals list is what the page explains."""
    page = (ROOT / "docs/recipes.md").read_text()
    shown = "".join(facsim("recipe", "show", name).out for name in names)
    known = set(re.findall(r"^(\w+) = ", shown, re.M))
    assert len(known) > 15 and {"hmm", "made_with", "overlap", "of_nothing"} <= known
    assert not [key for key in known if not re.search(rf"[`.]{key}`", page)]
    assert all(f"`{name}`" in page for name in NAMES)


# ---- Ugly input ----


def ugly_lines():
    """Records that no recipe may trip over, as bytes of JSON lines."""
    yield "nul", rb'"a\u0000b ' + b"harbour lantern " * 30 + b'"'
    yield "not-utf8", b'"' + b"caf\xe9 \xff\xfe\xc3( \xed\xa0\x80 \xf4\x90\x80\x80 " * 30 + b'"'
    yield "half-pairs", rb'"' + rb"\ud83d x \ude00 y \ud83d\ud83d z " * 30 + b'"'
    yield "right-to-left", '"{}"'.format("שָׁלוֹם עולم \u202eمرحبا\u202c \u200f" * 30).encode()
    yield "marks", '"{}"'.format("\u0301\u0302a\u0303" * 400).encode()
    yield "controls", b'"' + rb"\u0001\u001b[2J\u007f\u0085 \ufeff" * 60 + b'"'
    yield "one-word", b'"' + b"spam " * 40_000 + b'"'
    yield "one-character", '"{}"'.format("好" * 40_000).encode()
    yield "blanks", rb'"' + rb" \t\n\r\u3000" * 2000 + b'"'
    yield "signs", b'"' + b"!?.,;: " * 2000 + b'"'
    yield "astral", '"{}"'.format("\U0001f600\U00020000\U000e0041\U0010ffff " * 300).encode()
    yield "long-word", b'"' + b"a" * 300_000 + b'"'


def test_ugly_texts_trip_no_recipe(facsim, names, tmp_path):
    path = tmp_path / "ugly.jsonl"
    lines = [b'{"id":"%s","text":%s}\n' % (name.encode(), text) for name, text in ugly_lines()]
    path.write_bytes(b"".join(lines))
    for name in names:
        done = facsim("fingerprint", path, "--recipe", name, timeout=30)
        assert done.status == 0, (name, done.err)
        rows = [line.split("\t") for line in done.out.splitlines()]
        assert [row[0] for row in rows] == [name for name, _ in ugly_lines()], name
        assert all(re.fullmatch(r"-|[0-9a-f]{8}|[0-9a-f]{16}", row[1]) for row in rows), name


def test_a_word_of_5_megabytes(facsim, names, tmp_path):
    """Time and memory are those of any text of that size."""
    path = tmp_path / "word.jsonl"
    path.write_bytes(b'{"id":"w","text":"' + b"lorem" * 1_000_000 + b'"}\n')
    for name in names:
        flags = ("--min-units", 1)
        done = facsim("fingerprint", path, "--recipe", name, *flags, timeout=60)
        assert done.status == 0, (name, done.err)
        assert re.fullmatch(r"w\t(?:[0-9a-f]{8}|[0-9a-f]{16})\n", done.out), name


def test_too_large_pages_are_left_out(facsim, tmp_path):
    path = tmp_path / "word.jsonl"
    path.write_bytes(b'{"id":"w","text":"' + b"a" * (17 << 20) + b'"}\n{"id":"x","text":"b"}\n')
    done = facsim("fingerprint", path, "--recipe", "python-simhash")
    assert done.status == 0 and "too_large 1" in done.err and done.out.startswith("x\t")
