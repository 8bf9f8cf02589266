// SPDX-License-Identifier: Apache-2.0
// Real archives, written by crawlers over twenty years: all of them are read to the end.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "facsim/input/page_decoder.h"
#include "facsim/input/record_reader.h"

namespace facsim {
namespace {

// $FACSIM_DATA/`name`, or an empty path after a message.
std::filesystem::path data_folder(const char* name) {
  const char* const data = std::getenv("FACSIM_DATA");
  std::filesystem::path folder = std::filesystem::path(data == nullptr ? "" : data) / name;
  if (data != nullptr && std::filesystem::is_directory(folder)) return folder;
  std::cout << "skipped: no data at " << (data == nullptr ? "$FACSIM_DATA" : folder.string())
            << '\n';
  return {};
}

std::string unpacked(const std::string& path) {
  const auto source = open_bytes(path);
  std::string bytes;
  std::string buffer(1 << 20, '\0');
  while (const std::size_t got = source->read(buffer)) bytes.append(buffer, 0, got);
  return bytes;
}

// The reference for well-formed files: a version line after two line breaks begins a record.
std::size_t simple_warc_count(const std::string& bytes) {
  std::size_t count = bytes.starts_with("WARC/") ? 1 : 0;
  for (const std::string_view mark : {"\r\n\r\nWARC/", "\n\nWARC/"}) {
    for (std::size_t at = bytes.find(mark); at != std::string::npos;
         at = bytes.find(mark, at + 1)) {
      const std::size_t line = at + mark.size() + 3;
      count += line < bytes.size() && (bytes[line] == '\r' || bytes[line] == '\n') ? 1U : 0U;
      count += bytes.compare(line, 1, "8") == 0 || bytes.compare(line, 1, "7") == 0 ? 1U : 0U;
    }
  }
  return count;
}

// True if a gzip member begins there in the packed file.
bool is_member_begin(const std::string& path, std::uint64_t offset) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset));
  char magic[3] = {};
  file.read(magic, sizeof magic);
  return std::string_view(magic, 3) == "\x1F\x8B\x08";
}

struct Tally {
  std::size_t records = 0;
  std::size_t pages = 0;
  std::size_t damaged = 0;
  std::size_t member_offsets = 0;  // records whose offset is not that of the unpacked stream
  std::array<std::size_t, kSkipCount> skips{};
};

Tally read_all(const InputFile& file, const std::string& bytes) {
  Tally tally;
  const ReadOptions options;
  const auto reader = open_records(file, options);
  PageDecoder decoder(options);
  RawRecord record;
  std::uint64_t at = 0;
  while (reader->next(record)) {
    EXPECT_EQ(record.extent.begin, at) << file.name;
    EXPECT_GT(record.extent.end, at) << file.name;
    at = record.extent.end;
    ++tally.records;
    tally.damaged += record.role == RecordRole::damaged;
    if (record.offset != record.extent.begin) {
      ++tally.member_offsets;
      EXPECT_TRUE(is_member_begin(file.path, record.offset)) << file.name << ' ' << record.offset;
    }
    if (!record.bytes.empty()) {
      EXPECT_EQ(record.bytes, bytes.substr(record.extent.begin, record.bytes.size()));
    }
    if (record.role != RecordRole::page) {
      ++tally.skips[static_cast<std::size_t>(record.skip)];
      continue;
    }
    const Skip skip = record.skip == Skip::none ? decoder.decode(file, record).skip : record.skip;
    tally.pages += skip == Skip::none;
    if (skip != Skip::none) ++tally.skips[static_cast<std::size_t>(skip)];
  }
  EXPECT_EQ(at, bytes.size()) << file.name;
  return tally;
}

void print_row(const std::string& name, const Tally& tally) {
  std::printf("%-60.60s %6zu %6zu ", name.c_str(), tally.records, tally.pages);
  for (int skip = 1; skip < kSkipCount; ++skip) {
    const std::size_t count = tally.skips[static_cast<std::size_t>(skip)];
    if (count > 0) {
      std::printf(" %s=%zu", std::string(name_of(static_cast<Skip>(skip))).c_str(), count);
    }
  }
  std::printf("\n");
}

TEST(Samples, EveryArchiveIsReadToItsEnd) {
  const std::filesystem::path folder = data_folder("warc_samples");
  if (folder.empty()) GTEST_SKIP();
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().string().find("arc") != std::string::npos &&
        entry.path().extension() != ".tsv") {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  const InputFiles found = find_inputs(paths, {});
  EXPECT_GE(found.files.size(), 40U);
  int member_wise = 0;
  for (const InputFile& file : found.files) {
    const std::string bytes = unpacked(file.path);
    const Tally tally = read_all(file, bytes);
    print_row(file.out_name, tally);
    if (file.kind == FileKind::warc && tally.damaged == 0) {
      EXPECT_EQ(tally.records, simple_warc_count(bytes)) << file.name;
    }
    EXPECT_TRUE(file.kind == FileKind::warc || file.kind == FileKind::arc) << file.name;
    EXPECT_GT(tally.records, 0U) << file.name;
    // Either all records except the first have their own member, or none has.
    EXPECT_TRUE(tally.member_offsets == 0 || tally.member_offsets == tally.records - 1)
        << file.name;
    member_wise += tally.member_offsets > 0;
  }
  EXPECT_GE(member_wise, 15);
}

}  // namespace
}  // namespace facsim
