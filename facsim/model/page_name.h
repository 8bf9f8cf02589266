// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a page is named in all output.

#include <cstdint>
#include <string>

namespace facsim {

struct PageName {
  std::string id;  // empty: the page is named FILE:OFFSET
  std::string url;
  std::string file;          // empty: it came from memory
  std::uint64_t offset = 0;  // in the file; for pages from memory their number
  bool in_index = false;     // not a page of the inputs, but one that an index remembers
  std::uint16_t status = 0;  // of the HTTP answer; 0 if unknown
};

// Returns the id, or FILE:OFFSET if there is none.
[[nodiscard]] std::string label_of(const PageName& page);

}  // namespace facsim
