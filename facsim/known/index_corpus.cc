// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/index_corpus.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/corpus/inputs.h"
#include "facsim/known/page_manifest.h"

namespace facsim {
namespace {

constexpr std::string_view kBatchPrefix = "batch.";
constexpr std::size_t kBatchesMax = 1000;
constexpr std::size_t kGenerationDigits = 20;

// Returns a key of the pages of these files; empty if there are none.
std::string batch_property(const Corpus& corpus, std::size_t first_file, std::size_t end_file) {
  std::vector<std::uint64_t> names;
  for (std::size_t file = first_file; file < end_file; ++file) {
    names.push_back(hash64(corpus.files[file].name));
  }
  std::uint64_t key = 0;
  bool has_pages = false;
  const std::uint32_t end = corpus.first_page[end_file];
  for (std::uint32_t page = corpus.first_page[first_file]; page < end; ++page) {
    const PageRow row = corpus.rows.at(page);
    if (!row.has_text || row.is_by_bytes()) continue;
    key = combine(key, names[row.file - first_file]);
    key = combine(key, row.offset);
    key = combine(key, row.digest.low);
    has_pages = true;
  }
  if (!has_pages) return {};
  return std::string(kBatchPrefix) + hex(RecipeId{key});
}

// A manifest must stay small, and inputs added long ago are rarely added again by mistake.
void forget_old_batches(Manifest& manifest) {
  std::vector<std::pair<std::string, std::string>> batches;  // generation, name
  for (const auto& [name, generation] : manifest.properties) {
    if (name.starts_with(kBatchPrefix)) batches.emplace_back(generation, name);
  }
  if (batches.size() <= kBatchesMax) return;
  std::sort(batches.begin(), batches.end());
  batches.resize(batches.size() - kBatchesMax);
  for (const auto& [generation, name] : batches) manifest.properties.erase(name);
}

}  // namespace

void add_pages(const Corpus& corpus, const std::function<bool(std::uint32_t)>& wanted,
               Manifest& next, PageBatch& batch) {
  std::optional<std::uint32_t> file;
  std::string root;
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    const PageRow row = corpus.rows.at(page);
    // Raw bytes alone do not identify another page.
    if (!row.has_text || row.is_by_bytes() || !wanted(page)) continue;
    PageName name = corpus.name_of(row);
    if (name.file.empty()) {
      PagePlace place = corpus.places.at(page);
      root = root_of(place);
      if (!place.file.empty()) name.offset = place.offset;
      name.file = std::move(place.file);
    } else if (row.file != file) {
      file = row.file;
      root = root_of({.file = name.file, .path = lasting_path_of(corpus.files[row.file])});
    }
    batch.add(row, indexed_name(std::move(name), next), root, corpus.anchors_of(row));
  }
}

void add_captures(const Corpus& corpus, const std::function<std::uint32_t(std::uint32_t)>& kept_for,
                  PageBatch& batch) {
  const auto fate_of = [&](std::uint32_t page) {
    // A crawler's own record stays in every copy and is in no index; the same is true of a page
    // that was compared by its bytes alone.
    if (page == kNotAPage || !corpus.rows.at(page).has_text) return CaptureFate();
    const std::uint32_t kept = kept_for(page);
    if (kept == kNotAPage) return CaptureFate();
    if (kept == page && corpus.rows.at(page).is_by_bytes()) return CaptureFate();
    const std::uint64_t id = kept_id_key(label_of(corpus.name_of(corpus.rows.at(kept))));
    return kept == page ? CaptureFate::kept(id) : CaptureFate::removed_for(id);
  };
  corpus.revisits.for_each_capture([&](const ReferenceKeys& keys, std::uint32_t page) {
    const CaptureFate fate = fate_of(page);
    for (const std::uint64_t key : keys.apart()) {
      if (key != 0) batch.add_capture(key, fate);
    }
  });
}

std::uint64_t add_corpus(IndexWriter& writer, Manifest next, const Corpus& corpus,
                         const IndexChangeOptions& options, bool may_be_empty, Scratch& scratch) {
  PageBatch batch(next, options, scratch);
  // A cut or damaged page is left out, or the whole page of another day would count as its copy.
  const auto is_whole = [&corpus](std::uint32_t page) { return !corpus.has_damaged_body(page); };
  add_pages(corpus, is_whole, next, batch);
  add_captures(
      corpus, [&](std::uint32_t page) { return is_whole(page) ? page : kNotAPage; }, batch);
  note_batch(corpus, next);
  const std::uint64_t entries = batch.size();
  if (!may_be_empty) require_entries(entries, writer.folder());
  add_segment(writer, std::move(next), batch);
  return entries;
}

void forget_batches(Manifest& manifest) {
  std::erase_if(manifest.properties,
                [](const auto& property) { return property.first.starts_with(kBatchPrefix); });
}

void note_batch(const Corpus& corpus, Manifest& manifest) {
  note_batch_of_files(corpus, 0, corpus.files.size(), manifest);
}

void note_batch_of_files(const Corpus& corpus, std::size_t first, std::size_t end,
                         Manifest& manifest) {
  const std::string name = batch_property(corpus, first, end);
  if (name.empty()) return;
  // With leading zeros, so that texts and numbers have the same order.
  std::string generation = std::to_string(manifest.generation + 1);
  generation.insert(0, kGenerationDigits - std::min(kGenerationDigits, generation.size()), '0');
  manifest.properties.emplace(name, generation);
  forget_old_batches(manifest);
}

bool has_batch(const Corpus& corpus, const Manifest& manifest) {
  return manifest.properties.contains(batch_property(corpus, 0, corpus.files.size()));
}

}  // namespace facsim
