// SPDX-License-Identifier: Apache-2.0
// The flags for the page of report, and of dedup if it is requested.
#include <array>
#include <string>

#include "apps/flag_tables.h"
#include "apps/report_name.h"
#include "apps/values.h"

namespace facsim {
namespace {

using Word = std::string_view;

constexpr std::uint64_t kListedPairsMost = 100'000;
constexpr std::uint64_t kTextMost = std::uint64_t{1} << 30;  // bytes

constexpr std::array kReportFlags = {
    Flag{
        "--report", "", "FILE", kPrinting,
        "Write the page of 'facsim report' about the result to FILE, behind the run. Not into OUT, "
        "and not among the inputs; over a FILE that is there only with --force.",
        kDedup, [](Word n, Word w, Settings& s) { s.report = not_empty(n, w); }},
    Flag{"--no-text", "", "", kPrinting,
         "Leave out of the page of --report what pages say: no texts, no titles. Ids, URLs and "
         "places stay.",
         kDedup, [](Word, Word, Settings& s) { s.no_text = true; }},
    Flag{"--output", "-o", "FILE", kPrinting,
         "The page's file. Not in OUT, and not among the inputs. Default: {}.", kReport,
         [](Word n, Word w, Settings& s) { s.output = not_empty(n, w); }, kAnyValue,
         [] { return std::string(kReportName); }},
    Flag{"--force", "", "", kPrinting, "Write FILE even if it is there.", kReport,
         [](Word, Word, Settings& s) { s.folder.force = true; }},
    Flag{"--no-text", "", "", kPrinting,
         "Leave out what pages say: no texts, no titles. Ids, URLs and places stay.", kReport,
         [](Word, Word, Settings& s) { s.no_text = true; }},
    Flag{"--text-size", "", "SIZE", kPrinting,
         "How much text the page may have, before it is packed; pairs nearest to the threshold "
         "come first. At most 1G. Default: {}.",
         kReport,
         [](Word n, Word w, Settings& s) { s.review_text_bytes = byte_size(n, w, {0, kTextMost}); },
         kAnyValue, [] { return size_word(Settings().review_text_bytes); }},
    Flag{"--pairs-max", "", "N", kPrinting,
         "How many pairs are listed, those nearest to the threshold first; up to 100000. Default: "
         "{}.",
         kReport,
         [](Word n, Word w, Settings& s) {
           s.review_pairs_max = whole_number(n, w, {0, kListedPairsMost});
         },
         kAnyValue, [] { return std::to_string(Settings().review_pairs_max); }},
};

}  // namespace

std::span<const Flag> report_flags() noexcept { return kReportFlags; }

}  // namespace facsim
