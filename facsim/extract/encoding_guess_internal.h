// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes that nobody named well: which encoding makes them the least surprising text?
//
// Each encoding reads the bytes beyond ASCII in its way, and each language that is written in it
// says how many bits that reading costs (letter_costs_internal.h): letters that seldom follow one
// another, signs inside words, sequences that are ill-formed. The cheapest reading wins, if it is
// cheap enough to be a text at all; of two that read alike, the more usual name. This is the
// likelihood of a model of letter pairs, as in Li and Momoi, "A composite approach to language/
// encoding detection" (19th International Unicode Conference, 2001).
//
// Known: windows-1250 to -1258, windows-874, KOI8-R and -U, ISO 8859-2 to -8, -13 to -16, GB18030,
// Big5, Shift_JIS, EUC-JP, EUC-KR, ISO-2022-JP, UTF-16. Not known: DOS and Macintosh code pages,
// EBCDIC, UTF-32, UTF-7.
//
// Cost: a pass over the text for each encoding of several bytes; of the others, over its pairs of
// bytes.

#include <cstdint>
#include <string_view>
#include <vector>

#include "facsim/extract/transcode_internal.h"

namespace facsim {

// UTF-16 without a mark, told by the zero bytes of its ASCII: one side of all units has many, the
// other none, and hardly a control character comes out. Null where it is not so.
[[nodiscard]] const Encoding* utf16_by_zeros(std::string_view bytes);

// Whether escapes of ISO-2022-JP open and close (RFC 1468), and all bytes are ASCII.
[[nodiscard]] bool is_iso_2022_jp(std::string_view bytes);

// One a thread; reuses its buffers.
class EncodingGuesser {
 public:
  // `text` is what `bytes` say without their markup, in as many bytes a character. Null where no
  // encoding makes a text of them.
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

  std::vector<std::uint32_t> counts_;  // of each pair of bytes; zero between calls
  std::vector<Pair> pairs_;            // those with a byte that is not ASCII
  std::uint64_t pair_count_ = 0;
  std::uint64_t ascii_count_ = 0;
  std::uint64_t foreign_ = 0;  // bits against scripts other than that of the ASCII letters
};

}  // namespace facsim
