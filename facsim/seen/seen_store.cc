// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/seen_store.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <random>
#include <utility>
#include <variant>

#include "facsim/base/error.h"
#include "facsim/seen/index_corpus.h"
#include "facsim/seen/sealed_pages.h"
#include "facsim/seen/store_asker.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_sealer.h"
#include "facsim/seen/store_turns.h"
#include "facsim/store/row_store.h"

namespace facsim {
namespace {

constexpr const char* kRowsFolder = "/rows";
constexpr const char* kIndexFolder = "/pages.idx";
constexpr std::uint64_t kRowMemoryMin = std::uint64_t{32} << 20;
constexpr std::uint64_t kRowMemoryMax = std::uint64_t{512} << 20;

std::int64_t system_clock_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string new_store_name() {
  std::random_device draw;
  return hex(RecipeId{std::uint64_t{draw()} << 32 | draw()});
}

int distance_of(const SeenStoreOptions& options) {
  return options.max_distance.value_or(usual_distance(options.judge.profile));
}

void require_folder_name(const std::string& folder) {
  if (!folder.empty()) return;
  throw Error{ErrorCode::invalid_argument, "a store has a folder; its name is empty"};
}

RowStore open_rows(const std::string& folder, const SeenStoreOptions& options) {
  require_folder_name(folder);
  check_profile(options.judge.profile);
  require_indexable(options.judge.profile.recipe);
  return RowStore::open(
      folder + kRowsFolder,
      {.durability = options.durability,
       .create = !options.must_exist,
       .memory_bytes = std::clamp(options.limits.memory_bytes / 8, kRowMemoryMin, kRowMemoryMax)});
}

// The store's name; a new store gets one, and keeps how its pages are judged.
std::string settle_store(RowStore& rows, const std::string& folder,
                         const SeenStoreOptions& options) {
  const Recipe& recipe = options.judge.profile.recipe;
  const std::string recipe_hex = hex(recipe.id());
  const std::string distance = std::to_string(distance_of(options));
  if (const std::optional<std::string> name = rows.value(kStoreNameKey)) {
    const std::string known = rows.value(kStoreRecipeKey).value_or("");
    if (known != recipe_hex) {
      throw Error{ErrorCode::invalid_argument,
                  "the store's pages were judged by recipe '" +
                      rows.value(kStoreRecipeNameKey).value_or("") + "' (" + known + "), not by '" +
                      recipe.name + "' (" + recipe_hex + "); open it with its own",
                  folder};
    }
    const std::string served = rows.value(kStoreDistanceKey).value_or("");
    if (options.max_distance && served != distance) {
      throw Error{ErrorCode::invalid_argument,
                  "the store looks " + served + " bits far, not " + distance, folder};
    }
    return *name;
  }
  const std::string name = new_store_name();
  RowChange change;
  change.keys.push_back({std::string(kStoreNameKey), name});
  change.keys.push_back({std::string(kStoreRecipeKey), recipe_hex});
  change.keys.push_back({std::string(kStoreRecipeNameKey), recipe.name});
  change.keys.push_back({std::string(kStoreDistanceKey), distance});
  rows.wait(rows.submit(std::move(change)));
  return name;
}

SeenStoreOptions settled(SeenStoreOptions options, const RowStore& rows,
                         const std::string& folder) {
  if (!options.max_distance) {
    const std::string distance = rows.value(kStoreDistanceKey).value_or("");
    options.max_distance = distance.empty() ? distance_of(options) : std::stoi(distance);
  }
  if (!options.clock) options.clock = system_clock_ms;
  if (options.limits.tmp.empty()) options.limits.tmp = folder;
  options.front_pages = std::max<std::uint64_t>(options.front_pages, 1);
  return options;
}

}  // namespace

std::string_view name_of(SeenVerdict verdict) noexcept {
  switch (verdict) {
    case SeenVerdict::no:
      return "no";
    case SeenVerdict::yes:
      return "yes";
    case SeenVerdict::too_short:
      return "too_short";
  }
  return "no";
}

class SeenStore::Impl {
 public:
  Impl(const std::string& folder, SeenStoreOptions options);

  [[nodiscard]] std::vector<SeenAnswer> check(std::span<const Page> pages);
  [[nodiscard]] std::vector<SeenAnswer> add(std::span<const Page> pages);
  [[nodiscard]] std::vector<SeenPage> find(std::string_view name);
  [[nodiscard]] std::vector<SeenPage> cluster(std::uint64_t number, std::uint64_t limit);
  [[nodiscard]] SeenErased erase(std::span<const std::string> names);
  void seal() { sealer_->seal(); }
  [[nodiscard]] SeenFigures figures() const { return turns_->figures(); }
  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }

 private:
  [[nodiscard]] std::unique_ptr<StoreAsker> take_asker();
  void give_back(std::unique_ptr<StoreAsker> asker);
  [[nodiscard]] std::vector<SeenAnswer> answers(std::vector<Decided> decided);
  void complete(SeenAnswer& answer);
  [[nodiscard]] std::optional<StoredPage> stored(std::uint64_t row) const;

  void forget_old_states();

  const std::string folder_;
  RowStore rows_;
  const SeenStoreOptions options_;
  SealedPages sealed_;
  std::unique_ptr<StoreTurns> turns_;

  std::mutex idle_mutex_;
  std::vector<std::unique_ptr<StoreAsker>> idle_;

  std::unique_ptr<StoreSealer> sealer_;  // ends first
};

SeenStore::Impl::Impl(const std::string& folder, SeenStoreOptions options)
    : folder_(folder),
      rows_(open_rows(folder, options)),
      options_(settled(std::move(options), rows_, folder)),
      sealed_({.folder = folder + kIndexFolder,
               .store = settle_store(rows_, folder, options_),
               .profile = options_.judge.profile,
               .max_distance = *options_.max_distance,
               .limits = options_.limits,
               .verify = options_.verify}) {
  if (!sealed_.is_whole()) make_index_again(rows_, sealed_, options_.warn);
  const LeaderOptions rule{
      .joining = options_.seen_kinds,
      .min_containment_to_join = options_.judge.profile.thresholds.min_containment_to_remove};
  turns_ = std::make_unique<StoreTurns>(options_.judge,
                                        StoreTurns::Options{.rule = rule,
                                                            .keep_history = options_.keep_history,
                                                            .max_distance = *options_.max_distance,
                                                            .kernel = options_.limits.kernel},
                                        rows_, state_of(sealed_));
  sealer_ = std::make_unique<StoreSealer>(
      rows_, sealed_, *turns_,
      StoreSealer::Options{.front_pages = options_.front_pages,
                           .warn = options_.warn,
                           .on_sealed = [this] { forget_old_states(); }});
}

// Those who asked last would keep the segments before in memory.
void SeenStore::Impl::forget_old_states() {
  const std::lock_guard lock(idle_mutex_);
  for (const std::unique_ptr<StoreAsker>& asker : idle_) asker->rest();
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
  return std::make_unique<StoreAsker>(options_.judge, *options_.max_distance,
                                      options_.limits.kernel, rows_);
}

void SeenStore::Impl::give_back(std::unique_ptr<StoreAsker> asker) {
  asker->trim();
  const std::lock_guard lock(idle_mutex_);
  idle_.push_back(std::move(asker));
}

std::vector<SeenAnswer> SeenStore::Impl::check(std::span<const Page> pages) {
  std::unique_ptr<StoreAsker> asker = take_asker();
  std::vector<AskedPage> asked;
  for (const Page& page : pages) asked.push_back(asker->read(page));
  for (;;) {
    const SealedState state = turns_->sealed();
    asker->look_up(asked, state);
    if (auto decided = turns_->check(asked, state)) {
      give_back(std::move(asker));
      return answers(std::move(*decided));
    }
  }
}

std::vector<SeenAnswer> SeenStore::Impl::add(std::span<const Page> pages) {
  sealer_->wait_for_room();
  std::unique_ptr<StoreAsker> asker = take_asker();
  std::vector<AskedPage> asked;
  for (const Page& page : pages) asked.push_back(asker->read(page));
  for (;;) {
    const SealedState state = turns_->sealed();
    asker->look_up(asked, state);
    if (auto decided = turns_->add(asked, state, options_.clock())) {
      give_back(std::move(asker));
      sealer_->look();
      return answers(std::move(*decided));
    }
  }
}

// Behind the last change that any of them depends on.
std::vector<SeenAnswer> SeenStore::Impl::answers(std::vector<Decided> decided) {
  std::uint64_t ticket = 0;
  for (const Decided& each : decided) ticket = std::max(ticket, each.ticket);
  if (ticket > 0) rows_.wait(ticket);
  std::vector<SeenAnswer> all;
  all.reserve(decided.size());
  for (Decided& each : decided) {
    complete(each.answer);
    all.push_back(std::move(each.answer));
  }
  return all;
}

std::optional<StoredPage> SeenStore::Impl::stored(std::uint64_t row) const {
  const std::optional<std::string> bytes = rows_.row(row);
  if (!bytes) return std::nullopt;
  auto content = decode_row(*bytes, row, folder_);
  StoredPage* const page = std::get_if<StoredPage>(&content);
  return page == nullptr ? std::nullopt : std::optional(std::move(*page));
}

// A row that was erased since is known by its number alone.
void SeenStore::Impl::complete(SeenAnswer& answer) {
  const auto id_of = [](const StoredPage& page, std::uint64_t row) {
    return page.id.empty() ? "#" + std::to_string(row) : page.id;
  };
  std::uint64_t representative = answer.number;
  if (answer.page) {
    SeenPage& page = *answer.page;
    if (std::optional<StoredPage> row = stored(page.number)) {
      page.first_seen_ms = row->first_seen_ms;
      if (answer.cluster && page.cluster == page.number) {
        answer.cluster->id = id_of(*row, page.number);
      }
      page.id = std::move(row->id);
      page.url = std::move(row->url);
    }
    if (answer.seen == SeenVerdict::yes) representative = page.cluster;
  }
  if (answer.cluster && answer.cluster->id.empty()) {
    const std::optional<StoredPage> row = stored(representative);
    answer.cluster->id = row ? id_of(*row, representative) : "#" + std::to_string(representative);
  }
}

std::vector<SeenPage> SeenStore::Impl::find(std::string_view name) {
  std::vector<SeenPage> pages;
  for (NamedRow& row : turns_->named(name)) {
    const StoredPage& page = row.page;
    pages.push_back({.number = row.row,
                     .id = page.id,
                     .url = page.url,
                     .first_seen_ms = page.first_seen_ms,
                     .cluster = page.is_representative() ? row.row : page.representative,
                     .rank = page.rank});
  }
  return pages;
}

std::vector<SeenPage> SeenStore::Impl::cluster(std::uint64_t number, std::uint64_t limit) {
  if (const std::uint64_t last = rows_.submitted(); last > 0) rows_.wait(last);
  std::vector<SeenPage> pages;
  const auto add = [&](std::uint64_t row) {
    if (const std::optional<StoredPage> page = stored(row)) {
      pages.push_back({row, page->id, page->url, page->first_seen_ms, number, page->rank});
    }
  };
  const std::optional<StoredPage> first = limit == 0 ? std::nullopt : stored(number);
  if (!first || !first->is_representative()) return pages;
  add(number);
  const std::string prefix = cluster_member_prefix(number);
  rows_.for_each_key(prefix, prefix, [&](std::string_view key, std::string_view) {
    if (pages.size() >= limit) return false;
    add(number_of(key.substr(prefix.size())));
    return true;
  });
  return pages;
}

SeenErased SeenStore::Impl::erase(std::span<const std::string> names) {
  sealer_->wait_for_room();
  auto [erased, ticket] = turns_->erase(names);
  if (ticket > 0) rows_.wait(ticket);
  return std::move(erased);
}

SeenStore::SeenStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SeenStore::~SeenStore() = default;
SeenStore::SeenStore(SeenStore&& other) noexcept = default;
SeenStore& SeenStore::operator=(SeenStore&& other) noexcept = default;

SeenStore SeenStore::open(const std::string& folder, SeenStoreOptions options) {
  return SeenStore(std::make_unique<Impl>(folder, std::move(options)));
}

SeenAnswer SeenStore::check(const Page& page) const {
  return std::move(impl_->check({&page, 1}).front());
}
std::vector<SeenAnswer> SeenStore::check(std::span<const Page> pages) const {
  return impl_->check(pages);
}
SeenAnswer SeenStore::check_and_add(const Page& page) {
  return std::move(impl_->add({&page, 1}).front());
}
std::vector<SeenAnswer> SeenStore::check_and_add(std::span<const Page> pages) {
  return impl_->add(pages);
}
std::vector<SeenPage> SeenStore::find(std::string_view name) const { return impl_->find(name); }
std::vector<SeenPage> SeenStore::cluster(std::uint64_t number, std::uint64_t limit) const {
  return impl_->cluster(number, limit);
}
SeenErased SeenStore::erase(std::span<const std::string> names) { return impl_->erase(names); }
void SeenStore::seal() { impl_->seal(); }
SeenFigures SeenStore::figures() const { return impl_->figures(); }
const std::string& SeenStore::folder() const noexcept { return impl_->folder(); }

}  // namespace facsim
