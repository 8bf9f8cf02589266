// SPDX-License-Identifier: Apache-2.0
// Any bytes as an XHTML page: what comes out of the pass before HTML's parser is valid UTF-8, not
// much longer, and took steps as the page has bytes; the document's texts are valid, and a reader
// that has seen other pages says the same as a fresh one.

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "facsim/base/limits.h"
#include "facsim/extract/extractor.h"
#include "facsim/extract/xhtml_reader_internal.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void read(std::string_view text) {
  static facsim::XhtmlReader reader;
  const std::string_view html = reader.as_html(text);
  // Entities come to so many bytes of their own, each of which may be escaped or looked at again.
  const std::size_t entity_bytes =
      text.find("<!ENTITY") == text.npos ? 0 : facsim::limits::kXmlEntityBytesMax;
  require(simdjson::validate_utf8(html.data(), html.size()));
  require(html.size() <= 64 + 3 * (text.size() + entity_bytes));
  require(reader.steps() <= 64 + 12 * (text.size() + entity_bytes));
  facsim::XhtmlReader fresh;
  require(fresh.as_html(text) == html);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static facsim::Extractor extractor;
  facsim::Page page;
  page.format = facsim::PageFormat::html;
  page.markup = facsim::Markup::xhtml;
  page.bytes.assign(reinterpret_cast<const char*>(data), size);
  if (simdjson::validate_utf8(page.bytes)) read(page.bytes);
  const facsim::Document document = extractor.extract(page);
  for (const std::string* text :
       {&document.title, &document.main_text, &document.visible_text, &document.language}) {
    require(simdjson::validate_utf8(*text));
  }
  return 0;
}
