// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/folding_internal.h"

namespace facsim {
namespace {

template <Folded (*kFolded)(char32_t) noexcept>
std::size_t end_of_segment(std::string_view utf8, std::size_t begin) noexcept {
  std::size_t end = begin + code_point_at(utf8, begin).bytes;
  for (std::size_t n = 1; n < kSegmentCodePointsMax && end < utf8.size(); ++n) {
    const CodePoint next = code_point_at(utf8, end);
    if (!next.is_well_formed || kFolded(next.value).begins_piece()) break;
    end += next.bytes;
  }
  return end;
}

}  // namespace

std::size_t segment_end(std::string_view utf8, std::size_t begin) noexcept {
  return end_of_segment<folded>(utf8, begin);
}

std::size_t unit_segment_end(std::string_view utf8, std::size_t begin) noexcept {
  return end_of_segment<unit_folded>(utf8, begin);
}

}  // namespace facsim
