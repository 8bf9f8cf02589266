// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parses the values of flags: numbers, sizes and choices. Each function throws
// Error{invalid_argument} that names the flag, the given word and the allowed values.

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

template <class Number>
struct Range {
  Number least;
  Number most;
};

[[nodiscard]] std::uint64_t whole_number(std::string_view flag, std::string_view word,
                                         Range<std::uint64_t> range);
// A count: 17000000, 17M, 1.7e7; K M G T are powers of 1000.
[[nodiscard]] std::uint64_t large_number(std::string_view flag, std::string_view word,
                                         Range<std::uint64_t> range);
// A number above range.least, and at most range.most.
[[nodiscard]] double ratio(std::string_view flag, std::string_view word, Range<double> range);

// 64M, 1.5G, 4GiB, 1000: K M G T and KiB ... are powers of 1024, KB MB ... of 1000.
[[nodiscard]] std::uint64_t byte_size(std::string_view flag, std::string_view word,
                                      Range<std::uint64_t> range);

// 90d, 12h, 2w, 30m, 45s.
[[nodiscard]] std::chrono::seconds age_word(std::string_view flag, std::string_view word);

// "first_seen", "last_seen": the time that decides how old a page is.
[[nodiscard]] std::span<const std::string_view> time_words();
[[nodiscard]] bool is_last_seen(std::string_view flag, std::string_view word);

[[nodiscard]] std::string not_empty(std::string_view flag, std::string_view word);

// "a,b,c" -> a b c; no part may be empty.
[[nodiscard]] std::vector<std::string> comma_list(std::string_view flag, std::string_view word);

// The message suggests the nearest of the choices.
[[noreturn]] void throw_not_one_of(std::string_view flag, std::string_view word,
                                   const std::vector<std::string_view>& choices);

// The value that `word` names. Throws if it is not one of `choices`.
template <class Value>
[[nodiscard]] Value chosen(std::string_view flag, std::string_view word,
                           const std::optional<Value>& value,
                           std::span<const std::string_view> choices) {
  if (!value) throw_not_one_of(flag, word, {choices.begin(), choices.end()});
  return *value;
}

// "a, b and c".
[[nodiscard]] std::string words_with_and(const std::vector<std::string>& words);

// As a user would write them: 0.8; and 64M for 67108864.
[[nodiscard]] std::string decimal(double value);
[[nodiscard]] std::string size_word(std::uint64_t bytes);

}  // namespace facsim
