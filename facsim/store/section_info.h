// SPDX-License-Identifier: Apache-2.0
#pragma once
// The description of a section in the table of a segment (segment.h).

#include <cstddef>
#include <cstdint>
#include <string>

namespace facsim {

inline constexpr std::size_t kSegmentBlockBytes = std::size_t{1} << 20;
// The length limit of the names of sections and kinds: printable ASCII without blanks.
inline constexpr std::size_t kSectionNameBytesMax = 31;
inline constexpr std::uint32_t kSectionsMax = 4096;

struct SectionInfo {
  std::string name;
  std::uint64_t offset = 0;  // in the file, a multiple of 64, or of 4096 if a block or larger
  std::uint64_t bytes = 0;
  std::uint64_t first_block = 0;  // of its checksums
};

}  // namespace facsim
