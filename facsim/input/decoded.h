// SPDX-License-Identifier: Apache-2.0
#pragma once
// The result of PageDecoder for a record.

#include <array>
#include <cstdint>
#include <string>

#include "facsim/model/page.h"
#include "facsim/model/skip.h"

namespace facsim {

// Fields with a value that cannot be used as a time, a status, or a number to keep by. The page
// counts as one without the field.
struct UnusableValues {
  bool time = false;
  bool status = false;
  std::array<bool, kKeepFieldsMax> keep = {};
};

struct Decoded {
  Skip skip = Skip::none;  // if set, `page` has at most id and url
  Page page;
  // JSON lines and bulk files: offset of the object's closing brace in the unpacked stream
  // (annotate inserts its member before it), and whether the object has no other members.
  std::uint64_t brace_offset = 0;
  bool object_is_empty = false;
  // With Skip::no_text_field: the names of the existing fields, separated by commas; only the first
  // if they are many or long.
  std::string field_names;
  // With bad_features: which one, and why; with bad_json: the fault, its place, and a remedy.
  std::string why_skipped;
  UnusableValues unusable;
};

}  // namespace facsim
