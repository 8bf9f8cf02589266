# SPDX-License-Identifier: Apache-2.0
"""HammingFolder over an index of pages: asked by fingerprints, and not changed."""

from pathlib import Path

import facsim
import pytest
from making import words, write_jsonl
from running import facsim as program


@pytest.fixture
def index(tmp_path: Path) -> Path:
    pages = write_jsonl(tmp_path / "p.jsonl", [{"id": f"p{n}", "text": words(n)} for n in range(20)])
    program.done("index", "build", pages, "-o", tmp_path / "x.idx")
    return tmp_path / "x.idx"


def test_it_answers_what_the_command_answers(index: Path, tmp_path: Path) -> None:
    made = facsim.fingerprint([words(n) for n in range(20)])
    bits = {f"p{n}": int(value) for n, value in enumerate(made)}
    (tmp_path / "q.hex").write_text("".join(f"{value ^ 5:016x} {name}\n" for name, value in bits.items()))
    said = program.done("index", "query", index, tmp_path / "q.hex", "--recipe", "balanced", "--jsonl").rows()
    with facsim.HammingFolder.open(index) as folder:
        assert len(folder) == 20
        for row in said:
            found = [(match["id"], match["distance"]) for match in row["matches"]]
            assert folder.query(bits[row["query"]] ^ 5) == found and (row["query"], 2) in found
        joined = [(row["id"], row["distance"]) for row in folder.join([bits["p3"]])]
        assert ("p3", 0) in joined


def test_changes_are_refused_and_change_nothing(index: Path) -> None:
    before = {path.name: path.read_bytes() for path in index.iterdir() if path.name != "LOCK"}
    with facsim.HammingFolder.open(index) as folder:
        for change in (lambda: folder.add([1], ["x"]), lambda: folder.delete(["p1"]), folder.compact):
            with pytest.raises(facsim.errors.InvalidArgumentError, match="here it answers queries alone"):
                change()
        assert len(folder) == 20
    assert before == {path.name: path.read_bytes() for path in index.iterdir() if path.name != "LOCK"}


def test_another_recipe_is_refused(index: Path) -> None:
    with pytest.raises(facsim.errors.InvalidArgumentError, match="of recipe 'balanced'"):
        facsim.HammingFolder.open(index, recipe="words")


def test_a_recipe_of_32_bits_is_refused_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(facsim.errors.InvalidArgumentError) as refused:
        facsim.HammingFolder.begin(tmp_path / "y.idx", recipe="content-seen-32")
    assert "takes fingerprints of 64 bits; 'content-seen-32' makes 32" in str(refused.value)
    assert "facsim.HammingIndex" in str(refused.value)
