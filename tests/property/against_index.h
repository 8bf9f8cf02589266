// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs `facsim dedup --against` for one page at a time: which of the known pages does it repeat?
//
// Each query makes an index of pages with exactly the known ones, in their order, and runs dedup()
// with a source of the one page against it: the functions that the commands `index build` and
// `dedup --against` call. The index has no places, so no old text can be read again: digests and
// sketches decide. Cost: some 10 ms a query; equal queries are answered from memory.

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "facsim/model/match.h"
#include "facsim/model/page.h"
#include "facsim/model/policy.h"
#include "facsim/page/analysis.h"
#include "facsim/page/page_facts.h"
#include "facsim/ready_profile.h"

namespace facsim::property {

struct Verdict {
  bool has_text = false;
  bool is_short = false;                  // below units_min
  std::optional<std::size_t> other = {};  // the known page that it repeats, or shares a part with
  bool is_removed = false;                // for `other`; false: it is only reported
  Match match = {};                       // with `other`
};

class AgainstIndex {
 public:
  // `folder` must exist; afterwards its content belongs to this object.
  AgainstIndex(ReadyProfile judge, Kinds remove, std::string folder);

  [[nodiscard]] Verdict ask(const Page& page, std::span<const Page* const> known);
  // True if some channel (one text, a band, the fingerprint) leads from one page to the other:
  // dedup judges only such pairs.
  [[nodiscard]] bool are_a_pair(const Page& a, const Page& b);
  // The judge of such pairs, for a pair without a channel.
  [[nodiscard]] std::optional<Match> judge(const Page& page, const Page& known);

  [[nodiscard]] const ReadyProfile& profile() const noexcept { return judge_; }
  [[nodiscard]] Kinds removed_kinds() const noexcept { return policy_.remove; }
  [[nodiscard]] std::size_t runs() const noexcept { return runs_; }

 private:
  using Known = std::vector<std::size_t>;  // numbers of pages, from number_of()

  [[nodiscard]] std::size_t number_of(const Page& page);
  [[nodiscard]] const PageFacts& facts_of(const Page& page);
  [[nodiscard]] const std::string& index_of(const Known& known);
  [[nodiscard]] Verdict run(const Page& page, const Known& known);

  ReadyProfile judge_;
  Policy policy_;
  std::string folder_;
  PageAnalyzer analyzer_;
  std::size_t runs_ = 0;
  std::size_t indexes_made_ = 0;
  std::vector<Page> pages_;                      // without ids, which do not affect the judge
  std::vector<std::optional<PageFacts>> facts_;  // of each page
  std::map<std::string, std::size_t> numbers_;   // by everything of a page that affects the judge
  std::map<Known, std::string> indexes_;         // the folders of indexes
  std::map<std::pair<std::size_t, Known>, Verdict> verdicts_;
};

}  // namespace facsim::property
