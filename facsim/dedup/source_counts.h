// SPDX-License-Identifier: Apache-2.0
#pragma once
// How many pages has each host and each file lost, and to how many others?
//
// A source that lost nearly all its pages may have had a template for its main text: then they went
// for few pages. Or it is a mirror, each page of which has its equal elsewhere: nothing is wrong
// with that, so it is listed and not warned of.
//
// Hosts are counted one by one up to 200,000, all further ones together, so the memory is bounded.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "facsim/corpus/page_row.h"
#include "facsim/input/input_files.h"
#include "facsim/model/match.h"
#include "facsim/model/summary.h"
#include "facsim/run/run.h"

namespace facsim {

class SourceCounts {
 public:
  explicit SourceCounts(std::size_t files) : files_(files) {}

  struct Fate {
    bool is_removed = false;
    std::uint64_t bytes_saved = 0;
  };
  // Returns the number of the host.
  std::uint32_t count(std::string host, std::uint32_t file, const Fate& fate);

  // Of each removed page once more, all pages of one representative after one another: what it
  // went for.
  void count_removed(std::uint32_t host, std::uint32_t file, std::uint32_t representative,
                     Kind kind);

  // The busiest hosts, and the sources that lost more than `loss_warned` of at least 50 pages
  // (files only where there are several), the largest loss first, ties by name; warns of those that
  // are no mirrors.
  void fill(const std::vector<InputFile>& files, double loss_warned, DecisionCounts& counts,
            Run& run) const;

 private:
  struct Source {
    HostCounts counts;
    std::uint64_t alike = 0;            // removed as exact or content
    std::uint64_t representatives = 0;  // different ones of its removed pages
    std::uint32_t latest = kNoPage;     // of them
  };
  static void count_page(Source& source, const Fate& fate);
  static void count_match(Source& source, std::uint32_t representative, Kind kind);
  static bool is_loss(const Source& source, double loss_warned);
  static bool is_mirror(const Source& source);
  [[nodiscard]] std::vector<SourceLoss> losses(const std::vector<InputFile>& files,
                                               double loss_warned) const;
  static SourceLoss loss_of(std::string kind, const std::string& name, const Source& source);

  std::unordered_map<std::string, std::uint32_t> host_numbers_;
  std::vector<Source> hosts_;
  std::vector<Source> files_;
};

}  // namespace facsim
