// SPDX-License-Identifier: Apache-2.0
#pragma once
// One page in, its figures out: fingerprint, sketch, layout, digest, units.
//
// Exactly what dedup() and the program compute, by any recipe. One Analyzer a thread; it reuses its
// buffers. Cost: some 10 microseconds for a kilobyte of HTML.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "facsim/base/cpu.h"
#include "facsim/model/document.h"
#include "facsim/model/page.h"
#include "facsim/model/page_analysis.h"
#include "facsim/ready_profile.h"

namespace facsim {

class Analyzer {
 public:
  // Every kernel gives the same bits. Throws Error{invalid_argument} for a profile or a recipe that
  // cannot be, for a kernel that this machine cannot run, and where a table that the recipe names
  // is missing (ready_profile() reads them).
  explicit Analyzer(const ReadyProfile& judge = {}, Kernel kernel = best_kernel());
  ~Analyzer();
  Analyzer(Analyzer&& other) noexcept;
  Analyzer& operator=(Analyzer&& other) noexcept;

  // Of a page, by its format. Strange bytes are no error: they are read as a browser would. This
  // and all below it hold until the next call.
  const PageAnalysis& analyze(const Page& page);
  // The same of a text in UTF-8, which must live until then. Throws Error{invalid_argument} for a
  // recipe that reads parts of pages.
  const PageAnalysis& analyze(std::string_view text);

  // What the last page says, and how it is built: title, main and visible text, canonical URL,
  // language, charset. Empty for a text that was no page.
  [[nodiscard]] const Document& document() const noexcept;
  // The text that was judged.
  [[nodiscard]] std::string_view judged_text() const noexcept;
  // Hashes of its units, in order.
  [[nodiscard]] std::span<const std::uint64_t> units() const noexcept;
  // Hashes of its different shingles, ascending; none under profile.units_min units.
  [[nodiscard]] std::span<const std::uint64_t> shingles() const noexcept;
  // Sketches in the sizes that the recipe says, packed: SketchSpec::bins times bits / 8 bytes, and
  // Recipe::layout_bins times layout_bits / 8. Nothing for texts too short, or without markup.
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> sketch_bytes() const;
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> layout_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
