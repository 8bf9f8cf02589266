// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests only: a graph of candidates, written as the groups of each page.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "facsim/cluster/candidate_graph.h"

namespace facsim::for_test {

using Groups = std::vector<std::vector<std::uint32_t>>;  // of each page

inline CandidateGraph graph_of(const Groups& groups_of_page) {
  CandidateGraph graph;
  graph.first.push_back(0);
  for (const auto& groups : groups_of_page) {
    graph.groups.insert(graph.groups.end(), groups.begin(), groups.end());
    graph.first.push_back(static_cast<std::uint32_t>(graph.groups.size()));
    for (const std::uint32_t group : groups) {
      graph.group_count = std::max(graph.group_count, group + 1);
    }
  }
  return graph;
}

}  // namespace facsim::for_test
