// SPDX-License-Identifier: Apache-2.0
#pragma once
// Labels by people as values: a file of labelled pairs, or of clusters.
//
// Pairs: id1, id2 and label a line. All lines are separated like the first: by tabs if they give
// three fields, else by commas (RFC 4180), else by blanks. Further fields are ignored. Labels: 1 0,
// true false, duplicate different, same different, yes no, in upper or lower case, or a number from
// 0 to 1, which requires `label_min`: at or above it is a duplicate. A first line without a valid
// label is a heading. Clusters: id and cluster a line, separated by a tab, or JSON objects with the
// members id and cluster. Both: lines that begin with # and empty lines are skipped; the file may
// be compressed.
//
// Cost: the file in memory. Throws Error{invalid_argument} with file and line for unreadable lines,
// and for a file without any label.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

struct LabelledPair {
  std::string first;
  std::string second;
  bool is_duplicate = false;
  std::uint64_t line = 0;  // from 1
};

// Two fields of a line; one of them names a page and the other its cluster.
struct ClusterLabel {
  std::string id;
  std::string cluster;
  std::uint64_t line = 0;
};

[[nodiscard]] std::vector<LabelledPair> parse_pairs(std::string_view text, const std::string& file,
                                                    std::optional<double> label_min);
[[nodiscard]] std::vector<ClusterLabel> parse_clusters(std::string_view text,
                                                       const std::string& file);

// Returns the decompressed content of a file. Throws Error{not_found, io, damaged,
// invalid_argument}.
[[nodiscard]] std::string read_label_file(const std::string& path);

}  // namespace facsim
