// SPDX-License-Identifier: Apache-2.0
#pragma once
// The promises of every reader of records for any bytes: the extents tile the stream, a record
// contains the bytes of its extent, and the steps in which the stream arrives make no difference.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/page_decoder.h"
#include "facsim/input/readers_internal.h"
#include "fuzz/support.h"

namespace facsim {

inline constexpr std::size_t kFuzzPageBytesMax = 4096;

using Members = std::map<std::uint64_t, std::uint64_t>;

// Members of a packed file that begin at some of the places of `mark`.
inline Members members_at(std::string_view bytes, std::string_view mark) {
  Members members = {{0, 0}};
  std::size_t choice = bytes.size();
  for (std::size_t at = bytes.find(mark); at != std::string_view::npos;
       at = bytes.find(mark, at + 1)) {
    choice = choice * 25214903917U + 11;
    if ((choice >> 17 & 3U) != 0) members[at] = at;
  }
  return members;
}

// `open(source)` makes the reader.
template <class Open>
std::vector<RawRecord> read_fuzzed(const std::string& bytes, std::size_t step_bytes, Open open,
                                   Members members) {
  MemorySourceOptions options;
  options.step_bytes = step_bytes;
  options.members = std::move(members);
  const std::unique_ptr<RecordReader> reader =
      open(std::make_unique<MemorySource>(bytes, std::move(options)));
  std::vector<RawRecord> records;
  RawRecord record;
  std::uint64_t at = 0;
  while (reader->next(record)) {
    require(record.extent.begin == at && record.extent.end > at);
    at = record.extent.end;
    require(record.header_bytes <= record.bytes.size());
    require(record.bytes ==
            std::string_view(bytes).substr(record.extent.begin, record.bytes.size()));
    records.push_back(record);
  }
  require(at == bytes.size());
  return records;
}

template <class Open>
void fuzz_records(const std::uint8_t* data, std::size_t size, FileKind kind, Open open,
                  const Members& members = {}) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::vector<RawRecord> records = read_fuzzed(bytes, std::size_t{1} << 20, open, members);
  const std::size_t odd_step = size == 0 ? 1 : 1 + data[size / 2] % 61U;
  const std::vector<RawRecord> again = read_fuzzed(bytes, odd_step, open, members);
  require(records.size() == again.size());

  InputFile file;
  file.name = "fuzz";
  file.kind = kind;
  ReadOptions options;
  options.page_bytes_max = kFuzzPageBytesMax;
  options.time_field = "time";
  options.keep_fields = {"rank"};
  PageDecoder decoder(options);
  for (std::size_t i = 0; i < records.size(); ++i) {
    require(records[i].extent.end == again[i].extent.end && records[i].skip == again[i].skip);
    if (records[i].role != RecordRole::page || records[i].skip != Skip::none) continue;
    const Decoded decoded = decoder.decode(file, records[i]);
    require(decoded.page.bytes.size() <= 3 * kFuzzPageBytesMax);
    require(decoded.skip != Skip::none || !decoded.page.bytes.empty());
    const bool is_object = has_json_records(kind) && decoded.skip != Skip::bad_json;
    require(!is_object || bytes.at(decoded.brace_offset) == '}');
  }
}

// Reads the bytes as a plain file, then as one of members that begin at places of `mark`.
// `open(source, page_bytes_max, facts, large_bytes_max)` makes the reader.
template <class Open>
void fuzz_archive(const std::uint8_t* data, std::size_t size, FileKind kind, std::string_view mark,
                  Open open) {
  for (const bool packed : {false, true}) {
    ArchiveFacts facts;
    facts.gzip = facts.has_members = packed;
    if (!packed) facts.stream_bytes = size;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    fuzz_records(
        data, size, kind,
        [&](std::unique_ptr<ByteSource> source) {
          return open(std::move(source), kFuzzPageBytesMax, facts, 0);
        },
        packed ? members_at(bytes, mark) : Members{});
  }
}

}  // namespace facsim
