// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages in memory, for who reads a store that others change meanwhile: mirrors are looked for in
// several readings, which must all give the same.
//
// Cost: the text of a URL and 16 bytes a page, and no more than the limits say. One thread.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/mirrors/find_mirrors.h"

namespace facsim {

// Of one question to a store that is at work: with what asked_mirrors() takes, some 300 MB at most.
inline constexpr std::uint64_t kAskedPagesMax = 1'000'000;
inline constexpr std::size_t kAskedBytesMax = std::size_t{128} << 20;  // of URLs

class KeptCopies {
 public:
  explicit KeptCopies(std::uint64_t pages_max = kAskedPagesMax,
                      std::size_t bytes_max = kAskedBytesMax)
      : pages_max_(pages_max), bytes_max_(bytes_max) {}

  // False where there is no room: it is left out, and so is all that comes later.
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

// Of what is kept; `truncated` where not all was. What samples cost is bounded for a store at work,
// whatever `options` say. `check` is called every some thousand pages; what it throws comes out.
[[nodiscard]] MirrorReport asked_mirrors(const KeptCopies& kept, MirrorOptions options,
                                         const std::function<void()>& check);

}  // namespace facsim
