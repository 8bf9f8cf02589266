// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/page_sections.h"

#include <cstring>
#include <span>

#include "facsim/index/directory.h"
#include "facsim/known/page_sections_internal.h"

namespace facsim {

std::array<std::uint64_t, kBands> band_table_keys(const Sketch& sketch) noexcept {
  const auto keys = band_keys(sketch);
  std::array<std::uint64_t, kBands> with_numbers{};
  for (std::size_t band = 0; band < kBands; ++band) {
    with_numbers[band] = std::uint64_t{keys[band]} << page_parts::kBandNumberBits | band;
  }
  return with_numbers;
}

PageSections::Head PageSections::head_of(const SectionSource& source, std::uint64_t count) {
  Head head;
  std::memcpy(&head, section_of(source, page_parts::kHead, sizeof head).data(), sizeof head);
  if (head.version != page_parts::kVersion) {
    const bool is_newer = head.version > page_parts::kVersion;
    throw Error{ErrorCode::unsupported,
                "holds pages of version " + std::to_string(head.version) +
                    ", this program reads version " + std::to_string(page_parts::kVersion) +
                    (is_newer ? "; use a newer facsim" : "; build the index anew from its input"),
                source.name()};
  }
  constexpr std::uint32_t known = page_parts::kLayoutsAreThere | page_parts::kAnchorsAreThere |
                                  page_parts::kWitnessesAreThere | page_parts::kCoverageIsThere |
                                  page_parts::kNamesAreThere;
  if ((head.flags & ~known) != 0 || head.pages != count) {
    page_parts::damaged("the head of its pages is damaged", source.name());
  }
  return head;
}

PageSections::PageSections(const SectionSource& source, std::uint64_t count)
    : PageSections(source, head_of(source, count)) {}

PageSections::PageSections(const SectionSource& source, const Head& head)
    : where_(source.name()),
      count_(head.pages),
      files_count_(head.files),
      roots_count_(head.roots),
      urls_(source, page_parts::kUrls, head.pages),
      files_(source, page_parts::kFiles, head.files),
      roots_(source, page_parts::kRoots, head.roots),
      digests_(source, page_parts::kDigests),
      bands_(source, page_parts::kBandTable) {
  // An impossible count would wrap around when it is multiplied.
  if (count_ > section_of(source, page_parts::kRows).size() / sizeof(StoredPage)) {
    page_parts::damaged("section " + std::string(page_parts::kRows) + " is cut", where_);
  }
  pages_ = reinterpret_cast<const StoredPage*>(
      section_of(source, page_parts::kRows, count_ * sizeof(StoredPage)).data());
  if ((head.flags & page_parts::kLayoutsAreThere) != 0) {
    layouts_ = reinterpret_cast<const Sketch*>(
        section_of(source, page_parts::kLayouts, count_ * sizeof(Sketch)).data());
  }
  if ((head.flags & page_parts::kWitnessesAreThere) != 0) read_witnesses(source);
  if ((head.flags & page_parts::kCoverageIsThere) != 0) read_coverage(source);
  if ((head.flags & page_parts::kNamesAreThere) != 0) {
    names_ = reinterpret_cast<const StoredNames*>(
        section_of(source, page_parts::kNames, count_ * sizeof(StoredNames)).data());
  }
  file_roots_ = reinterpret_cast<const std::uint32_t*>(
      section_of(source, page_parts::kFileRoots, files_count_ * sizeof(std::uint32_t)).data());
  if ((head.flags & page_parts::kAnchorsAreThere) != 0) {
    anchors_.emplace(source, page_parts::kAnchors);
    page_anchors_.emplace(source, page_parts::kPageAnchors, count_);
    if (anchors_->bits() != page_parts::kAnchorBits)
      page_parts::damaged("its table of anchors is damaged", where_);
  }
  if (digests_.bits() != page_parts::kDigestKeyBits || bands_.bits() != page_parts::kBandKeyBits) {
    page_parts::damaged("its tables of keys are damaged", where_);
  }
}

void PageSections::read_witnesses(const SectionSource& source) {
  witnesses_ = reinterpret_cast<const StoredWitness*>(
      section_of(source, page_parts::kWitnesses, count_ * sizeof(StoredWitness)).data());
  const auto texts = section_of(source, page_parts::kWitnessTexts);
  witness_texts_ = reinterpret_cast<const Sketch*>(texts.data());
  witness_texts_count_ = texts.size() / sizeof(Sketch);
  if (texts.size() % sizeof(Sketch) != 0) page_parts::damaged("a witness is cut", where_);
}

void PageSections::read_coverage(const SectionSource& source) {
  coverage_ = reinterpret_cast<const StoredCoverage*>(
      section_of(source, page_parts::kCoverage, count_ * sizeof(StoredCoverage)).data());
  const auto texts = section_of(source, page_parts::kLeftOutTexts);
  left_out_texts_ = reinterpret_cast<const Sketch*>(texts.data());
  left_out_texts_count_ = texts.size() / sizeof(Sketch);
  if (texts.size() % sizeof(Sketch) != 0) page_parts::damaged("its coverage is cut", where_);
}

const PageSections::StoredPage& PageSections::stored(std::uint64_t ordinal) const {
  // Ordinals come from tables, which may be damaged.
  if (ordinal >= count_) page_parts::damaged("a table leads to a page that is not there", where_);
  return pages_[ordinal];
}

PageFacts PageSections::facts(std::uint64_t ordinal) const {
  const StoredPage& page = stored(ordinal);
  PageFacts facts;
  facts.has_text = true;
  facts.digest = {page.digest_low, page.digest_high};
  facts.fingerprint = page.fingerprint;
  facts.shingles = page.shingles;
  facts.units = page.units;
  facts.sketch = page.sketch;
  facts.has_fingerprint = (page.flags & page_parts::kHasFingerprint) != 0;
  facts.status = static_cast<std::uint16_t>(page.flags >> page_parts::kStatusShift);
  if (layouts_ != nullptr && (page.flags & page_parts::kHasLayout) != 0) {
    facts.has_layout = true;
    facts.layout = layouts_[ordinal];
  }
  if (witnesses_ != nullptr) facts.witness = witness(ordinal);
  if (coverage_ != nullptr) facts.coverage = coverage(ordinal);
  if (names_ != nullptr) facts.names = names(ordinal);
  return facts;
}

std::optional<std::uint64_t> PageSections::fingerprint(std::uint64_t ordinal) const {
  const StoredPage& page = stored(ordinal);
  if ((page.flags & page_parts::kHasFingerprint) == 0) return std::nullopt;
  return page.fingerprint;
}

Witness PageSections::witness(std::uint64_t ordinal) const {
  const StoredWitness& stored = witnesses_[ordinal];
  Witness witness;
  witness.site = stored.site;
  witness.url = stored.url;
  witness.title = stored.title;
  witness.marks = stored.marks;
  witness.is_short = (stored.flags & page_parts::kIsShort) != 0;
  witness.judged_visible = (stored.flags & page_parts::kJudgedVisible) != 0;
  witness.is_stub = (stored.flags & page_parts::kIsStub) != 0;
  if (stored.text != page_parts::kNoText) {
    if (stored.text >= witness_texts_count_) page_parts::damaged("a witness is not there", where_);
    witness.has_text = true;
    witness.text = witness_texts_[stored.text];
  }
  return witness;
}

Coverage PageSections::coverage(std::uint64_t ordinal) const {
  const StoredCoverage& stored = coverage_[ordinal];
  if (stored.mostly >= kLeftOutCount) page_parts::damaged("a coverage cannot be", where_);
  Coverage coverage;
  coverage.visible = stored.visible;
  coverage.left_out = stored.left_out;
  coverage.mostly = static_cast<LeftOut>(stored.mostly);
  coverage.is_garbled = (stored.flags & page_parts::kIsGarbled) != 0;
  if (stored.text != page_parts::kNoText) {
    if (stored.text >= left_out_texts_count_) {
      page_parts::damaged("what was left out is not there", where_);
    }
    coverage.has_text = true;
    coverage.text = left_out_texts_[stored.text];
  }
  return coverage;
}

Names PageSections::names(std::uint64_t ordinal) const {
  const StoredNames& stored = names_[ordinal];
  Names names;
  names.is_asked = (stored.flags & page_parts::kIsAsked) != 0;
  names.of_visible = (stored.flags & page_parts::kOfVisible) != 0;
  names.filter = stored.filter;
  const std::string_view words(stored.words.data(), stored.words.size());
  if (!set_text(names, words.substr(0, words.find('\0')))) {
    page_parts::damaged("a name cannot be", where_);
  }
  return names;
}

std::uint32_t PageSections::file_of(std::uint64_t ordinal) const {
  const std::uint32_t file = stored(ordinal).file;
  if (file >= files_count_) page_parts::damaged("a page is of a file that is not there", where_);
  return file;
}

std::uint64_t PageSections::offset_of(std::uint64_t ordinal) const {
  return stored(ordinal).offset;
}

PageName PageSections::name(std::uint64_t ordinal) const {
  return {.id = {},
          .url = url(ordinal),
          .file = file_name(file_of(ordinal)),
          .offset = offset_of(ordinal)};
}

std::string PageSections::root(std::uint32_t file) const {
  if (file >= files_count_ || file_roots_[file] >= roots_count_) {
    page_parts::damaged("a file has no root", where_);
  }
  return roots_.at(file_roots_[file]);
}

std::string PageSections::path(std::uint32_t file) const {
  std::string path = root(file);
  if (path.ends_with('/')) path += file_name(file);
  return path;
}

std::vector<std::uint64_t> PageSections::anchors_of(std::uint64_t ordinal) const {
  if (!page_anchors_) return {};
  (void)stored(ordinal);
  const std::string bytes = page_anchors_->at(ordinal);
  if (bytes.size() % sizeof(std::uint64_t) != 0) page_parts::damaged("an anchor is cut", where_);
  std::vector<std::uint64_t> anchors(bytes.size() / sizeof(std::uint64_t));
  if (anchors.size() > kKnownAnchorsMax) page_parts::damaged("a page has too many anchors", where_);
  if (!anchors.empty()) std::memcpy(anchors.data(), bytes.data(), bytes.size());
  return anchors;
}

void PageSections::check() const {
  digests_.check();
  bands_.check();
  std::uint64_t with_fingerprint = 0;
  for (std::uint64_t ordinal = 0; ordinal < count_; ++ordinal) {
    (void)root(file_of(ordinal));
    if (facts(ordinal).has_fingerprint) ++with_fingerprint;
  }
  std::uint64_t urls = 0;
  urls_.for_each([&](std::uint64_t, std::string_view) { ++urls; });
  files_.for_each([](std::uint64_t, std::string_view) {});
  const auto check_digest = [&](std::uint64_t key, std::uint64_t ordinal) {
    if (digest_table_key(facts(ordinal).digest) != key) {
      page_parts::damaged("its digests lead to other pages", where_);
    }
  };
  digests_.for_each(check_digest);
  const auto check_band = [&](std::uint64_t key, std::uint64_t ordinal) {
    const PageFacts page = facts(ordinal);
    if (!page.has_fingerprint || band_table_keys(page.sketch)[key % kBands] != key) {
      page_parts::damaged("its bands lead to other pages", where_);
    }
  };
  bands_.for_each(check_band);
  if (anchors_) {
    std::uint64_t anchors = 0;
    for (std::uint64_t ordinal = 0; ordinal < count_; ++ordinal) {
      anchors += anchors_of(ordinal).size();
    }
    anchors_->check();
    anchors_->for_each([&](std::uint64_t key, std::uint64_t ordinal) {
      if (!std::ranges::binary_search(anchors_of(ordinal), key)) {
        page_parts::damaged("its anchors lead to other pages", where_);
      }
    });
    if (anchors_->size() != anchors)
      page_parts::damaged("its anchors do not hold every page", where_);
  }
  if (digests_.size() != count_ || bands_.size() != with_fingerprint * kBands || urls != count_) {
    page_parts::damaged("its tables do not hold every page", where_);
  }
}

}  // namespace facsim
