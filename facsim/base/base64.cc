// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace facsim {
namespace {

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNone = 0x80;  // not a value

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNone);
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    values[static_cast<unsigned char>(kLetters[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}

constexpr std::array<std::uint8_t, 256> kValues = make_values();

// The values shifted to each of the four places: combined by OR they are one number, which exceeds
// 24 bits if a character is not in the alphabet.
constexpr std::uint32_t kNoBits = 0xff00'0000U;

constexpr std::array<std::array<std::uint32_t, 256>, 4> make_places() {
  std::array<std::array<std::uint32_t, 256>, 4> places{};
  for (std::size_t place = 0; place < places.size(); ++place) {
    for (std::size_t letter = 0; letter < kValues.size(); ++letter) {
      const std::uint32_t value = kValues[letter];
      places[place][letter] = value == kNone ? kNoBits : value << (18 - 6 * place);
    }
  }
  return places;
}

constexpr std::array<std::array<std::uint32_t, 256>, 4> kPlaces = make_places();

std::uint32_t bits_of(char a, char b, char c, char d) {
  return kPlaces[0][static_cast<unsigned char>(a)] | kPlaces[1][static_cast<unsigned char>(b)] |
         kPlaces[2][static_cast<unsigned char>(c)] | kPlaces[3][static_cast<unsigned char>(d)];
}

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && text.ends_with('=')) {
    text.remove_suffix(1);
    ++padding;
  }
  std::string bytes(text.size() * 3 / 4, '\0');
  char* out = bytes.data();
  std::uint32_t all = 0;
  for (; text.size() >= 4; text.remove_prefix(4)) {
    const std::uint32_t bits = bits_of(text[0], text[1], text[2], text[3]);
    all |= bits;
    *out++ = static_cast<char>(bits >> 16 & 0xff);
    *out++ = static_cast<char>(bits >> 8 & 0xff);
    *out++ = static_cast<char>(bits & 0xff);
  }
  if (!text.empty()) {
    const std::uint32_t bits = bits_of(text[0], text[1], text.size() > 2 ? text[2] : 'A', 'A');
    all |= bits;
    *out++ = static_cast<char>(bits >> 16 & 0xff);
    if (text.size() > 2) *out++ = static_cast<char>(bits >> 8 & 0xff);
    // The unused bits must be zero, so that the same bytes have only one text.
    if ((bits & (text.size() > 2 ? 0xffU : 0xffffU)) != 0) return std::nullopt;
  }
  if ((all & kNoBits) != 0) return std::nullopt;
  return bytes;
}

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const bool is_there = at + i < bytes.size();
      bits = bits << 8 | (is_there ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= count ? kLetters[bits >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

}  // namespace facsim
