// SPDX-License-Identifier: Apache-2.0
#pragma once
// In which order are pages visited, so that the one to keep comes first?

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/corpus/corpus.h"
#include "facsim/model/document.h"
#include "facsim/model/page.h"
#include "facsim/model/policy.h"
#include "facsim/run/run.h"

namespace facsim {

// What all policies ask of a page. Keep::field has a value only where the reader was told the
// field.
[[nodiscard]] KeepValues keep_values(const Page& page, const Document& document,
                                     std::uint64_t text_bytes) noexcept;

// The value by which a page is ordered, ascending; pages without the value come last. Ties go by
// input order (Keep::last: against it).
[[nodiscard]] std::uint64_t keep_key(Keep keep, const KeepValues& values) noexcept;

// Maps doubles to integers of the same order; NaN is the smallest.
[[nodiscard]] std::uint64_t ordered_bits(double value) noexcept;

// rank[page]: the position of the page in keep order, 0 first. Known pages come before all others,
// in their own order; then those that revisit records refer to (revisits.h), and then the rest,
// both as the policy says: a revisit has no content, so its original is worth more than a copy of
// it, whichever of them the policy would rather keep. Where payloads are known (payloads.h), the
// earliest of several captures of one payload takes the best rank of them.
[[nodiscard]] std::vector<std::uint32_t> keep_ranks(const Corpus& corpus, Keep keep,
                                                    const Run& run);

// What to say where the policy asks for a value (a time, a field) that no page with a text has;
// nothing where there is no such page at all. Cost: rows up to the first that has one.
[[nodiscard]] std::optional<std::string> warning_of_unused_keep(const Corpus& corpus,
                                                                const Policy& policy,
                                                                const std::string& time_field);

}  // namespace facsim
