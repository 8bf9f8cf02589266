// SPDX-License-Identifier: Apache-2.0
#pragma once
// A record on its way through the first reading.

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

// A record, then what was found in it.
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
  std::optional<Payload> payload;  // where it is asked for
  std::optional<LargePage> large;  // of a page that is too large and has a digest
  std::string id;
  std::string url;
  std::string original_id;  // of a revisit: what it calls its original
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

// In any thread, before the record is taken apart.
void note_payload(ScanItem& item, const InputFile& file);
// In any thread. `file` is that of the record.
void take_apart_record(ScanItem& item, PageWorker& worker, const InputFile& file,
                       const Recipe& recipe, Scope scope, MemoryRoom& room);
// The same of a page from memory, which came with its bytes in the record, where the budget counts
// them. Without units the row does not say how many numbers and words of the title there are.
void take_apart_page(ScanItem& item, PageWorker& worker, const Recipe& recipe, Scope scope,
                     bool with_units, MemoryRoom& room);

}  // namespace facsim
