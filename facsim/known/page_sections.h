// SPDX-License-Identifier: Apache-2.0
#pragma once
// The data that an index has of each page besides fingerprint and id: sections of a segment.
//
// They contain where a page was found (file, offset, URL), its facts (digest, sketch, layout,
// witness, counts), and the tables that lead to it: from its digest, the bands of its sketch and,
// if the recipe has them, its anchors. Cost: 112 bytes a page; 104 more a page if any page has
// markup; 16 more a page if something was left out of any page; 192 more a page if any page has
// names; 64 for each page whose main text has 1,000 units or less under a title, and 64 for each
// page of which much was left out; the URL; 50 to 60 a page for the tables, and 17 an anchor.
// Finding candidates touches only the tables. docs/formats/page-sections.md has the bytes.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/spill_array.h"
#include "facsim/fingerprint/sketcher.h"
#include "facsim/index/key_table.h"
#include "facsim/index/name_table.h"
#include "facsim/index/sections.h"
#include "facsim/page/page_facts.h"
#include "facsim/report/rows.h"

namespace facsim {

// The keys under which a sketch is found, each with the number of its band.
[[nodiscard]] std::array<std::uint64_t, kBands> band_table_keys(const Sketch& sketch) noexcept;

inline constexpr std::size_t kKnownAnchorsMax = 1024;

// The key under which a digest is found.
[[nodiscard]] constexpr std::uint64_t digest_table_key(const Hash128& digest) noexcept {
  return digest.low & ((std::uint64_t{1} << 40) - 1);
}

class PageSections;

class PageSectionsBuilder {
 public:
  PageSectionsBuilder(Scratch& scratch, std::uint64_t memory_bytes);

  // Adds the page of the next ordinal. Pages of one file must be consecutive. `root` is the file's
  // path without its name, with the slash at the end; the whole path if it does not end in the
  // name; empty if the file cannot be read again. The id is not stored here. Only the first
  // kKnownAnchorsMax anchors are stored.
  void add(const PageFacts& facts, const PageName& name, std::string_view root,
           std::span<const std::uint64_t> anchors = {});
  // add_without_keys() adds a page of other sections; add_keys() then copies the keys of all these
  // pages at once. `known` are the other sections and must outlive this; `left_out` are the
  // ordinals of pages that were not added, ascending; `first` is the new ordinal of the first page.
  // Throws Error{damaged} if its tables lead elsewhere, and what `check` throws.
  void add_without_keys(const PageFacts& facts, const PageName& name, std::string_view root,
                        std::span<const std::uint64_t> anchors);
  void add_keys(const PageSections& known, std::uint64_t first,
                std::span<const std::uint64_t> left_out, const std::function<void()>& check = {});
  [[nodiscard]] std::uint64_t size() const noexcept { return count_; }
  void finish(SectionSink& sink);

 private:
  void begin_file(const std::string& file, std::string_view root);
  void add_witness(const Witness& witness);
  void add_coverage(const Coverage& coverage);
  void add_names(const Names& names);

  SpillBytes pages_;
  SpillBytes layouts_;
  bool has_layouts_ = false;
  SpillBytes witnesses_;
  SpillBytes witness_texts_;
  std::uint32_t witness_texts_count_ = 0;
  bool has_witnesses_ = false;
  SpillBytes coverage_;
  SpillBytes left_out_texts_;
  std::uint32_t left_out_texts_count_ = 0;
  bool has_coverage_ = false;
  SpillBytes names_;
  bool has_names_ = false;
  std::uint64_t count_ = 0;
  NameTableBuilder urls_;
  NameTableBuilder files_;
  NameTableBuilder roots_;
  SpillArray<std::uint32_t> file_roots_;
  std::string file_;
  std::string root_;
  std::uint32_t files_count_ = 0;
  std::uint32_t roots_count_ = 0;
  KeyTableBuilder digests_;
  KeyTableBuilder bands_;
  KeyTableBuilder anchors_;
  NameTableBuilder page_anchors_;  // the anchors' bytes, stored like a name
  bool has_anchors_ = false;
};

// Sections that are read of a page only after a key or a fingerprint has led to it: three quarters
// of the bytes of a segment, of which a query reads a few hundred or none.
inline constexpr std::array<std::string_view, 10> kSectionsOfCandidates = {
    "pages.rows",         "pages.layouts",
    "pages.witnesses",    "pages.witness-texts",
    "pages.coverage",     "pages.left-out-texts",
    "pages.names",        "urls.bytes",
    "page-anchors.bytes", "ids.bytes"};

class PageSections {
 public:
  // The sections have `count` pages; `source` must outlive this. Sizes are checked here, numbers
  // when they are used: all functions may throw Error{damaged, unsupported}.
  PageSections(const SectionSource& source, std::uint64_t count);

  [[nodiscard]] PageFacts facts(std::uint64_t ordinal) const;
  // Returns the page's fingerprint alone, which costs less; nothing if it has none.
  [[nodiscard]] std::optional<std::uint64_t> fingerprint(std::uint64_t ordinal) const;
  [[nodiscard]] std::string url(std::uint64_t ordinal) const { return urls_.at(ordinal); }
  // Calls visit(ordinal, url) for all pages, faster than one by one.
  void for_each_url(const std::function<void(std::uint64_t, std::string_view)>& visit) const {
    urls_.for_each(visit);
  }
  // All of the name but the id.
  [[nodiscard]] PageName name(std::uint64_t ordinal) const;
  [[nodiscard]] std::uint32_t file_of(std::uint64_t ordinal) const;
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t ordinal) const;
  [[nodiscard]] std::uint32_t files_count() const noexcept { return files_count_; }
  [[nodiscard]] std::string file_name(std::uint32_t file) const { return files_.at(file); }
  [[nodiscard]] std::string root(std::uint32_t file) const;
  // The path for opening the file again; empty if that is impossible.
  [[nodiscard]] std::string path(std::uint32_t file) const;
  [[nodiscard]] const KeyTable& digests() const noexcept { return digests_; }
  [[nodiscard]] const KeyTable& bands() const noexcept { return bands_; }
  // Nothing if no page has any.
  [[nodiscard]] const std::optional<KeyTable>& anchors() const noexcept { return anchors_; }
  [[nodiscard]] std::vector<std::uint64_t> anchors_of(std::uint64_t ordinal) const;

  // Reads all of it. Throws Error{damaged} with the first fault.
  void check() const;

 private:
  struct Head;
  struct StoredPage;
  struct StoredWitness;
  struct StoredCoverage;
  struct StoredNames;

  PageSections(const SectionSource& source, const Head& head);
  [[nodiscard]] static Head head_of(const SectionSource& source, std::uint64_t count);
  [[nodiscard]] const StoredPage& stored(std::uint64_t ordinal) const;
  void read_witnesses(const SectionSource& source);
  void read_coverage(const SectionSource& source);
  [[nodiscard]] Witness witness(std::uint64_t ordinal) const;
  [[nodiscard]] Coverage coverage(std::uint64_t ordinal) const;
  [[nodiscard]] Names names(std::uint64_t ordinal) const;

  std::string where_;
  std::uint64_t count_;
  const StoredPage* pages_ = nullptr;
  const Sketch* layouts_ = nullptr;           // null if no page has one
  const StoredWitness* witnesses_ = nullptr;  // null if no page has one
  const Sketch* witness_texts_ = nullptr;
  std::uint64_t witness_texts_count_ = 0;
  const StoredCoverage* coverage_ = nullptr;  // null if nothing was left out of any page
  const Sketch* left_out_texts_ = nullptr;
  std::uint64_t left_out_texts_count_ = 0;
  const StoredNames* names_ = nullptr;  // null if no page has any
  const std::uint32_t* file_roots_ = nullptr;
  std::uint32_t files_count_;
  std::uint32_t roots_count_;
  NameTable urls_;
  NameTable files_;
  NameTable roots_;
  KeyTable digests_;
  KeyTable bands_;
  std::optional<KeyTable> anchors_;
  std::optional<NameTable> page_anchors_;

  friend class PageSectionsBuilder;
};

}  // namespace facsim
