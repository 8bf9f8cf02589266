// SPDX-License-Identifier: Apache-2.0
#pragma once
// Here is a page. What does it say, and how is it built?
//
// HTML is decoded (charset.h), parsed by the HTML5 algorithm, cut into blocks (blocks.h) of which
// the main text is chosen (main_text.h), and its layout is the set of tag.class names (layout.h).
// XHTML (markup.h) is made HTML first.
// Text pages are only decoded. Never throws for foreign bytes; limits are in base/limits.h.
//
// One a thread; reuses its parser and buffers. Cost: dominated by the HTML parser, some 100 MB/s.

#include <memory>

#include "facsim/base/memory_room.h"
#include "facsim/model/document.h"
#include "facsim/model/page.h"

namespace facsim {

struct ExtractOptions {
  bool with_blocks = false;        // fill Document::blocks
  bool with_layout_names = false;  // fill Document::layout_names
  bool keep_nul = false;           // of text pages, which otherwise lose their NUL characters
};

class Extractor {
 public:
  explicit Extractor(ExtractOptions options = {});
  ~Extractor();
  Extractor(Extractor&&) noexcept;
  // Asks the room, where there is one, for what the page turns out to need.
  [[nodiscard]] Document extract(const Page& page, MemoryRoom* room = nullptr);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
