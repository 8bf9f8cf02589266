// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/match_of_witnesses.h"

#include "facsim/fingerprint/sketcher.h"

namespace facsim {
namespace {

bool are_of_one_page(const Witness& first, const Witness& second) {
  const bool one_title = first.title == second.title && first.marks == second.marks;
  return first.site == second.site && (one_title || have_one_url(first, second));
}

// Their texts may be equal in all units and yet be those of two pages.
bool differ_in_marks(const Witness& first, const Witness& second) {
  return first.site == second.site && first.title == second.title && first.marks != second.marks &&
         !have_one_url(first, second);
}

bool are_asked(const Witness& first, const Witness& second) {
  if (first.title == 0 || second.title == 0) return false;
  if (first.is_stub || second.is_stub) return true;
  return first.site == second.site && !are_of_one_page(first, second) &&
         (first.is_short || second.is_short);
}

// Neither text nor menus distinguish two such pages as well as their titles do.
bool are_stubs_of_two_titles(const Witness& first, const Witness& second) {
  return (first.is_stub || second.is_stub) && first.site == second.site &&
         !are_of_one_page(first, second);
}

// Returns the sketch of all visible text; null if it was not stored.
const Sketch* visible_sketch(const PageFacts& page) {
  if (page.witness.judged_visible) return page.has_fingerprint ? &page.sketch : nullptr;
  return page.witness.has_text ? &page.witness.text : nullptr;
}

}  // namespace

std::optional<WitnessMatch> match_of_witnesses(const PageFacts& first,
                                               const PageFacts& second) noexcept {
  const Witness& one = first.witness;
  const Witness& other = second.witness;
  if (!are_asked(one, other)) return std::nullopt;
  if (differ_in_marks(one, other)) {
    return first.digest == second.digest ? std::nullopt : std::optional(WitnessMatch{});
  }
  if (one.judged_visible && other.judged_visible) {
    if (first.digest == second.digest) return std::nullopt;
    if (are_menus_alone(first, second)) return WitnessMatch{};
    return WitnessMatch{.resemblance = estimated_resemblance(one.text, other.text)};
  }
  const Sketch* const visible = visible_sketch(first);
  const Sketch* const other_visible = visible_sketch(second);
  if (are_stubs_of_two_titles(one, other)) {
    const bool is_all_the_same = first.digest == second.digest && visible != nullptr &&
                                 other_visible != nullptr && *visible == *other_visible;
    return is_all_the_same ? std::nullopt : std::optional(WitnessMatch{});
  }
  if (visible == nullptr || other_visible == nullptr) return std::nullopt;
  return WitnessMatch{.resemblance = estimated_resemblance(*visible, *other_visible),
                      .of_other_pages = !are_of_one_page(one, other)};
}

bool are_menus_alone(const PageFacts& first, const PageFacts& second) noexcept {
  const Witness& one = first.witness;
  const Witness& other = second.witness;
  return one.judged_visible && other.judged_visible && (!one.has_text || !other.has_text) &&
         first.digest != second.digest && are_asked(one, other);
}

}  // namespace facsim
