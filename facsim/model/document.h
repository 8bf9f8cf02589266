// SPDX-License-Identifier: Apache-2.0
#pragma once
// A document: what a page says (text) and how it is built (layout). All strings are valid UTF-8.

#include <cstdint>
#include <string>
#include <vector>

namespace facsim {

// Why a block stands in the main text, or why not (extract/main_text.h has the rules).
enum class BlockReason : std::uint8_t {
  plain,         // main: of plain text every paragraph is
  running,       // main: running text
  between,       // main: between blocks of running text
  near_running,  // main: short, right before or after the running text
  links,         // not: mostly links
  aside,         // not: in a header, footer, navigation, cookie banner
  extra,         // not: in an aside, form, comments or what a class or id calls an extra
  outside,       // not: outside of the element that holds the main text
  apart,         // not: too far from any running text, or no running text there
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
  std::string hidden_text;    // what is hidden and not shown, but links; white space folded
  std::string named_text;     // visible blocks that are not main and not mostly links
  std::string canonical_url;  // <link rel=canonical>, absolute where the page's URL allows it
  std::string language;       // declared, e.g. "en-GB"; empty where nothing is declared
  std::string charset;        // the encoding that was decoded, as the Encoding Standard names it
  std::vector<std::uint64_t> layout;  // hashes of the distinct tag.class names, sorted
  bool heading_is_main = false;       // it stands in the main text
  bool has_markup = false;            // false for plain text: then there is no layout
  std::uint64_t replaced = 0;         // ill-formed sequences replaced by U+FFFD
  bool is_cut = false;                // the markup passed a limit: what lies beyond it is missing

  // Only where the extractor was asked for them; they cost more than all the rest.
  std::vector<Block> blocks;
  std::vector<std::string> layout_names;

  // The main text. That of plain text is all of it, which is kept once, as the visible text:
  // `main_text` is empty then.
  [[nodiscard]] const std::string& main() const noexcept {
    return has_markup ? main_text : visible_text;
  }
};

}  // namespace facsim
