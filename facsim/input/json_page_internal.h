// SPDX-License-Identifier: Apache-2.0
#pragma once
// A line of JSON becomes a page. Names with a dot may lead to fields inside objects
// (json_field_internal.h); of a field that occurs twice the last counts, as in most readers.
//
// Lines that are not quite Unicode are repaired rather than lost: ill-formed UTF-8 and lone
// surrogates become U+FFFD, numbers that no machine word holds keep their digits as text. Only the
// page's own text or HTML keeps its bytes where they are no UTF-8: what they say is for whoever
// finds the encodings of pages.

#include <memory>
#include <string_view>

#include "facsim/input/decoded.h"
#include "facsim/input/json_object_internal.h"
#include "facsim/input/record_reader.h"

namespace facsim {

class JsonPageReader {
 public:
  explicit JsonPageReader(ReadOptions options);
  ~JsonPageReader();
  JsonPageReader(const JsonPageReader&) = delete;
  JsonPageReader& operator=(const JsonPageReader&) = delete;

  // `line_begin` is where the line's first byte stands in the stream.
  [[nodiscard]] Decoded read(const std::string& line, std::uint64_t line_begin);
  // `record` is of bulk_records().
  [[nodiscard]] Decoded read_bulk(const RawRecord& record);
  // Gives back what a long line has made the parser allocate: up to 14 times its bytes.
  void release();

 private:
  // `json` has as many `readable` bytes; its first stands at `begin` in the stream. Of an `update`
  // the fields are those of its `doc`.
  [[nodiscard]] Decoded read_object(std::string_view json, std::size_t readable,
                                    std::uint64_t begin, bool is_update);
  // Gives the page the bytes that its text has in `json`, where they are no UTF-8.
  void keep_bytes(std::string_view json, bool is_update, bool has_pairs, Page& page);
  struct Parser;
  ReadOptions options_;
  ReadOptions flat_;  // options_ without the names that have a dot
  bool has_dotted_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace facsim
