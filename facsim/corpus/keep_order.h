// SPDX-License-Identifier: Apache-2.0
#pragma once
// Orders the pages so that the one to keep comes first.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/corpus/corpus.h"
#include "facsim/model/document.h"
#include "facsim/model/page.h"
#include "facsim/model/policy.h"
#include "facsim/run/run.h"

namespace facsim {

// Returns the values for all keys. Keep::field has a value only if the reader was given the field.
[[nodiscard]] KeepValues keep_values(const Page& page, const Document& document,
                                     std::uint64_t text_bytes) noexcept;

// Returns the value by which a key orders a page, ascending; pages without the value come last.
// Input order has no such value: keep_ranks() handles it. `field`: for Keep::field, its index in
// KeepValues::fields.
[[nodiscard]] std::uint64_t keep_value(Keep by, const KeepValues& values,
                                       std::size_t field = 0) noexcept;

// Maps doubles to integers of the same order; NaN is the smallest.
[[nodiscard]] std::uint64_t ordered_bits(double value) noexcept;

// Returns the position of each page in keep order, 0 first. Known pages come before all others, in
// their own order; then the pages that revisit records refer to (revisits.h), and then the rest,
// both ordered by the keys, one after the other: a revisit has no content, so its original is worth
// more than a copy of it, whichever of them the keys would prefer. Cut or damaged pages come after
// all whole pages, and error answers (HTTP status 400 and above) after all other pages, in the same
// order. If payloads are known (payloads.h), the earliest of several captures of one payload takes
// their best rank. Known error answers keep their place, since they are kept; code that judges by
// ranks must check may_stand_for() for them (page_facts.h). Throws Error{invalid_argument} for a
// field whose values the corpus does not have.
[[nodiscard]] std::vector<std::uint32_t> keep_ranks(const Corpus& corpus,
                                                    std::span<const KeepKey> keys, const Run& run);

// Throws Error{invalid_argument} if pages have a text but none of them has the value that a key
// needs (a time, a field): the key would have no effect. Cost: rows up to the first that has one.
void require_used_keys(const Corpus& corpus, std::span<const KeepKey> keys,
                       const std::string& time_field);

// Returns warnings if the keys need URLs or several inputs, but no page has a URL or all are of one
// input.
[[nodiscard]] std::vector<Sentence> warnings_of_idle_keys(const Corpus& corpus,
                                                          std::span<const KeepKey> keys);

}  // namespace facsim
