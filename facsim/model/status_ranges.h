// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which HTTP answers are meant: "200", "200,300-399".

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace facsim {

// A number as a status: 100 to 999 and whole, else nothing.
[[nodiscard]] std::optional<std::uint16_t> status_of(double number) noexcept;

class StatusRanges {
 public:
  // Holds every status.
  StatusRanges() = default;
  // Numbers of 100 to 999 and ranges of them, with commas; of an empty text every status. Throws
  // Error{invalid_argument} that quotes what is neither.
  explicit StatusRanges(std::string_view text);

  [[nodiscard]] bool has(std::uint16_t status) const noexcept;

 private:
  std::vector<std::pair<std::uint16_t, std::uint16_t>> ranges_;  // first and last of each
};

}  // namespace facsim
