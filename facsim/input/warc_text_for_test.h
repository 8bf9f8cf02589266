// SPDX-License-Identifier: Apache-2.0
#pragma once
// Hand-written WARC files, and the records that the reader returns for them.

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/records_for_test.h"

namespace facsim::for_test {

struct RecordText {
  std::string type = "response";
  std::string fields;  // more header lines
  std::string block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>hello</p>";
  std::string length;  // instead of the correct one
  std::string version = "WARC/1.0";
  std::string line_break = "\r\n";
  std::string behind = "\r\n\r\n";
};

inline std::string warc(const RecordText& text = {}) {
  const std::string& end = text.line_break;
  const std::string length = text.length.empty() ? std::to_string(text.block.size()) : text.length;
  return text.version + end + "WARC-Type: " + text.type + end + text.fields +
         "WARC-Record-ID: <urn:uuid:1>" + end + "Content-Length: " + length + end + end +
         text.block + text.behind;
}

inline std::string warc_of(const std::string& type, const std::string& block) {
  RecordText text;
  text.type = type;
  text.block = block;
  return warc(text);
}

inline std::string warc_claiming(const std::string& length) {
  RecordText text;
  text.length = length;
  return warc(text);
}

struct WarcOptions {
  std::size_t page_bytes_max = std::size_t{1} << 20;
  std::size_t step_bytes = std::size_t{1} << 20;
  bool plain = true;  // the length of the stream is known
  std::map<std::uint64_t, std::uint64_t> members = {};
};

inline std::vector<RawRecord> records_of_warc(const std::string& file,
                                              const WarcOptions& options = {}) {
  ArchiveFacts facts;
  facts.gzip = facts.has_members = !options.members.empty();
  if (options.plain && !facts.gzip) facts.stream_bytes = file.size();
  MemorySourceOptions source_options;
  source_options.step_bytes = options.step_bytes;
  source_options.members = options.members;
  const auto reader = warc_records(std::make_unique<MemorySource>(file, source_options),
                                   options.page_bytes_max, facts);
  std::vector<RawRecord> records = all_records(*reader, file.size());
  for (const RawRecord& record : records) {
    EXPECT_EQ(record.bytes, file.substr(record.extent.begin, record.bytes.size()));
    EXPECT_LE(record.header_bytes, record.bytes.size());
  }
  return records;
}

// "page", "other", "companion", or the reason of a skip.
inline std::vector<std::string> words_of_records(const std::vector<RawRecord>& records) {
  std::vector<std::string> words;
  for (const RawRecord& record : records) {
    constexpr const char* kRoles[] = {"page", "companion", "other", "damaged"};
    const char* const role = kRoles[static_cast<std::size_t>(record.role)];
    words.push_back(record.skip == Skip::none ? role : std::string(name_of(record.skip)));
  }
  return words;
}

inline std::vector<std::string> warc_words(const std::string& file,
                                           const WarcOptions& options = {}) {
  return words_of_records(records_of_warc(file, options));
}

}  // namespace facsim::for_test
