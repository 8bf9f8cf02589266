// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a page is named, wherever somebody is told of it.

#include <cstdint>
#include <string>

namespace facsim {

struct PageName {
  std::string id;  // empty: it is named FILE:OFFSET
  std::string url;
  std::string file;          // empty: it came from memory
  std::uint64_t offset = 0;  // in the file; of pages from memory their number
  bool in_index = false;     // not a page of the inputs: an index remembers it
  std::uint16_t status = 0;  // of the HTTP answer; 0 if it is not known
};

// id, or FILE:OFFSET where there is none.
[[nodiscard]] std::string label_of(const PageName& page);

}  // namespace facsim
