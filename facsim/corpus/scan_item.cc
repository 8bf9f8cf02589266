// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/keep_order.h"
#include "facsim/corpus/scan_item_internal.h"
#include "facsim/corpus/scope_key.h"
#include "facsim/input/record_labels.h"
#include "facsim/model/host.h"
#include "facsim/model/label.h"
#include "facsim/run/page_budget.h"

namespace facsim {
namespace {

// A file whose pages are records is copied record by record; if the file is the page, every file
// needs a row, so that it can be listed. A JSON record needs one to be annotated.
bool needs_row(FileKind kind, bool has_text) {
  return has_text || has_json_records(kind) || is_whole_file(kind);
}

void note_labels(ScanItem& item) {
  RecordLabels labels = labels_of(item.record);
  item.id = std::move(labels.id);
  item.url = std::move(labels.url);
  item.original_id = cut_label(labels.original_id);
  item.original_url = cut_label(labels.original_url);
}

void forget(ScanItem& item) {
  item.row = PageRow{};
  item.large.reset();
  item.note = RecordNote{};
  item.has_row = item.used_fallback = item.is_cut = false;
  item.text_bytes = 0;
  item.id.clear();
  item.url.clear();
  item.original_id.clear();
  item.original_url.clear();
  item.host.clear();
  item.count_value.clear();
  item.units.clear();
  item.anchors.clear();
}

// Analyzes a page: its facts, its units if wanted, and its names.
void analyze(const Page& page, const Recipe& recipe, PageWorker& worker, bool with_units,
             MemoryRoom& room, ScanItem& item) {
  PageRow& row = item.row;
  item.host = host_of(item.url);
  const Analysis& analysis = worker.analyzer.analyze(page, &room);
  static_cast<PageFacts&>(row) = facts_of(analysis, worker.analyzer.shingles().size());
  if (with_units && row.has_fingerprint) {
    StoredText stored = worker.analyzer.stored_text();
    item.units = std::move(stored.hashes);
    row.numbers = stored.numbers;
    row.title_words = static_cast<std::uint8_t>(stored.title_words);
  }
  set_origin(row, item.host, item.url);
  row.status = page.status.value_or(0);
  if (row.has_fingerprint && recipe.anchors.has_any()) item.anchors = worker.analyzer.anchors();
  row.keep = keep_values(page, worker.analyzer.document(), analysis.text_bytes);
  item.used_fallback = analysis.used_fallback && analysis.has_text;
  item.is_cut = worker.analyzer.document().is_cut;
  item.text_bytes = analysis.text_bytes;
  item.note.is_page = analysis.has_text;
  if (!analysis.has_text) item.note.skip = Skip::no_text;
}

// Notes the facts of a page that is compared by its bytes, of which at most a beginning was read.
void note_large(const Page& page, ScanItem& item) {
  if (!item.large) return;
  item.host = host_of(item.url);
  item.row.keep = keep_values(page, Document{}, item.large->bytes);
  item.row.keep.is_damaged = false;
}

// Analyzes the remains of a record that its reader did not hold in memory.
void take_apart_large(ScanItem& item, PageWorker& worker, const InputFile& file, MemoryRoom& room) {
  RawRecord& record = item.record;
  record.skip = Skip::none;
  const Decoded decoded = worker.decode(file, record, room);
  record.skip = Skip::too_large;
  const bool is_page = decoded.skip == Skip::none || decoded.skip == Skip::too_large;
  if (is_page && !worker.decoder.judges(decoded.page)) item.note.skip = Skip::other_status;
  if (!is_page || item.note.skip == Skip::other_status) return;
  item.large = large_page(decoded, record, file.kind);
  if (!item.large) return;
  item.row.status = decoded.page.status.value_or(0);
  item.row.object_is_empty = decoded.object_is_empty;
  item.id = cut_label(decoded.page.id);
  item.url = cut_label(decoded.page.url);
  item.count_value = decoded.page.count_value;
  note_large(decoded.page, item);
}

// Sets the place of the record in the row.
void place(ScanItem& item, Scope scope) {
  const RawRecord& record = item.record;
  PageRow& row = item.row;
  row.file = item.file;
  row.extent = record.extent;
  row.offset = record.offset;
  row.record_key = record.record_key;
  row.concurrent_key = record.concurrent_key;
  row.scope_key = scope_key_of(scope, item.host, item.file);
  row.id_hash = item.id.empty() ? 0 : hash64(item.id) | 1U;
}

}  // namespace

void note_payload(ScanItem& item, const InputFile& file) {
  item.payload = file.kind == FileKind::warc ? payload_of(item.record) : std::nullopt;
}

void take_apart_record(ScanItem& item, PageWorker& worker, const InputFile& file,
                       const Recipe& recipe, Scope scope, MemoryRoom& room) {
  forget(item);
  const RawRecord& record = item.record;
  Skip& skip = item.note.skip;
  skip = record.skip;
  if (record.is_revisit) note_labels(item);
  if (record.role != RecordRole::page) return;

  if (skip == Skip::none) {
    Decoded decoded = worker.decode(file, record, room);
    if (decoded.skip == Skip::too_large && worker.decoder.judges(decoded.page)) {
      item.large = large_body(record, file.kind, worker.decoder.large_bytes_max());
    }
    release_large(item.record.bytes);
    skip = decoded.skip;
    item.row.status = decoded.page.status.value_or(0);
    item.note.has_damaged_body = decoded.page.is_damaged;
    item.note.field_names = std::move(decoded.field_names);
    item.note.why_skipped = std::move(decoded.why_skipped);
    item.note.unusable = decoded.unusable;
    item.id = cut_label(decoded.page.id);
    item.url = cut_label(decoded.page.url);
    item.count_value = std::move(decoded.page.count_value);
    if (has_json_records(file.kind) && skip != Skip::bad_json) {
      item.row.brace_offset = decoded.brace_offset;
      item.row.object_is_empty = decoded.object_is_empty;
    }
    if (skip == Skip::none) analyze(decoded.page, recipe, worker, true, room, item);
    note_large(decoded.page, item);
  } else if (!record.large.empty() && recipe.units.kind != UnitKind::given) {
    take_apart_large(item, worker, file, room);
  }
  if (item.id.empty() && is_whole_file(file.kind)) {
    item.id = file.name;
  }
  place(item, scope);
  item.has_row = needs_row(file.kind, item.row.has_text) || item.large;
}

void take_apart_page(ScanItem& item, PageWorker& worker, const Recipe& recipe, Scope scope,
                     bool with_units, MemoryRoom& room) {
  forget(item);
  item.note.skip = item.record.skip;
  item.row.status = item.page.status.value_or(0);
  item.id = cut_label(item.page.id);
  item.url = cut_label(item.page.url);
  item.count_value = cut_label(item.page.count_value);
  // As for a record, features replace the text.
  if (item.note.skip == Skip::none && recipe.units.kind == UnitKind::given &&
      item.page.given.empty()) {
    item.note.skip = Skip::no_text_field;
  }
  // The source could not read the text at all.
  if (item.note.skip == Skip::none && item.page.is_damaged && item.record.bytes.empty()) {
    item.note.skip = Skip::bad_row;
  }
  if (item.note.skip == Skip::none && !worker.decoder.judges(item.page)) {
    item.note.skip = Skip::other_status;
  }
  if (item.note.skip == Skip::none) {
    std::swap(item.page.bytes, item.record.bytes);
    room.need(page_bytes_in_flight(bytes_of(item.page)));
    analyze(item.page, recipe, worker, with_units, room, item);
    std::swap(item.page.bytes, item.record.bytes);
  }
  const bool may_be_large = item.note.skip == Skip::too_large && !item.page.is_damaged &&
                            recipe.units.kind != UnitKind::given;
  if (may_be_large && worker.decoder.judges(item.page)) {
    item.large = large_page(item.page, item.record);
    note_large(item.page, item);
  }
  if (item.note.skip != Skip::none) {
    item.note.page_label = page_label(item.id, item.record.offset);
  }
  place(item, scope);
  item.has_row = true;  // each page has a number
}

}  // namespace facsim
