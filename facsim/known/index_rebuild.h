// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rebuilds an index of pages with another recipe, from the same pages, read again.
//
// An index has no texts, so what another version of a recipe says of its pages can only be computed
// from the files that they came from. A page of the index is the one at the same offset of the same
// file (moved_files.h) with the same id. Deleted pages stay deleted, and other pages of the files
// are not added. A page that was added twice is there once.
//
// Promise: the index changes whole or not at all. Memory: 16 bytes a page of the index, 16 for each
// part of each input's path, and what a build takes.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/corpus/scan.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/moved_files.h"
#include "facsim/known/open_index.h"

namespace facsim {

// Returns the recipe of an index of pages, as this version of the recipes has it. Throws
// Error{invalid_argument} if this program cannot make it.
[[nodiscard]] Recipe recipe_of(const Manifest& manifest, const std::string& folder);

// The names by which a user built the index: a profile's recipe may be given by its own name too.
struct BuiltWith {
  std::string profile;
  std::optional<std::string> recipe;  // if it is not the profile's
};
// `usual` is the default profile.
[[nodiscard]] BuiltWith built_with(const Manifest& manifest, const std::string& usual);

// A user's changes of the recipe of that name, which is `now` in this program, that gave `old`.
struct RecipeChanges {
  std::optional<TextPart> text;
  std::optional<std::uint32_t> shingle_size;
  std::string topic;  // a file; empty: none
};
[[nodiscard]] RecipeChanges changes_in(const Recipe& old, const Recipe& now);

// Returns a manifest without segments for the pages of the index of `old`, judged by `profile`.
// Settings that are not given are those of `old`. Throws Error{invalid_argument} for a recipe that
// an index cannot have.
[[nodiscard]] Manifest manifest_to_rebuild(const Manifest& old, const Profile& profile,
                                           std::optional<int> max_distance,
                                           const std::string& codec);

struct Rebuilt {
  std::uint64_t entries = 0;
  std::uint64_t missing = 0;               // pages of the old index that the inputs do not contain
  std::vector<std::string> missing_names;  // the first few
  std::uint64_t without_text = 0;          // pages in which the recipe finds no text
  std::uint64_t twice = 0;         // pages of inputs whose page in the index was already found
  std::vector<std::string> moved;  // files with old pages that were elsewhere before
};

class IndexRebuild {
 public:
  // `index` is the index to rebuild, of pages, opened under its writer's lock; it must outlive
  // this. `check` may throw Error{cancelled}. Throws Error{invalid_argument} if the index has pages
  // and knows none of the files, {damaged}.
  IndexRebuild(const OpenIndex& index, std::vector<InputFile> files,
               const std::function<void()>& check);

  // The files with the names that the index has for them. Read them under these names, since a page
  // without an id is named by its file.
  [[nodiscard]] const std::vector<InputFile>& files() const noexcept { return files_; }

  // `corpus` is what was read from files() with the recipe of `next`, which has no segments. Throws
  // Error{invalid_argument} if it contains no page of the index; then nothing has changed.
  [[nodiscard]] Rebuilt commit(IndexWriter& writer, Manifest next, Corpus& corpus,
                               const IndexChangeOptions& options, Scratch& scratch);

 private:
  // Pages that were added twice are one entry; pages of several files with one key are several.
  struct OldPage {
    std::uint64_t key = 0;
    std::uint64_t file = 0;  // the hash of its name and path
    friend auto operator<=>(const OldPage&, const OldPage&) = default;
  };
  enum class Taken { stranger, now, before };

  // Calls visit(old page, id) for all that are not deleted.
  template <class Visit>
  void for_each_old(Visit visit) const;
  [[nodiscard]] Taken take(std::uint64_t key);
  [[nodiscard]] std::vector<bool> take_pages(Corpus& corpus, Rebuilt& rebuilt);
  void count_missing(Rebuilt& rebuilt) const;
  [[nodiscard]] std::string first_place() const;
  [[noreturn]] void throw_none() const;

  const OpenIndex& index_;
  MovedFiles moved_;
  std::function<void()> check_;
  std::vector<OldPage> old_;  // ascending
  std::vector<bool> taken_;
  std::vector<InputFile> files_;
  std::vector<std::uint64_t> file_keys_;  // for each of them; 0: unknown to the index
  std::vector<bool> has_moved_;
};

}  // namespace facsim
