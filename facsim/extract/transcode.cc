// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/transcode_internal.h"

#include <simdjson.h>

namespace facsim {
namespace {

void append_decoded(std::string& text, lxb_codepoint_t c) {
  if (c >= 0xd800 && (c <= 0xdfff || c > 0x10ffff)) c = 0xfffd;
  const auto put = [&text](lxb_codepoint_t byte) { text.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | (c >> 6));
    put(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    put(0xe0 | (c >> 12));
    put(0x80 | ((c >> 6) & 0x3f));
    put(0x80 | (c & 0x3f));
  } else {
    put(0xf0 | (c >> 18));
    put(0x80 | ((c >> 12) & 0x3f));
    put(0x80 | ((c >> 6) & 0x3f));
    put(0x80 | (c & 0x3f));
  }
}

// Counts the output of a decoder.
class SequenceCounter {
 public:
  void take(lxb_codepoint_t c) noexcept {
    last_is_ill_ = c >= kIllFormedMark;
    if (last_is_ill_) {
      ++census_.ill_formed;
    } else if (c >= 0x80) {
      ++census_.well_formed;
    }
  }
  // `may_be_cut`: the last sequence may be the beginning of a well-formed one.
  [[nodiscard]] SequenceCount census(bool may_be_cut) const noexcept {
    SequenceCount census = census_;
    if (may_be_cut && last_is_ill_ && census.well_formed > 0) --census.ill_formed;
    return census;
  }

 private:
  SequenceCount census_;
  bool last_is_ill_ = false;
};

}  // namespace

Transcoded transcode(std::string_view bytes, const Encoding& encoding, std::string& text) {
  text.clear();
  text.reserve(bytes.size() + bytes.size() / 2);
  SequenceCounter taker;
  for_each_code_point(bytes, encoding, [&](lxb_codepoint_t c) {
    taker.take(c);
    append_decoded(text, c);
  });
  return {.replaced = taker.census(false).ill_formed, .census = taker.census(true)};
}

bool is_valid_utf8(std::string_view bytes) noexcept {
  return simdjson::validate_utf8(bytes.data(), bytes.size());
}

SequenceCount count_utf8_sequences(std::string_view bytes) {
  SequenceCounter taker;
  for_each_code_point(bytes, *lxb_encoding_data(LXB_ENCODING_UTF_8),
                      [&taker](lxb_codepoint_t c) { taker.take(c); });
  return taker.census(true);
}

}  // namespace facsim
