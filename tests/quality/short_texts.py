# SPDX-License-Identifier: Apache-2.0
"""Are distinct short texts left alone, under every profile? Peers drop or merge them."""

import json
import random
import sys
import tempfile
from pathlib import Path

import judging
from figures import Figure, run, table, write_rows

POEMS = "tangshi_two_editions"
PROFILES = ("compact", "balanced", "strict", "thorough")
AT_ONCE = 30
DRAWS = {False: 100, True: 3}
CHARACTERS_MAX = 60
SEED = 5

# Distinct on purpose: no two share five words in a row.
SENTENCES = """\
The ferry leaves the northern pier every forty minutes until midnight.
Our bakery closes on Mondays because the old oven needs a rest.
She found a brass key under the third step of the cellar.
Rainwater runs from the roof into two barrels behind the shed.
Nobody in the village could remember who had planted the walnut tree.
A short circuit in the lamp put half the theatre in darkness.
The committee read eleven letters and answered only the shortest one.
Wash the lentils twice before you let them simmer with bay leaves.
His bicycle has a bell that sounds like a tired duck.
Four surveyors measured the valley with chains during a dry summer.
Please return borrowed umbrellas to the stand beside the entrance.
The museum keeps its oldest map in a drawer without a label.
Snow fell so quietly that the geese did not stop feeding.
We replaced the cracked window with glass from a demolished school.
An orchestra of clockmakers rehearses above the hardware store on Fridays.
The printer jams whenever somebody feeds it paper from the lower tray.
Twelve lighthouses along this coast are still lit by hand.
My grandmother wrote recipes on the backs of railway tickets.
The dentist whistles marches while he waits for the anaesthetic.
Goats have eaten the notice that forbids feeding the goats.
Lightning struck the radio mast twice within a single hour.
Every spring the river takes another metre of the lower meadow.
The tailor charges extra for pockets large enough to hold novels.
They painted the bridge green so that it would vanish among poplars.
A retired pilot teaches chess to children in the waiting room.
Fresh mortar should be kept damp for at least three days.
The translator asked whether the dragon was meant to be polite.
Bees from the courthouse roof produce a dark and bitter honey.
Nine boxes of harbour records were lost during the move inland.
He tunes pianos by ear and refuses to own a fork.
""".splitlines()


def poems(folder: Path) -> list[str]:
    """Short poems of one edition, no two of one title."""
    corpus = judging.unpack(judging.needed_file(POEMS), folder / "poems.jsonl")
    by_title = {}
    with corpus.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["id"].startswith("A/") and len(row["text"]) <= CHARACTERS_MAX:
                by_title.setdefault(row["text"].split("\n")[0], row["text"])
    corpus.unlink()
    return list(by_title.values())


def removed(program: Path, texts: list[str], profile: str, folder: Path) -> int:
    """How many of these a run removes."""
    rows = [{"id": str(i), "text": text} for i, text in enumerate(texts)]
    corpus = write_rows(folder / "short.jsonl", rows)
    flags = ["--profile", profile, "--mode", "report", "--force", "-q"]
    run(program, "dedup", corpus, "-o", folder / "out", *flags)
    summary = json.loads((folder / "out/summary.json").read_text())
    return summary["pages_read"] - summary["pages_kept"]


def figures(program: Path, sample: bool = False) -> list[Figure]:
    """All figures of this script."""
    with tempfile.TemporaryDirectory(prefix="facsim-quality-") as name:
        folder = Path(name)
        of_sentences = sum(removed(program, SENTENCES, profile, folder) for profile in PROFILES)
        found = poems(folder)
        chance = random.Random(SEED)
        of_poems = 0
        for i in range(DRAWS[sample]):
            drawn = chance.sample(found, AT_ONCE)
            of_poems += removed(program, drawn, PROFILES[i % len(PROFILES)], folder)
    return [
        Figure("short_sentences", "30 distinct English sentences, each profile: removed",
               of_sentences, 0, at_most=True, is_count=True,
               whole=len(SENTENCES) * len(PROFILES)),
        Figure("short_poems",
               f"{POEMS}: 30 poems of different titles at once, profiles by turns: removed",
               of_poems, 0, at_most=True, is_count=True, whole=AT_ONCE * DRAWS[sample]),
    ]  # fmt: skip


def main(program: Path | None = None) -> int:
    """Prints a table."""
    print(table(figures(program or judging.program(), "--sample" in sys.argv)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
