# SPDX-License-Identifier: Apache-2.0
"""make setup-NAME: a target that is declared and has no rule is passed over without a word."""

import re

from running import ROOT, done


def test_every_setup_target_installs():
    declared = set(re.findall(r"\bsetup-[a-z0-9]+", (ROOT / "Makefile").read_text()))
    assert {"setup-build", "setup-test", "setup-dev"} <= declared
    for target in sorted(declared):
        said = done(["make", "-n", "-C", ROOT, target], env={"MAKEFLAGS": None, "MAKELEVEL": None})
        assert f"scripts/setup.sh {target.removeprefix('setup-')}\n" in said.out
