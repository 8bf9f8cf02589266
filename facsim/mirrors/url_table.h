// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which content does a URL have? 16 bytes a page: a hash of the URL, and the number of its content.

#include <cstdint>
#include <optional>
#include <vector>

namespace facsim {

struct UrlEntry {
  std::uint64_t url = 0;      // hash64() of its text
  std::uint64_t content = 0;  // pages that are copies have the same

  friend auto operator<=>(const UrlEntry&, const UrlEntry&) = default;
};

class UrlTable {
 public:
  // Sorts. Of several entries of one URL the one of the largest content stays.
  explicit UrlTable(std::vector<UrlEntry> entries);

  [[nodiscard]] std::optional<std::uint64_t> content_of(std::uint64_t url) const noexcept;
  [[nodiscard]] std::uint64_t urls() const noexcept { return entries_.size(); }
  // Entries that went, and of them those whose content was another than that of the one before.
  [[nodiscard]] std::uint64_t merged() const noexcept { return merged_; }
  [[nodiscard]] std::uint64_t merged_wrong() const noexcept { return merged_wrong_; }
  // URLs whose content has another URL too. Costs a sort of 8 bytes a URL.
  [[nodiscard]] std::uint64_t copies() const;

 private:
  std::vector<UrlEntry> entries_;
  std::uint64_t merged_ = 0;
  std::uint64_t merged_wrong_ = 0;
};

}  // namespace facsim
