// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the table of a segment (segment.h) says of a section.

#include <cstddef>
#include <cstdint>
#include <string>

namespace facsim {

inline constexpr std::size_t kSegmentBlockBytes = std::size_t{1} << 20;
// The longest name of a section and of a kind, in printable ASCII without blanks.
inline constexpr std::size_t kSectionNameBytesMax = 31;
inline constexpr std::uint32_t kSectionsMax = 4096;

struct SectionInfo {
  std::string name;
  std::uint64_t offset = 0;  // in the file, a multiple of 64; of 4096 from one block on
  std::uint64_t bytes = 0;
  std::uint64_t first_block = 0;  // of its checksums
};

}  // namespace facsim
