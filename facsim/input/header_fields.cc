// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/header_fields_internal.h"

namespace facsim {

std::string_view field_of(std::string_view lines, std::string_view name) noexcept {
  std::string_view result;
  bool found = false;
  for_each_field(lines, [&](std::string_view field, std::string_view value) {
    if (found || !equal_nocase(field, name)) return;
    found = true;
    result = value;
  });
  return result;
}

std::string unfolded(std::string_view value) {
  std::string result;
  result.reserve(value.size());
  while (!value.empty()) {
    const std::string_view line = trimmed(take_line(value));
    if (!result.empty() && !line.empty()) result.push_back(' ');
    result.append(line);
  }
  return result;
}

std::string_view without_brackets(std::string_view value) noexcept {
  if (value.starts_with('<') && value.ends_with('>') && value.size() >= 2) {
    value.remove_prefix(1);
    value.remove_suffix(1);
  }
  return trimmed(value);
}

}  // namespace facsim
