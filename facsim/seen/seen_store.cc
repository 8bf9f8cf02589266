// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>
#include <variant>

#include "facsim/base/error.h"
#include "facsim/files/sync_folder.h"
#include "facsim/known/index_corpus.h"
#include "facsim/run/unix_time.h"
#include "facsim/seen/facts_bytes.h"
#include "facsim/seen/seen_store_internal.h"
#include "facsim/seen/store_folder.h"

namespace facsim {
namespace {

constexpr const char* kRowsFolder = "/rows";
constexpr const char* kIndexFolder = "/pages.idx";
constexpr std::uint64_t kRowMemoryMin = std::uint64_t{32} << 20;
constexpr std::uint64_t kRowMemoryMax = std::uint64_t{512} << 20;
// Share of the memory for sizes of clusters.
constexpr std::uint64_t kSizesShare = 32;
// More than any store has in memory.
constexpr std::uint64_t kNeverPages = std::uint64_t{1} << 60;

RowStore open_rows(const std::string& folder, const SeenStoreOptions& options) {
  if (folder.empty()) {
    throw Error{ErrorCode::invalid_argument, "a store has a folder; its name is empty"};
  }
  if (options.judge) {
    check_profile(options.judge->profile);
    require_indexable(options.judge->profile.recipe, "a store of pages");
  }
  // The rows are always made first: creating a new store here would hide that everything is lost.
  std::error_code unreadable;  // opening the rows reports such an error
  if (!std::filesystem::exists(folder + kRowsFolder, unreadable) &&
      std::filesystem::exists(folder + kIndexFolder, unreadable)) {
    throw Error{ErrorCode::damaged,
                "its rows are gone; put the folder rows back, bring back a backup with '" +
                    Sentence(Named::store_restore) + "', or remove what is left",
                folder};
  }
  if (!options.must_exist) require_store_folder(folder);
  RowStoreOptions how{
      .durability = options.durability,
      .create = !options.must_exist,
      .waits_for_space = options.waits_for_space,
      .memory_bytes = std::clamp(options.limits.memory_bytes / 8, kRowMemoryMin, kRowMemoryMax)};
  try {
    return RowStore::open(folder + kRowsFolder, how);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::no_space || !options.read_when_full) throw;
  }
  how.create = false;
  how.read_only = true;
  return RowStore::open(folder + kRowsFolder, how);
}

SeenStoreOptions settled(SeenStoreOptions options, const std::string& folder) {
  if (!options.clock) options.clock = unix_ms;
  if (options.limits.tmp.empty()) options.limits.tmp = folder;
  options.front_pages = std::max<std::uint64_t>(options.front_pages, 1);
  return options;
}

}  // namespace

SeenStore::Impl::Impl(const std::string& folder, SeenStoreOptions options)
    : folder_(folder),
      rows_(open_rows(folder, options)),
      options_(settled(std::move(options), folder)),
      settings_(settle_settings(rows_, folder, options_)),
      recipe_id_(recipe().id()),
      sealed_({.folder = folder + kIndexFolder,
               .store = settings_.store,
               .profile = settings_.judge.profile,
               .max_distance = settings_.max_distance,
               .limits = options_.limits,
               .verify = options_.verify,
               .anew = options_.new_index}) {
  // If an index has no rows although there are more than memtables may hold, a program ended while
  // it made the index; or most rows were erased, and then making it costs little. Neither is a
  // fault.
  const bool is_begun =
      sealed_.rows_to() == 0 && rows_.last_row() / kMemtablesMax > options_.front_pages;
  const bool is_at_fault = !sealed_.is_whole() && !options_.new_index;
  if (!sealed_.is_whole() || is_begun) {
    make_index_again(rows_, sealed_, is_at_fault ? options_.warn : nullptr);
  }
  const LeaderOptions rule{
      .joining = settings_.seen_kinds,
      .min_containment_to_join = settings_.judge.profile.thresholds.containment_to_remove()};
  state_ = std::make_unique<SharedState>(
      settings_.judge,
      StateOptions{.rule = rule,
                   .keep_history = settings_.keep_history,
                   .policy = settings_.policy,
                   .max_distance = settings_.max_distance,
                   .sizes_bytes_max = options_.limits.memory_bytes / kSizesShare},
      rows_, state_of(sealed_));
  const bool may_write = !rows_.is_read_only();
  // A program may have ended before the cleanup was complete.
  if (may_write) (void)state_->tidy_crawls(*LentAsker(*this));
  sealer_ = std::make_unique<StoreSealer>(
      rows_, sealed_, *state_,
      StoreSealer::Options{
          .front_pages = may_write ? options_.front_pages : kNeverPages,
          .rest_after = may_write ? options_.merge_at_rest_after : std::chrono::milliseconds(0),
          .clock = options_.clock,
          .warn = options_.warn,
          .on_sealed = [this] { forget_old_states(); }});
}

// Idle askers would keep the former segments in memory. Whoever releases a segment last also unmaps
// it, which no query should wait for.
void SeenStore::Impl::forget_old_states() {
  std::vector<std::unique_ptr<StoreAsker>> resting;
  {
    const std::lock_guard lock(idle_mutex_);
    resting.swap(idle_);
  }
  for (std::unique_ptr<StoreAsker>& asker : resting) {
    asker->rest();
    give_back(std::move(asker));
  }
}

std::unique_ptr<StoreAsker> SeenStore::Impl::take_asker() {
  {
    const std::lock_guard lock(idle_mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<StoreAsker> asker = std::move(idle_.back());
      idle_.pop_back();
      return asker;
    }
  }
  return std::make_unique<StoreAsker>(settings_.judge, settings_.max_distance,
                                      options_.limits.kernel, rows_);
}

void SeenStore::Impl::give_back(std::unique_ptr<StoreAsker> asker) {
  asker->trim();
  const std::lock_guard lock(idle_mutex_);
  if (idle_.size() < idle_max_) idle_.push_back(std::move(asker));
}

template <class Thing, class Read>
std::vector<AskedPage> SeenStore::Impl::asked_pages(std::span<Thing> things, const SeenAsk& how,
                                                    const Read& read, StoreAsker& asker) const {
  std::vector<AskedPage> asked;
  asked.reserve(things.size());
  for (Thing& thing : things) {
    asked.push_back(read(asker, thing));
    asked.back().is_to_be_explained = how.explain;
  }
  return asked;
}

template <class Thing, class Read>
std::vector<SeenAnswer> SeenStore::Impl::check(std::span<Thing> things, const SeenAsk& how,
                                               const Read& read) {
  std::vector<Decided> decided;
  {
    const LentAsker asker(*this);
    std::vector<AskedPage> asked = asked_pages(things, how, read, *asker);
    decided = state_->check(asked, how, *asker);
  }
  return answers(std::move(decided));
}

template <class Thing, class Read>
std::vector<SeenAnswer> SeenStore::Impl::add(std::span<Thing> things, const SeenAsk& how,
                                             const Read& read) {
  if (how.retry_key.empty() || !has_answers(how.retry_key)) sealer_->wait_for_room();
  std::vector<Decided> decided;
  {
    const LentAsker asker(*this);
    std::vector<AskedPage> asked = asked_pages(things, how, read, *asker);
    decided = state_->add(asked, how, options_.clock(), *asker);
  }
  sealer_->look();
  return answers(std::move(decided));
}

// Returns when the last change is written that any of the answers depends on.
std::vector<SeenAnswer> SeenStore::Impl::answers(std::vector<Decided> decided) {
  std::uint64_t ticket = 0;
  for (const Decided& each : decided) ticket = std::max(ticket, each.ticket);
  if (ticket > 0) rows_.wait(ticket);
  std::vector<SeenAnswer> all;
  all.reserve(decided.size());
  for (Decided& each : decided) {
    if (!each.is_complete) complete(each.answer, lookup_, each.has_page);
    all.push_back(std::move(each.answer));
  }
  return all;
}

std::string SeenStore::Impl::facts(const Page& page) {
  const LentAsker asker(*this);
  return encode_facts(asker->read(page).page, asker->recipe_id());
}

std::optional<StoredPage> SeenStore::Impl::stored_page(std::string_view bytes,
                                                       std::uint64_t row) const {
  auto content = decode_row(bytes, row, folder_);
  StoredPage* const page = std::get_if<StoredPage>(&content);
  return page == nullptr ? std::nullopt : std::optional(std::move(*page));
}

std::optional<StoredPage> SeenStore::Impl::stored(std::uint64_t row) const {
  return read_row(rows_, row, folder_);
}

// If rows cannot be written, callers read the rows that exist.
void SeenStore::Impl::wait_for_all() {
  const std::uint64_t last = rows_.submitted();
  if (last == 0 || rows_.failure()) return;
  try {
    rows_.wait(last);
  } catch (const Error&) {
    if (!rows_.failure()) throw;
  }
}

SeenFigures SeenStore::Impl::figures() const {
  SeenFigures figures = state_->figures();
  figures.is_sealing = sealer_->is_sealing();
  figures.merging_bytes = sealer_->merging_bytes();
  return figures;
}

std::uint64_t SeenStore::Impl::disk_needed() const {
  const SeenFigures now = figures();
  const SealedState sealed = state_->sealed();
  const std::uint64_t merge =
      bytes_of_next_merge(*sealed.index, std::max<std::uint64_t>(now.front_pages, 1));
  return now.front_bytes + std::max(merge, now.merging_bytes) + rows_.bytes_to_write();
}

SeenSettings SeenStore::Impl::settings() const {
  SeenSettings shown = settings_.shown();
  shown.policy = state_->policy();
  return shown;
}

void SeenStore::Impl::backup(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code failed;
  std::vector<fs::path> around;  // parents of the folders that are made here
  for (fs::path each = fs::absolute(folder); !fs::exists(each, failed); each = around.back()) {
    around.push_back(each.parent_path());
  }
  fs::create_directories(folder, failed);
  if (failed) throw Error{ErrorCode::io, failed.message(), folder};
  rows_.checkpoint(folder + kRowsFolder);
  for (const fs::path& each : around) sync_folder_of(each.string());
}

SeenStore::SeenStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SeenStore::~SeenStore() = default;
SeenStore::SeenStore(SeenStore&& other) noexcept = default;
SeenStore& SeenStore::operator=(SeenStore&& other) noexcept = default;

SeenStore SeenStore::open(const std::string& folder, SeenStoreOptions options) {
  return SeenStore(std::make_unique<Impl>(folder, std::move(options)));
}

namespace {

AskedPage read_to_ask(StoreAsker& asker, const Page& page) { return asker.read(page); }

AskedPage facts_to_ask(StoreAsker&, StoredPage& page) { return {.page = std::move(page)}; }

SeenStore::Facts all_of(const SeenStore& store, std::span<const std::string> facts) {
  SeenStore::Facts read(store);
  read.reserve(facts.size());
  for (const std::string& each : facts) read.add(each);
  return read;
}

}  // namespace

struct SeenStore::Facts::Inside {
  const Impl& store;
  std::vector<StoredPage> pages = {};

  [[nodiscard]] std::span<StoredPage> pages_for(const Impl& asked) {
    if (asked.recipe_id() == store.recipe_id()) return pages;
    throw Error{ErrorCode::invalid_argument, "facts by recipe " + hex(store.recipe_id()) +
                                                 ", these pages are judged by " +
                                                 hex(asked.recipe_id())};
  }
};

SeenStore::Facts::Facts(const SeenStore& store)
    : inside_(std::make_unique<Inside>(Inside{*store.impl_})) {}
SeenStore::Facts::~Facts() = default;
SeenStore::Facts::Facts(Facts&& other) noexcept = default;
SeenStore::Facts& SeenStore::Facts::operator=(Facts&& other) noexcept = default;
void SeenStore::Facts::reserve(std::size_t pages) { inside_->pages.reserve(pages); }
void SeenStore::Facts::add(std::string_view bytes) {
  const Impl& store = inside_->store;
  inside_->pages.push_back(decode_facts(bytes, store.recipe(), store.recipe_id()));
}
std::size_t SeenStore::Facts::size() const noexcept { return inside_->pages.size(); }

SeenAnswer SeenStore::check(const Page& page, const SeenAsk& how) const {
  return std::move(check(std::span(&page, 1), how).front());
}
std::vector<SeenAnswer> SeenStore::check(std::span<const Page> pages, const SeenAsk& how) const {
  return impl_->check(pages, how, read_to_ask);
}
SeenAnswer SeenStore::check_and_add(const Page& page, const SeenAsk& how) {
  return std::move(check_and_add(std::span(&page, 1), how).front());
}
std::vector<SeenAnswer> SeenStore::check_and_add(std::span<const Page> pages, const SeenAsk& how) {
  return impl_->add(pages, how, read_to_ask);
}
std::string SeenStore::facts(const Page& page) const { return impl_->facts(page); }
std::vector<SeenAnswer> SeenStore::check_facts(std::span<const std::string> facts,
                                               const SeenAsk& how) const {
  return check_facts(all_of(*this, facts), how);
}
std::vector<SeenAnswer> SeenStore::check_and_add_facts(std::span<const std::string> facts,
                                                       const SeenAsk& how) {
  return check_and_add_facts(all_of(*this, facts), how);
}
std::vector<SeenAnswer> SeenStore::check_facts(Facts facts, const SeenAsk& how) const {
  return impl_->check(facts.inside_->pages_for(*impl_), how, facts_to_ask);
}
std::vector<SeenAnswer> SeenStore::check_and_add_facts(Facts facts, const SeenAsk& how) {
  return impl_->add(facts.inside_->pages_for(*impl_), how, facts_to_ask);
}
std::vector<SeenPage> SeenStore::find(std::string_view name) const { return impl_->find(name); }
std::vector<SeenPage> SeenStore::cluster(std::uint64_t number, std::uint64_t limit) const {
  return impl_->cluster(number, limit);
}
SeenCopies SeenStore::copies(std::string_view name, std::uint64_t limit) const {
  return impl_->copies(name, limit);
}
void SeenStore::visit(const std::function<bool(const SeenPage&)>& each, std::uint64_t first) const {
  impl_->visit(
      [&](std::uint64_t row, const StoredPage& page) {
        return each(shown(row, page, impl_->whole_lookup()));
      },
      first);
}
void SeenStore::dump(const std::function<bool(const SeenRow&)>& each, std::uint64_t first) const {
  impl_->visit(
      [&](std::uint64_t row, const StoredPage& page) {
        return each(whole(row, page, impl_->whole_lookup()));
      },
      first);
}
SeenErased SeenStore::erase(std::span<const std::string> names) { return impl_->erase(names); }
std::uint64_t SeenStore::erase(const SeenFilter& filter, const SeenErasing& how) {
  return impl_->erase(filter, how);
}
void SeenStore::commit_crawl(const std::string& name) { impl_->end_crawl(name, true); }
void SeenStore::cancel_crawl(const std::string& name) { impl_->end_crawl(name, false); }
std::vector<SeenCrawl> SeenStore::crawls() const { return impl_->crawls(); }
void SeenStore::count_uncrawled(std::span<const Uncrawled> counts, const std::string& retry_key) {
  impl_->count_uncrawled(counts, retry_key);
}
bool SeenStore::has_answers(const std::string& retry_key) const {
  return impl_->has_answers(retry_key);
}
UncrawledFigures SeenStore::uncrawled(std::size_t most) const { return impl_->uncrawled(most); }
void SeenStore::seal() { impl_->seal(); }
void SeenStore::backup(const std::string& folder) const { impl_->backup(folder); }
std::uint64_t SeenStore::disk_needed() const { return impl_->disk_needed(); }
bool SeenStore::is_full() const { return impl_->is_full(); }
void SeenStore::set_policy(const SeenPolicy& policy) { impl_->set_policy(policy); }
SeenSettings SeenStore::settings() const { return impl_->settings(); }

const Recipe& SeenStore::recipe() const noexcept { return impl_->recipe(); }
SeenFigures SeenStore::figures() const { return impl_->figures(); }
const std::string& SeenStore::folder() const noexcept { return impl_->folder(); }

}  // namespace facsim
