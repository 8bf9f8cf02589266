// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why two kept pages that were compared are not duplicates, and neither is reported for the other.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace facsim {

enum class WhyApart : std::uint8_t {
  figures,       // what they share is not enough
  decided,       // a person decided that they are different
  one_template,  // enough, but they are two instances of one template, which the policy refuses
  names,         // enough, but one uses a word of its name that the other does not
  unjudged,   // enough, but titles, or what is visible beside the judged texts, say that they are
              // two pages
  elsewhere,  // enough, and the page is reported for another one
};
[[nodiscard]] constexpr std::string_view name_of(WhyApart why) noexcept {
  constexpr std::string_view kNames[] = {"figures", "decided",  "template",
                                         "names",   "unjudged", "elsewhere"};
  return kNames[static_cast<std::size_t>(why)];
}

}  // namespace facsim
