// SPDX-License-Identifier: Apache-2.0
#pragma once
// One page in, its figures out: fingerprint, sketch, layout, digest, units.
//
// Exactly what dedup() and the program compute, by any recipe. One Analyzer a thread; it reuses its
// buffers. Cost: some 10 microseconds for a kilobyte of HTML.

#include <cstdint>
#include <functional>
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

// Which figures somebody wants. What is not wanted is not computed, unless another figure is made
// of it, and means nothing. Pages of HTML always have units, by which their text is chosen; recipes
// that read parts of pages, or given features, always have a fingerprint.
struct Figures {
  bool fingerprint = true;
  bool visible_fingerprint = true;
  bool sketch = true;  // with shingles and layout
  bool digest = true;  // without it has_text says whether there is a unit
  bool units = true;   // of texts; without them and a digest has_text means nothing
};

class Analyzer {
 public:
  // Every kernel gives the same bits. Throws Error{invalid_argument} for a profile or a recipe that
  // cannot be, for a kernel that this machine cannot run, and where a table that the recipe names
  // is missing (ready_profile() reads them).
  explicit Analyzer(const ReadyProfile& judge = {}, Kernel kernel = best_kernel());
  Analyzer(const ReadyProfile& judge, const Figures& figures, Kernel kernel = best_kernel());
  ~Analyzer();
  Analyzer(Analyzer&& other) noexcept;
  Analyzer& operator=(Analyzer&& other) noexcept;

  // Of a page, by its format. Strange bytes are no error: they are read as a browser would. This
  // and all below it hold until the next call.
  const PageAnalysis& analyze(const Page& page);
  // The same of a text in UTF-8, which must live until then. Throws Error{invalid_argument} for a
  // recipe that reads parts of pages.
  const PageAnalysis& analyze(std::string_view text);
  // `look` is called now and then, by the thread that analyses: some ten times in a second where
  // the text is long and the features are the default ones. What it throws comes out of analyze(),
  // which may be called again.
  void set_look(std::function<void()> look);

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
