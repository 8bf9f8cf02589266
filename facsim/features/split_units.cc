// SPDX-License-Identifier: Apache-2.0
// The obvious twin: normalises segment by segment and walks over the resulting characters.

#include <utility>

#include "facsim/base/hash64.h"
#include "facsim/features/code_points_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/segment_pieces_internal.h"
#include "facsim/features/unicode_normal_internal.h"
#include "facsim/features/units.h"

namespace facsim {
namespace {

class Splitter {
 public:
  explicit Splitter(std::uint64_t seed) : seed_(seed) {}

  // Adds all characters of `folded`, which came from `source`.
  void add(std::string_view folded, UnitRange source) {
    for (std::size_t at = 0; at < folded.size();) {
      const CodePoint next = code_point_at(folded, at);
      add(unit_class(next.value), folded.substr(at, next.bytes), source);
      at += next.bytes;
    }
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
  void add(UnitClass now, std::string_view bytes, UnitRange source) {
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

  std::uint64_t seed_;
  UnitClass open_ = UnitClass::separator;  // the class of the unit being gathered
  Unit unit_;
  std::vector<Unit> units_;
};

// Returns each character of the segment, folded by itself.
std::vector<FoldedPiece> pieces_of(std::string_view utf8, UnitRange segment) {
  std::vector<FoldedPiece> pieces;
  for (std::size_t at = segment.begin; at < segment.end;) {
    const std::size_t end = at + code_point_at(utf8, at).bytes;
    FoldedPiece& piece = pieces.emplace_back(FoldedPiece{"", {at, end}});
    append_normalized(NormalForm::unit, utf8.substr(at, end - at), piece.folded);
    at = end;
  }
  return pieces;
}

}  // namespace

std::vector<FoldedPiece> folded_pieces(std::string_view utf8, UnitRange segment) {
  std::vector<FoldedPiece> pieces = pieces_of(utf8, segment);
  std::string apart;
  UnitRange source{segment.begin, segment.begin};
  for (const FoldedPiece& piece : pieces) {
    apart += piece.folded;
    if (!piece.folded.empty()) source.end = piece.source.end;
  }
  std::string together;
  append_normalized(NormalForm::unit, utf8.substr(segment.begin, segment.end - segment.begin),
                    together);
  if (apart == together) return pieces;
  return {{std::move(together), source}};
}

std::vector<Unit> split_units(std::string_view utf8, std::uint64_t seed) {
  Splitter splitter(seed);
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint first = code_point_at(utf8, at);
    std::size_t end = at + first.bytes;
    if (first.is_well_formed && is_known(first.value)) {
      end = unit_segment_end(utf8, at);
      for (const FoldedPiece& piece : folded_pieces(utf8, {at, end})) {
        splitter.add(piece.folded, piece.source);
      }
    } else {
      splitter.close();  // U+FFFD
    }
    at = end;
  }
  return splitter.take();
}

}  // namespace facsim
