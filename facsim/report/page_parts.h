// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shared parts of facsim's HTML pages: their head, and the files under page/, which are built
// into the program. All pages have one look: kLook comes first, then the page's own style.
//
// Promise: the policy allows a page only its own style and script, by their hashes, and only the
// network requests that `connects` names (Content Security Policy Level 3, W3C).

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
  std::string_view script = {};            // its hash; empty: the page has no script
  std::string_view connects = {};          // "'self'"; empty: no requests
};

// Returns the value of Content-Security-Policy.
[[nodiscard]] std::string page_policy(const PageHead& head);
// Returns the page from the doctype to </head>, with styles and policy.
[[nodiscard]] std::string page_head(const PageHead& head);

}  // namespace facsim
