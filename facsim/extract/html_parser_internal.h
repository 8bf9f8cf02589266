// SPDX-License-Identifier: Apache-2.0
#pragma once
// UTF-8 markup in, a tree by the HTML5 algorithm out, within bounds whatever the markup.
//
// lexbor parses; this class stands between its tokenizer and its tree builder, where it drops what
// nobody reads (comments, most attributes) and keeps a hostile page from costing more than its
// length deserves. HTML5 alone does not: a paragraph in 60,000 open formatting elements copies them
// all, every <p> looks through every open element, every stray end tag moves the text before it.
//
//   what is bounded              how
//   open elements                start tags beyond kHtmlDepthMax are dropped, with their end tags
//   open formatting elements     start tags beyond kFormattingMax are dropped, with their end tags
//   text that is added to        a long text node is closed by an empty comment
//   attribute names              the table is emptied between chunks, unknown attributes dropped
//   tag names, nodes, steps      the page is cut where a limit is passed; was_cut() tells
//
// And it mends what would lose a page: <title>, <noscript>, <iframe> and <textarea> that are never
// closed would make all the rest their own. Such a title ends before the next tag, the others are
// dropped. The search for their end tags reads the page once for each of the four at most. What
// browsers do not show goes on to the end of its element, though its end tag was forgotten: the
// mark kMarkUnclosed tells, and a comment is in the tree if it was never closed.
//
// Real pages meet none of these limits. One instance a thread; the tree lives until the next parse.

#include <lexbor/dom/interfaces/character_data.h>
#include <lexbor/dom/interfaces/comment.h>
#include <lexbor/dom/interfaces/element.h>
#include <lexbor/html/html.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "facsim/base/memory_room.h"

namespace facsim {

class HtmlParser {
 public:
  static constexpr std::size_t kFormattingMax = 64;
  static constexpr std::size_t kTagNamesMax = 16384;
  static constexpr std::size_t kTextJoinMax = 4096;
  // Bytes of nodes, and steps through lists of open elements, that a page of so many bytes may use.
  static constexpr std::size_t kTreeBytesBase = std::size_t{32} << 20;
  static constexpr std::size_t kTreeBytesPerByte = 32;
  static constexpr std::uint64_t kStepsBase = std::uint64_t{64} << 20;
  static constexpr std::uint64_t kStepsPerByte = 64;

  HtmlParser();
  ~HtmlParser();
  HtmlParser(HtmlParser&&) noexcept;

  // `html` must be valid UTF-8. Throws std::bad_alloc alone. Asks the room, where there is one, for
  // what the tree takes and its walk will take, as they grow.
  [[nodiscard]] lxb_html_document_t& parse(std::string_view html, MemoryRoom* room = nullptr);

  // Gives back the tree and, behind a large page, all that was allocated.
  void release();

  // Whether the last page passed a limit, so that its end is missing from the tree.
  [[nodiscard]] bool was_cut() const noexcept;
  // Steps through lists that the last parse took, for tests of the bound.
  [[nodiscard]] std::uint64_t steps() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
