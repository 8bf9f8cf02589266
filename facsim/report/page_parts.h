// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the HTML pages of facsim share: their head, and the files under page/, which are parts of
// the program. One look for all: kLook comes first, and what else a page draws behind it.
//
// Promise: a page is let nothing but its own style and script, by their hashes, and asks no network
// for anything but what `connects` names (Content Security Policy Level 3, W3C).

#include <string>
#include <string_view>
#include <vector>

namespace facsim {

struct PagePart {
  std::string_view text;
  std::string_view sha256;  // hexadecimal, of the text
};
extern const PagePart kLook;           // page/report.css: colours, text, tables; and the review
extern const PagePart kReviewScript;   // page/shown.js, page/report.js
extern const PagePart kEvalStyle;      // page/eval.css
extern const PagePart kServiceStyle;   // page/service.css
extern const PagePart kServiceScript;  // page/shown.js, page/service.js

struct PageHead {
  std::string title = {};                  // plain text
  std::vector<PagePart> styles = {kLook};  // in this order
  std::string_view script = {};            // its hash; empty: the page has none
  std::string_view connects = {};          // "'self'"; empty: to nothing
};

// The value of Content-Security-Policy.
[[nodiscard]] std::string page_policy(const PageHead& head);
// From the doctype to </head>, styles and policy in it.
[[nodiscard]] std::string page_head(const PageHead& head);

}  // namespace facsim
