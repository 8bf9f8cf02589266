# SPDX-License-Identifier: Apache-2.0
"""Sessions of tests in a separate folder: what session_rules.py fails, skips and counts."""

import shutil
import sys
from pathlib import Path

import not_run
import pytest
from running import ROOT, Result, run

# A test whose program a sanitizer "ends", and one that finds nothing.
REPORTED = """
import os, re
from running import run

def write_report(name):
    path = re.search("log_path=([^:]*)", os.environ["ASAN_OPTIONS"])[1]
    run(["sh", "-c", f"echo 'ERROR: leak in {name}' > {path}.$$"])

def test_bad():
    write_report("test_bad")

def test_good():
    pass
"""
LATE = """
import pytest
from test_early import write_report

@pytest.fixture(scope="session", autouse=True)
def late():
    yield
    write_report("a fixture")
"""
SKIPPED = """
import pytest
from real_data import real_lines, real_set

@pytest.mark.parametrize("name", ["x", "x", "y"])
def test_data(name):
    real_set(name)

def test_lines():
    real_lines("z", 3)

@pytest.mark.bounds_memory
def test_bounded():
    pass
"""


def session(folder: Path, env: dict[str, str | None], *flags: str, **files: str) -> Result:
    """Runs pytest on these files beside the real conftest.py."""
    for name in ("conftest.py", "making.py", "pytest.ini", "real_data.py", "running.py",
                 "session_rules.py"):  # fmt: skip
        shutil.copy(ROOT / "tests" / name, folder)
    (folder / "sub").mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / "sub" / f"{name}.py").write_text(text)
    clean = {"FACSIM_SANITIZED": None, "FACSIM_DATA": None, "PYTEST_XDIST_WORKER": None,
             "ASAN_OPTIONS": None, "UBSAN_OPTIONS": None, "TSAN_OPTIONS": None}  # fmt: skip
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "sub"]
    return run([*command, *flags], cwd=folder, env=clean | env)


def sanitized(folder: Path) -> dict[str, str]:
    options = f"exitcode=99:log_path={folder}/logs/report:detect_leaks=1"
    return {"FACSIM_SANITIZED": "1", "ASAN_OPTIONS": options, "UBSAN_OPTIONS": options}


@pytest.mark.parametrize("flags", [(), ("-n", "2")], ids=["alone", "by two"])
def test_a_report_fails_the_test_that_made_it(tmp_path: Path, flags: tuple[str, ...]) -> None:
    if flags:
        pytest.importorskip("xdist", reason="skipped: pytest-xdist is not installed")
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs/report.1").write_text("of an earlier session")
    done = session(tmp_path, sanitized(tmp_path), *flags, test_early=REPORTED)
    assert done.status == 1, done
    assert "ERROR: leak in test_bad" in done.out
    assert "ERROR sub/test_early.py::test_bad" in done.out and "test_good" not in done.out
    assert "earlier session" not in done.out
    assert "2 passed, 1 error" in done.out


KILLED = """
import os, re
from running import Started

def test_killed():
    path = re.search("log_path=([^:]*)", os.environ["ASAN_OPTIONS"])[1]
    killed = Started(["sleep", "60"])
    killed.kill()
    killed.wait()
    says = "==17==Unable to get registers from thread 16.\\n"
    open(f"{path}.{killed.pid}", "w").write(says)
"""


@pytest.mark.parametrize("flags", [(), ("-n", "2")], ids=["alone", "by two"])
def test_a_program_that_a_test_killed_at_its_end_reports_nothing(
    tmp_path: Path, flags: tuple[str, ...]
) -> None:
    if flags:
        pytest.importorskip("xdist", reason="skipped: pytest-xdist is not installed")
    done = session(tmp_path, sanitized(tmp_path), *flags, test_killed=KILLED)
    assert done.status == 0 and "1 passed" in done.out, done


@pytest.mark.parametrize(
    ("what", "instead"),
    [(".pid}", ".pid + 1}"), ("killed.kill()", "killed.terminate()"), ("16.", "16. ERROR: leak")],
    ids=["another process", "not killed", "more than that"],
)
def test_any_other_report_counts(tmp_path: Path, what: str, instead: str) -> None:
    assert what in KILLED
    changed = KILLED.replace(what, instead, 1)
    done = session(tmp_path, sanitized(tmp_path), test_killed=changed)
    assert done.status == 1 and "Unable to get registers" in done.out, done


def test_a_report_behind_the_last_test_fails_the_session(tmp_path: Path) -> None:
    early = REPORTED.replace('    write_report("test_bad")', "    pass")
    done = session(tmp_path, sanitized(tmp_path), test_early=early, conftest=LATE)
    assert done.status == 1, done
    assert "ERROR: leak in a fixture" in done.out


def test_without_a_place_for_reports_nothing_runs(tmp_path: Path) -> None:
    done = session(tmp_path, {"FACSIM_SANITIZED": "1"}, test_early=REPORTED)
    assert done.status == 4 and "log_path=FOLDER/report" in done.err, done


def test_what_did_not_run_is_counted(tmp_path: Path) -> None:
    done = session(tmp_path, {}, test_skipped=SKIPPED)
    assert done.status == 0, done
    assert "tests on real data that did not run: 4 (not set: FACSIM_DATA)\n" in done.out
    assert "bound memory" not in done.out
    log = done.out + "\nskipped: no data at $FACSIM_DATA/x\n"
    assert not_run.counts(log) == {"on real data": 5, "that bound memory": 0, "of Spark": 0}
    (tmp_path / "data/x").mkdir(parents=True)
    env = {"FACSIM_DATA": str(tmp_path / "data")} | sanitized(tmp_path)
    done = session(tmp_path, env, test_skipped=SKIPPED)
    lacking = "2 (there is no $FACSIM_DATA/y, $FACSIM_DATA/z)"
    assert f"tests on real data that did not run: {lacking}\n" in done.out
    assert "tests that bound memory that did not run: 1 (not under sanitizers)\n" in done.out
    (tmp_path / "LastTest.log").write_text(log + done.out)
    told = run([sys.executable, "-B", ROOT / "tests/not_run.py", tmp_path / "LastTest.log"])
    assert told.out == (
        "tests on real data that did not run: 7 (FACSIM_DATA names none; see CONTRIBUTING.md)\n"
        "tests that bound memory that did not run: 1 (not under sanitizers)\n"
    )


def test_what_a_failed_test_left_at_work_is_killed(tmp_path: Path) -> None:
    left = """
from pathlib import Path
from running import start

def test_fails():
    Path("pid").write_text(str(start(["sleep", "60"]).pid))
    assert False

def test_after():
    assert not Path("/proc", Path("pid").read_text()).exists()
"""
    done = session(tmp_path, {}, test_early=left)
    assert "1 failed, 1 passed" in done.out, done


def test_where_all_ran_nothing_is_said(tmp_path: Path) -> None:
    done = session(tmp_path, {}, test_early="def test_good():\n    pass\n")
    assert done.status == 0 and "did not run" not in done.out
    assert not any(not_run.counts(done.out).values())
