// SPDX-License-Identifier: Apache-2.0
#pragma once
// Adds pages that were read to an index of pages.

#include <cstdint>
#include <functional>

#include "facsim/corpus/scan.h"
#include "facsim/known/index_changes.h"

namespace facsim {

// Adds the pages with a text for which `wanted` is true, in input order, as entries of `next`.
void add_pages(const Corpus& corpus, const std::function<bool(std::uint32_t)>& wanted,
               Manifest& next, PageBatch& batch);

// Adds the fates of all captures that revisits may refer to (known_captures.h), from a corpus that
// kept their keys. `kept_for(page)` returns the page that was kept for it: the page itself if it
// was kept, kNotAPage if no index has it and every copy contains it.
void add_captures(const Corpus& corpus, const std::function<std::uint32_t(std::uint32_t)>& kept_for,
                  PageBatch& batch);

// Adds all pages with a text, including those too short for a fingerprint, and commits them as one
// segment of `next`; returns how many. `may_be_empty`: adding none is not an error.
std::uint64_t add_corpus(IndexWriter& writer, Manifest next, const Corpus& corpus,
                         const IndexChangeOptions& options, bool may_be_empty, Scratch& scratch);

// Records in the manifest which inputs it got, by their names, order and texts; the last thousand.
// Pages that are compared with an index that already has them would be found to repeat themselves.
void note_batch(const Corpus& corpus, Manifest& manifest);
// The same for the files from `first` up to before `end`, as if only these had come.
void note_batch_of_files(const Corpus& corpus, std::size_t first, std::size_t end,
                         Manifest& manifest);
void forget_batches(Manifest& manifest);
[[nodiscard]] bool has_batch(const Corpus& corpus, const Manifest& manifest);

}  // namespace facsim
