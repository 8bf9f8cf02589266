// SPDX-License-Identifier: Apache-2.0
#pragma once
// Every limit on foreign bytes has its name here, and a row in docs/limits.md.

#include <cstddef>
#include <cstdint>

namespace facsim::limits {

// Pages of one run are numbered with 32 bits.
inline constexpr std::uint64_t kPagesMax = 0xfffffffeU;
// A page's bytes after unpacking, where --page-max says nothing else.
inline constexpr std::size_t kPageBytesDefault = std::size_t{16} << 20;
// A record larger than a page may be is compared by its bytes alone, unless it is larger than this
// many times the limit of a page.
inline constexpr std::uint64_t kLargePageFactor = 64;
// A WARC, ARC or HTTP header block; longer ones are damage.
inline constexpr std::size_t kHeaderBytesMax = std::size_t{256} << 10;
// Records that are read ahead in search of the segments of one; behind more it lacks them.
inline constexpr std::size_t kSegmentsAheadMax = 1000;
// The row of a table that names its columns; of a longer one none is known.
inline constexpr std::size_t kCsvHeaderBytesMax = std::size_t{1} << 20;
// Elements open at once while HTML is parsed; what lies deeper is attached at this depth.
inline constexpr std::size_t kHtmlDepthMax = 4096;
// Entities that one XML page declares; later ones are unknown.
inline constexpr std::size_t kXmlEntitiesMax = 1024;
// Entities within entities of an XML page, and the bytes that all of them come to in one page;
// beyond these a reference stays as it is written.
inline constexpr int kXmlEntityDepthMax = 16;
inline constexpr std::size_t kXmlEntityBytesMax = std::size_t{1} << 20;
// Pages in attributes of a page (<iframe srcdoc>): how deep in one another, and how many in all;
// others are left out.
inline constexpr std::size_t kInnerPageDepthMax = 4;
inline constexpr std::size_t kInnerPagesMax = 256;
// Distinct tag.class names kept of one page.
inline constexpr std::size_t kLayoutNamesMax = 4096;
// An id or URL, longer ones are cut.
inline constexpr std::size_t kLabelBytesMax = std::size_t{8} << 10;
// Of a title, when it is asked which page it names.
inline constexpr std::size_t kTitleBytesMax = std::size_t{4} << 10;
// Distinct features of one page that recipes without a way of their own count; later ones are left
// out.
inline constexpr std::size_t kNamedFeaturesMax = std::size_t{1} << 22;
// A recipe, a table of idf, a list of words.
inline constexpr std::size_t kTableFileBytesMax = std::size_t{1} << 30;
// A line of a file of fingerprints.
inline constexpr std::size_t kFingerprintLineBytesMax = std::size_t{1} << 20;
// The most that --threads takes, and a run of the library.
inline constexpr int kThreadsMax = 1024;
// The least that --memory takes.
inline constexpr std::size_t kMemoryBytesMin = std::size_t{64} << 20;

}  // namespace facsim::limits
