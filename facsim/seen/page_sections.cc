// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/page_sections.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/index/directory.h"
#include "facsim/index/packed_column.h"

namespace facsim {
namespace {

constexpr std::uint32_t kVersion = 2;
constexpr unsigned kDigestKeyBits = 40;
constexpr unsigned kBandNumberBits = 3;
constexpr unsigned kBandKeyBits = 32 + kBandNumberBits;
static_assert(kBands == std::size_t{1} << kBandNumberBits);

constexpr std::uint32_t kLayoutsAreThere = 1;
constexpr std::uint32_t kAnchorsAreThere = 2;
constexpr std::uint32_t kWitnessesAreThere = 4;  // from version 2 on
constexpr std::uint32_t kHasFingerprint = 1;
constexpr std::uint32_t kHasLayout = 2;
constexpr std::uint32_t kIsShort = 1;
constexpr std::uint32_t kJudgedVisible = 2;
constexpr std::uint32_t kIsStub = 4;
constexpr std::uint32_t kNoWitnessText = 0xffffffffU;

constexpr std::string_view kHead = "pages.head";
constexpr std::string_view kRows = "pages.rows";
constexpr std::string_view kLayouts = "pages.layouts";
constexpr std::string_view kWitnesses = "pages.witnesses";
constexpr std::string_view kWitnessTexts = "pages.witness-texts";
constexpr std::string_view kFileRoots = "pages.file-roots";
constexpr std::string_view kUrls = "urls";
constexpr std::string_view kFiles = "files";
constexpr std::string_view kRoots = "roots";
constexpr std::string_view kDigests = "digests";
constexpr std::string_view kBandTable = "bands";
constexpr std::string_view kAnchors = "anchors";
constexpr std::string_view kPageAnchors = "page-anchors";
constexpr unsigned kAnchorBits = 64;
static_assert(kKnownAnchorsMax * sizeof(std::uint64_t) <= limits::kLabelBytesMax);

[[noreturn]] void damaged(const std::string& what, const std::string& where) {
  throw Error{ErrorCode::damaged, what + "; build the index anew from its input", where};
}

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
  std::uint32_t text = kNoWitnessText;  // its number among the texts
  std::uint32_t flags = 0;
};

std::array<std::uint64_t, kBands> band_table_keys(const Sketch& sketch) noexcept {
  const auto keys = band_keys(sketch);
  std::array<std::uint64_t, kBands> with_numbers{};
  for (std::size_t band = 0; band < kBands; ++band) {
    with_numbers[band] = std::uint64_t{keys[band]} << kBandNumberBits | band;
  }
  return with_numbers;
}

PageSectionsBuilder::PageSectionsBuilder(Scratch& scratch, std::uint64_t memory_bytes)
    : pages_(scratch, memory_bytes / 4),
      layouts_(scratch, memory_bytes / 8),
      witnesses_(scratch, memory_bytes / 32),
      witness_texts_(scratch, memory_bytes / 32),
      urls_(scratch, memory_bytes / 16),
      files_(scratch, memory_bytes / 16),
      roots_(scratch, memory_bytes / 64),
      file_roots_(scratch, memory_bytes / 64),
      digests_(kDigestKeyBits, scratch, memory_bytes / 8),
      bands_(kBandKeyBits, scratch, memory_bytes / 8),
      anchors_(kAnchorBits, scratch, memory_bytes / 16),
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
    damaged("its tables do not hold every page", known.where_);
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
  page.flags = (facts.has_fingerprint ? kHasFingerprint : 0) | (facts.has_layout ? kHasLayout : 0);
  page.sketch = facts.sketch;
  static_assert(sizeof page == 112 && std::is_trivially_copyable_v<PageSections::StoredPage>);
  pages_.append(bytes_of(page));
  layouts_.append(bytes_of(facts.layout));
  has_layouts_ |= facts.has_layout;
  add_witness(facts.witness);
  urls_.add(std::string_view(name.url));
  page_anchors_.add(std::string_view(reinterpret_cast<const char*>(anchors.data()),
                                     anchors.size() * sizeof(std::uint64_t)));
  has_anchors_ |= !anchors.empty();
  ++count_;
}

// Without a title nobody asks.
void PageSectionsBuilder::add_witness(const Witness& witness) {
  PageSections::StoredWitness stored;
  stored.site = witness.site;
  stored.url = witness.url;
  has_witnesses_ |= witness.site != 0;
  if (witness.title != 0) {
    stored.title = witness.title;
    stored.marks = witness.marks;
    stored.flags = (witness.is_short ? kIsShort : 0) |
                   (witness.judged_visible ? kJudgedVisible : 0) | (witness.is_stub ? kIsStub : 0);
    if (witness.has_text) {
      stored.text = witness_texts_count_++;
      witness_texts_.append(bytes_of(witness.text));
    }
  }
  static_assert(sizeof stored == 40 && std::is_trivially_copyable_v<PageSections::StoredWitness>);
  witnesses_.append(bytes_of(stored));
}

void PageSectionsBuilder::finish(SectionSink& sink) {
  const PageSections::Head head{kVersion,
                                (has_layouts_ ? kLayoutsAreThere : 0) |
                                    (has_anchors_ ? kAnchorsAreThere : 0) |
                                    (has_witnesses_ ? kWitnessesAreThere : 0),
                                count_, files_count_, roots_count_};
  write_section(sink, kHead, bytes_of(head));
  write_section(sink, kRows, pages_);
  if (has_layouts_) write_section(sink, kLayouts, layouts_);
  if (has_witnesses_) {
    write_section(sink, kWitnesses, witnesses_);
    write_section(sink, kWitnessTexts, witness_texts_);
  }
  sink.begin(kFileRoots);
  for (std::uint64_t i = 0; i < file_roots_.size(); ++i) {
    const std::uint32_t root = file_roots_.at(i);
    sink.write(bytes_of(root));
  }
  sink.end();
  urls_.finish(sink, kUrls);
  files_.finish(sink, kFiles);
  roots_.finish(sink, kRoots);
  digests_.finish(sink, kDigests);
  bands_.finish(sink, kBandTable);
  if (!has_anchors_) return;
  anchors_.finish(sink, kAnchors);
  page_anchors_.finish(sink, kPageAnchors);
}

PageSections::Head PageSections::head_of(const SectionSource& source, std::uint64_t count) {
  Head head;
  std::memcpy(&head, section_of(source, kHead, sizeof head).data(), sizeof head);
  if (head.version > kVersion) {
    throw Error{ErrorCode::unsupported,
                "holds pages of version " + std::to_string(head.version) +
                    ", this program reads up to " + std::to_string(kVersion) +
                    "; use a newer facsim",
                source.name()};
  }
  const std::uint32_t known =
      kLayoutsAreThere | kAnchorsAreThere | (head.version > 1 ? kWitnessesAreThere : 0);
  if (head.version == 0 || (head.flags & ~known) != 0 || head.pages != count) {
    damaged("the head of its pages is damaged", source.name());
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
      urls_(source, kUrls, head.pages),
      files_(source, kFiles, head.files),
      roots_(source, kRoots, head.roots),
      digests_(source, kDigests),
      bands_(source, kBandTable) {
  // A count that cannot be would wrap around when it is multiplied.
  if (count_ > section_of(source, kRows).size() / sizeof(StoredPage)) {
    damaged("section " + std::string(kRows) + " is cut", where_);
  }
  pages_ = reinterpret_cast<const StoredPage*>(
      section_of(source, kRows, count_ * sizeof(StoredPage)).data());
  if ((head.flags & kLayoutsAreThere) != 0) {
    layouts_ = reinterpret_cast<const Sketch*>(
        section_of(source, kLayouts, count_ * sizeof(Sketch)).data());
  }
  if ((head.flags & kWitnessesAreThere) != 0) {
    witnesses_ = reinterpret_cast<const StoredWitness*>(
        section_of(source, kWitnesses, count_ * sizeof(StoredWitness)).data());
    const auto texts = section_of(source, kWitnessTexts);
    witness_texts_ = reinterpret_cast<const Sketch*>(texts.data());
    witness_texts_count_ = texts.size() / sizeof(Sketch);
    if (texts.size() % sizeof(Sketch) != 0) damaged("a witness is cut", where_);
  }
  file_roots_ = reinterpret_cast<const std::uint32_t*>(
      section_of(source, kFileRoots, files_count_ * sizeof(std::uint32_t)).data());
  if ((head.flags & kAnchorsAreThere) != 0) {
    anchors_.emplace(source, kAnchors);
    page_anchors_.emplace(source, kPageAnchors, count_);
    if (anchors_->bits() != kAnchorBits) damaged("its table of anchors is damaged", where_);
  }
  if (digests_.bits() != kDigestKeyBits || bands_.bits() != kBandKeyBits) {
    damaged("its tables of keys are damaged", where_);
  }
}

const PageSections::StoredPage& PageSections::stored(std::uint64_t ordinal) const {
  // Ordinals come out of tables, which may be damaged.
  if (ordinal >= count_) damaged("a table leads to a page that is not there", where_);
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
  facts.has_fingerprint = (page.flags & kHasFingerprint) != 0;
  if (layouts_ != nullptr && (page.flags & kHasLayout) != 0) {
    facts.has_layout = true;
    facts.layout = layouts_[ordinal];
  }
  if (witnesses_ != nullptr) facts.witness = witness(ordinal);
  return facts;
}

std::optional<std::uint64_t> PageSections::fingerprint(std::uint64_t ordinal) const {
  const StoredPage& page = stored(ordinal);
  if ((page.flags & kHasFingerprint) == 0) return std::nullopt;
  return page.fingerprint;
}

Witness PageSections::witness(std::uint64_t ordinal) const {
  const StoredWitness& stored = witnesses_[ordinal];
  Witness witness;
  witness.site = stored.site;
  witness.url = stored.url;
  witness.title = stored.title;
  witness.marks = stored.marks;
  witness.is_short = (stored.flags & kIsShort) != 0;
  witness.judged_visible = (stored.flags & kJudgedVisible) != 0;
  witness.is_stub = (stored.flags & kIsStub) != 0;
  if (stored.text != kNoWitnessText) {
    if (stored.text >= witness_texts_count_) damaged("a witness is not there", where_);
    witness.has_text = true;
    witness.text = witness_texts_[stored.text];
  }
  return witness;
}

std::uint32_t PageSections::file_of(std::uint64_t ordinal) const {
  const std::uint32_t file = stored(ordinal).file;
  if (file >= files_count_) damaged("a page is of a file that is not there", where_);
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
    damaged("a file has no root", where_);
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
  if (bytes.size() % sizeof(std::uint64_t) != 0) damaged("an anchor is cut", where_);
  std::vector<std::uint64_t> anchors(bytes.size() / sizeof(std::uint64_t));
  if (anchors.size() > kKnownAnchorsMax) damaged("a page has too many anchors", where_);
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
      damaged("its digests lead to other pages", where_);
    }
  };
  digests_.for_each(check_digest);
  const auto check_band = [&](std::uint64_t key, std::uint64_t ordinal) {
    const PageFacts page = facts(ordinal);
    if (!page.has_fingerprint || band_table_keys(page.sketch)[key % kBands] != key) {
      damaged("its bands lead to other pages", where_);
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
        damaged("its anchors lead to other pages", where_);
      }
    });
    if (anchors_->size() != anchors) damaged("its anchors do not hold every page", where_);
  }
  if (digests_.size() != count_ || bands_.size() != with_fingerprint * kBands || urls != count_) {
    damaged("its tables do not hold every page", where_);
  }
}

}  // namespace facsim
