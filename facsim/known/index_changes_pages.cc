// SPDX-License-Identifier: Apache-2.0
// The batch of entries for a segment of pages.
#include <algorithm>
#include <string>
#include <vector>

#include "facsim/known/index_changes.h"
#include "facsim/known/open_index.h"
#include "facsim/model/label.h"

namespace facsim {

namespace {

// Read ahead in shares of sections: for values without a fixed size, approximately this many pages.
constexpr std::uint64_t kPagesAhead = 1024;
// The numbers in a table of names are below this.
constexpr std::uint64_t kRowsEnd = std::uint64_t{1} << kPackedBitsMax;

}  // namespace

PageBatch::PageBatch(const Manifest& manifest, const IndexChangeOptions& options, Scratch& scratch)
    : options_(options),
      scratch_(scratch),
      entries_(manifest, options, scratch),
      pages_(scratch, options.memory_bytes / 2) {}

void PageBatch::add(const PageFacts& facts, const PageName& name, std::string_view root,
                    std::span<const std::uint64_t> anchors) {
  add_entry(facts, name);
  pages_.add(facts, name, root, anchors);
}

void PageBatch::add_entry(const PageFacts& facts, const PageName& name) {
  const std::string id = label_of(name);
  facts.has_fingerprint ? entries_.add(facts.fingerprint, id) : entries_.add_id(id);
}

void PageBatch::add_row_name(std::uint64_t hash, std::uint64_t row) {
  row_names().add(row_name_key(hash), row);
}

KeyTableBuilder& PageBatch::row_names() {
  if (!row_names_) row_names_.emplace(kRowNameBits, scratch_, options_.memory_bytes / 16);
  return *row_names_;
}

void PageBatch::add_capture(std::uint64_t key, CaptureFate fate) {
  captures().add(capture_key(key), fate.number());
}

void PageBatch::add_captures(const OpenIndex::Part& part) {
  if (!part.captures) return;
  captures().add_table(*part.captures, Renumbering::keeping(CaptureFate::kNumbersEnd, {}),
                       options_.check);
}

KeyTableBuilder& PageBatch::captures() {
  if (!captures_) captures_.emplace(kCaptureKeyBits, scratch_, options_.memory_bytes / 16);
  return *captures_;
}

void PageBatch::write(SectionSink& sink) {
  entries_.write(sink);
  pages_.finish(sink);
  if (has_row_names()) row_names_->finish(sink, kRowNames);
  if (has_captures()) captures_->finish(sink, kCaptures);
}

// A deleted entry's row was erased, so its names are dropped. Erased rows without an entry are not
// recognized.
void PageBatch::add_row_names(const OpenIndex::Part& part) {
  if (!part.row_names) return;
  std::vector<std::uint64_t> gone;
  for (const std::uint64_t ordinal : part.tombstones)
    gone.push_back(part.pages->offset_of(ordinal));
  std::sort(gone.begin(), gone.end());
  row_names().add_table(*part.row_names, Renumbering::keeping(kRowsEnd, gone), options_.check);
}

void PageBatch::add_segment(const OpenIndex& index, std::size_t segment) {
  const OpenIndex::Part& part = *index.parts()[segment];
  const auto share = [&part](std::uint64_t ordinal) {
    return static_cast<double>(ordinal) / static_cast<double>(part.hamming.size());
  };
  const std::uint64_t first = pages_.size();
  part.ids.for_each([&](std::uint64_t ordinal, std::string_view id) {
    entries_.look(ordinal);
    if (ordinal % kPagesAhead == 0) {
      const std::uint64_t from = ordinal == 0 ? 0 : ordinal + kPagesAhead;
      part.segment.read_ahead(kSectionsOfCandidates, share(from), share(ordinal + 2 * kPagesAhead));
    }
    if (part.is_deleted(ordinal)) return;
    PageName name = part.pages->name(ordinal);
    name.id = id;
    const PageFacts facts = part.pages->facts(ordinal);
    add_entry(facts, name);
    pages_.add_without_keys(facts, name, part.pages->root(part.pages->file_of(ordinal)),
                            part.pages->anchors_of(ordinal));
  });
  pages_.add_keys(*part.pages, first, part.tombstones, options_.check);
  add_row_names(part);
  add_captures(part);
}

}  // namespace facsim
