// SPDX-License-Identifier: Apache-2.0
#pragma once
// The text of a page that a reader sees, cut into blocks: runs of text between block-level
// boundaries.
//
// White space is folded: a run of it (in <pre> too, and no-break and ideographic spaces) becomes
// one space, and a block neither begins nor ends with one. <br> is white space; two in a row end
// the block. Soft hyphens and byte-order marks inside text are dropped. Words are runs of letters,
// marks and digits; each ideograph, kana and hangul syllable is a word of its own.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// The surroundings of a block: what it is inside of, at any depth.
enum BlockTrait : std::uint8_t {
  kTraitHeading = 1,      // h1..h6
  kTraitCell = 2,         // in a table cell
  kTraitItem = 4,         // in a list item
  kTraitCode = 8,         // in pre
  kTraitFigure = 16,      // in a figure: mostly captions and credits
  kTraitDefinition = 32,  // in a dt or dd (which is an item too)
};

struct BlockSpan {
  std::size_t begin = 0;  // in BlockText::text
  std::size_t end = 0;
  std::uint32_t words = 0;
  std::uint32_t chars = 0;       // code points other than white space
  std::uint32_t link_chars = 0;  // the part of `chars` inside links
  std::uint8_t traits = 0;

  [[nodiscard]] float link_density() const noexcept {
    return chars == 0 ? 0.0F : static_cast<float>(link_chars) / static_cast<float>(chars);
  }
};

// What an element says about the purpose of its blocks.
enum class RegionKind : std::uint8_t {
  main,      // main, role=main
  article,   // article
  frame,     // around the content of every page of a site: header, footer, nav, by element, role,
             // class or id
  notice,    // a cookie banner, by class or id
  popup,     // a dialog or popup, by element, role, class or id; also a frame or extra
  extra,     // beside the content of one page, but often also around it: aside, form, sidebar
  comments,  // by readers; recognized by class or id
  box,       // any block-level element of two or more blocks
};

struct Region {
  RegionKind kind = RegionKind::main;
  std::uint32_t block_begin = 0;
  std::uint32_t block_end = 0;  // one past the last
};

struct BlockText {
  std::string text;  // all blocks, joined by '\n'
  std::vector<BlockSpan> blocks;
  std::vector<Region> regions;  // an inner region precedes the one that contains it

  void clear() noexcept {
    text.clear();
    blocks.clear();
    regions.clear();
  }
  [[nodiscard]] std::string_view text_of(const BlockSpan& block) const noexcept {
    return std::string_view(text).substr(block.begin, block.end - block.begin);
  }
};

// Fills a BlockText from runs of valid UTF-8. Cost: about 500 MB/s; allocates only the text buffer.
class BlockBuilder {
 public:
  explicit BlockBuilder(BlockText& into) : into_(&into) {}

  void add(std::string_view utf8, bool in_link, std::uint8_t traits);
  void add_break();  // <br>
  void end_block();
  [[nodiscard]] bool block_is_open() const noexcept { return open_; }
  [[nodiscard]] std::uint32_t block_count() const noexcept {
    return static_cast<std::uint32_t>(into_->blocks.size() + (open_ ? 1U : 0U));
  }

 private:
  void before_visible(std::uint8_t traits);
  const char* add_ascii(const char* at, const char* end, bool in_link);
  void add_code_point(std::string_view bytes, std::int32_t c, bool in_link);

  BlockText* into_;
  BlockSpan block_{};
  bool open_ = false;
  bool space_ = false;  // white space seen since the last visible character
  bool in_word_ = false;
  int breaks_ = 0;  // <br> since the last visible character
};

}  // namespace facsim
