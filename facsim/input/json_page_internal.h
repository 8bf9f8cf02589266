// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes a page of a line of JSON. Names with a dot may lead to fields of nested objects
// (json_field_internal.h); if a field occurs twice, the last counts, as in most readers.
//
// Lines that are not quite Unicode are repaired, not lost: ill-formed UTF-8 and lone surrogates
// become U+FFFD, and numbers that do not fit into 64 bits become text. Only the page's own text or
// HTML keeps its bytes if they are not UTF-8: the detection of encodings interprets them.

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

  // `line_begin` is the offset of the line's first byte in the stream.
  [[nodiscard]] Decoded read(const std::string& line, std::uint64_t line_begin);
  // `record` comes from bulk_records().
  [[nodiscard]] Decoded read_bulk(const RawRecord& record);
  // Frees the memory that the parser allocated for a long line: up to 14 times its size.
  void release();

 private:
  // `json` has `readable` readable bytes; its first is at offset `begin` of the stream. For an
  // `update` the fields are those of its `doc`.
  [[nodiscard]] Decoded read_object(std::string_view json, std::size_t readable,
                                    std::uint64_t begin, bool is_update);
  // If the page's text is not UTF-8, sets its bytes to those in `json`.
  void keep_bytes(std::string_view json, bool is_update, bool has_pairs, Page& page);
  struct Parser;
  ReadOptions options_;
  ReadOptions flat_;  // options_ without names that have a dot
  bool has_dotted_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace facsim
