// SPDX-License-Identifier: Apache-2.0
// The names of the enum values in this room, in one place so that they are the same everywhere.
#include <array>
#include <cassert>

#include "facsim/model/choice_names.h"
#include "facsim/model/left_out.h"
#include "facsim/model/match.h"
#include "facsim/model/skip.h"

namespace facsim {
namespace {
constexpr std::array<std::string_view, kKindCount> kKindNames = {"exact", "content", "layout",
                                                                 "partial"};
constexpr std::array<std::string_view, kSkipCount> kSkipNames = {
    "none",     "no_text",        "not_a_page",     "too_large",
    "bad_json", "no_text_field",  "bad_features",   "bad_http",
    "bad_body", "damaged_record", "clipped_record", "unknown_encoding",
    "bad_row",  "crawler_record", "split_record",   "other_status"};
}  // namespace

std::string_view name_of(Kind kind) noexcept { return kKindNames[static_cast<std::size_t>(kind)]; }

std::string_view name_of(By by) noexcept {
  constexpr std::array<std::string_view, 5> names = {"digest", "sketch", "text", "link", "bytes"};
  return names[static_cast<std::size_t>(by)];
}

std::string_view name_of(LeftOut why) noexcept {
  constexpr std::array<std::string_view, kLeftOutCount> names = {"nothing", "named", "hidden",
                                                                 "bare", "undecoded"};
  return names[static_cast<std::size_t>(why)];
}

std::string_view name_of(Skip skip) noexcept { return kSkipNames[static_cast<std::size_t>(skip)]; }

std::span<const std::string_view> kind_names() noexcept { return kKindNames; }

std::optional<Kind> kind_named(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kKindNames.size(); ++i) {
    if (kKindNames[i] == name) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

}  // namespace facsim
