// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "facsim/base/hash64.h"
#include "facsim/store/disk_internal.h"
#include "facsim/store/segment.h"
#include "facsim/store/segment_format_internal.h"

namespace facsim {

namespace {

void check_name(std::string_view name, const std::string& path) {
  if (is_section_name(name)) return;
  throw Error(ErrorCode::invalid_argument,
              "a section or kind is named by 1 to 31 printable characters, not by '" +
                  std::string(name) + "'",
              path);
}

}  // namespace

// The offset of a section depends on its size: it is large once a whole block is full, and small if
// it ends before that. Until one of these is known, its bytes wait in `block`.
struct SegmentWriter::State {
  explicit State(std::string path) : file(std::move(path)) {}

  void pad_to(std::uint64_t offset) {
    static constexpr std::array<std::byte, 4096> kZeros{};
    assert(offset - file.size() <= kZeros.size() && "padding is shorter than a page");
    file.append(std::span(kZeros).first(offset - file.size()));
  }

  void write_block(std::span<const std::byte> bytes) {
    SectionInfo& section = sections.back();
    if (section.bytes == 0) {
      section.offset = section_offset(file.size(), bytes.size());
      pad_to(section.offset);
    }
    checksums.push_back(hash64(bytes_view(bytes)));
    file.append(bytes);
    section.bytes += bytes.size();
  }

  void end_section() {
    if (sections.empty()) return;
    if (!block.empty()) {
      write_block(block);
      block.clear();
    } else if (sections.back().bytes == 0) {
      sections.back().offset = section_offset(file.size(), 0);
      pad_to(sections.back().offset);
    }
  }

  NewFile file;
  SegmentHeader header;
  std::vector<SectionInfo> sections;
  std::vector<std::uint64_t> checksums;
  std::vector<std::byte> block;  // the bytes of the current section after its last whole block
};

SegmentWriter::SegmentWriter(std::string path, std::string_view kind, RecipeId recipe) {
  check_name(kind, path);
  state_ = std::make_unique<State>(std::move(path));
  state_->header.kind = kind;
  state_->header.recipe = recipe;
  // Reserves the header's place; it is written last, when its numbers are known.
  state_->pad_to(kSegmentHeaderBytes);
}

SegmentWriter::~SegmentWriter() = default;

void SegmentWriter::begin(std::string_view name) {
  const std::string& path = state_->file.target();
  check_name(name, path);
  for (const SectionInfo& section : state_->sections) {
    if (section.name == name) {
      throw Error(ErrorCode::invalid_argument, "has a section " + section.name + " already", path);
    }
  }
  if (state_->sections.size() == kSectionsMax) {
    throw Error(ErrorCode::invalid_argument, "has as many sections as a segment can have", path);
  }
  state_->end_section();
  SectionInfo& section = state_->sections.emplace_back();
  section.name = name;
  section.first_block = state_->checksums.size();
}

void SegmentWriter::write(std::span<const std::byte> bytes) {
  assert(!state_->sections.empty() && "begin() comes first");
  std::vector<std::byte>& block = state_->block;
  while (!bytes.empty()) {
    if (block.empty() && bytes.size() >= kSegmentBlockBytes) {
      state_->write_block(bytes.first(kSegmentBlockBytes));
      bytes = bytes.subspan(kSegmentBlockBytes);
      continue;
    }
    const std::size_t count = std::min(bytes.size(), kSegmentBlockBytes - block.size());
    block.insert(block.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes = bytes.subspan(count);
    if (block.size() == kSegmentBlockBytes) {
      state_->write_block(block);
      block.clear();
    }
  }
}

void SegmentWriter::add(std::string_view name, std::span<const std::byte> bytes) {
  begin(name);
  write(bytes);
}

FileStamp SegmentWriter::commit() {
  State& state = *state_;
  state.end_section();
  state.header.table_offset = table_offset(state.file.size());
  state.pad_to(state.header.table_offset);
  const std::string table = encode_table(state.sections);
  const auto checksums = std::as_bytes(std::span(state.checksums));
  state.file.append(std::as_bytes(std::span(table)));
  state.file.append(checksums);
  state.header.sections = static_cast<std::uint32_t>(state.sections.size());
  state.header.file_bytes = state.file.size();
  state.header.table_checksum = hash64(table);
  state.header.blocks = state.checksums.size();
  state.header.blocks_checksum = hash64(bytes_view(checksums));
  const std::string header = encode_header(state.header);
  state.file.overwrite(0, std::as_bytes(std::span(header)));
  state.file.commit();
  return {state.header.file_bytes, digest_of_header(header)};
}

}  // namespace facsim
