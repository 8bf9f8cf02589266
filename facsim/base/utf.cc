// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/utf.h"

#include <cstdint>

namespace facsim {
namespace {

// The meaning of the first byte of a sequence: the number of following bytes, and the allowed
// second bytes.
struct Lead {
  std::uint8_t following = 0;
  unsigned char second_min = 0x80;
  unsigned char second_max = 0xbf;
};

Lead lead_of(unsigned char byte, bool allows_halves) noexcept {
  if (byte >= 0xc2 && byte <= 0xdf) return {1, 0x80, 0xbf};
  if (byte == 0xe0) return {2, 0xa0, 0xbf};
  if (byte == 0xed) return {2, 0x80, static_cast<unsigned char>(allows_halves ? 0xbf : 0x9f)};
  if (byte >= 0xe1 && byte <= 0xef) return {2, 0x80, 0xbf};
  if (byte == 0xf0) return {3, 0x90, 0xbf};
  if (byte >= 0xf1 && byte <= 0xf3) return {3, 0x80, 0xbf};
  if (byte == 0xf4) return {3, 0x80, 0x8f};
  return {};
}

DecodedCharacter decode(std::string_view bytes, std::size_t at, bool allows_halves) noexcept {
  const auto first = static_cast<unsigned char>(bytes[at]);
  if (first < 0x80) return {first, 1, true};
  const Lead lead = lead_of(first, allows_halves);
  if (lead.following == 0) return {};
  char32_t value = first & (0x3fU >> lead.following);
  for (std::size_t i = 1; i <= lead.following; ++i) {
    if (at + i == bytes.size()) return {0xfffd, i, false};
    const auto next = static_cast<unsigned char>(bytes[at + i]);
    const unsigned char least = i == 1 ? lead.second_min : 0x80;
    const unsigned char most = i == 1 ? lead.second_max : 0xbf;
    if (next < least || next > most) return {0xfffd, i, false};
    value = (value << 6) | (next & 0x3fU);
  }
  return {value, std::size_t{1} + lead.following, true};
}

}  // namespace

DecodedCharacter decode_utf8(std::string_view utf8, std::size_t at) noexcept {
  return decode(utf8, at, false);
}

bool is_utf8(std::string_view bytes) noexcept {
  for (std::size_t at = 0; at < bytes.size();) {
    const DecodedCharacter next = decode_utf8(bytes, at);
    if (!next.is_well_formed) return false;
    at += next.bytes;
  }
  return true;
}

void append_utf8(char32_t character, std::string& out) {
  const auto byte = [&out](char32_t value) { out += static_cast<char>(value); };
  if (character < 0x80) return byte(character);
  if (character < 0x800) {
    byte(0xc0 | (character >> 6));
  } else {
    if (character < 0x10000) {
      byte(0xe0 | (character >> 12));
    } else {
      byte(0xf0 | (character >> 18));
      byte(0x80 | ((character >> 12) & 0x3f));
    }
    byte(0x80 | ((character >> 6) & 0x3f));
  }
  byte(0x80 | (character & 0x3f));
}

std::u32string utf8_to_characters(std::string_view utf8) {
  std::u32string characters;
  characters.reserve(utf8.size());
  for (std::size_t at = 0; at < utf8.size();) {
    const DecodedCharacter next = decode_utf8(utf8, at);
    characters += next.value;
    at += next.bytes;
  }
  return characters;
}

std::string to_utf8(std::u32string_view characters) {
  std::string out;
  for (const char32_t character : characters) append_utf8(character, out);
  return out;
}

std::u16string to_utf16(std::u32string_view characters) {
  std::u16string units;
  units.reserve(characters.size());
  for (const char32_t character : characters) {
    if (character < 0x10000) {
      units += static_cast<char16_t>(character);
    } else {
      units += static_cast<char16_t>(0xd7c0 + (character >> 10));
      units += static_cast<char16_t>(0xdc00 | (character & 0x3ff));
    }
  }
  return units;
}

std::string to_utf8(std::u16string_view units) {
  std::string out;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const char32_t unit = units[i];
    const bool is_pair =
        (unit & 0xfc00) == 0xd800 && i + 1 < units.size() && (units[i + 1] & 0xfc00) == 0xdc00;
    if (is_pair) {
      append_utf8(0x10000 + ((unit & 0x3ff) << 10) + (units[++i] & 0x3ffU), out);
    } else {
      append_utf8(unit, out);
    }
  }
  return out;
}

std::u16string wtf8_to_utf16(std::string_view wtf8) {
  std::u32string characters;
  for (std::size_t at = 0; at < wtf8.size();) {
    const DecodedCharacter next = decode(wtf8, at, true);
    characters += next.value;
    at += next.bytes;
  }
  return to_utf16(characters);
}

}  // namespace facsim
