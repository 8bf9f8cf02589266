// SPDX-License-Identifier: Apache-2.0
#pragma once
// UTF-8 markup in, a tree by the HTML5 algorithm out, within bounds for any markup.
//
// lexbor parses; this class sits between its tokenizer and its tree builder, where it drops unused
// markup (comments, most attributes) and bounds the cost of a hostile page by its length. HTML5
// alone does not: a paragraph in 60,000 open formatting elements copies them all, every <p>
// searches all open elements, every stray end tag moves the text before it.
//
//   what is bounded              how
//   open elements                start tags beyond kHtmlDepthMax are dropped, with their end tags
//   open formatting elements     start tags beyond kFormattingMax are dropped, with their end tags
//   text that is added to        a long text node is closed by an empty comment
//   attribute names              the table is emptied between chunks, unknown attributes dropped
//   tag names, nodes, steps      the page is cut when a limit is passed; was_cut() is then true
//
// It also repairs mistakes that would lose a page: <title>, <noscript>, <iframe> and <textarea>
// that are never closed would swallow the rest of the page. Such a title ends before the next tag,
// the others are dropped. The search for their end tags reads the page at most once for each of the
// four. An element whose content browsers hide still contains what follows if its end tag is
// missing: kMarkUnclosed marks it, and a comment is in the tree if it was never closed.
//
// Real pages do not reach these limits. Use one instance per thread; the tree is valid until the
// next parse.

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
  // Limits on the bytes of nodes and on the steps through lists of open elements: a base, and an
  // allowance per byte of the page.
  static constexpr std::size_t kTreeBytesBase = std::size_t{32} << 20;
  static constexpr std::size_t kTreeBytesPerByte = 32;
  static constexpr std::uint64_t kStepsBase = std::uint64_t{64} << 20;
  static constexpr std::uint64_t kStepsPerByte = 64;

  HtmlParser();
  ~HtmlParser();
  HtmlParser(HtmlParser&&) noexcept;

  // `html` must be valid UTF-8. Throws only std::bad_alloc. If `room` is given, requests from it
  // the memory for the tree and for its later walk as they grow.
  [[nodiscard]] lxb_html_document_t& parse(std::string_view html, MemoryRoom* room = nullptr);

  // Frees the tree and, after a large page, everything that was allocated.
  void release();

  // True if the last page passed a limit, so that its end is missing from the tree.
  [[nodiscard]] bool was_cut() const noexcept;
  // Returns the steps through lists that the last parse took, for tests of the bound.
  [[nodiscard]] std::uint64_t steps() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
