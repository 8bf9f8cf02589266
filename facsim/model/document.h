// SPDX-License-Identifier: Apache-2.0
#pragma once
// A document: what a page says (text) and how it is built (layout). All strings are valid UTF-8.

#include <cstdint>
#include <string>
#include <vector>

namespace facsim {

// Why a block belongs to the main text, or does not (extract/main_text.h has the rules).
enum class BlockReason : std::uint8_t {
  plain,         // main: every paragraph of plain text
  running,       // main: running text
  between,       // main: between blocks of running text
  near_running,  // main: short, right before or after the running text
  links,         // not: mostly links
  aside,         // not: in a header, footer, navigation, cookie banner
  extra,         // not: in an aside, form, comments or what a class or id calls an extra
  outside,       // not: outside of the element that holds the main text
  apart,         // not: too far from any running text, or there is no running text
};

[[nodiscard]] constexpr bool is_main(BlockReason reason) noexcept {
  return reason <= BlockReason::near_running;
}

// A run of text between block-level boundaries of the markup.
struct Block {
  std::string text;
  BlockReason reason = BlockReason::apart;
  float link_density = 0;   // share of its characters inside links, 0..1
  std::uint32_t words = 0;  // runs of letters and digits; each ideograph, kana, hangul is one
  std::uint32_t chars = 0;  // code points other than white space
  std::string path;         // e.g. "body/main/article/p", for people; empty in plain text
};

struct Document {
  std::string title;
  std::string heading;        // the first of the main text, else of the page; at most 12 words
  std::string main_text;      // blocks judged content, joined by '\n'; no title; see main()
  std::string visible_text;   // all blocks a reader sees, joined by '\n'; no title
  std::string hidden_text;    // hidden text that is not shown, without links; white space folded
  std::string named_text;     // visible blocks that are not main and not mostly links
  std::string canonical_url;  // <link rel=canonical>, absolute if the page's URL allows it
  std::string language;       // declared, e.g. "en-GB"; empty if nothing is declared
  std::string charset;        // the encoding used, by its name in the Encoding Standard
  std::vector<std::uint64_t> layout;  // hashes of the distinct tag.class names, sorted
  bool heading_is_main = false;       // it is part of the main text
  bool has_markup = false;            // false for plain text, which has no layout
  std::uint64_t replaced = 0;         // ill-formed sequences replaced by U+FFFD
  bool is_cut = false;                // the markup passed a limit: everything beyond it is missing

  // Set only on request to the extractor; they cost more than everything else.
  std::vector<Block> blocks;
  std::vector<std::string> layout_names;

  // The main text. All of a plain text is its main text; it is stored once, as the visible text,
  // and `main_text` is empty.
  [[nodiscard]] const std::string& main() const noexcept {
    return has_markup ? main_text : visible_text;
  }
};

}  // namespace facsim
