# SPDX-License-Identifier: Apache-2.0
"""Runs `facsim dedup` on real corpora: what it finds, in which time and memory.

    bench/whole/corpora.py [--facsim PROGRAM] [--write] [NAME...]

Prints a table; --write stores it in bench/results/corpora-DATE.md.
"""

import argparse
import shlex
import sys
from pathlib import Path

import measuring

CORPORA = ("ota_html_dev", "llvm_docs", "tidb_zh")
HEAD = ["corpus", "MB", "pages", "kept", "exact", "content", "skipped", "too short", "clusters"]
HEAD += ["saved MB", "s", "CPU s", "MB / s", "MB / CPU s", "peak MiB"]


def row(name: str, path: Path, program: Path, flags: list[str]) -> list:
    """Returns the figures of one corpus."""
    cost = measuring.facsim_dedup(program, [path], *flags)
    if cost.status != 0:
        raise SystemExit(f"facsim dedup {path}: status {cost.status}\n{cost.errors}")
    summary = cost.answer
    megabytes = path.stat().st_size / 1e6
    skipped = {k: v for k, v in summary["skipped"].items() if k != "total"}
    return [
        name,
        f"{megabytes:.0f}",
        f"{summary['pages_read']:,}",
        f"{summary['pages_kept']:,}",
        f"{summary['removed']['exact']:,}",
        f"{summary['removed']['content']:,}",
        ", ".join(f"{reason} {count}" for reason, count in skipped.items()) or "0",
        f"{summary['too_short']:,}",
        f"{summary['clusters']:,}",
        f"{summary['bytes_saved'] / 1e6:.0f}",
        f"{cost.seconds:.2f}",
        f"{cost.cpu_seconds:.2f}",
        f"{megabytes / cost.seconds:.1f}",
        f"{megabytes / cost.cpu_seconds:.1f}",
        f"{cost.peak_bytes / 2**20:.0f}",
    ]


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = measuring.ROOT / "build/release/facsim"
    parser.add_argument("--facsim", type=Path, default=default, help="the program to run")
    parser.add_argument("--threads", default="2")
    parser.add_argument("--write", action="store_true", help="write bench/results/corpora-DATE.md")
    parser.add_argument("names", nargs="*", default=CORPORA)
    arguments = parser.parse_args()
    rows = []
    for name in arguments.names:
        path = measuring.corpus(name)
        if path is not None:
            program = arguments.facsim.resolve()
            rows.append(row(name, path, program, ["--threads", arguments.threads]))
    command = " ".join(["bench/whole/corpora.py", *map(shlex.quote, sys.argv[1:])])
    text = f"""{measuring.heading("What was found in real corpora", command)}
`facsim dedup` with {arguments.threads} threads on unpacked JSON lines, once each. MB: 10^6 bytes of
the file; saved: of the removed records.

{measuring.table(HEAD, rows)}
"""
    print(text)
    if arguments.write:
        print(f"written: {measuring.write_result('corpora', text)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
