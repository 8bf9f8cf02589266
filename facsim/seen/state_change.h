// SPDX-License-Identifier: Apache-2.0
#pragma once
// A change of a store before it is written: all of it is written, or nothing.

#include <cstdint>
#include <string>
#include <utility>

#include "facsim/seen/rows_read.h"
#include "facsim/seen/stored_page.h"
#include "facsim/store/row_change.h"

namespace facsim {

struct StateChange {
  RowsRead& read;          // what was read for it
  RowChange written = {};  // what it writes
  Erasure erasure = {};    // rows that it erases

  void set_key(std::string key, std::string value) {
    written.keys.push_back({std::move(key), std::move(value)});
  }
  void erase_key(std::string key) { written.keys.push_back({std::move(key), std::nullopt}); }
};

}  // namespace facsim
