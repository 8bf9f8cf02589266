// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/encoding_guess_internal.h"

#include <algorithm>
#include <array>

#include "facsim/extract/byte_letters_internal.h"
#include "facsim/extract/letter_costs_internal.h"

namespace facsim {
namespace {

// Bits. A text has 3 to 6 per pair; the same bytes decoded in a wrong encoding 9 and more.
constexpr std::uint64_t kTextPairMax = 11;
constexpr std::uint64_t kTextCharacterMax = 20;  // for Chinese, Japanese, Korean: usually 7 to 11
constexpr std::uint64_t kTextUnitMax = 14;       // for UTF-16, in which most bytes are well-formed
constexpr unsigned kSignInWord = 4;              // a rare sign directly after a letter
constexpr unsigned kSeldom = 5;                  // the least surcharge of a rare sign
constexpr unsigned kAsciiPair = 3;    // a letter or space beside a sign that is not ASCII
constexpr unsigned kUpper = 1;        // a capital at a usual place
constexpr unsigned kUpperInside = 6;  // a capital after a small letter
constexpr unsigned kTurn = 3;         // from ASCII to other characters or back
constexpr unsigned kIllFormedBits = 30;
constexpr unsigned kWideAscii = 6;       // ASCII in UTF-16
constexpr std::uint64_t kAsciiByte = 4;  // an ASCII byte in other encodings, if UTF-16 is tried
constexpr unsigned kWideControl = 24;
constexpr std::size_t kWideCharactersMin = 8;
// If characters beyond ASCII are among ASCII letters, they are of the same script if possible: the
// "è" of an Italian text is the Russian "и" in windows-1251. This is the evidence against other
// scripts.
constexpr std::uint64_t kAsciiLettersABit = 8;
constexpr std::uint64_t kForeignMax = 24;

constexpr std::array kWideEncodings = {LXB_ENCODING_GB18030, LXB_ENCODING_BIG5,
                                       LXB_ENCODING_SHIFT_JIS, LXB_ENCODING_EUC_JP,
                                       LXB_ENCODING_EUC_KR};

constexpr bool is_plain(unsigned byte) {
  return (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d) || byte == 0x1b;
}

// Everything other than letters is one space, so that there are few pairs.
constexpr std::uint8_t folded(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x80 || !is_plain(byte)) return byte;
  const bool is_letter = (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
  return is_letter ? byte : std::uint8_t{' '};
}

unsigned pair_bits(const PairCosts& language, const ByteLetter& first, const ByteLetter& second) {
  unsigned bits = second.surcharge;
  if (second.is_upper) bits += first.letter != ' ' && !first.is_upper ? kUpperInside : kUpper;
  if (first.letter != ' ' && second.surcharge >= kSeldom) bits += kSignInWord;
  const auto seen = [&language](char16_t letter) {
    return letter < 0x80 && letter != ' ' && !language.is_latin() ? u'a' : letter;
  };
  if (first.letter < 0x80 && second.letter < 0x80) return bits + kAsciiPair;
  return bits + language.cost(seen(first.letter), seen(second.letter));
}

constexpr lxb_codepoint_t kNoBreakSpace = 0xA0;

// The bits of a text in a multi-byte encoding, for each of its languages at once.
class WideReader {
 public:
  WideReader(bool is_utf16, std::uint64_t foreign)
      : foreign_(is_utf16 ? 0 : foreign), is_utf16_(is_utf16) {}

  void take(lxb_codepoint_t c) {
    if (c == kNoBreakSpace) return;  // in all languages; GB18030 writes it as four bytes
    const bool is_ascii = c < 0x80;
    if (is_ascii != was_ascii_) shared_ += kTurn;
    was_ascii_ = is_ascii;
    if (is_ascii) {
      if (!is_plain(c)) shared_ += kWideControl;
      if (is_utf16_) shared_ += kWideAscii;
      characters_ += is_utf16_ ? 1 : 0;
      return;
    }
    ++characters_;
    if (c >= kIllFormedMark) {
      shared_ += kIllFormedBits;
      ++ill_formed_;
      return;
    }
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] += costs_[i].cost(c);
  }

  [[nodiscard]] std::uint64_t bits() const { return foreign_ + own_bits(); }
  [[nodiscard]] bool is_text() const {
    return characters_ > 0 && ill_formed_ * 10 <= characters_ &&
           own_bits() <= characters_ * (is_utf16_ ? kTextUnitMax : kTextCharacterMax) &&
           (!is_utf16_ || characters_ >= kWideCharactersMin);
  }

 private:
  // Without the evidence of surrounding ASCII letters for another script.
  [[nodiscard]] std::uint64_t own_bits() const {
    return shared_ + *std::ranges::min_element(bits_);
  }

  const std::vector<CharacterCosts>& costs_ = character_costs();
  std::array<std::uint64_t, kSingleLanguages> bits_ = {};
  std::uint64_t foreign_;
  std::uint64_t shared_ = 0;
  std::uint64_t characters_ = 0;
  std::uint64_t ill_formed_ = 0;
  bool was_ascii_ = true;
  bool is_utf16_;
};

}  // namespace

const Encoding* utf16_by_zeros(std::string_view bytes) {
  bytes = bytes.substr(0, bytes.size() / 2 * 2);
  std::array<std::size_t, 2> zeros = {};
  bool is_plain_ascii = true;  // except for the zero bytes
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    zeros[i % 2] += byte == 0 ? 1 : 0;
    is_plain_ascii = is_plain_ascii && (byte == 0 || (byte < 0x80 && is_plain(byte)));
  }
  const std::size_t units = bytes.size() / 2;
  const bool is_big = zeros[0] > zeros[1];
  const std::size_t many = std::max(zeros[0], zeros[1]);
  const std::size_t few = std::min(zeros[0], zeros[1]);
  if (units < 4 || many * 20 < units || few * 4 > many) return nullptr;
  // A few zero bytes in an ASCII text do not make it UTF-16.
  if (is_plain_ascii && many * 2 < units) return nullptr;
  const Encoding* const encoding =
      lxb_encoding_data(is_big ? LXB_ENCODING_UTF_16BE : LXB_ENCODING_UTF_16LE);
  std::size_t odd = 0;
  for_each_code_point(bytes, *encoding, [&odd](lxb_codepoint_t c) {
    const bool is_odd = c >= kIllFormedMark || (c < 0x80 && !is_plain(c)) ||
                        (c >= 0x80 && c < 0xa0) || (c >= 0xe000 && c < 0xf900);
    odd += is_odd ? 1 : 0;
  });
  return odd * 50 <= units ? encoding : nullptr;
}

bool is_iso_2022_jp(std::string_view bytes) {
  const std::size_t open = bytes.find("\x1b$");
  if (open == std::string_view::npos || open + 2 >= bytes.size()) return false;
  if (bytes[open + 2] != 'B' && bytes[open + 2] != '@') return false;
  const bool closes = bytes.find("\x1b(B", open) != std::string_view::npos ||
                      bytes.find("\x1b(J", open) != std::string_view::npos;
  if (!closes || std::ranges::any_of(bytes, [](char c) { return (c & '\x80') != 0; })) return false;
  std::size_t characters = 0;
  std::size_t ill_formed = 0;
  for_each_code_point(bytes, *lxb_encoding_data(LXB_ENCODING_ISO_2022_JP), [&](lxb_codepoint_t c) {
    if (c >= 0x80) ++characters;
    if (c >= kIllFormedMark) ++ill_formed;
  });
  return ill_formed * 10 <= characters;
}

void EncodingGuesser::count_pairs(std::string_view text) {
  counts_.resize(std::size_t{256} * 256);
  pairs_.clear();
  pair_count_ = 0;
  ascii_count_ = 0;
  const auto is_told = [](unsigned byte) { return byte >= 0x80 || !is_plain(byte); };
  std::uint8_t before = ' ';
  std::vector<std::uint32_t> met;
  const auto count = [&](std::uint8_t byte) {
    if (is_told(before) || is_told(byte)) {
      const std::uint32_t pair = std::uint32_t{before} << 8 | byte;
      if (counts_[pair]++ == 0) met.push_back(pair);
    }
    before = byte;
  };
  std::uint64_t ascii_letters = 0;
  for (const char c : text) {
    const std::uint8_t byte = folded(c);
    if (byte < 0x80) ++ascii_count_;
    if (byte < 0x80 && byte > ' ') ++ascii_letters;
    count(byte);
  }
  foreign_ = std::min(ascii_letters / kAsciiLettersABit, kForeignMax);
  count(' ');
  for (const std::uint32_t pair : met) {
    pair_count_ += counts_[pair];
    pairs_.push_back({static_cast<std::uint8_t>(pair >> 8), static_cast<std::uint8_t>(pair & 0xff),
                      counts_[pair]});
    counts_[pair] = 0;
  }
  // The most frequent pairs, which cost most, come first, so that a wrong reading ends early.
  std::ranges::sort(pairs_, std::greater<>(), &Pair::count);
}

void EncodingGuesser::try_bytes(Best& best) const {
  for (const ByteEncoding& encoding : byte_encodings()) {
    for (const std::size_t language : encoding.languages) {
      const PairCosts& costs = pair_costs()[language];
      std::uint64_t bits = encoding.bits + (costs.is_latin() ? 0 : foreign_);
      for (const Pair& pair : pairs_) {
        bits += std::uint64_t{pair.count} *
                pair_bits(costs, encoding.letters[pair.first], encoding.letters[pair.second]);
        if (bits >= best.bits && best.encoding != nullptr) break;
      }
      if (best.encoding != nullptr && bits >= best.bits) continue;
      best = {encoding.encoding, bits, bits - encoding.bits <= pair_count_ * kTextPairMax};
    }
  }
}

void EncodingGuesser::try_wide(std::string_view text, const Encoding& encoding, Best& best) const {
  WideReader reader(is_utf16(encoding), foreign_);
  for_each_code_point(text, encoding, [&reader](lxb_codepoint_t c) { reader.take(c); });
  if (best.encoding != nullptr && reader.bits() >= best.bits) return;
  if (is_utf16(encoding) && !reader.is_text()) return;
  best = {&encoding, reader.bits(), reader.is_text()};
}

const Encoding* EncodingGuesser::guess(std::string_view bytes, std::string_view text) {
  count_pairs(text);
  Best best;
  try_bytes(best);
  for (const lxb_encoding_t id : kWideEncodings) try_wide(text, *lxb_encoding_data(id), best);
  // So far ASCII cost nothing, since it is the same in all encodings.
  best.bits += ascii_count_ * kAsciiByte;
  const std::string_view units = bytes.substr(0, bytes.size() / 2 * 2);
  for (const lxb_encoding_t id : {LXB_ENCODING_UTF_16LE, LXB_ENCODING_UTF_16BE}) {
    try_wide(units, *lxb_encoding_data(id), best);
  }
  return best.is_text ? best.encoding : nullptr;
}

}  // namespace facsim
