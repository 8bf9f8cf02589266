// SPDX-License-Identifier: Apache-2.0
// The obvious twin: fold a long piece of text by the library, walk over its characters, and ask the
// library's record of edits where each came from.

#include <unicode/bytestream.h>
#include <unicode/edits.h>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/features/code_points_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/units.h"

namespace facsim {
namespace {

// The library counts in 32 bits; pieces are cut behind so many bytes, where a piece can begin.
constexpr std::size_t kPieceBytesMax = std::size_t{1} << 20;

struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The longest run of known, well-formed characters at `begin`, within the two limits.
Piece piece_at(const icu::Normalizer2& normalizer, std::string_view utf8, std::size_t begin) {
  Piece piece{begin, begin};
  std::size_t in_segment = 0;
  while (piece.end < utf8.size()) {
    const CodePoint next = code_point_at(utf8, piece.end);
    if (!next.is_well_formed || !is_known(next.value)) break;
    const bool begins = normalizer.hasBoundaryBefore(static_cast<UChar32>(next.value)) != 0;
    if (begins && piece.end - begin >= kPieceBytesMax) break;
    if (begins) in_segment = 0;
    if (in_segment == kSegmentCodePointsMax) break;
    ++in_segment;
    piece.end += next.bytes;
  }
  return piece;
}

class Splitter {
 public:
  explicit Splitter(std::uint64_t seed) : seed_(seed) {}

  void add(char32_t c, std::string_view bytes, Piece source) {
    const UnitClass now = unit_class(c);
    if (now == UnitClass::separator) return close();
    const bool stays = now == open_ || now == UnitClass::mark;
    if (open_ == UnitClass::separator || now == UnitClass::alone || !stays) {
      close();
      unit_.begin = source.begin;
      open_ = now == UnitClass::alone ? UnitClass::alone : UnitClass::word;
    }
    unit_.text += bytes;
    unit_.end = source.end;
  }

  void close() {
    if (open_ == UnitClass::separator) return;
    unit_.hash = hash64(unit_.text, seed_);
    units_.push_back(std::move(unit_));
    unit_ = {};
    open_ = UnitClass::separator;
  }

  std::vector<Unit> take() {
    close();
    return std::move(units_);
  }

 private:
  std::uint64_t seed_;
  UnitClass open_ = UnitClass::separator;  // the class of the unit being gathered
  Unit unit_;
  std::vector<Unit> units_;
};

void split_piece(const icu::Normalizer2& normalizer, std::string_view utf8, Piece piece,
                 Splitter& splitter) {
  std::string folded;
  icu::StringByteSink<std::string> sink(&folded);
  icu::Edits edits;
  UErrorCode status = U_ZERO_ERROR;
  const icu::StringPiece source(utf8.data() + piece.begin,
                                static_cast<std::int32_t>(piece.end - piece.begin));
  normalizer.normalizeUTF8(0, source, sink, &edits, status);
  icu::Edits::Iterator edit = edits.getFineIterator();
  if (U_SUCCESS(status) == 0) throw Error(ErrorCode::unsupported, u_errorName(status));
  while (edit.next(status) != 0) {
    const auto from = piece.begin + static_cast<std::size_t>(edit.sourceIndex());
    const auto end = static_cast<std::size_t>(edit.destinationIndex() + edit.newLength());
    auto at = static_cast<std::size_t>(edit.destinationIndex());
    std::size_t source_at = from;
    while (at < end) {
      const CodePoint next = code_point_at(folded, at);
      const bool changed = edit.hasChange() != 0;
      const Piece whole{from, from + static_cast<std::size_t>(edit.oldLength())};
      const Piece same{source_at, source_at + next.bytes};
      splitter.add(next.value, std::string_view(folded).substr(at, next.bytes),
                   changed ? whole : same);
      at += next.bytes;
      source_at += next.bytes;
    }
  }
}

}  // namespace

std::vector<Unit> split_units(std::string_view utf8, std::uint64_t seed) {
  const icu::Normalizer2& normalizer = fold_normalizer();
  Splitter splitter(seed);
  for (std::size_t at = 0; at < utf8.size();) {
    const Piece piece = piece_at(normalizer, utf8, at);
    if (piece.end > at) {
      split_piece(normalizer, utf8, piece, splitter);
      at = piece.end;
    } else {
      splitter.close();  // U+FFFD
      at += code_point_at(utf8, at).bytes;
    }
  }
  return splitter.take();
}

}  // namespace facsim
