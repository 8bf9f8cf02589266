// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the head of a page says: title, base, canonical address, language, generator.

#include <lexbor/html/html.h>

#include <string>

namespace facsim {

struct HeadFacts {
  std::string title;
  std::string base_href;
  std::string canonical_href;
  std::string language;
  bool is_manual = false;  // made by a program that makes manuals, as it says itself
};

// Takes what this element says: <html>, <title>, <base>, <link> or <meta>, in the page's order. The
// first title, base and canonical address count, and the language of <html> before others.
void read_head(lxb_dom_element_t& element, HeadFacts& head);

}  // namespace facsim
