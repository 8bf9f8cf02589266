// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes a page of a record of a WARC or ARC: which media types hold text, and what the headers
// state.

#include "facsim/input/decoded.h"
#include "facsim/input/record_reader.h"

namespace facsim {

[[nodiscard]] Decoded read_warc_page(const RawRecord& record, std::size_t page_bytes_max);
[[nodiscard]] Decoded read_arc_page(const RawRecord& record, std::size_t page_bytes_max);

}  // namespace facsim
