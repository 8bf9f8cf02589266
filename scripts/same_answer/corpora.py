# SPDX-License-Identifier: Apache-2.0
"""Makes the input of cases: generated pages, always the same, and samples of real sets."""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from making import many_pages, near, packed, text_of, words, write_jsonl
from same_answer import archives, tables

HOUR = 1_704_164_645  # when all of it was changed last: 2024-01-02
# The preferred real sets, with texts, pages with names, and Chinese pages; else the first sets.
SETS = ("ota_terms", "llvm_docs", "debian_zh_html")
PIECES, PIECE = 3, 100  # so many documents each, from the begin, the middle and the end

RECIPES = {
    "word.toml": 'name = "word"\n[units]\nkind = "words"\n[features]\nlengths = [1, 3]\nweights = "tf"\n',
    "characters.toml": '[units]\nkind = "characters"\nsize = 5\noverlap = 4\n[features]\nlengths = [1]\nweights = "tf"\n',
    "bytes.toml": '[units]\nkind = "bytes"\nsize = 5\noverlap = 4\n[features]\nlengths = [1]\nweights = "tf"\n',
    "given.toml": '[units]\nkind = "given"\nfield = "features"\n[features]\nlengths = [1]\nweights = "tf"\n',
    "idf.toml": '[features]\nlengths = [1]\nweights = "tf-idf"\nidf = { file = "made.idf" }\n',
    "levels.toml": '[features]\nlengths = [1]\nweights = "five-levels"\nidf = { file = "made.idf" }\n',
    "parts.toml": '[text]\nparts = [{ part = "title", weight = 2 }, { part = "main" }]\n',
    "layout.toml": '[layout]\nbins = 128\nbits = 1\n',
    "anchors.toml": '[anchors]\nshingle_size = 3\nsmallest = 7\nmodulus = 4\n[sketch]\nbins = 512\nbits = 1\n',
    "bits128.toml": '[features]\nlengths = [1]\n[fingerprint]\nbits = 128\nhash = "md5"\n',
    "bits32.toml": '[fingerprint]\nbits = 32\n',
    "bad.toml": '[units]\nkind = "syllables"\n',
    "broken.toml": '[units\nkind = words\n',
}


def set_names(data: Path | None) -> list[str]:
    """Returns the real sets to sample: three, if three exist."""
    if data is None:
        return []
    there = sorted(path.parent.name for path in data.glob("*/docs.jsonl.zst"))
    return [*(name for name in SETS if name in there),
            *(name for name in there if name not in SETS)][:3]


def make(folder: Path, data: Path | None, interpreter: str) -> set[str]:
    """Makes all corpora; returns the fulfilled requirements of cases: tools, and each real set."""
    folder.mkdir(parents=True)
    met = {tool for tool in ("zstd", "lz4", "xz", "bzip2") if shutil.which(tool)}
    made_pages(folder)
    days(folder)
    truths(folder)
    tables.make(folder)
    archives.make(folder)
    met |= parquet(folder, interpreter)
    for name, text in RECIPES.items():
        (folder / name).write_text(text)
    if data is not None and "zstd" in met:
        for number, name in enumerate(set_names(data)):
            sample(data / name / "docs.jsonl.zst", folder / f"real{number}.jsonl")
            met.add(f"real{number}")
    for name, how in (("zst", "zstd"), ("lz4", "lz4"), ("xz", "xz"), ("bz2", "bzip2")):
        if how in met:
            for plain in ("pages.jsonl", "crawl.warc", "table.csv"):
                packed(folder / plain, name)
    for top, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            os.utime(Path(top, name), (HOUR, HOUR), follow_symlinks=False)
    return met


def beside(programs: list[Path]) -> set[str]:
    """Returns the requirements fulfilled by files beside both programs."""
    files = {"plug-in": "facsim_parquet.so", "jieba": "jieba.tables"}
    met = {need for need, name in files.items()
           if programs and all(path.with_name(name).is_file() for path in programs)}  # fmt: skip
    return met | ({"avx2"} if " avx2 " in Path("/proc/cpuinfo").read_text() else set())


def sample(source: Path, target: Path) -> None:
    """Writes three hundred documents of a real set."""
    unpacked = subprocess.run(["zstd", "-dqc", "--long=27", source], capture_output=True,
                              check=True).stdout
    lines = unpacked.splitlines(keepends=True)
    begins = [max(0, (len(lines) - PIECE) * piece // (PIECES - 1)) for piece in range(PIECES)]
    places = sorted({at for begin in begins for at in range(begin, min(begin + PIECE, len(lines)))})
    target.write_bytes(b"".join(lines[at] for at in places))


def parquet(folder: Path, interpreter: str) -> set[str]:
    """Makes pages.parquet with an interpreter that has pyarrow."""
    script = (
        "import sys, json, pyarrow as pa, pyarrow.parquet as pq\n"
        "rows = [json.loads(line) for line in open(sys.argv[1])]\n"
        "names = ['id', 'url', 'text', 'rank', 'time', 'status']\n"
        "table = pa.table({name: [row.get(name) for row in rows] for name in names})\n"
        "pq.write_table(table, sys.argv[2], row_group_size=50, compression='zstd')\n"
        "pq.write_table(table.slice(0, 60), sys.argv[3], compression='snappy', version='1.0')\n"
    )
    targets = [folder / "pages.parquet", folder / "small.parquet"]
    for who in dict.fromkeys((interpreter, sys.executable)):
        made = subprocess.run([who, "-c", script, folder / "pages.jsonl", *targets],
                              capture_output=True, check=False)
        if made.returncode == 0:
            return {"pyarrow"}
    for path in targets:
        path.unlink(missing_ok=True)
    return set()


def edited(seed: object, chance: random.Random, share: float, count: int = 120) -> str:
    """Returns a text with this share of its words replaced, spread over the text."""
    said = words(seed, count).split()
    for at in chance.sample(range(count), round(share * count)):
        said[at] = f"changed{chance.randrange(10**6)}"
    return " ".join(said)


def versions(count: int, seed: int) -> list[str]:
    """Returns families of texts: equal, near, edited at every distance, parts of each other."""
    chance = random.Random(seed)
    made = []
    for number in range(count):
        family = (seed, chance.randrange(max(1, count // 4)))
        how = chance.random()
        if how < 0.25:
            made.append(words(family))
        elif how < 0.45:
            made.append(near(family, number))
        elif how < 0.65:
            made.append(edited(family, chance, chance.choice([0.01, 0.02, 0.03, 0.05, 0.08, 0.15])))
        elif how < 0.75:
            made.append(f"{words(family)} {words((seed, 'rest', number), chance.choice([40, 90, 160]))}")
        elif how < 0.8:
            made.append(" ".join(words(family).split()[: chance.choice([3, 12, 19, 21, 60])]))
        elif how < 0.85:
            made.append(template(chance))
        else:
            made.append(words((seed, "alone", number)))
    return made


def template(chance: random.Random) -> str:
    """Returns one of many pages that differ only in numbers."""
    numbers = " ".join(f"item {chance.randrange(10**6)} costs {chance.randrange(10**4)}"
                       for _ in range(8))
    return f"{text_of(60)} {numbers} {text_of(40, 20)}"


def chinese(number: int, chance: random.Random) -> str:
    """Returns characters without spaces; every third text repeats another."""
    own = random.Random(number // 3 if number % 3 else number)
    text = "".join(chr(0x4E00 + own.randrange(600)) for _ in range(160))
    return text if number % 2 else text[:100] + chr(0x4E00 + chance.randrange(600)) + text[100:]


def made_pages(folder: Path) -> None:
    """Makes pages.jsonl, html.jsonl, chinese.jsonl, names.jsonl, features.jsonl, and odd ones."""
    chance = random.Random(44)
    rows = []
    for number, text in enumerate(versions(240, 1)):
        host = ("www", "mirror", "news", "old")[chance.randrange(4)]
        row = {"id": f"p{number}",
               "url": f"http://{host}.example.org/{'x/' * chance.randrange(4)}{number % 90}",
               "text": text,
               "time": f"2024-0{1 + chance.randrange(9)}-1{chance.randrange(10)}T10:00:00Z",
               "rank": chance.randrange(20), "status": chance.choice([200, 200, 200, 200, 301, 404,
                                                                      500, None]),
               "meta": {"lang": chance.choice(["en", "de", None]),
                        "kind": chance.randrange(3)}}  # fmt: skip
        rows.append({key: value for key, value in row.items() if chance.random() > 0.03
                     or key == "text"})
    write_jsonl(folder / "pages.jsonl", rows)
    write_jsonl(folder / "small.jsonl", rows[:60])
    write_jsonl(folder / "alone.jsonl", many_pages(20))
    nested = [{"doc": {"id": row.get("id"), "body": row["text"]},
               "address": row.get("url")} for row in rows[:80]]
    write_jsonl(folder / "nested.jsonl", nested)
    write_jsonl(folder / "chinese.jsonl", [{"id": f"c{n}",
                                            "text": chinese(n, chance)} for n in range(90)])
    given = [{"id": row.get("id"), "text": row["text"],
              "features": {w: 1 + len(w) % 3 for w in row["text"].split()}}
             for row in rows[:60]]  # fmt: skip
    write_jsonl(folder / "features.jsonl", given)
    odd = [json.dumps(rows[0]), "{broken", '{"id": "no text"}', "", "[1, 2]", '{"text": 7}',
           '{"text": ""}',
           json.dumps(rows[1]), '{"id": "null", "text": null}', '{"text": "short"}', "\x00\x01",
           json.dumps(rows[2])]  # fmt: skip
    (folder / "odd.jsonl").write_text("\n".join(odd) + "\n" + json.dumps(rows[3])[:40])
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "topic.tsv").write_text("harbour\t3\nlantern\t2\ncopper\t0.5\n")
    (folder / "urls.txt").write_text("".join(f"{row['url']}?sid={n}\n" for n,
                                             row in enumerate(rows[:40]) if "url" in row))


def days(folder: Path) -> None:
    """Makes four days of one crawl; each repeats some pages of the days before."""
    texts = versions(160, 2)
    for day in range(4):
        rows = [{"id": f"d{day}-{n}", "url": f"http://www.example.org/{(n * 7 + day) % 90}",
                 "text": text}
                for n, text in enumerate(texts[day * 30 : day * 30 + 60])]  # fmt: skip
        write_jsonl(folder / f"day{day}.jsonl", rows)
    mirrored = []
    for number in range(40):
        text = words(("mirrored", number))
        base = f"https://www.example.org/p{number}"
        places = (base, f"{base}?sid={number * 31}", f"https://mirror.example.org/p{number}")
        mirrored += [{"id": place, "url": place, "text": text} for place in places]
    write_jsonl(folder / "mirrored.jsonl", mirrored)


def truths(folder: Path) -> None:
    """Makes labels, clusters and decisions of people on pages, and fingerprints of 64 bits."""
    chance = random.Random(7)
    pairs = [(f"p{a}", f"p{b}") for a, b in (chance.sample(range(240), 2) for _ in range(300))]
    labels = ["1", "0", "true", "false", "duplicate", "same", "different"]
    (folder / "pairs.tsv").write_text("".join(f"{a}\t{b}\t{labels[n % 7]}\n" for n,
                                              (a, b) in enumerate(pairs)))
    (folder / "graded.tsv").write_text("".join(f"{a},{b},{chance.random():.2f}\n" for a,
                                               b in pairs))
    (folder / "clusters.tsv").write_text("".join(f"p{n}\tc{n % 61}\n" for n in range(240)))
    lines = [json.dumps({"id": f"p{n}", "cluster": n % 61}) for n in range(240)]
    (folder / "clusters.jsonl").write_text("\n".join(lines) + "\n")
    said = "".join(f"{a}\t{b}\t{'same' if n % 2 else 'different'}\tnote {n}\n" for n,
                   (a, b) in enumerate(pairs[:60]))
    (folder / "decisions.tsv").write_text(said)
    values = [chance.getrandbits(64) for _ in range(300)]
    for _ in range(700):
        value = chance.choice(values)
        for bit in chance.sample(range(64), chance.randrange(8)):
            value ^= 1 << bit
        values.append(value)
    for name, some in (("first", values[:600]), ("second", values[600:900]),
                       ("asked", values[850:])):
        (folder / f"{name}.hex").write_text("".join(f"{value:016x}\n" for value in some))
        (folder / f"{name}.u64").write_bytes(b"".join(value.to_bytes(8,
                                                                     "little") for value in some))
    named = "".join(f"{value:016x}\tn{number}\n" for number, value in enumerate(values[:200]))
    (folder / "named.hex").write_text(named)
    (folder / "gone.txt").write_text("d0-3\nd0-7\nhttp://www.example.org/14\nnobody\n")
    (folder / "numbers.txt").write_text("3\n77\n500\n")
