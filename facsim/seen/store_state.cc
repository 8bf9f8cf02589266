// SPDX-License-Identifier: Apache-2.0
// The half of StoreState that changes the store.
#include "facsim/seen/store_state.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "facsim/base/hash64.h"
#include "facsim/seen/answer_rows.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_settings.h"

namespace facsim {
namespace {

// A repeated request with the same retry key must contain the same pages.
std::uint64_t question_hash(std::span<const AskedPage> pages, const SeenAsk& how) {
  std::uint64_t hash = hash64(how.crawl, pages.size());
  for (const AskedPage& each : pages) {
    const StoredPage& page = each.page;
    hash = combine(hash, hash64(page.id, 1));
    hash = combine(hash, hash64(page.url, 2));
    hash = combine(hash, combine(page.facts.digest.low, page.facts.digest.high));
  }
  return hash;
}

}  // namespace

StoreState::StoreState(const ReadyProfile& judge, const StateOptions& options, RowStore& rows,
                       OpenReads& reads, SealedState sealed)
    : judge_(judge),
      options_(options),
      rows_(rows),
      policy_(options.policy),
      newest_(judge.profile, options.max_distance, std::move(sealed)),
      clusters_(rows_, reads, options.sizes_bytes_max),
      met_(rows_, reads),
      given_(rows_, reads),
      uncrawled_(read_uncrawled(rows, newest_.sealed().index->folder())),
      search_(judge, options.max_distance) {
  load_crawls(rows);
  replay(rows);
}

void StoreState::replay(const RowStore& rows) {
  const SealedState& sealed = newest_.sealed();
  rows.for_each_row(sealed.rows_to + 1, [&](std::uint64_t row, std::string_view bytes) {
    auto content = decode_row(bytes, row, sealed.index->folder());
    if (StoredPage* const page = std::get_if<StoredPage>(&content)) {
      newest_.replay(row, std::move(*page));
    } else {
      newest_.replay(row, std::get<Erasure>(content));
    }
    return true;
  });
  newest_.end_replay(rows.last_row());
}

bool StoreState::is_lost(const Memtable::Entry& entry) const {
  return entry.ticket > rows_.committed() && (broken_ || rows_.failure());
}

void StoreState::require_writable() const {
  const std::optional<Error> failure = broken_ ? broken_ : rows_.failure();
  if (!failure) return;
  if (!broken_ && rows_.is_retried()) {
    throw Error{failure->code(), "nothing can be changed now: " + failure->sentence()};
  }
  throw Error{failure->code(),
              "nothing can be changed since a change failed (" + failure->without_remedy() + ")",
              {},
              "open the store again"};
}

void StoreState::break_off(const std::exception& failed) {
  const auto* const error = dynamic_cast<const Error*>(&failed);
  broken_ = error != nullptr ? *error : Error{ErrorCode::io, failed.what()};
}

std::vector<Decided> StoreState::add(std::span<AskedPage> pages, const SeenAsk& how,
                                     std::int64_t now_ms, RowsRead& read) {
  const std::uint64_t question = how.retry_key.empty() ? 0 : question_hash(pages, how);
  if (!how.retry_key.empty()) {
    if (auto given = given_answers(how.retry_key, question, read)) return std::move(*given);
  }
  require_writable();
  std::vector<Decided> all;
  all.reserve(pages.size());
  StateChange change{.read = read};
  const std::uint32_t crawl = how.crawl.empty() ? 0 : crawl_for(how.crawl, now_ms, change);
  try {
    for_each_fetched(newest_, pages, [&](AskedPage& page) {
      page.page.crawl = crawl;
      all.push_back(add(page, now_ms, change));
      // Completed now, since a later page may remove a page that this answer names.
      if (read.has_named_rows) complete_now(all.back(), read);
      // A later page may remove its representative, so that it is judged again.
      const SeenAnswer& answer = all.back().answer;
      if (pages.size() > 1 && answer.added && answer.seen == SeenVerdict::yes) {
        read.texts.insert_or_assign(answer.number, std::move(page.found));
      }
    });
    if (!how.retry_key.empty()) keep_answers(how.retry_key, question, now_ms, all, change);
    submit(change);
  } catch (const std::exception& failed) {
    given_.forget(how.retry_key);  // they will never be written
    break_off(failed);
    throw;
  }
  return all;
}

Decided StoreState::add(AskedPage& asked, std::int64_t now_ms, StateChange& change) {
  std::vector<KnownCandidate> named = named_candidates(asked);
  Decided decided = decide(asked, named, change.read);
  if (!asked.page.facts.has_text) return decided;
  if (decided.answer.seen == SeenVerdict::yes) {
    const auto known = std::ranges::find(named, decided.answer.page->number,
                                         [](const KnownCandidate& each) { return each.row; });
    if (known != named.end()) {
      met_.set_if_due(known->row, known->page->first_seen_ms, now_ms, change);
      return decided;
    }
  }
  if (!named.empty() && !options_.keep_history) {
    // Copies first: without their representative they would be judged again, as new rows.
    std::ranges::stable_partition(
        named, [](const KnownCandidate& each) { return each.cluster != each.row; });
    replace(named, asked.page.crawl, change);
    ++replaced_;
    named = named_candidates(asked);
    // Former copies of the removed pages may be representatives now.
    decided = decide(asked, named, change.read);
  }
  asked.page.first_seen_ms = now_ms;
  insert(std::move(asked.page), asked.found.keys, decided, change);
  return decided;
}

// A crawl leaves the pages of others in place until it is committed.
void StoreState::replace(std::span<const KnownCandidate> old, std::uint32_t crawl,
                         StateChange& change) {
  Crawl* const own = crawl == 0 ? nullptr : book_.find(crawl);
  for (const KnownCandidate& each : old) {
    const std::uint64_t row = each.row;
    const std::optional<StoredPage> page = page_of(row, *each.page);
    if (!page) continue;
    if (own == nullptr || page->crawl == crawl) {
      remove(row, *page, change);
      continue;
    }
    own->replaced.insert(row);
    change.set_key(crawl_replaced_key(crawl, row), std::string());
    if (own->joined.count(row) != 0) judge_members_again(row, crawl, change);
  }
}

void StoreState::insert(StoredPage page, const MemtableKeys& keys, Decided& decided,
                        StateChange& change) {
  const std::uint64_t row = newest_.next_row();
  SeenAnswer& answer = decided.answer;
  page.representative = 0;
  page.rank = 1;
  if (answer.seen == SeenVerdict::yes) {
    const std::uint64_t representative = answer.page->cluster;
    page.representative = representative;
    page.rank = static_cast<std::uint32_t>(answer.cluster->size + 1);
    answer.cluster->size += 1;
    answer.cluster->rank = page.rank;
    count_member(representative, page.crawl, true, change);
    clusters_.set_member(representative, row, true, change);
  } else {
    answer.cluster = SeenCluster{.id = cluster_id(row, page)};
  }
  if (Crawl* const crawl = page.crawl == 0 ? nullptr : book_.find(page.crawl)) {
    crawl->rows.push_back(row);
  }
  answer.added = true;
  answer.number = row;
  decided.ticket = rows_.next_ticket();
  change.written.rows.push_back({row, encode_row(page)});
  newest_.add(rows_.next_ticket(), std::move(page), keys);
}

void StoreState::take_out(std::uint64_t row, StateChange& change) {
  newest_.take_out(row);
  change.written.erased.push_back(row);
  change.erase_key(last_seen_key(row));
  change.erasure.rows.push_back(row);
}

void StoreState::remove(std::uint64_t row, const StoredPage& page, StateChange& change) {
  take_out(row, change);
  if (!page.is_representative()) {
    clusters_.set_member(page.representative, row, false, change);
    count_member(page.representative, page.crawl, false, change);
  } else if (clusters_.size(row, change.read) > 1 || book_.has_joined(row)) {
    judge_members_again(row, std::nullopt, change);
  }
}

// Judges the pages again in their old order; first-seen times do not change.
void StoreState::judge_members_again(std::uint64_t representative,
                                     std::optional<std::uint32_t> crawl, StateChange& change) {
  RowsRead& read = change.read;
  std::vector<std::pair<std::uint64_t, StoredPage>> pages;
  for (const std::uint64_t member : clusters_.members(representative, read)) {
    std::optional<StoredPage> page = page_of(member, read);
    if (crawl && (!page || page->crawl != *crawl)) continue;
    clusters_.set_member(representative, member, false, change);
    if (page) pages.emplace_back(member, std::move(*page));
  }
  if (!crawl) clusters_.set_size(representative, 1, change);
  for (auto& [number, each] : book_.untidied()) {
    if (!crawl || *crawl == number) set_joined(each, representative, 0, change);
  }
  for (const auto& [member, page] : pages) take_out(member, change);
  for (auto& [member, page] : pages) {
    const Crawl* const own = page.crawl == 0 ? nullptr : book_.find(page.crawl);
    if (own != nullptr && own->state == Crawl::State::cancelling) continue;
    AskedPage asked{.page = std::move(page)};
    // A page that another call added after the reading is looked up here; there are few of them.
    if (auto text = read.texts.extract(member)) {
      asked.found = std::move(text.mapped());
    } else {
      rows_.count_late_look_up();
      search_.look_up({&asked, 1}, newest_.sealed());
    }
    Decided decided = decide(asked, {}, read);
    insert(std::move(asked.page), asked.found.keys, decided, change);
    const std::uint64_t row = decided.answer.number;
    move_marks(member, row, change);
    read.texts.insert_or_assign(row, std::move(asked.found));
  }
  search_.rest();
}

void StoreState::move_marks(std::uint64_t from, std::uint64_t to, StateChange& change) {
  if (const std::int64_t met = met_.of(from, change.read); met != 0) met_.set(to, met, change);
  for (auto& [number, crawl] : book_.untidied()) {
    if (crawl.replaced.erase(from) == 0) continue;
    crawl.replaced.insert(to);
    change.erase_key(crawl_replaced_key(number, from));
    change.set_key(crawl_replaced_key(number, to), std::string());
  }
}

void StoreState::submit(StateChange& change) {
  RowChange& written = change.written;
  if (!change.erasure.rows.empty()) {
    written.rows.push_back({newest_.add_erasure(), encode_row(change.erasure)});
  }
  const bool is_empty = written.rows.empty() && written.keys.empty() && written.erased.empty();
  if (!is_empty) (void)rows_.submit(std::move(written));
}

SeenErased StoreState::erase(std::span<AskedName> names, RowsRead& read) {
  require_writable();
  return unless_it_fails([&] {
    SeenErased erased;
    StateChange change{.read = read};
    for (AskedName& name : names) remove_named(name, erased, change);
    submit(change);
    return erased;
  });
}

void StoreState::remove_named(AskedName& name, SeenErased& erased, StateChange& change) {
  constexpr View kAll{.sees_all = true};
  const std::vector<NamedRow> rows = named_here(name, kAll);
  if (rows.empty()) erased.missing.push_back(name.name);
  erased.pages += rows.size();
  for (const NamedRow& row : rows) {
    // If it was judged again with its cluster, its number or its representative may have changed.
    if (const auto page = page_of(row.row, row.page)) {
      remove(row.row, *page, change);
    } else {
      for (const NamedRow& again : named_here(name, kAll)) {
        if (const auto now = page_of(again.row, again.page)) remove(again.row, *now, change);
      }
    }
  }
}

std::uint64_t StoreState::erase(std::span<const std::uint64_t> rows, RowsRead& read) {
  require_writable();
  return unless_it_fails([&] {
    std::uint64_t erased = 0;
    StateChange change{.read = read};
    for (const std::uint64_t row : rows) {
      const auto page = page_of(row, read);
      if (!page) continue;
      remove(row, *page, change);
      ++erased;
    }
    submit(change);
    return erased;
  });
}

void StoreState::set_policy(const SeenPolicy& policy) {
  require_writable();
  RowChange change;
  change.keys.push_back({std::string(kStorePolicyKey), policy_text(policy)});
  (void)rows_.submit(std::move(change));
  policy_ = policy;
}

SeenFigures StoreState::figures() const {
  SeenFigures figures;
  figures.front_pages = newest_.pages();
  figures.front_bytes = newest_.bytes();
  const SealedState& sealed = newest_.sealed();
  figures.segments = sealed.index->parts().size();
  figures.sealed = sealed.index->entries();
  figures.sealed_to = sealed.rows_to;
  figures.last_row = newest_.next_row() - 1;
  figures.replaced = replaced_;
  figures.uncrawled_links = uncrawled_.links();
  const std::optional<Error> failure = broken_ ? broken_ : rows_.failure();
  if (failure) figures.failure = failure->what();
  figures.is_retried = failure && !broken_ && rows_.is_retried();
  return figures;
}

}  // namespace facsim
