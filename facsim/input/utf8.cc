// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/utf8_internal.h"

#include "facsim/model/label.h"

namespace facsim {
namespace {

struct Lead {
  std::size_t bytes;   // of a whole sequence; 0: cannot begin one
  unsigned low, high;  // range of the second byte
};

constexpr Lead lead_of(unsigned byte) noexcept {
  if (byte < 0x80) return {1, 0, 0};
  if (byte >= 0xC2 && byte <= 0xDF) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

Utf8Step utf8_step(std::string_view text, std::size_t at) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  Lead lead = lead_of(byte(at));
  if (lead.bytes == 0) return {1, false};
  for (std::size_t i = 1; i < lead.bytes; ++i) {
    if (at + i >= text.size() || byte(at + i) < lead.low || byte(at + i) > lead.high) {
      return {i, false};
    }
    lead.low = 0x80;
    lead.high = 0xBF;
  }
  return {lead.bytes, true};
}

std::string repair_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Step step = utf8_step(text, at);
    result.append(step.well_formed ? text.substr(at, step.bytes) : kReplacement);
    at += step.bytes;
  }
  return result;
}

std::string label_of(std::string_view text) { return cut_label(repair_utf8(text)); }

}  // namespace facsim
