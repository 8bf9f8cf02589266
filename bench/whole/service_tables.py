# SPDX-License-Identifier: Apache-2.0
"""The tables of a measurement of the service."""

import measuring

# The goals: pages a second of the server's CPU.
GOALS = {
    "check 256": 150_000,
    "check 1024": 150_000,
    "texts of 2 to 6 KB": 15_000,
    "HTML": 1_500,
    "HTML, library alone": 1_500,
    "texts of 2 to 6 KB, library alone": 15_000,
    "check 1, 4 in flight": 15_000,
    "check 1, 64 in flight": 15_000,
}
SEGMENT_BYTES = 100
DISK_BYTES = 500


def count(value: float) -> str:
    """Returns the number with separators of thousands."""
    return f"{value:,.0f}"


def per_cpu(row: dict) -> float:
    """Returns pages a second of the server's CPU."""
    return row["pages"] / max(row["server_cpu_seconds"], 0.01)


def times(row: dict) -> list[str]:
    """Returns latencies in milliseconds."""
    return [f"{row[name]:.2f}" for name in ("median_ms", "p99_ms", "p999_ms", "max_ms")]


def speeds(found: dict) -> str:
    """Returns the table of all queries of a server."""
    head = ["what", "pages", "pages/s", "pages a CPU second", "goal", "of it"]
    head += ["median, ms", "p99", "p99.9", "longest"]
    rows = []
    for row in found["rows"]:
        goal = GOALS.get(row["what"])
        part = f"{per_cpu(row) / goal:.2f}" if goal else ""
        # With two clients at once, the CPU time cannot be assigned to one of them.
        cpu = "" if "while" in row["what"] else count(per_cpu(row))
        rows.append(
            [
                row["what"],
                count(row["pages"]),
                count(row["pages"] / max(row["seconds"], 1e-9)),
                cpu,
                count(goal) if goal else "",
                part,
                *times(row),
            ]
        )
    return measuring.table(head, rows)


def adding(found: dict) -> str:
    """Returns the table of durable adding, beside the bare loop and Redis."""
    rows = {row["what"]: row for row in found["rows"]}
    head = ["batch", "add, pages/s", "bare RocksDB", "of it (goal 0.50)", "Redis, digests alone"]
    head += ["of it", "longest silence, ms", "refused (429)"]
    table = []
    for batch in (256, 1024):
        speed = {
            name: rows[key]["pages"] / rows[key]["seconds"]
            for name in ("add", "bare RocksDB", "Redis")
            if (key := f"{name} {batch}") in rows
        }
        own, bare, redis = speed["add"], speed["bare RocksDB"], speed.get("Redis")
        add = rows[f"add {batch}"]
        table.append(
            [
                batch,
                count(own),
                count(bare),
                f"{own / bare:.2f}",
                count(redis) if redis else "skipped",
                f"{own / redis:.2f}" if redis else "",
                f"{add['longest_silence_ms']:.0f}",
                add["refused"],
            ]
        )
    adds = [row for row in found["rows"] if row["what"] in ("add 256", "add 1024")]
    cpu = sum(row["server_cpu_seconds"] for row in adds)
    settled = found["settled"]
    return measuring.table(head, table) + (
        f"\n\nBehind the last answer the service merged segments for {settled['seconds']:.0f} s, with "
        f"{settled['cpu']:.1f} CPU seconds; adding took {cpu:.1f}."
    )


def answers(found: dict) -> str:
    """Returns whether the answers were correct."""
    head = ["what", "pages", "made as copies", "told `yes`", "added", "too short"]
    names = ("pages", "copies", "seen", "added", "too_short")
    rows = [[row["what"], *(count(row[name]) for name in names)] for row in found["rows"]]
    return measuring.table(head, rows)


def space(found: dict) -> str:
    """Returns the space of a stored page."""
    pages = found["pages"]
    head = ["when", "rows on disk", "segments on disk", f"disk in all (goal {DISK_BYTES})"]
    head += ["resident, of files", "resident, of its own", "of its own, less the empty server, MB"]
    table = []
    empty = found["empty"]["memory"]["own"]
    for when in ("filled", "asked", "grown"):
        taken = found[when]
        stored = pages if when != "grown" else found["grown_pages"]
        table.append(
            [
                when,
                *(f"{taken[part] / stored:.0f}" for part in ("rows", "segments")),
                f"{(taken['rows'] + taken['segments']) / stored:.0f}",
                *(f"{taken['memory'][part] / stored:.0f}" for part in ("files", "own")),
                f"{(taken['memory']['own'] - empty) / 1e6:.0f}",
            ]
        )
    return measuring.table(head, table)


def opening(found: dict) -> str:
    """Returns the table of cold and warm starts."""
    head = ["files in memory", "every byte verified", "seconds", "CPU seconds"]
    rows = [
        [
            "no" if row["cold"] else "yes",
            "yes" if row["verify"] else "no",
            f"{row['seconds']:.2f}",
            f"{row['server_cpu_seconds']:.2f}",
        ]
        for row in found["opened"]
    ]
    return measuring.table(head, rows)


def redis_space(found: dict) -> str:
    """Returns the cost of storing digests only."""
    rows = [row for row in found["rows"] if row["what"].startswith("Redis")]
    if not rows:
        return "Redis was skipped: there is none."
    said = "; ".join(
        f"{row['what']}: {row['memory'] / row['added']:.0f} bytes of memory and "
        f"{row['disk'] / row['added']:.0f} on disk a digest"
        for row in rows
    )
    return f"Redis {found['redis_version']}, `appendfsync always`, digests of 16 bytes: {said}."


def tables(found: dict) -> str:
    """Returns all tables as Markdown."""
    grown = [row for row in found["rows"] if row["what"] == "add 1024, while others ask"]
    found["grown_pages"] = found["pages"] + sum(row["pages"] for row in grown)
    made = (
        f"{count(found['pages'])} pages are stored. They are made of the facts of real pages, with "
        "random fingerprints, sketches and digests; one in five is a copy of an earlier one. "
        "Asked facts are of further such pages; texts (ota_terms) and HTML (ota_html_dev, 50 to 70 "
        "KB) are real pages, every second of which is stored. Four requests are in flight where "
        "nothing else is said. The client is on the same two cores: its CPU is not counted."
    )
    pieces = [
        made,
        "## Pages a second\n\n" + speeds(found),
        "## Durable adding\n\n" + adding(found) + "\n\n" + redis_space(found),
        f"## Bytes a stored page (goal: at most {SEGMENT_BYTES} of memory in segments)\n\n"
        + space(found),
        "## Opening\n\n"
        + opening(found)
        + f"\n\n`facsim serve`, files not in memory: {found['start_seconds']:.2f} s.",
        "## Answers\n\n" + answers(found),
    ]
    return "\n\n".join(pieces) + "\n"
