// SPDX-License-Identifier: Apache-2.0
#pragma once
// What PageDecoder makes of a record.

#include <array>
#include <cstdint>
#include <string>

#include "facsim/model/page.h"
#include "facsim/model/skip.h"

namespace facsim {

// Fields that have a value which cannot be used: no time, no status, no number to keep by. So the
// page counts as one without it.
struct UnusableValues {
  bool time = false;
  bool status = false;
  std::array<bool, kKeepFieldsMax> keep = {};
};

struct Decoded {
  Skip skip = Skip::none;  // set: `page` has at most id and url
  Page page;
  // JSON lines and bulk files: where in the unpacked stream the object's closing brace stands
  // (annotate puts its member before it), and whether the object has other members.
  std::uint64_t brace_offset = 0;
  bool object_is_empty = false;
  // With Skip::no_text_field: the names of the fields that are there, with commas; of many or long
  // ones the first.
  std::string field_names;
  // Of bad_features which, and why; of bad_json what is wrong with the line, where, and a remedy.
  std::string why_skipped;
  UnusableValues unusable;
};

}  // namespace facsim
