# SPDX-License-Identifier: Apache-2.0
"""What users would pick instead, each as its documentation shows it: JSON lines in, a count out.

    peers.py PEER FILE [--characters]

Runs in build/bench-venv. A peer sees the texts one after the other in one thread and says of each
whether it repeats an earlier one that was kept (threshold .8). It writes nothing and names nobody;
`facsim dedup` does both in the same measurement. JSON is parsed by orjson. `--characters` makes
5-grams of characters where 5-grams are made, for text without spaces between words.
"""

import json
import re
import sys
from collections.abc import Iterator

import orjson

WORD = re.compile(r"\w+")


def texts(path: str) -> Iterator[str]:
    """The texts of a file of JSON lines."""
    with open(path, "rb") as lines:
        for line in lines:
            yield orjson.loads(line)["text"]


def gaoya_minhash(path: str, characters: bool) -> tuple[int, int]:
    """Its index with 5-grams; what else can be chosen is left as it is."""
    from gaoya.minhash import MinHashStringIndex

    index = MinHashStringIndex(
        jaccard_threshold=0.8,
        analyzer="char" if characters else "word",
        lowercase=True,
        ngram_range=(5, 5),
    )
    return asked_then_inserted(index, path)


def gaoya_simhash(path: str, characters: bool) -> tuple[int, int]:
    """Its SimHash index with its defaults, whatever the language."""
    from gaoya.simhash import SimHashStringIndex

    del characters
    return asked_then_inserted(SimHashStringIndex(), path)


def asked_then_inserted(index: object, path: str) -> tuple[int, int]:
    """Pages and removals, where a page goes in only if nothing like it is in."""
    pages = removed = 0
    for text in texts(path):
        if index.query(text):
            removed += 1
        else:
            index.insert_document(pages, text)
        pages += 1
    return pages, removed


def grams(text: str, characters: bool) -> list[str]:
    """5-grams of lower-cased words or characters."""
    if characters:
        text = "".join(text.lower().split())
        return [text[i : i + 5] for i in range(max(1, len(text) - 4))]
    words = WORD.findall(text.lower())
    return [" ".join(words[i : i + 5]) for i in range(max(1, len(words) - 4))]


def rensa_cminhash(path: str, characters: bool) -> tuple[int, int]:
    """C-MinHash of 5-grams with its deduplicator."""
    from rensa import CMinHash, CMinHashDeduplicator

    deduplicator = CMinHashDeduplicator(threshold=0.8, num_perm=128)
    pages = removed = 0
    for text in texts(path):
        sketch = CMinHash(num_perm=128, seed=42)
        sketch.update(grams(text, characters))
        removed += not deduplicator.add(str(pages), sketch)
        pages += 1
    return pages, removed


def rensa_words(path: str, characters: bool) -> tuple[int, int]:
    """The bag of words of its README, R-MinHash with LSH, whatever the language."""
    from rensa import RMinHashDeduplicator

    del characters
    deduplicator = RMinHashDeduplicator(threshold=0.8, num_perm=128, use_lsh=True)
    kept = deduplicator.add_pairs(
        (str(number), text.split()) for number, text in enumerate(texts(path))
    )
    return len(kept), kept.count(False)


PEERS = {
    "gaoya-minhash": gaoya_minhash,
    "gaoya-simhash": gaoya_simhash,
    "rensa-cminhash": rensa_cminhash,
    "rensa-words": rensa_words,
}


def main() -> int:
    """Runs the command line."""
    flags = [argument for argument in sys.argv[1:] if argument.startswith("--")]
    names = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    if len(names) != 2 or names[0] not in PEERS or flags not in ([], ["--characters"]):
        print(f"usage: peers.py {'|'.join(PEERS)} FILE [--characters]", file=sys.stderr)
        return 2
    pages, removed = PEERS[names[0]](names[1], bool(flags))
    print(json.dumps({"pages": pages, "removed": removed}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
