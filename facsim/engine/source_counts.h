// SPDX-License-Identifier: Apache-2.0
#pragma once
// How many pages has each host and each file lost?
//
// Hosts are counted one by one up to 200,000, all further ones together, so the memory is bounded.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "facsim/input/input_files.h"
#include "facsim/report/summary.h"

namespace facsim {

class SourceCounts {
 public:
  explicit SourceCounts(std::size_t files) : files_(files) {}

  void count(std::string host, std::uint32_t file, bool removed);

  // The busiest hosts, and the sources that lost more than `loss_warned` of at least 50 pages
  // (files only where there are several), the largest loss first, ties by name; warns of these.
  void fill(const std::vector<InputFile>& files, double loss_warned, Summary& summary) const;

 private:
  std::unordered_map<std::string, HostCounts> hosts_;
  std::vector<HostCounts> files_;
};

}  // namespace facsim
