# SPDX-License-Identifier: Apache-2.0
"""Standard output that takes nothing: the status says so."""

from running import PROGRAM, facsim, run


def test_full_standard_output_is_an_error():
    with open("/dev/full", "w") as full:
        done = facsim("help", stdout=full)
    assert done.status == 1
    assert "standard output" in done.err


def test_closed_standard_output_is_an_error():
    done = run(["sh", "-c", f"exec '{PROGRAM}' version >&-"])
    assert done.status == 1
    assert "standard output" in done.err
