// SPDX-License-Identifier: Apache-2.0
#pragma once
// Splits a segment file into its sections and assembles it again with correct positions and
// checksums, so that a fuzzer's changes to a section pass the checksums (docs/formats/segment.md).
//
// A target that includes this header mutates its inputs section by section.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/index/sections.h"
#include "fuzz/support.h"

// Defined by libFuzzer; only its builds mutate inputs.
extern "C" [[gnu::weak]] std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                                      std::size_t size_max);

namespace facsim {

struct SegmentImage {
  static constexpr std::size_t kHeaderBytes = 128;
  static constexpr std::size_t kEntryBytes = 64;
  static constexpr std::size_t kNameBytes = 32;
  static constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
  static constexpr std::size_t kSectionsMax = 64;

  struct Section {
    std::string name;  // 32 bytes, as in the table
    std::string bytes;
  };
  std::string header;
  std::vector<Section> sections;
};

template <class Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

template <class Number>
void put_number(std::string& bytes, std::size_t at, Number number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

// Returns nothing if the table or a section does not fit into the file.
inline std::optional<SegmentImage> taken_apart(std::string_view file) {
  using Image = SegmentImage;
  if (file.size() < Image::kHeaderBytes) return std::nullopt;
  Image image{std::string(file.substr(0, Image::kHeaderBytes)), {}};
  const auto count = number_at<std::uint32_t>(file, 12);
  const auto table = number_at<std::uint64_t>(file, 24);
  if (count > Image::kSectionsMax || table > file.size() ||
      count * Image::kEntryBytes > file.size() - table) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view entry = file.substr(table + i * Image::kEntryBytes, Image::kEntryBytes);
    const auto offset = number_at<std::uint64_t>(entry, Image::kNameBytes);
    const auto bytes = number_at<std::uint64_t>(entry, Image::kNameBytes + 8);
    if (offset > file.size() || bytes > file.size() - offset) return std::nullopt;
    image.sections.push_back(
        {std::string(entry.substr(0, Image::kNameBytes)), std::string(file.substr(offset, bytes))});
  }
  return image;
}

inline std::string put_together(const SegmentImage& image) {
  using Image = SegmentImage;
  const auto align = [](std::string& bytes, std::size_t to) {
    bytes.resize((bytes.size() + to - 1) / to * to);
  };
  std::string file = image.header;
  std::string table;
  std::string checksums;
  for (const Image::Section& section : image.sections) {
    align(file, section.bytes.size() >= Image::kBlockBytes ? 4096 : 64);
    std::string entry = section.name;
    entry.resize(Image::kEntryBytes);
    put_number<std::uint64_t>(entry, Image::kNameBytes, file.size());
    put_number<std::uint64_t>(entry, Image::kNameBytes + 8, section.bytes.size());
    put_number<std::uint64_t>(entry, Image::kNameBytes + 16, checksums.size() / 8);
    table += entry;
    for (std::size_t at = 0; at < section.bytes.size(); at += Image::kBlockBytes) {
      checksums.resize(checksums.size() + 8);
      put_number(checksums, checksums.size() - 8,
                 hash64(std::string_view(section.bytes).substr(at, Image::kBlockBytes)));
    }
    file += section.bytes;
  }
  align(file, 64);
  put_number(file, 12, static_cast<std::uint32_t>(image.sections.size()));
  put_number<std::uint64_t>(file, 16, file.size() + table.size() + checksums.size());
  put_number<std::uint64_t>(file, 24, file.size());
  put_number(file, 32, hash64(table));
  put_number<std::uint64_t>(file, 40, checksums.size() / 8);
  put_number(file, 48, hash64(checksums));
  put_number(file, Image::kHeaderBytes - 8,
             hash64(std::string_view(file).substr(0, Image::kHeaderBytes - 8)));
  return file + table + checksums;
}

// The sections as readers find them in an open file.
inline MemorySections sections_of(const SegmentImage& image) {
  MemorySections sections;
  for (const SegmentImage::Section& section : image.sections) {
    const std::string_view name(section.name.c_str());
    if (sections.find(name)) continue;
    sections.begin(name);
    sections.write(std::as_bytes(std::span(section.bytes)));
    sections.end();
  }
  return sections;
}

// Changes one section; seldom swaps two or removes one.
inline void change(SegmentImage& image, std::uint32_t choice) {
  if (image.sections.empty()) return;
  std::string& bytes = image.sections[choice % image.sections.size()].bytes;
  const std::uint32_t how = choice / SegmentImage::kSectionsMax % 256;
  if (how == 0) {
    image.sections.erase(image.sections.begin() + choice % image.sections.size());
  } else if (how == 1) {
    std::swap(bytes, image.sections[choice / 7 % image.sections.size()].bytes);
  } else {
    const std::size_t size = bytes.size();
    bytes.resize(size + size / 4 + 64);
    auto* const data = reinterpret_cast<std::uint8_t*>(bytes.data());
    bytes.resize(LLVMFuzzerMutate(data, size, bytes.size()));
  }
}

}  // namespace facsim

// libFuzzer calls this instead of its own mutations.
// NOLINTBEGIN(misc-definitions-in-headers): each target is a program of one source
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t size_max, unsigned seed) {
  auto image = facsim::taken_apart(facsim::text_of(data, size));
  if (!image) return LLVMFuzzerMutate(data, size, size_max);
  facsim::change(*image, static_cast<std::uint32_t>(seed));
  const std::string file = facsim::put_together(*image);
  if (file.size() > size_max) return size;
  std::copy(file.begin(), file.end(), reinterpret_cast<char*>(data));
  return file.size();
}
// NOLINTEND(misc-definitions-in-headers)
