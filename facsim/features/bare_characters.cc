// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/bare_characters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "facsim/base/hash64.h"
#include "facsim/features/bare_characters_internal.h"
#include "facsim/features/folding_internal.h"

namespace facsim {
namespace {

enum class Use { blank, unit, bare };

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }

// For characters that cannot begin a piece: jamo are letters, the others are marks.
Use use_of_joined(char32_t c, Folded fold) {
  const std::size_t sequence = fold.sequence();
  const char32_t folded = sequence == 0 ? c : kSequences[sequence] & kCodePointMask;
  return unit_class(folded) == UnitClass::mark ? Use::blank : Use::unit;
}

Use use_of(char32_t c) {
  const Folded fold = unit_folded(c);
  const Folded::Kind kind = fold.kind();
  // The most common cases.
  if (kind == Folded::Kind::separator) {
    return is_white_space(c) || is_control(c) ? Use::blank : Use::bare;
  }
  if (kind == Folded::Kind::word || kind == Folded::Kind::alone) return Use::unit;
  if (kind == Folded::Kind::joined) return use_of_joined(c, fold);
  if (kind == Folded::Kind::other) return unit_class(c) == UnitClass::mark ? Use::blank : Use::unit;
  return Use::blank;
}

// Bare ASCII characters.
const std::array<bool, 128> kAscii = [] {
  std::array<bool, 128> bare{};
  for (char32_t c = 0; c < bare.size(); ++c) bare[c] = use_of(c) == Use::bare;
  return bare;
}();

template <class SomeLanes>
class CharacterCounter {
 public:
  CharacterCounter(std::string_view text, const Look& look)
      : text_(text), look_(look, kLookBytes) {}

  CharacterCounts run() {
    constexpr std::size_t kBytes = SomeLanes::kBytes;
    std::size_t at = 0;
    while (text_.size() - at >= kBytes + SomeLanes::kReadAfter) {
      const std::size_t blocks =
          std::min((text_.size() - at - SomeLanes::kReadAfter) / kBytes, kBlocks);
      SomeLanes lanes;
      for (const std::size_t end = at + blocks * kBytes; at < end; at += kBytes) {
        take_block(lanes, text_.data() + at, at);
      }
      lanes.flush(counts_);
      look_.at(at);
    }
    take_rest(at);
    counts_.in_units += uses_[static_cast<std::size_t>(Use::unit)];
    counts_.bare += uses_[static_cast<std::size_t>(Use::bare)];
    return counts_;
  }

 private:
  static constexpr std::size_t kBlocks = 32;

  // NUL counts as nothing.
  void take_rest(std::size_t at) {
    if (at == text_.size()) return;
    std::array<char, 3 * SomeLanes::kBytes> padded{};
    std::memcpy(padded.data(), text_.data() + at, text_.size() - at);
    SomeLanes lanes;
    take_block(lanes, padded.data(), at);
    take_block(lanes, padded.data() + SomeLanes::kBytes, at + SomeLanes::kBytes);
    lanes.flush(counts_);
  }

  // `bytes` are those of the text from `at` on.
  void take_block(SomeLanes& lanes, const char* bytes, std::size_t at) {
    if (lanes.take_ascii(bytes)) {
      counted_ = 0;
      return;
    }
    take_foreign(bytes, at);
  }

  // True for first bytes of Latin, Hebrew and Arabic letters.
  static bool has_more_twos(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte == 0xc3 || (byte >= 0xd7 && byte <= 0xd9);
  }

  // A separate function, so that the loop over ASCII keeps its registers.
  [[gnu::noinline]] void take_foreign(const char* bytes, std::size_t at) {
    ForeignBits bits = SomeLanes::find_letters(bytes);
    std::uint64_t left = bits.left() & ~counted_;
    if (left != 0 && has_more_twos(bytes[std::countr_zero(left)])) {
      SomeLanes::find_more_twos(bytes, bits);
      left = bits.left() & ~counted_;
    }
    counts_.in_units +=
        static_cast<unsigned>(std::popcount(bits.threes) + std::popcount(bits.twos));
    counted_ = bits.counted_behind();
    while (left != 0) {
      const auto begin = static_cast<std::size_t>(std::countr_zero(left));
      const CodePoint c = code_point_at(text_, at + begin);
      count(c.value);
      const std::size_t end = begin + c.bytes;
      if (end >= SomeLanes::kBytes) {
        counted_ |= (std::uint64_t{1} << (end - SomeLanes::kBytes)) - 1;
        break;
      }
      left &= ~std::uint64_t{0} << end;
    }
  }

  void count(char32_t c) {
    ++uses_[static_cast<std::size_t>(use_of(c))];
    counts_.replaced += c == kReplacement ? 1 : 0;
  }

  std::string_view text_;
  LookOut look_;
  std::uint64_t counted_ = 0;  // bytes of the next block whose character is already counted
  CharacterCounts counts_;
  std::array<std::uint64_t, 3> uses_{};  // characters not counted by lanes; by Use
};

}  // namespace

CharacterCounts count_characters(std::string_view utf8, const Look& look) {
  return CharacterCounter<Lanes>(utf8, look).run();
}

CharacterCounts count_characters_plain(std::string_view utf8) {
  return CharacterCounter<PlainLanes>(utf8, {}).run();
}

void hash_bare_characters(std::string_view utf8, std::uint64_t seed,
                          std::vector<std::uint64_t>& hashes, const Look& look) {
  hashes.clear();
  LookOut look_out(look, kLookBytes);
  std::array<std::uint64_t, kAscii.size()> of_ascii{};
  for (std::size_t c = 0; c < of_ascii.size(); ++c) of_ascii[c] = combine(seed, c);
  // Hashes are buffered, so that few are moved one by one; for ASCII without a branch on its class.
  std::array<std::uint64_t, 512> taken{};
  std::size_t count = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    look_out.at(at);
    if (count > taken.size() / 2) {
      hashes.insert(hashes.end(), taken.begin(),
                    taken.begin() + static_cast<std::ptrdiff_t>(count));
      count = 0;
    }
    const std::size_t end = std::min(utf8.size(), at + taken.size() / 2 - 1);
    for (; at < end; ++at) {
      const auto c = static_cast<unsigned char>(utf8[at]);
      if (c >= kAscii.size()) break;
      taken[count] = of_ascii[c];
      count += kAscii[c] ? 1 : 0;
    }
    while (at < end && utf8.size() - at >= 3 &&
           is_common_ideograph_in_utf8(three_bytes(utf8.data() + at))) {
      at += 3;
    }
    if (at == utf8.size() || static_cast<unsigned char>(utf8[at]) < kAscii.size()) continue;
    const CodePoint c = code_point_at(utf8, at);
    at += c.bytes;
    if (use_of(c.value) == Use::bare) taken[count++] = combine(seed, c.value);
  }
  hashes.insert(hashes.end(), taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace facsim
