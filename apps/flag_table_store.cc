// SPDX-License-Identifier: Apache-2.0
// The flags that only store has.
#include <algorithm>
#include <array>

#include "apps/flag_tables.h"
#include "apps/values.h"
#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/report/utc_time.h"
#include "facsim/seen/store_rows.h"

namespace facsim {
namespace {

using Word = std::string_view;

void apply_collection(Word name, Word word, Settings& settings) {
  if (!is_collection_name(word)) {
    throw Error{ErrorCode::invalid_argument,
                std::string(name) + ": '" + std::string(word) +
                    "' is no name of a collection: 1 to 64 characters of a-z 0-9 _ -"};
  }
  settings.store.collection = word;
}

// The verbs that apply to all collections if none is named.
constexpr CommandBits kStoreAll = kStoreBackup | kStoreRestore | kStoreCheck | kStoreStats;

void apply_age(Word name, Word word, Settings& settings) {
  settings.store.age = age_word(name, word);
}

void apply_by(Word name, Word word, Settings& settings) {
  settings.store.by_last_seen = is_last_seen(name, word);
}

void apply_before(Word name, Word word, Settings& settings) {
  settings.store.before_ms = utc_time_named(word);
  if (settings.store.before_ms) return;
  throw Error{ErrorCode::invalid_argument, std::string(name) + ": '" + std::string(word) +
                                               "' is no date; give one of UTC, as " +
                                               std::string(name) + " 2026-11-22 or " +
                                               std::string(name) + " 2026-11-22T08:00:00Z"};
}

constexpr std::array kStoreFlags = {
    Flag{"--output", "-o", "FILE", kChoosing, "Write there instead of to standard output.",
         kStoreDump, [](Word n, Word w, Settings& s) { s.output = not_empty(n, w); }},
    Flag{"--output", "-o", "NEW", kChoosing,
         "Write a store by another --profile or --recipe into this new folder.", kStoreRebuild,
         [](Word n, Word w, Settings& s) { s.output = not_empty(n, w); }},
    Flag{"--collection", "", "NAME", kChoosing,
         "The collection of the store. A store has one of the name default; load begins others. "
         "Default: {}.",
         (kStore & ~kStoreAll) | kMirrors, apply_collection, kAnyValue,
         [] { return Settings().store.collection; }},
    Flag{"--collection", "", "NAME", kChoosing,
         "This collection of the store alone. Default: all of them.", kStoreAll, apply_collection},
    Flag{"--add", "", "", kChoosing, "Add the pages that are asked for, in the same step.",
         kStoreAsk, [](Word, Word, Settings& s) { s.store.add = true; }},
    Flag{"--crawl", "", "NAME", kChoosing,
         "The crawl that brings the pages. Others see them once all are there.", kStoreLoad,
         [](Word n, Word w, Settings& s) { s.store.crawl = not_empty(n, w); }},
    Flag{"--history", "", "", kChoosing,
         "Of a new store: keep both texts of an id or URL that comes again with another one; by "
         "default the new one replaces the old. A store that was begun without it is refused.",
         kStoreLoad, [](Word, Word, Settings& s) { s.store.keep_history = true; }},
    Flag{"--id-prefix", "", "TEXT", kChoosing,
         "Put this before the id of each page, as day2/: a page of a folder has its path in that "
         "folder as its id, so that of another folder would replace it.",
         kStoreLoad | kStoreAsk,
         [](Word n, Word w, Settings& s) { s.store.id_prefix = not_empty(n, w); }},
    Flag{"--crawl", "", "NAME", kChoosing, "Delete pages that this crawl brought.", kStoreRetain,
         [](Word n, Word w, Settings& s) { s.store.crawl = not_empty(n, w); }},
    Flag{"--host", "", "HOST", kChoosing,
         "Delete pages whose URL has this host, in upper or lower case.", kStoreRetain,
         [](Word n, Word w, Settings& s) { s.store.host = not_empty(n, w); }},
    Flag{"--age", "", "AGE", kChoosing,
         "Delete pages that were first seen longer ago: a number and s, m, h, d or w, as 90d.",
         kStoreRetain, apply_age},
    Flag{"--before", "", "DATE", kChoosing,
         "Delete pages that were first seen before this date or time of UTC: 2026-11-22, "
         "2026-11-22T08:00:00Z.",
         kStoreRetain, apply_before},
    Flag{"--by", "", "TIME", kChoosing,
         "Which time --age and --before mean: first-seen, or last-seen, when a page was met last. "
         "Default: {}.",
         kStoreRetain, apply_by, Choices{words_of<time_words>},
         [] { return std::string(time_words()[0]); }},
    Flag{"--dry-run", "", "", kChoosing, "Delete nothing: print how many pages would be deleted.",
         kStoreRetain, [](Word, Word, Settings& s) { s.dry_run = true; }},
    Flag{"--profile", "", "NAME", kJudging,
         "A named choice of recipe, candidates and thresholds: compact, balanced, strict, "
         "thorough. Another one than the store's is refused. Default: the store's; of a new one "
         "balanced.",
         kStoreOpens, [](Word, Word w, Settings& s) { s.profile = profile_named(w).name; },
         Choices{profile_words}},
    Flag{"--recipe", "", "NAME", kJudging,
         "Everything that decides the bits of a fingerprint: a name of 'facsim recipe list', or a "
         "file that ends in .toml, which must be named whenever the store is opened. Default: the "
         "store's; of a new one the profile's.",
         kStoreOpens, apply_recipe, kRecipes},
    Flag{"--max-distance", "", "K", kJudging,
         "Of a new store: pages whose fingerprints differ in at most K bits are compared, 0 to 12. "
         "Default: the store's; of a new one the profile's.",
         kStoreLoad | kStoreRebuild, apply_distance},
    Flag{"--names", "", "SWITCH", kJudging,
         "Of a new store: whether HTML pages of one site are two where names tell them apart, on "
         "or off, as of 'facsim dedup'. A new store has them on. Default: the store's.",
         kStoreLoad, apply_names, kOnOrOff},
    Flag{"--explain", "", "", kPrinting, "Print the candidates, too, and why each was refused.",
         kStoreAsk, [](Word, Word, Settings& s) { s.store.explain = true; }},
    Flag{"--limit", "", "N", kPrinting, "Print at most N copies, 1 to 1,000. Default: {}.",
         kStoreCopies,
         [](Word n, Word w, Settings& s) { s.store.limit = whole_number(n, w, {1, 1000}); },
         kAnyValue, [] { return std::to_string(Settings().store.limit); }},
    Flag{"--hosts", "", "N", kPrinting, "Print the N hosts with most pages. Default: {}.",
         kStoreStats,
         [](Word n, Word w, Settings& s) { s.store.hosts = whole_number(n, w, {0, 1'000'000}); },
         kAnyValue, [] { return std::to_string(Settings().store.hosts); }},
    Flag{"--top", "", "N", kPrinting,
         "Print the N largest clusters, the N hosts with the largest share of copies, and the N "
         "whose copies saved most. Default: {}.",
         kStoreStats,
         [](Word n, Word w, Settings& s) { s.store.top = whole_number(n, w, {0, 1000}); },
         kAnyValue, [] { return std::to_string(Settings().store.top); }},
    Flag{"--json", "", "", kPrinting, "Print one JSON object.", kStore & ~(kStoreAsk | kStoreDump),
         [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--memory", "", "SIZE", kRunning,
         "The limit for what the store sorts and keeps of its rows, at least 64M. K M G are powers "
         "of 1024. Default: {}.",
         kStore,
         [](Word n, Word w, Settings& s) {
           s.limits.memory_bytes = byte_size(n, w, {limits::kMemoryBytesMin, kSizeMost});
         },
         kAnyValue, [] { return size_word(Settings().limits.memory_bytes); }},
    Flag{"--quiet", "-q", "", kRunning,
         "No progress, whatever --progress says, and no summary; warnings and errors are still "
         "printed.",
         kStore, [](Word, Word, Settings& s) { s.quiet = true; }},
};

}  // namespace

std::span<const Flag> store_flags() noexcept { return kStoreFlags; }

}  // namespace facsim
