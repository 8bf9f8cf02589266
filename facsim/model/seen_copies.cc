// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/seen_copies.h"

#include <algorithm>
#include <tuple>

namespace facsim {
namespace {

constexpr std::int64_t kLatelyMs = std::int64_t{30} * 86'400'000;
constexpr int kNoKind = 4;

int order_of(const std::optional<Match>& match) {
  return match ? static_cast<int>(match->kind) : kNoKind;
}

}  // namespace

void keep_best(SeenCopies& copies, std::uint64_t limit) {
  std::int64_t last_ms = 0;
  for (const SeenCopy& each : copies.copies) last_ms = std::max(last_ms, each.page.last_seen_ms);
  const auto order = [last_ms](const SeenCopy& copy) {
    const SeenPage& page = copy.page;
    return std::tuple((last_ms - page.last_seen_ms) / kLatelyMs, order_of(copy.match),
                      page.first_seen_ms - page.last_seen_ms, ~page.number);
  };
  const std::size_t kept = std::min<std::uint64_t>(limit, copies.copies.size());
  std::ranges::partial_sort(copies.copies,
                            copies.copies.begin() + static_cast<std::ptrdiff_t>(kept), {}, order);
  copies.truncated |= kept < copies.copies.size();
  copies.copies.resize(kept);
}

}  // namespace facsim
