// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages for a store that can be made again from numbers, and who judges what is left of the store.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "facsim/seen.h"

namespace facsim::fault {

// Small fronts, so that segments are written all the time.
[[nodiscard]] SeenStoreOptions small_fronts();

// ---- families: near-copies of one another, and of nobody else ----

struct Copy {
  std::uint32_t family = 0;
  std::uint32_t copy = 0;
  friend auto operator<=>(const Copy&, const Copy&) = default;
};
[[nodiscard]] std::string id_of(const Copy& copy);
[[nodiscard]] Page page_of(std::uint64_t seed, const Copy& copy);

// What a client knows of each of its pages.
enum class Known : std::uint8_t {
  asked,    // it was offered, and nobody answered
  no,       // added as the first of its family
  yes,      // added as a copy
  erasing,  // nobody said that it is gone
  erased,
};
// In the order in which a client came to know it, for each page.
using Expected = std::map<Copy, std::vector<Known>>;

// What is wrong: an acknowledged page is missing or there twice, one that was erased is there, a
// family has two clusters, or a cluster counts other pages than it has. Without erasing, also that
// two of a family were told `no`. Throws what the store throws.
[[nodiscard]] std::optional<std::string> complaint(const SeenStore& store, std::uint64_t seed,
                                                   const Expected& expected);

// The same, and once more when the index was made again: then all must be answered alike.
[[nodiscard]] std::optional<std::string> complaint(const std::string& folder, std::uint64_t seed,
                                                   const Expected& expected);

// Adds and erases copies until `may_go_on` says no or the store fails; `tell` is called from this
// thread before and behind each change. Copies are numbered from `first` on, by `step`.
struct Load {
  std::uint64_t seed = 1;
  std::uint32_t families = 8;
  std::uint32_t first = 0;
  std::uint32_t step = 1;
  bool erases = true;
};
void offer_copies(SeenStore& store, const Load& load, const std::function<bool()>& may_go_on,
                  const std::function<void(const Copy&, Known)>& tell);

}  // namespace facsim::fault
