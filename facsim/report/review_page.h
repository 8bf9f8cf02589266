// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes a review as one self-contained HTML file.
//
// Promise: it opens from a disk, makes no network request (a Content-Security-Policy forbids it,
// and allows only the page's own style and script, by their hashes), and shows the most important
// parts without script: result, counts, curve, first pairs, clusters, hosts. Foreign text remains
// text; a URL is a link only if it begins with http: or https:. The same review gives the same
// bytes. Cost: the JSON of the review in memory, some 20 MB/s.

#include <string>

#include "facsim/base/sentence.h"
#include "facsim/model/review.h"

namespace facsim {

struct ReviewPageOptions {
  std::string folder;         // as named in the page's commands; empty: the result has no folder
  Words words = plain_words;  // for the users of the caller
};

[[nodiscard]] std::string review_html(const Review& review, const ReviewPageOptions& options);

// Returns the data of the page's script: the whole review.
[[nodiscard]] std::string review_json(const Review& review, const ReviewPageOptions& options);

}  // namespace facsim
