// SPDX-License-Identifier: Apache-2.0
#include "facsim/page_index.h"

#include <algorithm>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/files/temp_folder.h"
#include "facsim/page/analysis.h"
#include "facsim/run/thread_executor.h"
#include "facsim/seen/calibrate.h"
#include "facsim/seen/index_changes.h"
#include "facsim/seen/index_corpus.h"
#include "facsim/seen/open_index.h"
#include "facsim/seen/page_answerer.h"

namespace facsim {
namespace {

using Start = IndexWriter::Start;

constexpr int kUsualDistance = 3;
// Whose candidates are looked up at once.
constexpr std::size_t kPagesAtOnce = 64;
// What an analyzer keeps of its largest page.
constexpr std::size_t kKeptBytes = std::size_t{8} << 20;

// What one thread needs to answer: an analyzer, which costs more than an answer and is used again,
// and a search of the state that it last asked.
struct Asker {
  explicit Asker(const PageIndexOptions& options)
      : analyzer({.profile = options.judge.profile,
                  .tables = options.judge.tables,
                  .extract = {},
                  .kernel = options.limits.kernel,
                  .with_visible = false}) {}

  void forget_index() {
    answerer.reset();
    index.reset();
  }

  PageAnalyzer analyzer;
  std::shared_ptr<const OpenIndex> index;
  std::optional<PageAnswerer> answerer;
};

std::unique_ptr<Scratch> scratch_in(const std::string& folder) {
  if (folder.empty()) return std::make_unique<MemoryScratch>();
  return std::make_unique<TempFolder>(folder);
}

}  // namespace

struct PageIndex::State {
  State(std::string folder_name, PageIndexOptions its_options)
      : folder(std::move(folder_name)), options(std::move(its_options)) {}

  [[nodiscard]] const Recipe& recipe() const { return options.judge.profile.recipe; }
  [[nodiscard]] std::shared_ptr<const OpenIndex> current() const {
    const std::lock_guard lock(mutex);
    return index;
  }

  [[nodiscard]] Profile profile_for(const OpenIndex& state) const;
  void require_fitting(const OpenIndex& state) const;
  void set_current(std::shared_ptr<const OpenIndex> state);
  std::shared_ptr<const OpenIndex> refreshed();

  [[nodiscard]] std::unique_ptr<Asker> take_asker() const;
  void give_back(std::unique_ptr<Asker> asker) const;
  void ask(std::span<const Page> pages, std::uint64_t limit,
           const std::function<void(std::size_t, PageAnswer&&)>& take) const;
  [[nodiscard]] std::vector<std::optional<PageQuestion>> read(std::span<const Page> pages) const;

  [[nodiscard]] LockWait lock_wait() const { return {options.wait, options.on_wait}; }
  [[nodiscard]] IndexChangeOptions change_options() const {
    return {.design = {},
            .memory_bytes = options.limits.memory_bytes,
            .costs = calibrate,
            .threads = options.limits.threads,
            .check = {}};
  }
  void see_own_change() noexcept;

  const std::string folder;
  const PageIndexOptions options;

 private:
  mutable std::mutex mutex;  // of the two below
  std::shared_ptr<const OpenIndex> index;
  mutable std::vector<std::unique_ptr<Asker>> idle;
  std::mutex refreshing;  // so that two do not open the same segments
};

Profile PageIndex::State::profile_for(const OpenIndex& state) const {
  Profile profile = options.judge.profile;
  profile.max_distance =
      options.max_distance.value_or(static_cast<int>(state.manifest().max_distance));
  return profile;
}

void PageIndex::State::require_fitting(const OpenIndex& state) const {
  require_pages_of(recipe(), state.manifest(), folder);
  (void)PageSearch(state, profile_for(state));
}

// Idle threads' searches would keep the state before in memory.
void PageIndex::State::set_current(std::shared_ptr<const OpenIndex> state) {
  const std::lock_guard lock(mutex);
  index = std::move(state);
  for (const std::unique_ptr<Asker>& asker : idle) asker->forget_index();
}

std::shared_ptr<const OpenIndex> PageIndex::State::refreshed() {
  const std::lock_guard lock(refreshing);
  std::shared_ptr<const OpenIndex> state = current();
  if (state->is_current()) return state;
  state = state->reopen();
  require_fitting(*state);
  set_current(state);
  return state;
}

// Behind a commit, which holds whatever happens here: whoever refreshes next is told of it.
void PageIndex::State::see_own_change() noexcept {
  try {
    (void)refreshed();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
  }
}

std::unique_ptr<Asker> PageIndex::State::take_asker() const {
  {
    const std::lock_guard lock(mutex);
    if (!idle.empty()) {
      std::unique_ptr<Asker> asker = std::move(idle.back());
      idle.pop_back();
      return asker;
    }
  }
  return std::make_unique<Asker>(options);
}

void PageIndex::State::give_back(std::unique_ptr<Asker> asker) const {
  asker->analyzer.keep_at_most(kKeptBytes);
  const std::lock_guard lock(mutex);
  if (asker->index != index) asker->forget_index();
  idle.push_back(std::move(asker));
}

// An asker whose question threw is not used again: nobody knows what state it is in.
void PageIndex::State::ask(std::span<const Page> pages, std::uint64_t limit,
                           const std::function<void(std::size_t, PageAnswer&&)>& take) const {
  std::shared_ptr<const OpenIndex> state = current();
  std::unique_ptr<Asker> asker = take_asker();
  if (asker->index != state) {
    asker->forget_index();
    asker->answerer.emplace(*state, profile_for(*state));
    asker->index = std::move(state);
  }
  std::vector<PageQuestion> questions;
  std::vector<std::size_t> numbers;
  const auto answer_those = [&] {
    asker->answerer->answer(questions, limit, [&](std::size_t question, PageAnswer&& answer) {
      take(numbers[question], std::move(answer));
    });
    questions.clear();
    numbers.clear();
  };
  for (std::size_t page = 0; page < pages.size(); ++page) {
    if (auto question = question_of(pages[page], asker->analyzer, recipe())) {
      questions.push_back(std::move(*question));
      numbers.push_back(page);
    }
    if (questions.size() == kPagesAtOnce) answer_those();
  }
  if (!questions.empty()) answer_those();
  give_back(std::move(asker));
}

std::vector<std::optional<PageQuestion>> PageIndex::State::read(std::span<const Page> pages) const {
  std::vector<std::optional<PageQuestion>> questions(pages.size());
  const std::size_t threads = static_cast<std::size_t>(std::max(options.limits.threads, 1));
  const std::size_t pieces = std::min(pages.size(), threads);
  ThreadExecutor(options.limits.threads).run(pieces, [&](std::size_t piece) {
    std::unique_ptr<Asker> asker = take_asker();
    for (std::size_t page = piece; page < pages.size(); page += pieces) {
      questions[page] = question_of(pages[page], asker->analyzer, recipe());
    }
    give_back(std::move(asker));
  });
  return questions;
}

PageIndex::PageIndex(std::unique_ptr<State> state) : state_(std::move(state)) {}
PageIndex::~PageIndex() = default;
PageIndex::PageIndex(PageIndex&& other) noexcept = default;
PageIndex& PageIndex::operator=(PageIndex&& other) noexcept = default;

PageIndex PageIndex::begin(const std::string& folder, PageIndexOptions options) {
  const Profile& profile = options.judge.profile;
  require_indexable(profile.recipe);
  IndexWriter writer(folder, Start::either, "PageIndex::begin", {options.wait, options.on_wait});
  if (writer.manifest().generation > 0) {
    throw Error{ErrorCode::already_exists, "there is an index already; open it", folder};
  }
  Manifest first = manifest_for_pages(
      profile, options.max_distance.value_or(std::max(kUsualDistance, profile.max_distance)));
  first.next_segment = writer.manifest().next_segment;
  writer.commit(std::move(first));
  return open(folder, std::move(options));
}

PageIndex PageIndex::open(const std::string& folder, PageIndexOptions options) {
  auto state = std::make_unique<State>(folder, std::move(options));
  const PageIndexOptions& its = state->options;
  auto index = std::make_shared<const OpenIndex>(
      folder, OpenIndexOptions{.residence = its.load ? Residence::loaded : Residence::mapped,
                               .kernel = its.limits.kernel});
  state->require_fitting(*index);
  state->set_current(std::move(index));
  return PageIndex(std::move(state));
}

std::vector<Seen> PageIndex::ask(const Page& page, std::uint64_t limit) const {
  std::vector<Seen> seen;
  state_->ask({&page, 1}, limit,
              [&seen](std::size_t, PageAnswer&& answer) { seen = std::move(answer.seen); });
  return seen;
}

std::vector<std::vector<Seen>> PageIndex::ask(std::span<const Page> pages,
                                              std::uint64_t limit) const {
  std::vector<std::vector<Seen>> seen(pages.size());
  state_->ask(pages, limit, [&seen](std::size_t page, PageAnswer&& answer) {
    seen[page] = std::move(answer.seen);
  });
  return seen;
}

std::uint64_t PageIndex::add(std::span<const Page> pages) {
  const std::vector<std::optional<PageQuestion>> read = state_->read(pages);
  const auto count = static_cast<std::uint64_t>(
      std::count_if(read.begin(), read.end(), [](const auto& page) { return page.has_value(); }));
  if (count == 0) return 0;
  const std::unique_ptr<Scratch> scratch = scratch_in(state_->options.limits.tmp);
  {
    IndexWriter writer(state_->folder, Start::existing, "PageIndex::add", state_->lock_wait());
    const std::shared_ptr<const OpenIndex> index = state_->refreshed();
    Manifest next = writer.manifest();
    const IndexChangeOptions changes = state_->change_options();
    PageBatch batch(next, changes, *scratch);
    take_small_segments(*index, count, next, batch);
    for (std::size_t page = 0; page < pages.size(); ++page) {
      if (!read[page]) continue;
      const PageName name{
          .id = pages[page].id.empty() ? std::to_string(next.next_id++) : pages[page].id,
          .url = pages[page].url,
          .file = {}};
      PageFacts facts = read[page]->facts;
      // As files are read (corpus/scan.h): pages without markup have no origin to testify of.
      if (!facts.has_layout) facts.witness.site = facts.witness.url = 0;
      batch.add(facts, name, "", read[page]->anchors);
    }
    add_segment(writer, std::move(next), batch);
  }
  state_->see_own_change();
  return count;
}

Erased PageIndex::erase(std::span<const std::string> names) {
  Erased erased;
  {
    IndexWriter writer(state_->folder, Start::existing, "PageIndex::erase", state_->lock_wait());
    Deletion deletion = delete_ids(writer, {names.begin(), names.end()});
    erased = {deletion.entries, std::move(deletion.ids_missing)};
  }
  state_->see_own_change();
  return erased;
}

void PageIndex::compact() {
  const std::unique_ptr<Scratch> scratch = scratch_in(state_->options.limits.tmp);
  {
    IndexWriter writer(state_->folder, Start::existing, "PageIndex::compact", state_->lock_wait());
    const IndexChangeOptions changes = state_->change_options();
    (void)facsim::compact(writer, changes, *scratch);
  }
  state_->see_own_change();
}

bool PageIndex::refresh() {
  const std::shared_ptr<const OpenIndex> before = state_->current();
  return state_->refreshed() != before;
}

std::uint64_t PageIndex::entries() const { return state_->current()->entries(); }
std::uint64_t PageIndex::segments() const { return state_->current()->parts().size(); }
std::uint64_t PageIndex::generation() const { return state_->current()->manifest().generation; }
const std::string& PageIndex::folder() const { return state_->folder; }
const Recipe& PageIndex::recipe() const { return state_->recipe(); }

}  // namespace facsim
