// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <optional>

#include "facsim/extract/ascii_internal.h"
#include "facsim/extract/inline_style_internal.h"

namespace facsim {
namespace {

constexpr double kFarAway = -900;  // pixels, or any unit
constexpr double kInsetAll = 50;   // per cent from each side

// Removes the number from the front of a value and returns it; the unit remains.
std::optional<double> take_number(std::string_view& value) {
  value = trimmed(value);
  if (value.starts_with('+')) value.remove_prefix(1);
  double number = 0;
  const auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), number, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  value.remove_prefix(static_cast<std::size_t>(end - value.data()));
  return number;
}

bool is_zero(std::string_view value) { return take_number(value) == 0.0; }

bool is_far_away(std::string_view value) {
  const std::optional<double> number = take_number(value);
  return number && *number <= kFarAway;
}

// Returns the content of the brackets of `name(...)`.
std::optional<std::string_view> arguments_of(std::string_view value, std::string_view name) {
  if (value.size() < name.size() + 2 || !value.ends_with(')') || value[name.size()] != '(') {
    return std::nullopt;
  }
  if (!equals_ignoring_case(value.substr(0, name.size()), name)) return std::nullopt;
  return value.substr(name.size() + 1, value.size() - name.size() - 2);
}

// True if `value` is rect(top, right, bottom, left) without area. Commas may be missing.
bool clips_all(std::string_view value) {
  std::optional<std::string_view> sides = arguments_of(value, "rect");
  if (!sides) return false;
  std::array<double, 4> numbers{};
  for (double& number : numbers) {
    while (!sides->empty() && (sides->front() == ',' || is_html_space(sides->front()))) {
      sides->remove_prefix(1);
    }
    const std::optional<double> read = take_number(*sides);
    if (!read) return false;
    number = *read;
    while (!sides->empty() && sides->front() != ',' && !is_html_space(sides->front())) {
      sides->remove_prefix(1);
    }
  }
  return numbers[2] <= numbers[0] || numbers[1] <= numbers[3];
}

// True if `value` is an inset() that leaves nothing. Its first distance is used for all sides.
bool insets_all(std::string_view value) {
  std::optional<std::string_view> sides = arguments_of(value, "inset");
  if (!sides) return false;
  const std::optional<double> number = take_number(*sides);
  return number && *number >= kInsetAll && trimmed(*sides) == "%";
}

constexpr std::array<std::string_view, 4> kSides = {"left", "right", "top", "bottom"};

class Declarations {
 public:
  void add(std::string_view name, std::string_view value) {
    const auto is = [name](std::string_view other) { return equals_ignoring_case(name, other); };
    const auto says = [value](std::string_view word) { return equals_ignoring_case(value, word); };
    if (is("display")) {
      has_no_display_ = says("none");
    } else if (is("visibility")) {
      is_invisible_ = says("hidden") || says("collapse");
      is_visible_ = says("visible");
    } else if (is("opacity")) {
      is_transparent_ = is_zero(value);
    } else if (is("position")) {
      is_placed_ = says("absolute") || says("fixed");
    } else if (const auto* const side = std::ranges::find_if(kSides, is); side != kSides.end()) {
      is_far_[static_cast<std::size_t>(side - kSides.begin())] = is_far_away(value);
    } else if (is("text-indent")) {
      is_indented_away_ = is_far_away(value);
    } else if (is("clip")) {
      is_clipped_ = clips_all(value);
    } else if (is("clip-path")) {
      is_inset_ = insets_all(value);
    } else if (is("height")) {
      has_no_height_ = is_zero(value);
    } else if (is("max-height")) {
      may_have_no_height_ = is_zero(value);
    }
  }

  [[nodiscard]] StyleSays said() const {
    if (has_no_display_ || is_transparent_ || is_indented_away_ || is_inset_) {
      return StyleSays::hidden;
    }
    const bool is_far = std::ranges::any_of(is_far_, std::identity());
    if (is_placed_ && (is_far || is_clipped_)) return StyleSays::hidden;
    const bool is_folded = has_no_height_ || may_have_no_height_;
    if (is_invisible_ && !is_folded) return StyleSays::invisible;
    return is_visible_ ? StyleSays::visible : StyleSays::nothing;
  }

 private:
  bool has_no_display_ = false;
  bool is_invisible_ = false;
  bool is_visible_ = false;
  bool is_transparent_ = false;
  bool is_placed_ = false;
  std::array<bool, kSides.size()> is_far_ = {};
  bool is_indented_away_ = false;
  bool is_clipped_ = false;
  bool is_inset_ = false;
  bool has_no_height_ = false;
  bool may_have_no_height_ = false;
};

}  // namespace

StyleSays style_says(std::string_view style) {
  Declarations declarations;
  while (!style.empty()) {
    const std::size_t end = std::min(style.find(';'), style.size());
    const std::string_view declaration = style.substr(0, end);
    style.remove_prefix(std::min(end + 1, style.size()));
    const std::size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    std::string_view value = declaration.substr(colon + 1);
    value = value.substr(0, value.find('!'));
    declarations.add(trimmed(declaration.substr(0, colon)), trimmed(value));
  }
  return declarations.said();
}

}  // namespace facsim
