// SPDX-License-Identifier: Apache-2.0
#include "facsim/review/both_ends_internal.h"

namespace facsim {
namespace {

// Moves back to the start of a character.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U) {
    --at;
  }
  return at;
}

}  // namespace

std::string both_ends(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return std::string(text);
  const std::string_view head = text.substr(0, character_start(text, bytes_max * 2 / 3));
  const std::string_view tail = text.substr(character_start(text, text.size() - bytes_max / 3));
  return std::string(head) + " \xe2\x80\xa6 " + std::string(tail);
}

}  // namespace facsim
