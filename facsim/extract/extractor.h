// SPDX-License-Identifier: Apache-2.0
#pragma once
// Extracts the text of a page and its layout: what it says and how it is built.
//
// HTML is decoded (charset.h), parsed by the HTML5 algorithm and cut into blocks (blocks.h), from
// which the main text is chosen (main_text.h); its layout is the set of tag.class names (layout.h).
// XHTML (markup.h) is converted to HTML first. Text pages are only decoded. Never throws for
// foreign bytes; limits are in base/limits.h.
//
// Use one per thread; reuses its parser and buffers. Cost: dominated by the HTML parser, about 100
// MB/s.

#include <memory>

#include "facsim/base/memory_room.h"
#include "facsim/model/document.h"
#include "facsim/model/page.h"

namespace facsim {

struct ExtractOptions {
  bool with_blocks = false;        // fill Document::blocks
  bool with_layout_names = false;  // fill Document::layout_names
  bool keep_nul = false;           // in text pages, whose NUL characters are otherwise removed
};

class Extractor {
 public:
  explicit Extractor(ExtractOptions options = {});
  ~Extractor();
  Extractor(Extractor&&) noexcept;
  // If `room` is given, requests from it the memory that the page turns out to need.
  [[nodiscard]] Document extract(const Page& page, MemoryRoom* room = nullptr);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
