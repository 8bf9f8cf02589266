// SPDX-License-Identifier: Apache-2.0
// Joins the pieces of the one table of flags.
#include <algorithm>

#include "apps/flag_tables.h"

namespace facsim {
namespace {

constexpr CommandBits kAll = ~CommandBits{0};  // all commands

constexpr std::array kHelp = {
    Flag{"--help", "", "", kRunning, "Print the whole help: about, all flags, examples.", kAll,
         [](std::string_view, std::string_view, Settings& s) { s.help = HelpChoice::whole; }},
    Flag{"-h", "", "", kRunning, "Print the short help: the flags that matter most.", kAll,
         [](std::string_view, std::string_view, Settings& s) {
           if (s.help == HelpChoice::none) s.help = HelpChoice::brief;
         }},
};

std::vector<Flag> all_flags() {
  std::vector<Flag> all;
  for (const std::span<const Flag> piece :
       {page_flags(), reading_flags(), recluster_flags(), index_flags(), eval_flags(), show_flags(),
        report_flags(), serve_flags(), store_flags(), mirrors_flags(), summary_flags()}) {
    all.insert(all.end(), piece.begin(), piece.end());
  }
  all.insert(all.end(), kHelp.begin(), kHelp.end());
  std::stable_sort(all.begin(), all.end(), [](const Flag& a, const Flag& b) {
    const auto rank = [](const Flag& flag) {
      return std::find(kSections.begin(), kSections.end(), flag.section);
    };
    return rank(a) < rank(b);
  });
  return all;
}

}  // namespace

std::span<const Flag> flags() noexcept {
  static const std::vector<Flag> all = all_flags();
  return all;
}

}  // namespace facsim
