// SPDX-License-Identifier: Apache-2.0
#pragma once
// A record of a WARC or ARC becomes a page: which media hold text, and what the headers say of it.

#include "facsim/input/decoded.h"
#include "facsim/input/record_reader.h"

namespace facsim {

[[nodiscard]] Decoded read_warc_page(const RawRecord& record, std::size_t page_bytes_max);
[[nodiscard]] Decoded read_arc_page(const RawRecord& record, std::size_t page_bytes_max);

}  // namespace facsim
