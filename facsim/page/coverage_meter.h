// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measures how much of a page was judged (coverage.h). Use one for each thread; reuses its buffers.
//
// Cost: nothing for a plain page; otherwise a pass over the judged text and over what was left out,
// and its shingles if much was.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/document.h"
#include "facsim/page/coverage.h"
#include "facsim/page/judged_text.h"

namespace facsim {

class CoverageMeter {
 public:
  explicit CoverageMeter(std::uint32_t shingle_size) : shingle_size_(shingle_size) {}

  // `judged` is from the document; `bytes` is the page as it came. Coverage::visible is left to the
  // caller, except for garbled pages.
  [[nodiscard]] Coverage measure(const Document& document, const JudgedText& judged,
                                 std::string_view bytes);
  // Frees its buffers.
  void release();
  [[nodiscard]] std::size_t held_bytes() const noexcept;

 private:
  void add_part(std::string_view text, bool with_bare);
  void add_bare(std::string_view text);
  void add_shingles();

  std::uint32_t shingle_size_;
  std::vector<std::uint64_t> units_;
  std::vector<std::uint64_t> shingles_;
  std::vector<std::uint64_t> of_part_;
};

}  // namespace facsim
