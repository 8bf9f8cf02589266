# SPDX-License-Identifier: Apache-2.0
"""facsim index when the world is unkind: damaged files, killed writers, full disks, two at once."""

import ctypes
import fcntl
import json
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import time

import pytest

NAMES_BYTES = 32  # the first field of a row of a segment's section table
ROW_BYTES = 64


def values_of(seed, count):
    draw = random.Random(seed)
    return [draw.getrandbits(64) for _ in range(count)]


def write_hex(path, values, named=False):
    path.write_text("".join(
        f"{value:016x}\tpage {i}\n" if named else f"{value:016x}\n"
        for i, value in enumerate(values)))  # fmt: skip
    return path


@pytest.fixture(scope="module")
def sound(facsim, tmp_path_factory):
    """A folder with an index of two segments and tombstones; tests damage a copy."""
    folder = tmp_path_factory.mktemp("sound")
    first = write_hex(folder / "first.hex", values_of(1, 1500) + [5] * 400, named=True)
    second = write_hex(folder / "second.hex", values_of(2, 300))
    index = folder / "idx"
    for words in (["build", first, "-o", index, "--design", "paper-4"],
                  ["add", index, second, "--design", "blocks-1-1"],
                  ["delete", index, "page 3", "page 4", "1907"]):  # fmt: skip
        assert facsim("index", *words).status == 0
    return folder


@pytest.fixture
def idx(sound, tmp_path):
    return shutil.copytree(sound / "idx", tmp_path / "idx")


def sections_of(path):
    """name -> (offset, bytes), read as docs/formats/segment.md has it."""
    file = path.read_bytes()
    count = int.from_bytes(file[12:16], "little")
    at = int.from_bytes(file[24:32], "little")
    found = {}
    for row in range(at, at + count * ROW_BYTES, ROW_BYTES):
        name = file[row : row + NAMES_BYTES].rstrip(b"\0").decode()
        found[name] = tuple(int.from_bytes(file[row + i : row + i + 8], "little") for i in (32, 40))
    return found


def flip(path, offset, bit=0):
    file = bytearray(path.read_bytes())
    file[offset] ^= 1 << bit
    path.write_bytes(file)


def state_of(folder):
    """Every file of a folder but LOCK, whose text is only for messages."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.name != "LOCK"}


def exported(facsim, index):
    run = facsim("index", "export", index)
    assert run.status == 0, run.err
    return run.out


def expect_refused(facsim, index, *names, verbs=("check", "info", "query", "export", "join")):
    """Every verb fails with one message that names the file and the remedy, and prints nothing."""
    for verb in verbs:
        more = [index.parent / "q.hex"] if verb == "query" else []
        run = facsim("index", verb, index, *more)
        assert run.status == 1 and run.out == "", (verb, run.out, run.err)
        for name in names:
            assert name in run.err, (verb, name, run.err)
        assert "facsim index build" in run.err or "anew" in run.err, (verb, run.err)


@pytest.fixture(autouse=True)
def _questions(tmp_path):
    write_hex(tmp_path / "q.hex", [5, 6])


def test_what_is_whole_is_said_to_be(facsim, idx):
    run = facsim("index", "check", idx)
    assert run.status == 0 and run.out == "" and "2197 entries in 2 segments" in run.err
    assert facsim("index", "check", idx, "--quiet").err == ""


@pytest.mark.parametrize("share", [0, 0.001, 0.3, 0.5, 0.9, 0.999, "last"])
def test_a_segment_that_was_cut(facsim, idx, share):
    path = idx / "000001.seg"
    file = path.read_bytes()
    cut = len(file) - 1 if share == "last" else int(len(file) * share)
    path.write_bytes(file[:cut])
    expect_refused(facsim, idx, "000001.seg")


def test_a_segment_that_has_grown_or_is_another(facsim, idx):
    path = idx / "000001.seg"
    file = path.read_bytes()
    path.write_bytes(file + b"\0")
    expect_refused(facsim, idx, "000001.seg")
    path.write_bytes((idx / "000002.seg").read_bytes())  # sound, but not the one that is meant
    expect_refused(facsim, idx, "000001.seg")
    path.write_bytes(b"")
    expect_refused(facsim, idx, "000001.seg")
    path.write_bytes(random.Random(4).randbytes(len(file)))
    expect_refused(facsim, idx, "000001.seg")


@pytest.mark.parametrize("segment", ["000001.seg", "000002.seg"])
def test_a_bit_that_flips_in_any_section(facsim, sound, tmp_path, segment):
    draw = random.Random(7)
    sections = sections_of(sound / "idx" / segment)
    assert {"index", "table0.lines", "table0.wide", "table1.low", "table1.high", "ordinals",
            "ids.range", "ids.blocks", "ids.bytes"} <= sections.keys()  # fmt: skip
    assert ("groups.lines" in sections) == (segment == "000001.seg")
    damaged = 0
    for name, (offset, size) in sections.items():
        if size == 0:
            continue
        idx = shutil.copytree(sound / "idx", tmp_path / f"idx-{name}")
        flip(idx / segment, offset + draw.randrange(size), draw.randrange(8))
        check = facsim("index", "check", idx)
        assert check.status == 1 and check.out == ""
        assert f"{segment}:" in check.err and f"{name}" in check.err, check.err
        assert f"facsim index build INPUT -o {idx} --force" in check.err, check.err
        query = facsim("index", "query", idx, tmp_path / "q.hex")  # loaded, so verified
        assert query.status == 1 and query.out == "", name
        assert segment in query.err and name in query.err, query.err
        damaged += 1
    assert damaged > 8


@pytest.mark.parametrize("where", ["magic", "version", "table", "checksums", "padding", "digest"])
def test_a_bit_that_flips_in_the_frame(facsim, idx, where):
    path = idx / "000001.seg"
    size = path.stat().st_size
    header = path.read_bytes()[:128]
    table = int.from_bytes(header[24:32], "little")
    first = min(offset for offset, _ in sections_of(path).values())
    ends = sorted(offset + size for offset, size in sections_of(path).values())
    starts = {offset for offset, _ in sections_of(path).values()}
    padding = next(end for end in ends if end % 64 and end not in starts)
    assert first == 128
    flip(path, {"magic": 3, "version": 8, "table": table + 5, "checksums": size - 3,
                "padding": padding, "digest": 121}[where], 2)  # fmt: skip
    run = facsim("index", "check", idx)
    assert run.status == 1 and "000001.seg" in run.err and "facsim index build" in run.err
    assert facsim("index", "query", idx, idx.parent / "q.hex").status == 1


def test_every_damaged_segment_is_named_by_one_check(facsim, idx):
    for segment in ("000001.seg", "000002.seg"):
        for name in ("table0.low", "ids.bytes"):
            offset, size = sections_of(idx / segment)[name]
            if size > 0:
                flip(idx / segment, offset)
    run = facsim("index", "check", idx)
    assert run.status == 1
    faults = re.findall(r"(\d{6}\.seg):\d+: ([\w.]+): ", run.err)
    assert faults == [("000001.seg", "table0.low"), ("000001.seg", "ids.bytes"),
                      ("000002.seg", "table0.low")]  # fmt: skip
    assert "3 faults" in run.err


def test_a_mapped_query_never_reads_outside(facsim, sound, tmp_path):
    """--map does not verify: answers may be wrong then, but it is an answer or an error."""
    draw = random.Random(11)
    path = tmp_path / "idx/000001.seg"
    statuses = set()
    write_hex(tmp_path / "q.hex", [*values_of(1, 1500), 5])
    names = [n for n, (_, size) in sections_of(sound / "idx/000001.seg").items() if size]
    for round_ in range(60):
        shutil.rmtree(tmp_path / "idx", ignore_errors=True)
        shutil.copytree(sound / "idx", tmp_path / "idx")
        offset, size = sections_of(path)[names[round_ % len(names)]]
        file = bytearray(path.read_bytes())
        for _ in range(20):
            file[offset + draw.randrange(size)] = draw.randrange(256)
        path.write_bytes(file)
        for verb in (["query", tmp_path / "idx", tmp_path / "q.hex", "--map"],
                     ["check", tmp_path / "idx"]):  # fmt: skip
            run = facsim("index", *verb, timeout=60)
            assert run.status in (0, 1), (verb, run.err)
            statuses.add(run.status)
            if verb[0] == "check":
                assert run.status == 1
    assert statuses == {0, 1}


@pytest.mark.parametrize("verb", ["compact", "export", "join", "delete"])
def test_damage_is_not_copied_into_what_looks_sound(facsim, idx, verb):
    """What reads all of an index verifies it: else a merge would give wrong bits good checksums."""
    offset, size = sections_of(idx / "000001.seg")["table0.low"]
    flip(idx / "000001.seg", offset + size // 2, 3)
    before = state_of(idx)
    run = facsim("index", verb, idx, *(["page 9"] if verb == "delete" else []))
    if verb == "delete" and run.status == 0:  # it may, for it only marks: the damage still shows
        check = facsim("index", "check", idx)
        assert check.status == 1 and "table0.low" in check.err
        return
    assert run.status == 1 and run.out == "", run.out[:200]
    assert "000001.seg" in run.err and "table0.low" in run.err
    assert state_of(idx) == before


@pytest.mark.parametrize("kind", ["cut", "bit", "empty", "noise", "line"])
def test_a_damaged_manifest(facsim, idx, kind):
    path = idx / "MANIFEST"
    text = path.read_bytes()
    path.write_bytes({"cut": text[:100], "bit": text.replace(b'"entries": 300', b'"entries": 301'),
                      "empty": b"", "noise": random.Random(1).randbytes(5 << 20),
                      "line": text.rsplit(b"checksum", 1)[0]}[kind])  # fmt: skip
    assert path.read_bytes() != text
    expect_refused(facsim, idx, "MANIFEST", verbs=("check", "info", "query", "export", "compact"))
    before = state_of(idx)
    run = facsim("index", "add", idx, idx.parent / "q.hex")
    assert run.status == 1 and "MANIFEST" in run.err and state_of(idx) == before


@pytest.mark.parametrize("kind", ["damaged", "newer"])
def test_what_cannot_be_read_is_replaced_only_by_force(facsim, idx, kind):
    """It may be the index of a newer program, or one of which somebody wants to save something."""
    if kind == "damaged":
        flip(idx / "MANIFEST", 40)
    else:
        put_newer_version(idx)
    before = state_of(idx)
    words = ["build", idx.parent / "q.hex", "-o", idx, "--design", "paper-4"]
    run = facsim("index", *words)
    assert run.status == 1 and "--force" in run.err, run.err
    assert state_of(idx) == before
    run = facsim("index", *words, "--force")
    assert run.status == 0, run.err
    assert len(exported(facsim, idx).splitlines()) == 2
    assert sorted(p.suffix for p in idx.iterdir()) == ["", "", ".seg"]


def put_newer_version(idx):
    """With a right checksum: a file as a newer program would write it."""
    try:
        library = ctypes.CDLL("libxxhash.so.0")
    except OSError:
        pytest.skip("skipped: there is no libxxhash.so.0 to make a checksum with")
    library.XXH3_64bits.restype = ctypes.c_uint64
    library.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    text = (idx / "MANIFEST").read_bytes().rsplit(b"checksum ", 1)[0]
    assert (idx / "MANIFEST").read_bytes().endswith(
        b"checksum %016x\n" % library.XXH3_64bits(text, len(text)))  # fmt: skip
    text = text.replace(b'"version": 1', b'"version": 2')
    checksum = library.XXH3_64bits(text, len(text))
    (idx / "MANIFEST").write_bytes(text + b"checksum %016x\n" % checksum)


def test_a_newer_manifest_is_not_taken_for_a_damaged_one(facsim, idx):
    put_newer_version(idx)
    for verb in ("info", "check", "export", "compact"):
        run = facsim("index", verb, idx)
        assert run.status == 1 and "MANIFEST" in run.err and "version 2" in run.err
        assert "damaged" not in run.err


@pytest.mark.parametrize("name", ["000001.seg", "000002.seg", "000001-3.del"])
def test_a_file_is_missing(facsim, idx, name):
    (idx / name).unlink()
    expect_refused(facsim, idx, name)


def test_damaged_tombstones(facsim, sound, tmp_path):
    for cut in (None, 10):
        idx = shutil.copytree(sound / "idx", tmp_path / f"idx{cut}")
        path = idx / "000001-3.del"
        if cut:
            path.write_bytes(path.read_bytes()[:-cut])
        else:
            flip(path, sections_of(path)["ordinals"][0])
        expect_refused(facsim, idx, "000001-3.del")


def test_two_writers(facsim, idx):
    """The second is told who holds it; readers are not disturbed."""
    before = state_of(idx)
    with open(idx / "LOCK", "r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write(b"process 4711 on crawler.example.org since 2026-01-02T03:04:05Z (nightly)\n")
        lock.flush()
        for words in (["add", idx, idx.parent / "q.hex"], ["delete", idx, "page 9"],
                      ["compact", idx],
                      ["build", idx.parent / "q.hex", "-o", idx, "--force"]):  # fmt: skip
            run = facsim("index", *words)
            assert run.status == 1 and run.out == "", words
            assert "process 4711 on crawler.example.org" in run.err and str(idx) in run.err
        assert facsim("index", "query", idx, idx.parent / "q.hex").status == 0
        assert facsim("index", "check", idx).status == 0
        assert state_of(idx) == before
    assert facsim("index", "delete", idx, "page 9").status == 0  # nobody holds it any more


def test_a_writer_says_who_it_is(facsim, idx):
    """The real thing: one waits for its input, another is told its number, host and command."""
    first = subprocess.Popen(
        [facsim.path, "index", "add", idx, "/dev/stdin", "--input", "hex", "--design", "paper-4"],
        stdin=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    deadline = time.monotonic() + 60
    while b"process" not in (idx / "LOCK").read_bytes():
        assert time.monotonic() < deadline and first.poll() is None
        time.sleep(0.01)
    run = facsim("index", "delete", idx, "page 9")
    assert run.status == 1 and f"process {first.pid} on {socket.gethostname()}" in run.err
    assert "facsim index add" in run.err
    _, err = first.communicate(b"0123456789abcdef\n")
    assert first.returncode == 0, err
    assert facsim("index", "delete", idx, "page 9").status == 0
    assert exported(facsim, idx).endswith("0123456789abcdef\t2201\n")


def kill_after(facsim, seconds, *words):
    """Whether it was killed before it was done."""
    run = subprocess.Popen([facsim.path, "index", *map(str, words)], stderr=subprocess.PIPE)
    try:
        run.wait(seconds)
    except subprocess.TimeoutExpired:
        run.kill()
    _, err = run.communicate(timeout=120)
    assert run.returncode in (0, -signal.SIGKILL), err
    return run.returncode != 0


def test_killed_at_any_moment(facsim, idx, tmp_path):
    """Old or new, never a mixture; and the next writer clears away what the dead one left."""
    draw = random.Random(3)
    more = write_hex(tmp_path / "more.hex", values_of(5, 150_000))
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    words = [more, "--design", "cover-6x21", "--tmp", tmp]
    said = exported(facsim, idx)
    first = state_of(idx)
    whole, killed = 0, 0
    for round_ in range(14):
        shutil.copytree(idx, tmp_path / "copy")
        copy = tmp_path / "copy"
        if round_ == 0:
            started = time.monotonic()
            assert facsim("index", "add", copy, *words).status == 0
            whole = time.monotonic() - started
            new = exported(facsim, copy)
            assert new.startswith(said) and new.count("\n") == said.count("\n") + 150_000
        elif kill_after(facsim, draw.uniform(0, whole), "add", copy, *words):
            killed += 1
            assert facsim("index", "check", copy).status == 0
            if (copy / "MANIFEST").read_bytes() == first["MANIFEST"]:
                assert exported(facsim, copy) == said
            else:
                assert exported(facsim, copy) == new
            # A writer that changes nothing itself clears away what the dead one left.
            assert facsim("index", "delete", copy, "nobody").status == 0
        manifest = (copy / "MANIFEST").read_text()
        named = set(re.findall(r'"name": "([^"]+\.(?:seg|del))"', manifest))
        assert set(state_of(copy)) == named | {"MANIFEST"}
        shutil.rmtree(copy)
    assert killed > 3


@pytest.mark.parametrize("start", [0.0, 0.02, 0.1, 0.3, 0.6])
def test_killed_while_an_index_is_first_built(facsim, tmp_path, start):
    source = write_hex(tmp_path / "in.hex", values_of(6, 100_000))
    index = tmp_path / "new"
    words = [source, "-o", index, "--design", "cover-6x21"]
    if kill_after(facsim, start, "build", *words):
        run = facsim("index", "info", index)
        assert run.status == (0 if (index / "MANIFEST").exists() else 1)
    run = facsim("index", "build", *words, "--force")
    assert run.status == 0, run.err
    assert len(list(index.iterdir())) == 3
    assert len(exported(facsim, index).splitlines()) == 100_000


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_while_it_reads(facsim, idx, tmp_path, number):
    """A stopped writer cleans up behind itself, its folder in --tmp too."""
    before = state_of(idx)
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    words = ["add", idx, "/dev/stdin", "--input", "u64", "--design", "paper-4", "--tmp", tmp]
    run = subprocess.Popen([facsim.path, "index", *map(str, words)],
                           stdin=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    deadline = time.monotonic() + 60
    while not list(tmp.iterdir()):
        assert time.monotonic() < deadline and run.poll() is None
        time.sleep(0.005)
    run.send_signal(number)
    try:
        while time.monotonic() < deadline:
            run.stdin.write(bytes(1 << 16))
    except BrokenPipeError:
        pass
    err = run.stderr.read()
    assert run.wait(60) == 130, err
    assert state_of(idx) == before and list(tmp.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_while_it_builds(facsim, idx, tmp_path, number):
    """Sorting and writing take far longer than reading: a stop must not wait for their end."""
    more = tmp_path / "more.u64"
    more.write_bytes(random.Random(9).randbytes(8 * 1_500_000))
    before = state_of(idx)
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    words = ["add", idx, more, "--design", "cover-14x32", "--tmp", tmp, "--threads", "1"]
    run = subprocess.Popen([facsim.path, "index", *map(str, words)], stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not list(idx.glob(".*.tmp")):  # the new segment
        assert time.monotonic() < deadline and run.poll() is None
        time.sleep(0.002)
    run.send_signal(number)
    _, err = run.communicate(timeout=120)
    assert run.returncode == 130, err
    assert state_of(idx) == before and list(tmp.iterdir()) == []


def limited(facsim, bytes_max, *words):
    """A run that may not write a file larger than this: to the program it is a full disk."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_max, bytes_max))

    return subprocess.run(
        [facsim.path, "index", *map(str, words)], preexec_fn=limit, capture_output=True, text=True,
        restore_signals=False, timeout=120, check=False)  # fmt: skip


@pytest.mark.parametrize("bytes_max", [0, 100, 4096, 60_000, 300_000])
def test_the_disk_is_full(facsim, idx, tmp_path, bytes_max):
    more = write_hex(tmp_path / "more.hex", values_of(5, 20_000))
    fresh = tmp_path / "fresh"
    before, said = state_of(idx), exported(facsim, idx)
    tried = [["add", idx, more], ["build", more, "-o", idx, "--force"]]
    tried.append(["build", more, "-o", fresh])
    if bytes_max < 60_000:
        tried += [["compact", idx], ["add", idx, tmp_path / "q.hex"]][: 1 + (bytes_max < 4096)]
    if bytes_max < 100:
        tried.append(["delete", idx, "page 9"])
    for words in tried:
        design = () if words[0] == "delete" else ("--design", "paper-4")
        run = limited(facsim, bytes_max, *words, *design)
        assert run.returncode == 1 and run.stdout == "", words
        assert run.stderr.count("\n") == 1 and str(tmp_path) in run.stderr, run.stderr
        assert state_of(idx) == before, words
        assert not fresh.exists()
    assert exported(facsim, idx) == said


def test_scratch_files_do_not_fit(facsim, idx, tmp_path):
    """Of a large input sorted in little memory; the message names --tmp's folder."""
    more = write_hex(tmp_path / "more.hex", values_of(5, 20_000))
    (tmp_path / "tmp").mkdir()
    column = tmp_path / "large.u64"
    column.write_bytes(random.Random(8).randbytes(8 * 3_500_000))
    before = state_of(idx)
    words = ["add", idx, column, "--memory", "64M", "--tmp", tmp_path / "tmp"]
    run = limited(facsim, 1 << 20, *words, "--design", "blocks-1-1")
    assert run.returncode == 1 and str(tmp_path / "tmp") in run.stderr, run.stderr
    assert state_of(idx) == before and list((tmp_path / "tmp").iterdir()) == []
    run = facsim("index", "add", idx, more, "--tmp", tmp_path / "none", "--design", "paper-4")
    assert run.status in (1, 2) and "none" in run.err and state_of(idx) == before


def test_a_folder_that_may_not_be_written(facsim, idx, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    run = facsim("index", "build", tmp_path / "q.hex", "-o", tmp_path / "file" / "idx")
    assert run.status == 1 and str(tmp_path / "file") in run.err
    (idx / "LOCK").unlink()  # what a copy of an index may lack
    assert facsim("index", "delete", idx, "page 9").status == 0
    assert json.loads(facsim("index", "info", idx, "--json").out)["entries"] == 2196
