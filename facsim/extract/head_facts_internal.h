// SPDX-License-Identifier: Apache-2.0
#pragma once
// Facts from the head of a page: title, base, canonical address, language, generator.

#include <lexbor/html/html.h>

#include <string>

namespace facsim {

struct HeadFacts {
  std::string title;
  std::string base_href;
  std::string canonical_href;
  std::string language;
  bool is_manual = false;  // its generator tag names a program that makes manuals
};

// Adds the facts of this element: <html>, <title>, <base>, <link> or <meta>. Call in document
// order: the first title, base and canonical address count, and the language of <html> before
// others.
void read_head(lxb_dom_element_t& element, HeadFacts& head);

}  // namespace facsim
