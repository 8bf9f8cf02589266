# SPDX-License-Identifier: Apache-2.0
"""The harness itself: the limits, waits and refusals of running.py."""

import gzip
import signal
import sys
import time
import zlib
from pathlib import Path

import pytest
import running
from making import bomb, html, packed, unpacked, warc_record
from running import Program, Result, TimeoutExpired, allowed, done, facsim, read_jsonl, run, start


def python(*lines: str) -> list[str]:
    return [sys.executable, "-c", "\n".join(lines)]


def test_a_result_says_what_there_was() -> None:
    warn = 'import sys; sys.stderr.write("facsim: warning: x\\nmore\\n")'
    result = run(python('print(\'{"a": "\\u2028"}\')', warn))
    assert result.rows() == [{"a": "\u2028"}]
    assert result.warnings == ["facsim: warning: x"]
    odd = run(python("import os; os.write(1, b'\\xff'); os._exit(7)"))
    assert (odd.status, odd.out.encode("utf-8", "surrogateescape")) == (7, b"\xff")


def test_a_program_that_was_not_built_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=f"no program at {tmp_path}/facsim; build it"):
        Program(tmp_path / "facsim")("version")


def test_what_fails_is_told_in_its_own_words() -> None:
    assert done(python("exit(3)"), status=3) == Result(3, "", "")
    with pytest.raises(AssertionError, match="status 4\nsaid\n"):
        done(python("print('said'); exit(4)"))


@pytest.mark.bounds_memory
def test_address_space_is_bounded() -> None:
    take = python("import mmap", "try: mmap.mmap(-1, 1 << 31)", "except OSError: print('no')")
    assert run(take, address_bytes=1 << 30).out == "no\n"
    assert run(take).out == ""


def test_files_are_bounded(tmp_path: Path) -> None:
    write = python(f"open({str(tmp_path / 'x')!r}, 'wb', 0).write(bytes(5000))")
    run(write, file_bytes=1000)
    assert (tmp_path / "x").stat().st_size == 1000


def test_time_is_bounded() -> None:
    with pytest.raises(TimeoutExpired):
        run(["sleep", "60"], seconds=0.1)


def test_variables_and_signals_are_as_asked_for() -> None:
    ask = python("import os; print(os.environ.get('A'), 'HOME' in os.environ)")
    assert run(ask, env={"A": "1", "HOME": None}).out == "1 False\n"
    hangup = python("import signal; print(repr(signal.getsignal(signal.SIGHUP)))")
    assert "SIG_DFL" in run(hangup).out
    assert "SIG_IGN" in run(hangup, ignored=(signal.SIGHUP,)).out


def test_a_program_at_work_is_watched_fed_and_killed(tmp_path: Path) -> None:
    there = tmp_path / "there"
    with start(python(f"open({str(there)!r}, 'w')", "print(input())")) as process:
        process.until(there.exists)
        assert process.result(b"fed\n") == Result(0, "fed\n", "")
    assert start(["sleep", "60"]).killed_after(0.01)
    assert not start(["true"]).killed_after(10)
    with start(["sleep", "60"]) as process:
        begun = time.monotonic()
    assert process.returncode == -signal.SIGKILL and time.monotonic() - begun < allowed(20)
    catching = "import signal, time; signal.signal(signal.SIGUSR1, print); time.sleep(60)"
    with start(python(catching)) as process:
        process.until(lambda: process.catches(signal.SIGUSR1))
        assert not process.catches(signal.SIGUSR2)
    with start(python("print(input())")) as process:
        process.until(process.sleeps)
        assert process.poll() is None
    with start(python("while True: pass")) as process:
        time.sleep(0.1)
        assert not process.sleeps()
    with pytest.raises(AssertionError, match="last words"):
        start(["sh", "-c", "echo last words"]).until(lambda: False)


def test_a_sanitizer_is_never_what_was_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SANITIZED", True)
    with pytest.raises(AssertionError, match="a sanitizer ended it: what it found"):
        run(["sh", "-c", "echo what it found >&2; exit 99"])
    assert allowed(2) == 6


def test_the_peak_is_that_of_the_run() -> None:
    result, peak = facsim.measured("version")
    assert result.status == 0 and 1 << 20 < peak


def is_at_work(pid: str) -> bool:
    """True if the process runs; False for a zombie, whose status was not read yet."""
    stat = Path("/proc", pid, "stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_what_is_measured_is_bounded_in_time_and_killed(tmp_path: Path) -> None:
    number = tmp_path / "number"
    with pytest.raises(TimeoutExpired):
        Program(Path("/bin/sh")).measured("-c", f"echo $$ > {number}; exec sleep 60", seconds=2)
    deadline = time.monotonic() + allowed(20)
    while is_at_work(number.read_text().strip()):
        assert time.monotonic() < deadline, "its starter was killed, not the program"
        time.sleep(0.01)


@pytest.mark.bounds_memory
def test_what_is_measured_is_bounded_in_address_space() -> None:
    _, *take = python("import mmap", "try: mmap.mmap(-1, 1 << 31)", "except OSError: print('no')")
    result, _ = Program(Path(sys.executable)).measured(*take)
    assert result == Result(0, "no\n", "")


def test_what_is_packed_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"a": 1}\n' * 3000)
    for how in ("gz", "members", "zst", "lz4", "xz", "bz2"):
        assert unpacked(packed(path, how)) == path.read_bytes(), how
    assert len(read_jsonl(path)) == 3000


def test_a_bomb_unpacks_to_what_was_asked_for() -> None:
    whole = b"first" + b"piece " * 5 + b"last"
    assert gzip.decompress(bomb(b"piece ", 5, b"first", b"last")) == whole
    assert zlib.decompress(bomb(b"piece ", 5, b"first", b"last", how="deflate")) == whole


def test_fields_of_a_record_come_and_go() -> None:
    record = warc_record("resource", 7, b"abc", WARC_Date=None, WARC_Target_URI="urn:x")
    assert record == (
        b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:%032x>\r\n"
        b"WARC-Target-URI: urn:x\r\nContent-Type: application/http; msgtype=response\r\n"
        b"Content-Length: 3\r\n\r\nabc\r\n\r\n" % 7
    )


def test_a_menu_puts_a_frame_around_a_page() -> None:
    assert "<nav" not in html("words") and "<p>words</p>" in html("words")
    assert ">Home<" in html("words", menu="Home")
