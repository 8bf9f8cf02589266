// SPDX-License-Identifier: Apache-2.0
#pragma once
// A match: a candidate that verification accepted, with its evidence.
//
// "This page" is the one that is judged (removed or reported), "the other" the kept page that it
// repeats. Resemblance, containment and agreement are shares, 0..1: of sets of shingles
// (SketchSpec::shingle_size units in a row) and of units, both of the judged texts. They were
// counted where `by` is text and of equal texts; where `by` is sketch they are estimates.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace facsim {

// The four kinds of duplicate. Words in results are the same. Numbers of matches.facsim.
enum class Kind : std::uint8_t {
  exact = 0,    // equal in all that is visible and, where both have markup, in layout
  content = 1,  // the same text or nearly: resemblance (or agreement) at or above its threshold
  layout = 2,   // below it, but much of one stands in the other, and they are built alike
  partial = 3,  // the same where layouts differ, or one has none
};
inline constexpr int kKindCount = 4;

// What decided: equal digests of texts, the sketch's estimate, both texts, pages between the two
// that match each other (single linkage), or equal raw bytes of pages that were too large to be
// read.
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
  std::int8_t distance = -1;       // of the fingerprints in bits, 0..64; -1 where a page has none
  bool same_text = false;          // equal digests, whatever decided
  double resemblance = 0;          // Jaccard of the shingle sets
  double containment = 0;          // share of this page's shingles that stand in the other
  double containment_reverse = 0;  // share of the other's that stand in this page
  // Share of the longer page that stands in the other in the same order; only where both texts
  // were at hand.
  std::optional<double> agreement;
  double error = 0;  // standard error of the resemblance, 0..1; 0 where it was counted
  // Of this page and of the other, how much was judged (page/coverage.h): 1 is all of it.
  std::array<double, 2> judged = {1, 1};
  // They differ as two pages that one template made: in many numbers, or in what their titles call
  // them; only where both texts were at hand.
  std::optional<bool> is_template;
  // Captures in WARC files: whether their payloads are the same byte for byte; only where a run
  // asked for that (Mode::revisit) and both are known.
  std::optional<bool> same_payload;
};

}  // namespace facsim
