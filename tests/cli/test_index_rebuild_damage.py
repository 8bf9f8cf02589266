# SPDX-License-Identifier: Apache-2.0
"""facsim index rebuild, killed, stopped, on a full disk, beside another: whole or not at all."""

import json
import random
import re
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from conftest import write_jsonl
from index_world import done
from rebuild_world import DESIGN, old, pages_in, records, state_of  # noqa: F401


def start(facsim, *words):
    return subprocess.Popen([facsim.path, "index", *map(str, words)], stderr=subprocess.PIPE)


def test_killed_at_any_moment(facsim, old, tmp_path):
    """Old or new, never a mixture; and the next writer clears away what the dead one left."""
    draw = random.Random(5)
    source = write_jsonl(tmp_path / "a.jsonl", records(4000, seed=3))
    shutil.copytree(old / "pages-balanced.idx", tmp_path / "idx")
    done(facsim, "rebuild", "pages-balanced.idx", "pages.jsonl", "site", cwd=old)
    done(facsim, "add", old / "pages-balanced.idx", source, *DESIGN)
    base = old / "pages-balanced.idx"
    done(facsim, "delete", base, "page 3.7")
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    words = [old / "pages.jsonl", old / "site", source, "--tmp", tmp, "--text", "all"]
    first, said, whole, killed, new = state_of(base), pages_in(facsim, base), 0, 0, []
    for round_ in range(12):
        copy = Path(shutil.copytree(base, tmp_path / "copy"))
        if round_ == 0:
            started = time.monotonic()
            done(facsim, "rebuild", copy, *words)
            whole = time.monotonic() - started
            new = pages_in(facsim, copy)
            assert new != said and len(new) == len(said)
        else:
            run = start(facsim, "rebuild", copy, *words)
            try:
                run.wait(draw.uniform(0, whole))
            except subprocess.TimeoutExpired:
                run.kill()
                killed += 1
            run.communicate(timeout=120)
            done(facsim, "check", copy)
            is_old = (copy / "MANIFEST").read_bytes() == first["MANIFEST"]
            assert pages_in(facsim, copy) == (said if is_old else new)
            done(facsim, "delete", copy, "nobody")  # clears away what the dead one left
        manifest = (copy / "MANIFEST").read_text()
        named = set(re.findall(r'"name": "([^"]+\.(?:seg|del))"', manifest))
        assert set(state_of(copy)) == named | {"MANIFEST"}
        shutil.rmtree(copy)
    assert killed > 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_while_it_reads(facsim, tmp_path, number):
    source = write_jsonl(tmp_path / "a.jsonl", records(6000))
    done(facsim, "build", source, "-o", tmp_path / "idx", *DESIGN)
    before = state_of(tmp_path / "idx")
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    run = start(facsim, "rebuild", tmp_path / "idx", source, "--tmp", tmp, "--threads", 1)
    deadline = time.monotonic() + 60
    while not list(tmp.iterdir()):
        assert time.monotonic() < deadline and run.poll() is None
        time.sleep(0.002)
    run.send_signal(number)
    _, err = run.communicate(timeout=120)
    assert run.returncode == 130, err
    assert state_of(tmp_path / "idx") == before and list(tmp.iterdir()) == []


@pytest.mark.parametrize("bytes_max", [0, 4096, 60_000])
def test_the_disk_is_full(facsim, tmp_path, bytes_max):
    source = write_jsonl(tmp_path / "a.jsonl", records(500))
    done(facsim, "build", source, "-o", tmp_path / "idx", *DESIGN)
    before = state_of(tmp_path / "idx")

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_max, bytes_max))

    run = subprocess.run(
        [facsim.path, "index", "rebuild", str(tmp_path / "idx"), str(source), *DESIGN],
        preexec_fn=limit, capture_output=True, text=True, restore_signals=False, timeout=120,
        check=False)  # fmt: skip
    assert run.returncode == 1 and run.stderr.startswith("facsim: "), run.stderr
    assert state_of(tmp_path / "idx") == before


def test_two_writers(facsim, tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", records(50))
    done(facsim, "build", source, "-o", tmp_path / "idx", *DESIGN)
    holder = subprocess.Popen([facsim.path, "index", "add", str(tmp_path / "idx"), "-"],
                              stdin=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    deadline = time.monotonic() + 60
    while f"{holder.pid}" not in (tmp_path / "idx/LOCK").read_text():
        assert time.monotonic() < deadline and holder.poll() is None
        time.sleep(0.01)
    run = done(facsim, "rebuild", tmp_path / "idx", source, status=1)
    assert f"process {holder.pid}" in run.err
    holder.communicate(json.dumps(records(1, seed=8)[0]).encode(), timeout=60)
    assert holder.returncode == 0
    assert len(pages_in(facsim, tmp_path / "idx")) == 51
