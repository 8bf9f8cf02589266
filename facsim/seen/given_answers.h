// SPDX-License-Identifier: Apache-2.0
#pragma once
// The answers given for retry keys: a client that repeats a request gets the same answers, and
// nothing changes.
//
// The rows of the store contain them; those that may not be written yet are in memory. One thread
// at a time may change it; const calls are safe from any thread while no thread changes it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/seen/open_reads.h"
#include "facsim/seen/recent_values.h"
#include "facsim/seen/rows_read.h"
#include "facsim/seen/state_change.h"
#include "facsim/seen/state_rows.h"
#include "facsim/store/answer_bytes.h"

namespace facsim {

class GivenAnswers {
 public:
  struct Given {
    std::vector<SeenAnswer> answers;
    std::uint64_t ticket = 0;  // of the change that writes them; 0: already written
  };

  // `rows` and `reads` must outlive this.
  GivenAnswers(const StateRows& rows, OpenReads& reads) : rows_(rows), reads_(reads) {}

  // Returns nothing if the key is new. Throws RetryKeyTaken if the key was used for something else,
  // Error{invalid_argument} if it is too long, and Error{damaged}.
  [[nodiscard]] std::optional<Given> find(const std::string& retry_key, std::uint64_t question,
                                          const RowsRead& read) const;
  // True if answers are in memory for this key.
  [[nodiscard]] bool has_recent(const std::string& retry_key) const {
    return recent_.find(retry_key) != nullptr;
  }
  void set(const std::string& retry_key, const KeptAnswers& answers, StateChange& change);
  void forget(const std::string& retry_key) { recent_.erase(retry_key); }

 private:
  static constexpr std::size_t kRecentMax = 4096;

  const StateRows& rows_;
  OpenReads& reads_;
  RecentValues<std::string, std::string> recent_{kRecentMax};
};

}  // namespace facsim
