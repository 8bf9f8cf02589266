# SPDX-License-Identifier: Apache-2.0
"""The flags of dedup: what they accept, what they refuse, and with which words."""

import json
import os
import signal

import pytest
from making import text_of, write_jsonl
from running import allowed, facsim

WRONG = [
    (["--threads", "0"], "--threads: '0' is not a whole number from 1 to 1024"),
    (["--threads", "two"], "--threads: 'two'"),
    (["--memory", "1M"], "--memory: '1M' is too little; the least is 64M"),
    (["--memory", "lots"], "--memory: 'lots' is not a size; write it as 64M, 1.5G or 4GiB"),
    (["--memory", "-5G"], "--memory: '-5G' is not a size"),
    (["--memory", "nan"], "--memory: 'nan' is not a size"),
    (["--tmp", "/nowhere/at/all"], "--tmp: '/nowhere/at/all' is not a folder"),
    (["--tmp", ""], "--tmp: '' is empty"),
    (["--profile", "balance"], "unknown profile 'balance'"),
    (["--recipe", "mine"], "unknown recipe 'mine'"),
    (["--keep", "newset"], "--keep: 'newset' is not one of: first, last, longest"),
    (["--keep", "newset"], "did you mean 'newest'?"),
    (["--keep", "field"], "field:NAME"),
    (["--keep", "field:"], "--keep: the name of the field is missing; write field:NAME"),
    (["--scope", "site"], "--scope: 'site' is not one of: all, host, file"),
    (["--mode", "delete"], "--mode: 'delete' is not one of: remove, annotate, report"),
    (["--remove", "exact,near"], "--remove: 'near' is not one of: exact, content, layout, partial"),
    (["--remove", "exact,"], "--remove: 'exact,' has an empty part"),
    (["--text", "body"], "--text: 'body' is not one of: main, all"),
    (["--max-distance", "13"], "--max-distance: '13' is not a whole number from 0 to 12"),
    (["--max-distance", "-1"], "--max-distance: '-1'"),
    (["--min-resemblance", "0"], "--min-resemblance: '0' is not a number above 0 and at most 1"),
    (["--min-resemblance", "80"], "--min-resemblance: '80'"),
    (["--min-containment", "1.01"], "--min-containment: '1.01'"),
    (["--min-units", "0"], "--min-units: '0' is not a whole number from 1 to 1000000"),
    (["--shingle-size", "0"], "--shingle-size: '0' is not a whole number from 1 to 100"),
    (["--page-max", "10"], "--page-max: '10' is too little; the least is 1K"),
    (["--page-max", "2G"], "--page-max: '2G' is too much; the most is 1G"),
    (["--progress", "yes"], "--progress: 'yes' is not one of: auto, json, none"),
    (["--text-field", ""], "--text-field: '' is empty"),
    (["--force=no"], "--force: takes no value"),
    (["--keep"], "--keep"),
]


@pytest.mark.parametrize("flags, message", WRONG, ids=lambda value: str(value)[:40])
def test_a_bad_value_is_named_with_the_remedy(tmp_path, flags, message):
    write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": text_of()}])
    result = facsim("dedup", "a.jsonl", "-o", "out", *flags, cwd=tmp_path)
    assert result.status == 2
    assert result.out == ""
    assert message in result.err
    assert "facsim: " in result.err and result.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_no_input(tmp_path):
    result = facsim("dedup", "-o", tmp_path / "out")
    assert result.status == 2
    assert "no input given" in result.err


def test_no_output(tmp_path):
    result = facsim("dedup", "a.jsonl", cwd=tmp_path)
    assert result.status == 2
    assert "no output folder given; add -o OUT" in result.err


@pytest.fixture
def pages(tmp_path):
    """Two equal pages, one other, as JSON lines."""
    return write_jsonl(
        tmp_path / "pages.jsonl",
        [
            {"id": "a", "text": text_of(), "rank": 1},
            {"id": "b", "text": text_of()},
            {"id": "c", "text": text_of(40, 60) + " another ending altogether " + text_of(9, 7)},
        ],
    )


GOOD = [
    ["--threads", "3"],
    ["--memory", "64M"],
    ["--memory=1.5G"],
    ["--memory", "4GiB"],
    ["--memory", "67108864"],
    ["--memory", "70MB"],
    ["--profile", "strict"],
    ["--recipe", "all-text"],
    ["--keep", "field:rank"],
    ["--keep", "last"],
    ["--remove", "exact,content,layout,partial"],
    ["--max-distance", "none"],
    ["--max-distance", "12"],
    ["--min-resemblance", "1"],
    ["--min-containment", ".25"],
    ["--text", "all"],
    ["--page-max", "64K"],
    ["--progress", "none"],
]


@pytest.mark.parametrize("flags", GOOD, ids=" ".join)
def test_a_good_value_is_taken(pages, flags):
    result = facsim("dedup", pages, "-o", pages.parent / "out", *flags)
    assert result.status == 0, result.err
    assert result.out == ""
    summary = json.loads((pages.parent / "out/summary.json").read_text())
    assert summary["pages_read"] == 3
    assert summary["removed"]["exact"] == 1


def test_a_flag_with_a_value_is_given_once(pages):
    done = facsim("dedup", pages, "-o", pages.parent / "out", "--keep", "longest", "--keep=last")
    assert done.status == 2
    assert "--keep: is given 2 times; give it once" in done.err
    assert not (pages.parent / "out").exists()


def test_the_summary_is_at_most_ten_lines_on_standard_error(pages):
    result = facsim("dedup", pages, "-o", pages.parent / "out")
    assert result.status == 0 and result.out == ""
    lines = result.err.splitlines()
    assert len(lines) <= 10
    for name in ["read", "kept", "removed", "skipped", "saved", "time", "rate", "memory", "files"]:
        assert any(line.startswith(name) for line in lines), name


def test_quiet_says_nothing_of_a_good_run(pages):
    result = facsim("dedup", pages, "-o", pages.parent / "out", "--quiet")
    assert (result.status, result.out, result.err) == (0, "", "")


def test_quiet_keeps_warnings(pages):
    result = facsim("dedup", pages, pages, "-o", pages.parent / "out", "-q")
    assert result.status == 0
    assert result.err.startswith("facsim: warning: ")


def test_json_progress_is_json_lines(pages):
    result = facsim("dedup", pages, "-o", pages.parent / "out", "--progress", "json")
    assert result.status == 0
    rows = [json.loads(line) for line in result.err.splitlines() if line.startswith("{")]
    assert rows
    for row in rows:
        assert list(row) == [
            "stage", "pages", "bytes", "bytes_total", "pages_total", "seconds", "seconds_left",
        ]  # fmt: skip


def test_a_file_that_begins_with_a_dash_stands_after_two(pages):
    odd = pages.parent / "--odd.jsonl"
    odd.write_bytes(pages.read_bytes())
    result = facsim("dedup", "-o", "out", "--", "--odd.jsonl", cwd=pages.parent)
    assert result.status == 0, result.err
    assert (pages.parent / "out/--odd.jsonl").exists()


def test_a_file_in_brackets_keeps_its_name(pages):
    odd = pages.parent / "[a,b]"
    odd.write_bytes(pages.read_bytes())
    assert facsim("fingerprint", "[a,b]", cwd=pages.parent).out.count("\n") == 3


def test_a_missing_input_is_status_1(tmp_path):
    result = facsim("dedup", "not-there.jsonl", "-o", "out", cwd=tmp_path)
    assert result.status == 1
    assert "not-there.jsonl" in result.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_stops_cleanly(tmp_path, number):
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    # Standard input that stays open: the run waits for it until it is told to stop.
    run = facsim.start("dedup", "-", "-o", tmp_path / "out", "--tmp", tmp)
    run.until(lambda: any(tmp.iterdir()))
    run.send_signal(number)
    # The pipe stays open: nothing but the signal ends the wait.
    assert run.wait(allowed(30)) == 130
    message = run.result().err
    assert message.startswith("facsim: ") and message.count("\n") == 1
    assert os.listdir(tmp_path) == ["tmp"]
    assert os.listdir(tmp) == []
