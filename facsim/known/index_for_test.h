// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests only: segments for an index of fingerprints.

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "facsim/base/memory_scratch.h"
#include "facsim/known/index_changes.h"

namespace facsim::for_test {

inline IndexChangeOptions small_options(std::string design = "blocks-0-0-0-0") {
  IndexChangeOptions options;
  options.design = std::move(design);
  options.memory_bytes = std::uint64_t{1} << 22;
  return options;
}

struct SegmentPlan {
  IndexChangeOptions options = small_options();
  std::string codec = {};
  std::uint32_t max_distance = 3;
};

// Adds a segment with what `fill` puts into the batch; creates the index if there is none.
inline void add_segment_to(const std::string& folder, const SegmentPlan& plan,
                           const std::function<void(FingerprintBatch&)>& fill) {
  IndexWriter writer(folder, IndexWriter::Start::either);
  Manifest next = writer.manifest();
  next.max_distance = plan.max_distance;
  next.codec = plan.codec;
  MemoryScratch scratch;
  FingerprintBatch batch(next, plan.options, scratch);
  fill(batch);
  add_segment(writer, next, batch);
}

}  // namespace facsim::for_test
