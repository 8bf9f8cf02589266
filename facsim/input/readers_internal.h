// SPDX-License-Identifier: Apache-2.0
#pragma once
// The readers used by open_records(), over any source of bytes: also for tests and fuzzing.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "facsim/files/byte_source.h"
#include "facsim/input/record_reader.h"

namespace facsim {

// options.page_bytes_max with an upper limit, because readers and the decoder add to it and
// multiply it.
[[nodiscard]] inline std::size_t page_bytes_max_of(const ReadOptions& options) noexcept {
  return std::min(options.page_bytes_max, std::size_t{1} << 40);
}

// Facts about its file that a reader of WARC or ARC needs.
struct ArchiveFacts {
  bool gzip = false;         // offsets of identity may be those of gzip members
  bool has_members = false;  // packed: the end of a member may be the end of a record
  // The length of the unpacked stream, if known before reading (plain files). Detects at once a
  // record that claims more than there is.
  std::optional<std::uint64_t> stream_bytes;
};

// The first step of every reader: resets `record` to one that begins at `begin`, and reuses its
// buffer.
inline void begin_record(RawRecord& record, RecordRole role, std::uint64_t begin) {
  RawRecord fresh;
  fresh.role = role;
  fresh.extent = {begin, begin};
  fresh.offset = begin;
  fresh.bytes = std::move(record.bytes);
  fresh.bytes.clear();
  record = std::move(fresh);
}

[[nodiscard]] std::unique_ptr<RecordReader> line_records(std::unique_ptr<ByteSource> source,
                                                         std::size_t page_bytes_max,
                                                         std::uint64_t large_bytes_max = 0);
[[nodiscard]] std::unique_ptr<RecordReader> bulk_records(std::unique_ptr<ByteSource> source,
                                                         std::size_t page_bytes_max,
                                                         std::uint64_t large_bytes_max = 0);
[[nodiscard]] std::unique_ptr<RecordReader> csv_records(std::unique_ptr<ByteSource> source,
                                                        std::size_t page_bytes_max, bool is_tsv,
                                                        std::uint64_t large_bytes_max = 0);
[[nodiscard]] std::unique_ptr<RecordReader> whole_file_record(std::unique_ptr<ByteSource> source,
                                                              std::size_t page_bytes_max,
                                                              std::uint64_t large_bytes_max = 0);
[[nodiscard]] std::unique_ptr<RecordReader> warc_records(std::unique_ptr<ByteSource> source,
                                                         std::size_t page_bytes_max,
                                                         const ArchiveFacts& facts,
                                                         std::uint64_t large_bytes_max = 0);
[[nodiscard]] std::unique_ptr<RecordReader> arc_records(std::unique_ptr<ByteSource> source,
                                                        std::size_t page_bytes_max,
                                                        const ArchiveFacts& facts,
                                                        std::uint64_t large_bytes_max = 0);

}  // namespace facsim
