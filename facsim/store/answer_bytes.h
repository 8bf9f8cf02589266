// SPDX-License-Identifier: Apache-2.0
#pragma once
// The answers to one request as bytes, to be returned again for a repeated request with its key.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/seen_answer.h"

namespace facsim {

struct KeptAnswers {
  std::int64_t given_ms = 0;   // since 1970 in UTC
  std::uint64_t question = 0;  // hash of the request
  std::vector<SeenAnswer> answers = {};
};

// Encodes the answers, without the candidates of an explanation.
[[nodiscard]] std::string encode_answers(const KeptAnswers& kept);
// Returns nothing if the bytes are not encoded answers.
[[nodiscard]] std::optional<KeptAnswers> decode_answers(std::string_view bytes);

}  // namespace facsim
