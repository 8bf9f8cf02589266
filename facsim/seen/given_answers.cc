// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/given_answers.h"

#include <utility>

#include "facsim/seen.h"
#include "facsim/seen/store_keys.h"

namespace facsim {

std::optional<GivenAnswers::Given> GivenAnswers::find(const std::string& retry_key,
                                                      std::uint64_t question,
                                                      const RowsRead& read) const {
  if (retry_key.size() > kRetryKeyBytesMax) {
    throw Error{ErrorCode::invalid_argument,
                "a retry key has at most " + std::to_string(kRetryKeyBytesMax) + " bytes"};
  }
  const std::string* bytes = recent_.find(retry_key);
  if (bytes == nullptr && read.answers) bytes = &*read.answers;
  if (bytes == nullptr) return std::nullopt;
  std::optional<KeptAnswers> kept = decode_answers(*bytes);
  if (!kept) throw Error{ErrorCode::damaged, "the answers kept for a retry key cannot be read"};
  if (kept->question != question) {
    throw RetryKeyTaken{"the retry key '" + retry_key +
                        "' was used for something else; draw a new one"};
  }
  return Given{.answers = std::move(kept->answers), .ticket = recent_.ticket_of(retry_key)};
}

void GivenAnswers::set(const std::string& retry_key, const KeptAnswers& answers,
                       StateChange& change) {
  if (recent_.is_full()) recent_.forget(reads_.known_to_all(rows_.committed()));
  std::string bytes = encode_answers(answers);
  recent_.set(retry_key, bytes, rows_.next_ticket());
  change.set_key(retry_key_of(retry_key), std::move(bytes));
}

}  // namespace facsim
