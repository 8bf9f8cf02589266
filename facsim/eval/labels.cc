// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/labels.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/files/byte_source.h"
#include "facsim/files/json_scan.h"
#include "facsim/model/label.h"

namespace facsim {
namespace {

// Far larger than any list made by people; rejects e.g. a film that was named by mistake.
constexpr std::size_t kLabelFileBytesMax = std::size_t{4} << 30;

enum class Separator { tab, comma, blank };

// Calls visit(line, number) for each line that is neither empty nor a comment.
template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    visit(line, number);
  }
}

// Returns one field of comma-separated values without its quotes, and moves `line` past its comma.
std::string comma_field(std::string_view& line) {
  std::string field;
  bool quoted = false;
  std::size_t i = 0;
  for (; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && (quoted || field.empty())) {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        field += '"';
        ++i;
      } else {
        quoted = !quoted;
      }
    } else if (c == ',' && !quoted) {
      break;
    } else {
      field += c;
    }
  }
  line.remove_prefix(std::min(i + 1, line.size()));
  return field;
}

std::vector<std::string> fields_of(std::string_view line, Separator separator) {
  std::vector<std::string> fields;
  if (separator == Separator::comma) {
    while (!line.empty()) fields.push_back(comma_field(line));
    return fields;
  }
  if (separator == Separator::tab) {
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find('\t', begin), line.size());
      fields.emplace_back(line.substr(begin, end - begin));
      begin = end + 1;
    }
    return fields;
  }
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return fields;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    fields.emplace_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

Separator separator_of(std::string_view line) {
  if (fields_of(line, Separator::tab).size() >= 3) return Separator::tab;
  if (fields_of(line, Separator::comma).size() >= 3) return Separator::comma;
  return Separator::blank;
}

std::string lowered(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

[[noreturn]] void throw_at(const std::string& file, std::uint64_t line, const Sentence& what) {
  throw Error(ErrorCode::invalid_argument, what, file + ":" + std::to_string(line));
}

// Returns std::nullopt if the word is not a label. Numbers between 0 and 1 require `label_min`.
std::optional<double> degree_of(std::string_view label) {
  const std::string word = lowered(label);
  for (const char* yes : {"true", "duplicate", "same", "yes"}) {
    if (word == yes) return 1;
  }
  for (const char* no : {"false", "different", "no"}) {
    if (word == no) return 0;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  if (!(value >= 0 && value <= 1)) return std::nullopt;
  return value;
}

bool is_duplicate(double degree, const std::string& file, std::uint64_t line,
                  std::optional<double> label_min) {
  if (label_min) return degree >= *label_min;
  if (degree == 0 || degree == 1) return degree == 1;
  throw_at(file, line,
           "the label lies between 0 and 1; say from where on a pair is a duplicate, with " +
               Named::label_min);
}

std::optional<std::string> json_member(std::string_view line, std::string_view name) {
  JsonPieces pieces(line, skip_json_space(line, 0));
  for (JsonPiece piece; pieces.next(piece);) {
    if (piece.name != name) continue;
    const std::string_view value = line.substr(piece.value, piece.end - piece.value);
    if (value.size() >= 2 && value.front() == '"') {
      return json_string(value.substr(1, value.size() - 2));
    }
    return std::string(value);
  }
  return std::nullopt;
}

ClusterLabel cluster_of_json(std::string_view line, const std::string& file, std::uint64_t number) {
  auto id = json_member(line, "id");
  auto cluster = json_member(line, "cluster");
  if (!id || !cluster) {
    throw_at(file, number, "needs a JSON object with the members \"id\" and \"cluster\"");
  }
  return {cut_label(*id), cut_label(*cluster), number};
}

}  // namespace

std::vector<LabelledPair> parse_pairs(std::string_view text, const std::string& file,
                                      std::optional<double> label_min) {
  std::vector<LabelledPair> pairs;
  std::optional<Separator> separator;
  bool is_first = true;
  for_each_line(text, [&](std::string_view line, std::uint64_t number) {
    if (!separator) separator = separator_of(line);
    std::vector<std::string> fields = fields_of(line, *separator);
    const bool may_be_heading = std::exchange(is_first, false);
    if (fields.size() < 3) {
      throw_at(file, number,
               "needs two ids and a label, with tabs, commas or blanks between; ids that hold "
               "blanks need tabs or commas");
    }
    const std::optional<double> degree = degree_of(fields[2]);
    if (!degree) {
      if (may_be_heading) return;
      throw_at(
          file, number,
          "'" + fields[2] +
              "' is no label; use 1 or 0, true or false, duplicate, same or different, or a number "
              "from 0 to 1");
    }
    const bool duplicate = is_duplicate(*degree, file, number, label_min);
    pairs.push_back({cut_label(fields[0]), cut_label(fields[1]), duplicate, number});
  });
  if (pairs.empty()) throw Error(ErrorCode::invalid_argument, "holds no labelled pair", file);
  return pairs;
}

std::vector<ClusterLabel> parse_clusters(std::string_view text, const std::string& file) {
  std::vector<ClusterLabel> labels;
  for_each_line(text, [&](std::string_view line, std::uint64_t number) {
    const std::size_t first = skip_json_space(line, 0);
    if (first < line.size() && line[first] == '{') {
      labels.push_back(cluster_of_json(line, file, number));
      return;
    }
    std::vector<std::string> fields = fields_of(line, Separator::tab);
    if (fields.size() < 2) {
      throw_at(file, number, "needs an id, a tab and a cluster, or a JSON object with both");
    }
    labels.push_back({cut_label(fields[0]), cut_label(fields[1]), number});
  });
  if (labels.empty()) throw Error(ErrorCode::invalid_argument, "holds no cluster", file);
  return labels;
}

std::string read_label_file(const std::string& path) {
  const auto source = open_bytes(path);
  std::string text;
  std::vector<char> buffer(std::size_t{1} << 20);
  for (std::size_t size = 0; (size = source->read(buffer)) > 0;) {
    if (text.size() + size > kLabelFileBytesMax) {
      throw Error(ErrorCode::invalid_argument, "is larger than 4 GiB; that is no file of labels",
                  path);
    }
    text.append(buffer.data(), size);
  }
  if (const auto damage = source->damage()) {
    throw Error(ErrorCode::damaged, damage->what,
                path + ":" + std::to_string(damage->packed_offset));
  }
  return text;
}

}  // namespace facsim
