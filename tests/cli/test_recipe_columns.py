# SPDX-License-Identifier: Apache-2.0
"""What a recipe makes of a page beside its fingerprint: sketch, layout, anchors."""


import pytest
from recipe_world import ID, write_recipe
from running import facsim


@pytest.mark.parametrize(
    ("bins", "bits"), [(64, 8), (128, 1), (512, 1), (128, 8), (4, 1), (4096, 16)])  # fmt: skip
def test_sketch_and_layout_have_their_sizes(polyglot, tmp_path, bins, bits):
    text = f"[sketch]\nbins = {bins}\nbits = {bits}\n[layout]\nbins = {bins}\nbits = {bits}\n"
    columns = ("--columns", "id,sketch,layout,shingles", "--json")
    done = facsim("fingerprint", polyglot, "--recipe", write_recipe(tmp_path, text), *columns)
    rows = {row["id"]: row for row in done.rows()}
    digits = 2 * max(1, bins * bits // 8)
    assert len(rows["english"]["sketch"]) == len(rows["html"]["layout"]) == digits
    assert rows["english"]["layout"] is None and rows["short"]["sketch"] is None
    assert rows["english"]["shingles"] == 60  # the words come round again
    if bits == 1 and bins > 4:
        assert bin(int(rows["english"]["sketch"], 16)).count("1") in range(bins // 4, 3 * bins // 4)


def test_anchors_are_the_smallest_and_those_a_modulus_divides(polyglot, tmp_path):
    def anchors(smallest, modulus):
        text = f"[anchors]\nsmallest = {smallest}\nmodulus = {modulus}\n"
        if smallest or modulus:
            text += "shingle_size = 3\n"
        recipe = write_recipe(tmp_path, text)
        done = facsim("fingerprint", polyglot, "--recipe", recipe, "--columns", "id,anchors")
        found = dict(line.split("\t") for line in done.out.splitlines())
        assert found["short"] == found["empty"] == "-"
        return [] if found["english"] == "-" else found["english"].split(",")

    assert anchors(0, 0) == []
    everything = anchors(0, 1)
    assert len(everything) == 60 and everything == sorted(set(everything))
    assert all(ID.fullmatch(anchor) for anchor in everything)
    assert anchors(7, 0) == everything[:7]
    divided = [anchor for anchor in everything if int(anchor, 16) % 4 == 0]
    assert 0 < len(divided) < 60 and anchors(0, 4) == divided
    assert anchors(7, 4) == sorted({*everything[:7], *divided})
    assert anchors(4096, 0) == everything
