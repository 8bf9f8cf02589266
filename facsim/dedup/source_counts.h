// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts the pages that each host and each file lost, and the pages for which they were removed.
//
// If a source lost nearly all its pages, its main text may have been a template: then they were
// removed for few pages. Or it is a mirror, each page of which has an equal page elsewhere: that is
// normal, so mirrors are listed without a warning.
//
// Up to 200,000 hosts are counted separately, all further ones together, so memory is bounded.

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

  // Call for each removed page once more, all pages of one representative consecutively: counts the
  // representative.
  void count_removed(std::uint32_t host, std::uint32_t file, std::uint32_t representative,
                     Kind kind);

  // Adds the hosts with most pages, and the sources that lost more than `loss_warned` of at least
  // 50 pages (files only if there are several), the largest loss first, ties by name; warns about
  // those that are not mirrors.
  void fill(const std::vector<InputFile>& files, double loss_warned, DecisionCounts& counts,
            Run& run) const;

 private:
  struct Source {
    HostCounts counts;
    std::uint64_t alike = 0;            // pages removed as exact or content
    std::uint64_t representatives = 0;  // distinct representatives of its removed pages
    std::uint32_t latest = kNoPage;     // the last representative counted
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
