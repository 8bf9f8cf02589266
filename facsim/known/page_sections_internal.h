// SPDX-License-Identifier: Apache-2.0
#pragma once
// The layout of the sections of pages in a file, for the code that writes them
// (page_sections_builder.cc) and reads them (page_sections.cc).
//
// docs/formats/page-sections.md has the bytes.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/known/page_sections.h"

namespace facsim {
namespace page_parts {

inline constexpr std::uint32_t kVersion = 5;
inline constexpr unsigned kDigestKeyBits = 40;
inline constexpr unsigned kBandNumberBits = 3;
inline constexpr unsigned kBandKeyBits = 32 + kBandNumberBits;
static_assert(kBands == std::size_t{1} << kBandNumberBits);

inline constexpr std::uint32_t kLayoutsAreThere = 1;
inline constexpr std::uint32_t kAnchorsAreThere = 2;
inline constexpr std::uint32_t kWitnessesAreThere = 4;
inline constexpr std::uint32_t kCoverageIsThere = 8;
inline constexpr std::uint32_t kNamesAreThere = 16;
inline constexpr std::uint32_t kHasFingerprint = 1;
inline constexpr std::uint32_t kHasLayout = 2;
inline constexpr unsigned kStatusShift = 16;  // the status is above the flags
inline constexpr std::uint32_t kIsShort = 1;
inline constexpr std::uint32_t kJudgedVisible = 2;
inline constexpr std::uint32_t kIsStub = 4;
inline constexpr std::uint32_t kNoText = 0xffffffffU;
inline constexpr std::uint8_t kIsGarbled = 1;
inline constexpr std::uint8_t kIsAsked = 1;
inline constexpr std::uint8_t kOfVisible = 2;

inline constexpr std::string_view kHead = "pages.head";
inline constexpr std::string_view kRows = "pages.rows";
inline constexpr std::string_view kLayouts = "pages.layouts";
inline constexpr std::string_view kWitnesses = "pages.witnesses";
inline constexpr std::string_view kWitnessTexts = "pages.witness-texts";
inline constexpr std::string_view kCoverage = "pages.coverage";
inline constexpr std::string_view kLeftOutTexts = "pages.left-out-texts";
inline constexpr std::string_view kNames = "pages.names";
inline constexpr std::string_view kFileRoots = "pages.file-roots";
inline constexpr std::string_view kUrls = "urls";
inline constexpr std::string_view kFiles = "files";
inline constexpr std::string_view kRoots = "roots";
inline constexpr std::string_view kDigests = "digests";
inline constexpr std::string_view kBandTable = "bands";
inline constexpr std::string_view kAnchors = "anchors";
inline constexpr std::string_view kPageAnchors = "page-anchors";
inline constexpr unsigned kAnchorBits = 64;
static_assert(kKnownAnchorsMax * sizeof(std::uint64_t) <= limits::kLabelBytesMax);

[[noreturn]] inline void damaged(const std::string& what, const std::string& where) {
  throw Error{ErrorCode::damaged, what + "; build the index anew from its input", where};
}

}  // namespace page_parts

struct PageSections::Head {
  std::uint32_t version = 0;
  std::uint32_t flags = 0;
  std::uint64_t pages = 0;
  std::uint32_t files = 0;
  std::uint32_t roots = 0;
};

struct PageSections::StoredPage {
  std::uint64_t digest_low = 0;
  std::uint64_t digest_high = 0;
  std::uint64_t fingerprint = 0;
  std::uint64_t offset = 0;
  std::uint32_t shingles = 0;
  std::uint32_t units = 0;
  std::uint32_t file = 0;
  std::uint32_t flags = 0;
  Sketch sketch;
};

struct PageSections::StoredWitness {
  std::uint64_t site = 0;
  std::uint64_t url = 0;
  std::uint64_t title = 0;
  std::uint64_t marks = 0;
  std::uint32_t text = page_parts::kNoText;  // its number among the texts
  std::uint32_t flags = 0;
};

struct PageSections::StoredCoverage {
  std::uint64_t visible = 0;
  std::uint32_t text = page_parts::kNoText;  // its number among the texts
  std::uint16_t left_out = 0;
  std::uint8_t mostly = 0;
  std::uint8_t flags = 0;
};

struct PageSections::StoredNames {
  std::array<char, Names::kWordsBytes> words = {};
  std::uint8_t flags = 0;
  std::uint8_t zero = 0;
  std::array<std::uint64_t, Names::kFilterBits / 64> filter = {};
};

}  // namespace facsim
