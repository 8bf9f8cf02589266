# SPDX-License-Identifier: Apache-2.0
"""Files of recipes and the tables that they name: which are refused, with which words, and what
decides a recipe's id."""

import re

import pytest
from recipe_world import id_of, write_recipe
from running import facsim


def refusal(folder, text, status=2):
    """What `recipe check` says of a file that is no recipe."""
    done = facsim("recipe", "check", write_recipe(folder, text), cwd=folder)
    assert done.status == status and done.out == "", (done.out, done.err)
    assert done.err.startswith("facsim: ") and done.err.count("\n") == 1
    return done.err


# ---- What a file may not say ----


@pytest.mark.parametrize(("text", "complaint"), [
    ("[text]\n\nfalback_units = 3\n", "mine.toml:3: unknown key 'text.falback_units'"),
    ("[channels]\nbands = true\n", "mine.toml:1: unknown key 'channels'"),
    ("[features]\nidf = { file = 'a', size = 3 }\n", "unknown key 'features.idf.size'"),
    ("name = 'a'\nname = 'b'\n", "mine.toml:2: no TOML"),
    ("[units\n", "mine.toml:1: no TOML"),
    ("\xff\xfe", "no TOML"),
    ("[units]\nkind = 'Words'\n", "mine.toml:2: units.kind must be one of: words, "),
    ("[units]\nsize = 4\n", "of windows only"),
    ("[units]\nkind = 'bytes'\nsize = 4\noverlap = 4\n", "overlap = 4: it must be smaller"),
    ("[units]\nkind = 'characters'\nsize = 65\n", "units.size = 65: it must be 1 to 64"),
    ("[units]\nkind = 'given'\n", "units.field is missing"),
    ("[features]\nlengths = [2, 1]\n", "features.lengths must ascend"),
    ("[features]\nlengths = []\n", "features.lengths is empty"),
    ("[features]\nlengths = [17]\n", "it must be 1 to 16"),
    ("[features]\nlengths = [-1]\n", "mine.toml:2: features.lengths must be a whole number"),
    ("[features]\nweights = 'tf-idf'\n", "needs features.idf"),
    ("[features]\nidf = { file = 'jieba' }\n", "only weights tf-idf and five-levels use it"),
    ("[features]\ntopic = 'topic.tsv'\n", "features.topic must be a table"),
    ("[features]\ntopic = { digest = '0000000000000001' }\n", "features.topic.file is missing"),
    ("[features]\ntopic = { file = 'a', digest = 'xyz' }\n", "must be 16 digits 0-f"),
    ("[fingerprint]\nbits = 48\n", "fingerprint.bits = 48: it must be 32, 64 or 128"),
    ("[fingerprint]\nbits = '64'\n", "mine.toml:2: fingerprint.bits must be a whole number"),
    ("[fingerprint]\nhash = 'dotnet-string'\n", "dotnet-string has 32 bits"),
    ("[fingerprint]\nseed = -1\n", "fingerprint.seed must be a whole number"),
    ("[fingerprint]\nof_nothing = 1\n", "of_nothing must be true or false"),
    ("[sketch]\nbins = 48\n", "sketch.bins = 48: it must be a power of two"),
    ("[sketch]\nbits = 3\n", "sketch.bits = 3: it must be 1, 2, 4, 8 or 16"),
    ("[anchors]\nsmallest = 5000\n", "anchors.smallest = 5000"),
    ("[text]\nparts = []\n", "text.parts is empty"),
    ("[text]\nparts = ['main']\n", "text.parts must be a list of tables"),
    ("[text]\nparts = [{ part = 'field' }]\n", "needs the name of its field"),
    ("[text]\nparts = [{ part = 'longest-sentences' }]\n", "count = 0: it must be 1 to 1000"),
    ("[text]\nparts = [{ part = 'main', weight = 0 }]\n", "weight = 0: it must be 1 to 1000"),
])  # fmt: skip
def test_what_is_no_recipe_is_refused_with_its_place(tmp_path, text, complaint):
    assert complaint in refusal(tmp_path, text)


@pytest.mark.parametrize(("text", "complaint"), [
    ("version = 7\n", "made for version 7 of recipes, this program computes version 6"),
    ("version = 1\n", "made for version 1 of recipes, which this program no longer computes"),
    ("unicode = '16.0'\n", "made for Unicode 16.0, this program has 15.0"),
    ("[units]\nkind = 'icu-words'\nmade_with = 'ICU 1.0'\n", "was made with ICU 1.0, here is ICU"),
])  # fmt: skip
def test_bits_that_this_program_does_not_make(tmp_path, text, complaint):
    assert complaint in refusal(tmp_path, text, status=1)


# ---- The tables that a recipe names ----

WITH_TABLES = """
[features]
weights = "tf-idf"
idf = {{ file = "{0}corpus.idf" }}
stop_words = {{ file = "{0}stop.txt" }}
topic = {{ file = "{0}topic.tsv" }}
"""


def write_tables(folder):
    folder.mkdir(exist_ok=True)
    (folder / "corpus.idf").write_text("harbour 1.5\nlantern 2.5\nmeadow 0.5\n")
    (folder / "stop.txt").write_text("# noise\n\nand\nthe\n")
    (folder / "topic.tsv").write_text("harbour\t4\ncopper violin\t2.5\n")


def test_the_id_holds_what_tables_say_and_not_where_they_lie(tmp_path):
    write_tables(tmp_path)
    here = id_of(write_recipe(tmp_path, WITH_TABLES.format("")))
    write_tables(tmp_path / "tables")
    assert id_of(write_recipe(tmp_path, WITH_TABLES.format("tables/"))) == here
    assert id_of("mine.toml", cwd=tmp_path) == here
    for table, line in ("corpus.idf", "x 1\n"), ("stop.txt", "of\n"), ("topic.tsv", "x\t2\n"):
        write_tables(tmp_path / "tables")
        path = tmp_path / "tables" / table
        written = path.read_text()
        path.write_text("\ufeff" + written.replace("\n", "\r\n"))  # says the same
        assert id_of(tmp_path / "mine.toml") == here
        path.write_text(written + line)
        assert id_of(tmp_path / "mine.toml") != here


def test_what_is_shown_can_stand_beside_the_file(tmp_path):
    """Digests are shown, file names are kept as they are written."""
    write_tables(tmp_path)
    recipe = write_recipe(tmp_path, WITH_TABLES.format(""))
    shown = facsim("recipe", "show", recipe).out
    assert re.search(r'idf = \{ file = "corpus.idf", digest = "[0-9a-f]{16}" \}', shown)
    pinned = write_recipe(tmp_path, shown, "pinned.toml")
    assert id_of(pinned) == id_of(recipe)
    assert facsim("recipe", "show", f"{tmp_path.name}/mine.toml", cwd=tmp_path.parent).out == shown
    (tmp_path / "topic.tsv").write_text("harbour\t5\n")
    done = facsim("recipe", "check", pinned)
    assert done.status == 2
    assert "topic.tsv: is not the table that the recipe was made with: its digest is" in done.err
    assert facsim("fingerprint", "-", "--recipe", pinned).status == 2
    assert facsim("recipe", "check", recipe).status == 0


@pytest.mark.parametrize(("table", "text", "complaint"), [
    ("corpus.idf", b"a 1\nb\n", "idf: idf table: line 2: is not a word, a blank and its idf"),
    ("corpus.idf", b"a 1\nb x\n", "line 2: what follows its first blank is no number"),
    ("corpus.idf", b"a 1\nb -1\n", "line 2: an idf must be "),
    ("corpus.idf", b"a nan\n", "line 1: an idf must be "),
    ("corpus.idf", b"", "there is no word"),
    ("corpus.idf", b"\xff 1\n", "line 1: its word is not UTF-8"),
    ("corpus.idf", b"# facsim idf 1 documents=3\na 1\n", "line 2: is not a word, a tab and"),
    ("corpus.idf", b"# facsim idf 2 documents=3\na\t1\n", "has version 2, this program reads"),
    ("stop.txt", b"the\n\n!!!\n", "stop.txt: line 3: "),
    ("topic.tsv", b"harbour\n", "topic.tsv: line 1: 'harbour' has no factor"),
    ("topic.tsv", b"# x\nharbour\t0\n", "line 2: the factor of 'harbour' must be a number"),
    ("topic.tsv", b"harbour\t-1\n", "line 1: the factor of 'harbour' must be"),
    ("topic.tsv", b"harbour\tinf\n", "line 1: the factor of 'harbour' must be"),
    ("topic.tsv", b"harbour\t2 3\n", "line 1: the factor of 'harbour' must be"),
    ("topic.tsv", b"?!\t2\n", "line 1: '?!' is no word"),
])  # fmt: skip
def test_broken_tables_are_named_with_the_line(tmp_path, table, text, complaint):
    write_tables(tmp_path)
    (tmp_path / table).write_bytes(text)
    done = facsim("recipe", "check", write_recipe(tmp_path, WITH_TABLES.format("")))
    assert done.status in (1, 2) and complaint in done.err, done.err
    assert str(tmp_path / table) in done.err


def test_a_table_that_is_not_there_or_a_folder(tmp_path):
    recipe = write_recipe(tmp_path, WITH_TABLES.format(""))
    done = facsim("recipe", "check", recipe)
    assert done.status == 1 and "corpus.idf: there is no such file" in done.err
    (tmp_path / "corpus.idf").mkdir()
    done = facsim("recipe", "check", recipe)
    assert done.status == 2 and "corpus.idf: is a folder" in done.err
