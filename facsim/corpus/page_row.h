// SPDX-License-Identifier: Apache-2.0
#pragma once
// The data of a page between reading and writing: one row of fixed size, and its labels.

#include <array>
#include <cstdint>
#include <string>

#include "facsim/base/spill_array.h"
#include "facsim/input/record_reader.h"
#include "facsim/model/decision.h"
#include "facsim/page/page_facts.h"
#include "facsim/report/rows.h"

namespace facsim {

inline constexpr std::uint64_t kNoOffset = ~std::uint64_t{0};

// The values by which each policy orders pages, so that another policy can be chosen when only the
// row of a page is left (keep_order.h).
struct KeepValues {
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  std::uint64_t text_bytes = 0;  // of the judged text
  std::uint64_t time = kNone;    // ordered_bits() of the seconds
  // Complements of ordered_bits() of the values of Corpus::keep_fields.
  std::array<std::uint64_t, kKeepFieldsMax> fields = {kNone, kNone, kNone, kNone};
  std::uint32_t url_bytes = 0;  // before the label was cut; 0: no URL
  bool is_canonical = false;    // the canonical URL is its own
  bool is_damaged = false;      // the body is cut or damaged
};

struct PageRow : PageFacts {
  std::uint64_t scope_key = 0;  // pages with different keys are never compared
  KeepValues keep;
  std::uint64_t offset = 0;  // of the identity
  Extent extent;
  std::uint64_t brace_offset = kNoOffset;  // JSON lines: where annotate puts its member
  std::uint64_t record_key = 0;            // WARC, see RawRecord
  std::uint64_t concurrent_key = 0;
  std::uint64_t id_hash = 0;               // 0: no id
  std::uint64_t labels_offset = 0;         // id and URL in Labels
  std::uint64_t units_offset = kNoOffset;  // in UnitStore, once stored
  std::uint64_t anchors_offset = 0;        // in Corpus::anchors
  std::uint32_t id_bytes = 0;
  std::uint32_t url_bytes = 0;
  std::uint32_t anchors = 0;     // number of anchors
  std::uint32_t numbers = 0;     // number of number units, which follow the units
  std::uint32_t file = 0;        // index in Corpus::files; if is_known, in Corpus::known_files
  std::uint8_t title_words = 0;  // number of title words, which follow the number units
  bool object_is_empty = false;
  bool is_known = false;  // a page of the index that the run is against: it is always kept
};

// Other records that the copy needs: companions of pages, and bytes that are not a record. A
// companion that names several records has a row for each: the first has its extent, the others
// follow with empty extents.
struct NonPageRow {
  Extent extent;
  std::uint64_t record_key = 0;
  std::uint64_t concurrent_key = 0;
  std::uint32_t file = 0;
  bool is_damaged = false;
};

}  // namespace facsim
