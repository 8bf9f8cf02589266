// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages that were read become entries of an index of pages.

#include <cstdint>
#include <functional>

#include "facsim/corpus/scan.h"
#include "facsim/known/index_changes.h"

namespace facsim {

// Adds the pages with a text for which `wanted` says so, in input order, as entries of `next`.
void add_pages(const Corpus& corpus, const std::function<bool(std::uint32_t)>& wanted,
               Manifest& next, PageBatch& batch);

// What became of all captures that revisits may refer to (known_captures.h), of a corpus that kept
// their keys. `kept_for(page)` is the page that was kept for it: itself where it was kept,
// kNotAPage where no index has it and no copy lacks it.
void add_captures(const Corpus& corpus, const std::function<std::uint32_t(std::uint32_t)>& kept_for,
                  PageBatch& batch);

// Adds all pages with a text, those too short for a fingerprint too, and commits them as one
// segment of `next`; says how many. `may_be_empty`: also none.
std::uint64_t add_corpus(IndexWriter& writer, Manifest next, const Corpus& corpus,
                         const IndexChangeOptions& options, bool may_be_empty, Scratch& scratch);

// A manifest remembers which inputs it got, the last thousand, by names, order and texts: pages
// that are compared with an index that has them already would be found to repeat themselves.
void note_batch(const Corpus& corpus, Manifest& manifest);
// The same of the files from `first` up to before `end`, as if these had come alone.
void note_batch_of_files(const Corpus& corpus, std::size_t first, std::size_t end,
                         Manifest& manifest);
void forget_batches(Manifest& manifest);
[[nodiscard]] bool has_batch(const Corpus& corpus, const Manifest& manifest);

}  // namespace facsim
