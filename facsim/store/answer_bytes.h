// SPDX-License-Identifier: Apache-2.0
#pragma once
// The answers to one request as bytes, to give them again to whoever asks again with the same key.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/seen_answer.h"

namespace facsim {

struct KeptAnswers {
  std::int64_t given_ms = 0;   // since 1970 in UTC
  std::uint64_t question = 0;  // hash of what was asked
  std::vector<SeenAnswer> answers = {};
};

// Without the candidates of an explanation.
[[nodiscard]] std::string encode_answers(const KeptAnswers& kept);
// Nothing for bytes that are none.
[[nodiscard]] std::optional<KeptAnswers> decode_answers(std::string_view bytes);

}  // namespace facsim
