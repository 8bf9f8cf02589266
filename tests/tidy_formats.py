# SPDX-License-Identifier: Apache-2.0
"""House rules for stored formats: the numbers of choices are fixed, documented, and never change.

Each rule is a function of the tree ({path: text}) and yields breaches, as in tidy_rules.py.
"""

import re

# Header, enumeration -> the page, and the first word of the row that lists its numbers there.
ON_DISK = {
    ("facsim/model/policy.h", "Keep"): ("docs/formats/matches.md", "keep"),
    ("facsim/model/policy.h", "Scope"): ("docs/formats/matches.md", "scope"),
    ("facsim/folder_options.h", "Mode"): ("docs/formats/matches.md", "mode"),
    ("facsim/model/match.h", "Kind"): ("docs/formats/matches.md", "kinds"),
    ("facsim/input/input_files.h", "FileKind"): ("docs/formats/matches.md", "kind of a file"),
    ("facsim/files/packing.h", "Packing"): ("docs/formats/matches.md", "packing"),
    ("facsim/model/skip.h", "Skip"): ("docs/formats/matches.md", "reason of a skip"),
}
# The numbers that were written before and must be readable forever: only add lines, never edit one.
EVER_WRITTEN = {
    "Keep": "first last longest shortest_url newest oldest canonical field input",
    "Scope": "all host file",
    "Mode": "remove annotate report revisit",
    "Kind": "exact content layout partial",
    "FileKind": "json_lines warc arc html text bulk csv tsv parquet",
    "Packing": "none gzip zstd lz4 xz bzip2",
    "Skip": (
        "none no_text not_a_page too_large bad_json no_text_field bad_features bad_http bad_body"
        " damaged_record clipped_record unknown_encoding bad_row crawler_record split_record"
        " other_status"
    ),
}
# The version constant of a format -> file -> the folder of tests/compat with a file of it.
VERSIONS = {
    ("facsim/dedup/matches/run_fields.h", "kMatchesVersion"): {6: "formats-1"},
    ("facsim/known/page_sections_internal.h", "kVersion"): {5: "formats-1"},
    ("facsim/store/manifest_text.cc", "kManifestVersion"): {1: "formats-1"},
    ("facsim/store/segment_format.cc", "kSegmentVersion"): {1: "formats-1"},
    ("facsim/store/row_tables.cc", "kRowsVersion"): {1: "formats-1"},
    ("facsim/index/key_table.cc", "kKeyTableVersion"): {1: "formats-1"},
    ("facsim/index/index_header_internal.h", "kIndexVersion"): {1: "formats-1"},
    ("facsim/model/recipe.h", "kRecipeVersion"): {6: "formats-1"},
}


def enumerators(text, name):
    """Returns name -> number (None if it is not explicit), in order."""
    found = re.search(rf"enum class {name}\b[^{{]*\{{(.*?)\}};", text, re.S)
    if not found:
        return None
    code = re.sub(r"//[^\n]*", "", found[1])
    pairs = [each.split("=") for each in code.split(",") if each.strip()]
    return {pair[0].strip(): int(pair[1]) if len(pair) > 1 else None for pair in pairs}


def documented(text, row):
    """Returns the same for the table of a page."""
    found = re.search(rf"^\| {re.escape(row)} \| (.*?) \|$", text, re.M)
    if not found:
        return None
    return {name: int(number) for number, name in re.findall(r"(\d+) (\w+)", found[1])}


def pinned_numbers(tree):
    for (path, name), (page, row) in ON_DISK.items():
        numbers = enumerators(tree.get(path, ""), name)
        if numbers is None:
            yield f"{path}:1: has no enum class {name}, whose numbers stand on disk"
            continue
        for value, number in numbers.items():
            if number is None:
                yield f"{path}:1: {name}::{value} stands on disk and has no number of its own"
        ever = {value: number for number, value in enumerate(EVER_WRITTEN[name].split())}
        for value, number in ever.items():
            if numbers.get(value) != number:
                yield f"{path}:1: {name}::{value} was written as {number} and must stay it"
        for value in sorted(set(numbers) - set(ever)):
            yield f"{path}:1: {name}::{value} is new on disk; add it to EVER_WRITTEN"
        if documented(tree.get(page, ""), row) != numbers:
            yield f"{page}:1: the row '{row}' is not what {path} has for {name}"


def kept_versions(tree):
    for (path, constant), kept in VERSIONS.items():
        found = re.search(rf"\b{constant} = (\d+);", tree.get(path, ""))
        if not found:
            yield f"{path}:1: has no {constant}, the version of a format"
        elif int(found[1]) not in kept:
            yield f"{path}:1: version {found[1]} has no file in tests/compat; make one"
        for folder in sorted(set(kept.values())):
            if f"| `{folder}` |" not in tree.get("tests/compat/README.md", ""):
                yield f"tests/compat/README.md:1: does not list {folder}, which {path} needs"
