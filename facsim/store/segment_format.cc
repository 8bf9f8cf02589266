// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>
#include <cstring>

#include "facsim/base/hash64.h"
#include "facsim/store/disk_internal.h"
#include "facsim/store/segment_format_internal.h"

namespace facsim {

namespace {

constexpr std::string_view kSegmentMagic = "facsimSG";
constexpr std::uint32_t kSegmentVersion = 1;
constexpr std::size_t kNameBytes = 32;
constexpr std::size_t kDigestAt = kSegmentHeaderBytes - 8;
// Offsets of fields in the header, then in an entry of the section table.
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kSectionsAt = 12;
constexpr std::size_t kFileBytesAt = 16;
constexpr std::size_t kTableOffsetAt = 24;
constexpr std::size_t kTableChecksumAt = 32;
constexpr std::size_t kBlocksAt = 40;
constexpr std::size_t kBlocksChecksumAt = 48;
constexpr std::size_t kRecipeAt = 56;
constexpr std::size_t kKindAt = 64;
constexpr std::size_t kReservedAt = kKindAt + kNameBytes;
constexpr std::size_t kOffsetAt = 32;
constexpr std::size_t kBytesAt = 40;
constexpr std::size_t kFirstBlockAt = 48;
constexpr std::size_t kEntryReservedAt = 56;

constexpr std::uint64_t kSmallAlignment = 64;
constexpr std::uint64_t kPageAlignment = 4096;

[[noreturn]] void damaged(const std::string& path, std::uint64_t offset, const std::string& what) {
  throw Error(ErrorCode::damaged, what, path + ":" + std::to_string(offset), rebuild_remedy());
}

template <class T>
T load(std::string_view bytes, std::size_t at) noexcept {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

template <class T>
void store(std::string& bytes, std::size_t at, T value) noexcept {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

// A name of at most 31 bytes, padded with zero bytes; empty if it is not valid.
std::string load_name(std::string_view bytes, std::size_t at) {
  const std::string_view field = bytes.substr(at, kNameBytes);
  const std::string_view name = field.substr(0, field.find('\0'));
  const bool filled = field.find_first_not_of('\0', name.size()) == std::string_view::npos;
  return filled && is_section_name(name) ? std::string(name) : std::string();
}

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t alignment) noexcept {
  return (value + alignment - 1) / alignment * alignment;
}

void check_names(std::span<const SectionInfo> sections, std::uint64_t table_at,
                 const std::string& path) {
  std::vector<std::string_view> names;
  names.reserve(sections.size());
  for (const SectionInfo& section : sections) names.push_back(section.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) {
    damaged(path, table_at, "two sections are called " + std::string(*twice));
  }
}

}  // namespace

bool is_section_name(std::string_view name) noexcept {
  return !name.empty() && name.size() <= kSectionNameBytesMax &&
         std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
}

std::uint64_t section_offset(std::uint64_t end, std::uint64_t bytes) noexcept {
  return rounded_up(end, bytes >= kSegmentBlockBytes ? kPageAlignment : kSmallAlignment);
}

std::uint64_t table_offset(std::uint64_t end) noexcept { return rounded_up(end, kSmallAlignment); }

std::uint64_t block_count(std::uint64_t bytes) noexcept {
  return bytes / kSegmentBlockBytes + (bytes % kSegmentBlockBytes != 0 ? 1 : 0);
}

std::string encode_header(const SegmentHeader& header) {
  assert(is_section_name(header.kind) && "a kind is checked where it comes in");
  std::string bytes(kSegmentHeaderBytes, '\0');
  std::memcpy(bytes.data(), kSegmentMagic.data(), kSegmentMagic.size());
  store(bytes, kVersionAt, kSegmentVersion);
  store(bytes, kSectionsAt, header.sections);
  store(bytes, kFileBytesAt, header.file_bytes);
  store(bytes, kTableOffsetAt, header.table_offset);
  store(bytes, kTableChecksumAt, header.table_checksum);
  store(bytes, kBlocksAt, header.blocks);
  store(bytes, kBlocksChecksumAt, header.blocks_checksum);
  store(bytes, kRecipeAt, static_cast<std::uint64_t>(header.recipe));
  std::memcpy(bytes.data() + kKindAt, header.kind.data(), header.kind.size());
  store(bytes, kDigestAt, hash64(std::string_view(bytes).substr(0, kDigestAt)));
  return bytes;
}

std::uint64_t digest_of_header(std::string_view header) noexcept {
  return load<std::uint64_t>(header, kDigestAt);
}

SegmentHeader decode_header(std::string_view bytes, std::uint64_t file_bytes,
                            const std::string& path) {
  if (bytes.size() < kSegmentHeaderBytes) {
    damaged(path, bytes.size(), "ends within the header of a segment");
  }
  if (!bytes.starts_with(kSegmentMagic)) damaged(path, 0, "does not begin as a segment does");
  // Every version has the digest at the same offset, so a flipped bit never looks like a newer one.
  if (digest_of_header(bytes) != hash64(bytes.substr(0, kDigestAt))) {
    damaged(path, 0, "the checksum of the header is wrong");
  }
  const auto version = load<std::uint32_t>(bytes, kVersionAt);
  if (version != kSegmentVersion) {
    throw Error(ErrorCode::unsupported,
                "is a segment of version " + std::to_string(version) +
                    ", this program reads version " + std::to_string(kSegmentVersion),
                path, "use a newer program or " + rebuild_remedy());
  }
  SegmentHeader header;
  header.sections = load<std::uint32_t>(bytes, kSectionsAt);
  header.file_bytes = load<std::uint64_t>(bytes, kFileBytesAt);
  header.table_offset = load<std::uint64_t>(bytes, kTableOffsetAt);
  header.table_checksum = load<std::uint64_t>(bytes, kTableChecksumAt);
  header.blocks = load<std::uint64_t>(bytes, kBlocksAt);
  header.blocks_checksum = load<std::uint64_t>(bytes, kBlocksChecksumAt);
  header.recipe = RecipeId{load<std::uint64_t>(bytes, kRecipeAt)};
  header.kind = load_name(bytes, kKindAt);
  if (header.file_bytes != file_bytes) {
    damaged(path, std::min(header.file_bytes, file_bytes),
            "has " + std::to_string(file_bytes) + " bytes and was written with " +
                std::to_string(header.file_bytes));
  }
  if (header.kind.empty()) damaged(path, kKindAt, "its kind is no name");
  if (bytes.substr(kReservedAt, kDigestAt - kReservedAt).find_first_not_of('\0') !=
      std::string_view::npos) {
    damaged(path, kReservedAt, "a reserved byte is not 0");
  }
  // Nothing below can overflow: all counts are bounded by the actual size of the file.
  const bool counts_fit =
      header.sections <= kSectionsMax && header.blocks <= file_bytes / 8 &&
      header.table_offset >= kSegmentHeaderBytes && header.table_offset <= file_bytes &&
      file_bytes - header.table_offset ==
          kSectionEntryBytes * std::uint64_t{header.sections} + 8 * header.blocks;
  if (!counts_fit) damaged(path, kSectionsAt, "its counts do not make its length");
  return header;
}

std::string encode_table(std::span<const SectionInfo> sections) {
  std::string table(kSectionEntryBytes * sections.size(), '\0');
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const SectionInfo& section = sections[i];
    const std::size_t at = kSectionEntryBytes * i;
    std::memcpy(table.data() + at, section.name.data(), section.name.size());
    store(table, at + kOffsetAt, section.offset);
    store(table, at + kBytesAt, section.bytes);
    store(table, at + kFirstBlockAt, section.first_block);
  }
  return table;
}

std::vector<SectionInfo> decode_table(std::string_view table, const SegmentHeader& header,
                                      const std::string& path) {
  if (hash64(table) != header.table_checksum) {
    damaged(path, header.table_offset, "the checksum of the section table is wrong");
  }
  std::vector<SectionInfo> sections(header.sections);
  std::uint64_t end = kSegmentHeaderBytes;
  std::uint64_t blocks = 0;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::size_t at = kSectionEntryBytes * i;
    const std::uint64_t where = header.table_offset + at;
    SectionInfo& section = sections[i];
    section.name = load_name(table, at);
    section.offset = load<std::uint64_t>(table, at + kOffsetAt);
    section.bytes = load<std::uint64_t>(table, at + kBytesAt);
    section.first_block = load<std::uint64_t>(table, at + kFirstBlockAt);
    if (section.name.empty()) damaged(path, where, "a section without a name");
    const bool in_place = section.offset == section_offset(end, section.bytes) &&
                          section.offset <= header.table_offset &&
                          section.bytes <= header.table_offset - section.offset &&
                          section.first_block == blocks &&
                          load<std::uint64_t>(table, at + kEntryReservedAt) == 0;
    if (!in_place) damaged(path, where, "section " + section.name + " is not where it must be");
    end = section.offset + section.bytes;
    blocks += block_count(section.bytes);
  }
  if (table_offset(end) != header.table_offset || blocks != header.blocks) {
    damaged(path, header.table_offset, "the sections do not make the length of the file");
  }
  check_names(sections, header.table_offset, path);
  return sections;
}

}  // namespace facsim
