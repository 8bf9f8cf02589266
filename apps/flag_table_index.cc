// SPDX-License-Identifier: Apache-2.0
// The flags that only index and plan have.
#include <array>

#include "apps/flag_tables.h"
#include "apps/values.h"
#include "facsim/base/limits.h"
#include "facsim/index/codec/codec.h"
#include "facsim/index/masks.h"

namespace facsim {
namespace {

using Word = std::string_view;

void apply_input(Word name, Word word, Settings& settings) {
  settings.fingerprint_form = fingerprint_form_named(word);
  if (!settings.fingerprint_form) throw_not_one_of(name, word, {"hex", "u64"});
}

void apply_codec(Word, Word word, Settings& settings) {
  settings.codec = word == "none" ? "" : std::string(name_of(codec_named(word)));
}

// 8e9, 10M, 17179869184.
void apply_count(Word name, Word word, Settings& settings) {
  settings.count = large_number(name, word, {1, std::uint64_t{1} << 40});
}

void apply_distance(Word name, Word word, Settings& settings) {
  settings.max_distance = static_cast<int>(whole_number(name, word, {0, kMaxMaskDistance}));
}

constexpr std::uint64_t kPairsMost = 1'000'000'000'000'000;

constexpr std::array kFlags = {
    Flag{"--output", "-o", "IDX", kChoosing, "build: the folder of the index. Required.", kIndex,
         [](Word n, Word w, Settings& s) { s.output = not_empty(n, w); }},
    Flag{"--force", "", "", kChoosing, "build: in the place of an index that is there.", kIndex,
         [](Word, Word, Settings& s) { s.folder.force = true; }},
    Flag{"--ids", "", "FILE", kChoosing, "delete: a file of ids, one a line; - is standard input.",
         kIndex, [](Word n, Word w, Settings& s) { s.ids_file = not_empty(n, w); }},
    Flag{"--max-distance", "", "K", kJudging,
         "Fingerprints that differ in at most K bits are alike, 0 to 12. An index serves every "
         "distance up to the one it was built for. Default: 3; query, rebuild: the index's.",
         kIndex | kPlan, apply_distance},
    Flag{"--k", "-k", "K", kJudging, "The same as --max-distance.", kIndex | kPlan, apply_distance},
    Flag{"--count", "", "N", kJudging,
         "How many fingerprints: 17000000, 17M or 1.7e7. K M G are powers of 1000. Required.",
         kPlan, apply_count},
    Flag{"--memory", "", "SIZE", kJudging,
         "What the index may take. K M G are powers of 1024. Default: whatever it takes.", kPlan,
         [](Word n, Word w, Settings& s) { s.plan_memory = byte_size(n, w, {1, kSizeMost}); }},
    Flag{"--no-ids", "", "", kJudging,
         "It is enough to know that there is one alike, not which: saves the ordinals.", kPlan,
         [](Word, Word, Settings& s) { s.no_ids = true; }},
    Flag{"--design", "", "NAME", kJudging,
         "Tables of this design instead of the planned ones: see 'facsim plan', or paper-4, "
         "paper-10, paper-16, paper-20, course-10. Answers do not depend on it.",
         kIndex | kPlan, [](Word n, Word w, Settings& s) { s.design = not_empty(n, w); }},
    Flag{"--codec", "", "NAME", kJudging,
         "build, rebuild: how tables lie on the disk: none (ready to be searched), elias-fano or "
         "xor-huffman (in fewer bytes; decoded whenever the index is opened). Default: none; "
         "rebuild: the index's.",
         kIndex, apply_codec},
    Flag{"--recipe", "", "NAME", kJudging,
         "The recipe that pages' fingerprints are made by (default: the profile's; rebuild: the "
         "index's), or that those of a file are of, where somebody knows (default: external): a "
         "name of 'facsim recipe list', a file that ends in .toml, or for a file the 16 digits of "
         "an id. Fingerprints of different recipes are never compared.",
         kIndex, apply_recipe},
    Flag{"--input", "", "FORM", kReading,
         "The inputs are files of fingerprints, whatever they are called: hex or u64. Default: by "
         "their names; what is not named .hex or .u64 holds pages.",
         kIndex, apply_input},
    Flag{
        "--limit", "", "N", kPrinting,
        "query, join: at most the N nearest of each fingerprint, of equally near ones the first; a "
        "join has so many lines that begin with an entry. 0: all. Default: 0.",
        kIndex,
        [](Word n, Word w, Settings& s) { s.limit = whole_number(n, w, {0, 1'000'000'000}); }},
    Flag{"--pairs-max", "", "N", kPrinting,
         "join: print at most N lines. If there are more, the error says which fingerprint most "
         "entries share, and the status is 1. 0: all. Default: 0.",
         kIndex,
         [](Word n, Word w, Settings& s) { s.pairs_max = whole_number(n, w, {0, kPairsMost}); }},
    Flag{"--jsonl", "", "", kPrinting,
         "query: print one object a fingerprint, {\"query\", \"matches\": [{\"id\", "
         "\"distance\"}...], \"truncated\"}.",
         kIndex, [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--json", "", "", kPrinting, "info, query: print JSON.", kIndex,
         [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--json", "", "", kPrinting, "Print one JSON object.", kPlan,
         [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--threads", "", "N", kRunning,
         "build, add, query, join, compact, rebuild: how many threads work, 1 to 1024; the result "
         "does not depend on it. "
         "Default: as many as there are processors.",
         kIndex, apply_threads},
    Flag{"--map", "", "", kRunning,
         "query, join with new ones: leave the index on the disk and read what is needed, "
         "unverified, instead of all of it, verified: for a few queries, and for an index larger "
         "than memory.",
         kIndex, [](Word, Word, Settings& s) { s.map = true; }},
    Flag{"--memory", "", "SIZE", kRunning,
         "build, add, compact, rebuild, join, export: the limit for what is sorted, at least 64M; "
         "what "
         "does not fit "
         "goes to --tmp. K M G are powers of 1024. Default: 4G.",
         kIndex,
         [](Word n, Word w, Settings& s) {
           s.limits.memory_bytes = byte_size(n, w, {limits::kMemoryBytesMin, kSizeMost});
         }},
    Flag{"--usual-costs", "", "", kRunning,
         "Take the costs of a quiet server instead of measuring this machine's.", kPlan,
         [](Word, Word, Settings& s) { s.usual_costs = true; }},
    Flag{"--quiet", "-q", "", kRunning, "Only warnings, errors and what was asked for.", kIndex,
         [](Word, Word, Settings& s) { s.quiet = true; }},
};

}  // namespace

std::span<const Flag> index_flags() noexcept { return kFlags; }

}  // namespace facsim
