// SPDX-License-Identifier: Apache-2.0
#pragma once
// What each thread that reads pages has for itself.

#include <vector>

#include "facsim/engine/analysis.h"
#include "facsim/engine/decode_within.h"
#include "facsim/engine/scan.h"
#include "facsim/input/page_decoder.h"

namespace facsim {

struct PageWorker {
  explicit PageWorker(const DedupOptions& options)
      : decoder(read_options(options)),
        analyzer({.profile = options.profile,
                  .tables = options.tables,
                  .extract = {},
                  .kernel = options.kernel,
                  .with_visible = false}) {}

  [[nodiscard]] Decoded decode(const InputFile& file, const RawRecord& record, MemoryRoom& room) {
    return decode_within(decoder, file, record, room);
  }
  void keep_at_most(std::size_t bytes) { analyzer.keep_at_most(bytes); }

  PageDecoder decoder;
  PageAnalyzer analyzer;
};

using PageWorkers = std::vector<PageWorker>;

[[nodiscard]] inline PageWorkers make_page_workers(const DedupOptions& options, int threads) {
  PageWorkers workers;
  for (int i = 0; i < threads; ++i) workers.emplace_back(options);
  return workers;
}

}  // namespace facsim
