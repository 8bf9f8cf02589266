// SPDX-License-Identifier: Apache-2.0
#pragma once
// Clusters so large that they are worth a look, and what their pages have in common.
//
// A cluster of 1,000 pages, or of a tenth of all (if it has a hundred), is more often an error page
// or a template than a page that so many others repeat. The warning quotes the text, so that the
// reader can tell without opening a page. Cost: the largest three are remembered; for each of them
// one page is read again, if it stands in the first 256 MiB of its file.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/corpus/scan.h"
#include "facsim/report/rows.h"

namespace facsim {

class GiantClusters {
 public:
  explicit GiantClusters(std::uint64_t pages_read) : pages_read_(pages_read) {}

  // `member` is the first of the removed pages: it is quoted where nobody has the text of the
  // representative, a page of an index.
  void note(std::uint32_t representative, std::uint32_t member, const ClusterCounts& counts);

  // Warns of the largest. A page that cannot be read again, was
  // changed since or came by standard input is not quoted. Throws Error{cancelled}.
  void warn(const Corpus& corpus, const ReadOptions& read, const Recipe& recipe, Run& run) const;
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

 private:
  struct Giant {
    std::uint32_t representative = 0;
    std::uint32_t member = 0;
    std::uint64_t size = 0;
    bool shares_all = false;  // nearly all its pages have the text, not only a part of it
  };
  std::uint64_t pages_read_;
  std::uint64_t count_ = 0;
  std::vector<Giant> largest_;  // first; of two of one size the one that was noted first
};

// The first dozen words of a text, or 24 characters where each is a unit alone, as one line without
// control characters: `Page not found ...`. A word that is longer than all that is cut. Empty where
// there is no word.
[[nodiscard]] std::string opening_of(std::string_view text);

// "102 words", or "102 characters" where most units of `text` are characters of a script without
// spaces.
[[nodiscard]] std::string length_in_words(std::string_view text, std::uint64_t units);

}  // namespace facsim
