// SPDX-License-Identifier: Apache-2.0
// The table of commands, with their help texts.
#include "apps/commands.h"

#include <array>

namespace facsim {
namespace {

constexpr std::string_view kDedupAbout =
    "Finds pages that repeat one another and writes the input again without them, in the shape "
    "of the input: JSON lines and WARC records stay byte for byte as they are, of a folder the "
    "kept files are listed.\n"
    "\n"
    "Beside them OUT gets duplicates.jsonl (each removed page with the page it repeats, how much "
    "of it and of which kind), reported.jsonl (kept pages that repeat a part of another), "
    "clusters.jsonl (each page with the number that repeat it), skipped.jsonl (file, offset and "
    "length of each record that could not be read), revisits.jsonl (WARC revisit records whose "
    "page "
    "was removed) and summary.json. The result appears whole or not at all, "
    "and does not depend on threads, memory or packing.\n"
    "\n"
    "A duplicate is exact (same text, same layout), content (nearly the same text), layout "
    "(shares an important part, same layout) or partial (shares an important part).\n"
    "\n"
    "With --against IDX the pages of an index count as kept before all others, so what repeats one "
    "of them is removed and its row names the old page; --update adds what was kept, day after "
    "day. Old "
    "pages are judged by their sketches, and by their texts where these leave a doubt and the old "
    "files are still there.";

constexpr std::string_view kDedupExamples =
    "  facsim dedup crawl.warc.gz -o clean\n"
    "  facsim dedup a.jsonl.zst b.jsonl --keep longest --min-resemblance 0.9 -o clean\n"
    "  facsim dedup site/ --mode report --scope host -o report\n"
    "  zcat pages.jsonl.gz | facsim dedup - --text-field body -o clean\n"
    "  facsim dedup crawl/*.warc.gz --memory 512M --tmp /scratch -o clean\n"
    "  facsim dedup today.warc.gz --against seen.idx --update -o today\n";

constexpr std::string_view kReclusterAbout =
    "Judges the pages of a finished 'facsim dedup -o OUT' again by other thresholds, in another "
    "order, or with other kinds removed, without reading them: OUT/matches.facsim has the figures "
    "of "
    "all pairs that the run verified. The rows and summary.json are written anew, whole or not at "
    "all; what is not given stays as the run had it, whatever was tried since.\n"
    "\n"
    "The copies in OUT stay as they are unless --apply asks for new ones, for which the inputs "
    "must "
    "be there, unchanged. summary.json says whether they are current (copies_are_current), and "
    "under "
    "what_if how many pages each threshold would remove.\n"
    "\n"
    "A pair that the run did not verify is no match here, so nothing is removed unverified. The "
    "run "
    "measures up to 64 pairs a page; matches.pages_cut in summary.json counts the pages that had "
    "more, for which dedup itself might find more duplicates.";

constexpr std::string_view kReclusterExamples =
    "  facsim recluster clean --min-resemblance 0.9\n"
    "  facsim recluster clean --keep longest --remove exact,content,layout --apply\n";

constexpr std::string_view kCompareAbout =
    "Says how alike two pages are by every measure that the program knows, which kind of "
    "duplicate they are under the same rules as dedup, and which passages they share.\n"
    "\n"
    "A page is FILE (a file with one page), - (standard input), FILE:OFFSET or FILE#ID (one page "
    "of several, as duplicates.jsonl names it; where no page has that id, its URL). A file that "
    "has "
    "such a name wins. Of several pages of one id or URL the first is taken, and the others are "
    "named.\n"
    "\n"
    "distance: bits in which the fingerprints differ, of 64. cosine: of the vectors of single "
    "units weighted 1 + ln tf. resemblance: Jaccard of the sets of shingles. containment: share "
    "of one page's shingles in the other. agreement: share of the longer page that stands in the "
    "other in the same order. layout: likeness of the sets of tag.class names. judged: share of "
    "the "
    "page that was judged; left out are text taken away by names (named), hidden text, characters "
    "that make no unit (bare) and letters that could not be decoded (undecoded).";

constexpr std::string_view kCompareExamples =
    "  facsim compare old.html new.html\n"
    "  facsim compare crawl.warc.gz:1184 crawl.warc.gz:90210 --passages all\n"
    "  facsim compare pages.jsonl#17 pages.jsonl#42 --json\n"
    "  facsim compare a.warc.gz#https://example.org/ b.warc.gz#https://example.org/\n"
    "  curl -s https://example.org/ | facsim compare - saved.html\n";

constexpr std::string_view kShowAbout =
    "Shows why a page was removed: the page beside the one that was kept, the figures of its row, "
    "and their texts, what they share folded and what differs in full.\n"
    "\n"
    "OUT is the result of 'facsim dedup'. PAGE is FILE:OFFSET, a page's id as its row prints it, "
    "or "
    "its URL, in this order. Of several pages of one id or URL the first is shown, and all are "
    "listed with FILE:OFFSET, which names one of them. Of a page that was kept it lists those that "
    "were removed for it; a page that no row has is looked for in all inputs.\n"
    "\n"
    "The texts are read again from the inputs, by the fields and the recipe of the run, "
    "wherever it is started: matches.facsim says where they lie. Where an input is gone or has "
    "changed, it says so and shows the row.";

constexpr std::string_view kShowExamples =
    "  facsim show clean ferry-reposted\n"
    "  facsim show clean crawl.warc.gz:90210 --passages all | less -R\n"
    "  facsim show clean https://news.example.org/2026/ferry --json\n";

constexpr std::string_view kReportAbout =
    "Writes one HTML file about the result of 'facsim dedup', for people who judge it: what was "
    "removed and reported, what other thresholds would remove, the closest calls side by side, the "
    "largest clusters, hosts that repeat others, and what was skipped. It opens from a disk and "
    "asks no network for anything.\n"
    "\n"
    "Pairs are decided on in the browser (keys y and n) and exported as a file that 'facsim "
    "recluster OUT --decisions FILE' obeys and 'facsim eval --pairs FILE' takes for true.\n"
    "\n"
    "Texts are read again from the inputs, wherever it is started: matches.facsim says where they "
    "lie. Where an input is gone, the page has the figures of the rows and says what it cannot "
    "show. Nothing in OUT is changed.";

constexpr std::string_view kReportExamples =
    "  facsim report clean\n"
    "  facsim report clean -o review.html --force\n"
    "  facsim report clean --no-text\n"
    "  facsim recluster clean --decisions decisions.tsv --apply\n";

constexpr std::string_view kFingerprintAbout =
    "Prints one line for every page in the order of the input: its id, a tab and its fingerprint "
    "as 16 hexadecimal digits, or - where it has none because its text is too short. A page "
    "without an id is named FILE:OFFSET. Tabs and line breaks in an id become spaces; --json "
    "keeps them.";

constexpr std::string_view kFingerprintExamples =
    "  facsim fingerprint crawl.warc.gz\n"
    "  facsim fingerprint site/ --columns id,fingerprint,units,digest\n"
    "  facsim fingerprint pages.jsonl --json --columns file,offset,fingerprint\n";

constexpr std::string_view kExtractAbout =
    "Prints the main text of each page, however short, or with --text the text that dedup judges; "
    "where there are several, each after a line with its id. "
    "With --json one object a line: id url title main_text visible_text judged_text (main or "
    "visible: which of them dedup judges) counts (of blocks, words and characters in main and "
    "visible) blocks (text, main, why, words, characters, link_density, tag, path) canonical "
    "language charset layout replaced cut judged (how much of the page, 0..1) left_out (why the "
    "rest was not).\n"
    "\n"
    "A block is text between block-level boundaries. Why it is main text: running text, between "
    "running text, beside running text, plain text; or why not: links, aside (header, footer, "
    "navigation, cookie banner), extra (aside, form, sidebar, byline), outside (of main, the "
    "article, the smallest element that holds nearly all running text), apart (from any running "
    "text).";

constexpr std::string_view kExtractExamples =
    "  facsim extract page.html\n"
    "  facsim extract crawl.warc.gz --json | jq -r .title\n"
    "  facsim extract page.html --text main\n"
    "  facsim extract page.html --json | jq -c '.blocks[] | [.main, .why, .text]'\n"
    "  facsim extract crawl.warc.gz:90210\n";

constexpr std::string_view kRecipeAbout =
    "A recipe is everything that decides the bits of a fingerprint: which text, which units, how "
    "they are weighed and hashed, how many bits. Fingerprints are compared only within one recipe, "
    "which an id of 16 digits names.\n"
    "\n"
    "list prints the named recipes with their ids, show one of them (or of a file) in the form "
    "that a file has, check reads files and prints their ids. A file must end in .toml; what it "
    "does not say is as in balanced.";

constexpr std::string_view kRecipeExamples =
    "  facsim recipe list\n"
    "  facsim recipe show balanced > mine.toml\n"
    "  facsim recipe check mine.toml\n"
    "  facsim fingerprint pages.jsonl --recipe mine.toml\n";

constexpr std::string_view kProfileAbout =
    "A profile is a named choice of recipe, of the channels through which candidates are found, "
    "and of thresholds. list prints their names, show what one of them says.";

constexpr std::string_view kProfileExamples =
    "  facsim profile list\n"
    "  facsim profile show strict\n";

constexpr std::string_view kIdfAbout =
    "Learns how rare each feature of the recipe is: in how many documents of a corpus it occurs. "
    "The table is a text file, `feature<TAB>idf` a line, idf = ln(1 + documents / those that have "
    "it); a recipe names it as features.idf for the weights tf-idf and five-levels.";

constexpr std::string_view kIdfExamples =
    "  facsim idf build corpus.jsonl.zst -o corpus.idf\n"
    "  facsim idf build site/ --recipe words --min-documents 5 -o site.idf\n";

constexpr std::string_view kIndexAbout =
    "Keeps fingerprints in a folder and finds all within a Hamming distance of others, exactly. "
    "The folder grows: every add is a segment of its own, delete marks entries, compact makes one "
    "segment of all. Each change is there whole or not at all, and nobody who reads is disturbed; "
    "one writer at a time.\n"
    "\n"
    "An INPUT is pages, as 'facsim dedup' takes them, of which an index keeps all that tells kind "
    "and resemblance of a match; or a file of fingerprints, packed or not: .hex (16 digits a line, "
    "and behind a tab or blanks an "
    "id) "
    "or .u64 (8 bytes each, the lowest first). Lines without an id are called by their number, "
    "from "
    "1; those that are added later go on from there.";

constexpr std::string_view kIndexExamples =
    "  facsim index build crawl.warc.gz -o crawl.idx --max-distance 3\n"
    "  facsim index query crawl.idx today.warc.gz --limit 5 --jsonl\n"
    "  facsim index add crawl.idx today.warc.gz\n"
    "  facsim index delete crawl.idx --ids gone.txt\n"
    "  facsim index rebuild crawl.idx crawl.warc.gz today.warc.gz\n"
    "  facsim index join crawl.idx --max-distance 2 | head\n"
    "  facsim index join other.idx today.u64 -k 5 > pairs.tsv\n"
    "  facsim index build fingerprints.hex -o other.idx -k 6 --codec elias-fano\n";

constexpr std::string_view kStoreAbout =
    "Keeps in a folder what a crawler has seen, so that each new page gets an answer: new, or a "
    "copy of which old page. A page is asked and added in one step, and nothing that was answered "
    "is lost in a crash or a power cut. One program at a time has a store open to change it; dump, "
    "stats and backup work beside it.\n"
    "\n"
    "The rows in STORE/rows are all that counts; STORE/pages.idx is made of them. A collection is "
    "a store of its own in STORE/collections/NAME.";

constexpr std::string_view kStoreExamples =
    "  facsim store load crawl.store crawl.warc.gz\n"
    "  facsim store ask crawl.store today.warc.gz --add\n"
    "  facsim store dump crawl.store | jq -r .url\n"
    "  facsim store backup crawl.store /backup/crawl-monday\n"
    "  facsim store retain crawl.store --age 90d\n"
    "  facsim store check crawl.store\n";

constexpr std::string_view kMirrorsAbout =
    "Finds hosts and paths that hold the same pages, and rewrites of URLs that lead from one copy "
    "to another: parameters that never matter, their order, session ids, index pages, print views, "
    "mirrors. Each comes with the pairs that speak for it and how many of all such pairs are "
    "copies; what changes the page of some URLs is no rule.\n"
    "\n"
    "STORE is a folder of 'facsim store', OUT the result of a 'facsim dedup'. Only URLs and "
    "clusters are read, a few times over; 10 million pages take less than 1 GB. --rules and "
    "--nutch write what was found for crawlers, --normalize tries it on URLs.";

constexpr std::string_view kMirrorsExamples =
    "  facsim mirrors crawl.store\n"
    "  facsim mirrors clean --json | jq '.rules[] | [.kind, .site, .precision]'\n"
    "  facsim mirrors crawl.store --rules rules.json --nutch regex-normalize.xml\n"
    "  facsim mirrors --normalize rules.json < urls.txt\n";

constexpr std::string_view kPlanAbout =
    "Prices every design that an index may have with costs that are measured on this machine, and "
    "prints those that no other beats in both memory and time, with the one that would be chosen: "
    "the fastest that fits the memory. A row says bytes a fingerprint, buckets looked at and "
    "entries compared a query, microseconds of a single query and of one of many, and seconds to "
    "build on one core. Fingerprints are taken to be uniform; crowded buckets cost more.";

constexpr std::string_view kPlanExamples =
    "  facsim plan --count 8e9 --k 3 --memory 110G --no-ids\n"
    "  facsim plan --count 10M --k 6\n"
    "  facsim plan --count 17179869184 --design course-10\n";

constexpr std::string_view kEvalAbout =
    "Measures how well each measure, channel and profile tells duplicates from other pages, with "
    "precision, recall, F1 and their 95 % intervals. The truth is one of three: --pairs FILE, "
    "lines "
    "of two ids and a label (1 or 0, true or false, duplicate, same or different, or a number from "
    "0 to "
    "1 "
    "with --label-min); --clusters FILE, lines of id, tab and cluster or JSON objects with both; "
    "or "
    "--exact, the exact resemblance of all pairs of up to 100,000 texts, counted in full.\n"
    "\n"
    "Measured are the distance of the fingerprints, the resemblance that sketches suggest, exact "
    "resemblance, containment and agreement at each threshold; the share of true pairs that each "
    "channel makes candidates, in all and by resemblance; and what dedup would remove under each "
    "profile (--profile: only that one).\n"
    "\n"
    "--synthesize writes OUT/documents.jsonl, the given pages and graded edits of them, and "
    "OUT/pairs.tsv with the share of each that was left as it was, which --pairs reads with "
    "--label-min.";

constexpr std::string_view kEvalExamples =
    "  facsim eval pages.jsonl --exact\n"
    "  facsim eval pages.jsonl --pairs judged.tsv --html report.html --csv report.csv\n"
    "  facsim eval crawl.warc.gz --clusters versions.tsv --min-resemblance 0.9 --json\n"
    "  facsim eval --synthesize site/ -o graded --seed 7\n"
    "  facsim eval graded/documents.jsonl --pairs graded/pairs.tsv --label-min 0.82\n";

constexpr std::string_view kServeAbout =
    "Answers crawlers over HTTP: seen before, and of which page is this a copy? STORE is a folder, "
    "begun where there is none. An answer comes when what it says is on the disk, so none is lost "
    "or given twice: of many crawlers that offer near-copies at once exactly one is told no.\n"
    "\n"
    "POST /v1/collections/default/check asks, check?add=true checks and adds in one step, "
    "check:batch takes JSON lines. GET /openapi.json describes all of it.\n"
    "\n"
    "Without tokens everybody on this machine may ask and change. SIGTERM answers what has come "
    "and ends, SIGHUP reads the tokens again. The log is JSON lines on standard error.";

constexpr std::string_view kServeExamples =
    "  facsim serve --demo\n"
    "  facsim serve crawl.store\n"
    "  facsim serve crawl.store --listen 0.0.0.0:7700 --tokens tokens.txt\n"
    "  facsim serve crawl.store --retain-age 90d --retain-by last-seen --free-disk 2G\n";

constexpr std::string_view kManAbout =
    "Prints a manual page as roff: of the program, or of one command. 'cmake --install' puts the "
    "first where man finds it.";

constexpr std::string_view kManExamples =
    "  facsim man | man -l -\n"
    "  facsim man index add | man -l -\n"
    "  facsim man > ~/.local/share/man/man1/facsim.1\n";

constexpr std::string_view kCompletionAbout =
    "Prints what makes a shell complete commands, verbs, flags, the values of flags that have "
    "names, and files. 'cmake --install' puts it where bash, zsh and fish look for it; else a line "
    "in the shell's own file loads it, as the examples do.";

constexpr std::string_view kCompletionExamples =
    "  source <(facsim completion bash)        # in ~/.bashrc\n"
    "  source <(facsim completion zsh)         # in ~/.zshrc, behind compinit\n"
    "  facsim completion fish | source         # in ~/.config/fish/config.fish\n";

constexpr std::array kRecipeWords = {FirstWord{"list"}, FirstWord{"show", Operands::recipes},
                                     FirstWord{"check", Operands::files}};
constexpr std::array kProfileWords = {FirstWord{"list"}, FirstWord{"show", Operands::profiles}};
constexpr std::array kIdfWords = {FirstWord{"build", Operands::files}};

constexpr std::array kCommands = {
    Command{"dedup", kDedup, "INPUT... -o OUT", "write the input again without near-duplicates",
            kDedupAbout, kDedupExamples,
            "--output --keep --mode --against --min-resemblance --profile --dry-run", run_dedup},
    Command{"recluster", kRecluster, "OUT", "other thresholds for a finished run, in seconds",
            kReclusterAbout, kReclusterExamples,
            "--min-resemblance --keep --remove --apply --summary --quiet", run_recluster},
    Command{"compare", kCompare, "A B", "how alike two pages are, and what they share",
            kCompareAbout, kCompareExamples, "--json --passages --profile --text --min-resemblance",
            run_compare},
    Command{"show", kShow, "OUT PAGE", "why a page was removed: beside the one that was kept",
            kShowAbout, kShowExamples, "--json --passages --color", run_show},
    Command{"report", kReport, "OUT", "a page where people see, judge and decide", kReportAbout,
            kReportExamples, "--output --force --no-text --text-size --pairs-max", run_report},
    Command{"fingerprint", kFingerprint, "INPUT...", "print the fingerprint of every page",
            kFingerprintAbout, kFingerprintExamples,
            "--columns --json --recipe --text --min-units --threads", run_fingerprint},
    Command{"extract", kExtract, "INPUT...", "print what pages say, without the trimmings",
            kExtractAbout, kExtractExamples, "--json --text --text-field --html-field --threads",
            run_extract},
    Command{"recipe", kRecipe, "list | show NAME | check FILE.toml...",
            "the recipes: what decides a fingerprint's bits", kRecipeAbout, kRecipeExamples,
            "--jieba", run_recipe, Operands::none, kRecipeWords},
    Command{"profile", kProfile, "list | show NAME",
            "the profiles: recipe, candidates and thresholds", kProfileAbout, kProfileExamples, "",
            run_profile, Operands::none, kProfileWords},
    Command{"idf", kIdf, "build INPUT... -o FILE", "learn from a corpus how rare features are",
            kIdfAbout, kIdfExamples, "--output --recipe --min-documents --force --memory", run_idf,
            Operands::none, kIdfWords},
    Command{"index", kIndex, "VERB ...", "keep fingerprints and find all within a distance",
            kIndexAbout, kIndexExamples,
            "--output --max-distance --limit --json --summary --memory", run_index, Operands::none},
    Command{"store", kStore, "VERB ...", "what a crawler has seen: ask, add, copy and check it",
            kStoreAbout, kStoreExamples, "--collection --crawl --add --json --quiet", run_store,
            Operands::none},
    Command{"mirrors", kMirrors, "STORE | OUT | --normalize FILE",
            "hosts with the same pages, and URL rules that lead to copies", kMirrorsAbout,
            kMirrorsExamples, "--rules --nutch --normalize --min-support --min-precision --json",
            run_mirrors},
    Command{"plan", kPlan, "--count N [--k K] [--memory SIZE]",
            "which design an index of N fingerprints would get", kPlanAbout, kPlanExamples,
            "--count --k --memory --no-ids --design --json", run_plan, Operands::none},
    Command{"eval", kEval, "INPUT... --exact | --pairs FILE | --clusters FILE",
            "measure precision and recall on pages of your own", kEvalAbout, kEvalExamples,
            "--exact --pairs --clusters --profile --html --json", run_eval},
    Command{"serve", kServe, "STORE", "answer over HTTP whether pages were seen before",
            kServeAbout, kServeExamples, "--listen --tokens --profile --durability --memory --demo",
            run_serve},
    Command{"man", kAsking, "[COMMAND [VERB]]", "print the manual page, of all or of one command",
            kManAbout, kManExamples, "", run_man, Operands::commands},
    Command{"completion", kAsking, "bash | zsh | fish", "print completions for a shell",
            kCompletionAbout, kCompletionExamples, "", run_completion, Operands::shells},
    Command{"version", kAsking, "", "print version, recipes, and what this machine can run", "", "",
            "", run_version, Operands::none},
    Command{"help", kAsking, "[COMMAND [VERB] | inputs]",
            "print the help, of all or of one command", "", "", "", run_help, Operands::topics},
};

}  // namespace

std::span<const Command> commands() noexcept { return kCommands; }

}  // namespace facsim
