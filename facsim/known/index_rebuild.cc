// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/index_rebuild.h"

#include <algorithm>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/known/index_corpus.h"
#include "facsim/known/page_manifest.h"
#include "facsim/model/recipe.h"
#include "facsim/page/analysis.h"

namespace facsim {
namespace {

constexpr std::size_t kNamesMax = 3;
constexpr std::uint64_t kPagesBetweenChecks = std::uint64_t{1} << 16;

// An id that is only the file's name, or FILE:OFFSET, does not count: a file may be renamed.
std::uint64_t key_of_page(std::uint64_t file_key, std::uint64_t offset, const std::string& file,
                          std::string_view id) {
  PageName nameless;
  nameless.file = file;
  nameless.offset = offset;
  const bool has_id = !id.empty() && id != file && id != label_of(nameless);
  return combine(combine(file_key, offset), has_id ? hash64(id) : 0);
}

// Notes each argument as if it had come alone, since days are added that way.
void note_batches(const Corpus& corpus, const std::vector<bool>& wanted, Manifest& next) {
  const std::vector<InputFile>& files = corpus.files;
  for (std::size_t first = 0, end = 0; first < files.size(); first = end) {
    for (end = first + 1; end < files.size() && files[first].in_folder; ++end) {
      if (files[end].folder != files[first].folder) break;
    }
    const auto begin = wanted.begin();
    const bool has_some =
        std::find(begin + corpus.first_page[first], begin + corpus.first_page[end], true) !=
        begin + corpus.first_page[end];
    if (has_some) note_batch_of_files(corpus, first, end, next);
  }
}

}  // namespace

Recipe recipe_of(const Manifest& manifest, const std::string& folder) {
  constexpr std::string_view kLine = "\nversion = ";
  std::string text = manifest.recipe_text;
  const std::size_t at = text.find(kLine);
  try {
    if (at == std::string::npos) return recipe_named(manifest.recipe_name);
    const std::size_t begin = at + kLine.size();
    text.replace(begin, text.find('\n', begin) - begin, std::to_string(kRecipeVersion));
    return parse_recipe(text, folder);
  } catch (const Error& error) {
    throw Error{ErrorCode::invalid_argument,
                "its recipe '" + manifest.recipe_name + "' cannot be had any more (" +
                    error.sentence() + "); name another with " + Named::recipe,
                folder};
  }
}

BuiltWith built_with(const Manifest& manifest, const std::string& usual) {
  BuiltWith built{usual, {}};
  // The profile of that name may have other options too, such as a text's minimum length.
  if (manifest.recipe_name == profile_named("thorough").recipe.name) built.profile = "thorough";
  if (manifest.recipe_name != profile_named(built.profile).recipe.name) {
    built.recipe = manifest.recipe_name;
  }
  return built;
}

RecipeChanges changes_in(const Recipe& old, const Recipe& now) {
  RecipeChanges changes;
  if (now.reads_one_text() && old.reads_one_text() && old.parts[0].part != now.parts[0].part) {
    changes.text = old.parts[0].part;
  }
  if (old.sketch.shingle_size != now.sketch.shingle_size) {
    changes.shingle_size = old.sketch.shingle_size;
  }
  if (now.features.topic.file.empty()) changes.topic = old.features.topic.file;
  return changes;
}

Manifest manifest_to_rebuild(const Manifest& old, const Profile& profile,
                             std::optional<int> max_distance, const std::string& codec) {
  require_indexable(profile.recipe, "index rebuild");
  Manifest next =
      manifest_for_pages(profile, max_distance.value_or(static_cast<int>(old.max_distance)));
  next.codec = codec.empty() ? old.codec : codec;
  next.generation = old.generation;
  next.next_segment = old.next_segment;
  next.next_id = old.next_id;
  return next;
}

IndexRebuild::IndexRebuild(const OpenIndex& index, std::vector<InputFile> files,
                           const std::function<void()>& check)
    : index_(index), moved_(index, files), check_(check), files_(std::move(files)) {
  bool knows_one = false;
  for (InputFile& file : files_) {
    const std::optional<MovedFiles::Known> known = moved_.known(file);
    file_keys_.push_back(known ? known->key : 0);
    has_moved_.push_back(known && known->has_moved);
    if (known) file.name = known->name;
    knows_one |= known.has_value();
  }
  if (!knows_one && index.entries() > 0) throw_none();
  old_.reserve(index.entries());
  for_each_old([this](const OldPage& page, std::string_view) { old_.push_back(page); });
  std::ranges::sort(old_);
  const auto repeated = std::ranges::unique(old_);
  old_.erase(repeated.begin(), repeated.end());
  taken_.resize(old_.size());
}

template <class Visit>
void IndexRebuild::for_each_old(Visit visit) const {
  std::uint64_t until_check = kPagesBetweenChecks;
  for (std::uint32_t segment = 0; segment < index_.parts().size(); ++segment) {
    const OpenIndex::Part& part = *index_.parts()[segment];
    std::optional<std::uint32_t> file;
    std::string name;
    std::uint64_t file_key = 0;
    std::uint64_t file_hash = 0;
    part.ids.for_each([&](std::uint64_t ordinal, std::string_view id) {
      if (check_ && --until_check == 0) {
        check_();
        until_check = kPagesBetweenChecks;
      }
      if (part.is_deleted(ordinal)) return;
      if (const std::uint32_t here = part.pages->file_of(ordinal); file != here) {
        file = here;
        name = part.pages->file_name(here);
        file_key = moved_.key_of(segment, here);
        const std::string path = part.pages->path(here);
        file_hash = hash64(path.empty() ? name : path);
      }
      const std::uint64_t offset = part.pages->offset_of(ordinal);
      visit(OldPage{key_of_page(file_key, offset, name, id), file_hash}, id);
    });
  }
}

// Takes the first one left of several possible pages.
IndexRebuild::Taken IndexRebuild::take(std::uint64_t key) {
  const auto [begin, end] = std::ranges::equal_range(old_, key, {}, &OldPage::key);
  for (auto page = begin; page != end; ++page) {
    const auto place = static_cast<std::size_t>(page - old_.begin());
    if (taken_[place]) continue;
    taken_[place] = true;
    return Taken::now;
  }
  return begin == end ? Taken::stranger : Taken::before;
}

std::vector<bool> IndexRebuild::take_pages(Corpus& corpus, Rebuilt& rebuilt) {
  std::vector<bool> wanted(corpus.pages());
  std::vector<bool> has_pages(corpus.files.size());
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    if (check_ && page % kPagesBetweenChecks == 0) check_();
    const PageRow row = corpus.rows.at(page);
    if (file_keys_[row.file] == 0) continue;
    const PageName name = corpus.name_of(row);
    const Taken taken = take(key_of_page(file_keys_[row.file], row.offset, name.file, name.id));
    if (taken == Taken::before) ++rebuilt.twice;
    if (taken != Taken::now) continue;
    has_pages[row.file] = true;
    wanted[page] = row.has_text;
    ++(row.has_text ? rebuilt.entries : rebuilt.without_text);
  }
  for (std::size_t file = 0; file < has_pages.size(); ++file) {
    if (has_pages[file] && has_moved_[file]) rebuilt.moved.push_back(corpus.files[file].path);
  }
  return wanted;
}

void IndexRebuild::count_missing(Rebuilt& rebuilt) const {
  rebuilt.missing = static_cast<std::uint64_t>(std::count(taken_.begin(), taken_.end(), false));
  if (rebuilt.missing == 0) return;
  for_each_old([&](const OldPage& page, std::string_view id) {
    if (rebuilt.missing_names.size() == kNamesMax) return;
    const auto place = std::ranges::lower_bound(old_, page) - old_.begin();
    if (!taken_[static_cast<std::size_t>(place)]) rebuilt.missing_names.emplace_back(id);
  });
}

// Returns an empty string if all pages came from memory, without places.
std::string IndexRebuild::first_place() const {
  for (const auto& part : index_.parts()) {
    for (std::uint32_t file = 0; file < part->pages->files_count(); ++file) {
      if (std::string path = part->pages->path(file); !path.empty()) return path;
      if (std::string name = part->pages->file_name(file); !name.empty()) return name;
    }
  }
  return {};
}

void IndexRebuild::throw_none() const {
  const std::string pages = "none of its " + std::to_string(index_.entries()) + " pages ";
  const std::string place = first_place();
  if (place.empty()) {
    throw Error{ErrorCode::invalid_argument,
                pages +
                    "can be found in files: they came from memory, and nobody said where they "
                    "stand; build it anew of its pages",
                index_.folder()};
  }
  throw Error{ErrorCode::invalid_argument,
              pages +
                  "is in the inputs; name the files and folders that they came from (the "
                  "first stood in " +
                  place + ")",
              index_.folder()};
}

Rebuilt IndexRebuild::commit(IndexWriter& writer, Manifest next, Corpus& corpus,
                             const IndexChangeOptions& options, Scratch& scratch) {
  Rebuilt rebuilt;
  const std::vector<bool> wanted = take_pages(corpus, rebuilt);
  if (rebuilt.entries == 0 && index_.entries() > 0) throw_none();
  count_missing(rebuilt);
  next.properties = index_.manifest().properties;
  // Once some pages of an input are gone, the note that the index has it is wrong.
  if (rebuilt.missing > 0) forget_batches(next);
  note_batch(corpus, next);
  // A folder's name is part of its files' names only if other inputs were given beside it.
  for (std::size_t file = 0; file < corpus.files.size(); ++file) {
    InputFile& input = corpus.files[file];
    const std::size_t inside = input.folder.size() + (input.folder.ends_with('/') ? 0 : 1);
    if (file_keys_[file] == 0 && input.in_folder && inside < input.path.size()) {
      input.name = input.path.substr(inside);
    }
  }
  note_batches(corpus, wanted, next);
  PageBatch batch(next, options, scratch);
  add_pages(corpus, [&wanted](std::uint32_t page) { return wanted[page]; }, next, batch);
  for (const auto& part : index_.parts()) batch.add_captures(*part);
  add_segment(writer, std::move(next), batch);
  return rebuilt;
}

}  // namespace facsim
