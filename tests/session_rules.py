# SPDX-License-Identifier: Apache-2.0
"""The hooks of a session of tests, and its summary, for every folder.

Tests that did not run, because real data are missing or sanitizers cannot limit memory, are counted
in one line each at the end. A report of a sanitizer fails the test after which it was found,
whatever that test expected of the program's status.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from real_data import NO_DATA
from running import SANITIZED, SANITIZER_STATUS, Started

NO_BOUNDS = "skipped: sanitizers reserve memory by the terabyte, so nothing bounds it"
# The output of a program that a test kills while it checks for leaks at its end.
KILLED_AT_ITS_END = re.compile(r"(==\d+==Unable to get registers from thread \d+\.\s*)+")
LOG_PATH = re.compile(r"(?<=\blog_path=)[^:]+")
# Sanitizers write to the path in these variables, a file for each process.
OPTIONS = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS")
already_said: set[Path] = set()


def pytest_configure(config: pytest.Config) -> None:
    """Gives each worker of pytest-xdist its own reports; removes those of an earlier session."""
    if not SANITIZED:
        return
    found = LOG_PATH.search(os.environ.get("ASAN_OPTIONS", ""))
    if not found or f"exitcode={SANITIZER_STATUS}" not in os.environ["ASAN_OPTIONS"]:
        raise pytest.UsageError(
            "FACSIM_SANITIZED=1 needs ASAN_OPTIONS (and those of the other sanitizers) with "
            f"log_path=FOLDER/report and exitcode={SANITIZER_STATUS}; see tests/CMakeLists.txt"
        )
    base = Path(found[0])
    base.parent.mkdir(parents=True, exist_ok=True)
    base.parent.chmod(0o777)  # some tests run the program as another user
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None:
        for path in base.parent.glob(f"{base.name}*"):
            path.unlink()
        return
    for name in OPTIONS:
        os.environ[name] = LOG_PATH.sub(f"{base}-{worker}", os.environ.get(name, ""))


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Names no test by bytes: compressed ones contain the time, so they differ between workers."""
    return argname if isinstance(val, bytes) else None


def new_reports() -> str:
    """Returns the text of all reports that were not printed yet."""
    found = LOG_PATH.search(os.environ["ASAN_OPTIONS"]) if SANITIZED else None
    if not found:
        return ""
    base = Path(found[0])
    paths = sorted(set(base.parent.glob(f"{base.name}*")) - already_said)
    already_said.update(paths)
    texts = {path: path.read_text(errors="replace") for path in paths}
    for path, text in list(texts.items()):
        if KILLED_AT_ITS_END.fullmatch(text) and int(path.suffix[1:]) in Started.killed:
            del texts[path]
            path.unlink()  # the controller of the workers does not know which programs they killed
    return "\n".join(f"{path}:\n{text}" for path, text in texts.items())


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Kills programs that a test left running, and fails it if a sanitizer reported something."""
    yield
    Started.kill_all()
    reports = new_reports()
    if reports:
        pytest.fail(f"a sanitizer reports:\n{reports}", pytrace=False)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails the session for a report that came after its last test."""
    reports = new_reports()
    if reports:
        print(f"\na sanitizer reports:\n{reports}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def is_for_the_night(item: pytest.Item) -> bool:
    """True if only `make nightly` runs the test in this build."""
    return bool(
        item.get_closest_marker("nightly") or (SANITIZED and item.get_closest_marker("words"))
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out tests for nightly runs, and skips tests of limits that sanitizers cannot have."""
    if os.environ.get("FACSIM_NIGHTLY") != "1":
        config.hook.pytest_deselected(items=[item for item in items if is_for_the_night(item)])
        items[:] = [item for item in items if not is_for_the_night(item)]
    for item in items:
        if SANITIZED and item.get_closest_marker("bounds_memory"):
            item.add_marker(pytest.mark.skip(reason=NO_BOUNDS))


def reason_of(report: pytest.TestReport) -> str:
    """Returns why a test was skipped."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return reason.removeprefix("Skipped: ")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints how many tests did not run, and why; tests/not_run.py reads these lines."""
    reasons = [reason_of(report) for report in terminalreporter.stats.get("skipped", [])]
    lacking = [reason.removeprefix(NO_DATA) for reason in reasons if reason.startswith(NO_DATA)]
    if lacking:
        where = ", ".join(sorted(set(lacking))) if os.environ.get("FACSIM_DATA") else "FACSIM_DATA"
        what = "there is no" if os.environ.get("FACSIM_DATA") else "not set:"
        terminalreporter.write_line(
            f"tests on real data that did not run: {len(lacking)} ({what} {where})"
        )
    unbounded = reasons.count(NO_BOUNDS)
    if unbounded:
        terminalreporter.write_line(
            f"tests that bound memory that did not run: {unbounded} (not under sanitizers)"
        )
