# SPDX-License-Identifier: Apache-2.0
"""Damage to the files of an index, and the messages that every verb must print."""

import ctypes

import pytest
from running import facsim


def flip(path, offset, bit=0):
    file = bytearray(path.read_bytes())
    file[offset] ^= 1 << bit
    path.write_bytes(file)


def expect_refused(index, *names, verbs=("check", "info", "query", "export", "join")):
    """Requires that every verb prints only one message, which names the file and the remedy."""
    for verb in verbs:
        more = [index.parent / "q.hex"] if verb == "query" else []
        run = facsim("index", verb, index, *more)
        assert run.status == 1 and run.out == "", (verb, run.out, run.err)
        for name in names:
            assert name in run.err, (verb, name, run.err)
        assert "facsim index build" in run.err or "anew" in run.err, (verb, run.err)


def put_newer_version(idx):
    """Writes a file with the version of a newer program and a correct checksum."""
    try:
        library = ctypes.CDLL("libxxhash.so.0")
    except OSError:
        pytest.skip("skipped: there is no libxxhash.so.0 to make a checksum with")
    library.XXH3_64bits.restype = ctypes.c_uint64
    library.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    text = (idx / "MANIFEST").read_bytes().rsplit(b"checksum ", 1)[0]
    assert (idx / "MANIFEST").read_bytes().endswith(
        b"checksum %016x\n" % library.XXH3_64bits(text, len(text)))  # fmt: skip
    text = text.replace(b'"version": 1', b'"version": 2')
    checksum = library.XXH3_64bits(text, len(text))
    (idx / "MANIFEST").write_bytes(text + b"checksum %016x\n" % checksum)
