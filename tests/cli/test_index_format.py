# SPDX-License-Identifier: Apache-2.0
"""A reader that was written from docs/formats/hamming-index.md reads what the program wrote."""

import re
import struct
from pathlib import Path

import pytest
from index_world import (
    ALL_BITS,
    World,
    build,
    done,
    info_of,
    sections_of,
    uneven,
    write_hex,
)  # fmt: skip


def columns_of(path):
    file = path.read_bytes()
    places = sections_of(path).items()
    return {name: file[offset : offset + size] for name, (offset, size) in places}


def u64s(column):
    return struct.unpack(f"<{len(column) // 8}Q", column)


def packed(column, bits, count):
    assert len(column) == 8 * (-(-count * bits // 64) + 1)
    if bits == 0:
        assert not any(column)
        return [0] * count
    values = []
    for at in range(0, len(column), bits):  # `bits` bytes are eight values
        eight = int.from_bytes(column[at : at + bits], "little")
        values += [eight >> (i * bits) & ((1 << bits) - 1) for i in range(8)]
    assert not any(values[count:])
    return values[:count]


def directory(sections, name, buckets):
    """[(begin, end)] of every bucket."""
    lines, wide = sections[name + ".lines"], u64s(sections[name + ".wide"])
    assert len(lines) == 64 * -(-buckets // 56)
    ranges = []
    for at in range(0, len(lines), 64):
        (base,), counts = struct.unpack_from("<Q", lines, at), lines[at + 8 : at + 64]
        if base >> 63:
            w = base & (1 << 63) - 1
            assert counts == bytes(56)
            ranges += zip(wide[w : w + 56], wide[w + 1 : w + 57])
            continue
        for count in counts:
            ranges.append((base, base + count))
            base += count
    assert all(begin == end for begin, end in ranges[buckets:])
    return ranges[:buckets]


def mover_apart(mask):
    """The inverse of moving the bits under the mask together, a byte at a time."""
    places = [bit for bit in range(64) if mask >> bit & 1]
    parts = []
    for at in range(0, len(places), 8):
        bits = list(enumerate(places[at : at + 8]))
        parts.append([sum((byte >> i & 1) << bit for i, bit in bits) for byte in range(256)])
    return lambda value: sum(part[value >> (8 * i) & 255] for i, part in enumerate(parts))


def table_of(sections, number, mask, distinct):
    bits = mask.bit_count()
    name = f"table{number}"
    ranges = directory(sections, name, 1 << bits)
    low = packed(sections[name + ".low"], 32, distinct + 16)
    high = packed(sections[name + ".high"], max(0, 32 - bits), distinct)
    assert low[distinct:] == [0] * 16
    of_key, of_rest = mover_apart(mask), mover_apart(~mask & ALL_BITS)
    values, at = [], 0
    for key, (begin, end) in enumerate(ranges):
        assert begin == at
        suffixes = [high[i] << 32 | low[i] for i in range(begin, end)]
        assert suffixes == sorted(set(suffixes))
        values += [of_key(key) | of_rest(suffix) for suffix in suffixes]
        at = end
    assert at == distinct
    return values


def names_of(sections, size):
    is_range, first = u64s(sections["ids.range"])
    column = sections["ids.bytes"]
    if is_range:
        assert column == sections["ids.blocks"] == b""
        return [str(first + i) for i in range(size)]
    names, starts, at = [], u64s(sections["ids.blocks"]), 0
    for i in range(size):
        if i % 16 == 0:
            assert starts[i // 16] == at
        length, at = column[at], at + 1
        if length >= 128:
            length, at = length & 127 | column[at] << 7, at + 1
        names.append(column[at : at + length].decode())
        at += length
    assert at == len(column) and len(starts) == -(-size // 16)
    return names


def read_segment(path):
    """(design's name, max_distance, [(mask, radius)], [(fingerprint, id)])."""
    sections = columns_of(path)
    head = sections["index"]
    fields = struct.unpack_from("<IIQQQIII", head)
    version, k, size, listed, distinct, tables, width, length = fields
    assert (version, width, listed, len(head)) == (1, 64, size, 44 + length + 12 * tables)
    masks = [struct.unpack_from("<QI", head, 44 + length + 12 * i) for i in range(tables)]
    first, *others = [table_of(sections, i, mask, distinct) for i, (mask, _) in enumerate(masks)]
    assert len(set(first)) == distinct and all(set(other) == set(first) for other in others)
    ordinals = packed(sections["ordinals"], max(size - 1, 0).bit_length(), listed)
    places = [(i, i + 1) for i in range(distinct)]
    assert ("groups.lines" in sections) == (distinct < listed)
    if distinct < listed:
        places = directory(sections, "groups", distinct)
    values = dict()
    for value, (begin, end) in zip(first, places, strict=True):
        assert ordinals[begin:end] == sorted(ordinals[begin:end])
        values |= {ordinal: value for ordinal in ordinals[begin:end]}
    names = names_of(sections, size)
    return head[44 : 44 + length].decode(), k, masks, [(values[i], names[i]) for i in range(size)]


@pytest.mark.parametrize("design", ["paper-4", "course-10", "blocks-1-0-0", "cover-14x32"])
def test_a_reader_made_from_the_page_of_the_format_reads_it(tmp_path, design):
    crowded = [77] * 700 + [(77 << 40) + i for i in range(2000)]
    values = uneven(15, 1500) + crowded
    build(tmp_path / "idx", write_hex(tmp_path / "in.hex", values), flags=("--design", design))
    segment = tmp_path / "idx/000001.seg"
    name, k, masks, entries = read_segment(segment)
    assert (name, k) == (design, 3)
    (info,) = info_of(tmp_path / "idx")["segments"]
    assert (info["tables"], info["design"]) == (len(masks), design)
    assert entries == World.of(values).entries
    wide = sum(len(c) for n, c in columns_of(segment).items() if ".wide" in n)
    assert wide > 0 and wide % (57 * 8) == 0
    # With ids of their own only the sections of ids differ.
    ids = [f"page {i}." + "x" * (i % 300) for i in range(len(values))]
    source = write_hex(tmp_path / "named.hex", values, ids)
    build(tmp_path / "named", source, flags=("--design", design))
    plain, named = columns_of(segment), columns_of(tmp_path / "named/000001.seg")
    assert names_of(named, len(values)) == ids
    assert named.keys() == plain.keys()
    assert {n for n in named if named[n] != plain[n]} == {"ids.range", "ids.blocks", "ids.bytes"}


def test_the_example_of_the_page_of_the_format(tmp_path):
    values = [0x80000000000000FF, 0xF, 0x80000000000000FF]
    source = write_hex(tmp_path / "in.hex", values, ["a", "b", "c"])
    build(tmp_path / "idx", source, flags=("--design", "blocks-3"))
    sections = columns_of(tmp_path / "idx/000001.seg")
    sections["ids.range"] = sections["ids.range"][:8]  # the rest has no meaning
    page = (Path(__file__).parents[2] / "docs/formats/hamming-index.md").read_text()
    shown = page.split("## Example")[1].split("\n## ")[0]
    rows = re.findall(r"^    (\S+)?  +(\S.*)$", shown, re.M)
    expected = {}
    for name, text in rows:
        latest = name or latest  # noqa: F821 - the first row has a name
        text = text.split(":")[0].replace('"blocks-3"', b"blocks-3".hex()).split(", 8 bytes")[0]
        text = re.sub(r",? ?(\d+) zeros", lambda found: " " + "00" * int(found[1]), text)
        column = b"" if text == "nothing" else bytes.fromhex(text)
        expected[latest] = expected.get(latest, b"") + column
    assert len(expected) == 11 and expected == sections


def test_an_index_of_another_version_is_said_to_be_that(tmp_path):
    """Not damaged: the program that wrote it reads it."""
    build(tmp_path / "idx", write_hex(tmp_path / "in.hex", [1]))
    assert read_segment(tmp_path / "idx/000001.seg")[3] == [(1, "1")]
    path = tmp_path / "idx/000001.seg"
    file = bytearray(path.read_bytes())
    assert file[128:132] == bytes([1, 0, 0, 0])
    file[128] = 2
    path.write_bytes(file)
    run = done("query", tmp_path / "idx", tmp_path / "in.hex", "--map", status=1)
    assert "version 2" in run.err and "version 1" in run.err and "damaged" not in run.err
