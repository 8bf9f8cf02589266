# SPDX-License-Identifier: Apache-2.0
"""Pipes, devices and sockets where a file of facsim's own should be; and inputs that give nothing."""

import json
import os
import shutil
import signal
import socket
import time

import pytest
from running import allowed, facsim

REFUSED = "is no regular file (a pipe, a device, a socket?); facsim does not read it here"


def text(name):
    return " ".join(f"{name}{i}" for i in range(60))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A corpus, an index with a deletion, a result, a recipe with its table, to copy from."""
    top = tmp_path_factory.mktemp("made")
    pages = [("a", text("x")), ("b", text("x") + " more"), ("c", text("y")), ("d", text("z"))]
    lines = [json.dumps({"id": name, "text": words}) for name, words in pages]
    (top / "in.jsonl").write_text("\n".join(lines) + "\n")
    (top / "in.hex").write_text("".join(f"{i * 77:016x}\tn{i}\n" for i in range(9)))

    def run(*words):
        done = facsim(*words, cwd=top)
        assert done.status == 0, done.err

    run("index", "build", "in.hex", "-o", "idx", "--design", "paper-4")
    run("index", "delete", "idx", "n3")
    run("dedup", "in.jsonl", "-o", "out")
    run("idf", "build", "in.jsonl", "-o", "table.idf")
    (top / "stop.txt").write_text("the\n")
    (top / "topic.tsv").write_text("word\t2\n")
    shown = facsim("recipe", "show", "words").out
    (top / "own.toml").write_text(shown)
    return top


def put_pipe(path):
    os.mkfifo(path)


def put_socket(path):
    here = os.getcwd()
    os.chdir(path.parent)  # such a name may not be long
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path.name)
    finally:
        os.chdir(here)


def put_device(path):
    path.symlink_to("/dev/zero")


PUTS = {"pipe": put_pipe, "socket": put_socket, "device": put_device}


def refused(made, tmp_path, put, name, commands):
    """Each command says so at once, of this file, and leaves everything as it was."""
    top = tmp_path / "top"
    shutil.copytree(made, top, symlinks=True)
    (top / name).unlink(missing_ok=True)
    PUTS[put](top / name)
    before = sorted(str(path) for path in top.rglob("*"))
    for words in commands:
        run = facsim(*words, cwd=top, seconds=30)
        assert run.status in (1, 2) and run.out == "", (words, run.out, run.err)
        assert f"{name}: {REFUSED}" in run.err, (words, run.err)
        assert sorted(str(path) for path in top.rglob("*")) == before, words


@pytest.mark.parametrize("put", PUTS)
def test_files_of_an_index(made, tmp_path, put):
    reading = [("info", "idx"), ("query", "idx", "in.hex"), ("export", "idx"), ("check", "idx"),
               ("join", "idx"), ("join", "idx", "in.hex"), ("query", "idx", "in.hex", "--map")]  # fmt: skip
    writing = [("add", "idx", "in.hex"), ("delete", "idx", "n1"), ("compact", "idx")]
    segments = [path.name for path in (made / "idx").iterdir() if path.name[0].isdigit()]
    assert len(segments) == 2, "a segment and its tombstones"
    for number, name in enumerate(["MANIFEST", *segments]):
        folder = tmp_path / str(number)
        folder.mkdir()
        commands = reading if name == "MANIFEST" else reading[1:3]
        refused(made, folder, put, f"idx/{name}", [("index", *words) for words in commands])
    (tmp_path / "lock").mkdir()
    refused(made, tmp_path / "lock", put, "idx/LOCK", [("index", *words) for words in writing])


@pytest.mark.parametrize("put", PUTS)
@pytest.mark.parametrize(("name", "words"), [
    ("out/summary.json", ("show", "out", "a")),
    ("out/duplicates.jsonl", ("show", "out", "b")),
    ("out/skipped.jsonl", ("show", "out", "in.jsonl:9999")),
    ("out/matches.facsim", ("recluster", "out", "--min-resemblance", "0.9")),
    ("own.toml", ("fingerprint", "in.jsonl", "--recipe", "own.toml")),
    ("topic.tsv", ("fingerprint", "in.jsonl", "--topic", "topic.tsv")),
    ("jieba", ("fingerprint", "in.jsonl", "--recipe", "keyword", "--jieba", "jieba")),
])  # fmt: skip
def test_files_of_a_result_and_of_a_recipe(made, tmp_path, put, name, words):
    refused(made, tmp_path, put, name, [words])


@pytest.mark.parametrize("put", PUTS)
def test_tables_that_a_recipe_names(made, tmp_path, put):
    recipe = (made / "own.toml").read_text()
    for number, (key, name) in enumerate((("idf", "table.idf"), ("stop_words", "stop.txt"))):
        folder = tmp_path / str(number)
        shutil.copytree(made, folder / "source", symlinks=True)
        lines = [line for line in recipe.splitlines() if not line.startswith(f"{key} ")]
        at = lines.index("[features]")
        lines.insert(at + 1, f'{key} = {{ file = "{name}" }}')
        lines = [line.replace('weights = "tf"', 'weights = "tf-idf"') for line in lines]
        if key == "stop_words":
            lines.insert(at + 1, 'idf = { file = "table.idf" }')
        (folder / "source" / "own.toml").write_text("\n".join(lines) + "\n")
        words = ("fingerprint", "in.jsonl", "--recipe", "own.toml")
        done = facsim(*words, cwd=folder / "source")
        assert done.status == 0, done.err
        refused(folder / "source", folder, put, name, [words])


@pytest.mark.parametrize("put", PUTS)
def test_an_earlier_result_that_is_none(made, tmp_path, put):
    """What is no summary of ours is named, and nothing is removed for its sake."""
    top = tmp_path / "top"
    shutil.copytree(made, top)
    (top / "out" / "summary.json").unlink()
    PUTS[put](top / "out" / "summary.json")
    run = facsim("dedup", "in.jsonl", "-o", "out", "--force", cwd=top, seconds=60)
    assert "summary.json that was in the output folder is not as facsim writes it" in run.err
    assert run.status == 0 and (top / "out" / "summary.json").is_file()


# --- inputs that may be pipes ------------------------------------------------------------------


@pytest.fixture
def world(made, tmp_path):
    shutil.copytree(made, tmp_path / "top")
    os.mkfifo(tmp_path / "top" / "pipe")
    os.mkfifo(tmp_path / "top" / "pipe.hex")
    (tmp_path / "top" / "tmp").mkdir()
    return tmp_path / "top"


WAITING = [
    ("dedup", "-", "-o", "new", "--tmp", "tmp"),
    ("fingerprint", "-"),
    ("extract", "-"),
    ("compare", "-", "in.jsonl#a"),
    ("idf", "build", "-", "-o", "new", "--tmp", "tmp"),
    ("eval", "-", "--exact", "--tmp", "tmp"),
    ("eval", "in.jsonl", "--pairs", "pipe", "--tmp", "tmp"),
    ("index", "build", "-", "--input", "hex", "-o", "new", "--tmp", "tmp"),
    ("index", "build", "-", "-o", "new", "--tmp", "tmp"),
    ("index", "add", "idx", "pipe.hex", "--tmp", "tmp"),
    ("index", "query", "idx", "-", "--input", "hex"),
    ("index", "query", "idx", "pipe.hex"),
    ("index", "join", "pipe.hex", "--tmp", "tmp"),
    ("index", "join", "idx", "-", "--input", "hex", "--tmp", "tmp"),
    ("index", "delete", "idx", "--ids", "-"),
    ("index", "delete", "idx", "--ids", "pipe"),
]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("words", WAITING, ids=" ".join)
def test_a_signal_ends_what_waits_for_input(world, words, number):
    """Whether the pipe has no writer yet, or one that says nothing."""
    before = sorted(str(path) for path in world.rglob("*"))
    manifest = (world / "idx" / "MANIFEST").read_bytes()
    process = facsim.start(*words, cwd=world)
    process.until(lambda: process.catches(number))
    process.until(process.sleeps)  # it has gone the rest of its way to the pipe
    assert process.poll() is None, process.result()
    process.send_signal(number)
    begun = time.monotonic()
    process.wait(allowed(30))
    # A second, and what a busy machine adds.
    assert time.monotonic() - begun < allowed(5)
    ended = process.result()
    assert ended.status == 130, ended.err
    assert ended.out == "" and ("stopped" in ended.err or "cancelled" in ended.err), ended.err
    assert sorted(str(path) for path in world.rglob("*")) == before
    assert (world / "idx" / "MANIFEST").read_bytes() == manifest


def test_a_pipe_is_read_to_its_end(world):
    """Whenever its writer comes, and however it hesitates."""
    reader = facsim.start("index", "query", "idx", "pipe.hex", cwd=world)
    reader.until(reader.sleeps)
    with open(world / "pipe.hex", "wb", buffering=0) as pipe:
        for line in (b"0000000000000000\tq0\n", b"000000000000004d\t", b"q1\n"):
            pipe.write(line)
            time.sleep(0.3)
    ended = reader.result()
    assert ended.status == 0, ended.err
    assert "q0\tn0\t0\n" in ended.out and "q1\tn1\t0\n" in ended.out
    # One that comes and goes, and says nothing.
    reader = facsim.start("index", "query", "idx", "pipe.hex", cwd=world)
    with open(world / "pipe.hex", "wb"):
        pass
    ended = reader.result()
    assert (ended.status, ended.out) == (0, ""), ended.err


def test_a_large_pipe_gives_what_a_file_gives(world):
    lines = "".join(f"{i * 0x9E3779B97F4A7C15 % 2**64:016x}\tn{i}\n" for i in range(200_000))
    (world / "many.hex").write_text(lines)
    asked = facsim("index", "join", "many.hex", "-k", "2", cwd=world)
    piped = facsim("index", "join", "-", "--input", "hex", "-k", "2", cwd=world, stdin=lines)
    assert asked.status == piped.status == 0
    assert asked.out == piped.out
