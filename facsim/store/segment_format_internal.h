// SPDX-License-Identifier: Apache-2.0
#pragma once
// The frame of a segment file, as docs/formats/segment.md defines it: header, offsets, section
// table.
//
// Every offset follows from the sizes of the sections, so a file with any other offset is damaged,
// and two sections cannot overlap.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/recipe.h"
#include "facsim/store/section_info.h"

namespace facsim {

static_assert(std::endian::native == std::endian::little, "sections are used as they lie there");

inline constexpr std::size_t kSegmentHeaderBytes = 128;
inline constexpr std::size_t kSectionEntryBytes = 64;

struct SegmentHeader {
  std::uint32_t sections = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t table_offset = 0;
  std::uint64_t table_checksum = 0;
  std::uint64_t blocks = 0;
  std::uint64_t blocks_checksum = 0;
  RecipeId recipe{0};
  std::string kind;
};

[[nodiscard]] inline std::string_view bytes_view(std::span<const std::byte> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// True if `name` can be the name of a section or a kind.
[[nodiscard]] bool is_section_name(std::string_view name) noexcept;

// The offset of a section of `bytes` bytes that follows one that ends at `end`.
[[nodiscard]] std::uint64_t section_offset(std::uint64_t end, std::uint64_t bytes) noexcept;
// The offset of the section table if the last section ends at `end`.
[[nodiscard]] std::uint64_t table_offset(std::uint64_t end) noexcept;
[[nodiscard]] std::uint64_t block_count(std::uint64_t bytes) noexcept;

[[nodiscard]] std::string encode_header(const SegmentHeader& header);
// The last field of a header; it depends on all other fields, and so on the whole file.
[[nodiscard]] std::uint64_t digest_of_header(std::string_view header) noexcept;
// Throws Error{damaged, unsupported}. `file_bytes` is the size reported by the system.
[[nodiscard]] SegmentHeader decode_header(std::string_view header, std::uint64_t file_bytes,
                                          const std::string& path);

[[nodiscard]] std::string encode_table(std::span<const SectionInfo> sections);
// Throws Error{damaged}. The returned sections are inside the file, in order, without overlap.
[[nodiscard]] std::vector<SectionInfo> decode_table(std::string_view table,
                                                    const SegmentHeader& header,
                                                    const std::string& path);

}  // namespace facsim
