// SPDX-License-Identifier: Apache-2.0
#include "facsim/review/held_pages_internal.h"

#include <iterator>

namespace facsim {
namespace {

std::pair<HeldFile, std::uint64_t> place_of(const PageName& name) {
  return {{name.in_index, name.file}, name.offset};
}

}  // namespace

void HeldPages::want(const PageName& name) {
  if (name.file.empty() ? !from_memory_ || name.in_index : from_memory_) return;
  if (wanted_.try_emplace(place_of(name), wanted_.size(), name).second) {
    ++left_[{name.in_index, name.file}];
  }
}

std::vector<HeldFile> HeldPages::files() const {
  std::vector<HeldFile> files;
  for (const auto& [file, count] : left_) files.push_back(file);
  return files;
}

std::vector<std::uint64_t> HeldPages::numbers() const {
  std::vector<std::uint64_t> all;
  for (const auto& [place, wanted] : wanted_) all.push_back(place.second);
  return all;
}

const PageName* HeldPages::wanted_at(const HeldFile& file, std::uint64_t offset) const {
  const auto wanted = wanted_.find({file, offset});
  if (wanted == wanted_.end() || found_.contains(wanted->second.rank)) return nullptr;
  return &wanted->second.name;
}

void HeldPages::offer(const HeldFile& file, std::uint64_t offset, Page& page) {
  const auto wanted = wanted_.find({file, offset});
  if (wanted == wanted_.end() || !found_.insert(wanted->second.rank).second) return;
  --left_[file];
  bytes_ += bytes_of(page);
  held_.emplace(wanted->second.rank, std::move(page));
  while (bytes_ > bytes_max_ && held_.size() > 2) {
    const auto last = std::prev(held_.end());
    bytes_ -= bytes_of(last->second);
    held_.erase(last);
  }
}

const Page* HeldPages::of(const PageName& name) const {
  const auto wanted = wanted_.find(place_of(name));
  if (wanted == wanted_.end()) return nullptr;
  const auto held = held_.find(wanted->second.rank);
  return held == held_.end() ? nullptr : &held->second;
}

Absence HeldPages::absence(const PageName& name) const {
  const auto wanted = wanted_.find(place_of(name));
  if (wanted == wanted_.end()) return Absence::not_wanted;
  if (!found_.contains(wanted->second.rank)) return Absence::not_found;
  return held_.contains(wanted->second.rank) ? Absence::none : Absence::no_room;
}

}  // namespace facsim
