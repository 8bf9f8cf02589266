// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/source_names.h"

namespace facsim {

std::uint32_t SourceNames::number_of(std::string_view name) {
  std::string key(name);
  if (const auto found = numbers_.find(key); found != numbers_.end()) return found->second;
  // Once full, always full: a short name that comes after a long one has no better claim.
  is_full_ = is_full_ || names_.size() == kOthers || bytes_ + name.size() > kBytesMax;
  if (is_full_) return kOthers;
  bytes_ += name.size();
  const auto number = static_cast<std::uint32_t>(names_.size());
  names_.push_back(key);
  numbers_.emplace(std::move(key), number);
  return number;
}

}  // namespace facsim
