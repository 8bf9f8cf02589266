// SPDX-License-Identifier: Apache-2.0
// Any bytes as an HTML page: the texts are valid UTF-8, the blocks are consistent, and an extractor
// that processed other pages before gives the same result as a fresh one.

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "facsim/extract/extractor.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static facsim::Extractor extractor({.with_blocks = true, .with_layout_names = true});
  facsim::Page page;
  page.format = facsim::PageFormat::html;
  page.url = "https://example.org/a/b";
  page.bytes.assign(reinterpret_cast<const char*>(data), size);
  const facsim::Document document = extractor.extract(page);

  std::string all;
  for (const facsim::Block& block : document.blocks) {
    if (!all.empty()) all.push_back('\n');
    all += block.text;
  }
  require(all == document.visible_text);
  for (const std::string* text : {&document.title, &document.main_text, &document.visible_text,
                                  &document.canonical_url, &document.language}) {
    require(simdjson::validate_utf8(*text));
  }
  const facsim::Document fresh = facsim::Extractor().extract(page);
  require(fresh.main_text == document.main_text && fresh.layout == document.layout);
  return 0;
}
