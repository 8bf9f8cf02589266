// SPDX-License-Identifier: Apache-2.0
#include "facsim/page_index.h"

#include <algorithm>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/known/calibrate.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/open_index.h"
#include "facsim/known/own_change.h"
#include "facsim/known/page_answerer.h"
#include "facsim/known/page_manifest.h"
#include "facsim/known/source_pages.h"
#include "facsim/page/analysis.h"
#include "facsim/run/ordered_pipeline.h"
#include "facsim/run/run_scratch.h"
#include "facsim/run/thread_executor.h"

namespace facsim {
namespace {

using Start = IndexWriter::Start;

// Pages whose candidates are looked up at once.
constexpr std::size_t kQuestionsAtOnce = 64;
// Pages of a source that are read at once, for each thread.
constexpr std::size_t kSourcePages = 128;
// The memory that an analyzer keeps from its largest page.
constexpr std::size_t kAnalyzerKeptBytes = std::size_t{8} << 20;
// The same for a search and its largest answer.
constexpr std::size_t kKeptSearchBytes = std::size_t{1} << 20;

// A state of the index and a search in it.
struct Asked {
  Asked(std::shared_ptr<const OpenIndex> state, const Profile& profile)
      : index(std::move(state)), answerer(*index, profile) {}

  std::shared_ptr<const OpenIndex> index;
  PageAnswerer answerer;
};

// The tools of one thread that answers: an analyzer, which costs more than an answer and is reused,
// and the state that it queried last.
struct Asker {
  explicit Asker(const PageIndexOptions& options)
      : analyzer({.profile = options.judge.profile,
                  .tables = options.judge.tables,
                  .extract = {},
                  .kernel = options.limits.kernel,
                  .with_visible = false}) {}

  PageAnalyzer analyzer;
  std::unique_ptr<Asked> asked;  // null if it has to be made
};

// The data of a page for the index.
struct NewPage {
  PageQuestion question;
  PageName name;
  std::string root;
};

// Returns a manifest without segments for these options. Throws Error{invalid_argument} if they
// cannot describe an index.
Manifest manifest_by_options(const PageIndexOptions& options) {
  const Profile& profile = options.judge.profile;
  check_profile(profile);
  require_indexable(profile.recipe, "an index of pages");
  Manifest first =
      manifest_for_pages(profile, options.max_distance.value_or(usual_distance(profile)));
  require_design(first, {});
  return first;
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
  [[nodiscard]] std::unique_ptr<Asker> asker_of(
      const std::shared_ptr<const OpenIndex>& state) const;
  [[nodiscard]] std::vector<std::vector<FoundPage>> ask(Asker& asker, std::span<const Page> pages,
                                                        std::uint64_t limit) const;
  [[nodiscard]] std::vector<std::vector<FoundPage>> ask(std::span<const Page> pages,
                                                        std::uint64_t limit) const;
  // Appends the pages that have a text to `read`.
  void read(std::span<const Page> pages, std::vector<NewPage>& read) const;
  std::uint64_t add(const std::vector<NewPage>& pages);

  // Takes the lock. Throws unless the index has pages judged by this recipe.
  [[nodiscard]] std::unique_ptr<IndexWriter> writer_for(std::string_view change) const;
  [[nodiscard]] IndexChangeOptions change_options() const {
    return {.design = {},
            .memory_bytes = options.limits.memory_bytes,
            .costs = calibrated_once,
            .threads = options.limits.threads,
            .check = stop_check(options.cancelled)};
  }
  void see_own_change() {
    facsim::see_own_change(folder, [this] { (void)refreshed(); });
  }

  const std::string folder;
  const PageIndexOptions options;

 private:
  mutable std::mutex mutex;  // guards the two members below
  std::shared_ptr<const OpenIndex> index;
  mutable std::vector<std::unique_ptr<Asker>> idle;
  std::mutex refreshing;  // so that two threads do not open the same segments
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

// Searches of idle threads would keep the former state in memory. It is released after the lock,
// which every answer takes: releasing an index takes longer than an answer.
void PageIndex::State::set_current(std::shared_ptr<const OpenIndex> state) {
  std::vector<std::unique_ptr<Asked>> before;
  const std::lock_guard lock(mutex);
  for (const std::unique_ptr<Asker>& asker : idle) before.push_back(std::move(asker->asked));
  index.swap(state);
}

std::unique_ptr<IndexWriter> PageIndex::State::writer_for(std::string_view change) const {
  auto writer =
      std::make_unique<IndexWriter>(folder, Start::existing, change, lock_wait_of(options));
  require_pages_of(recipe(), writer->manifest(), folder);
  return writer;
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
  asker->analyzer.keep_at_most(kAnalyzerKeptBytes);
  const bool is_large = asker->asked && asker->asked->answerer.kept_bytes() > kKeptSearchBytes;
  if (is_large) asker->asked.reset();
  std::unique_ptr<Asked> before;  // released after the lock
  const std::lock_guard lock(mutex);
  if (asker->asked && asker->asked->index != index) before = std::move(asker->asked);
  idle.push_back(std::move(asker));
}

// An asker whose query threw is not given back: its state is unknown.
std::unique_ptr<Asker> PageIndex::State::asker_of(
    const std::shared_ptr<const OpenIndex>& state) const {
  std::unique_ptr<Asker> asker = take_asker();
  if (!asker->asked || asker->asked->index != state) {
    asker->asked.reset();
    asker->asked = std::make_unique<Asked>(state, profile_for(*state));
  }
  return asker;
}

std::vector<std::vector<FoundPage>> PageIndex::State::ask(Asker& asker, std::span<const Page> pages,
                                                          std::uint64_t limit) const {
  std::vector<std::vector<FoundPage>> seen(pages.size());
  std::vector<PageQuestion> questions;
  std::vector<std::size_t> numbers;
  const auto answer_those = [&] {
    asker.asked->answerer.answer(questions, limit, [&](std::size_t question, PageAnswer&& answer) {
      seen[numbers[question]] = std::move(answer.seen);
    });
    questions.clear();
    numbers.clear();
  };
  for (std::size_t page = 0; page < pages.size(); ++page) {
    if (auto question = question_of(pages[page], asker.analyzer, recipe())) {
      questions.push_back(std::move(*question));
      numbers.push_back(page);
    }
    if (questions.size() == kQuestionsAtOnce) answer_those();
  }
  if (!questions.empty()) answer_those();
  return seen;
}

std::vector<std::vector<FoundPage>> PageIndex::State::ask(std::span<const Page> pages,
                                                          std::uint64_t limit) const {
  std::unique_ptr<Asker> asker = asker_of(current());
  std::vector<std::vector<FoundPage>> seen = ask(*asker, pages, limit);
  give_back(std::move(asker));
  return seen;
}

void PageIndex::State::read(std::span<const Page> pages, std::vector<NewPage>& read) const {
  std::vector<std::optional<PageQuestion>> questions(pages.size());
  const std::size_t threads = static_cast<std::size_t>(std::max(options.limits.threads, 1));
  const std::size_t pieces = std::min(pages.size(), threads);
  const std::function<void()> check = stop_check(options.cancelled);
  ThreadExecutor(options.limits.threads).run(pieces, [&](std::size_t piece) {
    std::unique_ptr<Asker> asker = take_asker();
    for (std::size_t page = piece; page < pages.size(); page += pieces) {
      if (check) check();
      questions[page] = question_of(pages[page], asker->analyzer, recipe());
    }
    give_back(std::move(asker));
  });
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!questions[i]) continue;
    const Page& page = pages[i];
    read.push_back({.question = std::move(*questions[i]),
                    .name = {.id = page.id,
                             .url = page.url,
                             .file = page.place.file,
                             .offset = page.place.offset},
                    .root = root_of(page.place)});
  }
}

std::uint64_t PageIndex::State::add(const std::vector<NewPage>& pages) {
  if (pages.empty()) return 0;
  RunScratch scratch(options.limits.tmp);
  {
    const auto writer = writer_for("PageIndex::add");
    const std::shared_ptr<const OpenIndex> before = refreshed();
    Manifest next = writer->manifest();
    const IndexChangeOptions changes = change_options();
    PageBatch batch(next, changes, scratch.get());
    take_small_segments(*before, pages.size(), next, batch);
    for (const NewPage& page : pages) {
      batch.add(page.question.facts, indexed_name(page.name, next), page.root,
                page.question.anchors);
    }
    add_segment(*writer, std::move(next), batch);
  }
  see_own_change();
  return pages.size();
}

PageIndex::PageIndex(std::unique_ptr<State> state) : state_(std::move(state)) {}
PageIndex::~PageIndex() = default;
PageIndex::PageIndex(PageIndex&& other) noexcept = default;
PageIndex& PageIndex::operator=(PageIndex&& other) noexcept = default;

PageIndex PageIndex::begin(const std::string& folder, PageIndexOptions options) {
  Manifest first = manifest_by_options(options);
  {
    IndexWriter writer(folder, Start::either, "PageIndex::begin", lock_wait_of(options));
    if (writer.manifest().generation > 0) {
      throw Error{ErrorCode::already_exists, "there is an index already; open it", folder};
    }
    first.next_segment = writer.manifest().next_segment;
    throw_if_set(options.cancelled);
    writer.commit(std::move(first));
  }
  std::optional<PageIndex> begun;
  facsim::see_own_change(folder, [&] { begun = open(folder, std::move(options)); });
  return std::move(*begun);
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

std::vector<FoundPage> PageIndex::ask(const Page& page, std::uint64_t limit) const {
  return std::move(state_->ask({&page, 1}, limit).front());
}

std::vector<std::vector<FoundPage>> PageIndex::ask(std::span<const Page> pages,
                                                   std::uint64_t limit) const {
  return state_->ask(pages, limit);
}

void PageIndex::ask(
    PageSource& pages, std::uint64_t limit,
    const std::function<void(std::uint64_t, std::vector<FoundPage>&&)>& take) const {
  const std::shared_ptr<const OpenIndex> index = state_->current();
  const int threads = std::max(state_->options.limits.threads, 1);
  std::vector<std::unique_ptr<Asker>> askers(static_cast<std::size_t>(threads));
  SourceBlocks blocks(pages, kSourcePages);
  OrderedPipeline<SourcePages> pipeline(threads);
  pipeline.run({.produce = [&](SourcePages& some) { return blocks.next(some); },
                .process =
                    [&](SourcePages& some, std::size_t worker) {
                      std::unique_ptr<Asker>& asker = askers[worker];
                      if (!asker) asker = state_->asker_of(index);
                      some.seen = state_->ask(*asker, some.all(), limit);
                      asker->analyzer.keep_at_most(kAnalyzerKeptBytes);
                    },
                .commit =
                    [&](SourcePages& some) {
                      for (std::size_t page = 0; page < some.count; ++page) {
                        take(some.first + page, std::move(some.seen[page]));
                      }
                    }});
  for (std::unique_ptr<Asker>& asker : askers) {
    if (asker) state_->give_back(std::move(asker));
  }
}

std::uint64_t PageIndex::add(std::span<const Page> pages) {
  std::vector<NewPage> read;
  state_->read(pages, read);
  return state_->add(read);
}

std::uint64_t PageIndex::add(PageSource& pages) {
  const auto threads = static_cast<std::size_t>(std::max(state_->options.limits.threads, 1));
  std::vector<NewPage> read;
  SourceBlocks blocks(pages, kSourcePages * threads);
  for (SourcePages some; blocks.next(some);) state_->read(some.all(), read);
  return state_->add(read);
}

Erased PageIndex::erase(std::span<const std::string> names) {
  Erased erased;
  {
    const auto writer = state_->writer_for("PageIndex::erase");
    Deletion deletion =
        delete_ids(*writer, {names.begin(), names.end()}, stop_check(state_->options.cancelled));
    erased = {deletion.entries, std::move(deletion.ids_missing)};
  }
  state_->see_own_change();
  return erased;
}

void PageIndex::compact() {
  RunScratch scratch(state_->options.limits.tmp);
  {
    const auto writer = state_->writer_for("PageIndex::compact");
    const IndexChangeOptions changes = state_->change_options();
    (void)facsim::compact(*writer, changes, scratch.get());
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
