// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the result of a run goes: a folder is one sink (dedup/folder_sink.h), memory is another
// (dedup/collector.h), and a caller may have its own.
//
// Promise: the calls come from one thread, in this order: begin(), then of every page with a text
// removed() or kept(), in input order, with reported() behind the kept() of the same page; then
// cluster(), the clusters in the order of their representatives; revisit(), decided(), skipped(),
// and finish(). What is called does not depend on threads or memory. After an Error there are no
// more calls: a sink that writes shows nothing before finish(). What a sink throws ends the run.

#include <cstdint>
#include <span>
#include <string>

#include "facsim/input/input_files.h"
#include "facsim/model/match.h"
#include "facsim/model/skip.h"
#include "facsim/report/rows.h"
#include "facsim/report/summary.h"
#include "facsim/run/run.h"

namespace facsim {

class DecidedCorpus;

// A page of the inputs, or one that an index remembers (name.in_index).
struct SinkPage {
  std::uint32_t number = 0;  // in input order, from 0; those of an index stand behind all inputs
  PageName name;
  std::uint64_t bytes = 0;  // of its record, unpacked
};

class DedupSink {
 public:
  virtual ~DedupSink() = default;

  // All inputs were read and compared. Of pages that came from memory there are no files.
  virtual void begin(std::span<const InputFile> /*files*/, Run& /*run*/) {}
  // `match` describes this page and this representative, which was kept.
  virtual void removed(const SinkPage& /*page*/, const SinkPage& /*representative*/,
                       const Match& /*match*/) {}
  virtual void kept(const SinkPage& /*page*/) {}
  // A kept page repeats a part of another kept page.
  virtual void reported(const SinkPage& /*page*/, const SinkPage& /*other*/,
                        const Match& /*match*/) {}
  virtual void cluster(const SinkPage& /*representative*/, const ClusterCounts& /*counts*/) {}
  // A revisit record refers to `original`, which was removed for `representative`.
  virtual void revisit(const PageName& /*revisit*/, const PageName& /*original*/,
                       const PageName& /*representative*/) {}
  // For sinks that copy the inputs: every record, and what became of it.
  virtual void decided(const DecidedCorpus& /*pages*/, Run& /*run*/) {}
  // A record that was left out through somebody's fault, in input order; `bytes` is 0 where its
  // length is not known.
  virtual void skipped(const std::string& /*file*/, std::uint64_t /*offset*/,
                       std::uint64_t /*bytes*/, Skip /*reason*/) {}
  // The last call. A sink may add what it has to say: outputs, linked, warnings.
  virtual void finish(Summary& /*summary*/, const Run& /*run*/) {}
};

}  // namespace facsim
