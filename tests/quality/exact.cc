// SPDX-License-Identifier: Apache-2.0
#include "exact.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <stdexcept>

namespace judge {
namespace {

bool belongs_to_a_unit(UChar32 c) {
  return (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK)) != 0;
}

bool is_mark(UChar32 c) { return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0; }

// Letters of scripts that set no spaces between words. A script's name is asked, except where
// Unicode shares a letter between kana and so gives it to none.
bool stands_alone(UChar32 c) {
  if (u_hasBinaryProperty(c, UCHAR_IDEOGRAPHIC) != 0) return true;
  if ((U_GET_GC_MASK(c) & U_GC_L_MASK) == 0) return false;
  if (c >= 0x3041 && c <= 0x30ff) return true;
  UErrorCode error = U_ZERO_ERROR;
  switch (uscript_getScript(c, &error)) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_HANGUL:
    case USCRIPT_BOPOMOFO:
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
    case USCRIPT_TIBETAN:
      return true;
    default:
      return false;
  }
}

// FNV-1a (Fowler, Noll, Vo) with a final mix, so that shingles differ in every bit.
constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325U;
constexpr std::uint64_t kFnvPrime = 0x100000001b3U;

std::uint64_t fnv(std::uint64_t hash, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) hash = (hash ^ ((value >> (8 * i)) & 0xff)) * kFnvPrime;
  return hash;
}

// Calls unit(begin, end) with UTF-16 offsets for each unit of a folded text.
void each_unit(const icu::UnicodeString& text, const std::function<void(int, int)>& unit) {
  int begin = -1;  // of the open unit
  bool is_alone = false;
  const auto close = [&](int end) {
    if (begin >= 0) unit(begin, end);
    begin = -1;
  };
  for (int i = 0; i < text.length();) {
    const UChar32 c = text.char32At(i);
    const bool alone = stands_alone(c);
    if (alone || !belongs_to_a_unit(c) || (is_alone && !is_mark(c))) close(i);
    if (begin < 0 && (alone || belongs_to_a_unit(c))) {
      begin = i;
      is_alone = alone;
    }
    i += U16_LENGTH(c);
  }
  close(text.length());
}

icu::UnicodeString folded(std::string_view utf8) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* fold = icu::Normalizer2::getNFKCCasefoldInstance(error);
  if (U_FAILURE(error)) throw std::runtime_error("ICU has no data for NFKC_Casefold");
  const auto text = icu::UnicodeString::fromUTF8(
      icu::StringPiece(utf8.data(), static_cast<std::int32_t>(utf8.size())));
  icu::UnicodeString result = fold->normalize(text, error);
  if (U_FAILURE(error)) throw std::runtime_error("folding failed");
  return result;
}

std::vector<std::uint64_t> unit_hashes(std::string_view utf8) {
  const icu::UnicodeString text = folded(utf8);
  std::vector<std::uint64_t> hashes;
  each_unit(text, [&](int begin, int end) {
    std::uint64_t hash = kFnvBasis;
    for (int i = begin; i < end; ++i) hash = fnv(hash, text.charAt(i), 2);
    hashes.push_back(hash);
  });
  return hashes;
}

}  // namespace

std::vector<std::string> split(std::string_view utf8) {
  const icu::UnicodeString text = folded(utf8);
  std::vector<std::string> units;
  each_unit(text, [&](int begin, int end) {
    text.tempSubStringBetween(begin, end).toUTF8String(units.emplace_back());
  });
  return units;
}

Text ShingleNumbers::read(std::string_view utf8) {
  const std::vector<std::uint64_t> units = unit_hashes(utf8);
  Text text;
  text.units = static_cast<std::uint32_t>(units.size());
  if (units.empty()) return text;
  const std::size_t size = std::min(kShingleSize, units.size());
  for (std::size_t first = 0; first + size <= units.size(); ++first) {
    std::uint64_t hash = kFnvBasis;
    for (std::size_t i = 0; i < size; ++i) hash = fnv(hash, units[first + i], 8);
    hash ^= hash >> 29;  // FNV's low bits are its best; the map takes the low ones
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    text.shingles.push_back(numbers_.try_emplace(hash, next).first->second);
  }
  std::sort(text.shingles.begin(), text.shingles.end());
  text.shingles.erase(std::unique(text.shingles.begin(), text.shingles.end()), text.shingles.end());
  return text;
}

namespace {

double jaccard(std::size_t a, std::size_t b, std::size_t shared) {
  const std::size_t all = a + b - shared;
  return all == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(all);
}

}  // namespace

double resemblance(const Text& a, const Text& b) {
  std::size_t shared = 0;
  auto left = a.shingles.begin();
  auto right = b.shingles.begin();
  while (left != a.shingles.end() && right != b.shingles.end()) {
    if (*left == *right) ++shared;
    const bool step_left = *left <= *right;
    const bool step_right = *right <= *left;
    left += step_left;
    right += step_right;
  }
  return jaccard(a.shingles.size(), b.shingles.size(), shared);
}

KeptPages::KeptPages(const std::vector<Text>& texts, std::size_t shingle_count)
    : texts_(texts), lists_(shingle_count), shared_(texts.size()) {}

Best KeptPages::best(std::uint32_t page) {
  touched_.clear();
  for (const std::uint32_t shingle : texts_[page].shingles) {
    for (const std::uint32_t kept : lists_[shingle]) {
      if (shared_[kept]++ == 0) touched_.push_back(kept);
    }
  }
  Best best;
  for (const std::uint32_t kept : touched_) {
    const double value =
        jaccard(texts_[page].shingles.size(), texts_[kept].shingles.size(), shared_[kept]);
    shared_[kept] = 0;
    if (value > best.resemblance || (value == best.resemblance && kept < best.page)) {
      best = {kept, value};
    }
  }
  return best;
}

void KeptPages::keep(std::uint32_t page) {
  for (const std::uint32_t shingle : texts_[page].shingles) lists_[shingle].push_back(page);
}

}  // namespace judge
