// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/segment.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "facsim/base/hash64.h"
#include "facsim/files/own_file.h"
#include "facsim/store/disk_internal.h"
#include "facsim/store/huge_pages.h"
#include "facsim/store/segment_format_internal.h"

namespace facsim {

namespace {

// Linux reads at most this much ahead in one call, and may skip the rest of a larger piece.
constexpr std::uint64_t kAheadBytes = std::uint64_t{128} << 10;

std::string read_text(const FileHandle& file, std::uint64_t offset, std::size_t bytes,
                      const std::string& path) {
  std::string text(bytes, '\0');
  if (const auto reason = read_at(file, offset, std::as_writable_bytes(std::span(text)))) {
    throw Error(ErrorCode::io, *reason, path + ":" + std::to_string(offset));
  }
  return text;
}

}  // namespace

void Segment::Unmap::operator()(std::byte* begin) const noexcept { ::munmap(begin, bytes); }

Segment::Mapping Segment::map_file(const FileHandle& file, std::size_t bytes,
                                   const std::string& path) {
  void* begin = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.get(), 0);
  if (begin == MAP_FAILED) throw disk_error(errno, path, "mapped");
  return Mapping(static_cast<std::byte*>(begin), Unmap{bytes});
}

// The mapping begins at a multiple of the size of a huge page, as the system requires.
Segment::Mapping Segment::map_memory(std::size_t bytes, const std::string& path) {
  const std::size_t reserved = bytes + kHugePageBytes;
  void* begin =
      ::mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) {
    throw Error(ErrorCode::io,
                "cannot be loaded, " + std::to_string(bytes) +
                    " bytes of memory are not to be had: " + std::generic_category().message(errno),
                path);
  }
  auto* const first = static_cast<std::byte*>(begin);
  const std::size_t page = reinterpret_cast<std::uintptr_t>(first) % kHugePageBytes;
  const std::size_t skipped = page == 0 ? 0 : kHugePageBytes - page;
  if (skipped > 0) ::munmap(first, skipped);
  // If the system has no huge pages, or grants none, small ones serve as well; a small segment
  // would waste most of a huge page.
  if (bytes >= kHugePageBytes) ::madvise(first + skipped, reserved - skipped, MADV_HUGEPAGE);
  return Mapping(first + skipped, Unmap{reserved - skipped});
}

void Segment::advise(std::span<const std::string_view> names, double from, double to,
                     std::uint64_t bytes_at_once, int advice) const noexcept {
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (is_loaded_) return;
  for (const SectionInfo& section : sections_) {
    if (std::find(names.begin(), names.end(), section.name) == names.end()) continue;
    const auto at = [&section](double share) {
      return section.offset +
             static_cast<std::uint64_t>(static_cast<double>(section.bytes) * std::min(share, 1.0));
    };
    // Only whole pages, so that the neighbouring sections keep theirs.
    const std::uint64_t end = at(to) / page * page;
    for (std::uint64_t begin = (at(from) + page - 1) / page * page; begin < end;) {
      const std::uint64_t bytes = std::min(end - begin, bytes_at_once);
      ::madvise(memory_.get() + begin, bytes, advice);
      begin += bytes;
    }
  }
}

void Segment::expect_single_reads(std::span<const std::string_view> names) const noexcept {
  advise(names, 0, 1, ~std::uint64_t{0}, MADV_RANDOM);
}

void Segment::read_ahead(std::span<const std::string_view> names, double from,
                         double to) const noexcept {
  advise(names, from, to, kAheadBytes, MADV_WILLNEED);
}

Segment Segment::open(const std::string& path, Residence residence) {
  Segment segment;
  segment.path_ = path;
  segment.file_ = open_own_file(path);
  segment.read_frame();
  if (residence == Residence::loaded) {
    segment.load();
  } else {
    segment.memory_ = map_file(segment.file_, segment.stamp_.bytes, path);
  }
  return segment;
}

void Segment::read_frame() {
  const std::uint64_t file_bytes = size_of(file_, path_);
  const auto header_bytes = std::min<std::uint64_t>(file_bytes, kSegmentHeaderBytes);
  const std::string bytes = read_text(file_, 0, header_bytes, path_);
  SegmentHeader header = decode_header(bytes, file_bytes, path_);
  const std::string table =
      read_text(file_, header.table_offset, kSectionEntryBytes * header.sections, path_);
  sections_ = decode_table(table, header, path_);
  kind_ = std::move(header.kind);
  recipe_ = header.recipe;
  stamp_ = {file_bytes, digest_of_header(bytes)};
  table_offset_ = header.table_offset;
  blocks_ = header.blocks;
  blocks_checksum_ = header.blocks_checksum;
}

void Segment::load() {
  Mapping memory = map_memory(table_offset_, path_);
  read_all(memory.get(),
           [this](const SegmentDamage& damage) {
             throw Error(ErrorCode::damaged, damage.section + ": " + damage.what,
                         path_ + ":" + std::to_string(damage.offset), rebuild_remedy());
           },
           {});
  ::mprotect(memory.get(), memory.get_deleter().bytes, PROT_READ);
  memory_ = std::move(memory);
  is_loaded_ = true;
}

std::optional<std::span<const std::byte>> Segment::find(std::string_view name) const {
  for (const SectionInfo& section : sections_) {
    if (section.name == name) return std::span(memory_.get() + section.offset, section.bytes);
  }
  return std::nullopt;
}

std::span<const std::byte> Segment::section(std::string_view name) const {
  const auto found = find(name);
  if (!found) {
    throw Error(ErrorCode::damaged, "has no section " + std::string(name), path_, rebuild_remedy());
  }
  return *found;
}

void Segment::throw_not_whole(std::string_view name, std::size_t value_bytes) const {
  throw Error(ErrorCode::damaged,
              "section " + std::string(name) + " is not made of values of " +
                  std::to_string(value_bytes) + " bytes",
              path_, rebuild_remedy());
}

std::vector<SegmentDamage> Segment::verify(const VerifyProgress& progress) const {
  std::vector<SegmentDamage> found;
  read_all(
      nullptr, [&found](SegmentDamage damage) { found.push_back(std::move(damage)); }, progress);
  return found;
}

void Segment::read_all(std::byte* memory, const Report& report,
                       const VerifyProgress& progress) const {
  std::vector<std::uint64_t> checksums(blocks_);
  const auto bytes = std::as_writable_bytes(std::span(checksums));
  const std::uint64_t offset = stamp_.bytes - bytes.size();
  // A block is checked against its own checksum even if another part of the list is damaged. If the
  // list cannot be read, only reading is checked.
  auto reason = read_at(file_, offset, bytes);
  if (reason) checksums.clear();
  if (!reason && hash64(bytes_view(bytes)) != blocks_checksum_) reason = "the checksum is wrong";
  if (reason) report({"block checksums", offset, bytes.size(), *reason});
  std::uint64_t done = 0;
  const auto advance = [&](std::uint64_t count) {
    done += count;
    if (progress) progress(done, table_offset_);
  };
  std::uint64_t end = kSegmentHeaderBytes;
  advance(end);
  for (const SectionInfo& section : sections_) {
    read_padding(end, section.offset, report);
    advance(section.offset - end);
    read_section(section, checksums, memory, report, advance);
    end = section.offset + section.bytes;
  }
  read_padding(end, table_offset_, report);
  advance(table_offset_ - end);
}

void Segment::read_section(const SectionInfo& section, std::span<const std::uint64_t> checksums,
                           std::byte* memory, const Report& report,
                           const std::function<void(std::uint64_t)>& advance) const {
  std::vector<std::byte> buffer(
      memory == nullptr ? std::min<std::uint64_t>(section.bytes, kSegmentBlockBytes) : 0);
  std::uint64_t block = section.first_block;
  for (std::uint64_t begin = 0; begin < section.bytes; begin += kSegmentBlockBytes, ++block) {
    const std::uint64_t offset = section.offset + begin;
    const std::uint64_t count = std::min<std::uint64_t>(section.bytes - begin, kSegmentBlockBytes);
    const std::span into(memory == nullptr ? buffer.data() : memory + offset, count);
    auto reason = read_at(file_, offset, into);
    const bool is_known = block < checksums.size();
    if (!reason && is_known && hash64(bytes_view(into)) != checksums[block]) {
      reason = "the checksum is wrong";
    }
    if (reason) report({section.name, offset, count, *reason});
    advance(count);
  }
}

void Segment::read_padding(std::uint64_t begin, std::uint64_t end, const Report& report) const {
  if (begin == end) return;
  std::vector<std::byte> padding(end - begin);
  auto reason = read_at(file_, begin, padding);
  const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
  if (!reason && !std::all_of(padding.begin(), padding.end(), is_zero)) {
    reason = "a byte that must be 0 is not";
  }
  if (reason) report({"padding", begin, end - begin, *reason});
}

}  // namespace facsim
