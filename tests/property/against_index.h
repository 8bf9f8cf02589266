// SPDX-License-Identifier: Apache-2.0
#pragma once
// `facsim dedup --against`, asked for one page at a time: which of these known pages does it
// repeat?
//
// Each question makes an index of pages that holds exactly the known ones, in their order, and runs
// dedup() over a source of the one page against it: the functions that the commands `index build`
// and `dedup --against` call. The index has no places, so no old text can be read again: digests
// and sketches decide. Cost: some 10 ms a question; equal questions are answered from memory.

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
  bool is_short = false;  // below units_min
  std::optional<std::size_t> other =
      {};                   // of the known pages: that it repeats, or shares a part with
  bool is_removed = false;  // for `other`; else it is only reported
  Match match = {};         // with `other`
};

class AgainstIndex {
 public:
  // `folder` must exist; what is in it afterwards is its own.
  AgainstIndex(ReadyProfile judge, Kinds remove, std::string folder);

  [[nodiscard]] Verdict ask(const Page& page, std::span<const Page* const> known);
  // Whether some channel (one text, a band, the fingerprint) leads from one page to the other:
  // dedup judges no other pairs.
  [[nodiscard]] bool are_a_pair(const Page& a, const Page& b);
  // The judge of such pairs, for a pair that no channel leads to.
  [[nodiscard]] std::optional<Match> judge(const Page& page, const Page& known);

  [[nodiscard]] const ReadyProfile& profile() const noexcept { return judge_; }
  [[nodiscard]] Kinds removed_kinds() const noexcept { return policy_.remove; }
  [[nodiscard]] std::size_t runs() const noexcept { return runs_; }

 private:
  using Known = std::vector<std::size_t>;  // pages by number, as number_of() gives them

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
  std::vector<Page> pages_;                      // without ids, which judge nothing
  std::vector<std::optional<PageFacts>> facts_;  // of each
  std::map<std::string, std::size_t> numbers_;   // by all that a judge sees of a page
  std::map<Known, std::string> indexes_;         // their folders
  std::map<std::pair<std::size_t, Known>, Verdict> verdicts_;
};

}  // namespace facsim::property
