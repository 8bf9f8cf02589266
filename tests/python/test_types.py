# SPDX-License-Identifier: Apache-2.0
"""The types that the package promises: pyright over its modules, stubtest over stub and module.

The tools are those of build/venv-types (scripts/setup.sh types), else those on PATH.
"""

import json
import os
import re
import shutil
from pathlib import Path

import facsim
import pytest
from running import PRELOADED, ROOT, run

PACKAGE = Path(os.environ["FACSIM_PYTHON_PACKAGE"])
TOOLS = f"{ROOT / 'build/venv-types/bin'}{os.pathsep}{os.environ['PATH']}"

# Functions of nanobind are objects of its own, without a signature that can be asked for.
OF_NANOBIND = re.compile(
    r" is not a function$| metaclass differs$"
    r"|\.__init__ is inconsistent, stub does not have \*args parameter \"args\"$"
)
CALLS = """
good: int = facsim.fingerprint(["one"]).null_count
bad: str = facsim.fingerprint(["one"]).null_count
facsim.dedup(["one"], no_such_setting=1)
"""


def tool(name: str) -> str:
    found = shutil.which(name, path=TOOLS)
    if not found:
        pytest.skip(f"skipped: no {name}; scripts/setup.sh types installs it")
    return found


def checked(folder: Path, include: str, **settings: object) -> list[str]:
    """What pyright says of modules. Of what others have not typed, or not installed, it knows nothing."""
    settings |= {
        "include": [include],
        "typeCheckingMode": "standard",
        "pythonVersion": "3.11",
        "reportMissingImports": "none",
        "reportMissingModuleSource": "none",
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    done = run([tool("pyright"), "--outputjson", "--project", folder], seconds=300)
    assert done.status in (0, 1), done.err + done.out
    said = json.loads(done.out)
    assert said["summary"]["filesAnalyzed"] > 0, said
    return [
        f"{Path(one['file']).name}:{one['range']['start']['line'] + 1}: {one['message']}"
        for one in said["generalDiagnostics"]
        if one["severity"] != "information"
    ]


def test_the_modules_keep_their_types(tmp_path: Path) -> None:
    assert (PACKAGE / "facsim/_core.pyi").exists()
    # pyright takes relative paths alone.
    modules = os.path.relpath(PACKAGE / "facsim", tmp_path)
    assert checked(tmp_path, modules, extraPaths=[str(PACKAGE)]) == []


def test_callers_see_types_and_names(tmp_path: Path) -> None:
    # Installed, or pyright does not ask which names the package gives to others.
    site = tmp_path / "venv/lib/python3.11/site-packages"
    site.mkdir(parents=True)
    (site / "facsim").symlink_to(PACKAGE / "facsim")
    names = "\n".join(f"print(facsim.{name})" for name in facsim.__all__)
    (tmp_path / "caller.py").write_text(f"import facsim\n{names}\n{CALLS}")
    said = checked(tmp_path, "caller.py", venvPath=str(tmp_path), venv="venv")
    assert len(said) == 2, said
    assert '"int" is not assignable to "str"' in said[0] and "no_such_setting" in said[1]


def test_every_public_name_is_listed() -> None:
    assert facsim.__all__ == sorted([*facsim._HOMES, "errors", "__version__"])


def compared(folder: Path) -> list[str]:
    """What stubtest says of the stub and the module in a folder."""
    path = PRELOADED | {"MYPYPATH": str(folder), "PYTHONPATH": str(folder)}
    command = [tool("stubtest"), "--concise", "--ignore-disjoint-bases", "facsim._core"]
    done = run(command, env=path, seconds=300)
    assert done.err == "", done.err
    return [line for line in done.out.splitlines() if not OF_NANOBIND.search(line)]


def test_the_stub_is_that_of_the_module() -> None:
    assert compared(PACKAGE) == []


def test_stubtest_would_find_another_stub(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE / "facsim", tmp_path / "facsim", symlinks=True)
    stub = tmp_path / "facsim/_core.pyi"
    stub.write_text(stub.read_text().replace("def fingerprint(", "def finger(") + "more: int\n")
    said = compared(tmp_path)
    assert len(said) == 3, said
