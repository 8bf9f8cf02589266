// SPDX-License-Identifier: Apache-2.0
// The flags of commands that read pages: what each is called, says of itself and does.
#include <array>
#include <limits>

#include "apps/flag_tables.h"
#include "apps/values.h"
#include "facsim/base/limits.h"
#include "facsim/folder_options.h"
#include "facsim/index/masks.h"
#include "facsim/model/policy.h"

namespace facsim {
namespace {

using Word = std::string_view;

void apply_scope(Word name, Word word, Settings& settings) {
  const std::optional<Scope> scope = scope_named(word);
  if (!scope) throw_not_one_of(name, word, {"all", "host", "file"});
  settings.policy.scope = *scope;
}

void apply_cluster(Word name, Word word, Settings& settings) {
  const std::optional<Clustering> clustering = clustering_named(word);
  if (!clustering) throw_not_one_of(name, word, {"leader", "single"});
  settings.policy.clustering = *clustering;
}

void apply_matches(Word name, Word word, Settings& settings) {
  const std::optional<Matches> matches = matches_named(word);
  if (!matches) throw_not_one_of(name, word, {"all", "leaders", "none"});
  settings.folder.matches = *matches;
}

void apply_max_distance(Word name, Word word, Settings& settings) {
  if (word == "none") {
    settings.max_distance = -1;
    return;
  }
  settings.max_distance = static_cast<int>(whole_number(name, word, {0, kMaxMaskDistance}));
}

void apply_text(Word name, Word word, Settings& settings) {
  if (word != "main" && word != "all") throw_not_one_of(name, word, {"main", "all"});
  settings.text = word == "main" ? TextPart::main : TextPart::all;
}

void apply_progress(Word name, Word word, Settings& settings) {
  if (word == "auto") {
    settings.progress = ProgressChoice::automatic;
  } else if (word == "json") {
    settings.progress = ProgressChoice::json;
  } else if (word == "none") {
    settings.progress = ProgressChoice::none;
  } else {
    throw_not_one_of(name, word, {"auto", "json", "none"});
  }
}

void apply_profile(Word, Word word, Settings& settings) {
  settings.profile = profile_named(word).name;
  settings.profile_given = true;
}

void apply_passages(Word name, Word word, Settings& settings) {
  settings.passages_max = word == "all"
                              ? std::numeric_limits<std::size_t>::max()
                              : whole_number(name, word, {0, std::numeric_limits<int>::max()});
}

constexpr unsigned kRead = kPages | kIndex;
constexpr unsigned kJudged = kDedup | kCompare | kEval;
constexpr unsigned kFingerprinted = kDedup | kCompare | kFingerprint | kIndex | kEval;
constexpr unsigned kPrinted = kCompare | kFingerprint | kExtract;

constexpr std::array kFlags = {
    Flag{"--output", "-o", "OUT", kChoosing,
         "The folder for the results; made if it is not there. Required.", kDedup,
         [](Word n, Word w, Settings& s) { s.output = not_empty(n, w); }},
    Flag{"--output", "-o", "FILE", kChoosing, "The table's file. Required.", kIdf,
         [](Word n, Word w, Settings& s) { s.output = not_empty(n, w); }},
    Flag{"--keep", "", "POLICY", kChoosing,
         "Which page of several alike is kept: first, last, longest, shortest-url, newest, oldest, "
         "canonical (pages whose canonical URL is their own), or field:NAME (the highest value of "
         "a JSON field). Ties go by input order; pages that WARC revisit records refer to come "
         "before "
         "all others. Default: first.",
         kDedup, apply_keep},
    Flag{"--scope", "", "SCOPE", kChoosing,
         "Which pages are compared: all, host (only pages of one host; those without URL share "
         "one), file (only pages of one file). Default: all.",
         kDedup, apply_scope},
    Flag{"--against", "", "IDX", kChoosing,
         "An index of pages ('facsim index build PAGES'): its pages count as kept before all "
         "others, so what repeats one of them is removed, and the row names it.",
         kDedup, [](Word n, Word w, Settings& s) { s.against.index = not_empty(n, w); }},
    Flag{"--update", "", "", kChoosing,
         "Add what was kept to the index of --against; where there is none, begin it.", kDedup,
         [](Word, Word, Settings& s) { s.against.update = true; }},
    Flag{"--mode", "", "MODE", kChoosing,
         "remove (write the input without its duplicates), annotate (write every record; JSON "
         "records get a member \"facsim\", for others there is annotations.jsonl), or report "
         "(write only the reports). Default: remove.",
         kDedup, apply_mode},
    Flag{"--remove", "", "KINDS", kChoosing,
         "The kinds that are removed, with commas: exact, content, layout, partial. Others are "
         "reported. Default: exact,content.",
         kDedup, apply_remove},
    Flag{"--cluster", "", "RULE", kChoosing,
         "leader: a page is removed only for a page that it repeats itself. single: also for one "
         "that "
         "it hangs together with through others, each of which repeats the next; pages that have "
         "little in common may go. Default: leader.",
         kDedup, apply_cluster},
    Flag{
        "--matches", "", "PAIRS", kChoosing,
        "Which verified pairs OUT/matches.facsim keeps for 'facsim recluster': all (of candidates, "
        "up to 64 a page), leaders (only those that the result needed) or none (no such file). "
        "Default: all; against an index and with --cluster single always none.",
        kDedup, apply_matches},
    Flag{"--refuse-templates", "", "", kChoosing,
         "Keep two pages of one template apart: each calls itself by other words of its title, or "
         "they differ mostly in numbers and codes, five or more in each.",
         kDedup, [](Word, Word, Settings& s) { s.policy.refuse_templates = true; }},
    Flag{"--warn-loss", "", "SHARE", kChoosing,
         "Warn of each host and file that loses more than this share of its pages, if it has 50 "
         "and is no mirror, each page of which has its own equal elsewhere. Default: 0.9.",
         kDedup, [](Word n, Word w, Settings& s) { s.loss_warned = ratio(n, w, {0, 1}); }},
    Flag{"--link", "", "", kChoosing,
         "Of folders, link the kept files into OUT (copy across file systems) besides listing "
         "them in kept.txt.",
         kDedup, [](Word, Word, Settings& s) { s.folder.link = true; }},
    Flag{"--min-documents", "", "N", kChoosing,
         "Features that fewer documents have are left out of the table. Default: 2.", kIdf,
         [](Word n, Word w, Settings& s) {
           s.documents_min = whole_number(n, w, {1, 1'000'000'000});
         }},
    Flag{"--force", "", "", kChoosing, "Write into OUT even if it is not empty.", kDedup,
         [](Word, Word, Settings& s) { s.folder.force = true; }},
    Flag{"--force", "", "", kChoosing, "Write FILE even if it is there.", kIdf,
         [](Word, Word, Settings& s) { s.folder.force = true; }},
    Flag{
        "--profile", "", "NAME", kJudging,
        "A named choice of recipe, candidates and thresholds: compact, balanced, strict, thorough. "
        "Default: balanced.",
        kRead, apply_profile},
    Flag{"--recipe", "", "NAME", kJudging,
         "Everything that decides the bits of a fingerprint: a name of 'facsim recipe list', or a "
         "file that ends in .toml. Default: the profile's.",
         kPages, apply_recipe},
    Flag{"--topic", "", "FILE", kJudging,
         "Words that count more in fingerprints, for crawls of one topic: a word, a tab and a "
         "factor a line.",
         kJudged | kFingerprint, [](Word n, Word w, Settings& s) { s.topic = not_empty(n, w); }},
    Flag{"--jieba", "", "FILE", kJudging,
         "The tables of jieba's words, which recipes of such words need. Default: those that were "
         "built with the program.",
         kFingerprinted | kRecipe | kIdf | kShow,
         [](Word n, Word w, Settings& s) { s.jieba = not_empty(n, w); }},
    Flag{"--text", "", "PART", kJudging,
         "main (the main text of HTML; all visible text where it has less than 100 units, with a "
         "title 20) or all "
         "(all visible text). Default: main.",
         kFingerprinted | kIdf, apply_text},
    Flag{"--text", "", "PART", kJudging,
         "Print the text that dedup --text PART judges: main (all visible text where the main text "
         "is too short for the recipe) or all. Default: the main text, however short.",
         kExtract, apply_text},
    Flag{"--shingle-size", "", "N", kJudging,
         "Units in a shingle, 1 to 100; a unit is a word, or one Chinese, Japanese or Korean "
         "character. Default: 5.",
         kFingerprinted,
         [](Word n, Word w, Settings& s) {
           s.shingle_size = static_cast<std::uint32_t>(whole_number(n, w, {1, 100}));
         }},
    Flag{"--min-units", "", "N", kJudging,
         "Pages with fewer units are merged only when their texts are equal, and have no "
         "fingerprint. Default: 20.",
         kFingerprinted,
         [](Word n, Word w, Settings& s) {
           s.units_min = static_cast<std::uint32_t>(whole_number(n, w, {1, 1'000'000}));
         }},
    Flag{"--min-resemblance", "", "R", kJudging,
         "Pages are of kind content from this resemblance of their shingle sets (Jaccard) on, "
         "above 0 and at most 1. Default: 0.8 (strict: 0.9, thorough: 0.62).",
         kJudged | kIndex,
         [](Word n, Word w, Settings& s) { s.min_resemblance = ratio(n, w, {0, 1}); }},
    Flag{"--min-agreement", "", "A", kJudging,
         "Where both texts are at hand, pages are of kind content from this agreement on instead: "
         "the share of the longer that stands in the other in the same order; above 0 and at most "
         "1. Default: off (thorough: 0.82).",
         kJudged, [](Word n, Word w, Settings& s) { s.min_agreement = ratio(n, w, {0, 1}); }},
    Flag{"--min-containment", "", "C", kJudging,
         "Pages are of kind layout or partial from this share of one in the other on, above 0 and "
         "at most 1. Default: 0.5.",
         kJudged | kIndex,
         [](Word n, Word w, Settings& s) { s.min_containment = ratio(n, w, {0, 1}); }},
    Flag{"--max-distance", "", "K", kJudging,
         "Pages whose fingerprints differ in at most K bits are compared, besides those that the "
         "bands of their sketches suggest; 0 to 12, or none. Default: 3.",
         kDedup, apply_max_distance},
    Flag{"--text-field", "", "NAME", kReading,
         "The JSON field or CSV column with the text; content.text is a field inside an object. "
         "Default: text.",
         kRead, [](Word n, Word w, Settings& s) { s.read.text_field = not_empty(n, w); }},
    Flag{"--html-field", "", "NAME", kReading,
         "The JSON field or column with HTML; where both are there, it wins. Default: html.", kRead,
         [](Word n, Word w, Settings& s) { s.read.html_field = not_empty(n, w); }},
    Flag{"--id-field", "", "NAME", kReading, "The JSON field or column with the id. Default: id.",
         kRead, [](Word n, Word w, Settings& s) { s.read.id_field = not_empty(n, w); }},
    Flag{"--url-field", "", "NAME", kReading,
         "The JSON field or column with the URL. Default: url.", kRead,
         [](Word n, Word w, Settings& s) { s.read.url_field = not_empty(n, w); }},
    Flag{"--time-field", "", "NAME", kReading,
         "The JSON field or column with the time, for --keep newest and oldest. Default: none.",
         kDedup, [](Word n, Word w, Settings& s) { s.read.time_field = not_empty(n, w); }},
    Flag{
        "--follow", "", "", kReading,
        "In folders, read also what symbolic links outside of them point at, and links to folders. "
        "Default: such links are skipped and counted. A link that is named as an input is read.",
        kRead | kShow, [](Word, Word, Settings& s) { s.read.follow = true; }},
    Flag{"--page-max", "", "SIZE", kReading,
         "Larger pages are skipped as too_large, 1K to 1G after unpacking. Default: 16M.", kRead,
         [](Word n, Word w, Settings& s) {
           s.read.page_bytes_max =
               byte_size(n, w, {std::uint64_t{1} << 10, std::uint64_t{1} << 30});
         }},
    Flag{"--json", "", "", kPrinting, "Print JSON: one object a page or pair.", kPrinted,
         [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--columns", "", "NAMES", kPrinting,
         "What to print of a page, with commas: id, url, file, offset, fingerprint, visible "
         "(fingerprint of all visible text), units, shingles, sketch, layout, anchors, digest. "
         "Default: "
         "id,fingerprint; all of them with --json.",
         kFingerprint, [](Word n, Word w, Settings& s) { s.columns = comma_list(n, w); }},
    Flag{"--passages", "", "N", kPrinting,
         "How many shared and how many differing passages to show, longest first; 0, or all; show: "
         "so many pages that were removed for a kept one, too. Default: 10.",
         kCompare | kShow, apply_passages},
    Flag{"--threads", "", "N", kRunning,
         "How many threads work, 1 to 1024; the result does not depend on it. Default: as many "
         "as there are processors.",
         kPages, apply_threads},
    Flag{"--kernel", "", "NAME", kRunning,
         "Which of the kernels of 'facsim version' computes fingerprints: scalar, avx2, avx512, or "
         "auto, the fastest that this machine runs. The result does not depend on it. Default: "
         "auto.",
         kFingerprinted, [](Word, Word w, Settings& s) { s.limits.kernel = kernel_named(w); }},
    Flag{"--memory", "", "SIZE", kRunning,
         "The limit for tables, sort buffers and pages in flight, at least 64M. What does not fit "
         "goes to --tmp, and large pages wait for room. The peak is at most 1.5 times this and "
         "what the largest page takes: 6 to 43 times its bytes; the window "
         "of a zstd input is on top. A thread needs 4M to work. K M G "
         "are powers of 1024. Default: 4G.",
         kPages | kRecluster,
         [](Word n, Word w, Settings& s) {
           s.limits.memory_bytes = byte_size(n, w, {limits::kMemoryBytesMin, kSizeMost});
         }},
    Flag{"--tmp", "", "FOLDER", kRunning,
         "Where temporary files go; it must exist. Default: $TMPDIR, else /tmp.",
         kRead | kRecluster, [](Word n, Word w, Settings& s) { s.limits.tmp = not_empty(n, w); }},
    Flag{"--wait", "", "SECONDS", kRunning,
         "How long a change of an index waits for another program that is changing it, up to 86400 "
         "seconds. After a second it says for whom. 0: fail at once. Default: 10.",
         kDedup | kIndex,
         [](Word n, Word w, Settings& s) {
           s.wait = std::chrono::seconds(whole_number(n, w, {0, kWaitSecondsMost}));
         }},
    Flag{"--progress", "", "HOW", kRunning,
         "auto (one line on a terminal, else nothing), json (a JSON line now and then on standard "
         "error), none. Default: auto.",
         kDedup | kRecluster | kEval, apply_progress},
    Flag{"--quiet", "-q", "", kRunning,
         "No progress, whatever --progress says, and no summary; warnings and errors are still "
         "printed.",
         kPages | kRecluster, [](Word, Word, Settings& s) { s.quiet = true; }},
};

}  // namespace

void apply_threads(Word name, Word word, Settings& settings) {
  settings.limits.threads = static_cast<int>(whole_number(name, word, {1, 1024}));
}

void apply_recipe(Word name, Word word, Settings& settings) {
  settings.recipe = not_empty(name, word);
}

void apply_keep(Word name, Word word, Settings& settings) {
  settings.keep_given = true;
  constexpr Word kFieldPrefix = "field:";
  if (word.starts_with(kFieldPrefix)) {
    settings.policy.keep = Keep::field;
    settings.policy.keep_field = not_empty(name, word.substr(kFieldPrefix.size()));
    return;
  }
  const std::optional<Keep> keep = keep_named(word);
  if (!keep || *keep == Keep::field) {
    throw_not_one_of(name, word,
                     {"first", "last", "longest", "shortest-url", "newest", "oldest", "canonical",
                      "field:NAME"});
  }
  settings.policy.keep = *keep;
}

void apply_mode(Word name, Word word, Settings& settings) {
  settings.mode_given = true;
  const std::optional<Mode> mode = mode_named(word);
  if (!mode) throw_not_one_of(name, word, {"remove", "annotate", "report"});
  settings.folder.mode = *mode;
}

void apply_remove(Word name, Word word, Settings& settings) {
  settings.remove_given = true;
  settings.policy.remove = {};
  for (const std::string& part : comma_list(name, word)) {
    const std::optional<Kind> kind = kind_named(part);
    if (!kind) throw_not_one_of(name, part, {"exact", "content", "layout", "partial"});
    settings.policy.remove.add(*kind);
  }
}

std::span<const Flag> page_flags() noexcept { return kFlags; }

}  // namespace facsim
