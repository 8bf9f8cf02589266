// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/text_order.h"

#include "facsim/model/decision.h"

namespace facsim {

std::vector<std::uint32_t> best_of_texts(const std::vector<std::uint32_t>& same_text,
                                         const std::vector<std::uint32_t>& ranks) {
  std::vector<std::uint32_t> best(same_text.size(), kNoPage);
  for (std::uint32_t page = 0; page < same_text.size(); ++page) {
    const std::uint32_t text = same_text[page];
    if (text == kNoPage) continue;
    if (best[text] == kNoPage || ranks[page] < ranks[best[text]]) best[text] = page;
  }
  std::vector<std::uint32_t> result(same_text.size(), kNoPage);
  for (std::uint32_t page = 0; page < same_text.size(); ++page) {
    if (same_text[page] != kNoPage) result[page] = best[same_text[page]];
  }
  return result;
}

}  // namespace facsim
