// SPDX-License-Identifier: Apache-2.0
#include "facsim/review/missing_texts_internal.h"

#include "facsim/base/human_text.h"
#include "facsim/model/match.h"

namespace facsim {
namespace {

void count_pair(const ReviewPair& pair, const HeldPages& held, MissingTexts& missing) {
  bool no_room = false;
  for (const PageName* name : {&pair.page.name, &pair.other.name}) {
    const Absence absence = held.absence(*name);
    if (absence == Absence::not_found || absence == Absence::not_wanted) {
      ++(name->in_index ? missing.in_index : missing.not_found);
      return;
    }
    no_room = no_room || absence == Absence::no_room;
  }
  ++(no_room ? missing.no_room : missing.too_much);
}

}  // namespace

MissingTexts missing_texts(const Review& review, const HeldPages& held, std::size_t sought) {
  MissingTexts missing;
  for (std::size_t i = 0; i < review.pairs.size(); ++i) {
    if (review.pairs[i].has_text) continue;
    if (review.pairs[i].by == name_of(By::bytes)) {
      ++missing.too_large;
    } else if (i >= sought) {
      ++missing.unsought;
    } else {
      count_pair(review.pairs[i], held, missing);
    }
  }
  return missing;
}

Sentence missing_texts_note(const Review& review, const MissingTexts& missing) {
  const std::uint64_t large =
      missing.unsought + missing.no_room + missing.too_much;  // pairs whose pages are available
  if (large + missing.in_index + missing.not_found + missing.too_large == 0) return {};
  Sentence why;
  const auto add = [&why](std::uint64_t count, const Sentence& of) {
    if (count == 0) return;
    why += (why.empty() ? " Without: " : "; ") + human_count(count) + " " + of;
  };
  add(missing.too_large, "of pages too large to be read, which were compared by raw bytes");
  add(missing.not_found, "of a page that is gone or has changed");
  add(missing.in_index,
      "of a page of the index that is not where it stood, or of which the index "
      "does not say where that was");
  add(missing.no_room, "beyond the memory for pages");
  add(missing.too_much,
      "beyond the size of all texts" + Sentence::hint(" (see ", Named::text_size, ")"));
  add(missing.unsought, "beyond the pairs that texts are looked for");
  Sentence note = "Texts come with " + human_count(review.pairs_with_text) + " of " +
                  human_count(review.pairs.size()) +
                  " listed pairs, those nearest to the threshold first." + why + ".";
  if (large == 0) return note;
  if (missing.in_index + missing.not_found == 0) {
    return note + " " + Named::show + " has the others.";
  }
  return note + " " + Named::show + " has the texts of " +
         (large == 1 ? "the one whose pages are there."
                     : "the " + human_count(large) + " whose pages are there.");
}

}  // namespace facsim
