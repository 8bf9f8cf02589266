// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a synthesized corpus.

#include <string>

namespace facsim {

struct SynthesizedDocument {
  std::string id;
  std::string url;   // of the page; empty: none
  std::string of;    // the id of the page that was edited; empty: the page itself
  std::string edit;  // its name
  double degree = 0;
  double unedited = 1;
  bool is_html = false;
  std::string source;
};

// {"id","url","of","edit","degree","unedited","text" or "html"}, of a page only what it has.
[[nodiscard]] std::string document_row(const SynthesizedDocument& document);
// id1, id2, unedited, edit and degree with tabs between.
[[nodiscard]] std::string pair_row(const SynthesizedDocument& document);

}  // namespace facsim
