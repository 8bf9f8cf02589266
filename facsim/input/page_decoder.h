// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decodes a record's bytes to a Page: JSON fields, HTTP header and body, file content.
//
// One instance per thread; reuses its buffers. Foreign bytes never cause an exception.

#include <memory>
#include <string>
#include <string_view>

#include "facsim/input/decoded.h"
#include "facsim/input/record_reader.h"

namespace facsim {

// For a record of JSON lines or a bulk file: the object with the page's fields.
[[nodiscard]] std::string_view object_of(FileKind kind, const RawRecord& record);

class PageDecoder {
 public:
  // Throws Error{invalid_argument} if judged_statuses is malformed (model/status_ranges.h).
  explicit PageDecoder(ReadOptions options);
  ~PageDecoder();
  PageDecoder(PageDecoder&&) noexcept;
  // `record` must have role page and no skip. A page that is only excluded by its status has the
  // skip other_status. The strings of the result belong to the caller.
  [[nodiscard]] Decoded decode(const InputFile& file, const RawRecord& record) {
    return decode(file, record, page_bytes_max());
  }
  // The same with another limit for an unpacked body, at most page_bytes_max().
  [[nodiscard]] Decoded decode(const InputFile& file, const RawRecord& record,
                               std::size_t body_bytes_max);
  [[nodiscard]] std::size_t page_bytes_max() const noexcept;
  // The maximum size of a record whose digest is taken; 0: no digests.
  [[nodiscard]] std::uint64_t large_bytes_max() const noexcept;
  // True if ReadOptions::judged_statuses includes the page's status, or the page has none.
  [[nodiscard]] bool judges(const Page& page) const noexcept;

 private:
  [[nodiscard]] Decoded decode_any(const InputFile& file, const RawRecord& record,
                                   std::size_t body_bytes_max);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
