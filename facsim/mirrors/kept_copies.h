// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages in memory, for callers that read a store while others change it: mirrors are searched for
// in several passes, which must all see the same pages.
//
// Cost: the text of a URL and 16 bytes a page, within the limits. One thread.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/mirrors/find_mirrors.h"

namespace facsim {

// Limits of one query to a store in use: some 300 MB at most, together with asked_mirrors().
inline constexpr std::uint64_t kAskedPagesMax = 1'000'000;
inline constexpr std::size_t kAskedBytesMax = std::size_t{128} << 20;  // of URLs

class KeptCopies {
 public:
  explicit KeptCopies(std::uint64_t pages_max = kAskedPagesMax,
                      std::size_t bytes_max = kAskedBytesMax)
      : pages_max_(pages_max), bytes_max_(bytes_max) {}

  // Returns false if memory is exhausted: this page and all later ones are left out.
  bool add(std::string_view url, std::uint64_t content);
  void visit(const VisitCopy& visit) const;
  [[nodiscard]] std::uint64_t pages() const noexcept { return places_.size(); }
  [[nodiscard]] bool is_full() const noexcept { return is_full_; }

 private:
  struct Place {
    std::uint64_t content = 0;
    std::size_t end = 0;  // of its URL in the text
  };

  std::uint64_t pages_max_;
  std::size_t bytes_max_;
  bool is_full_ = false;
  std::string text_;
  std::vector<Place> places_;
};

// Finds the mirrors among the stored pages; `truncated` if some were left out. The cost of samples
// is bounded for a store in use, whatever `options` specify. `check` is called once in some
// thousand pages; its exceptions are passed on.
[[nodiscard]] MirrorReport asked_mirrors(const KeptCopies& kept, MirrorOptions options,
                                         const std::function<void()>& check);

}  // namespace facsim
