// SPDX-License-Identifier: Apache-2.0
#pragma once
// In which order are pages visited, so that the one to keep comes first?

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

// What all keys ask of a page. Keep::field has a value only where the reader was told the field.
[[nodiscard]] KeepValues keep_values(const Page& page, const Document& document,
                                     std::uint64_t text_bytes) noexcept;

// The value by which a key orders a page, ascending; pages without the value come last. Input order
// has none: keep_ranks() knows it. `field`: for Keep::field, its place in KeepValues::fields.
[[nodiscard]] std::uint64_t keep_value(Keep by, const KeepValues& values,
                                       std::size_t field = 0) noexcept;

// Maps doubles to integers of the same order; NaN is the smallest.
[[nodiscard]] std::uint64_t ordered_bits(double value) noexcept;

// rank[page]: the position of the page in keep order, 0 first. Known pages come before all others,
// in their own order; then those that revisit records refer to (revisits.h), and then the rest,
// both as the keys say, one after the other: a revisit has no content, so its original is worth
// more than a copy of it, whichever of them the keys would rather keep. Where payloads are known
// (payloads.h), the earliest of several captures of one payload takes the best rank of them. Error
// answers (HTTP status 400 and above) come behind all pages that are none, in the same order. Known
// error answers keep their place, since they stay; whoever judges by ranks asks may_stand_for() of
// them (page_facts.h). Throws Error{invalid_argument} for a field whose values the corpus does not
// have.
[[nodiscard]] std::vector<std::uint32_t> keep_ranks(const Corpus& corpus,
                                                    std::span<const KeepKey> keys, const Run& run);

// Throws Error{invalid_argument} where a key asks for a value (a time, a field) that no page with a
// text has, though there is one: it would decide nothing. Cost: rows up to the first that has one.
void require_used_keys(const Corpus& corpus, std::span<const KeepKey> keys,
                       const std::string& time_field);

// What to say where no page has a URL or all are of one input, and the keys ask for these.
[[nodiscard]] std::vector<Sentence> warnings_of_idle_keys(const Corpus& corpus,
                                                          std::span<const KeepKey> keys);

}  // namespace facsim
