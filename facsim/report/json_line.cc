// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/json_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "facsim/files/name_text.h"
#include "facsim/report/json_text_internal.h"

namespace facsim {
namespace {

bool is_plain(char c) noexcept { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

void append_text(std::string& out, std::string_view value) {
  if (std::all_of(value.begin(), value.end(), is_plain)) {
    out.append(1, '"').append(value).append(1, '"');
  } else {
    out += dump_json(OrderedJson(text_of_name(value)));
  }
}

void append_number(std::string& out, std::uint64_t value) {
  char digits[20];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), value);
  out.append(digits, end.ptr);
}

constexpr std::uint64_t kScale = 10'000;

std::uint64_t scaled(double value) noexcept {
  return static_cast<std::uint64_t>(std::llround(std::clamp(value, 0.0, 1e9) * double{kScale}));
}

// Writes at least one decimal, so that a reader sees a ratio and not a count.
void append_ratio(std::string& out, double value) {
  const std::uint64_t rounded = scaled(value);
  append_number(out, rounded / kScale);
  out += '.';
  std::uint64_t rest = rounded % kScale;
  std::uint64_t unit = kScale / 10;
  do {
    out += static_cast<char>('0' + rest / unit);
    rest %= unit;
    unit /= 10;
  } while (rest != 0);
}

}  // namespace

double ratio_as_read(double value) noexcept {
  return static_cast<double>(scaled(value)) / double{kScale};
}

void JsonLine::begin(std::string_view name) {
  if (text_.back() != '{') text_ += ',';
  text_.append(1, '"').append(name).append("\":");
}

void JsonLine::text(std::string_view name, std::string_view value) {
  begin(name);
  append_text(text_, value);
}

void JsonLine::text_or_null(std::string_view name, std::string_view value) {
  if (value.empty()) return null(name);
  text(name, value);
}

void JsonLine::number(std::string_view name, std::uint64_t value) {
  begin(name);
  append_number(text_, value);
}

void JsonLine::ratio(std::string_view name, double value) {
  begin(name);
  append_ratio(text_, value);
}

void JsonLine::ratios(std::string_view name, std::span<const double> values) {
  begin(name);
  text_ += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text_ += ',';
    append_ratio(text_, values[i]);
  }
  text_ += ']';
}

void JsonLine::texts(std::string_view name, std::span<const std::string> values) {
  begin(name);
  text_ += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text_ += ',';
    append_text(text_, values[i]);
  }
  text_ += ']';
}

void JsonLine::texts_or_null(std::string_view name, std::span<const std::string> values) {
  begin(name);
  text_ += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text_ += ',';
    values[i].empty() ? void(text_ += "null") : append_text(text_, values[i]);
  }
  text_ += ']';
}

void JsonLine::boolean(std::string_view name, bool value) { json(name, value ? "true" : "false"); }

void JsonLine::null(std::string_view name) { json(name, "null"); }

void JsonLine::json(std::string_view name, std::string_view value) {
  begin(name);
  text_ += value;
}

void JsonLine::open(std::string_view name) {
  begin(name);
  text_ += '{';
}

std::string JsonLine::take() && {
  text_ += '}';
  return std::move(text_);
}

}  // namespace facsim
