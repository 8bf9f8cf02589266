// SPDX-License-Identifier: Apache-2.0
#include "apps/values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "facsim/base/error.h"
#include "facsim/base/nearest.h"

namespace facsim {
namespace {

[[noreturn]] void throw_bad(std::string_view flag, std::string_view word, const std::string& what) {
  std::string message(flag);
  message.append(": '").append(word).append("' ").append(what);
  throw Error(ErrorCode::invalid_argument, message);
}

std::string lower_ascii(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// Parses all of `word` as a finite number.
std::optional<double> parsed(std::string_view word) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), value, std::chars_format::fixed);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

// The factor of a unit; "" is bytes. Returns nothing for an unknown unit.
std::optional<double> unit_factor(std::string_view unit) {
  const std::string lower = lower_ascii(unit);
  if (lower.empty() || lower == "b") return 1.0;
  const std::size_t power = std::string_view("kmgt").find(lower[0]);
  if (power == std::string_view::npos) return std::nullopt;
  const std::string_view rest = std::string_view(lower).substr(1);
  const double exponent = static_cast<double>(power) + 1;
  if (rest.empty() || rest == "i" || rest == "ib") return std::pow(1024.0, exponent);
  if (rest == "b") return std::pow(1000.0, exponent);
  return std::nullopt;
}

}  // namespace

std::uint64_t whole_number(std::string_view flag, std::string_view word,
                           Range<std::uint64_t> range) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < range.least ||
      value > range.most) {
    throw_bad(flag, word,
              "is not a whole number from " + std::to_string(range.least) + " to " +
                  std::to_string(range.most));
  }
  return value;
}

std::uint64_t large_number(std::string_view flag, std::string_view word,
                           Range<std::uint64_t> range) {
  const auto bad = [&] {
    throw_bad(flag, word,
              "is not a number from " + std::to_string(range.least) + " to " +
                  std::to_string(range.most) + "; write it as 17000000, 17M or 1.7e7");
  };
  std::string_view digits = word;
  double factor = 1;
  const std::size_t unit =
      word.empty() ? std::string_view::npos : std::string_view("KMGTkmgt").find(word.back());
  if (unit != std::string_view::npos) {
    factor = std::pow(1000.0, static_cast<double>(unit % 4) + 1);
    digits.remove_suffix(1);
  }
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value)) bad();
  value *= factor;
  if (value < static_cast<double>(range.least) || value > static_cast<double>(range.most)) bad();
  return static_cast<std::uint64_t>(value);
}

double ratio(std::string_view flag, std::string_view word, Range<double> range) {
  const std::optional<double> value = parsed(word);
  if (!value || !(*value > range.least) || *value > range.most) {
    throw_bad(flag, word,
              "is not a number above " + decimal(range.least) + " and at most " +
                  decimal(range.most) + ", as 0.8");
  }
  return *value;
}

std::uint64_t byte_size(std::string_view flag, std::string_view word, Range<std::uint64_t> range) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789."), word.size());
  const std::optional<double> value = parsed(word.substr(0, digits));
  const std::optional<double> factor = unit_factor(word.substr(digits));
  if (!value || !factor) throw_bad(flag, word, "is not a size; write it as 64M, 1.5G or 4GiB");
  const double bytes = *value * *factor;
  if (bytes < static_cast<double>(range.least)) {
    throw_bad(flag, word, "is too little; the least is " + size_word(range.least));
  }
  if (bytes > static_cast<double>(range.most)) {
    throw_bad(flag, word, "is too much; the most is " + size_word(range.most));
  }
  return static_cast<std::uint64_t>(bytes);
}

std::chrono::seconds age_word(std::string_view flag, std::string_view word) {
  struct Unit {
    char letter;
    std::int64_t seconds;
  };
  constexpr std::array kUnits = {Unit{'s', 1}, Unit{'m', 60}, Unit{'h', 3600}, Unit{'d', 86'400},
                                 Unit{'w', 7 * 86'400}};
  constexpr std::uint64_t kMost = 1'000'000;
  const auto* const unit = std::find_if(kUnits.begin(), kUnits.end(), [word](const Unit& each) {
    return !word.empty() && word.back() == each.letter;
  });
  if (unit == kUnits.end()) {
    throw Error{ErrorCode::invalid_argument,
                std::string(flag) + ": '" + std::string(word) +
                    "' is not an age; give a number followed by s, m, h, d or w, as in " +
                    std::string(flag) + " 90d"};
  }
  const std::uint64_t count = whole_number(flag, word.substr(0, word.size() - 1), {0, kMost});
  return std::chrono::seconds(static_cast<std::int64_t>(count) * unit->seconds);
}

namespace {

constexpr std::array<std::string_view, 2> kTimeWords = {"first-seen", "last-seen"};

}  // namespace

std::span<const std::string_view> time_words() { return kTimeWords; }

bool is_last_seen(std::string_view flag, std::string_view word) {
  if (word == kTimeWords[0] || word == kTimeWords[1]) return word == kTimeWords[1];
  throw_not_one_of(flag, word, {kTimeWords.begin(), kTimeWords.end()});
}

std::string not_empty(std::string_view flag, std::string_view word) {
  if (word.empty()) throw_bad(flag, word, "is empty; give it a value or leave the flag out");
  return std::string(word);
}

std::vector<std::string> comma_list(std::string_view flag, std::string_view word) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    if (end == begin) throw_bad(flag, word, "has an empty part; write it as one,two,three");
    parts.emplace_back(word.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string words_with_and(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

std::string decimal(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end.ptr};
}

std::string size_word(std::uint64_t bytes) {
  std::string_view units = "KMGT";
  std::string unit;
  while (!units.empty() && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    unit = units.front();
    units.remove_prefix(1);
  }
  return std::to_string(bytes) + unit;
}

void throw_not_one_of(std::string_view flag, std::string_view word,
                      const std::vector<std::string_view>& choices) {
  std::string list;
  for (const std::string_view choice : choices) {
    if (!list.empty()) list += ", ";
    list += choice;
  }
  throw_bad(flag, word, "is not one of: " + list + suggestion(word, choices));
}

}  // namespace facsim
