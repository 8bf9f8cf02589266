// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decodes bytes of one encoding to Unicode.

#include <lexbor/encoding/encoding.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace facsim {

using Encoding = lxb_encoding_data_t;

[[nodiscard]] inline bool is_utf16(const Encoding& encoding) noexcept {
  return encoding.encoding == LXB_ENCODING_UTF_16LE || encoding.encoding == LXB_ENCODING_UTF_16BE;
}

inline const lxb_char_t* raw(std::string_view bytes) {
  return reinterpret_cast<const lxb_char_t*>(bytes.data());
}

// Represents an ill-formed sequence inside the decoder; beyond Unicode, so that a U+FFFD in the
// page itself is not counted.
inline constexpr lxb_codepoint_t kIllFormedMark = 0x110000;

// Calls `take` for each code point, and with at least kIllFormedMark for each ill-formed sequence.
template <typename Take>
void for_each_code_point(std::string_view bytes, const Encoding& encoding, const Take& take) {
  std::array<lxb_codepoint_t, 4096> buffer;
  lxb_encoding_decode_t decode;
  lxb_encoding_decode_init(&decode, &encoding, buffer.data(), buffer.size());
  lxb_encoding_decode_replace_set(&decode, &kIllFormedMark, 1);
  const auto drain = [&] {
    for (std::size_t i = 0; i < lxb_encoding_decode_buf_used(&decode); ++i) take(buffer[i]);
    lxb_encoding_decode_buf_used_set(&decode, 0);
  };
  const lxb_char_t* at = raw(bytes);
  const lxb_char_t* const end = at + bytes.size();
  while (encoding.decode(&decode, &at, end) == LXB_STATUS_SMALL_BUFFER) drain();
  drain();
  lxb_encoding_decode_finish(&decode);
  drain();
}

// The sequences beyond ASCII in some bytes.
struct SequenceCount {
  std::uint64_t well_formed = 0;  // characters
  std::uint64_t ill_formed = 0;   // sequences; the end of a text that was cut is not counted
  // True if more than a tenth is ill-formed: the bytes are in another encoding, or in none.
  [[nodiscard]] bool is_doubtful() const noexcept {
    return ill_formed * 10 > ill_formed + well_formed;
  }
};

struct Transcoded {
  std::uint64_t replaced = 0;  // ill-formed sequences
  SequenceCount census;
};

// Decodes all bytes into `text`, replacing its content.
Transcoded transcode(std::string_view bytes, const Encoding& encoding, std::string& text);

[[nodiscard]] bool is_valid_utf8(std::string_view bytes) noexcept;

// Counts the sequences of bytes that may be UTF-8. One pass.
[[nodiscard]] SequenceCount count_utf8_sequences(std::string_view bytes);

}  // namespace facsim
