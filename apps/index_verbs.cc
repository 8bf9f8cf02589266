// SPDX-License-Identifier: Apache-2.0
// The verbs of index, with their help texts.
#include <array>

#include "apps/commands.h"

namespace facsim {
namespace {

constexpr std::array kIndexVerbs = {
    Command{.name = "build",
            .bits = kIndexBuild,
            .usage = "INPUT... -o IDX",
            .summary = "make an index of pages or fingerprints",
            .about = "Makes an index of the inputs: pages, of which it keeps all that tells kind "
                     "and resemblance of a match, or files of fingerprints (.hex, .u64).",
            .examples = "  facsim index build crawl.warc.gz -o crawl.idx --max-distance 3\n"
                        "  facsim index build fingerprints.hex -o other.idx -k 6 --codec "
                        "elias-fano\n",
            .brief = "--output --max-distance --profile --input --codec --memory",
            .run = run_index},
    Command{.name = "add",
            .bits = kIndexAdd,
            .usage = "IDX INPUT...",
            .summary = "add to an index",
            .about = "Adds what the inputs hold, as one more segment. It must be of the recipe of "
                     "the index. Lines without an id go on from the number of the last.",
            .examples = "  facsim index add crawl.idx today.warc.gz\n",
            .brief = "--text-field --id-field --input --recipe --summary",
            .run = run_index},
    Command{.name = "delete",
            .bits = kIndexDelete,
            .usage = "IDX ID...",
            .summary = "delete entries by id or URL",
            .about = "Deletes every entry of these ids. In an index of pages a word that is no id "
                     "is taken for a URL: all pages of this URL are deleted. What is not there is "
                     "counted in a warning.",
            .examples = "  facsim index delete crawl.idx https://example.org/gone\n"
                        "  facsim index delete crawl.idx --ids gone.txt\n",
            .brief = "--ids --summary --quiet",
            .run = run_index},
    Command{.name = "query",
            .bits = kIndexQuery,
            .usage = "IDX INPUT...",
            .summary = "find the entries near to each input",
            .about = "Prints for each fingerprint the entries within --max-distance, nearest "
                     "first, as QUERY<TAB>ID<TAB>DISTANCE or with --jsonl as an object; for pages "
                     "also what their digests and sketches find, with kind, resemblance and URL.",
            .examples = "  facsim index query crawl.idx today.warc.gz --limit 5 --jsonl\n",
            .brief = "--max-distance --limit --jsonl --min-resemblance --map --input",
            .run = run_index},
    Command{.name = "join",
            .bits = kIndexJoin,
            .usage = "IDX [FILE...] | FILE...",
            .summary = "print all pairs that are near",
            .about = "Prints all pairs within --max-distance as ID<TAB>ID<TAB>DISTANCE, in the "
                     "order of the entries: of an index, or of files of fingerprints. With an "
                     "index and files, all pairs of a new fingerprint and an entry.",
            .examples = "  facsim index join crawl.idx --max-distance 2 | head\n"
                        "  facsim index join other.idx today.u64 -k 5 > pairs.tsv\n",
            .brief = "--max-distance --input --recipe --threads --memory --map",
            .run = run_index},
    Command{.name = "info",
            .bits = kIndexInfo,
            .usage = "IDX",
            .summary = "print what is in an index",
            .about = "Prints kind, recipe, distance, entries and segments.",
            .examples = "  facsim index info crawl.idx --json\n",
            .brief = "--json",
            .run = run_index},
    Command{.name = "check",
            .bits = kIndexCheck,
            .usage = "IDX",
            .summary = "read all of an index and name what is damaged",
            .about = "Reads every byte of the index and names what is damaged. Status 1 where "
                     "anything is.",
            .examples = "  facsim index check crawl.idx\n",
            .brief = "--summary --quiet",
            .run = run_index},
    Command{.name = "compact",
            .bits = kIndexCompact,
            .usage = "IDX",
            .summary = "make one segment of all",
            .about = "Makes one segment of all and drops what was deleted.",
            .examples = "  facsim index compact crawl.idx\n",
            .brief = "--design --memory --tmp --summary",
            .run = run_index},
    Command{.name = "export",
            .bits = kIndexExport,
            .usage = "IDX",
            .summary = "print every fingerprint with its id",
            .about = "Prints every fingerprint with its id, as a .hex file has them.",
            .examples = "  facsim index export crawl.idx > crawl.hex\n",
            .brief = "--memory --tmp",
            .run = run_index},
    Command{.name = "rebuild",
            .bits = kIndexRebuild,
            .usage = "IDX INPUT...",
            .summary = "read the pages of an index again",
            .about = "Reads the pages of an index again, from the files that they came from, by "
                     "the recipes of this program: pages that another version read cannot be "
                     "compared with new ones.",
            .examples = "  facsim index rebuild crawl.idx crawl.warc.gz today.warc.gz\n",
            .brief = "--profile --recipe --max-distance --codec --memory --summary",
            .run = run_index},
};

}  // namespace

std::span<const Command> index_verbs() noexcept { return kIndexVerbs; }

}  // namespace facsim
