// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/folding_internal.h"

#include <unicode/bytestream.h>
#include <unicode/unistr.h>

#include <array>

#include "facsim/base/error.h"

namespace facsim {
namespace {

void check(UErrorCode status) {
  if (U_SUCCESS(status) == 0) {
    throw Error(ErrorCode::unsupported,
                std::string("the Unicode library cannot normalise: ") + u_errorName(status));
  }
}

Folded::Kind kind_of(UnitClass unit_class) {
  constexpr std::array kKinds = {Folded::Kind::separator, Folded::Kind::word, Folded::Kind::alone,
                                 Folded::Kind::mark};
  return kKinds[static_cast<std::size_t>(unit_class)];
}

// Of a character that cannot begin a piece.
Folded fold_joined(const icu::Normalizer2& normalizer, UChar32 c, icu::UnicodeString& scratch) {
  UErrorCode status = U_ZERO_ERROR;
  normalizer.normalize(icu::UnicodeString(c), scratch, status);
  check(status);
  if (scratch.isEmpty() != 0) return {Folded::Kind::ignored, 0, 0};
  // "Yes" says that it neither changes nor composes with anything before it.
  const bool stays = normalizer.quickCheck(icu::UnicodeString(c), status) == UNORM_YES;
  const std::uint32_t order = normalizer.getCombiningClass(c);
  check(status);
  const bool is_mark = unit_class(static_cast<char32_t>(c)) == UnitClass::mark;
  if (stays && order > 0 && is_mark) return {Folded::Kind::tail, 0, order};
  return {Folded::Kind::joined, 0, 0};
}

// Of a character that begins a piece and folds to `to` alone.
Folded fold_simple(char32_t c, char32_t to) {
  const Folded::Kind kind = kind_of(unit_class(to));
  if (kind == Folded::Kind::separator) return kFoldedSeparator;
  std::array<std::uint8_t, 4> bytes{};
  std::uint32_t size = 0;
  U8_APPEND_UNSAFE(bytes.data(), size, to);
  if (size == 4) return {c == to ? kind : Folded::Kind::other, 0, 0};
  return {
      kind, size,
      std::uint32_t{bytes[0]} | (std::uint32_t{bytes[1]} << 8) | (std::uint32_t{bytes[2]} << 16)};
}

// Asks the library; `scratch` saves allocations.
Folded fold_one(const icu::Normalizer2& normalizer, char32_t c, icu::UnicodeString& scratch) {
  const auto point = static_cast<UChar32>(c);
  if (!is_known(c) || U_IS_SURROGATE(point)) return kFoldedSeparator;
  if (normalizer.hasBoundaryBefore(point) == 0) return fold_joined(normalizer, point, scratch);
  UErrorCode status = U_ZERO_ERROR;
  normalizer.normalize(icu::UnicodeString(point), scratch, status);
  check(status);
  if (scratch.countChar32() == 1) return fold_simple(c, static_cast<char32_t>(scratch.char32At(0)));
  for (int i = 0; i < scratch.length(); i = scratch.moveIndex32(i, 1)) {
    const auto part = static_cast<char32_t>(scratch.char32At(i));
    if (unit_class(part) != UnitClass::separator) return {Folded::Kind::other, 0, 0};
  }
  return kFoldedSeparator;
}

}  // namespace

const icu::Normalizer2& fold_normalizer() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFKCCasefoldInstance(status);
  check(status);
  return *normalizer;
}

const icu::Normalizer2& nfc_normalizer() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFCInstance(status);
  check(status);
  return *normalizer;
}

void append_normalized(const icu::Normalizer2& normalizer, std::string_view utf8,
                       std::string& out) {
  icu::StringByteSink<std::string> sink(&out);
  UErrorCode status = U_ZERO_ERROR;
  const icu::StringPiece piece(utf8.data(), static_cast<std::int32_t>(utf8.size()));
  normalizer.normalizeUTF8(0, piece, sink, nullptr, status);
  check(status);
}

const FoldTable& FoldTable::instance() {
  static const FoldTable table;
  return table;
}

FoldTable::FoldTable() : table_(kTableSize) {
  const icu::Normalizer2& normalizer = fold_normalizer();
  icu::UnicodeString scratch;
  for (char32_t c = 0; c < kTableSize; ++c) {
    table_[c] = is_plain_ideograph(c) ? fold_simple(c, c) : fold_one(normalizer, c, scratch);
  }
}

Folded FoldTable::beyond(char32_t c) {
  if (is_plain_ideograph(c) && is_known(c)) return fold_simple(c, c);
  icu::UnicodeString scratch;
  return fold_one(fold_normalizer(), c, scratch);
}

std::size_t segment_end(const FoldTable& table, std::string_view utf8, std::size_t begin) {
  std::size_t end = begin + code_point_at(utf8, begin).bytes;
  for (std::size_t n = 1; n < kSegmentCodePointsMax && end < utf8.size(); ++n) {
    const CodePoint next = code_point_at(utf8, end);
    if (!next.is_well_formed || table[next.value].begins_piece()) break;
    end += next.bytes;
  }
  return end;
}

}  // namespace facsim
