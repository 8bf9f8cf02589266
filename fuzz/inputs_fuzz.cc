// SPDX-License-Identifier: Apache-2.0
// Any bytes as an input file, packed or not, under a name that the first byte chooses; it is named
// itself and found in a folder. The file is read to its end in its detected format, each page is
// extracted, and the extents of its records tile the unpacked bytes.

#include <simdjson.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "facsim/extract/extractor.h"
#include "facsim/files/temp_folder.h"
#include "facsim/input/page_decoder.h"
#include "facsim/input/record_reader.h"
#include "fuzz/support.h"

namespace {

namespace fs = std::filesystem;
using namespace facsim;

constexpr const char* kNames[] = {"a.jsonl", "a.json.gz", "a.warc", "a.warc.gz", "a.arc",
                                  "a.html",  "a.txt.zst", "a.csv",  "a.tsv.xz",  "a.php",
                                  "a",       "a.md",      "a.wet",  "a.ndjson",  "page?id=3"};
constexpr std::size_t kPageBytesMax = 100'000;
constexpr std::uint64_t kStreamBytesMax = std::uint64_t{2} << 20;

void extract(const Page& page) {
  static Extractor extractor;
  const Document document = extractor.extract(page);
  for (const std::string* text : {&document.title, &document.main_text, &document.visible_text}) {
    require(simdjson::validate_utf8(*text));
  }
}

void read(const InputFile& file) {
  ReadOptions options;
  options.page_bytes_max = kPageBytesMax;
  options.text_field = "content.text";
  options.html_field = "text";
  options.time_field = "time";
  options.keep_fields = {"rank"};
  options.extra_fields = {"title", "content.more"};
  options.given_field = "features";
  PageDecoder decoder(options);
  const std::unique_ptr<RecordReader> records = open_records(file, options);
  std::uint64_t at = 0;
  for (RawRecord record; at < kStreamBytesMax && records->next(record);) {
    require(record.extent.begin == at);
    require(record.extent.end > at || (is_whole_file(file.kind) && at == 0));  // an empty file
    at = record.extent.end;
    if (record.names_columns) (void)columns_of(record, options);
    if (record.role != RecordRole::page || record.skip != Skip::none) continue;
    const Decoded decoded = decoder.decode(file, record);
    require(decoded.page.bytes.size() <= 3 * kPageBytesMax);
    if (decoded.skip == Skip::none) extract(decoded.page);
  }
}

void find_and_read(const std::vector<std::string>& arguments) {
  is_taken(
      {ErrorCode::not_found, ErrorCode::io, ErrorCode::unsupported, ErrorCode::invalid_argument},
      [&] {
        const InputFiles inputs = find_inputs(arguments, {.columns = {"text", "html"}});
        require(inputs.files.size() <= 1);
        for (const InputFile& file : inputs.files) read(file);
      });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const TempFolder temp(fs::temp_directory_path().string());
  const fs::path folder = fs::path(temp.path()) / "pages";
  fs::remove_all(folder);
  fs::create_directory(folder);
  const std::string path = (folder / kNames[data[0] % std::size(kNames)]).string();
  std::ofstream(path, std::ios::binary) << text_of(data + 1, size - 1);
  find_and_read({path});
  find_and_read({folder.string()});
  return 0;
}
