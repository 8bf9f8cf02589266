// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages that were read become entries of an index of pages.

#include <cstdint>
#include <functional>
#include <string>

#include "facsim/corpus/scan.h"
#include "facsim/seen/index_changes.h"

namespace facsim {

// How far an index of pages judged so looks where nobody says it: 3 bits, or as far as the profile.
[[nodiscard]] int usual_distance(const Profile& profile);

// A manifest without segments, for pages judged so.
[[nodiscard]] Manifest manifest_for_pages(const Profile& profile, int max_distance);

// The root of such a page's file, as PageSectionsBuilder wants it.
[[nodiscard]] std::string root_of(const PagePlace& place);

// How an index names a page that it gets. One without an id is FILE:OFFSET where its place is
// known, else it takes the next number that the index has to give.
[[nodiscard]] PageName indexed_name(PageName name, Manifest& next);

// Throws Error{invalid_argument} unless the index holds pages that were judged by this recipe; the
// message names the remedy.
void require_pages_of(const Recipe& recipe, const Manifest& manifest, const std::string& folder);

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
