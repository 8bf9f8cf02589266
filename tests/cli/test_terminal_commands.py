# SPDX-License-Identifier: Apache-2.0
"""What pages say cannot command a terminal: neither C0 nor C1, nor turn the text around it."""

import os
from pathlib import Path

import pytest
from making import words, write_jsonl
from running import PROGRAM, facsim, run

# CSI and OSC of 8 bits, an escape, an override of the direction, an isolate, a mark.
EVIL = "x\x1b[31m\u009b31m\u009d0;t\u0007\u202egnp\u202c\u2066y\u2069\u200f\u061c"
COMMANDS = {*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0))} - {"\n", "\t"}
COMMANDS |= {"\u061c", "\u200e", "\u200f", *map(chr, range(0x202A, 0x202F))}
COMMANDS |= set(map(chr, range(0x2066, 0x206A)))


def assert_tame(text: str) -> None:
    """No character of it commands."""
    assert not COMMANDS & set(text), sorted(map(ascii, COMMANDS & set(text)))


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A folder with two near-copies whose ids, URLs, titles and texts are hostile."""
    text = words(1, 200)
    half = len(text) // 2
    rows = [{"id": f"{EVIL}{number}", "url": f"http://example.org/{EVIL}{number}",
             "html": f"<title>{EVIL}{number}</title><p>{text[:half]} {EVIL}{end} {text[half:]}"}
            for number, end in ((1, "one"), (2, "two"))]  # fmt: skip
    write_jsonl(tmp_path / "a.jsonl", rows)
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "out", EVIL + "2"),
        ("show", "out", EVIL + "3"),
        ("compare", "a.jsonl#1", "a.jsonl#2"),
        ("fingerprint", "a.jsonl"),
        ("store", "stats", "s"),
        ("mirrors", "a.jsonl"),
        ("dedup", EVIL + ".jsonl", "-o", "out2"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_printed_text_is_tame(pages: Path, arguments: tuple[str, ...]) -> None:
    assert facsim("dedup", "a.jsonl", "-o", "out", cwd=pages).status == 0
    assert facsim("store", "load", "s", "a.jsonl", cwd=pages).status == 0
    done = facsim(*arguments, cwd=pages)
    assert_tame(done.out + done.err)
    assert done.out + done.err != ""


def test_a_lone_byte_of_c1_in_a_name(tmp_path: Path) -> None:
    """Where it is no UTF-8; letters of other encodings stay."""
    name = os.fsdecode(b"caf\xe9\x9b31m.jsonl")
    command = ["bash", "-c", '"$@" 2>said', "bash", PROGRAM, "dedup", name, "-o", "out"]
    assert run(command, cwd=tmp_path).status == 1
    assert b"caf\xe9?31m.jsonl" in (tmp_path / "said").read_bytes()


def test_other_scripts_stay(tmp_path: Path) -> None:
    name = "שלום مرحبا नमस्ते 你好 é 👩‍🚀"
    write_jsonl(tmp_path / "a.jsonl", [{"id": name, "text": words(1)}])
    assert name in facsim("fingerprint", "a.jsonl", cwd=tmp_path).out
