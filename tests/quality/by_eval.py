# SPDX-License-Identifier: Apache-2.0
"""What `facsim eval --exact` says of candidates, sketches and removals, on every set.

The truth is the exact resemblance (Jaccard of 5-unit shingles of main texts) of all pairs. F1 of
rules without texts is of pairs of different texts: equal ones are too easy, and many.
"""

import sys
import tempfile
from pathlib import Path

import judging
from figures import Figure, evaluate, f1, rows_of, share, table, write_rows

ENGLISH = ("ota_terms", "llvm_docs", "reactnative_docs")
CHINESE = ("tidb_zh", "iotdb_docs")
RECALL = (*ENGLISH, "debian_install_guide", *CHINESE)
TEMPLATES = ("spdx_licenses", "debian_zh_html", "article_extraction")
SAMPLE = {"ota_terms": 800, "tidb_zh": 1500}  # pages
FINE = ",".join(f"{percent / 100:g}" for percent in range(60, 96))
# Rule, its name for floors, and the goals in English and in Chinese.
RULES = (
    ("bands, 128x1", "balanced_16", "`balanced`, sketches of 16 bytes alone", 0.90, 0.93),
    ("bands, 512x1", "strict_64", "bands, sketches of 64 bytes (512 x 1 bit) alone", 0.92, 0.96),
    ("bands, 64x8", "own_64", "bands, the sketch that is kept (64 x 8 bits) alone", None, None),
    ("distance <= 8, 128x1", "compact_16", "`compact` at distance 8, sketches of 16 bytes alone",
     0.90, 0.93),
)  # fmt: skip


def corpus_of(name: str, folder: Path, sample: bool) -> Path:
    """The set's documents; of debian_install_guide the English ones."""
    lines = SAMPLE[name] if sample else None
    corpus = judging.unpack(judging.needed_file(name), folder / f"{name}.jsonl", lines)
    if name == "debian_install_guide":
        rows = [row for row in rows_of(corpus) if row["id"].split("/")[1] == "en"]
        write_rows(corpus, rows)
    return corpus


def named(rows: list[dict], name: str, key: str = "name") -> dict:
    (found,) = [row for row in rows if row[key] == name]
    return found


def measure_figures(name: str, report: dict) -> list[Figure]:
    """Of candidates, and of rules that read no text."""
    goals = 4 if name in CHINESE else 3
    equal = named(report["channels"], "digest")["found"]
    balanced = named(report["channels"], "balanced")
    found = [
        share(f"candidates_{name}", f"{name}: candidates of `balanced`, J >= .8: recall",
              balanced["found"], balanced["pairs"], 0.995),
    ]  # fmt: skip
    if name == "debian_install_guide":
        return found
    counts = {"right": balanced["found"], "wrong": 0, "missed": report["pairs_true"]}
    counts["missed"] -= counts["right"]
    found.append(
        f1(f"with_text_{name}", f"{name}: candidates judged by texts, J >= .8: F1", counts, 0.99,
           equal)
    )  # fmt: skip
    for rule in RULES:
        points = named(report["measures"], rule[0])["points"]
        at = named(points, 0.8, "threshold")
        all_f1 = [f1("", "", point, None, equal) for point in points]
        best = max(range(len(points)), key=lambda i: all_f1[i].measured)
        found.append(
            f1(f"{rule[1]}_{name}", f"{name}: {rule[2]}, estimate >= .8: F1", at, rule[goals],
               equal,
               remarks=f"best {all_f1[best].measured:.4f} at {points[best]['threshold']:g}; "
               f"with equal texts {f1('', '', at, None).measured:.4f}")
        )  # fmt: skip
    return found


def removal_figures(name: str, row: dict) -> list[Figure]:
    """Precision and recall of removals, and how many are bad."""
    profile = row["profile"]
    expected = row["expected"]
    right = row["right"]
    goals = {"balanced": (0.99, 0.98), "strict": (0.999, 0.99)}.get(profile, (None, None))
    if name in TEMPLATES or name == "debian_install_guide":
        goals = (None, None)
    rule = row["rule"].replace("resemblance", "J")
    about = f"{name}, `{profile}`: removals, {rule}"
    shares = [
        share(f"precision_{profile}_{name}", f"{about}: precision", right, row["removed"],
              goals[0]),
        share(f"recall_{profile}_{name}", f"{about}: recall", right,
              max(right, expected), goals[1]),
    ]  # fmt: skip
    return (shares if row["removed"] else []) + [
        Figure(f"bad_{profile}_{name}", f"{about}: representative .1 below", row["bad"],
               0, at_most=True, is_count=True, whole=row["removed"]),
    ]  # fmt: skip


def set_figures(program: Path, name: str, sample: bool) -> list[Figure]:
    """All figures of one set."""
    found = []
    with tempfile.TemporaryDirectory(prefix="facsim-quality-") as folder:
        corpus = corpus_of(name, Path(folder), sample)
        flags = ["--exact", "--agreement-pairs", "0"]
        if name in RECALL:
            sketches = ["--sketches", ",".join(rule[0].split()[-1] for rule in RULES[:3])]
            # The listed pairs agree by .82 or not; of those below J = .25 hardly any does.
            report = evaluate(
                program, corpus, *flags, *sketches, "--thresholds", FINE,
                "--resemblance-floor", "0.25",
            )  # fmt: skip
            found += measure_figures(name, report)
        else:
            report = evaluate(program, corpus, *flags)
        for row in report["removals"]:
            if row["profile"] != "compact":
                found += removal_figures(name, row)
    return found


def figures(program: Path, sample: bool = False) -> list[Figure]:
    """All figures of this script."""
    sets = tuple(SAMPLE) if sample else (*RECALL, *TEMPLATES)
    return [figure for name in sets for figure in set_figures(program, name, sample)]


def main(program: Path | None = None) -> int:
    """Prints a table."""
    print(table(figures(program or judging.program(), "--sample" in sys.argv)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
