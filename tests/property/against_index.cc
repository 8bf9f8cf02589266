// SPDX-License-Identifier: Apache-2.0
#include "tests/property/against_index.h"

#include <charconv>
#include <filesystem>

#include "facsim/dedup.h"
#include "facsim/known/page_answerer.h"
#include "facsim/page/pair_judge.h"
#include "facsim/page_index.h"

namespace facsim::property {
namespace {

// Folders that exist at a time.
constexpr std::size_t kIndexesMax = 256;
constexpr std::uint64_t kMemoryBytes = std::uint64_t{64} << 20;

class OnePage final : public PageSource {
 public:
  explicit OnePage(const Page& page) : page_(page) {}
  [[nodiscard]] bool next(Page& page) override {
    if (is_given_) return false;
    page = page_;
    is_given_ = true;
    return true;
  }

 private:
  const Page& page_;
  bool is_given_ = false;
};

std::size_t place_of(const SinkPage& known) {
  std::size_t place = 0;
  const std::string& id = known.name.id;
  std::from_chars(id.data(), id.data() + id.size(), place);
  return place;
}

}  // namespace

AgainstIndex::AgainstIndex(ReadyProfile judge, Kinds remove, std::string folder)
    : judge_(std::move(judge)),
      folder_(std::move(folder)),
      analyzer_({.profile = judge_.profile,
                 .tables = judge_.tables,
                 .extract = {},
                 .with_visible = false}) {
  policy_.remove = remove;
}

std::size_t AgainstIndex::number_of(const Page& page) {
  std::string seen_of_it = page.url + '\n' + std::to_string(page.status.value_or(0)) + '\n';
  seen_of_it += page.format == PageFormat::html ? "html\n" : "text\n";
  seen_of_it += page.bytes;
  const auto [at, is_new] = numbers_.emplace(std::move(seen_of_it), pages_.size());
  if (is_new) {
    pages_.push_back(page);
    pages_.back().id.clear();
    facts_.emplace_back();
  }
  return at->second;
}

const PageFacts& AgainstIndex::facts_of(const Page& page) {
  std::optional<PageFacts>& facts = facts_[number_of(page)];
  if (!facts) {
    const auto question = question_of(page, analyzer_, judge_.profile.recipe);
    facts = question ? question->facts : PageFacts{};
  }
  return *facts;
}

bool AgainstIndex::are_a_pair(const Page& a, const Page& b) {
  const PageFacts first = facts_of(a);
  const PageFacts& second = facts_of(b);
  const bool are_one_text =
      first.digest == second.digest && one_page_key(first) == one_page_key(second);
  return are_one_text || are_candidates(first, second, judge_.profile);
}

std::optional<Match> AgainstIndex::judge(const Page& page, const Page& known) {
  const PageFacts first = facts_of(page);
  const PageFacts& second = facts_of(known);
  if (!may_stand_for(second, first)) return std::nullopt;
  return estimate_match(first, second, judge_.profile.thresholds).match;
}

const std::string& AgainstIndex::index_of(const Known& known) {
  if (const auto found = indexes_.find(known); found != indexes_.end()) return found->second;
  if (indexes_.size() >= kIndexesMax) {
    for (const auto& [pages, folder] : indexes_) std::filesystem::remove_all(folder);
    indexes_.clear();
  }
  std::string folder = folder_ + "/" + std::to_string(++indexes_made_) + ".idx";
  std::vector<Page> pages;
  for (const std::size_t number : known) {
    pages.push_back(pages_[number]);
    pages.back().id = std::to_string(pages.size() - 1);
  }
  PageIndex index = PageIndex::begin(
      folder, {.judge = judge_, .limits = {.memory_bytes = kMemoryBytes}, .load = false});
  (void)index.add(pages);
  return indexes_.emplace(known, std::move(folder)).first->second;
}

Verdict AgainstIndex::ask(const Page& page, std::span<const Page* const> known) {
  Known numbers;
  for (const Page* const each : known) numbers.push_back(number_of(*each));
  std::pair key(number_of(page), std::move(numbers));
  if (const auto found = verdicts_.find(key); found != verdicts_.end()) return found->second;
  const Verdict verdict = run(page, key.second);
  verdicts_.emplace(std::move(key), verdict);
  return verdict;
}

Verdict AgainstIndex::run(const Page& page, const Known& known) {
  ++runs_;
  DedupOptions options{.judge = judge_};
  options.policy = policy_;
  options.limits.memory_bytes = kMemoryBytes;
  if (!known.empty()) options.against.index = index_of(known);
  OnePage source(page);
  DedupCollector told;
  const Summary summary = dedup(source, told, options);
  Verdict verdict{.has_text = summary.pages_read > 0, .is_short = summary.too_short > 0};
  for (const bool is_removed : {true, false}) {
    for (const DedupCollector::Row& row : is_removed ? told.removed_pages : told.reported_pages) {
      verdict.other = place_of(row.other);
      verdict.is_removed = is_removed;
      verdict.match = row.match;
    }
  }
  return verdict;
}

}  // namespace facsim::property
