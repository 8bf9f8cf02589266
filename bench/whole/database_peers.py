# SPDX-License-Identifier: Apache-2.0
"""Peers that are databases and frames: they make fingerprints or sketches, in one thread.

They lack a loop that decides which pages are removed, so removals.py does that for all of them.
"""

import tempfile
from collections.abc import Callable
from functools import partial

from removals import by_distance, by_keys


def clickhouse(function: str, removals: Callable, path: str, characters: bool) -> list[bool]:
    """Uses a hash function of ClickHouse with its defaults, over the unchanged file."""
    import chdb

    del characters
    quoted = path.replace("\\", "\\\\").replace("'", "\\'")
    table = chdb.query(
        f"SELECT {function}(text) AS value FROM file('{quoted}', 'JSONEachRow', 'text String') "
        "SETTINGS max_threads = 1, input_format_parallel_parsing = 0",
        "ArrowTable",
    )
    values = table.column("value").to_pylist()
    if isinstance(values[0], dict):  # the two hashes of MinHash: of the smallest, of the largest
        values = [list(value.values()) for value in values]
    return removals(values)


def daft_column(path: str, expression: Callable) -> list:
    """Returns a column that Daft computes from the texts of the file."""
    import daft

    daft.set_runner_native(num_threads=1)
    frame = daft.read_json(path).select(expression(daft.col("text")).alias("value"))
    return frame.to_arrow().column("value").to_pylist()


def daft_simhash(path: str, characters: bool) -> list[bool]:
    """Its SimHash with its defaults: 3-grams of characters."""
    from daft.functions import simhash

    del characters
    return by_distance(daft_column(path, simhash))


def daft_minhash(path: str, characters: bool) -> list[bool]:
    """Follows its tutorial: normalized texts, 64 hashes of 5-grams of words, 8 bands of 8."""
    from daft.functions import minhash, normalize

    del characters

    def sketch(text: object) -> object:
        clean = normalize(
            text, remove_punct=True, lowercase=True, nfd_unicode=True, white_space=True
        )
        return minhash(clean, num_hashes=64, ngram_size=5, seed=42, hash_function="xxhash")

    sketches = daft_column(path, sketch)
    return by_keys([tuple(s[i : i + 8]) for i in range(0, 64, 8)] for s in sketches)


def lance_minhash(path: str, characters: bool) -> list[bool]:
    """Uses its MinHash LSH index with its defaults; of the 20 nearest, estimates from .8 on."""
    import lance
    import orjson
    import pyarrow
    from lance.query import MinHashQuery

    del characters
    with open(path, "rb") as lines:
        texts = [orjson.loads(line)["text"] for line in lines]
    numbers = pyarrow.array(range(len(texts)), pyarrow.int64())
    table = pyarrow.table({"number": numbers, "text": pyarrow.array(texts, pyarrow.large_string())})
    removed: list[bool] = []
    with tempfile.TemporaryDirectory(prefix="facsim-lance-") as folder:
        pages = lance.write_dataset(table, folder + "/pages.lance")
        pages.create_scalar_index("text", "MINHASHLSH")
        for number, text in enumerate(texts):
            found = pages.to_table(
                nearest=MinHashQuery(text, "text"), limit=20, columns=["number", "_distance"]
            )
            alike = zip(
                found.column("number").to_pylist(),
                found.column("_distance").to_pylist(),
                strict=True,
            )
            # Distances are float32, in which .2 is slightly more than .2.
            removed.append(any(n < number and not removed[n] and d < 0.200001 for n, d in alike))
    return removed


PEERS = {
    "clickhouse-word-simhash": partial(clickhouse, "wordShingleSimHashUTF8", by_distance),
    "clickhouse-word-minhash": partial(clickhouse, "wordShingleMinHashUTF8", by_keys),
    "clickhouse-ngram-simhash": partial(clickhouse, "ngramSimHashUTF8", by_distance),
    "clickhouse-ngram-minhash": partial(clickhouse, "ngramMinHashUTF8", by_keys),
    "daft-simhash": daft_simhash,
    "daft-minhash": daft_minhash,
    "lance-minhash": lance_minhash,
}
