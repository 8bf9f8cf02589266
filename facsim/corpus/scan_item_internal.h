// SPDX-License-Identifier: Apache-2.0
#pragma once
// A record during the first reading.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "facsim/corpus/large_pages.h"
#include "facsim/corpus/page_row.h"
#include "facsim/corpus/page_worker.h"
#include "facsim/corpus/reading_notes.h"
#include "facsim/input/payload.h"
#include "facsim/input/record_reader.h"
#include "facsim/model/policy.h"

namespace facsim {

// A record, then the facts found in it.
struct ScanItem {
  RawRecord record;
  Page page;  // from memory, its bytes in the record
  std::uint32_t file = 0;
  RecordNote note;
  bool has_row = false;
  bool used_fallback = false;
  bool is_cut = false;
  std::uint64_t text_bytes = 0;
  PageRow row;
  std::optional<Payload> payload;  // if requested
  std::optional<LargePage> large;  // for a page that is too large and has a digest
  std::string id;
  std::string url;
  std::string original_id;  // for a revisit: the names of its original
  std::string original_url;
  std::string host;
  std::string count_value;
  std::vector<std::uint64_t> units;
  std::vector<std::uint64_t> anchors;

  [[nodiscard]] std::size_t input_bytes() const { return record.bytes.size() + bytes_of(page); }
  [[nodiscard]] std::size_t result_bytes() const {
    return (units.size() + anchors.size()) * sizeof(std::uint64_t) + id.size() + url.size() +
           count_value.size();
  }
  void release() {
    release_large(units, 0);
    release_large(anchors, 0);
  }
};

// Runs in any thread, before the record is analyzed.
void note_payload(ScanItem& item, const InputFile& file);
// Runs in any thread. `file` is that of the record.
void take_apart_record(ScanItem& item, PageWorker& worker, const InputFile& file,
                       const Recipe& recipe, Scope scope, MemoryRoom& room);
// The same for a page from memory, which came with its bytes in the record, so that the budget
// counts them. Without units the row does not have the numbers of number units and title words.
void take_apart_page(ScanItem& item, PageWorker& worker, const Recipe& recipe, Scope scope,
                     bool with_units, MemoryRoom& room);

}  // namespace facsim
