// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/html_text.h"

#include <array>
#include <cstdio>

namespace facsim {
namespace {

// True for U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069, which are recognized by their last
// bytes.
bool turns_direction(std::string_view three) {
  if (!three.starts_with("\xe2")) return false;
  const auto middle = static_cast<unsigned char>(three[1]);
  const auto last = static_cast<unsigned char>(three[2]);
  if (middle == 0x80) return last == 0x8e || last == 0x8f || (last >= 0xaa && last <= 0xae);
  return middle == 0x81 && last >= 0xa6 && last <= 0xa9;
}

std::string code_point(unsigned number) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "\xe2\x9f\xa6U+%04X\xe2\x9f\xa7", number);
  return text.data();
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\'') {
      out += "&#39;";
    } else if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f) {
      out += code_point(byte);
    } else if (text.substr(i, 2) == "\xd8\x9c") {
      out += code_point(0x061c);
      i += 1;
    } else if (text.size() - i >= 3 && turns_direction(text.substr(i, 3))) {
      const auto middle = static_cast<unsigned char>(text[i + 1]);
      const auto last = static_cast<unsigned char>(text[i + 2]);
      out += code_point(0x2000U | (middle & 0x3fU) << 6 | (last & 0x3fU));
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace facsim
