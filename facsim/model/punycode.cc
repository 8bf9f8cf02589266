// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/punycode.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace facsim {
namespace {

// RFC 3492, section 5.
constexpr std::uint32_t kBase = 36;
constexpr std::uint32_t kThresholdMin = 1;
constexpr std::uint32_t kThresholdMax = 26;
constexpr std::uint32_t kSkew = 38;
constexpr std::uint32_t kDamp = 700;
constexpr std::uint32_t kBiasFirst = 72;
constexpr char32_t kFirstBeyondAscii = 0x80;

constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();

// Section 6.1.
std::uint32_t adapted(std::uint32_t delta, std::uint32_t written, bool is_first) {
  delta = is_first ? delta / kDamp : delta / 2;
  delta += delta / written;
  std::uint32_t shifts = 0;
  while (delta > (kBase - kThresholdMin) * kThresholdMax / 2) {
    delta /= kBase - kThresholdMin;
    shifts += kBase;
  }
  return shifts + (kBase - kThresholdMin + 1) * delta / (delta + kSkew);
}

char digit(std::uint32_t value) {
  return static_cast<char>(value < 26 ? 'a' + value : '0' + (value - 26));
}

// Writes a variable-length integer, whose thresholds mark its last digit: section 3.3.
void append_number(std::uint32_t number, std::uint32_t bias, std::string& out) {
  for (std::uint32_t k = kBase;; k += kBase) {
    std::uint32_t threshold = kThresholdMin;
    if (k >= bias + kThresholdMax) threshold = kThresholdMax;
    if (k > bias && k < bias + kThresholdMax) threshold = k - bias;
    if (number < threshold) break;
    out += digit(threshold + (number - threshold) % (kBase - threshold));
    number = (number - threshold) / (kBase - threshold);
  }
  out += digit(number);
}

// Returns the smallest character at or above `least`; there must be one.
char32_t next_character(std::u32string_view label, char32_t least) {
  char32_t next = 0xffffffff;
  for (const char32_t c : label) {
    if (c >= least && c < next) next = c;
  }
  return next;
}

}  // namespace

std::optional<std::string> punycode(std::u32string_view label) {
  if (label.size() >= kMost) return std::nullopt;
  std::string out;
  for (const char32_t c : label) {
    if (c < kFirstBeyondAscii) out += static_cast<char>(c);
  }
  std::uint32_t written = static_cast<std::uint32_t>(out.size());
  const std::uint32_t basic = written;
  if (basic > 0) out += '-';
  char32_t least = kFirstBeyondAscii;
  std::uint32_t delta = 0;
  std::uint32_t bias = kBiasFirst;
  while (written < label.size()) {
    const char32_t character = next_character(label, least);
    if (character - least > (kMost - delta) / (written + 1)) return std::nullopt;
    delta += (character - least) * (written + 1);
    for (const char32_t c : label) {
      if (c < character && ++delta == 0) return std::nullopt;
      if (c != character) continue;
      append_number(delta, bias, out);
      bias = adapted(delta, written + 1, written == basic);
      delta = 0;
      ++written;
    }
    if (++delta == 0) return std::nullopt;
    least = character + 1;
  }
  return out;
}

}  // namespace facsim
