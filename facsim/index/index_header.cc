// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstring>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/index/directory.h"
#include "facsim/index/index_header_internal.h"
#include "facsim/index/table.h"

namespace facsim {
namespace {

// Far beyond any design; bounds what a damaged header can request.
constexpr std::uint32_t kTablesMax = 4096;
constexpr std::uint64_t kSizeMax = std::uint64_t{1} << 48;

template <class Number>
void put(std::vector<std::byte>& bytes, Number number) {
  const auto raw = std::as_bytes(std::span(&number, 1));
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

// Reads numbers one after the other; if one is missing, the header is damaged.
class Fields {
 public:
  Fields(std::span<const std::byte> bytes, const SectionSource& source)
      : bytes_(bytes), source_(source) {}

  template <class Number>
  Number take() {
    Number number;
    std::memcpy(&number, take_bytes(sizeof number).data(), sizeof number);
    return number;
  }
  std::span<const std::byte> take_bytes(std::size_t count) {
    if (bytes_.size() < count) fail("is cut");
    const auto taken = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return taken;
  }
  void end() {
    if (!bytes_.empty()) fail("is too long");
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw Error{ErrorCode::damaged, "section index " + what, source_.name(),
                "build the index anew from its input"};
  }

 private:
  std::span<const std::byte> bytes_;
  const SectionSource& source_;
};

}  // namespace

std::string table_section(std::size_t table) { return "table" + std::to_string(table); }

void write_header(const IndexHeader& header, SectionSink& sink) {
  std::vector<std::byte> bytes;
  put(bytes, kIndexVersion);
  put(bytes, static_cast<std::uint32_t>(header.design.max_distance));
  put(bytes, header.size);
  put(bytes, header.listed);
  put(bytes, header.distinct);
  put(bytes, static_cast<std::uint32_t>(header.design.tables.size()));
  put(bytes, static_cast<std::uint32_t>(header.design.width));
  put(bytes, static_cast<std::uint32_t>(header.design.name.size()));
  const auto name = std::as_bytes(std::span(header.design.name));
  bytes.insert(bytes.end(), name.begin(), name.end());
  for (const TableMask& table : header.design.tables) {
    put(bytes, table.mask);
    put(bytes, static_cast<std::uint32_t>(table.radius));
  }
  sink.begin(kHeaderSection);
  sink.write(bytes);
  sink.end();
}

IndexHeader read_header(const SectionSource& source) {
  Fields fields(section_of(source, kHeaderSection), source);
  const auto version = fields.take<std::uint32_t>();
  if (version != kIndexVersion) {
    throw Error{ErrorCode::unsupported,
                "index of version " + std::to_string(version) + ", this program reads version " +
                    std::to_string(kIndexVersion) + "; take the program that wrote it",
                source.name()};
  }
  IndexHeader header;
  header.design.max_distance =
      static_cast<int>(std::min<std::uint32_t>(fields.take<std::uint32_t>(), kMaxMaskDistance + 1));
  header.size = fields.take<std::uint64_t>();
  header.listed = fields.take<std::uint64_t>();
  header.distinct = fields.take<std::uint64_t>();
  const auto tables = fields.take<std::uint32_t>();
  const auto width = fields.take<std::uint32_t>();
  const auto name_bytes = fields.take<std::uint32_t>();
  if (header.design.max_distance > kMaxMaskDistance || header.size > kSizeMax ||
      header.listed > header.size || header.distinct > header.listed ||
      (header.listed > 0) != (header.distinct > 0) || tables == 0 || width < 10 || width > 64 ||
      tables > kTablesMax || name_bytes > kDesignNameBytesMax) {
    fields.fail("has impossible counts");
  }
  header.design.width = static_cast<int>(width);
  const auto name = fields.take_bytes(name_bytes);
  header.design.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
  for (std::uint32_t i = 0; i < tables; ++i) {
    TableMask table;
    table.mask = fields.take<std::uint64_t>();
    const auto radius = fields.take<std::uint32_t>();
    if (table.mask == 0 || std::popcount(table.mask) > kKeyBitsMax || radius > kMaxMaskDistance) {
      fields.fail("has an impossible mask");
    }
    table.radius = static_cast<int>(radius);
    header.design.tables.push_back(table);
  }
  fields.end();
  return header;
}

}  // namespace facsim
