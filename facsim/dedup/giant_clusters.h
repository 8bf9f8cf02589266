// SPDX-License-Identifier: Apache-2.0
#pragma once
// Clusters large enough to be suspicious, and the text that their pages share.
//
// A cluster of 1,000 pages, or of a tenth of all pages (if it has a hundred), is more often an
// error page or a template than a page that many others repeat. The warning quotes the text, so
// that the reader can judge without opening a page. Cost: the largest three are remembered; for
// each of them one page is read again, if it is in the first 256 MiB of its file.

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

  // `member` is the first of the removed pages: it is quoted if the text of the representative is
  // not available because it is a page of an index.
  void note(std::uint32_t representative, std::uint32_t member, const ClusterCounts& counts);

  // Warns about the largest. A page that cannot be read again, has changed since, or came from
  // standard input is not quoted. Throws Error{cancelled}.
  void warn(const Corpus& corpus, const ReadOptions& read, const Recipe& recipe, Run& run) const;
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

 private:
  struct Giant {
    std::uint32_t representative = 0;
    std::uint32_t member = 0;
    std::uint64_t size = 0;
    bool shares_all = false;  // nearly all pages have the whole text, not only a part of it
  };
  std::uint64_t pages_read_;
  std::uint64_t count_ = 0;
  std::vector<Giant> largest_;  // descending by size; equal sizes in the order of note()
};

// Returns the first dozen words of a text, or 24 characters if each is a unit by itself, as one
// line without control characters: `Page not found ...`. A word longer than the limit is cut. Empty
// if there is no word.
[[nodiscard]] std::string opening_of(std::string_view text);

// Returns "102 words", or "102 characters" if most units of `text` are characters of a script
// without spaces.
[[nodiscard]] std::string length_in_words(std::string_view text, std::uint64_t units);

}  // namespace facsim
