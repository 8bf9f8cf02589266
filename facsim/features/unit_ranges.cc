// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/unit_ranges.h"

#include "facsim/features/code_points_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/segment_pieces_internal.h"

namespace facsim {
namespace {

class RangeWalker {
 public:
  explicit RangeWalker(std::string_view utf8) : utf8_(utf8) {}

  std::vector<UnitRange> run() {
    for (std::size_t at = 0; at < utf8_.size();) {
      const CodePoint now = code_point_at(utf8_, at);
      const Folded fold = unit_folded(now.value);
      const std::size_t next = at + now.bytes;
      if (!now.is_well_formed || fold.kind() == Folded::Kind::separator) {
        // A separator, too, may be followed by characters that are normalised with it.
        at = now.is_well_formed && fold.is_known() && !begins_piece(next) ? take_segment(at)
                                                                          : close(next);
      } else if (fold.is_simple() && begins_piece(next)) {
        add(fold.unit_class(), {at, next});
        at = next;
      } else {
        at = take_segment(at);
      }
    }
    close(utf8_.size());
    return std::move(ranges_);
  }

 private:
  // At the end of the text nothing follows that could extend a piece.
  [[nodiscard]] bool begins_piece(std::size_t at) const {
    return at == utf8_.size() || unit_folded(code_point_at(utf8_, at).value).begins_piece();
  }

  // Returns the end of the segment.
  std::size_t take_segment(std::size_t at) {
    const std::size_t end = unit_segment_end(utf8_, at);
    for (const FoldedPiece& piece : folded_pieces(utf8_, {at, end})) {
      for (std::size_t i = 0; i < piece.folded.size();) {
        const CodePoint each = code_point_at(piece.folded, i);
        add(unit_class(each.value), piece.source);
        i += each.bytes;
      }
    }
    return end;
  }

  void add(UnitClass now, UnitRange source) {
    if (now == UnitClass::separator) {
      close(source.end);
      return;
    }
    const bool lengthens =
        open_ != UnitClass::separator &&
        (now == UnitClass::mark || (now == UnitClass::word && open_ == UnitClass::word));
    if (!lengthens) {
      close(source.begin);
      unit_.begin = source.begin;
      open_ = now == UnitClass::alone ? UnitClass::alone : UnitClass::word;
    }
    unit_.end = source.end;
  }

  // Returns where to continue.
  std::size_t close(std::size_t next) {
    if (open_ != UnitClass::separator) ranges_.push_back(unit_);
    open_ = UnitClass::separator;
    return next;
  }

  std::string_view utf8_;
  UnitClass open_ = UnitClass::separator;  // the class of the open unit
  UnitRange unit_;
  std::vector<UnitRange> ranges_;
};

}  // namespace

std::vector<UnitRange> unit_ranges(std::string_view utf8) { return RangeWalker(utf8).run(); }

}  // namespace facsim
