# SPDX-License-Identifier: Apache-2.0
"""A line that is no JSON object: the message names the fault, its place, and a remedy that works."""

import json
from pathlib import Path

import pytest
from running import Dedup, facsim, run

GOOD = json.dumps({"id": 1, "text": "some words of a page"}) + "\n"
MARK = b"\xef\xbb\xbf"

FAULTS = {
    "a raw tab": (b'{"id":1,"text":"a\tb"}\n', "a control character, U+0009, in a string, 17 bytes"),
    "a comma": (b'{"id":1,"text":"a"},\n', "a comma behind the object, 19 bytes into the line"),
    "deep": (b'{"id":1,"m":' + b"[" * 2000 + b"]" * 2000 + b"}\n", "nest deeper than 1024 levels"),
    "a last comma": (b'{"id":1,"text":"a",}\n', "a comma stands behind the last member"),
    "cut": (b'{"id":1,"text":"a\n', "the line ends within a string, 17 bytes into the line)"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_the_message_names_the_fault(tmp_path: Path, name: str) -> None:
    line, said = FAULTS[name]
    (tmp_path / "a.jsonl").write_bytes(GOOD.encode() + line)
    deduped = Dedup(tmp_path, "a.jsonl")
    assert deduped.skipped == {"bad_json": 1, "total": 1}
    assert f"bad_json 1 (at a.jsonl:{len(GOOD)}: " in deduped.done.err and said in deduped.done.err
    if name != "cut":
        assert "jq -c ." not in deduped.done.err


REMEDIES = {
    "a comma": (b'{"text":"a b c"},\r\n', "sed 's/,[[:space:]]*$//'"),
    "a mark": (MARK + b'{"text":"a b c"}\n', r"sed 's/\xEF\xBB\xBF//'"),
    "a zero byte": (b'{"text":"a b c"}\0\n', "tr -d '\\000'"),
}


@pytest.mark.parametrize("name", REMEDIES)
def test_remedies_work(tmp_path: Path, name: str) -> None:
    line, remedy = REMEDIES[name]
    bytes_in = GOOD.encode() + line
    (tmp_path / "a.jsonl").write_bytes(bytes_in)
    assert remedy in facsim("fingerprint", "a.jsonl", cwd=tmp_path).err
    mended = run(["bash", "-c", f"{remedy} < a.jsonl > b.jsonl"], cwd=tmp_path)
    assert mended.status == 0, mended.err
    done = facsim("fingerprint", "b.jsonl", cwd=tmp_path)
    assert done.status == 0 and "bad_json" not in done.err
    assert len(done.out.splitlines()) == 2
