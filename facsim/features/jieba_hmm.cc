// SPDX-License-Identifier: Apache-2.0
#include <cassert>

#include "facsim/features/jieba_internal.h"

namespace facsim {
namespace {

// The two states that may precede a state, the larger letter first.
constexpr std::array<std::array<JiebaState, 2>, 4> kBefore = {{
    {kSingle, kEnd},    // B
    {kMiddle, kBegin},  // E
    {kMiddle, kBegin},  // M
    {kSingle, kEnd},    // S
}};

}  // namespace

// states[t] first contains, as one bit for each state, which of the two preceded it; the way back
// then overwrites it with the state itself. So a character costs one byte.
void find_jieba_states(const JiebaData& data, std::span<const char16_t> han,
                       std::vector<std::uint8_t>& states) {
  assert(!han.empty() && "a run has characters");
  states.resize(han.size());
  const auto emissions_of = [&data](char16_t c) -> const JiebaStates& {
    return data.emissions[static_cast<std::size_t>(c - kJiebaHanFirst)];
  };
  JiebaStates scores;
  for (std::size_t y = 0; y < 4; ++y) scores[y] = data.start[y] + emissions_of(han[0])[y];
  for (std::size_t t = 1; t < han.size(); ++t) {
    const JiebaStates& emissions = emissions_of(han[t]);
    JiebaStates next;
    unsigned choices = 0;
    for (std::size_t y = 0; y < 4; ++y) {
      const auto [large, small] = kBefore[y];
      const double by_large = scores[large] + data.transitions[large][y] + emissions[y];
      const double by_small = scores[small] + data.transitions[small][y] + emissions[y];
      const bool takes_small = by_small > by_large;
      next[y] = takes_small ? by_small : by_large;
      choices |= static_cast<unsigned>(takes_small) << y;
    }
    scores = next;
    states[t] = static_cast<std::uint8_t>(choices);
  }
  std::uint8_t state = scores[kEnd] > scores[kSingle] ? kEnd : kSingle;
  for (std::size_t t = han.size() - 1; t > 0; --t) {
    const unsigned takes_small = (states[t] >> state) & 1U;
    states[t] = state;
    state = kBefore[state][takes_small];
  }
  states[0] = state;
}

}  // namespace facsim
