// SPDX-License-Identifier: Apache-2.0
#pragma once
// Every limit on foreign bytes is named here and has a row in docs/limits.md.

#include <cstddef>
#include <cstdint>

namespace facsim::limits {

// Pages of one run are numbered with 32 bits.
inline constexpr std::uint64_t kPagesMax = 0xfffffffeU;
// The most bytes of a page after unpacking, unless --page-max sets it.
inline constexpr std::size_t kPageBytesDefault = std::size_t{16} << 20;
// Larger records than the limit of a page are compared by their bytes alone, up to this many times
// the limit.
inline constexpr std::uint64_t kLargePageFactor = 64;
// The most bytes of a WARC, ARC or HTTP header block; a longer one counts as damage.
inline constexpr std::size_t kHeaderBytesMax = std::size_t{256} << 10;
// Records that are read ahead to find the other segments of a record; segments further away count
// as missing.
inline constexpr std::size_t kSegmentsAheadMax = 1000;
// The most bytes of the row that names a table's columns; the columns of a longer row are unknown.
inline constexpr std::size_t kCsvHeaderBytesMax = std::size_t{1} << 20;
// Elements open at once while HTML is parsed; deeper ones are attached at this depth.
inline constexpr std::size_t kHtmlDepthMax = 4096;
// Entities that one XML page may declare; later ones are unknown.
inline constexpr std::size_t kXmlEntitiesMax = 1024;
// The nesting depth of entities of an XML page, and the most bytes that all of them may expand to
// in one page; beyond these limits a reference is left as it is.
inline constexpr int kXmlEntityDepthMax = 16;
inline constexpr std::size_t kXmlEntityBytesMax = std::size_t{1} << 20;
// Pages in attributes of a page (<iframe srcdoc>): the nesting depth, and the total number; others
// are left out.
inline constexpr std::size_t kInnerPageDepthMax = 4;
inline constexpr std::size_t kInnerPagesMax = 256;
// Distinct tag.class names stored for one page.
inline constexpr std::size_t kLayoutNamesMax = 4096;
// The most bytes of an id or URL; longer ones are cut.
inline constexpr std::size_t kLabelBytesMax = std::size_t{8} << 10;
// The bytes of a title that are used to find out which page it names.
inline constexpr std::size_t kTitleBytesMax = std::size_t{4} << 10;
// Distinct features of one page that recipes without a fast path count; later ones are left out.
inline constexpr std::size_t kNamedFeaturesMax = std::size_t{1} << 22;
// The most bytes of a recipe, a table of idf, or a list of words.
inline constexpr std::size_t kTableFileBytesMax = std::size_t{1} << 30;
// The most bytes of a line of a file of fingerprints.
inline constexpr std::size_t kFingerprintLineBytesMax = std::size_t{1} << 20;
// The maximum of --threads, and of the threads of a run of the library.
inline constexpr int kThreadsMax = 1024;
// The minimum of --memory.
inline constexpr std::size_t kMemoryBytesMin = std::size_t{64} << 20;

}  // namespace facsim::limits
