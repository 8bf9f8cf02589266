// SPDX-License-Identifier: Apache-2.0
#pragma once
// Real documents for tests and benchmarks, if FACSIM_DATA names a folder of them.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "facsim/features/shingles.h"
#include "facsim/features/units.h"

namespace facsim {

// Returns the unescaped value of the member `name` in a line of JSON, or nothing. Sufficient for
// lines written by a JSON library; names inside strings would need a parser.
inline std::string json_member(std::string_view line, std::string_view name) {
  std::string key = "\"";
  key.append(name).append("\": \"");
  std::size_t at = line.find(key);
  std::string out;
  if (at == std::string_view::npos) return out;
  for (at += key.size(); at < line.size() && line[at] != '"'; ++at) {
    if (line[at] != '\\' || at + 1 == line.size()) {
      out += line[at];
      continue;
    }
    ++at;
    if (line[at] == 'u' && at + 4 < line.size()) {
      // Only control characters are written this way; all others are plain UTF-8.
      out +=
          static_cast<char>(std::strtoul(std::string(line.substr(at + 1, 4)).c_str(), nullptr, 16));
      at += 4;
    } else {
      const std::string_view names = "ntrbf";
      const std::size_t i = names.find(line[at]);
      out += i == std::string_view::npos ? line[at] : "\n\t\r\b\f"[i];
    }
  }
  return out;
}

// Tests take one of this many items, so that they end in time: sanitizers make everything some ten
// times slower.
#ifdef FACSIM_SANITIZED
constexpr unsigned kOneOf = 5;
#else
constexpr unsigned kOneOf = 1;
#endif

// Returns the first documents (`text`, else `html`) of a set, up to `bytes_max` bytes (a fifth of
// that under sanitizers); empty without data.
inline std::vector<std::string> real_documents(const std::string& set, std::size_t bytes_max) {
  std::vector<std::string> documents;
  const char* data = std::getenv("FACSIM_DATA");
  if (data == nullptr) return documents;
  const std::string command =
      "zstd -dcq --long=27 '" + std::string(data) + "/" + set + "/docs.jsonl.zst' 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return documents;
  char* line = nullptr;
  std::size_t capacity = 0;
  std::size_t bytes = 0;
  for (ssize_t n = 0; bytes < bytes_max / kOneOf && (n = getline(&line, &capacity, pipe)) > 0;) {
    const std::string_view view(line, static_cast<std::size_t>(n));
    std::string text = json_member(view, "text");
    if (text.empty()) text = json_member(view, "html");
    bytes += text.size();
    documents.push_back(std::move(text));
  }
  std::free(line);
  pclose(pipe);
  return documents;
}

// Returns near-duplicates among them, as units: each document is paired with the last one before it
// that has the same smallest shingle hash (the probability of that is their resemblance), if their
// resemblance is at least .8.
inline std::vector<std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>>> real_pairs(
    const std::string& set, std::size_t bytes_max) {
  struct Text {
    std::vector<std::uint64_t> units;
    std::vector<std::uint64_t> shingles;  // ascending
  };
  std::vector<std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>>> pairs;
  std::unordered_map<std::uint64_t, Text> last_of;
  std::vector<std::uint64_t> scratch;
  std::vector<std::uint64_t> shared;
  for (const std::string& document : real_documents(set, bytes_max)) {
    Text text;
    hash_units(document, 0, text.units);
    shingle_set(text.units, 5, text.shingles, scratch);
    if (text.shingles.empty()) continue;
    Text& last = last_of[text.shingles.front()];
    shared.clear();
    std::set_intersection(last.shingles.begin(), last.shingles.end(), text.shingles.begin(),
                          text.shingles.end(), std::back_inserter(shared));
    const std::size_t all = last.shingles.size() + text.shingles.size() - shared.size();
    if (10 * shared.size() >= 8 * all && last.units != text.units) {
      pairs.emplace_back(last.units, text.units);
    }
    last = std::move(text);
  }
  return pairs;
}

inline std::string data_name() {
  const char* data = std::getenv("FACSIM_DATA");
  return data == nullptr ? "$FACSIM_DATA (not set)" : data;
}

}  // namespace facsim
