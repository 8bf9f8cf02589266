// SPDX-License-Identifier: Apache-2.0
#pragma once
// Guesses the encoding of bytes without a trustworthy declaration: the one that makes them the
// least surprising text.
//
// Each encoding decodes the bytes beyond ASCII, and each language written in it gives the cost of
// the result in bits (letter_costs_internal.h): for letters that seldom follow one another, signs
// inside words, ill-formed sequences. The cheapest reading wins if it is cheap enough to be a text
// at all; between two equal readings, the more usual name. This is the likelihood under a model of
// letter pairs, as in Li and Momoi, "A composite approach to language/encoding detection" (19th
// International Unicode Conference, 2001).
//
// Known: windows-1250 to -1258, windows-874, KOI8-R and -U, ISO 8859-2 to -8, -13 to -16, GB18030,
// Big5, Shift_JIS, EUC-JP, EUC-KR, ISO-2022-JP, UTF-16. Not known: DOS and Macintosh code pages,
// EBCDIC, UTF-32, UTF-7.
//
// Cost: a pass over the text for each multi-byte encoding; for each single-byte encoding, a pass
// over the distinct pairs of bytes.

#include <cstdint>
#include <string_view>
#include <vector>

#include "facsim/extract/transcode_internal.h"

namespace facsim {

// Detects UTF-16 without a byte-order mark by the zero bytes of its ASCII: many at even or at odd
// places, few at the others, and hardly any control character in the decoded text. Returns null if
// the bytes are not like that.
[[nodiscard]] const Encoding* utf16_by_zeros(std::string_view bytes);

// True if escapes of ISO-2022-JP open and close (RFC 1468) and all bytes are ASCII.
[[nodiscard]] bool is_iso_2022_jp(std::string_view bytes);

// Use one per thread; reuses its buffers.
class EncodingGuesser {
 public:
  // `text` is `bytes` without their markup, in the same encoding. Returns null if no encoding makes
  // a text of them.
  [[nodiscard]] const Encoding* guess(std::string_view bytes, std::string_view text);

 private:
  struct Pair {
    std::uint8_t first, second;
    std::uint32_t count;
  };
  struct Best {
    const Encoding* encoding = nullptr;
    std::uint64_t bits = 0;
    bool is_text = false;
  };
  void count_pairs(std::string_view text);
  void try_bytes(Best& best) const;
  void try_wide(std::string_view text, const Encoding& encoding, Best& best) const;

  std::vector<std::uint32_t> counts_;  // one for each pair of bytes; all zero between calls
  std::vector<Pair> pairs_;            // pairs with a byte that is not ASCII
  std::uint64_t pair_count_ = 0;
  std::uint64_t ascii_count_ = 0;
  std::uint64_t foreign_ = 0;  // bits against scripts other than that of the ASCII letters
};

}  // namespace facsim
