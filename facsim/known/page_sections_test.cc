// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/page_sections.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/memory_scratch.h"

namespace facsim {
namespace {

using testing::HasSubstr;

struct KnownPage {
  PageFacts facts;
  PageName name;
  std::string root;
  std::vector<std::uint64_t> anchors = {};
};

PageFacts facts_of_number(std::uint64_t number, bool has_layout) {
  PageFacts facts;
  facts.has_text = true;
  facts.digest = {mix64(number), mix64(~number)};
  facts.units = static_cast<std::uint32_t>(number);
  facts.has_fingerprint = number % 7 != 3;
  if (facts.has_fingerprint) {
    facts.fingerprint = mix64(number / 3);
    facts.shingles = static_cast<std::uint32_t>(number + 1);
    for (std::size_t bin = 0; bin < Sketch::kBins; ++bin) {
      facts.sketch.bins[bin] = static_cast<std::uint8_t>(mix64(number / 2 + 100 * bin));
    }
  }
  facts.has_layout = has_layout && number % 2 == 0;
  if (facts.has_layout) facts.layout.bins[number % Sketch::kBins] = 9;
  if (facts.has_layout) facts.witness.site = mix64(number % 4);
  if (facts.has_layout && number % 3 != 0) {
    facts.witness.url = number % 4 == 0 ? 0 : mix64(number + 9);
    facts.witness.title = mix64(number / 5 + 77);
    facts.witness.marks = mix64(number / 3 + 5);
    facts.witness.is_short = number % 8 < 4;
    facts.witness.judged_visible = number % 10 == 0;
    facts.witness.is_stub = number % 14 == 2;
    facts.witness.has_text = number % 12 != 2;
    if (facts.witness.has_text) facts.witness.text.bins[number % Sketch::kBins] = 7;
  }
  if (has_layout && number % 3 == 1) {
    facts.coverage.visible = mix64(number + 11);
    facts.coverage.left_out = static_cast<std::uint16_t>(number * 700);
    facts.coverage.mostly = static_cast<LeftOut>(number % kLeftOutCount);
    facts.coverage.is_garbled = number % 5 == 0;
    facts.coverage.has_text = number % 2 == 0;
    if (facts.coverage.has_text) facts.coverage.text.bins[number % Sketch::kBins] = 5;
  }
  if (facts.has_layout && number % 4 == 0) {
    facts.names.is_asked = true;
    facts.names.of_visible = number % 8 == 0;
    EXPECT_TRUE(set_text(facts.names, "name" + std::to_string(number) + " "));
    facts.names.filter[number % 16] = mix64(number);
  }
  facts.status = static_cast<std::uint16_t>(number % 6 == 0 ? 0 : 99 + number);
  return facts;
}

std::vector<KnownPage> some_pages(std::size_t count, bool has_layouts) {
  std::vector<KnownPage> pages;
  for (std::size_t i = 0; i < count; ++i) {
    KnownPage& page = pages.emplace_back();
    page.facts = facts_of_number(i, has_layouts);
    page.name.file = "crawl-" + std::to_string(i / 5) + ".jsonl";
    page.name.offset = i % 5 * 1000 + (std::uint64_t{1} << 40);
    if (i % 3 != 0) page.name.url = "https://example.org/" + std::to_string(i);
    page.root = i < 20 ? "/data/one/" : i < 25 ? "" : "/data/two/" + page.name.file + ".bak";
  }
  return pages;
}

MemorySections sections_of(const std::vector<KnownPage>& pages, std::uint64_t memory_bytes) {
  MemoryScratch scratch;
  PageSectionsBuilder builder(scratch, memory_bytes);
  for (const KnownPage& page : pages) builder.add(page.facts, page.name, page.root, page.anchors);
  MemorySections sections;
  builder.finish(sections);
  return sections;
}

void expect_same(const PageFacts& a, const PageFacts& b) {
  EXPECT_EQ(a.digest, b.digest);
  EXPECT_EQ(a.fingerprint, b.fingerprint);
  EXPECT_EQ(a.sketch, b.sketch);
  EXPECT_EQ(a.layout, b.layout);
  EXPECT_EQ(a.shingles, b.shingles);
  EXPECT_EQ(a.units, b.units);
  EXPECT_EQ(a.has_text, b.has_text);
  EXPECT_EQ(a.has_fingerprint, b.has_fingerprint);
  EXPECT_EQ(a.has_layout, b.has_layout);
  EXPECT_EQ(a.witness, b.witness);
  EXPECT_EQ(a.coverage, b.coverage);
  EXPECT_EQ(a.names, b.names);
  EXPECT_EQ(a.status, b.status);
}

TEST(PageSections, GiveBackWhatWasAdded) {
  for (const bool has_layouts : {false, true}) {
    for (const std::uint64_t memory : {std::uint64_t{1} << 12, std::uint64_t{1} << 24}) {
      const std::vector<KnownPage> pages = some_pages(60, has_layouts);
      const MemorySections sections = sections_of(pages, memory);
      const PageSections known(sections, pages.size());
      known.check();
      for (std::size_t i = 0; i < pages.size(); ++i) {
        expect_same(known.facts(i), pages[i].facts);
        const PageName name = known.name(i);
        EXPECT_EQ(name.url, pages[i].name.url);
        EXPECT_EQ(name.file, pages[i].name.file);
        EXPECT_EQ(name.offset, pages[i].name.offset);
        EXPECT_EQ(known.root(known.file_of(i)), pages[i].root);
      }
      EXPECT_EQ(known.path(known.file_of(0)), "/data/one/crawl-0.jsonl");
      EXPECT_EQ(known.path(known.file_of(22)), "");
      EXPECT_EQ(known.path(known.file_of(30)), "/data/two/crawl-6.jsonl.bak");
    }
  }
}

// Sections of two others, without some of their pages, are byte for byte those of the remaining
// pages added one by one.
TEST(PageSections, TakeTheKeysOfOthers) {
  std::vector<KnownPage> pages = some_pages(60, true);
  for (std::size_t i = 0; i < pages.size(); i += 4) pages[i].anchors = {i, i + 1000, mix64(i + 1)};
  for (KnownPage& page : pages) std::ranges::sort(page.anchors);
  const std::vector<KnownPage> first(pages.begin(), pages.begin() + 25);
  const std::vector<KnownPage> second(pages.begin() + 25, pages.end());
  const std::vector<std::uint64_t> none;
  const std::vector<std::uint64_t> some = {0, 3, 4, 11, 34};
  MemoryScratch scratch;
  PageSectionsBuilder builder(scratch, std::uint64_t{1} << 20);
  std::vector<KnownPage> kept;
  std::vector<MemorySections> sections;
  std::vector<PageSections> known;
  sections.reserve(2);
  known.reserve(2);
  for (const auto& [part, left_out] : {std::pair(&first, &none), std::pair(&second, &some)}) {
    known.emplace_back(sections.emplace_back(sections_of(*part, std::uint64_t{1} << 20)),
                       part->size());
    const std::uint64_t begin = builder.size();
    for (std::size_t i = 0; i < part->size(); ++i) {
      if (std::ranges::binary_search(*left_out, i)) continue;
      const KnownPage& page = kept.emplace_back((*part)[i]);
      builder.add_without_keys(page.facts, page.name, page.root, page.anchors);
    }
    builder.add_keys(known.back(), begin, *left_out);
  }
  MemorySections merged;
  builder.finish(merged);
  const MemorySections one_by_one = sections_of(kept, std::uint64_t{1} << 20);
  PageSections(merged, kept.size()).check();
  for (const char* table : {"digests", "bands", "anchors"}) {
    for (const char* section : {".head", ".lines", ".wide", ".rest", ".ordinals"}) {
      SCOPED_TRACE(std::string(table) + section);
      const auto a = merged.find(std::string(table) + section);
      const auto b = one_by_one.find(std::string(table) + section);
      ASSERT_TRUE(a && b);
      EXPECT_TRUE(std::ranges::equal(*a, *b));
    }
  }
  EXPECT_EQ(merged.bytes(), one_by_one.bytes());
}

TEST(PageSections, LeadFromKeysToPages) {
  const std::vector<KnownPage> pages = some_pages(60, false);
  const MemorySections sections = sections_of(pages, std::uint64_t{1} << 20);
  const PageSections known(sections, pages.size());
  std::multimap<std::uint64_t, std::uint64_t> bands;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    std::vector<std::uint64_t> found;
    EXPECT_FALSE(known.digests().find(digest_table_key(pages[i].facts.digest), 0, found));
    EXPECT_EQ(found, std::vector<std::uint64_t>{i});
    if (!pages[i].facts.has_fingerprint) continue;
    for (const std::uint64_t key : band_table_keys(pages[i].facts.sketch)) bands.emplace(key, i);
  }
  EXPECT_EQ(known.bands().size(), bands.size());
  for (const auto& [key, page] : bands) {
    std::vector<std::uint64_t> found;
    EXPECT_FALSE(known.bands().find(key, 0, found));
    EXPECT_EQ(found.size(), bands.count(key));
    EXPECT_THAT(found, testing::Contains(page));
  }
}

TEST(PageSections, AnchorsLeadToPages) {
  std::vector<KnownPage> pages = some_pages(30, false);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    for (std::size_t j = 0; j < i % 5; ++j) pages[i].anchors.push_back(mix64(i / 2 + 1000 * j));
    std::ranges::sort(pages[i].anchors);
  }
  pages[7].anchors.clear();
  for (std::uint64_t j = 0; j < 2 * kKnownAnchorsMax; ++j) pages[7].anchors.push_back(7000 + j);
  const MemorySections sections = sections_of(pages, std::uint64_t{1} << 20);
  const PageSections known(sections, pages.size());
  known.check();
  ASSERT_TRUE(known.anchors());
  pages[7].anchors.resize(kKnownAnchorsMax);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    EXPECT_EQ(known.anchors_of(i), pages[i].anchors);
    for (const std::uint64_t anchor : pages[i].anchors) {
      std::vector<std::uint64_t> found;
      EXPECT_FALSE(known.anchors()->find(anchor, 0, found));
      EXPECT_THAT(found, testing::Contains(i));
    }
  }
}

TEST(PageSections, MayBeEmpty) {
  const MemorySections sections = sections_of({}, 1 << 20);
  const PageSections known(sections, 0);
  known.check();
  EXPECT_THROW((void)known.facts(0), Error);
}

// Every byte of every small section is changed or cut: the result is an Error or another answer,
// nothing else.
TEST(PageSections, DamageNeverLeadsOutside) {
  const std::vector<KnownPage> pages = some_pages(12, true);
  const MemorySections whole = sections_of(pages, std::uint64_t{1} << 20);
  const std::vector<std::string> names = {
      "pages.head",          "pages.rows",       "pages.layouts",        "pages.file-roots",
      "urls.bytes",          "files.bytes",      "roots.bytes",          "digests.head",
      "digests.lines",       "digests.rest",     "bands.head",           "bands.lines",
      "bands.rest",          "digests.ordinals", "bands.ordinals",       "pages.witnesses",
      "pages.witness-texts", "pages.coverage",   "pages.left-out-texts", "pages.names"};
  std::size_t refused = 0;
  const auto try_with = [&](const std::string& name, const std::vector<std::byte>& bytes) {
    class Patched final : public SectionSource {
     public:
      Patched(const SectionSource& whole, std::string name, const std::vector<std::byte>& bytes)
          : whole_(whole), name_(std::move(name)) {
        part_.begin(name_);
        part_.write(bytes);
        part_.end();
      }
      [[nodiscard]] std::optional<std::span<const std::byte>> find(
          std::string_view name) const override {
        return name == name_ ? part_.find(name) : whole_.find(name);
      }
      [[nodiscard]] std::string name() const override { return "patched"; }

     private:
      const SectionSource& whole_;
      std::string name_;
      MemorySections part_;
    };
    const Patched patched(whole, name, bytes);
    try {
      const PageSections known(patched, pages.size());
      for (std::uint64_t i = 0; i < pages.size(); ++i) {
        (void)known.facts(i);
        (void)known.name(i);
        (void)known.path(known.file_of(i));
      }
      known.check();
    } catch (const Error& error) {
      EXPECT_TRUE(error.code() == ErrorCode::damaged || error.code() == ErrorCode::unsupported)
          << name << ": " << error.what();
      ++refused;
    }
  };
  for (const std::string& name : names) {
    const auto section = whole.find(name);
    ASSERT_TRUE(section) << name;
    for (std::size_t at = 0; at < section->size(); ++at) {
      std::vector<std::byte> bytes(section->begin(), section->end());
      bytes[at] ^= std::byte{0x81};
      try_with(name, bytes);
    }
    refused = 0;
    for (const std::size_t size : {std::size_t{0}, section->size() / 2, section->size() - 1}) {
      try_with(name, {section->begin(), section->begin() + static_cast<std::ptrdiff_t>(size)});
    }
    EXPECT_EQ(refused, 3U) << name << " was cut";
  }
}

TEST(PageSections, AnotherVersionIsRefused) {
  const MemorySections whole = sections_of(some_pages(3, false), 1 << 20);
  MemorySections sections;
  for (const char* const name :
       {"pages.rows", "pages.file-roots", "urls.range", "urls.blocks", "urls.bytes", "files.range",
        "files.blocks", "files.bytes", "roots.range", "roots.blocks", "roots.bytes"}) {
    if (const auto bytes = whole.find(name)) {
      sections.begin(name);
      sections.write(*bytes);
      sections.end();
    }
  }
  const auto head = whole.find("pages.head");
  ASSERT_TRUE(head);
  for (const auto& [version, remedy] :
       {std::pair{4, "build the index anew from its input"}, std::pair{6, "use a newer facsim"}}) {
    MemorySections another = sections;
    std::vector<std::byte> bytes(head->begin(), head->end());
    bytes[0] = static_cast<std::byte>(version);
    another.begin("pages.head");
    another.write(bytes);
    another.end();
    try {
      const PageSections known(another, 3);
      ADD_FAILURE() << version << " was read";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
      EXPECT_THAT(error.what(), HasSubstr("version " + std::to_string(version)));
      EXPECT_THAT(error.what(), HasSubstr(remedy));
    }
  }
}

}  // namespace
}  // namespace facsim
