// SPDX-License-Identifier: Apache-2.0
// The half of StoreTurns that changes the store.
#include "facsim/seen/store_turns.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <variant>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/seen.h"
#include "facsim/seen/answer_rows.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_turns_internal.h"
#include "facsim/store/answer_bytes.h"

namespace facsim {
namespace {

// Who asks again with the same key must ask for the same pages.
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

StoreTurns::StoreTurns(const ReadyProfile& judge, const Options& options, RowStore& rows,
                       SealedState sealed)
    : judge_(judge),
      options_(options),
      rows_(rows),
      policy_(options.policy),
      sealed_(std::move(sealed)),
      sizes_(options.sizes_bytes_max),
      uncrawled_(read_uncrawled(rows, sealed_.index->folder())) {
  active_ = std::make_unique<Front>(judge_.profile, options_.max_distance);
  load_crawls();
  replay(sealed_.rows_to + 1);
}

void StoreTurns::replay(std::uint64_t first) {
  rows_.for_each_row(first, [&](std::uint64_t row, std::string_view bytes) {
    auto content = decode_row(bytes, row, sealed_.index->folder());
    if (StoredPage* const page = std::get_if<StoredPage>(&content)) {
      const FrontKeys keys = front_keys(*page);
      active_->add(row, 0, std::move(*page), keys);
    } else {
      erasures_.push_back(row);
      for (const std::uint64_t erased : std::get<Erasure>(content).rows) {
        if (erased <= sealed_.rows_to) gone_.insert(erased);
      }
    }
    return true;
  });
  next_row_ = std::max(rows_.last_row(), sealed_.rows_to) + 1;
}

SealedState StoreTurns::sealed() const {
  const std::shared_lock lock(mutex_);
  return sealed_;
}

// After a failed write there may be pages in memory that were never stored.
bool StoreTurns::is_lost(const Front::Entry& entry) const {
  return entry.ticket > rows_.committed() && (broken_ || rows_.failure());
}

void StoreTurns::require_writable() const {
  const std::optional<Error> failure = broken_ ? broken_ : rows_.failure();
  if (!failure) return;
  if (!broken_ && rows_.is_retried()) {
    throw Error{failure->code(), std::string("nothing can be changed now: ") + failure->what()};
  }
  throw Error{failure->code(), "nothing can be changed since a change failed (" +
                                   without_remedy(failure->what(), failure->where()) +
                                   "); open the store again"};
}

void StoreTurns::settle_rows() const {
  const std::uint64_t last = rows_.submitted();
  if (last == 0 || last == rows_.committed()) return;
  try {
    rows_.wait(last);
  } catch (const Error& error) {
    throw NotSettled{error};
  }
}

void StoreTurns::begin_change() const {
  require_writable();
  try {
    settle_rows();
  } catch (const NotSettled& full) {
    throw Error{full.why};
  }
}

bool StoreTurns::leads_others(std::uint64_t row, std::uint32_t crawl) {
  const Crawl* const own = crawl == 0 ? nullptr : book_.find(crawl);
  return own_size(row) > 1 || book_.has_joined(row) ||
         (own != nullptr && own->joined.count(row) != 0);
}

void StoreTurns::break_off(const std::exception& failed) {
  const auto* const error = dynamic_cast<const Error*>(&failed);
  broken_ = error != nullptr ? *error : Error{ErrorCode::io, failed.what()};
}

// A page goes through the steps of fetching while those before it are decided.
template <class Each>
void StoreTurns::for_each_fetched(std::span<AskedPage> pages, const Each& each) const {
  for (std::size_t at = 0; at < pages.size() + Front::kFetchSteps; ++at) {
    for (std::size_t step = 0; step < Front::kFetchSteps; ++step) {
      if (at < step || at - step >= pages.size()) continue;
      const AskedPage& ahead = pages[at - step];
      if (!ahead.page.facts.has_text) continue;
      for (const Front* front : {frozen_.get(), active_.get()}) {
        if (front != nullptr) front->fetch(ahead.page, ahead.keys, step);
      }
    }
    if (at >= Front::kFetchSteps) each(pages[at - Front::kFetchSteps]);
  }
}

std::optional<std::vector<Decided>> StoreTurns::check(std::span<AskedPage> pages,
                                                      const SealedState& state,
                                                      const SeenAsk& how) const {
  const std::shared_lock lock(mutex_);
  if (state.index != sealed_.index) return std::nullopt;
  const Crawl* const crawl = how.crawl.empty() ? nullptr : book_.open(how.crawl);
  std::vector<Decided> decided;
  decided.reserve(pages.size());
  for_each_fetched(pages, [&](AskedPage& page) {
    page.page.crawl = crawl == nullptr ? 0 : crawl->number;
    std::vector<Candidate> named = named_candidates(page);
    decided.push_back(decide(page, named));
  });
  return decided;
}

std::optional<std::vector<Decided>> StoreTurns::add(std::span<AskedPage> pages,
                                                    const SealedState& state, const SeenAsk& how,
                                                    std::int64_t now_ms) {
  const std::uint64_t question = how.retry_key.empty() ? 0 : question_hash(pages, how);
  const std::unique_lock lock(mutex_);
  if (state.index != sealed_.index) return std::nullopt;
  if (!how.retry_key.empty()) {
    if (auto given = given_answers(how.retry_key, question)) return given;
  }
  require_writable();
  std::vector<Decided> all;
  all.reserve(pages.size());
  Draft draft;
  const std::uint32_t crawl = how.crawl.empty() ? 0 : crawl_for(how.crawl, now_ms, draft);
  try {
    for_each_fetched(pages, [&](AskedPage& page) {
      page.page.crawl = crawl;
      all.push_back(add(page, now_ms, draft));
    });
    if (!how.retry_key.empty()) keep_answers(how.retry_key, question, now_ms, all, draft);
    submit(draft);
  } catch (const NotSettled& full) {
    // Fronts know of the pages before; they are there once rows are written again.
    submit_or_break_off(draft);
    throw Error{full.why};
  } catch (const std::exception& failed) {
    given_.erase(how.retry_key);  // they will never be on the disk
    break_off(failed);
    throw;
  }
  return all;
}

Decided StoreTurns::add(AskedPage& asked, std::int64_t now_ms, Draft& draft) {
  std::vector<Candidate> named = named_candidates(asked);
  Decided decided = decide(asked, named);
  if (!asked.page.facts.has_text) return decided;
  if (decided.answer.seen == SeenVerdict::yes) {
    const auto known = std::ranges::find(named, decided.answer.page->number,
                                         [](const Candidate& each) { return each.row; });
    if (known != named.end()) {
      note_met(known->row, known->page->first_seen_ms, now_ms, draft);
      return decided;
    }
  }
  if (!named.empty() && !options_.keep_history) {
    // Copies first: with their representative gone they would be judged again, as new rows.
    std::vector<std::uint64_t> old;  // taken out they are candidates no more
    for (const bool is_copy : {true, false}) {
      for (const Candidate& each : named) {
        if ((each.cluster != each.row) == is_copy) old.push_back(each.row);
      }
    }
    const auto leads = [&](std::uint64_t row) { return leads_others(row, asked.page.crawl); };
    if (std::ranges::any_of(old, leads)) settle_rows();
    replace(old, asked.page.crawl, draft);
    ++replaced_;
    named = named_candidates(asked);
    decided = decide(asked, named);  // pages that were copies of them may be representatives now
  }
  asked.page.first_seen_ms = now_ms;
  insert(std::move(asked.page), asked.keys, decided, draft);
  return decided;
}

void StoreTurns::note_met(std::uint64_t row, std::int64_t first_seen_ms, std::int64_t now_ms,
                          Draft& draft) {
  constexpr std::int64_t kDayMs = 86'400'000;
  if (now_ms - first_seen_ms >= kDayMs && now_ms - noted(row) >= kDayMs) note(row, now_ms, draft);
}

void StoreTurns::note(std::uint64_t row, std::int64_t met_ms, Draft& draft) {
  constexpr std::size_t kNotedMax = 1U << 16;
  if (noted_.size() >= kNotedMax) noted_.clear();  // the rows have all but the very last ones
  noted_[row] = met_ms;
  draft.change.keys.push_back(
      {last_seen_key(row), bytes_of_number(static_cast<std::uint64_t>(met_ms))});
}

// Those of others stay until the crawl is committed.
void StoreTurns::replace(std::span<const std::uint64_t> rows, std::uint32_t crawl, Draft& draft) {
  Crawl* const own = crawl == 0 ? nullptr : book_.find(crawl);
  for (const std::uint64_t row : rows) {
    const std::optional<StoredPage> page = page_of(row);
    if (!page) continue;
    if (own == nullptr || page->crawl == crawl) {
      remove(row, *page, draft);
      continue;
    }
    own->replaced.insert(row);
    draft.change.keys.push_back({crawl_replaced_key(crawl, row), std::string()});
    if (own->joined.count(row) != 0) judge_members_again(row, crawl, draft);
  }
}

void StoreTurns::insert(StoredPage page, const FrontKeys& keys, Decided& decided, Draft& draft) {
  const std::uint64_t row = next_row_++;
  SeenAnswer& answer = decided.answer;
  page.representative = 0;
  page.rank = 1;
  if (answer.seen == SeenVerdict::yes) {
    const std::uint64_t representative = answer.page->cluster;
    page.representative = representative;
    page.rank = static_cast<std::uint32_t>(answer.cluster->size + 1);
    answer.cluster->size += 1;
    answer.cluster->rank = page.rank;
    count_member(representative, page.crawl, true, draft);
    draft.change.keys.push_back({cluster_member_key(representative, row), std::string()});
  } else {
    answer.cluster = SeenCluster{.id = cluster_id(row, page)};
  }
  if (Crawl* const crawl = page.crawl == 0 ? nullptr : book_.find(page.crawl)) {
    crawl->rows.push_back(row);
  }
  answer.added = true;
  answer.number = row;
  decided.ticket = next_ticket();
  draft.change.rows.push_back({row, encode_row(page)});
  active_->add(row, next_ticket(), std::move(page), keys);
}

void StoreTurns::take_out(std::uint64_t row, Draft& draft) {
  if (!active_->erase(row)) gone_.insert(row);
  draft.change.erased.push_back(row);
  draft.change.keys.push_back({last_seen_key(row), std::nullopt});
  draft.erasure.rows.push_back(row);
}

void StoreTurns::remove(std::uint64_t row, const StoredPage& page, Draft& draft) {
  take_out(row, draft);
  if (!page.is_representative()) {
    draft.change.keys.push_back({cluster_member_key(page.representative, row), std::nullopt});
    count_member(page.representative, page.crawl, false, draft);
  } else if (own_size(row) > 1 || book_.has_joined(row)) {
    judge_members_again(row, std::nullopt, draft);
  }
}

// As if they came now, in their order, though they were seen first when they were.
void StoreTurns::judge_members_again(std::uint64_t representative,
                                     std::optional<std::uint32_t> crawl, Draft& draft) {
  std::vector<std::pair<std::uint64_t, StoredPage>> pages;
  for (const std::uint64_t member : members_of(representative, draft)) {
    std::optional<StoredPage> page = page_of(member);
    if (crawl && (!page || page->crawl != *crawl)) continue;
    draft.change.keys.push_back({cluster_member_key(representative, member), std::nullopt});
    if (page) pages.emplace_back(member, std::move(*page));
  }
  if (!crawl) set_own_size(representative, 1, draft);
  for (auto& [number, each] : book_.untidied()) {
    if (!crawl || *crawl == number) set_joined(each, representative, 0, draft);
  }
  for (const auto& [member, page] : pages) take_out(member, draft);
  if (!asker_) {
    asker_ = std::make_unique<StoreAsker>(judge_, options_.max_distance, options_.kernel, rows_);
  }
  for (auto& [member, page] : pages) {
    const Crawl* const own = page.crawl == 0 ? nullptr : book_.find(page.crawl);
    if (own != nullptr && own->state == Crawl::State::cancelling) continue;
    AskedPage asked{.page = std::move(page)};
    asker_->look_up({&asked, 1}, sealed_);
    Decided decided = decide(asked, {});
    insert(std::move(asked.page), asked.keys, decided, draft);
    move_marks(member, decided.answer.number, draft);
  }
  asker_->rest();
}

void StoreTurns::move_marks(std::uint64_t from, std::uint64_t to, Draft& draft) {
  if (const std::int64_t met_ms = noted(from); met_ms != 0) note(to, met_ms, draft);
  for (auto& [number, crawl] : book_.untidied()) {
    if (crawl.replaced.erase(from) == 0) continue;
    crawl.replaced.insert(to);
    draft.change.keys.push_back({crawl_replaced_key(number, from), std::nullopt});
    draft.change.keys.push_back({crawl_replaced_key(number, to), std::string()});
  }
}

void StoreTurns::submit(Draft& draft) {
  RowChange& change = draft.change;
  if (!draft.erasure.rows.empty()) {
    const std::uint64_t row = next_row_++;
    change.rows.push_back({row, encode_row(draft.erasure)});
    erasures_.push_back(row);
  }
  const bool is_empty = change.rows.empty() && change.keys.empty() && change.erased.empty();
  if (!is_empty) (void)rows_.submit(std::move(change));
  draft = {};
}

void StoreTurns::submit_or_break_off(Draft& draft) {
  try {
    submit(draft);
  } catch (const std::exception& failed) {
    break_off(failed);
    throw;
  }
}

// ---- answers that are asked for again ----

std::optional<std::vector<Decided>> StoreTurns::given_answers(const std::string& retry_key,
                                                              std::uint64_t question) const {
  if (retry_key.size() > kRetryKeyBytesMax) {
    throw Error{ErrorCode::invalid_argument,
                "a retry key has at most " + std::to_string(kRetryKeyBytesMax) + " bytes"};
  }
  std::uint64_t ticket = 0;
  std::optional<std::string> bytes;
  if (const auto found = given_.find(retry_key); found != given_.end()) {
    bytes = found->second.first;
    ticket = found->second.second;
  } else {
    bytes = rows_.value(retry_key_of(retry_key));
  }
  if (!bytes) return std::nullopt;
  std::optional<KeptAnswers> kept = decode_answers(*bytes);
  if (!kept) throw Error{ErrorCode::damaged, "the answers kept for a retry key cannot be read"};
  if (kept->question != question) {
    throw RetryKeyTaken{"the retry key '" + retry_key +
                        "' was used for something else; draw a new one"};
  }
  std::vector<Decided> decided;
  for (SeenAnswer& answer : kept->answers) {
    decided.push_back({.answer = std::move(answer), .ticket = ticket, .is_complete = true});
  }
  return decided;
}

bool StoreTurns::has_answers(const std::string& retry_key) const {
  const std::shared_lock lock(mutex_);
  return given_.contains(retry_key) || rows_.value(retry_key_of(retry_key)).has_value();
}

void StoreTurns::keep_answers(const std::string& retry_key, std::uint64_t question,
                              std::int64_t now_ms, std::vector<Decided>& decided, Draft& draft) {
  constexpr std::size_t kGivenMax = 4096;
  if (given_.size() >= kGivenMax) {
    const std::uint64_t committed = rows_.committed();
    std::erase_if(given_, [&](const auto& each) { return each.second.second <= committed; });
  }
  KeptAnswers kept{.given_ms = now_ms, .question = question};
  const AnswerRows rows{.page = [this](std::uint64_t row) { return page_of(row); },
                        .crawl_name = [this](std::uint32_t crawl) { return book_.name_of(crawl); }};
  for (Decided& each : decided) {
    complete(each.answer, rows, each.has_page);
    each.is_complete = true;
    each.ticket = next_ticket();  // it may be given again, so it must be there
    kept.answers.push_back(each.answer);
  }
  std::string bytes = encode_answers(kept);
  given_[retry_key] = {bytes, next_ticket()};
  draft.change.keys.push_back({retry_key_of(retry_key), std::move(bytes)});
}

void StoreTurns::forget_answers(std::int64_t before_ms) {
  constexpr std::size_t kForgottenAtOnce = 4096;
  std::string first(kRetryPrefix);
  for (std::vector<std::string> old;; old.clear()) {
    rows_.for_each_key(kRetryPrefix, first, [&](std::string_view key, std::string_view value) {
      const std::optional<KeptAnswers> kept = decode_answers(value);
      if (!kept || kept->given_ms < before_ms) old.emplace_back(key);
      return old.size() < kForgottenAtOnce;
    });
    if (old.empty()) return;
    first = old.back() + '\0';
    const std::unique_lock lock(mutex_);
    require_writable();
    Draft draft;
    for (std::string& key : old) {
      given_.erase(key.substr(kRetryPrefix.size()));
      draft.change.keys.push_back({std::move(key), std::nullopt});
    }
    submit(draft);
  }
}

}  // namespace facsim
