# SPDX-License-Identifier: Apache-2.0
"""Alternatives to facsim, each as its documentation shows it: JSON lines in, removals out.

    peers.py PEER FILE [--characters] [--rows ROWS]

A peer receives the texts one after the other in one thread and decides for each whether it repeats
an earlier text that was kept (threshold .8). It does not name that text; `facsim dedup` does, and
writes the copy in the same measurement. JSON is parsed by orjson, or by the measured database.
`--characters` makes 5-grams of characters for peers with 5-grams, for text without spaces between
words. `--rows` writes the offset of each removed record, for facsim_judge --best-kept.
"""

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import database_peers
import orjson
from removals import write_rows

WORD = re.compile(r"\w+")


def texts(path: str) -> Iterator[str]:
    """Yields the texts of a file of JSON lines."""
    with open(path, "rb") as lines:
        for line in lines:
            yield orjson.loads(line)["text"]


def gaoya_minhash(path: str, characters: bool) -> list[bool]:
    """Uses its index with 5-grams and defaults for everything else."""
    from gaoya.minhash import MinHashStringIndex

    index = MinHashStringIndex(
        jaccard_threshold=0.8,
        analyzer="char" if characters else "word",
        lowercase=True,
        ngram_range=(5, 5),
    )
    return asked_then_inserted(index, path)


def gaoya_simhash(path: str, characters: bool) -> list[bool]:
    """Uses its SimHash index with its defaults, for any language."""
    from gaoya.simhash import SimHashStringIndex

    del characters
    return asked_then_inserted(SimHashStringIndex(), path)


def asked_then_inserted(index: object, path: str) -> list[bool]:
    """Returns the removals; a page is inserted only if the index has nothing like it."""
    removed = []
    for number, text in enumerate(texts(path)):
        removed.append(bool(index.query(text)))
        if not removed[-1]:
            index.insert_document(number, text)
    return removed


def grams(text: str, characters: bool) -> list[str]:
    """Returns 5-grams of lower-cased words or characters."""
    if characters:
        text = "".join(text.lower().split())
        return [text[i : i + 5] for i in range(max(1, len(text) - 4))]
    words = WORD.findall(text.lower())
    return [" ".join(words[i : i + 5]) for i in range(max(1, len(words) - 4))]


def rensa_cminhash(path: str, characters: bool) -> list[bool]:
    """C-MinHash of 5-grams with its deduplicator."""
    from rensa import CMinHash, CMinHashDeduplicator

    deduplicator = CMinHashDeduplicator(threshold=0.8, num_perm=128)
    removed = []
    for number, text in enumerate(texts(path)):
        sketch = CMinHash(num_perm=128, seed=42)
        sketch.update(grams(text, characters))
        removed.append(not deduplicator.add(str(number), sketch))
    return removed


def rensa_words(path: str, characters: bool) -> list[bool]:
    """Follows its README: the bag of words, R-MinHash with LSH, for any language."""
    from rensa import RMinHashDeduplicator

    del characters
    deduplicator = RMinHashDeduplicator(threshold=0.8, num_perm=128, use_lsh=True)
    kept = deduplicator.add_pairs(
        (str(number), text.split()) for number, text in enumerate(texts(path))
    )
    return [not is_kept for is_kept in kept]


def datasketch_lsh(path: str, characters: bool) -> list[bool]:
    """Uses MinHash of 5-grams with its LSH, whose answers are not verified, as its users do."""
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=0.8, num_perm=128)
    removed = []
    for number, text in enumerate(texts(path)):
        sketch = MinHash(num_perm=128)
        sketch.update_batch([gram.encode() for gram in grams(text, characters)])
        removed.append(bool(index.query(sketch)))
        if not removed[-1]:
            index.insert(number, sketch)
    return removed


def text_dedup(path: str, characters: bool) -> list[bool]:
    """Runs its MinHash as its command does, with its defaults except for the threshold.

    Its words are the pieces between characters that are not letters, in any language. The first
    page of each cluster is kept. Texts of fewer than five words count, too; by default it drops all
    of them. It reads JSON itself and writes a copy.
    """
    del characters
    with tempfile.TemporaryDirectory(prefix="facsim-text-dedup-") as folder:
        os.environ |= {"HF_HOME": folder, "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
        from text_dedup import minhash

        settings = {
            "path": "json", "data_files": path, "split": "train", "cache_dir": folder + "/cache",
            "output": folder + "/out", "column": "text", "threshold": 0.8, "min_length": 1,
            "num_proc": 1,
        }  # fmt: skip
        words = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
        minhash.main(words, standalone_mode=False)
        with open(path, "rb") as lines:
            count = sum(1 for _ in lines)
        return [minhash.uf.find(number) != number for number in range(count)]


PEERS = {
    "gaoya-minhash": gaoya_minhash,
    "gaoya-simhash": gaoya_simhash,
    "rensa-cminhash": rensa_cminhash,
    "rensa-words": rensa_words,
    "datasketch": datasketch_lsh,
    "text-dedup": text_dedup,
    **database_peers.PEERS,
}


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("file")
    parser.add_argument("--characters", action="store_true")
    parser.add_argument("--rows", type=Path)
    chosen = parser.parse_args()
    removed = PEERS[chosen.peer](chosen.file, chosen.characters)
    if chosen.rows:
        write_rows(chosen.file, removed, chosen.rows)
    print(json.dumps({"pages": len(removed), "removed": sum(removed)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
