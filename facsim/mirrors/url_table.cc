// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/url_table.h"

#include <algorithm>
#include <utility>

namespace facsim {

UrlTable::UrlTable(std::vector<UrlEntry> entries) : entries_(std::move(entries)) {
  std::sort(entries_.begin(), entries_.end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (kept > 0 && entries_[kept - 1].url == entries_[i].url) {
      ++merged_;
      if (entries_[kept - 1].content != entries_[i].content) ++merged_wrong_;
      entries_[kept - 1] = entries_[i];
    } else {
      entries_[kept++] = entries_[i];
    }
  }
  entries_.resize(kept);
}

std::optional<std::uint64_t> UrlTable::content_of(std::uint64_t url) const noexcept {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), UrlEntry{url, 0});
  if (at == entries_.end() || at->url != url) return std::nullopt;
  return at->content;
}

std::uint64_t UrlTable::copies() const {
  std::vector<std::uint64_t> contents;
  contents.reserve(entries_.size());
  for (const UrlEntry& entry : entries_) contents.push_back(entry.content);
  std::sort(contents.begin(), contents.end());
  std::uint64_t copies = 0;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const bool has_twin = (i > 0 && contents[i - 1] == contents[i]) ||
                          (i + 1 < contents.size() && contents[i + 1] == contents[i]);
    if (has_twin) ++copies;
  }
  return copies;
}

}  // namespace facsim
