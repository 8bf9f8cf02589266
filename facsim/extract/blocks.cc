// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/blocks.h"

#include <unicode/uchar.h>

#include <array>
#include <bit>

#ifdef __SSE2__  // all of x86-64
#include <emmintrin.h>
#endif

namespace facsim {
namespace {

enum ByteClass : std::uint8_t { kOther, kLetter, kSpace, kBeyondAscii };

constexpr std::array<ByteClass, 256> kByteClasses = [] {
  std::array<ByteClass, 256> classes{};
  for (unsigned c = 0; c < 256; ++c) {
    const bool is_letter =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    const bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
    classes[c] = c >= 0x80 ? kBeyondAscii : is_letter ? kLetter : is_space ? kSpace : kOther;
  }
  return classes;
}();

ByteClass class_of(char c) { return kByteClasses[static_cast<unsigned char>(c)]; }

// A run of visible ASCII with one blank between words, as far as it was examined.
struct Run {
  const char* at = nullptr;  // its end
  std::uint32_t words = 0;   // number that begin in the run
  std::uint32_t blanks = 0;
  bool in_word = false;
};

#ifdef __SSE2__
constexpr int kLanes = 16;

// Masks with a bit for each byte of a kind.
struct Lanes {
  unsigned visible;
  unsigned letters;
  unsigned blanks;
};

// Bytes beyond ASCII are negative, so less than all values that they are compared with.
Lanes lanes_of(const char* at) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  const auto between = [](__m128i values, char first, char last) {
    return _mm_and_si128(_mm_cmpgt_epi8(values, _mm_set1_epi8(static_cast<char>(first - 1))),
                         _mm_cmplt_epi8(values, _mm_set1_epi8(static_cast<char>(last + 1))));
  };
  const auto mask = [](__m128i lanes) { return static_cast<unsigned>(_mm_movemask_epi8(lanes)); };
  const __m128i small = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
  const unsigned letters = mask(_mm_or_si128(between(small, 'a', 'z'), between(bytes, '0', '9')));
  const unsigned blanks = mask(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')));
  const unsigned others = mask(_mm_or_si128(bytes, between(bytes, '\t', '\r')));
  return {~(blanks | others) & 0xffffU, letters, blanks};
}

// Continues a run, 16 bytes at once.
void read_lanes(Run& run, const char* end) {
  while (end - run.at >= kLanes) {
    const Lanes lanes = lanes_of(run.at);
    // A blank in the last lane waits until the next byte is known.
    const unsigned good = lanes.visible | (lanes.blanks & lanes.visible >> 1);
    const int count = std::countr_one(good);
    if (count == 0) return;
    const unsigned taken = (1U << count) - 1;
    const unsigned letters = lanes.letters & taken;
    const unsigned behind_letters = letters << 1 | (run.in_word ? 1U : 0U);
    run.words += static_cast<std::uint32_t>(std::popcount(letters & ~behind_letters));
    run.blanks += static_cast<std::uint32_t>(std::popcount(lanes.blanks & taken));
    run.in_word = (letters >> (count - 1) & 1U) != 0;
    run.at += count;
    if (count < kLanes - 1) return;
  }
}
#else
void read_lanes(Run&, const char*) {}
#endif

// Continues a run, byte by byte.
void read_bytes(Run& run, const char* end) {
  for (; run.at != end; ++run.at) {
    const ByteClass byte_class = class_of(*run.at);
    if (byte_class < kSpace) {
      const bool is_letter = byte_class == kLetter;
      run.words += is_letter && !run.in_word ? 1U : 0U;
      run.in_word = is_letter;
    } else if (*run.at == ' ' && run.at + 1 != end && class_of(run.at[1]) < kSpace) {
      ++run.blanks;
      run.in_word = false;
    } else {
      return;
    }
  }
}

constexpr std::int32_t kIllFormed = 0xfffd;

struct CodePoint {
  std::int32_t value;
  std::size_t length;  // in bytes, at least 1
};

// `text` must not begin with ASCII. The tree's text is valid UTF-8; if it ever is not, the byte
// counts as U+FFFD.
CodePoint first_code_point(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {kIllFormed, 1};
  std::int32_t value = static_cast<std::int32_t>(lead & (0x7fU >> length));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {kIllFormed, 1};
    value = (value << 6) | static_cast<std::int32_t>(byte(i) & 0x3fU);
  }
  constexpr std::array<std::int32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < kLeast[length] || value > 0x10ffff || is_surrogate) return {kIllFormed, 1};
  return {value, length};
}

bool is_space(std::int32_t c) {
  return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
         c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

bool is_invisible(std::int32_t c) { return c == 0xad || c == 0xfeff; }

// Written without spaces between words: each character counts as one.
bool is_word_alone(std::int32_t c) {
  return (c >= 0x3005 && c <= 0x3007) || (c >= 0x3041 && c <= 0x30ff && c != 0x30fb) ||
         (c >= 0x31f0 && c <= 0x31ff) || (c >= 0x3400 && c <= 0x4dbf) ||
         (c >= 0x4e00 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7a3) ||
         (c >= 0xf900 && c <= 0xfaff) || (c >= 0xff66 && c <= 0xff9f) ||
         (c >= 0x20000 && c <= 0x323af);
}

bool is_word_part(std::int32_t c) {
  constexpr std::uint32_t kParts = U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK;
  return (U_MASK(u_charType(c)) & kParts) != 0;
}

}  // namespace

void BlockBuilder::before_visible(std::uint8_t traits) {
  if (open_ && breaks_ >= 2) end_block();
  breaks_ = 0;
  if (!open_) {
    if (!into_->blocks.empty()) into_->text.push_back('\n');
    block_ = BlockSpan{};
    block_.begin = into_->text.size();
    block_.traits = traits;
    open_ = true;
  } else if (space_) {
    into_->text.push_back(' ');
  }
  space_ = false;
}

// Adds visible ASCII from `at` on; returns where it ended. Words with one blank between them, which
// are most of the text, are already folded and are copied in one piece.
const char* BlockBuilder::add_ascii(const char* at, const char* end, bool in_link) {
  Run run{.at = at, .in_word = in_word_};
  read_lanes(run, end);
  read_bytes(run, end);
  into_->text.append(at, run.at);
  const std::uint32_t chars = static_cast<std::uint32_t>(run.at - at) - run.blanks;
  block_.chars += chars;
  if (in_link) block_.link_chars += chars;
  block_.words += run.words;
  in_word_ = run.in_word;
  return run.at;
}

void BlockBuilder::add_code_point(std::string_view bytes, std::int32_t c, bool in_link) {
  into_->text.append(bytes);
  ++block_.chars;
  if (in_link) ++block_.link_chars;
  if (is_word_alone(c)) {
    ++block_.words;
    in_word_ = false;
    return;
  }
  const bool is_part = is_word_part(c);
  block_.words += is_part && !in_word_ ? 1U : 0U;
  in_word_ = is_part;
}

void BlockBuilder::add(std::string_view utf8, bool in_link, std::uint8_t traits) {
  const char* at = utf8.data();
  const char* const end = at + utf8.size();
  while (at != end) {
    const ByteClass byte_class = class_of(*at);
    if (byte_class == kSpace) {
      space_ = true;
      in_word_ = false;
      ++at;
    } else if (byte_class != kBeyondAscii) {
      before_visible(traits);
      at = add_ascii(at, end, in_link);
    } else {
      const auto [c, length] = first_code_point({at, static_cast<std::size_t>(end - at)});
      if (is_space(c)) {
        space_ = true;
        in_word_ = false;
      } else if (!is_invisible(c)) {
        before_visible(traits);
        add_code_point(c == kIllFormed ? "\xEF\xBF\xBD" : std::string_view(at, length), c, in_link);
      }
      at += length;
    }
  }
}

void BlockBuilder::add_break() {
  space_ = true;
  in_word_ = false;
  ++breaks_;
}

void BlockBuilder::end_block() {
  if (open_) {
    block_.end = into_->text.size();
    into_->blocks.push_back(block_);
  }
  open_ = false;
  space_ = false;
  in_word_ = false;
  breaks_ = 0;
}

}  // namespace facsim
