// SPDX-License-Identifier: Apache-2.0
#pragma once
// The result of a run (model/summary.h) as summary.json for machines, and as ten lines for a
// person.

#include <cstdint>
#include <string>

#include "facsim/base/sentence.h"
#include "facsim/model/summary.h"

namespace facsim {

// Indented JSON ending in a line break; members in a fixed order, `run` last.
[[nodiscard]] std::string to_json(const Summary& summary);
// At most ten lines (one more with mode revisit): pages read, kept, removed by kind, skipped by
// reason, bytes saved, seconds, rate, peak memory, files.
[[nodiscard]] std::string to_text(const Summary& summary, Words words = plain_words);

// "3 (no_text 2, bad_json 1)", or "0"
[[nodiscard]] std::string skipped_text(const ReadCounts& read);

}  // namespace facsim
