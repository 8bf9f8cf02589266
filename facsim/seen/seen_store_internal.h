// SPDX-License-Identifier: Apache-2.0
#pragma once
// The implementation of a store: the askers, the state, the sealer, and the rows below them.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "facsim/seen.h"
#include "facsim/seen/answer_rows.h"
#include "facsim/seen/sealed_pages.h"
#include "facsim/seen/shared_state.h"
#include "facsim/seen/store_asker.h"
#include "facsim/seen/store_sealer.h"
#include "facsim/seen/store_settings.h"
#include "facsim/store/row_store.h"

namespace facsim {

class SeenStore::Impl {
 public:
  Impl(const std::string& folder, SeenStoreOptions options);

  // `read` converts each thing to a query with the asker lent to it.
  template <class Thing, class Read>
  [[nodiscard]] std::vector<SeenAnswer> check(std::span<Thing> things, const SeenAsk& how,
                                              const Read& read);
  template <class Thing, class Read>
  [[nodiscard]] std::vector<SeenAnswer> add(std::span<Thing> things, const SeenAsk& how,
                                            const Read& read);
  [[nodiscard]] std::string facts(const Page& page);
  [[nodiscard]] std::vector<SeenPage> find(std::string_view name);
  [[nodiscard]] std::vector<SeenPage> cluster(std::uint64_t number, std::uint64_t limit);
  [[nodiscard]] SeenCopies copies(std::string_view name, std::uint64_t limit);
  void visit(const std::function<bool(std::uint64_t, const StoredPage&)>& each,
             std::uint64_t first);
  [[nodiscard]] const AnswerRows& whole_lookup() const noexcept { return whole_lookup_; }
  [[nodiscard]] SeenErased erase(std::span<const std::string> names);
  [[nodiscard]] std::uint64_t erase(const SeenFilter& filter, const SeenErasing& how);
  void end_crawl(const std::string& name, bool is_committed);
  [[nodiscard]] std::vector<SeenCrawl> crawls() const { return state_->crawls(); }
  void count_uncrawled(std::span<const Uncrawled> counts, const std::string& retry_key) {
    const auto ticket = state_->count_uncrawled(counts, retry_key, options_.clock());
    if (ticket > 0) rows_.wait(ticket);
  }
  [[nodiscard]] bool has_answers(const std::string& retry_key) const {
    return state_->has_answers(retry_key);
  }
  [[nodiscard]] UncrawledFigures uncrawled(std::size_t most);
  void seal() { sealer_->seal(); }
  void backup(const std::string& folder);
  [[nodiscard]] bool is_full() const { return !sealer_->has_room(); }
  void set_policy(const SeenPolicy& policy) { rows_.wait(state_->set_policy(policy)); }
  [[nodiscard]] SeenSettings settings() const;
  [[nodiscard]] const Recipe& recipe() const noexcept { return settings_.judge.profile.recipe; }
  [[nodiscard]] RecipeId recipe_id() const noexcept { return recipe_id_; }
  [[nodiscard]] SeenFigures figures() const;
  [[nodiscard]] std::uint64_t disk_needed() const;
  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }

 private:
  [[nodiscard]] std::unique_ptr<StoreAsker> take_asker();
  void give_back(std::unique_ptr<StoreAsker> asker);
  // An asker that is returned when the call ends.
  class LentAsker;
  template <class Thing, class Read>
  [[nodiscard]] std::vector<AskedPage> asked_pages(std::span<Thing> things, const SeenAsk& how,
                                                   const Read& read, StoreAsker& asker) const;
  [[nodiscard]] std::vector<SeenAnswer> answers(std::vector<Decided> decided);
  [[nodiscard]] std::optional<StoredPage> stored(std::uint64_t row) const;
  [[nodiscard]] std::optional<StoredPage> stored_page(std::string_view bytes,
                                                      std::uint64_t row) const;
  void wait_for_all();
  [[nodiscard]] bool is_wanted(std::uint64_t row, const StoredPage& page,
                               const SeenFilter& filter) const;
  void forget_old_states();

  const std::string folder_;
  RowStore rows_;
  const SeenStoreOptions options_;
  const KeptSettings settings_;
  const RecipeId recipe_id_;
  SealedPages sealed_;
  std::unique_ptr<SharedState> state_;
  const AnswerRows lookup_{
      .page = [this](std::uint64_t row) { return stored(row); },
      .crawl_name = [this](std::uint32_t crawl) { return state_->crawl_name(crawl); }};
  // For listing pages, with all their details.
  const AnswerRows whole_lookup_{
      .page = lookup_.page,
      .crawl_name = lookup_.crawl_name,
      .last_seen = [this](std::uint64_t row) { return state_->last_seen(row); },
      .cluster_size = [this](std::uint64_t row) { return state_->size_for_all(row); }};

  // No more can run at once, however many callers wait for the disk; each takes some MiB.
  const std::size_t idle_max_ = std::size_t{2} * std::max(1U, std::thread::hardware_concurrency());
  std::mutex idle_mutex_;
  std::vector<std::unique_ptr<StoreAsker>> idle_;

  std::unique_ptr<StoreSealer> sealer_;  // destroyed first
};

class SeenStore::Impl::LentAsker {
 public:
  explicit LentAsker(Impl& impl) : impl_(impl), asker_(impl.take_asker()) {}
  ~LentAsker() { impl_.give_back(std::move(asker_)); }
  LentAsker(const LentAsker&) = delete;
  LentAsker& operator=(const LentAsker&) = delete;
  [[nodiscard]] StoreAsker& operator*() const { return *asker_; }
  [[nodiscard]] StoreAsker* operator->() const { return asker_.get(); }

 private:
  Impl& impl_;
  std::unique_ptr<StoreAsker> asker_;
};

}  // namespace facsim
