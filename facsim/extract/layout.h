// SPDX-License-Identifier: Apache-2.0
#pragma once
// The layout of a page: the set of its tag.class names.
//
// An element without a class gives "tag", one with classes gives "tag.class" for each of them, as
// written. Pages of one template share nearly all of these names, pages of other sites few. The
// first kLayoutNamesMax distinct names in document order count (base/limits.h).
//
// Cost: one hash of the class attribute per element; names are built only for attributes that are
// new in the page.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/extract/hash_set_internal.h"

namespace facsim {

class LayoutBuilder {
 public:
  void begin(bool with_names);
  // Adds an element; `classes` is its class attribute, names separated by white space.
  void add(std::string_view tag, std::string_view classes);
  // Returns the hashes of the distinct names, sorted. Call begin() before the next page.
  [[nodiscard]] std::vector<std::uint64_t> hashes() const;
  // Returns the names in document order; empty unless requested in begin().
  [[nodiscard]] std::vector<std::string> take_names() { return std::move(names_); }

 private:
  void add_name(std::string_view name);

  bool with_names_ = false;
  HashSet elements_;  // hashes of (tag, class attribute)
  HashSet distinct_;  // hashes of names
  std::string name_;
  std::vector<std::string> names_;
};

}  // namespace facsim
