// SPDX-License-Identifier: Apache-2.0
#pragma once
// Receives the result of a deduplication, page by page: a result folder is one sink, DedupCollector
// is another, and a caller may have its own.
//
// Promise: the calls come from one thread, in this order: begin(); then kept() or removed() for
// every page with a text, in input order, with reported() after the kept() of the same page; then
// cluster(), in the order of the representatives; revisit(); skipped(), in input order; finish().
// The calls do not depend on threads or memory. After an Error there are no more calls, so a sink
// that writes publishes nothing before finish(). An exception from the sink ends the run.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/match.h"
#include "facsim/model/page_name.h"
#include "facsim/model/skip.h"
#include "facsim/model/summary.h"

namespace facsim {

// A page of the inputs, or a page that an index remembers (name.in_index).
struct SinkPage {
  std::uint32_t number = 0;  // in input order, from 0; pages of an index come after all inputs
  PageName name;
  std::uint64_t bytes = 0;  // of its record, unpacked
  // In reported(): a word of the page's name, if only their names keep the two pages apart.
  std::string own_word;
  // In reported(), why the page was kept: "remove" if its kind is not among Policy::remove,
  // "min_containment_to_remove" if it is but too little of the page is in the other.
  std::string_view kept_by;
  // In removed(), with Mode::revisit: the label of the capture that the revisit record in the place
  // of this page refers to. Empty: the page stays in the copy.
  std::string revisit_of;
};

class DedupSink {
 public:
  virtual ~DedupSink() = default;

  // Called when all inputs have been read and compared.
  virtual void begin() {}
  // `match` describes this page and its representative, which was kept.
  virtual void removed(const SinkPage& /*page*/, const SinkPage& /*representative*/,
                       const Match& /*match*/) {}
  virtual void kept(const SinkPage& /*page*/) {}
  // Called for a kept page that repeats a part of another kept page.
  virtual void reported(const SinkPage& /*page*/, const SinkPage& /*other*/,
                        const Match& /*match*/) {}
  virtual void cluster(const SinkPage& /*representative*/, const ClusterCounts& /*counts*/) {}
  // A revisit record refers to `original`, which was removed for `representative`. With
  // Mode::revisit, `original` was replaced and the record now refers to `representative`.
  virtual void revisit(const PageName& /*revisit*/, const PageName& /*original*/,
                       const PageName& /*representative*/) {}
  // A record that was skipped because of a fault; `bytes` is 0 if its length is unknown.
  virtual void skipped(const std::string& /*file*/, std::uint64_t /*offset*/,
                       std::uint64_t /*bytes*/, Skip /*reason*/) {}
  // Ends the result. A sink may add what it has written to the summary. With AgainstOptions::update
  // the index is committed after this call: a sink that must not get ahead of the index waits until
  // dedup() has returned.
  virtual void finish(Summary& /*summary*/) {}
};

// Stores removed and reported pages in input order: 200 to 300 bytes each, and their names.
class DedupCollector : public DedupSink {
 public:
  struct Row {
    SinkPage page;
    SinkPage other;  // the representative, or the page that shares a part
    Match match;
  };
  std::vector<Row> removed_pages;
  std::vector<Row> reported_pages;

  void removed(const SinkPage& page, const SinkPage& representative, const Match& match) override {
    removed_pages.push_back({page, representative, match});
  }
  void reported(const SinkPage& page, const SinkPage& other, const Match& match) override {
    reported_pages.push_back({page, other, match});
  }
};

}  // namespace facsim
