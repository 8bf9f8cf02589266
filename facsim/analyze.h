// SPDX-License-Identifier: Apache-2.0
#pragma once
// Analyses one page: fingerprint, sketch, layout, digest, units.
//
// Computes exactly what dedup() and the program compute, by any recipe. Use one Analyzer a thread;
// it reuses its buffers. Cost: some 10 microseconds for a kilobyte of HTML.

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

// The figures that the caller needs. The others are not computed, unless another figure requires
// them, and have no meaning. HTML pages always have units, which select their main text; recipes
// that read parts of pages, or given features, always have a fingerprint.
struct Figures {
  bool fingerprint = true;
  bool visible_fingerprint = true;
  bool sketch = true;  // with shingles and layout
  bool digest = true;  // if false, has_text is true if there is a unit
  bool units = true;   // of texts; without units and a digest has_text has no meaning
};

class Analyzer {
 public:
  // Every kernel gives the same bits. Throws Error{invalid_argument} for an invalid profile or
  // recipe, for a kernel that this machine cannot run, and if a table that the recipe names is
  // missing (ready_profile() reads them).
  explicit Analyzer(const ReadyProfile& judge = {}, Kernel kernel = best_kernel());
  Analyzer(const ReadyProfile& judge, const Figures& figures, Kernel kernel = best_kernel());
  ~Analyzer();
  Analyzer(Analyzer&& other) noexcept;
  Analyzer& operator=(Analyzer&& other) noexcept;

  // Analyses a page, by its format. Strange bytes are not an error: they are read as a browser
  // would read them. The result and everything below are valid until the next call.
  const PageAnalysis& analyze(const Page& page);
  // Analyses a text in UTF-8, which must live until the next call. Throws Error{invalid_argument}
  // if the recipe reads parts of pages.
  const PageAnalysis& analyze(std::string_view text);
  // Sets a function that the analysing thread calls now and then: some ten times a second if the
  // text is long and the features are the default ones. An exception from it leaves analyze(),
  // which may be called again.
  void set_look(std::function<void()> look);

  // What the last page says and how it is built: title, main and visible text, canonical URL,
  // language, charset. Empty if the input was a text and not a page.
  [[nodiscard]] const Document& document() const noexcept;
  // The text that was judged.
  [[nodiscard]] std::string_view judged_text() const noexcept;
  // Hashes of the units of the judged text, in order.
  [[nodiscard]] std::span<const std::uint64_t> units() const noexcept;
  // Hashes of its distinct shingles, ascending; empty under profile.units_min units.
  [[nodiscard]] std::span<const std::uint64_t> shingles() const noexcept;
  // Packed sketches in the sizes of the recipe: SketchSpec::bins times bits / 8 bytes, and
  // Recipe::layout_bins times layout_bits / 8. std::nullopt if the text is too short, or without
  // markup.
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> sketch_bytes() const;
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> layout_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
