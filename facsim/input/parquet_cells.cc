// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/parquet_cells_internal.h"

#include <bit>
#include <cassert>
#include <cstring>

namespace facsim {
namespace {

using parquet::Cell;

std::uint64_t bits_of(const Cell& cell) noexcept {
  switch (cell.kind) {
    case Cell::Kind::whole:
    case Cell::Kind::flag:
    case Cell::Kind::time:
      return static_cast<std::uint64_t>(cell.whole);
    case Cell::Kind::large:
      return cell.large;
    case Cell::Kind::real:
    case Cell::Kind::single:
      return std::bit_cast<std::uint64_t>(cell.real);
    default:
      return 0;
  }
}

}  // namespace

std::vector<std::string> wanted_columns(const ReadOptions& options) {
  std::vector<std::string> names = {options.text_field, options.html_field, options.id_field,
                                    options.url_field,  options.time_field, options.status_field,
                                    options.count_field};
  assert(names.size() == kFixedCells && "as ParquetPlace has them");
  names.insert(names.end(), options.keep_fields.begin(), options.keep_fields.end());
  names.insert(names.end(), options.extra_fields.begin(), options.extra_fields.end());
  return names;
}

std::size_t text_bytes_of(std::span<const Cell> cells) noexcept {
  std::size_t bytes = 0;
  for (const Cell& cell : cells) {
    if (cell.kind == Cell::Kind::text) bytes += cell.text.size();
  }
  return bytes;
}

void append_cells(std::span<const Cell> cells, std::string& bytes) {
  for (const Cell& cell : cells) {
    bytes.push_back(static_cast<char>(cell.kind));
    for (const std::uint64_t number : {bits_of(cell), std::uint64_t{cell.text.size()}}) {
      char packed[sizeof(number)];
      std::memcpy(packed, &number, sizeof(number));
      bytes.append(packed, sizeof(packed));
    }
    bytes.append(cell.text);
  }
}

void read_cells(std::string_view bytes, std::span<Cell> cells) {
  for (Cell& cell : cells) {
    cell = Cell{};
    std::uint64_t number = 0;
    std::uint64_t text_bytes = 0;
    assert(bytes.size() > sizeof(number) + sizeof(text_bytes) && "append_cells() wrote it");
    cell.kind = static_cast<Cell::Kind>(bytes.front());
    std::memcpy(&number, bytes.data() + 1, sizeof(number));
    std::memcpy(&text_bytes, bytes.data() + 1 + sizeof(number), sizeof(text_bytes));
    bytes.remove_prefix(1 + sizeof(number) + sizeof(text_bytes));
    cell.text = bytes.substr(0, text_bytes);
    bytes.remove_prefix(cell.text.size());
    switch (cell.kind) {
      case Cell::Kind::whole:
      case Cell::Kind::flag:
      case Cell::Kind::time:
        cell.whole = static_cast<std::int64_t>(number);
        break;
      case Cell::Kind::large:
        cell.large = number;
        break;
      case Cell::Kind::real:
      case Cell::Kind::single:
        cell.real = std::bit_cast<double>(number);
        break;
      default:
        break;
    }
  }
}

}  // namespace facsim
