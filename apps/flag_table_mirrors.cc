// SPDX-License-Identifier: Apache-2.0
// The flags of mirrors.
#include <array>

#include "apps/flag_tables.h"
#include "apps/values.h"
#include "facsim/base/limits.h"

namespace facsim {
namespace {

using Word = std::string_view;

constexpr std::uint64_t kSupportMost = 1'000'000'000;

constexpr std::array kMirrorsFlags = {
    Flag{"--rules", "", "FILE", kChoosing,
         "Write the rules into a JSON file, which --normalize reads.", kMirrors,
         [](Word n, Word w, Settings& s) { s.mirrors.rules = not_empty(n, w); }},
    Flag{"--nutch", "", "FILE", kChoosing,
         "Write the rules into a file of patterns, as Nutch's regex-normalize.xml.", kMirrors,
         [](Word n, Word w, Settings& s) { s.mirrors.nutch = not_empty(n, w); }},
    Flag{"--normalize", "", "FILE", kChoosing,
         "Read nothing but a file of --rules and URLs, one a line, from standard input; print each "
         "as the rules make it.",
         kMirrors, [](Word n, Word w, Settings& s) { s.mirrors.normalize = not_empty(n, w); }},
    Flag{"--force", "", "", kChoosing, "Write files even if they are there.", kMirrors,
         [](Word, Word, Settings& s) { s.folder.force = true; }},
    Flag{"--min-support", "", "N", kJudging,
         "A rule needs N pairs of copies, a mirror N different contents on both sides. Default: "
         "{}.",
         kMirrors,
         [](Word n, Word w, Settings& s) {
           s.mirrors.support_min = whole_number(n, w, {1, kSupportMost});
         },
         kAnyValue, [] { return std::to_string(Settings().mirrors.support_min); }},
    Flag{"--min-precision", "", "P", kJudging,
         "A rule holds if at least this share of the pairs of URLs that it makes one are copies. "
         "Default: {}.",
         kMirrors,
         [](Word n, Word w, Settings& s) { s.mirrors.precision_min = ratio(n, w, {0, 1}); },
         kAnyValue, [] { return decimal(Settings().mirrors.precision_min); }},
    Flag{
        "--min-share", "", "S", kJudging,
        "Mirrors share at least this share of the pages of both sides; of one side is enough where "
        "pages at one path are copies. Default: {}.",
        kMirrors, [](Word n, Word w, Settings& s) { s.mirrors.share_min = ratio(n, w, {0, 1}); },
        kAnyValue, [] { return decimal(Settings().mirrors.share_min); }},
    Flag{"--json", "", "", kPrinting, "Print one JSON object instead of tables.", kMirrors,
         [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--limit", "", "N", kPrinting,
         "Print at most N mirrors, and as many rules. 0: all. Default: {}.", kMirrors,
         [](Word n, Word w, Settings& s) { s.limit = whole_number(n, w, {0, kSupportMost}); },
         kAnyValue, [] { return std::to_string(Settings().limit); }},
    Flag{"--memory", "", "SIZE", kRunning,
         "The limit for the rows of a result or the cache of a store, at least 64M. K M G are "
         "powers of 1024. What is learned takes its own. Default: {}.",
         kMirrors,
         [](Word n, Word w, Settings& s) {
           s.limits.memory_bytes = byte_size(n, w, {limits::kMemoryBytesMin, kSizeMost});
         },
         kAnyValue, [] { return size_word(Settings().limits.memory_bytes); }},
    Flag{"--quiet", "-q", "", kRunning,
         "No progress, whatever --progress says; warnings and errors are still printed.", kMirrors,
         [](Word, Word, Settings& s) { s.quiet = true; }},
};

}  // namespace

std::span<const Flag> mirrors_flags() noexcept { return kMirrorsFlags; }

}  // namespace facsim
