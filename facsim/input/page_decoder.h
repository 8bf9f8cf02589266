// SPDX-License-Identifier: Apache-2.0
#pragma once
// A record's bytes become a Page: JSON fields, HTTP header and body, file content.
//
// One a thread; reuses its buffers. Foreign bytes never make it throw.

#include <memory>
#include <string>
#include <string_view>

#include "facsim/input/decoded.h"
#include "facsim/input/record_reader.h"

namespace facsim {

// Of a record of JSON lines or a bulk file: the object that holds the page's fields.
[[nodiscard]] std::string_view object_of(FileKind kind, const RawRecord& record);

class PageDecoder {
 public:
  // Throws Error{invalid_argument} for judged_statuses that are none (model/status_ranges.h).
  explicit PageDecoder(ReadOptions options);
  ~PageDecoder();
  PageDecoder(PageDecoder&&) noexcept;
  // `record` must have role page and no skip. What would be judged, but for its status, has the
  // skip other_status. The result's strings are the caller's to keep.
  [[nodiscard]] Decoded decode(const InputFile& file, const RawRecord& record) {
    return decode(file, record, page_bytes_max());
  }
  // The same with another limit of a body that unpacks, at most page_bytes_max().
  [[nodiscard]] Decoded decode(const InputFile& file, const RawRecord& record,
                               std::size_t body_bytes_max);
  [[nodiscard]] std::size_t page_bytes_max() const noexcept;
  // How large a record may be whose digest is taken; 0: none is.
  [[nodiscard]] std::uint64_t large_bytes_max() const noexcept;
  // Whether ReadOptions::judged_statuses hold that of the page.
  [[nodiscard]] bool judges(const Page& page) const noexcept;

 private:
  [[nodiscard]] Decoded decode_any(const InputFile& file, const RawRecord& record,
                                   std::size_t body_bytes_max);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
