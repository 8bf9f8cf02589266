// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages for a store that are reproducible from numbers, and the check of what is left of the store.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "facsim/seen.h"

namespace facsim::fault {

// Small memtables, so that segments are written all the time.
[[nodiscard]] SeenStoreOptions small_memtables();

// ---- families: near-copies of one another, and of no other page ----

struct Copy {
  std::uint32_t family = 0;
  std::uint32_t copy = 0;
  friend auto operator<=>(const Copy&, const Copy&) = default;
};
[[nodiscard]] std::string id_of(const Copy& copy);
[[nodiscard]] Page page_of(std::uint64_t seed, const Copy& copy);

// A client's knowledge of one of its pages.
enum class Known : std::uint8_t {
  asked,    // it was offered, without an answer yet
  no,       // added as the first of its family
  yes,      // added as a copy
  erasing,  // the erasure is not acknowledged
  erased,
};
// For each page, in the order in which a client came to know it.
using Expected = std::map<Copy, std::vector<Known>>;

// Returns the first fault: an acknowledged page is missing or there twice, an erased page is there,
// a family has two clusters, or a cluster has a wrong count. Without erasing, also if two pages of
// a family were answered `no`. Throws what the store throws.
[[nodiscard]] std::optional<std::string> complaint(const SeenStore& store, std::uint64_t seed,
                                                   const Expected& expected);

// The same, and again after rebuilding the index: then all answers must be the same.
[[nodiscard]] std::optional<std::string> complaint(const std::string& folder, std::uint64_t seed,
                                                   const Expected& expected);

// Adds and erases copies until `may_go_on` returns false or the store fails; `tell` is called from
// this thread before and after each change. Copies are numbered from `first`, by `step`.
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
