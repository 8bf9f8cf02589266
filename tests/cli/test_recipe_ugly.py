# SPDX-License-Identifier: Apache-2.0
"""Ugly texts, by every named recipe."""

import re

from running import bearable, facsim


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


def test_ugly_texts_trip_no_recipe(recipe_names, tmp_path):
    path = tmp_path / "ugly.jsonl"
    lines = [b'{"id":"%s","text":%s}\n' % (name.encode(), text) for name, text in ugly_lines()]
    path.write_bytes(b"".join(lines))
    for name in recipe_names:
        done = facsim("fingerprint", path, "--recipe", name, seconds=30)
        assert done.status == 0, (name, done.err)
        rows = [line.split("\t") for line in done.out.splitlines()]
        assert [row[0] for row in rows] == [name for name, _ in ugly_lines()], name
        assert all(re.fullmatch(r"-|[0-9a-f]{8}|[0-9a-f]{16}", row[1]) for row in rows), name


def test_a_word_of_5_megabytes(recipe_names, tmp_path):
    """Time and memory are those of any text of that size."""
    path = tmp_path / "word.jsonl"
    path.write_bytes(b'{"id":"w","text":"' + b"lorem" * bearable(1_000_000) + b'"}\n')
    for name in recipe_names:
        flags = ("--min-units", 1)
        done = facsim("fingerprint", path, "--recipe", name, *flags, seconds=60)
        assert done.status == 0, (name, done.err)
        assert re.fullmatch(r"w\t(?:[0-9a-f]{8}|[0-9a-f]{16})\n", done.out), name


def test_too_large_pages_are_left_out(tmp_path):
    path = tmp_path / "word.jsonl"
    path.write_bytes(b'{"id":"w","text":"' + b"a" * (17 << 20) + b'"}\n{"id":"x","text":"b"}\n')
    done = facsim("fingerprint", path, "--recipe", "python-simhash")
    assert done.status == 0 and "too_large 1" in done.err and done.out.startswith("x\t")
