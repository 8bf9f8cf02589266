// SPDX-License-Identifier: Apache-2.0
#pragma once
// A match: a candidate that verification accepted, with its evidence.
//
// "This page" is the one that is judged (removed or reported), "the other" the kept page that it
// repeats. Resemblance, containment and agreement are shares, 0..1: of sets of shingles
// (SketchSpec::shingle_size units in a row) and of units, both of the judged texts. They are exact
// if `by` is text and for equal texts; if `by` is sketch they are estimates.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace facsim {

// The four kinds of duplicate; results use the same words. The numbers are stored in
// matches.facsim.
enum class Kind : std::uint8_t {
  exact = 0,    // equal in everything visible and, if both have markup, in layout
  content = 1,  // the same text or nearly: resemblance (or agreement) at or above its threshold
  layout = 2,   // below it, but much of one is contained in the other, and their layouts are alike
  partial = 3,  // the same, but their layouts differ, or one has none
};
inline constexpr int kKindCount = 4;

// The evidence for the match: equal digests of texts, the sketch's estimate, both texts,
// intermediate pages that match each other (single linkage), or equal raw bytes of pages that were
// too large to be read.
enum class By : std::uint8_t { digest, sketch, text, link, bytes };

[[nodiscard]] std::string_view name_of(Kind kind) noexcept;
[[nodiscard]] std::string_view name_of(By by) noexcept;
[[nodiscard]] std::optional<Kind> kind_named(std::string_view name) noexcept;

// A set of kinds.
class Kinds {
 public:
  constexpr Kinds() = default;
  constexpr Kinds(std::initializer_list<Kind> kinds) {
    for (Kind kind : kinds) add(kind);
  }
  constexpr void add(Kind kind) { bits_ = static_cast<std::uint8_t>(bits_ | (1U << int(kind))); }
  [[nodiscard]] constexpr bool has(Kind kind) const { return ((bits_ >> int(kind)) & 1U) != 0; }

 private:
  std::uint8_t bits_ = 0;
};

struct Match {
  Kind kind = Kind::exact;
  By by = By::text;
  std::int8_t distance = -1;       // of the fingerprints in bits, 0..64; -1 if a page has none
  bool same_text = false;          // equal digests, whatever the evidence
  double resemblance = 0;          // Jaccard of the shingle sets
  double containment = 0;          // share of this page's shingles that are in the other
  double containment_reverse = 0;  // share of the other's shingles that are in this page
  // Share of the longer page that occurs in the other in the same order; only if both texts were
  // available.
  std::optional<double> agreement;
  double error = 0;  // standard error of the resemblance, 0..1; 0 if it is exact
  // How much of this page and of the other was judged (page/coverage.h): 1 is all of it.
  std::array<double, 2> judged = {1, 1};
  // True if they differ as two pages made from one template: in many numbers, or in what their
  // titles call them; only if both texts were available.
  std::optional<bool> is_template;
  // For captures in WARC files: true if their payloads are the same byte for byte. Only in runs
  // that compare payloads (Mode::revisit), and if both are known.
  std::optional<bool> same_payload;
};

}  // namespace facsim
