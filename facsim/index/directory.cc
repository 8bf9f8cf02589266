// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/directory.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::uint64_t kWide = std::uint64_t{1} << 63;
constexpr std::size_t kDirectoryLineBytes = 64;

[[noreturn]] void throw_damaged_directory(std::string_view what, const SectionSource& source) {
  throw Error{ErrorCode::damaged, std::string(what), source.name(),
              "build the index anew from its input"};
}

[[noreturn]] void points_outside() {
  throw Error{ErrorCode::damaged,
              "a directory of the index points outside; build the index anew from its input"};
}

// The sum of the first `bytes` of a line's 56 counts, eight at a time: even and odd bytes are added
// in lanes of 16 bits, which can hold the sum of seven words.
std::uint64_t sum_of_first(const unsigned char* counts, std::uint64_t bytes) noexcept {
  constexpr std::uint64_t kEven = 0x00ff00ff00ff00ffU;
  const auto word_at = [counts](std::uint64_t at) {
    std::uint64_t word = 0;
    std::memcpy(&word, counts + at, sizeof word);
    return word;
  };
  std::uint64_t lanes = 0;
  std::uint64_t at = 0;
  for (; at + 8 <= bytes; at += 8) {
    const std::uint64_t word = word_at(at);
    lanes += (word & kEven) + (word >> 8 & kEven);
  }
  if (at < bytes) {
    const std::uint64_t word = word_at(at) & ((std::uint64_t{1} << 8 * (bytes - at)) - 1);
    lanes += (word & kEven) + (word >> 8 & kEven);
  }
  return lanes * 0x0001000100010001U >> 48;
}

}  // namespace

void DirectoryBuilder::end_line() {
  std::array<std::byte, kDirectoryLineBytes> line{};
  const bool is_wide = *std::max_element(counts_, counts_ + kBucketsALine) > 255;
  const std::uint64_t base = is_wide ? kWide | wide_.size() : entries_;
  std::memcpy(line.data(), &base, sizeof base);
  for (std::size_t i = 0; i < kBucketsALine; ++i) {
    if (is_wide) {
      wide_.push_back(entries_);
    } else {
      line[8 + i] = static_cast<std::byte>(counts_[i]);
    }
    entries_ += counts_[i];
    counts_[i] = 0;
  }
  if (is_wide) wide_.push_back(entries_);
  lines_.append(line);
  slot_ = 0;
}

void DirectoryBuilder::finish(SectionSink& sink, std::string_view name) {
  if (slot_ > 0) end_line();
  sink.begin(std::string(name) + ".lines");
  copy_into(lines_, sink);
  sink.end();
  sink.begin(std::string(name) + ".wide");
  sink.write(std::as_bytes(std::span(wide_)));
  sink.end();
}

std::span<const std::byte> section_of(const SectionSource& source, std::string_view name) {
  const auto section = source.find(name);
  if (!section) throw_damaged_directory("section " + std::string(name) + " is missing", source);
  return *section;
}

std::span<const std::byte> section_of(const SectionSource& source, std::string_view name,
                                      std::uint64_t bytes) {
  const std::span<const std::byte> section = section_of(source, name);
  if (section.size() != bytes) {
    throw_damaged_directory("section " + std::string(name) + " has " +
                                std::to_string(section.size()) + " bytes where " +
                                std::to_string(bytes) + " belong",
                            source);
  }
  return section;
}

RawDirectory open_directory(const SectionSource& source, std::string_view name,
                            std::uint64_t buckets, std::uint64_t entries) {
  const std::uint64_t lines = (buckets + kBucketsALine - 1) / kBucketsALine;
  const std::string prefix(name);
  RawDirectory directory;
  directory.lines = reinterpret_cast<const unsigned char*>(
      section_of(source, prefix + ".lines", lines * kDirectoryLineBytes).data());
  const std::span<const std::byte> wide = section_of(source, prefix + ".wide");
  if (wide.size() % sizeof(std::uint64_t) != 0) {
    throw_damaged_directory("section " + prefix + ".wide is cut", source);
  }
  directory.wide = reinterpret_cast<const std::uint64_t*>(wide.data());
  directory.wide_count = wide.size() / sizeof(std::uint64_t);
  directory.entries = entries;
  return directory;
}

EntryRange range_of(const RawDirectory& directory, std::uint64_t bucket) {
  const std::uint64_t slot = bucket % kBucketsALine;
  const unsigned char* const line =
      directory.lines + kDirectoryLineBytes * (bucket / kBucketsALine);
  std::uint64_t base = 0;
  std::memcpy(&base, line, sizeof base);
  EntryRange range;
  bool inside = true;
  if ((base & kWide) == 0) {
    range.begin = base + sum_of_first(line + 8, slot);
    range.count = line[8 + slot];
  } else {
    base &= ~kWide;
    inside = directory.wide_count > slot + 1 && base < directory.wide_count - slot - 1;
    if (inside) {
      range.begin = directory.wide[base + slot];
      range.count = directory.wide[base + slot + 1] - range.begin;
    }
  }
  if (!inside || range.begin > directory.entries || range.count > directory.entries - range.begin) {
    points_outside();
  }
  return range;
}

LineBegins begins_of_line(const RawDirectory& directory, std::uint64_t line) {
  const unsigned char* const bytes = directory.lines + kDirectoryLineBytes * line;
  std::uint64_t base = 0;
  std::memcpy(&base, bytes, sizeof base);
  LineBegins begins{};
  if ((base & kWide) == 0) {
    begins[0] = base;
    for (std::size_t i = 0; i < kBucketsALine; ++i) begins[i + 1] = begins[i] + bytes[8 + i];
  } else {
    base &= ~kWide;
    if (directory.wide_count < begins.size() || base > directory.wide_count - begins.size()) {
      points_outside();
    }
    std::copy_n(directory.wide + base, begins.size(), begins.begin());
  }
  if (!std::is_sorted(begins.begin(), begins.end()) || begins.back() > directory.entries) {
    points_outside();
  }
  return begins;
}

std::uint64_t line_of(const RawDirectory& directory, std::uint64_t lines, std::uint64_t place) {
  std::uint64_t first = 0;
  for (std::uint64_t count = lines; count > 1;) {
    const std::uint64_t half = count / 2;
    if (range_of(directory, (first + half) * kBucketsALine).begin <= place) first += half;
    count -= half;
  }
  return first;
}

}  // namespace facsim
