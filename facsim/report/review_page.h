// SPDX-License-Identifier: Apache-2.0
#pragma once
// A review as one HTML file that needs nothing but itself.
//
// Promise: it opens from a disk, asks no network for anything (a Content-Security-Policy forbids
// it, and lets only the page's own style and script in, by their hashes), and says the most
// important things without script: result, counts, curve, first pairs, clusters, hosts. Foreign
// text stays text, a URL is a link only where it begins with http: or https:. The same review gives
// the same bytes. Cost: the JSON of the review in memory, some 20 MB/s.

#include <string>

#include "facsim/base/sentence.h"
#include "facsim/model/review.h"

namespace facsim {

struct ReviewPageOptions {
  std::string folder;         // as the page's commands name it; empty: the result is in no folder
  Words words = plain_words;  // the page is for the caller's users
};

[[nodiscard]] std::string review_html(const Review& review, const ReviewPageOptions& options);

// What the page's script reads: all of the review.
[[nodiscard]] std::string review_json(const Review& review, const ReviewPageOptions& options);

}  // namespace facsim
