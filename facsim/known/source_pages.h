// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the pages of a source in blocks, so that several threads have work.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "facsim/model/found_page.h"
#include "facsim/model/page.h"
#include "facsim/page_source.h"

namespace facsim {

struct SourcePages {
  std::vector<Page> pages = {};                   // their buffers are reused
  std::size_t count = 0;                          // how many of them are filled
  std::uint64_t first = 0;                        // the number of the first
  std::vector<std::vector<FoundPage>> seen = {};  // the answers, if wanted

  [[nodiscard]] std::span<const Page> all() const { return std::span(pages).first(count); }
};

// One thread at a time.
class SourceBlocks {
 public:
  // `source` must outlive this. Reads at most `pages_most` at a time, fewer if they are large.
  SourceBlocks(PageSource& source, std::size_t pages_most)
      : source_(source), pages_most_(pages_most) {}

  // Reads the next pages; returns false if there are no more. Throws what the source throws.
  [[nodiscard]] bool next(SourcePages& some) {
    constexpr std::size_t kBytesMost = std::size_t{4} << 20;
    some.first = number_;
    some.count = 0;
    for (std::size_t bytes = 0; !is_over_ && some.count < pages_most_ && bytes < kBytesMost;) {
      if (some.pages.size() == some.count) some.pages.emplace_back();
      is_over_ = !source_.next(some.pages[some.count]);
      if (is_over_) break;
      bytes += bytes_of(some.pages[some.count]);
      ++some.count;
    }
    number_ += some.count;
    return some.count > 0;
  }

 private:
  PageSource& source_;
  std::size_t pages_most_;
  std::uint64_t number_ = 0;
  bool is_over_ = false;
};

}  // namespace facsim
