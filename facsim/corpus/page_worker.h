// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state of each thread that reads pages.

#include "facsim/corpus/decode_within.h"
#include "facsim/input/page_decoder.h"
#include "facsim/page/analysis.h"
#include "facsim/ready_profile.h"

namespace facsim {

struct PageWorker {
  PageWorker(const ReadOptions& read, const ReadyProfile& judge, Kernel kernel)
      : decoder(read),
        analyzer({.profile = judge.profile,
                  .tables = judge.tables,
                  .extract = {},
                  .kernel = kernel,
                  .with_visible = false}) {}

  [[nodiscard]] Decoded decode(const InputFile& file, const RawRecord& record, MemoryRoom& room) {
    return decode_within(decoder, file, record, room);
  }
  void keep_at_most(std::size_t bytes) { analyzer.keep_at_most(bytes); }

  PageDecoder decoder;
  PageAnalyzer analyzer;
};

}  // namespace facsim
