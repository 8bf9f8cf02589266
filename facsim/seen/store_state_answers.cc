// SPDX-License-Identifier: Apache-2.0
// The part of StoreState that stores answers, for requests that are repeated with a retry key.

#include <utility>

#include "facsim/seen/answer_rows.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_state.h"
#include "facsim/store/answer_bytes.h"

namespace facsim {

std::optional<std::vector<Decided>> StoreState::given_answers(const std::string& retry_key,
                                                              std::uint64_t question,
                                                              const RowsRead& read) const {
  std::optional<GivenAnswers::Given> given = given_.find(retry_key, question, read);
  if (!given) return std::nullopt;
  std::vector<Decided> decided;
  for (SeenAnswer& answer : given->answers) {
    decided.push_back({.answer = std::move(answer), .ticket = given->ticket, .is_complete = true});
  }
  return decided;
}

void StoreState::complete_now(Decided& decided, const RowsRead& read) const {
  const AnswerRows rows{.page = [&](std::uint64_t row) { return page_of(row, read); },
                        .crawl_name = [this](std::uint32_t crawl) { return book_.name_of(crawl); }};
  complete(decided.answer, rows, decided.has_page);
  decided.is_complete = true;
}

void StoreState::keep_answers(const std::string& retry_key, std::uint64_t question,
                              std::int64_t now_ms, std::vector<Decided>& decided,
                              StateChange& change) {
  KeptAnswers kept{.given_ms = now_ms, .question = question};
  for (Decided& each : decided) {
    each.ticket = rows_.next_ticket();  // it may be given again, so it must be written first
    kept.answers.push_back(each.answer);
  }
  given_.set(retry_key, kept, change);
}

void StoreState::forget_answers(std::vector<std::string> keys) {
  require_writable();
  RowChange change;
  for (std::string& key : keys) {
    given_.forget(key.substr(kRetryPrefix.size()));
    change.keys.push_back({std::move(key), std::nullopt});
  }
  if (!change.keys.empty()) (void)rows_.submit(std::move(change));
}

}  // namespace facsim
