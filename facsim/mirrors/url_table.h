// SPDX-License-Identifier: Apache-2.0
#pragma once
// A table from URLs to contents. 16 bytes a page: a hash of the URL, and the number of its content.

#include <cstdint>
#include <optional>
#include <vector>

namespace facsim {

struct UrlEntry {
  std::uint64_t url = 0;      // hash64() of its text
  std::uint64_t content = 0;  // equal for pages that are copies

  friend auto operator<=>(const UrlEntry&, const UrlEntry&) = default;
};

class UrlTable {
 public:
  // Sorts. Of several entries of one URL the one with the largest content remains.
  explicit UrlTable(std::vector<UrlEntry> entries);

  [[nodiscard]] std::optional<std::uint64_t> content_of(std::uint64_t url) const noexcept;
  [[nodiscard]] std::uint64_t urls() const noexcept { return entries_.size(); }
  // Dropped duplicates of a URL, and how many of those had different content from the one before.
  [[nodiscard]] std::uint64_t merged() const noexcept { return merged_; }
  [[nodiscard]] std::uint64_t merged_wrong() const noexcept { return merged_wrong_; }
  // Returns the number of URLs whose content has another URL too. Costs a sort of 8 bytes a URL.
  [[nodiscard]] std::uint64_t copies() const;

 private:
  std::vector<UrlEntry> entries_;
  std::uint64_t merged_ = 0;
  std::uint64_t merged_wrong_ = 0;
};

}  // namespace facsim
