// SPDX-License-Identifier: Apache-2.0
// Any bytes as a segment of an index of pages, with valid checksums. Everything in it is queried,
// damaged or not; if its check finds no damage, a builder reproduces it unchanged.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/limits.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/known/open_index.h"
#include "facsim/known/page_sections.h"
#include "fuzz/segment_image.h"

namespace {

using namespace facsim;

constexpr std::uint64_t kAskedMax = 100;

template <class Read>
bool is_taken_or_damaged(const Read& read) {
  return is_taken({ErrorCode::damaged, ErrorCode::unsupported}, read);
}

void find(const KeyTable& table, std::uint64_t key, std::uint64_t ordinal, bool is_sound) {
  for (const std::uint64_t limit : {0U, 1U}) {
    std::vector<std::uint64_t> found;
    const bool is_taken =
        is_taken_or_damaged([&] { (void)table.find(key, limit, found); }) || !is_sound;
    require(is_taken && (limit == 0 || found.size() <= limit));
    const bool is_there = std::ranges::find(found, ordinal) != found.end();
    require(is_there || limit > 0 || !is_sound);
  }
}

void ask(const PageSections& pages, std::uint64_t ordinal, bool is_sound) {
  const bool has_all = is_taken_or_damaged([&] {
    const PageFacts facts = pages.facts(ordinal);
    find(pages.digests(), digest_table_key(facts.digest), ordinal, is_sound);
    if (facts.has_fingerprint) {
      for (const std::uint64_t key : band_table_keys(facts.sketch)) {
        find(pages.bands(), key, ordinal, is_sound);
      }
    }
    (void)pages.name(ordinal);
    (void)pages.path(pages.file_of(ordinal));
    for (const std::uint64_t anchor : pages.anchors_of(ordinal)) {
      find(*pages.anchors(), anchor, ordinal, is_sound);
    }
  });
  require(has_all || !is_sound);
}

// False if a value is longer than in any real page: a builder would cut it, so nothing is compared.
bool fits_a_builder(const PageSections& pages, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const bool fits = pages.url(i).size() <= limits::kLabelBytesMax &&
                      pages.name(i).file.size() <= limits::kLabelBytesMax &&
                      pages.root(pages.file_of(i)).size() <= limits::kLabelBytesMax &&
                      pages.anchors_of(i).size() <= kKnownAnchorsMax;
    if (!fits) return false;
  }
  return true;
}

void require_equal(const PageFacts& a, const PageFacts& b) {
  require(a.digest == b.digest && a.fingerprint == b.fingerprint && a.sketch == b.sketch);
  require(a.has_fingerprint == b.has_fingerprint && a.has_layout == b.has_layout);
  require(!a.has_layout || a.layout == b.layout);
  require(a.shingles == b.shingles && a.units == b.units);
  require(a.witness.site == b.witness.site && a.witness.url == b.witness.url);
  require(a.witness.title == 0 || a.witness == b.witness);
}

void check_round_trip(const PageSections& pages, std::uint64_t count) {
  MemoryScratch scratch;
  PageSectionsBuilder builder(scratch, std::size_t{1} << 20);
  for (std::uint64_t i = 0; i < count; ++i) {
    builder.add(pages.facts(i), pages.name(i), pages.root(pages.file_of(i)), pages.anchors_of(i));
  }
  MemorySections sections;
  builder.finish(sections);
  const PageSections again(sections, count);
  again.check();
  for (std::uint64_t i = 0; i < count; ++i) {
    require_equal(pages.facts(i), again.facts(i));
    const PageName name = pages.name(i);
    const PageName name_again = again.name(i);
    require(name.url == name_again.url && name.file == name_again.file);
    require(name.offset == name_again.offset);
    require(pages.path(pages.file_of(i)) == again.path(again.file_of(i)));
    require(pages.anchors_of(i) == again.anchors_of(i));
  }
}

void read_pages(const MemorySections& sections) {
  const auto head = sections.find("pages.head");
  if (!head || head->size() < 16) return;
  std::uint64_t count = 0;
  std::memcpy(&count, head->data() + 8, sizeof count);
  is_taken_or_damaged([&] {
    const PageSections pages(sections, count);
    const bool is_sound = is_taken_or_damaged([&] { pages.check(); });
    for (std::uint64_t i = 0; i < std::min(count, kAskedMax); ++i) ask(pages, i, is_sound);
    ask(pages, count, false);
    if (is_sound && fits_a_builder(pages, count)) check_round_trip(pages, count);
  });
}

// Reads the segment from a mapped file, with fingerprints and ids.
void read_segment(const std::string& bytes) {
  const MemoryFile file(bytes);
  is_taken_or_damaged([&] {
    const OpenSegment segment(std::make_shared<const Segment>(Segment::open(file.path())),
                              IndexKind::pages, OpenIndexOptions{});
    const HammingIndex& index = segment.hamming;
    const bool is_sound = is_taken_or_damaged([&] { index.check(); });
    is_taken_or_damaged([&] { segment.ids.for_each([](std::uint64_t, std::string_view) {}); });
    HammingSearch search(index);
    const int distance = std::min(index.design().max_distance, 3);
    for (std::uint64_t i = 0; i < std::min(index.size(), kAskedMax); ++i) {
      is_taken_or_damaged([&] { (void)segment.ids.at(i); });
      const PageFacts facts = segment.pages->facts(i);
      const auto is_found = [&](std::size_t, std::span<const Neighbour> found, bool) {
        for (const Neighbour& one : found) require(std::cmp_less_equal(one.distance, distance));
      };
      const bool is_answered = is_taken_or_damaged([&] {
        search.find(std::span(&facts.fingerprint, 1), {.max_distance = distance}, is_found);
      });
      require(is_answered || !is_sound);
    }
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryBound bound((std::size_t{48} << 20) + 64 * size);
  const std::string bytes(text_of(data, size));
  read_segment(bytes);
  if (const auto image = taken_apart(bytes)) read_pages(sections_of(*image));
  return 0;
}
