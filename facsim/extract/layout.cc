// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/layout.h"

#include <algorithm>

#include "facsim/base/hash64.h"
#include "facsim/base/limits.h"
#include "facsim/extract/ascii_internal.h"

namespace facsim {

void LayoutBuilder::begin(bool with_names) {
  with_names_ = with_names;
  elements_.clear();
  distinct_.clear();
  names_.clear();
}

void LayoutBuilder::add_name(std::string_view name) {
  if (distinct_.size() >= limits::kLayoutNamesMax) return;
  if (distinct_.insert(hash64(name)) && with_names_) names_.emplace_back(name);
}

void LayoutBuilder::add(std::string_view tag, std::string_view classes) {
  if (distinct_.size() >= limits::kLayoutNamesMax) return;
  if (!elements_.insert(combine(hash64(tag), hash64(classes)))) return;
  std::string_view name = take_word(classes);
  if (name.empty()) {
    add_name(tag);
    return;
  }
  for (; !name.empty(); name = take_word(classes)) {
    name_.assign(tag).append(1, '.').append(name);
    add_name(name_);
  }
}

std::vector<std::uint64_t> LayoutBuilder::hashes() const {
  std::vector<std::uint64_t> sorted = distinct_.values();
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace facsim
