// SPDX-License-Identifier: Apache-2.0
// The one table of flags, put together from its pieces.
#include <algorithm>

#include "apps/flag_tables.h"

namespace facsim {
namespace {

constexpr Flag kHelp = {"--help",
                        "-h",
                        "",
                        kRunning,
                        "Print this help.",
                        kPages | kIndex | kPlan | kShow | kRecluster,
                        [](std::string_view, std::string_view, Settings& s) { s.help = true; }};

std::vector<Flag> all_flags() {
  std::vector<Flag> all;
  for (const std::span<const Flag> piece :
       {page_flags(), recluster_flags(), index_flags(), eval_flags(), show_flags()}) {
    all.insert(all.end(), piece.begin(), piece.end());
  }
  all.push_back(kHelp);
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
