// SPDX-License-Identifier: Apache-2.0
// A store of pages is checked against `facsim dedup --against` over random histories in small
// worlds: which page does a new one repeat, among those that are visible to the query? The twin
// calls the library functions behind the commands (against_index.h), so a query costs milliseconds.
// store_twin.h has the visibility rules, and the differences between the two commands.
//
// A history that fails is printed with its seed, reduced to the steps that are needed to fail.
// FACSIM_ROUNDS: how many histories, FACSIM_SEED: the first of their seeds.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>

#include "facsim/files/temp_folder.h"
#include "facsim/seen.h"
#include "tests/property/small_world.h"
#include "tests/property/store_twin.h"

namespace facsim::property {
namespace {

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::size_t kSteps = 50;

std::uint64_t number_in(const char* variable, std::uint64_t otherwise) {
  const char* const wish = std::getenv(variable);
  return wish == nullptr ? otherwise : std::strtoull(wish, nullptr, 10);
}

std::string identity(const SeenPage& page) {
  return identity_of(page.first_seen_ms, page.id, page.url);
}

// One store and its twin, taking the same steps.
class Pair {
 public:
  Pair(const SmallWorld& world, AgainstIndex& against, std::string folder)
      : world_(world), folder_(std::move(folder)), twin_(against, world.keeps_history) {
    open(false);
  }

  // Takes a step; returns how the two disagree.
  [[nodiscard]] std::optional<std::string> take(const Step& step) {
    now_ms_ += 1000;
    try {
      return disagreement_in(step);
    } catch (const std::exception& error) {
      return std::string("threw: ") + error.what();
    }
  }
  [[nodiscard]] const StoreTwin& twin() const { return twin_; }
  [[nodiscard]] const std::map<std::string, std::size_t>& told() const { return told_; }

 private:
  using Complaint = std::optional<std::string>;

  Complaint disagreement_in(const Step& step) {
    switch (step.what) {
      case Do::check:
        return ask(step, false);
      case Do::add:
        return ask(step, true);
      case Do::add_twice:
        return add_twice(step);
      case Do::erase:
        return erase(step);
      case Do::erase_number:
        return erase_number(step);
      case Do::erase_filter:
        return erase_filter(step);
      case Do::commit:
      case Do::cancel:
        return end(step);
      case Do::seal:
        store_->seal();
        return std::nullopt;
      case Do::reopen:
        open(false);
        return std::nullopt;
      case Do::make_index_again:
        open(true);
        return std::nullopt;
      case Do::wait:
        now_ms_ += step.hours * kHourMs;
        return std::nullopt;
      case Do::compare:
        return compare();
    }
    return std::nullopt;
  }

  static Complaint differ(const std::string& what, const std::string& store,
                          const std::string& twin) {
    if (store == twin) return std::nullopt;
    return what + "\n  store: " + store + "\n  twin:  " + twin;
  }

  void open(bool makes_index_again) {
    store_.reset();
    SeenStoreOptions options;
    options.durability = Durability::none;
    options.clock = [this] { return now_ms_.load(); };
    options.merge_at_rest_after = std::chrono::milliseconds(0);
    options.new_index = makes_index_again;
    options.keep_history = world_.keeps_history;
    options.names = world_.asks_names;
    options.seen_kinds = world_.seen_kinds;
    store_ = std::make_unique<SeenStore>(SeenStore::open(folder_, options));
  }

  [[nodiscard]] std::vector<Page> pages_of(const Step& step) const {
    std::vector<Page> pages;
    for (const std::size_t page : step.pages) pages.push_back(world_.pages[page]);
    return pages;
  }

  // A cluster without an id is named by its number, which must be that of its first page.
  static Told told_by(const SeenAnswer& answer) {
    Told told{.seen = std::string(name_of(answer.seen)), .added = answer.added};
    if (answer.page) {
      told.page = identity(*answer.page);
      told.page_crawl = answer.page->crawl;
      told.page_rank = answer.page->rank;
      told.page_leads = answer.page->cluster == answer.page->number;
    }
    told.match = answer.match;
    if (!answer.cluster) return told;
    const bool is_seen = answer.seen == SeenVerdict::yes;
    const std::uint64_t first = is_seen ? answer.page->cluster : answer.number;
    told.cluster = answer.cluster->id == "#" + std::to_string(first) ? "#" : answer.cluster->id;
    told.size = answer.cluster->size;
    told.rank = answer.cluster->rank;
    return told;
  }

  Complaint ask(const Step& step, bool adds) {
    const std::vector<Page> pages = pages_of(step);
    const SeenAsk how{.crawl = step.crawl};
    const std::vector<SeenAnswer> answers =
        adds ? store_->check_and_add(pages, how) : store_->check(pages, how);
    return compare(answers, pages, step.crawl, adds);
  }

  Complaint compare(const std::vector<SeenAnswer>& answers, const std::vector<Page>& pages,
                    const std::string& crawl, bool adds) {
    std::vector<Told> expected;
    for (const Page& page : pages) {
      expected.push_back(adds ? twin_.add(page, crawl, now_ms_) : twin_.check(page, crawl));
    }
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const Told told = told_by(answers[i]);
      ++told_[told.seen + (told.match ? ' ' + std::string(name_of(told.match->kind)) : "")];
      const std::string what = "page " + std::to_string(i) + " of the step";
      if (auto wrong = differ(what, told.line(), expected[i].line())) return wrong;
    }
    return std::nullopt;
  }

  Complaint add_twice(const Step& step) {
    const std::vector<Page> pages = pages_of(step);
    const SeenAsk how{.crawl = step.crawl, .retry_key = "key " + std::to_string(now_ms_)};
    const std::vector<SeenAnswer> answers = store_->check_and_add(pages, how);
    const std::vector<SeenAnswer> again = store_->check_and_add(pages, how);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (answers[i].number != again[i].number) return "the same retry key gave another answer";
      auto wrong = differ("by a retry key", told_by(again[i]).line(), told_by(answers[i]).line());
      if (wrong) return wrong;
    }
    return compare(answers, pages, step.crawl, true);
  }

  static std::string line_of(const SeenErased& erased) {
    std::string line = std::to_string(erased.pages) + " pages, missing";
    for (const std::string& name : erased.missing) line += ' ' + name;
    return line;
  }

  Complaint erase(const Step& step) {
    const SeenErased erased = store_->erase(step.names);
    return differ("erased", line_of(erased), line_of(twin_.erase(step.names)));
  }

  Complaint erase_number(const Step& step) {
    const std::vector<SeenPage> found = store_->find(step.names.front());
    if (found.empty()) return std::nullopt;
    const std::vector<std::string> name = {"#" + std::to_string(found.back().number)};
    const std::uint64_t erased = store_->erase(name).pages;
    const bool twin = twin_.erase_one(identity(found.back()));
    return differ("erased", std::to_string(erased), std::to_string(twin ? 1 : 0));
  }

  Complaint erase_filter(const Step& step) {
    SeenFilter filter{
        .host = step.host, .crawl = step.crawl, .before_ms = {}, .by_last_seen = step.by_last_seen};
    if (step.hours > 0) filter.before_ms = now_ms_ - step.hours * kHourMs;
    SeenErasing dry{.dry_run = true};
    const std::uint64_t foretold = store_->erase(filter, dry);
    const std::string erased = std::to_string(store_->erase(filter));
    if (auto wrong = differ("foretold", std::to_string(foretold), erased)) return wrong;
    return differ("erased", erased, std::to_string(twin_.erase(filter)));
  }

  Complaint end(const Step& step) {
    const bool commits = step.what == Do::commit;
    bool was_open = true;
    try {
      commits ? store_->commit_crawl(step.crawl) : store_->cancel_crawl(step.crawl);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::not_found) throw;
      was_open = false;
    }
    const bool twin = commits ? twin_.commit(step.crawl) : twin_.cancel(step.crawl);
    return differ("such a crawl was open", std::to_string(was_open), std::to_string(twin));
  }

  static std::string lines_of(const std::vector<std::string>& all) {
    return std::accumulate(
        all.begin(), all.end(), std::string(),
        [](const std::string& a, const std::string& b) { return a + "\n    " + b; });
  }
  static std::string lines_of(const std::vector<SeenPage>& all) {
    std::vector<std::string> lines;
    for (const SeenPage& page : all) lines.push_back(identity(page));
    return lines_of(lines);
  }

  Complaint compare() {
    std::map<std::uint64_t, std::string> pages;  // by number
    std::vector<SeenRow> rows;
    store_->dump([&](const SeenRow& row) {
      pages[row.page.number] = identity(row.page);
      rows.push_back(row);
      return true;
    });
    std::vector<std::string> listed;
    std::vector<std::string> expected;
    for (const SeenRow& row : rows) {
      const auto leader = pages.find(row.page.cluster);
      listed.push_back(Listed{.page = identity(row.page),
                              .leader = leader == pages.end() ? "nothing" : leader->second,
                              .crawl = row.page.crawl,
                              .rank = row.page.rank,
                              .copies = row.copies,
                              .met_ms = row.page.last_seen_ms}
                           .line());
    }
    for (const Listed& row : twin_.all()) expected.push_back(row.line());
    if (auto wrong = differ("dump", lines_of(listed), lines_of(expected))) return wrong;
    for (const auto& [number, page] : pages) {
      auto wrong = differ("cluster of " + page, lines_of(store_->cluster(number)),
                          lines_of(twin_.cluster(page)));
      if (wrong) return wrong;
    }
    for (const std::string& name : world_.names) {
      auto wrong = differ("find " + name, lines_of(store_->find(name)), lines_of(twin_.find(name)));
      if (wrong) return wrong;
    }
    std::string open;
    for (const SeenCrawl& crawl : store_->crawls()) {
      open += crawl.name + (crawl.is_open ? " open " : " ");
    }
    std::string twin_open;
    for (const auto& [name, is_open] : twin_.crawls()) {
      twin_open += name + (is_open ? " open " : " ");
    }
    return differ("crawls", open, twin_open);
  }

  const SmallWorld& world_;
  std::string folder_;
  std::atomic<std::int64_t> now_ms_ = 1'000'000'000;
  StoreTwin twin_;
  std::unique_ptr<SeenStore> store_;
  std::map<std::string, std::size_t> told_;
};

// How much of what can happen did happen.
struct Figures {
  std::size_t steps = 0;
  std::size_t runs = 0;
  std::size_t judged_again = 0;
  std::map<std::string, std::size_t> told;  // verdicts, with kinds
};

// Thousands of small indexes are synced, so they are in memory if it has enough space.
std::string parent_folder() {
  constexpr std::uintmax_t kRoomMin = std::uintmax_t{1} << 30;
  std::error_code none;
  const auto space = std::filesystem::space("/dev/shm", none);
  return !none && space.available >= kRoomMin ? "/dev/shm" : testing::TempDir();
}

class SeenHistoriesTest : public testing::Test {
 protected:
  SeenHistoriesTest() : temp_(parent_folder()) {}

  [[nodiscard]] std::string new_folder(const std::string& kind) {
    return temp_.path() + "/" + kind + std::to_string(++folders_);
  }

  [[nodiscard]] std::optional<std::string> complaint(const SmallWorld& world,
                                                     const std::vector<Step>& steps,
                                                     AgainstIndex& against) {
    const std::string folder = new_folder("store");
    std::optional<std::string> wrong;
    {
      Pair pair(world, against, folder);
      for (std::size_t i = 0; i < steps.size() && !wrong; ++i) {
        wrong = pair.take(steps[i]);
        if (wrong) wrong = "step " + std::to_string(i) + ": " + *wrong;
        ++figures_.steps;
      }
      figures_.judged_again += pair.twin().judged_again();
      for (const auto& [what, count] : pair.told()) figures_.told[what] += count;
    }
    std::filesystem::remove_all(folder);
    return wrong;
  }

  // Removes steps while the history still fails.
  void reduce(const SmallWorld& world, std::vector<Step>& steps, AgainstIndex& against) {
    for (std::size_t at = steps.size(); at > 0; --at) {
      std::vector<Step> fewer = steps;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at) - 1);
      if (complaint(world, fewer, against)) steps = std::move(fewer);
    }
  }

  // Returns the fault with as few steps as possible; empty if there is none.
  [[nodiscard]] std::string fault_of(std::uint64_t seed) {
    const SmallWorld world = small_world(seed);
    ReadyProfile judge = ready_profile("balanced");
    judge.profile.thresholds.names = world.asks_names;
    const std::string folder = new_folder("indexes");
    std::filesystem::create_directory(folder);
    AgainstIndex against(judge, world.seen_kinds, folder);
    std::vector<Step> steps = history(world, seed, kSteps);
    std::string fault;
    if (complaint(world, steps, against)) {
      reduce(world, steps, against);
      fault = "FACSIM_SEED=" + std::to_string(seed) + (world.keeps_history ? ", history" : "");
      for (const Step& step : steps) fault += "\n" + step.line(world);
      fault += "\n" + complaint(world, steps, against).value_or("not the second time");
    }
    figures_.runs += against.runs();
    std::filesystem::remove_all(folder);
    return fault;
  }

  TempFolder temp_;
  std::size_t folders_ = 0;
  Figures figures_;
};

TEST_F(SeenHistoriesTest, EachVerdictIsThatOfDedupAgainstWhatTheAskerSees) {
  const std::uint64_t first = number_in("FACSIM_SEED", 1);
  const std::uint64_t rounds = number_in("FACSIM_ROUNDS", 30);
  for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
    const std::string fault = fault_of(seed);
    ASSERT_EQ(fault, "");
  }
  if (rounds >= 30) {
    EXPECT_GT(figures_.judged_again, rounds);
  }
  std::printf("%zu steps, %zu runs of dedup, %zu pages judged again\n", figures_.steps,
              figures_.runs, figures_.judged_again);
  for (const auto& [what, count] : figures_.told) std::printf("%s: %zu\n", what.c_str(), count);
}

}  // namespace
}  // namespace facsim::property
