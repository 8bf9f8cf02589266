// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a review calls the things that its reader may turn to: each door has its own words.

#include <string>

namespace facsim {

// As the program says it; of a phrase that a door has none for, nothing is said.
struct ReviewWords {
  std::string without_text = "--no-text";
  std::string text_size = "--text-size";  // how more pairs get their text
  std::string show = "facsim show";       // has the text of any pair
  std::string recluster = "facsim recluster";
  std::string rows = "duplicates.jsonl and reported.jsonl";  // all pairs of the result
};

}  // namespace facsim
