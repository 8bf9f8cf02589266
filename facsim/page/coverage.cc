// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/coverage.h"

#include <algorithm>
#include <limits>
#include <span>

#include "facsim/base/hash64.h"

namespace facsim {

double Coverage::judged() const noexcept { return double{kLeftOutOne} / (kLeftOutOne + left_out); }

bool Coverage::is_little() const noexcept { return is_garbled || left_out >= kLeftOutDecides; }

std::uint16_t left_out_share(std::uint64_t left_out, std::uint64_t judged) noexcept {
  constexpr std::uint64_t most = std::numeric_limits<std::uint16_t>::max();
  if (left_out == 0) return 0;
  const std::uint64_t parts = std::min(left_out, std::uint64_t{1} << 40) * kLeftOutOne;
  return static_cast<std::uint16_t>(std::min(most, parts / std::max<std::uint64_t>(judged, 1)));
}

std::uint64_t coverage_key(const Coverage& coverage) noexcept {
  if (coverage.is_garbled) return coverage.visible | 1U;
  if (!coverage.has_text) return 0;
  const auto bytes = std::as_bytes(std::span(coverage.text.bins));
  return combine(coverage.left_out,
                 hash64({reinterpret_cast<const char*>(bytes.data()), bytes.size()})) |
         1U;
}

}  // namespace facsim
