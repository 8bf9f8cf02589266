// SPDX-License-Identifier: Apache-2.0
// The flags that only index and plan have.
#include <algorithm>
#include <array>

#include "apps/flag_tables.h"
#include "apps/values.h"
#include "facsim/base/limits.h"
#include "facsim/index/codec/codec.h"

namespace facsim {
namespace {

using namespace std::string_view_literals;
using Word = std::string_view;

constexpr std::array kFingerprintForms = {"hex"sv, "u64"sv};

std::span<const Word> fingerprint_forms() { return kFingerprintForms; }
std::vector<Word> codec_words() {
  return {"none", name_of(Codec::elias_fano), name_of(Codec::xor_huffman)};
}
// The designs that plan may choose depend on its settings.
std::vector<Word> design_words() {
  return {"paper-4", "paper-10", "paper-16", "paper-20", "course-10"};
}

void apply_input(Word name, Word word, Settings& settings) {
  settings.fingerprint_form = chosen(name, word, fingerprint_form_named(word), fingerprint_forms());
}

void apply_codec(Word name, Word word, Settings& settings) {
  const std::vector<Word> words = codec_words();
  if (std::find(words.begin(), words.end(), word) == words.end()) {
    throw_not_one_of(name, word, words);
  }
  settings.codec = word == words.front() ? "" : std::string(word);
}

std::string usual_codec() {
  const std::string usual = Settings().codec;
  return usual.empty() ? std::string(codec_words().front()) : usual;
}

// Accepts 8e9, 10M, 17179869184.
void apply_planned_count(Word name, Word word, Settings& settings) {
  settings.count = large_number(name, word, {1, std::uint64_t{1} << 40});
}

std::string usual_distance() { return std::to_string(Settings().index_distance()); }

// For a file of fingerprints, the recipe may also be an id, or `external` for an unknown recipe.
void apply_recipe_of_file(Word name, Word word, Settings& settings) {
  constexpr Word kDigits = "0123456789abcdefABCDEF";
  constexpr std::size_t kIdDigits = 16;
  const bool is_id =
      word.size() == kIdDigits && word.find_first_not_of(kDigits) == std::string_view::npos;
  if (!is_id && word != "external") return apply_recipe(name, word, settings);
  settings.recipe = word;
}

constexpr std::uint64_t kPairsMost = 1'000'000'000'000'000;

constexpr CommandBits kIndexAsks = kIndexQuery | kIndexJoin;
constexpr CommandBits kSorting =
    kIndexBuild | kIndexAdd | kIndexCompact | kIndexRebuild | kIndexJoin | kIndexExport;

constexpr std::array kIndexFlags = {
    Flag{"--output", "-o", "IDX", kChoosing, "The folder of the index. Required.", kIndexBuild,
         [](Word n, Word w, Settings& s) { s.output = not_empty(n, w); }},
    Flag{"--force", "", "", kChoosing, "Build in the place of an index that is there.", kIndexBuild,
         [](Word, Word, Settings& s) { s.folder.force = true; }},
    Flag{"--ids", "", "FILE", kChoosing, "A file of ids, one a line; - is standard input.",
         kIndexDelete, [](Word n, Word w, Settings& s) { s.ids_file = not_empty(n, w); }},
    Flag{"--max-distance", "", "K", kJudging,
         "The index finds fingerprints that differ in at most K bits, 0 to 12. Default: {}.",
         kIndexBuild | kPlan, apply_distance, kAnyValue, usual_distance},
    Flag{"--max-distance", "", "K", kJudging,
         "Find entries that differ in at most K bits, up to the distance that the index was built "
         "for. Default: that distance.",
         kIndexQuery, apply_distance},
    Flag{"--max-distance", "", "K", kJudging,
         "Print pairs that differ in at most K bits, 0 to 12, whatever distance the index was "
         "built for. Default: {}.",
         kIndexJoin, apply_distance, kAnyValue, usual_distance},
    Flag{"--max-distance", "", "K", kJudging,
         "The new index finds fingerprints that differ in at most K bits, 0 to 12. Default: the "
         "index's.",
         kIndexRebuild, apply_distance},
    Flag{"--k", "-k", "K", kJudging, "The same as --max-distance.",
         kIndexBuild | kIndexQuery | kIndexJoin | kIndexRebuild | kPlan, apply_distance},
    Flag{"--count", "", "N", kJudging,
         "How many fingerprints: 17000000, 17M or 1.7e7. K M G are powers of 1000. Required.",
         kPlan, apply_planned_count},
    Flag{"--memory", "", "SIZE", kJudging,
         "What the index may take. K M G are powers of 1024. Default: whatever it takes.", kPlan,
         [](Word n, Word w, Settings& s) { s.plan_memory = byte_size(n, w, {1, kSizeMost}); }},
    Flag{"--no-ids", "", "", kJudging,
         "It is enough to know that there is one alike, not which: saves the ordinals.", kPlan,
         [](Word, Word, Settings& s) { s.no_ids = true; }},
    Flag{"--design", "", "NAME", kJudging,
         "Tables of this design instead of the planned ones: see 'facsim plan', or paper-4, "
         "paper-10, paper-16, paper-20, course-10. Answers do not depend on it.",
         kIndexBuild | kIndexAdd | kIndexCompact | kIndexRebuild | kPlan,
         [](Word n, Word w, Settings& s) { s.design = not_empty(n, w); }, Choices{design_words}},
    Flag{"--codec", "", "NAME", kJudging,
         "How tables lie on the disk: none (ready to be searched), elias-fano or xor-huffman (in "
         "fewer bytes; decoded whenever the index is opened). Default: {}.",
         kIndexBuild, apply_codec, Choices{codec_words}, usual_codec},
    Flag{"--codec", "", "NAME", kJudging,
         "How tables lie on the disk: none (ready to be searched), elias-fano or xor-huffman (in "
         "fewer bytes; decoded whenever the index is opened). Default: the index's.",
         kIndexRebuild, apply_codec, Choices{codec_words}},
    Flag{"--recipe", "", "NAME", kJudging,
         "The recipe that pages' fingerprints are made by, or that those of a file are of, where "
         "somebody knows: a name of 'facsim recipe list', a file that ends in .toml, or for a file "
         "the 16 digits of an id. Fingerprints of different recipes are never compared. Default: "
         "the profile's; of a file external.",
         kIndexBuild | kIndexAdd | kIndexQuery, apply_recipe_of_file, kRecipes},
    Flag{"--recipe", "", "NAME", kJudging,
         "The recipe that the fingerprints of files are of, where somebody knows: a name of "
         "'facsim recipe list', a file that ends in .toml, or the 16 digits of an id. Fingerprints "
         "of different recipes are never compared. Default: external.",
         kIndexJoin, apply_recipe_of_file, kRecipes},
    Flag{"--recipe", "", "NAME", kJudging,
         "The recipe that pages' fingerprints are made by: a name of 'facsim recipe list', or a "
         "file that ends in .toml. Default: the index's.",
         kIndexRebuild, apply_recipe, kRecipes},
    Flag{"--input", "", "FORM", kReading,
         "The inputs are files of fingerprints, whatever they are called: hex or u64. Default: by "
         "their names; what is not named .hex or .u64 holds pages.",
         kIndexBuild | kIndexAdd | kIndexAsks, apply_input, Choices{words_of<fingerprint_forms>}},
    Flag{"--limit", "", "N", kPrinting,
         "At most the N nearest of each fingerprint, of equally near ones the first; a join has so "
         "many lines that begin with an entry. 0: all. Default: {}.",
         kIndexAsks,
         [](Word n, Word w, Settings& s) { s.limit = whole_number(n, w, {0, 1'000'000'000}); },
         kAnyValue, [] { return std::to_string(Settings().limit); }},
    Flag{"--pairs-max", "", "N", kPrinting,
         "Print at most N lines. If there are more, the error says which fingerprint most entries "
         "share, and the status is 1. 0: all. Default: {}.",
         kIndexJoin,
         [](Word n, Word w, Settings& s) { s.pairs_max = whole_number(n, w, {0, kPairsMost}); },
         kAnyValue, [] { return std::to_string(Settings().pairs_max); }},
    Flag{"--jsonl", "", "", kPrinting,
         "Print one object a fingerprint, {\"query\", \"matches\": [{\"id\", \"distance\"}...], "
         "\"truncated\"}.",
         kIndexQuery, [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--json", "", "", kPrinting, "The same as --jsonl.", kIndexQuery,
         [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--json", "", "", kPrinting, "Print one JSON object.", kIndexInfo | kPlan,
         [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--threads", "", "N", kRunning,
         "How many threads work, 1 to 1024; the result does not depend on it. Default: as many as "
         "there are processors.",
         kIndexReads | kIndexJoin | kIndexCompact, apply_threads},
    Flag{"--map", "", "", kRunning,
         "Leave the index on the disk and read what is needed, unverified, instead of all of it, "
         "verified: for a few queries, a join with a few new ones, and an index larger than "
         "memory.",
         kIndexAsks, [](Word, Word, Settings& s) { s.map = true; }},
    Flag{"--memory", "", "SIZE", kRunning,
         "The limit for what is sorted, at least 64M; what does not fit goes to --tmp. K M G are "
         "powers of 1024. Default: {}.",
         kSorting,
         [](Word n, Word w, Settings& s) {
           s.limits.memory_bytes = byte_size(n, w, {limits::kMemoryBytesMin, kSizeMost});
         },
         kAnyValue, [] { return size_word(Settings().limits.memory_bytes); }},
    Flag{"--usual-costs", "", "", kRunning,
         "Take the costs of a quiet server instead of measuring this machine's.", kPlan,
         [](Word, Word, Settings& s) { s.usual_costs = true; }},
    Flag{"--quiet", "-q", "", kRunning, "Only warnings, errors and what was asked for.", kIndex,
         [](Word, Word, Settings& s) { s.quiet = true; }},
};

}  // namespace

std::span<const Flag> index_flags() noexcept { return kIndexFlags; }

}  // namespace facsim
