// SPDX-License-Identifier: Apache-2.0
// Writes the sections of pages.
#include <algorithm>
#include <span>
#include <string_view>
#include <type_traits>

#include "facsim/index/packed_column.h"
#include "facsim/known/page_sections_internal.h"

namespace facsim {
namespace {

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

void write_section(SectionSink& sink, std::string_view name, std::span<const std::byte> bytes) {
  sink.begin(name);
  sink.write(bytes);
  sink.end();
}

void write_section(SectionSink& sink, std::string_view name, const SpillBytes& bytes) {
  sink.begin(name);
  copy_into(bytes, sink);
  sink.end();
}

}  // namespace

PageSectionsBuilder::PageSectionsBuilder(Scratch& scratch, std::uint64_t memory_bytes)
    : pages_(scratch, memory_bytes / 4),
      layouts_(scratch, memory_bytes / 8),
      witnesses_(scratch, memory_bytes / 32),
      witness_texts_(scratch, memory_bytes / 32),
      coverage_(scratch, memory_bytes / 32),
      left_out_texts_(scratch, memory_bytes / 32),
      names_(scratch, memory_bytes / 32),
      urls_(scratch, memory_bytes / 32),
      files_(scratch, memory_bytes / 32),
      roots_(scratch, memory_bytes / 64),
      file_roots_(scratch, memory_bytes / 64),
      digests_(page_parts::kDigestKeyBits, scratch, memory_bytes / 8),
      bands_(page_parts::kBandKeyBits, scratch, memory_bytes / 8),
      anchors_(page_parts::kAnchorBits, scratch, memory_bytes / 16),
      page_anchors_(scratch, memory_bytes / 16) {}

void PageSectionsBuilder::begin_file(const std::string& file, std::string_view root) {
  if (roots_count_ == 0 || root != root_) {
    root_.assign(root);
    roots_.add(std::string_view(root_));
    ++roots_count_;
  }
  file_ = file;
  files_.add(std::string_view(file_));
  file_roots_.push_back(roots_count_ - 1);
  ++files_count_;
}

void PageSectionsBuilder::add(const PageFacts& facts, const PageName& name, std::string_view root,
                              std::span<const std::uint64_t> anchors) {
  digests_.add(digest_table_key(facts.digest), count_);
  if (facts.has_fingerprint) {
    for (const std::uint64_t key : band_table_keys(facts.sketch)) bands_.add(key, count_);
  }
  anchors = anchors.first(std::min(anchors.size(), kKnownAnchorsMax));
  for (const std::uint64_t anchor : anchors) anchors_.add(anchor, count_);
  add_without_keys(facts, name, root, anchors);
}

void PageSectionsBuilder::add_keys(const PageSections& known, std::uint64_t first,
                                   std::span<const std::uint64_t> left_out,
                                   const std::function<void()>& check) {
  if (known.digests().size() != known.count_) {
    page_parts::damaged("its tables do not hold every page", known.where_);
  }
  const Renumbering renumbering = Renumbering::closing_gaps(first, known.count_, left_out);
  digests_.add_table(known.digests(), renumbering, check);
  bands_.add_table(known.bands(), renumbering, check);
  if (known.anchors()) anchors_.add_table(*known.anchors(), renumbering, check);
}

void PageSectionsBuilder::add_without_keys(const PageFacts& facts, const PageName& name,
                                           std::string_view root,
                                           std::span<const std::uint64_t> anchors) {
  if (files_count_ == 0 || name.file != file_ || root != root_) begin_file(name.file, root);
  PageSections::StoredPage page;
  page.digest_low = facts.digest.low;
  page.digest_high = facts.digest.high;
  page.fingerprint = facts.fingerprint;
  page.offset = name.offset;
  page.shingles = facts.shingles;
  page.units = facts.units;
  page.file = files_count_ - 1;
  page.flags = (facts.has_fingerprint ? page_parts::kHasFingerprint : 0) |
               (facts.has_layout ? page_parts::kHasLayout : 0) |
               std::uint32_t{facts.status} << page_parts::kStatusShift;
  page.sketch = facts.sketch;
  static_assert(sizeof page == 112 && std::is_trivially_copyable_v<PageSections::StoredPage>);
  pages_.append(bytes_of(page));
  layouts_.append(bytes_of(facts.layout));
  has_layouts_ |= facts.has_layout;
  add_witness(facts.witness);
  add_coverage(facts.coverage);
  add_names(facts.names);
  urls_.add(std::string_view(name.url));
  page_anchors_.add(std::string_view(reinterpret_cast<const char*>(anchors.data()),
                                     anchors.size() * sizeof(std::uint64_t)));
  has_anchors_ |= !anchors.empty();
  ++count_;
}

// Only titled pages use the rest of a witness.
void PageSectionsBuilder::add_witness(const Witness& witness) {
  PageSections::StoredWitness stored;
  stored.site = witness.site;
  stored.url = witness.url;
  has_witnesses_ |= witness.site != 0;
  if (witness.title != 0) {
    stored.title = witness.title;
    stored.marks = witness.marks;
    stored.flags = (witness.is_short ? page_parts::kIsShort : 0) |
                   (witness.judged_visible ? page_parts::kJudgedVisible : 0) |
                   (witness.is_stub ? page_parts::kIsStub : 0);
    if (witness.has_text) {
      stored.text = witness_texts_count_++;
      witness_texts_.append(bytes_of(witness.text));
    }
  }
  static_assert(sizeof stored == 40 && std::is_trivially_copyable_v<PageSections::StoredWitness>);
  witnesses_.append(bytes_of(stored));
}

void PageSectionsBuilder::add_coverage(const Coverage& coverage) {
  PageSections::StoredCoverage stored;
  stored.visible = coverage.visible;
  stored.left_out = coverage.left_out;
  stored.mostly = static_cast<std::uint8_t>(coverage.mostly);
  stored.flags = coverage.is_garbled ? page_parts::kIsGarbled : std::uint8_t{0};
  if (coverage.has_text) {
    stored.text = left_out_texts_count_++;
    left_out_texts_.append(bytes_of(coverage.text));
  }
  has_coverage_ |= coverage != Coverage{};
  static_assert(sizeof stored == 16 && std::is_trivially_copyable_v<PageSections::StoredCoverage>);
  coverage_.append(bytes_of(stored));
}

void PageSectionsBuilder::add_names(const Names& names) {
  PageSections::StoredNames stored;
  stored.words = names.words;
  stored.flags = (names.is_asked ? page_parts::kIsAsked : std::uint8_t{0}) |
                 (names.of_visible ? page_parts::kOfVisible : std::uint8_t{0});
  stored.filter = names.filter;
  has_names_ |= names.is_asked;
  static_assert(sizeof stored == 192 && std::is_trivially_copyable_v<PageSections::StoredNames>);
  names_.append(bytes_of(stored));
}

void PageSectionsBuilder::finish(SectionSink& sink) {
  const PageSections::Head head{page_parts::kVersion,
                                (has_layouts_ ? page_parts::kLayoutsAreThere : 0) |
                                    (has_anchors_ ? page_parts::kAnchorsAreThere : 0) |
                                    (has_witnesses_ ? page_parts::kWitnessesAreThere : 0) |
                                    (has_coverage_ ? page_parts::kCoverageIsThere : 0) |
                                    (has_names_ ? page_parts::kNamesAreThere : 0),
                                count_, files_count_, roots_count_};
  write_section(sink, page_parts::kHead, bytes_of(head));
  write_section(sink, page_parts::kRows, pages_);
  if (has_layouts_) write_section(sink, page_parts::kLayouts, layouts_);
  if (has_witnesses_) {
    write_section(sink, page_parts::kWitnesses, witnesses_);
    write_section(sink, page_parts::kWitnessTexts, witness_texts_);
  }
  if (has_coverage_) {
    write_section(sink, page_parts::kCoverage, coverage_);
    write_section(sink, page_parts::kLeftOutTexts, left_out_texts_);
  }
  if (has_names_) write_section(sink, page_parts::kNames, names_);
  sink.begin(page_parts::kFileRoots);
  for (std::uint64_t i = 0; i < file_roots_.size(); ++i) {
    const std::uint32_t root = file_roots_.at(i);
    sink.write(bytes_of(root));
  }
  sink.end();
  urls_.finish(sink, page_parts::kUrls);
  files_.finish(sink, page_parts::kFiles);
  roots_.finish(sink, page_parts::kRoots);
  digests_.finish(sink, page_parts::kDigests);
  bands_.finish(sink, page_parts::kBandTable);
  if (!has_anchors_) return;
  anchors_.finish(sink, page_parts::kAnchors);
  page_anchors_.finish(sink, page_parts::kPageAnchors);
}

}  // namespace facsim
