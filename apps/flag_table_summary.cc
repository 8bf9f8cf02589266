// SPDX-License-Identifier: Apache-2.0
// The flags that say what a run writes in addition to its results, and whether it writes at all.
#include <array>

#include "apps/flag_tables.h"
#include "apps/values.h"

namespace facsim {
namespace {

using namespace std::string_view_literals;
using Word = std::string_view;

constexpr std::array kSummaryForms = {"text"sv, "json"sv};

std::span<const Word> summary_forms() { return kSummaryForms; }

void apply_summary(Word name, Word word, Settings& settings) {
  if (word != "text" && word != "json") throw_not_one_of(name, word, words_of<summary_forms>());
  settings.summary_json = word == "json";
}

std::string usual_form() { return std::string(kSummaryForms[Settings().summary_json ? 1 : 0]); }

constexpr std::array kSummaryFlags = {
    Flag{"--dry-run", "", "", kChoosing,
         "Write nothing: print how many pages would be removed and kept. -o is not needed, and an "
         "index of --against stays as it is.",
         kDedup, [](Word, Word, Settings& s) { s.dry_run = true; }},
    Flag{"--summary", "", "FORM", kPrinting,
         "How the run is summed up: text (lines on standard error) or json (the object of "
         "summary.json, on standard output). Default: {}.",
         kDedup | kRecluster, apply_summary, Choices{words_of<summary_forms>}, usual_form},
    Flag{"--summary", "", "FORM", kPrinting,
         "How the change is summed up: text (a line on standard error) or json (one object, on "
         "standard output). Default: {}.",
         kIndexChanges | kIndexCheck, apply_summary, Choices{words_of<summary_forms>}, usual_form},
};

}  // namespace

std::span<const Flag> summary_flags() noexcept { return kSummaryFlags; }

}  // namespace facsim
