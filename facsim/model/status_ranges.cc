// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/status_ranges.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr int kStatusMin = 100;
constexpr int kStatusMax = 999;

std::string_view without_spaces(std::string_view text) noexcept {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::optional<std::uint16_t> parse_status(std::string_view text) noexcept {
  text = without_spaces(text);
  std::uint16_t status = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), status);
  const bool is_whole = failed == std::errc{} && end == text.data() + text.size();
  if (!is_whole || status < kStatusMin || status > kStatusMax) return {};
  return status;
}

}  // namespace

std::optional<std::uint16_t> status_of(double number) noexcept {
  if (!(number >= kStatusMin && number <= kStatusMax)) return {};
  const auto status = static_cast<std::uint16_t>(number);
  if (static_cast<double>(status) != number) return {};
  return status;
}

StatusRanges::StatusRanges(std::string_view text) {
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, comma);
    const bool is_last = comma == text.size();
    text.remove_prefix(is_last ? comma : comma + 1);
    const std::size_t dash = std::min(part.find('-'), part.size());
    const auto first = parse_status(part.substr(0, dash));
    const auto last = dash == part.size() ? first : parse_status(part.substr(dash + 1));
    if (!first || !last || *last < *first || (!is_last && text.empty())) {
      throw Error{ErrorCode::invalid_argument,
                  "'" + std::string(part) +
                      "' is not an HTTP status; statuses are numbers of 100 to 999 and ranges, "
                      "as in 200,300-399"};
    }
    ranges_.emplace_back(*first, *last);
  }
}

bool StatusRanges::has(std::uint16_t status) const noexcept {
  return ranges_.empty() || std::ranges::any_of(ranges_, [status](const auto& range) {
           return range.first <= status && status <= range.second;
         });
}

}  // namespace facsim
