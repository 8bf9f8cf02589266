// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of labels: pairs, or clusters. Accepted labels survive a round trip through
// tab-separated lines, and every label occurs in the line that it names.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/eval/labels.h"
#include "fuzz/support.h"

namespace {

using namespace facsim;

bool fits_a_field(std::string_view text) {
  return text.find_first_of("\t\n\r") == std::string_view::npos;
}

// False for the beginnings of lines that are not labels.
bool fits_a_line(std::string_view first) {
  return fits_a_field(first) && !first.starts_with('#') && !first.starts_with("\xef\xbb\xbf") &&
         !first.starts_with('{');
}

template <class Label>
void check_lines(const std::vector<Label>& labels, std::string_view text) {
  std::uint64_t last = 0;
  std::uint64_t lines = 1;
  for (const char c : text) lines += c == '\n' ? 1 : 0;
  for (const Label& label : labels) {
    require(label.line > last && label.line <= lines);
    last = label.line;
  }
  require(!labels.empty());
}

void read_pairs(std::string_view text, std::optional<double> label_min) {
  is_taken({ErrorCode::invalid_argument}, [&] {
    const std::vector<LabelledPair> pairs = parse_pairs(text, "fuzz", label_min);
    check_lines(pairs, text);
    std::string lines = "id\tid\tlabel\n";
    for (const LabelledPair& pair : pairs) {
      if (!fits_a_line(pair.first) || !fits_a_field(pair.second)) return;
      lines += pair.first + "\t" + pair.second + "\t" + (pair.is_duplicate ? "1" : "0") + "\n";
    }
    const std::vector<LabelledPair> again = parse_pairs(lines, "again", label_min);
    require(again.size() == pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      require(again[i].first == pairs[i].first && again[i].second == pairs[i].second);
      require(again[i].is_duplicate == pairs[i].is_duplicate);
    }
  });
}

void read_clusters(std::string_view text) {
  is_taken({ErrorCode::invalid_argument}, [&] {
    const std::vector<ClusterLabel> labels = parse_clusters(text, "fuzz");
    check_lines(labels, text);
    std::string lines;
    for (const ClusterLabel& label : labels) {
      const bool is_blank = (label.id + label.cluster).find_first_not_of(" ") == std::string::npos;
      if (!fits_a_line(label.id) || !fits_a_field(label.cluster) || is_blank) return;
      if (label.id.find_first_not_of(' ') != std::string::npos &&
          label.id[label.id.find_first_not_of(' ')] == '{') {
        return;
      }
      lines += label.id + "\t" + label.cluster + "\n";
    }
    const std::vector<ClusterLabel> again = parse_clusters(lines, "again");
    require(again.size() == labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      require(again[i].id == labels[i].id && again[i].cluster == labels[i].cluster);
    }
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const MemoryBound bound((std::size_t{8} << 20) + 256 * size);
  const std::string_view text = text_of(data + 1, size - 1);
  if (data[0] % 4 == 3) {
    read_clusters(text);
  } else {
    read_pairs(text, data[0] % 4 == 0 ? std::nullopt : std::optional(data[0] / 256.0));
  }
  return 0;
}
