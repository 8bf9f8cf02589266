// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a synthesized corpus.

#include <string>

namespace facsim {

struct SynthesizedDocument {
  std::string id;
  std::string url;   // of the page; empty: none
  std::string of;    // the id of the edited page; empty: the page itself
  std::string edit;  // the name of the edit
  double degree = 0;
  double unedited = 1;
  bool is_html = false;
  std::string source;
};

// {"id","url","of","edit","degree","unedited","text" or "html"}; a page has only the members that
// apply to it.
[[nodiscard]] std::string document_row(const SynthesizedDocument& document);
// id1, id2, unedited, edit and degree, separated by tabs.
[[nodiscard]] std::string pair_row(const SynthesizedDocument& document);

}  // namespace facsim
