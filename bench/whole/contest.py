# SPDX-License-Identifier: Apache-2.0
"""Compares `facsim dedup` with the programs in use today: correctness and speed, in one run.

    bench/whole/contest.py [--facsim PROGRAM] [--runs 3] [--only CORPUS] [--peer NAME] [--write]

Every program reads the same unpacked JSON lines and reports which pages repeat an earlier page that
was kept; facsim_judge counts the correct ones. The programs run in turns, so that a busy machine
affects all equally, and CPU time counts. Needs zstd, facsim_judge beside the program, and the
network once, for the peers. --write stores the result in bench/results/peers-DATE.md.
"""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import measuring

HERE = Path(__file__).resolve().parent
VENV = measuring.ROOT / "build/bench-peers-venv"
LISTS = (HERE / "requirements.txt", HERE / "requirements-databases.txt")
# The names of peers.py, and their names in the table.
PEERS = {
    "lance-minhash": "Lance `MINHASHLSH`",
    "daft-minhash": "Daft `minhash`",
    "daft-simhash": "Daft `simhash`",
    "clickhouse-word-minhash": "ClickHouse `wordShingleMinHashUTF8`",
    "clickhouse-word-simhash": "ClickHouse `wordShingleSimHashUTF8`",
    "clickhouse-ngram-minhash": "ClickHouse `ngramMinHashUTF8`",
    "clickhouse-ngram-simhash": "ClickHouse `ngramSimHashUTF8`",
    "gaoya-minhash": "gaoya MinHash",
    "gaoya-simhash": "gaoya SimHash",
    "rensa-cminhash": "rensa C-MinHash",
    "rensa-words": "rensa R-MinHash, words",
    "datasketch": "datasketch MinHashLSH",
    "text-dedup": "text-dedup MinHash",
}
# These take a minute or more for 100 MB, and run once.
SLOW = ("rensa-cminhash", "datasketch", "text-dedup")
# Corpus, its name in the table, True if 5-grams are of characters, True if the speed is reported.
CORPORA = (
    ("ota_terms", "English", False, True),
    ("tidb_zh", "Chinese", True, True),
    ("spdx_licenses", "licences", False, False),
)
LABELS = {name: label for name, label, *_ in CORPORA}
ONE_THREAD = {
    name: "1"
    for name in (
        "RAYON_NUM_THREADS",
        "OMP_NUM_THREADS",
        "LANCE_CPU_THREADS",
        "TOKIO_WORKER_THREADS",
    )
}
DETAILS = ["corpus", "program", "pages", "removed", "P", "bad", "R", "F1", "runs", "CPU s"]
DETAILS += ["start-up", "MB / CPU s", "of wc -w", "peak MiB"]


def peers_python() -> Path:
    """Returns the interpreter of the peers' environment, which is created once."""
    python = VENV / "bin/python"
    stamp = VENV / "requirements.txt"
    wanted = "".join(path.read_text() for path in LISTS)
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        lists = [argument for path in LISTS for argument in ("-r", str(path))]
        pip = [str(python), "-m", "pip", "install", "--quiet", *lists]
        subprocess.run(pip, check=True)
        stamp.write_text(wanted)
    return python


@dataclass
class Contestant:
    """One program on one corpus."""

    name: str
    label: str
    costs: list[measuring.Cost] = field(default_factory=list)
    startup: list[measuring.Cost] = field(default_factory=list)
    verdict: dict | None = None

    @property
    def cpu_seconds(self) -> float:
        return statistics.median(cost.cpu_seconds for cost in self.costs)

    @property
    def startup_seconds(self) -> float:
        return statistics.median(cost.cpu_seconds for cost in self.startup)

    def rate(self, megabytes: float) -> float:
        """Returns MB per CPU second without the start-up."""
        return megabytes / max(self.cpu_seconds - self.startup_seconds, 1e-3)

    def quality(self) -> list[str]:
        """Returns P, bad, R and F1; nothing for wc."""
        if self.verdict is None:
            return ["-"] * 4
        shares = [f"{self.verdict[name]:.3f}" for name in ("precision", "recall", "f1")]
        return [shares[0], f"{self.verdict['bad']:,}", *shares[1:]]


class Contest:
    """All contestants on one corpus, in turns."""

    def __init__(
        self, path: Path, characters: bool, has_speed: bool, program: Path, peers: list[str]
    ) -> None:
        self.path = path
        self.has_speed = has_speed
        self.characters = characters
        self.program = program
        self.megabytes = path.stat().st_size / 1e6
        self.contestants = [Contestant("wc -w", "`wc -w`"), Contestant("facsim", "facsim dedup")]
        self.contestants += [Contestant(name, PEERS[name]) for name in peers]

    def run(self, runs: int, folder: Path) -> None:
        """Measures and judges; each contestant also reads only the first line, for its start-up."""
        one_line = folder / "one.jsonl"
        with self.path.open("rb") as source:
            one_line.write_bytes(source.readline())
            while source.read(1 << 20):  # so that all find it in memory
                pass
        for number in range(runs):
            for contestant in self.contestants:
                if number and contestant.name in SLOW:
                    continue
                rows = folder / f"{contestant.name}.jsonl"
                contestant.startup.append(self.cost_of(contestant.name, one_line, rows))
                cost = self.cost_of(contestant.name, self.path, rows)
                contestant.costs.append(cost)
                print(
                    f"{self.path.name} {number + 1}/{runs} {contestant.name}: "
                    f"{cost.cpu_seconds:.2f} CPU s",
                    file=sys.stderr,
                )
        # facsim's rows name the page that was kept; for the others the best kept page counts.
        self.contestants[1].verdict = self.judged(folder / "facsim.jsonl")[0]
        peers = self.contestants[2:]
        if peers:
            files = [folder / f"{contestant.name}.jsonl" for contestant in peers]
            for contestant, verdict in zip(peers, self.judged(*files, "--best-kept"), strict=True):
                contestant.verdict = verdict

    def cost_of(self, name: str, path: Path, rows: Path) -> measuring.Cost:
        """Runs one contestant once; `rows` receives what it removed."""
        if name == "wc -w":
            return measuring.spawn_or_stop(["wc", "-w", str(path)], {"LC_ALL": "C"})
        if name != "facsim":
            command = [str(peers_python()), str(HERE / "peers.py"), name, str(path)]
            command += ["--rows", str(rows)] + ["--characters"] * self.characters
            return measuring.spawn_or_stop(command, ONE_THREAD)
        out = rows.parent / "out"
        command = [str(self.program), "dedup", str(path), "-o", str(out), "--force", "--quiet"]
        cost = measuring.spawn_or_stop([*command, "--threads", "1"])
        rows.write_bytes((out / "duplicates.jsonl").read_bytes())
        return cost

    def judged(self, *files_and_flags: Path | str) -> list[dict]:
        """Returns the judgement of facsim_judge for each file of rows."""
        judge = self.program.parent / "facsim_judge"
        command = [str(judge), str(self.path), *map(str, files_and_flags)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}")
        verdict = json.loads(done.stdout)
        return verdict if isinstance(verdict, list) else [verdict]

    def details(self) -> list[list]:
        """Returns a row for each contestant."""
        wc = self.contestants[0].rate(self.megabytes)
        return [
            [
                self.path.stem,
                one.label,
                f"{one.verdict['pages']:,}" if one.verdict else "-",
                f"{one.verdict['removals']:,}" if one.verdict else "-",
                *one.quality(),
                len(one.costs),
                f"{one.cpu_seconds:.2f}",
                f"{one.startup_seconds:.2f}",
                f"{one.rate(self.megabytes):.1f}" if self.has_speed else "-",
                f"{one.rate(self.megabytes) / wc:.2f}" if self.has_speed else "-",
                f"{statistics.median(c.peak_bytes for c in one.costs) / 2**20:.0f}",
            ]
            for one in self.contestants
        ]


def summary(contests: list[Contest]) -> tuple[list[str], list[list]]:
    """Returns the head and rows of the small table, a row for each program."""
    timed = [contest for contest in contests if contest.has_speed]
    head = ["program", *(LABELS[contest.path.stem] for contest in contests)]
    head += [f"{LABELS[contest.path.stem]}, MB / CPU s" for contest in timed]
    rows = []
    for number, first in enumerate(contests[0].contestants):
        all_of = [contest.contestants[number] for contest in contests]
        cells = ["-" if one.verdict is None else " / ".join(one.quality()) for one in all_of]
        rates = [f"{c.contestants[number].rate(c.megabytes):.0f}" for c in timed]
        rows.append([first.label, *cells, *rates])
    return head, rows


def versions(program: Path) -> str:
    """Returns the versions of what was measured, package by package."""
    lines = [line for path in LISTS for line in path.read_text().splitlines()]
    packages = ", ".join(line.replace("==", " ") for line in lines if "==" in line)
    done = subprocess.run([str(program), "version"], capture_output=True, text=True, check=True)
    return f"{done.stdout.splitlines()[0]}; {packages}"


def report(contests: list[Contest], command: str, loads: str, made: str) -> str:
    """Returns the whole result as Markdown."""
    details = [row for contest in contests for row in contest.details()]
    return f"""{measuring.heading("facsim beside other programs", command)}
Versions: {made}
Load average of the machine, by turns while this ran: {loads}

Quality is P / bad / R / F1. P: the share of removed pages that resemble a kept page by .8 or more
(Jaccard of 5-unit shingles, counted by facsim_judge). bad: removed pages that resemble every kept
page by less than .7. R: right removals, of those that an exhaustive search in file order makes. Of
facsim the kept page is the one that its row names; other programs name none, so the most similar
one counts.

MB / CPU s: 10^6 bytes of JSON lines per second of user and system time, one thread, medians of the
runs by turns, without the start-up (the same program on the first line alone). The machine was
shared, so read the ratios within a column. facsim verifies every removal and writes the clean copy
and its rows; the others make hashes or candidates, and the removal loop of
`bench/whole/removals.py` stands in for what they lack. Settings are those of their
documentation: see `bench/whole/peers.py` and `bench/whole/database_peers.py`.

{measuring.table(*summary(contests))}

## Details

{measuring.table(DETAILS, details)}
"""


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = measuring.ROOT / "build/release/facsim"
    parser.add_argument("--facsim", type=Path, default=default, help="the program to measure")
    parser.add_argument("--runs", type=int, default=3, help="runs of each; the slowest run once")
    parser.add_argument("--only", action="append", choices=[name for name, *_ in CORPORA])
    parser.add_argument("--peer", action="append", choices=PEERS, help="only these (repeatable)")
    parser.add_argument("--write", action="store_true", help="write bench/results/peers-DATE.md")
    arguments = parser.parse_args()
    program = arguments.facsim.resolve()
    contests, loads = [], [f"{os.getloadavg()[0]:.0f}"]
    for name, _, characters, has_speed in CORPORA:
        path = measuring.corpus(name) if name in (arguments.only or [name]) else None
        if path is None:
            continue
        contest = Contest(path, characters, has_speed, program, arguments.peer or list(PEERS))
        with tempfile.TemporaryDirectory(dir=measuring.scratch_folder()) as folder:
            contest.run(arguments.runs, Path(folder))
        contests.append(contest)
        loads.append(f"{os.getloadavg()[0]:.0f}")
    if not contests:
        print("skipped: nothing to measure")
        return 0
    words = ["PROGRAM" if w == str(arguments.facsim) else w for w in sys.argv[1:]]
    command = shlex.join(["bench/whole/contest.py", *words])
    text = report(contests, command, ", ".join(loads), versions(program))
    print(text)
    if arguments.write:
        print(f"written: {measuring.write_result('peers', text)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
