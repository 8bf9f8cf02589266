// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/features/code_points_internal.h"
#include "facsim/features/jieba.h"
#include "facsim/features/jieba_internal.h"

namespace facsim {
namespace {

constexpr std::string_view kMagic = "facsimJT";
constexpr std::uint32_t kTablesVersionRead = 1;
constexpr std::size_t kChecksumAt = 12;  // the checksum is over the bytes after it
constexpr std::size_t kHeaderBytes = 200;
constexpr std::size_t kNodeBytes = 8;
// The sum of four thousand million of these is still a finite number.
constexpr double kNumberMax = 1e101;

[[noreturn]] void refuse_tables(ErrorCode code, std::size_t offset, const std::string& what) {
  throw Error(code, what + "; make the table again with scripts/make_jieba_tables.py",
              "jieba tables:" + std::to_string(offset));
}

[[noreturn]] void damaged(std::size_t offset, const std::string& what) {
  refuse_tables(ErrorCode::damaged, offset, what);
}

constexpr std::array<std::uint32_t, 256> crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit) c = (c >> 1) ^ ((c & 1U) != 0 ? 0xedb88320U : 0U);
    table[i] = c;
  }
  return table;
}

// CRC-32 (ISO 3309), which Python's standard library also provides.
std::uint32_t crc32_of(std::string_view bytes) noexcept {
  static constexpr std::array<std::uint32_t, 256> kTable = crc_table();
  std::uint32_t crc = 0xffffffffU;
  for (const char byte : bytes) {
    crc = (crc >> 8) ^ kTable[(crc ^ static_cast<unsigned char>(byte)) & 0xffU];
  }
  return ~crc;
}

// Reads little-endian numbers one after the other; the caller has checked that they are there.
class Cursor {
 public:
  Cursor(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {}

  [[nodiscard]] std::size_t at() const noexcept { return at_; }

  template <class T>
  [[nodiscard]] T take() {
    std::array<unsigned char, sizeof(T)> raw;
    std::memcpy(raw.data(), bytes_.data() + at_, sizeof(T));
    if constexpr (std::endian::native == std::endian::big) std::reverse(raw.begin(), raw.end());
    at_ += sizeof(T);
    return std::bit_cast<T>(raw);
  }

  // Reads a finite number that is small enough to be summed many times.
  [[nodiscard]] double take_number() {
    const std::size_t begin = at_;
    const auto number = take<double>();
    if (!(std::fabs(number) <= kNumberMax)) damaged(begin, "no number, or one too large");
    return number;
  }

 private:
  std::string_view bytes_;
  std::size_t at_;
};

struct TableCounts {
  std::uint32_t scores = 0;
  std::uint32_t idfs = 0;
  std::uint32_t nodes = 0;

  [[nodiscard]] std::uint64_t file_bytes() const noexcept {
    constexpr std::uint64_t kEmissionBytes = kJiebaHanCount * sizeof(JiebaStates);
    return kHeaderBytes + sizeof(double) * (std::uint64_t{scores} + idfs) + kEmissionBytes +
           kNodeBytes * (std::uint64_t{nodes} + 1) + sizeof(char16_t) * std::uint64_t{nodes};
  }
};

// Checks everything that can be checked before the bulk is read.
TableCounts check_header(std::string_view table) {
  if (table.size() < kHeaderBytes) {
    damaged(table.size(), "ends within the header of " + std::to_string(kHeaderBytes) + " bytes");
  }
  if (!table.starts_with(kMagic)) damaged(0, "does not begin as a table of jieba does");
  Cursor header(table, kMagic.size());
  const auto version = header.take<std::uint32_t>();
  if (version != kTablesVersionRead) {
    refuse_tables(ErrorCode::unsupported, kMagic.size(),
                  "has version " + std::to_string(version) + ", this program reads version " +
                      std::to_string(kTablesVersionRead));
  }
  const auto checksum = header.take<std::uint32_t>();
  const std::size_t length_at = header.at();
  const auto length = header.take<std::uint64_t>();
  if (length != table.size()) {
    damaged(length_at,
            "has " + std::to_string(table.size()) + " bytes and says " + std::to_string(length));
  }
  if (checksum != crc32_of(table.substr(kChecksumAt + sizeof checksum))) {
    damaged(kChecksumAt, "its checksum is wrong");
  }
  const std::size_t counts_at = header.at();
  TableCounts counts;
  counts.scores = header.take<std::uint32_t>();
  counts.idfs = header.take<std::uint32_t>();
  counts.nodes = header.take<std::uint32_t>();
  const bool is_empty = counts.scores == 0 || counts.idfs == 0 || counts.nodes == 0;
  if (is_empty || counts.file_bytes() != length) {
    damaged(counts_at, "its counts do not make its length");
  }
  if (header.take<std::uint32_t>() != 0) damaged(header.at() - 4, "a reserved number is not 0");
  return counts;
}

void read_numbers(Cursor& cursor, const TableCounts& counts, JiebaData& data) {
  for (double& score : data.start) score = cursor.take_number();
  for (JiebaStates& from : data.transitions) {
    for (double& score : from) score = cursor.take_number();
  }
  data.scores.resize(counts.scores);
  for (double& score : data.scores) score = cursor.take_number();
  data.idfs.resize(counts.idfs);
  for (double& idf : data.idfs) {
    idf = cursor.take_number();
    if (idf < 0) damaged(cursor.at() - sizeof idf, "an idf below 0");
  }
  data.emissions.resize(kJiebaHanCount);
  for (JiebaStates& emissions : data.emissions) {
    for (double& score : emissions) score = cursor.take_number();
  }
}

// Every node but the root must be the child of exactly one node before it. That holds if the first
// children ascend from 1 to the number of nodes and are after their parents.
void read_nodes(Cursor& cursor, const TableCounts& counts, JiebaData& data) {
  data.nodes.resize(std::size_t{counts.nodes} + 1);
  std::uint32_t previous = 1;
  for (std::size_t n = 0; n < data.nodes.size(); ++n) {
    const std::size_t begin = cursor.at();
    JiebaNode& node = data.nodes[n];
    node.first_child = cursor.take<std::uint32_t>();
    node.score_class = cursor.take<std::uint16_t>();
    node.idf_class = cursor.take<std::uint16_t>();
    const bool is_last = n == counts.nodes;
    const bool is_child_in_place = is_last ? node.first_child == counts.nodes
                                           : node.first_child >= previous && node.first_child > n &&
                                                 node.first_child <= counts.nodes &&
                                                 (n != 0 || node.first_child == 1);
    if (!is_child_in_place) damaged(begin, "a node's children are not where they must be");
    const bool bears_classes = n != JiebaData::kRoot && !is_last;
    const std::uint32_t scores = bears_classes ? counts.scores : 1;
    const std::uint32_t idfs = bears_classes ? counts.idfs : 1;
    if (node.score_class >= scores || node.idf_class >= idfs) {
      damaged(begin + sizeof previous, "a node's class is not in its list");
    }
    data.word_count += node.score_class != 0 ? 1 : 0;
    previous = node.first_child;
  }
}

void read_labels(Cursor& cursor, const TableCounts& counts, JiebaData& data) {
  const std::size_t begin = cursor.at();
  data.labels.resize(counts.nodes);
  for (char16_t& label : data.labels) {
    label = static_cast<char16_t>(cursor.take<std::uint16_t>());
  }
  std::vector<std::uint8_t> depths(counts.nodes, 0);
  for (std::size_t n = 0; n < counts.nodes; ++n) {
    const std::size_t first = data.nodes[n].first_child;
    const std::size_t end = data.nodes[n + 1].first_child;
    for (std::size_t child = first; child < end; ++child) {
      const std::size_t at = begin + sizeof(char16_t) * child;
      if (!is_jieba_block(data.labels[child])) damaged(at, "a character that no block has");
      if (child > first && data.labels[child] <= data.labels[child - 1]) {
        damaged(at, "the characters of a node's children do not ascend");
      }
      if (depths[n] == kJiebaWordCharsMax) damaged(at, "a word of more than 255 characters");
      depths[child] = static_cast<std::uint8_t>(depths[n] + 1);
    }
  }
  data.root_children.assign(std::size_t{1} << 16, JiebaData::kNone);
  for (std::uint32_t child = 1; child < data.nodes[1].first_child; ++child) {
    data.root_children[data.labels[child]] = child;
  }
}

}  // namespace

JiebaTables JiebaTables::parse(std::string_view table) {
  const TableCounts counts = check_header(table);
  auto data = std::make_unique<JiebaData>();
  Cursor cursor(table, kHeaderBytes - sizeof(double) * 20);
  read_numbers(cursor, counts, *data);
  read_nodes(cursor, counts, *data);
  read_labels(cursor, counts, *data);
  data->digest = hash64(table);
  return JiebaTables(std::move(data));
}

JiebaTables::JiebaTables(std::unique_ptr<const JiebaData> data) noexcept : data_(std::move(data)) {}
JiebaTables::JiebaTables(JiebaTables&&) noexcept = default;
JiebaTables& JiebaTables::operator=(JiebaTables&&) noexcept = default;
JiebaTables::~JiebaTables() = default;

std::uint64_t JiebaTables::digest() const noexcept { return data_->digest; }
std::size_t JiebaTables::word_count() const noexcept { return data_->word_count; }
double JiebaTables::median_idf() const noexcept { return data_->idfs[0]; }

double JiebaTables::idf_of(std::string_view word) const noexcept {
  std::uint32_t node = JiebaData::kRoot;
  for (std::size_t at = 0; at < word.size();) {
    const CodePoint c = code_point_at(word, at);
    at += c.bytes;
    node = c.value < 0x10000 ? data_->child_of(node, static_cast<char16_t>(c.value)) : 0;
    if (node == JiebaData::kNone) return median_idf();
  }
  return data_->idfs[data_->nodes[node].idf_class];
}

}  // namespace facsim
