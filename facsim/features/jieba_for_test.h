// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small jieba tables for tests: made by hand and written in the format that the parser reads.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/features/jieba_internal.h"
#include "facsim/features/mixed_text_for_test.h"

namespace facsim {

inline constexpr double kNoEmission = -3.14e100;

struct JiebaSource {
  std::map<std::u32string, double> scores;
  double score_of_single = -10;
  std::map<std::u32string, double> idfs;
  double median_idf = 5;
  JiebaStates start{-0.25, kNoEmission, kNoEmission, -1.5};
  std::array<JiebaStates, 4> transitions{{{kNoEmission, -0.5, -1, kNoEmission},
                                          {-0.5, kNoEmission, kNoEmission, -1},
                                          {kNoEmission, -0.25, -1.25, kNoEmission},
                                          {-0.75, kNoEmission, kNoEmission, -0.75}}};
  std::map<char32_t, JiebaStates> emissions;
};

template <class T>
void put_little_endian(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof value; ++i) {
    out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xffU);
  }
}

inline void put_number(std::string& out, double value) {
  put_little_endian(out, std::bit_cast<std::uint64_t>(value));
}

// Corrects the length and the checksum.
inline void seal_jieba_table(std::string& table) {
  std::string length;
  put_little_endian(length, std::uint64_t{table.size()});
  table.replace(16, 8, length);
  static const std::vector<std::uint32_t> kSteps = [] {
    std::vector<std::uint32_t> steps;
    for (std::uint32_t c = 0; c < 256; ++c) {
      std::uint32_t crc = c;
      for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
      steps.push_back(crc);
    }
    return steps;
  }();
  std::uint32_t crc = 0xffffffffU;
  for (std::size_t i = 16; i < table.size(); ++i) {
    crc = (crc >> 8) ^ kSteps[(crc ^ static_cast<unsigned char>(table[i])) & 0xffU];
  }
  std::string checksum;
  put_little_endian(checksum, ~crc);
  table.replace(12, 4, checksum);
}

// Returns the offset of the node records in what jieba_table_of() makes.
inline std::size_t nodes_offset_of(const JiebaSource& source) {
  return 200 + 8 * (source.scores.size() + source.idfs.size() + 2) +
         sizeof(JiebaStates) * kJiebaHanCount;
}

// Breadth first: shorter nodes first, nodes of one length in the order of their characters.
inline std::vector<std::u32string> jieba_nodes_of(const JiebaSource& source) {
  std::vector<std::u32string> nodes{U""};
  const auto add_prefixes = [&nodes](const std::map<std::u32string, double>& words) {
    for (const auto& [word, value] : words) {
      for (std::size_t n = 1; n <= word.size(); ++n) nodes.push_back(word.substr(0, n));
    }
  };
  add_prefixes(source.scores);
  add_prefixes(source.idfs);
  std::sort(nodes.begin(), nodes.end(), [](const auto& a, const auto& b) {
    return std::pair(a.size(), a) < std::pair(b.size(), b);
  });
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

// A class for each word, in the order of the map.
inline std::string jieba_table_of(const JiebaSource& source) {
  const std::vector<std::u32string> nodes = jieba_nodes_of(source);
  std::string table = "facsimJT";
  put_little_endian(table, std::uint32_t{1});
  table.append(12, '\0');  // sealed below
  put_little_endian(table, static_cast<std::uint32_t>(source.scores.size() + 1));
  put_little_endian(table, static_cast<std::uint32_t>(source.idfs.size() + 1));
  put_little_endian(table, static_cast<std::uint32_t>(nodes.size()));
  put_little_endian(table, std::uint32_t{0});
  for (const double score : source.start) put_number(table, score);
  for (const JiebaStates& from : source.transitions) {
    for (const double score : from) put_number(table, score);
  }
  put_number(table, source.score_of_single);
  for (const auto& [word, score] : source.scores) put_number(table, score);
  put_number(table, source.median_idf);
  for (const auto& [word, idf] : source.idfs) put_number(table, idf);
  for (char32_t c = kJiebaHanFirst; c <= kJiebaHanLast; ++c) {
    const auto found = source.emissions.find(c);
    for (std::size_t y = 0; y < 4; ++y) {
      put_number(table, found == source.emissions.end() ? kNoEmission : found->second[y]);
    }
  }
  const auto class_in = [](const std::map<std::u32string, double>& words, const auto& node) {
    const auto found = words.find(node);
    if (found == words.end()) return std::uint16_t{0};
    return static_cast<std::uint16_t>(std::distance(words.begin(), found) + 1);
  };
  std::uint32_t first_child = 1;
  for (const std::u32string& node : nodes) {
    put_little_endian(table, first_child);
    put_little_endian(table, class_in(source.scores, node));
    put_little_endian(table, class_in(source.idfs, node));
    first_child += static_cast<std::uint32_t>(
        std::count_if(nodes.begin(), nodes.end(), [&node](const std::u32string& other) {
          return other.size() == node.size() + 1 && other.starts_with(node);
        }));
  }
  put_little_endian(table, first_child);
  put_little_endian(table, std::uint32_t{0});
  for (const std::u32string& node : nodes) {
    put_little_endian(table, static_cast<std::uint16_t>(node.empty() ? 0 : node.back()));
  }
  seal_jieba_table(table);
  return table;
}

}  // namespace facsim
