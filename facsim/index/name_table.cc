// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/name_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/index/directory.h"
#include "facsim/index/packed_column.h"
#include "facsim/model/label.h"

namespace facsim {
namespace {

constexpr std::uint64_t kBlockNames = 16;
static_assert(limits::kLabelBytesMax < (1U << 14), "a length takes two bytes at most");

[[noreturn]] void throw_damaged_names(const std::string& where) {
  throw Error{ErrorCode::damaged, "names of the index are damaged; build it anew from its input",
              where};
}

}  // namespace

NameTableBuilder::NameTableBuilder(Scratch& scratch, std::size_t memory_bytes_max)
    : blocks_(scratch, memory_bytes_max / 8), bytes_(scratch, memory_bytes_max / 8 * 7) {}

void NameTableBuilder::add(std::string_view name) {
  leave_range();
  store(name);
  ++count_;
}

void NameTableBuilder::add(std::uint64_t number) {
  if (count_ == 0 && is_range_) first_ = number;
  if (is_range_ && number == first_ + count_) {
    ++count_;
    return;
  }
  std::array<char, 20> digits{};
  const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  add(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
}

void NameTableBuilder::leave_range() {
  if (!is_range_) return;
  is_range_ = false;
  const std::uint64_t numbers = std::exchange(count_, 0);
  for (std::uint64_t i = 0; i < numbers; ++i) add(first_ + i);
}

void NameTableBuilder::store(std::string_view name) {
  if (count_ % kBlockNames == 0) {
    const std::uint64_t at = bytes_.size();
    blocks_.append(std::as_bytes(std::span(&at, 1)));
  }
  std::string cut;
  if (name.size() > limits::kLabelBytesMax) name = cut = cut_label(name);
  const std::size_t length = name.size();
  const std::array<std::byte, 2> prefix = {
      static_cast<std::byte>(length < 128 ? length : (length & 127U) | 128U),
      static_cast<std::byte>(length >> 7)};
  bytes_.append(std::span(prefix).first(length < 128 ? 1 : 2));
  bytes_.append(std::as_bytes(std::span(name)));
}

void NameTableBuilder::finish(SectionSink& sink, std::string_view name) {
  const std::string prefix(name);
  const std::array<std::uint64_t, 2> range = {is_range_ ? 1U : 0U, first_};
  sink.begin(prefix + ".range");
  sink.write(std::as_bytes(std::span(range)));
  sink.end();
  sink.begin(prefix + ".blocks");
  copy_into(blocks_, sink);
  sink.end();
  sink.begin(prefix + ".bytes");
  copy_into(bytes_, sink);
  sink.end();
}

NameTable::NameTable(const SectionSource& source, std::string_view name, std::uint64_t count)
    : where_(source.name()), count_(count) {
  const std::string prefix(name);
  std::array<std::uint64_t, 2> range{};
  std::memcpy(range.data(), section_of(source, prefix + ".range", sizeof range).data(),
              sizeof range);
  is_range_ = range[0] == 1;
  first_ = range[1];
  if (range[0] > 1 || (is_range_ && first_ > ~std::uint64_t{0} - count))
    throw_damaged_names(where_);
  if (is_range_) return;
  const std::uint64_t blocks = (count + kBlockNames - 1) / kBlockNames;
  blocks_ = reinterpret_cast<const std::uint64_t*>(
      section_of(source, prefix + ".blocks", blocks * sizeof(std::uint64_t)).data());
  bytes_ = section_of(source, prefix + ".bytes");
}

std::string_view NameTable::next(std::uint64_t& at) const {
  const auto byte = [&]() -> std::size_t {
    if (at >= bytes_.size()) throw_damaged_names(where_);
    return std::to_integer<std::size_t>(bytes_[at++]);
  };
  std::size_t length = byte();
  if (length >= 128) length = (length & 127U) | byte() << 7;
  if (length > bytes_.size() - at) throw_damaged_names(where_);
  const std::string_view name(reinterpret_cast<const char*>(bytes_.data()) + at, length);
  at += length;
  return name;
}

std::string NameTable::at(std::uint64_t ordinal) const {
  if (ordinal >= count_) throw_damaged_names(where_);
  if (is_range_) return std::to_string(first_ + ordinal);
  std::uint64_t at = blocks_[ordinal / kBlockNames];
  for (std::uint64_t skipped = 0; skipped < ordinal % kBlockNames; ++skipped) (void)next(at);
  return std::string(next(at));
}

void NameTable::for_each(const std::function<void(std::uint64_t, std::string_view)>& visit) const {
  std::uint64_t at = 0;
  for (std::uint64_t ordinal = 0; ordinal < count_; ++ordinal) {
    if (is_range_) {
      visit(ordinal, std::to_string(first_ + ordinal));
      continue;
    }
    if (ordinal % kBlockNames == 0 && blocks_[ordinal / kBlockNames] != at)
      throw_damaged_names(where_);
    visit(ordinal, next(at));
  }
  if (!is_range_ && at != bytes_.size()) throw_damaged_names(where_);
}

}  // namespace facsim
