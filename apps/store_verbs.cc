// SPDX-License-Identifier: Apache-2.0
// The verbs of store, with their help texts.
#include <array>

#include "apps/commands.h"

namespace facsim {
namespace {

constexpr std::array kStoreVerbs = {
    Command{.name = "load",
            .bits = kStoreLoad,
            .usage = "STORE INPUT...",
            .summary = "add pages to a store, or begin one",
            .about = "Asks the store for each page of the inputs, in their order, and adds it: as "
                     "a crawler that is told of each page whether it was seen. An INPUT is pages, "
                     "as 'facsim dedup' takes them; or the folder of an index of pages, whose "
                     "entries are added without their texts; or the result of a 'facsim dedup', of "
                     "which the kept pages are added. Where there is no store, it begins one.",
            .examples = "  facsim store load crawl.store crawl.warc.gz\n"
                        "  facsim store load crawl.store seen.idx monday/\n"
                        "  facsim store load crawl.store tuesday/ --id-prefix tuesday/\n",
            .brief = "--id-prefix --crawl --profile --text-field --id-field --collection --json",
            .run = run_store},
    Command{.name = "ask",
            .bits = kStoreAsk,
            .usage = "STORE INPUT...",
            .summary = "ask whether pages were seen before",
            .about =
                "Prints the store's answer to each page of the inputs as an object a line: "
                "whether it was seen, of which old page it is a copy, and how alike they are. "
                "Changes nothing without --add. Needs the store for itself; beside a service ask "
                "that over HTTP.",
            .examples = "  facsim store ask crawl.store today.warc.gz\n"
                        "  facsim store ask crawl.store today.warc.gz --add --explain\n",
            .brief = "--add --explain --text-field --id-field --collection",
            .run = run_store},
    Command{.name = "dump",
            .bits = kStoreDump,
            .usage = "STORE [-o FILE]",
            .summary = "print all pages of a store as JSON lines",
            .about = "Prints an object for each page of the store, in the order in which they were "
                     "added. Texts are not among what a store keeps. Works beside a service that "
                     "has the store open.",
            .examples = "  facsim store dump crawl.store | jq -r .url\n",
            .brief = "--output --collection",
            .run = run_store,
            .operands = Operands::files},
    Command{.name = "copies",
            .bits = kStoreCopies,
            .usage = "STORE NAME",
            .summary = "print the copies of a page, the best in its place first",
            .about = "NAME is the id of a page or, where no page has it, its URL; of several the "
                     "newest counts. Prints the other pages of its cluster, one a line: URL or id, "
                     "kind, resemblance, when it was seen first and last. Those that were met "
                     "lately come first, exact copies before others, and of these the ones that "
                     "were there longest.",
            .examples = "  facsim store copies crawl.store https://example.org/lost\n"
                        "  facsim store copies crawl.store https://example.org/lost --json\n",
            .brief = "--limit --collection --json",
            .run = run_store},
    Command{.name = "backup",
            .bits = kStoreBackup,
            .usage = "STORE FOLDER",
            .summary = "copy a store, also while it is in use",
            .about = "Writes a copy of the store, with all its collections, into a new folder. It "
                     "is of one moment, whole or not there, and is itself a store. Where nobody "
                     "has the store open, files are linked if the folder is on the same disk; else "
                     "the rows are written again.",
            .examples = "  facsim store backup crawl.store /backup/crawl-monday\n",
            .brief = "--collection --json --quiet",
            .run = run_store},
    Command{.name = "restore",
            .bits = kStoreRestore,
            .usage = "FOLDER STORE",
            .summary = "make a store of a backup",
            .about =
                "Copies a backup to where no store is, reads every byte of the copy, makes its "
                "index, and only then gives it its name. A store that is there is never "
                "touched.",
            .examples = "  facsim store restore /backup/crawl-monday crawl.store\n",
            .brief = "--collection --json --quiet",
            .run = run_store},
    Command{.name = "check",
            .bits = kStoreCheck,
            .usage = "STORE",
            .summary = "read all of a store and name what is damaged",
            .about = "Reads every byte of rows and index, and compares them: clusters with their "
                     "pages, names and index entries with the rows, in all collections. Names each "
                     "fault. Status 1 where there is any.",
            .examples = "  facsim store check crawl.store\n",
            .brief = "--collection --json --quiet",
            .run = run_store},
    Command{.name = "retain",
            .bits = kStoreRetain,
            .usage = "STORE --age AGE | --before DATE | --host HOST | ...",
            .summary = "delete old pages, or those of a host or crawl",
            .about = "Deletes the pages for which all that is given holds, and says how many. The "
                     "other pages of a cluster whose first page goes are judged again, in their "
                     "order. Needs the store for itself, also with --dry-run: beside a service "
                     "count on a backup.",
            .examples = "  facsim store retain crawl.store --age 90d\n"
                        "  facsim store retain crawl.store --host example.org --dry-run\n",
            .brief = "--age --before --by --host --crawl --dry-run --json",
            .run = run_store},
    Command{.name = "rebuild",
            .bits = kStoreRebuild,
            .usage = "STORE [-o NEW [INPUT...]]",
            .summary = "make the index again, or a store by another recipe",
            .about =
                "Without -o, makes pages.idx and the table of names again from the rows, which "
                "are all that counts. A store does so by itself where its index is missing or "
                "damaged. With -o NEW, writes a store that judges by another --profile or "
                "--recipe; STORE stays as it is. Another recipe must read the pages again, so "
                "name the inputs that have their texts. A page is found there by its id and URL, "
                "or by its text. What is not found is counted, and listed in NEW/missing.jsonl: "
                "such a page is known by its id, its URL and an equal text alone.",
            .examples = "  facsim store rebuild crawl.store\n"
                        "  facsim store rebuild old.store -o new.store --recipe words in.warc.gz\n",
            .brief = "--output --profile --recipe --text-field --collection --json",
            .run = run_store},
    Command{.name = "stats",
            .bits = kStoreStats,
            .usage = "STORE",
            .summary = "print what is in a store and what it takes",
            .about =
                "Prints settings, pages, clusters, the hosts with most pages, and bytes on "
                "the disk; the largest clusters, the hosts with the largest share of copies, "
                "and what copies saved by the store's policy; of each collection. Works beside "
                "a service that has the store open.",
            .examples = "  facsim store stats crawl.store --json\n",
            .brief = "--hosts --top --collection --json",
            .run = run_store},
};

}  // namespace

std::span<const Command> store_verbs() noexcept { return kStoreVerbs; }

}  // namespace facsim
