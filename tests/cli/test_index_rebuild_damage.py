# SPDX-License-Identifier: Apache-2.0
"""facsim index rebuild, killed, stopped, on a full disk, beside another: whole or not at all."""

import json
import random
import re
import shutil
import signal
import time
from pathlib import Path

import pytest
from index_world import done
from making import write_jsonl
from rebuild_world import DESIGN, pages_in, records
from running import facsim, state_of


def test_killed_at_any_moment(old, tmp_path):
    """Old or new, never a mixture; and the next writer clears away what the dead one left."""
    draw = random.Random(5)
    source = write_jsonl(tmp_path / "a.jsonl", records(4000, seed=3))
    shutil.copytree(old / "pages-balanced.idx", tmp_path / "idx")
    done("rebuild", "pages-balanced.idx", "pages.jsonl", "site", cwd=old)
    done("add", old / "pages-balanced.idx", source, *DESIGN)
    base = old / "pages-balanced.idx"
    done("delete", base, "page 3.7")
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    words = [old / "pages.jsonl", old / "site", source, "--tmp", tmp, "--text", "all"]
    first, said, whole, killed, new = state_of(base), pages_in(base), 0, 0, []
    for round_ in range(100):
        copy = Path(shutil.copytree(base, tmp_path / "copy"))
        if round_ == 0:
            started = time.monotonic()
            done("rebuild", copy, *words)
            whole = time.monotonic() - started
            new = pages_in(copy)
            assert new != said and len(new) == len(said)
        else:
            run = facsim.start("index", "rebuild", copy, *words)
            killed += run.killed_after(draw.uniform(0, whole))
            done("check", copy)
            is_old = (copy / "MANIFEST").read_bytes() == first["MANIFEST"]
            assert pages_in(copy) == (said if is_old else new)
            done("delete", copy, "nobody")  # clears away what the dead one left
        manifest = (copy / "MANIFEST").read_text()
        named = set(re.findall(r'"name": "([^"]+\.(?:seg|del))"', manifest))
        assert set(state_of(copy)) == named | {"MANIFEST"}
        shutil.rmtree(copy)
        if round_ > 10 and killed > 3:
            break
    assert killed > 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_while_it_reads(tmp_path, number):
    source = write_jsonl(tmp_path / "a.jsonl", records(6000))
    done("build", source, "-o", tmp_path / "idx", *DESIGN)
    before = state_of(tmp_path / "idx")
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    run = facsim.start("index", "rebuild", tmp_path / "idx", source, "--tmp", tmp, "--threads", 1)
    run.until(lambda: list(tmp.iterdir()))
    run.send_signal(number)
    ended = run.result()
    assert ended.status == 130, ended.err
    assert state_of(tmp_path / "idx") == before and list(tmp.iterdir()) == []


@pytest.mark.parametrize("bytes_max", [0, 4096, 60_000])
def test_the_disk_is_full(tmp_path, bytes_max):
    source = write_jsonl(tmp_path / "a.jsonl", records(500))
    done("build", source, "-o", tmp_path / "idx", *DESIGN)
    before = state_of(tmp_path / "idx")
    run = facsim("index", "rebuild", tmp_path / "idx", source, *DESIGN, file_bytes=bytes_max)
    assert run.status == 1 and run.err.startswith("facsim: "), run.err
    assert state_of(tmp_path / "idx") == before


def test_two_writers(tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", records(50))
    done("build", source, "-o", tmp_path / "idx", *DESIGN)
    holder = facsim.start("index", "add", tmp_path / "idx", "-")
    holder.until(lambda: f"{holder.pid}" in (tmp_path / "idx/LOCK").read_text())
    run = done("rebuild", tmp_path / "idx", source, "--wait", 0, status=1)
    assert f"process {holder.pid}" in run.err
    assert holder.result(json.dumps(records(1, seed=8)[0]).encode()).status == 0
    assert len(pages_in(tmp_path / "idx")) == 51
