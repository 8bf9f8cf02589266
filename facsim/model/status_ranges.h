// SPDX-License-Identifier: Apache-2.0
#pragma once
// A set of HTTP statuses: "200", "200,300-399".

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace facsim {

// Returns the number as a status if it is whole and in 100 to 999, otherwise std::nullopt.
[[nodiscard]] std::optional<std::uint16_t> status_of(double number) noexcept;

class StatusRanges {
 public:
  // Contains every status.
  StatusRanges() = default;
  // Parses numbers from 100 to 999 and ranges of them, separated by commas; an empty text means
  // every status. Throws Error{invalid_argument} that quotes an invalid part.
  explicit StatusRanges(std::string_view text);

  [[nodiscard]] bool has(std::uint16_t status) const noexcept;

 private:
  std::vector<std::pair<std::uint16_t, std::uint16_t>> ranges_;  // first and last of each
};

}  // namespace facsim
