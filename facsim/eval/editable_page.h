// SPDX-License-Identifier: Apache-2.0
#pragma once
// A page with the positions of its units, so that they can be edited in place (edits.h).

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "facsim/model/page.h"

namespace facsim {

// A unit and its position in the bytes.
struct EditSlot {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint64_t hash = 0;
  std::uint32_t place = 0;    // index among all units of the judged text
  std::uint32_t segment = 0;  // a run of text between tags
  bool alone = false;         // written without spaces, as ideographs are
};

struct EditablePage {
  PageFormat format = PageFormat::text;
  std::string source;     // UTF-8
  std::size_t units = 0;  // of the judged text; `slots` may be only some of them
  std::vector<EditSlot> slots;
  std::vector<std::uint64_t> hashes;  // of all units, in order
};

}  // namespace facsim
