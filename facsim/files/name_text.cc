// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/name_text.h"

#include <algorithm>

namespace facsim {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD
constexpr std::string_view kHexDigits = "0123456789ABCDEF";

struct LeadByte {
  unsigned char low, high;                // range of the first byte
  unsigned char second_low, second_high;  // range of the second byte
  std::size_t bytes;
};
// The Unicode Standard, table 3-7: well-formed byte sequences.
constexpr LeadByte kLeadBytes[] = {
    {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};

// Returns the length of the character that begins the text, 0 if it is not well-formed.
std::size_t character_bytes(std::string_view text) noexcept {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  for (const LeadByte& lead : kLeadBytes) {
    if (byte(0) < lead.low || byte(0) > lead.high) continue;
    if (text.size() < lead.bytes) return 0;
    if (lead.bytes > 1 && (byte(1) < lead.second_low || byte(1) > lead.second_high)) return 0;
    for (std::size_t at = 2; at < lead.bytes; ++at) {
      if (byte(at) < 0x80 || byte(at) > 0xbf) return 0;
    }
    return lead.bytes;
  }
  return 0;
}

// True if the text begins with a mark and two digits.
bool begins_marked(std::string_view text) noexcept {
  return text.size() >= kReplacement.size() + 2 && text.starts_with(kReplacement) &&
         kHexDigits.find(text[kReplacement.size()]) != std::string_view::npos &&
         kHexDigits.find(text[kReplacement.size() + 1]) != std::string_view::npos;
}

void append_marked(std::string& out, std::string_view bytes) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out.append(kReplacement);
    out += kHexDigits[byte >> 4];
    out += kHexDigits[byte & 0xfU];
  }
}

}  // namespace

std::string text_of_name(std::string_view name) {
  std::string text;
  text.reserve(name.size());
  while (!name.empty()) {
    const std::size_t whole = character_bytes(name);
    const std::size_t bytes = std::max<std::size_t>(whole, 1);
    if (whole == 0 || begins_marked(name)) {
      append_marked(text, name.substr(0, bytes));
    } else {
      text.append(name.substr(0, bytes));
    }
    name.remove_prefix(bytes);
  }
  return text;
}

std::string name_of_text(std::string_view text) {
  std::string name;
  name.reserve(text.size());
  while (!text.empty()) {
    std::size_t bytes = 1;
    if (begins_marked(text)) {
      const std::size_t high = kHexDigits.find(text[kReplacement.size()]);
      const std::size_t low = kHexDigits.find(text[kReplacement.size() + 1]);
      name += static_cast<char>(static_cast<unsigned char>(high << 4 | low));
      bytes = kReplacement.size() + 2;
    } else {
      name += text.front();
    }
    text.remove_prefix(bytes);
  }
  return name;
}

bool stays_inside(std::string_view name) {
  if (name.find('\0') != std::string_view::npos) return false;
  for (;;) {
    const std::size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    if (part.empty() || part == "." || part == "..") return false;
    if (slash == std::string_view::npos) return true;
    name.remove_prefix(slash + 1);
  }
}

}  // namespace facsim
