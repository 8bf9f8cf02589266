# SPDX-License-Identifier: Apache-2.0
"""Measures `facsim dedup` from end to end, beside a counting pass and its peers.

    bench/whole/run.py                  all corpora, three runs, tables on standard output
    bench/whole/run.py --write          the same, and bench/results/whole-DATE.md
    bench/whole/run.py --quick          ota_terms, tidb_zh and ota_html_dev, one run
    bench/whole/run.py --only tidb_zh --runs 5 --no-peers

All contestants read the same unpacked file of JSON lines in the same run, one after the other in
turns, so that a busy machine affects all equally; the ratio within a run counts. MB/s is the file's
size per CPU second (user + system of the whole process, start-up included), as medians over the
runs. Needs zstd to unpack and the network once, for the peers.
"""

import argparse
import shlex
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import measuring

HERE = Path(__file__).resolve().parent
VENV = measuring.ROOT / "build/bench-venv"
PEERS = ("gaoya-minhash", "rensa-cminhash", "rensa-words", "gaoya-simhash")
# These need minutes for a gigabyte, so they run once on a corpus of this size.
SLOW_PEERS = ("rensa-cminhash",)
LARGE_BYTES = 500_000_000


@dataclass(frozen=True)
class Corpus:
    """A set of real data and how peers should read it."""

    name: str
    is_text: bool  # peers read text only
    characters: bool = False


CORPORA = (
    Corpus("ota_terms", is_text=True),
    Corpus("tidb_zh", is_text=True, characters=True),
    Corpus("ota_html_dev", is_text=False),
    Corpus("ota_terms_all", is_text=True),
    Corpus("numpy_html", is_text=False),
)
QUICK = ("ota_terms", "tidb_zh", "ota_html_dev")


def peers_python() -> Path:
    """Returns the interpreter of the peers' environment, which is created once."""
    python = VENV / "bin/python"
    stamp = VENV / "requirements.txt"
    wanted = (HERE / "requirements.txt").read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "-r"]
        subprocess.run([*pip, str(HERE / "requirements.txt")], check=True)
        stamp.write_text(wanted)
    return python


class Contest:
    """All contestants on one corpus, in turns."""

    def __init__(self, corpus: Corpus, path: Path, program: Path, with_peers: bool) -> None:
        self.corpus = corpus
        self.path = path
        self.program = program
        self.costs: dict[str, list[measuring.Cost]] = {}
        self.names = ["wc -w", "facsim", "facsim, 2 threads"]
        self.python = None
        if with_peers and corpus.is_text:
            self.python = peers_python()
            self.names += PEERS

    def run(self, runs: int) -> None:
        """Measures; the file is read once before, so that it is in memory for all."""
        with self.path.open("rb") as file:
            while file.read(1 << 20):
                pass
        for number in range(runs):
            for name in self.names:
                if number and name in SLOW_PEERS and self.path.stat().st_size > LARGE_BYTES:
                    continue
                cost = self.cost_of(name)
                self.costs.setdefault(name, []).append(cost)
                print(
                    f"{self.corpus.name} {number + 1}/{runs} {name}: {cost.seconds:.2f} s, "
                    f"{cost.cpu_seconds:.2f} CPU s",
                    file=sys.stderr,
                )

    def cost_of(self, name: str) -> measuring.Cost:
        """Runs one contestant once."""
        if name == "wc -w":
            return measuring.spawn_or_stop(["wc", "-w", str(self.path)], {"LC_ALL": "C"})
        if name in PEERS:
            command = [str(self.python), str(HERE / "peers.py"), name, str(self.path)]
            command += ["--characters"] if self.corpus.characters else []
            return measuring.spawn_or_stop(command, {"RAYON_NUM_THREADS": "1"})
        threads = "2" if name.endswith("2 threads") else "1"
        cost = measuring.facsim_dedup(self.program, [self.path], "--threads", threads)
        if cost.status != 0:
            raise SystemExit(f"facsim dedup {self.path}: status {cost.status}\n{cost.errors}")
        return cost

    def median(self, name: str, quantity: str) -> float:
        """Returns the median over the runs of a field of Cost."""
        return statistics.median(getattr(cost, quantity) for cost in self.costs[name])

    def rows(self) -> list[list]:
        """Returns a row for each contestant; ratios to facsim's rate per CPU second."""
        megabytes = self.path.stat().st_size / 1e6
        own = megabytes / self.median("facsim", "cpu_seconds")
        rows = []
        for name in self.names:
            rate = megabytes / self.median(name, "cpu_seconds")
            rows.append(
                [
                    self.corpus.name,
                    name,
                    len(self.costs[name]),
                    f"{self.median(name, 'seconds'):.2f}",
                    f"{self.median(name, 'cpu_seconds'):.2f}",
                    f"{rate:.1f}",
                    f"{megabytes / self.median(name, 'seconds'):.1f}",
                    f"{own / rate:.2f}",
                    f"{self.median(name, 'peak_bytes') / 2**20:.0f}",
                    removed(self.costs[name][0].answer),
                ]
            )
        return rows

    def stage_rows(self) -> list[list]:
        """Returns a row for each stage of facsim, from the run with the median wall time."""
        rows = []
        for name in self.names[1:3]:
            costs = sorted(self.costs[name], key=lambda cost: cost.seconds)
            run = costs[len(costs) // 2].answer["run"]
            for stage in run["stages"]:
                rows.append(
                    [
                        self.corpus.name,
                        run["threads"],
                        stage["name"],
                        f"{stage['seconds']:.2f}",
                        f"{stage['seconds'] / max(run['seconds'], 1e-9):.0%}",
                        f"{stage['megabytes_per_second']:.1f}",
                    ]
                )
        return rows


def removed(answer: dict) -> str:
    """Returns how many pages a contestant would remove; nothing for wc."""
    count = answer.get("removed", "-")
    if isinstance(count, dict):
        count = count["total"]
    return f"{count:,}" if isinstance(count, int) else count


def report(contests: list[Contest], command: str) -> str:
    """Returns the whole result as Markdown."""
    rates = ["corpus", "program", "runs", "s", "CPU s", "MB / CPU s", "MB / s"]
    rates += ["facsim / it", "peak MiB", "removed"]
    stages = ["corpus", "threads", "stage", "s", "share", "MB / s"]
    return f"""{measuring.heading("End to end", command)}
MB: 10^6 bytes of the JSON lines. CPU s: user + system of the whole process, start-up included.
Medians of runs in turns. `facsim / it`: how many times faster per CPU second facsim with one thread
is in the same runs. facsim reads, judges every candidate by both texts, writes the cleaned copy and
a row of evidence for each removal; peers parse JSON with orjson and only count what they would
remove; `wc -w` is the C locale's counting pass. Peak: a child that needs less than the script that
starts it shows the script's own 16 MiB or so.

{measuring.table(rates, [row for contest in contests for row in contest.rows()])}

## Stages of facsim (wall time)

{measuring.table(stages, [row for contest in contests for row in contest.stage_rows()])}
"""


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = measuring.ROOT / "build/release/facsim"
    parser.add_argument("--facsim", type=Path, default=default, help="the program to measure")
    parser.add_argument("--runs", type=int, help="runs of each (default 3; 1 with --quick)")
    parser.add_argument("--quick", action="store_true", help=f"only {', '.join(QUICK)}")
    parser.add_argument("--only", action="append", choices=[corpus.name for corpus in CORPORA])
    parser.add_argument("--no-peers", action="store_true", help="facsim and wc alone")
    parser.add_argument("--write", action="store_true", help="write bench/results/whole-DATE.md")
    arguments = parser.parse_args()
    wanted = arguments.only or (QUICK if arguments.quick else [c.name for c in CORPORA])
    runs = arguments.runs or (1 if arguments.quick else 3)
    contests = []
    for corpus in CORPORA:
        path = measuring.corpus(corpus.name) if corpus.name in wanted else None
        if path is None:
            continue
        contest = Contest(corpus, path, arguments.facsim.resolve(), not arguments.no_peers)
        contest.run(runs)
        contests.append(contest)
    if not contests:
        print("skipped: nothing to measure")
        return 0
    text = report(contests, " ".join(["bench/whole/run.py", *map(shlex.quote, sys.argv[1:])]))
    print(text)
    if arguments.write:
        print(f"written: {measuring.write_result('whole', text)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
