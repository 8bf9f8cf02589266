// SPDX-License-Identifier: Apache-2.0
// Any bytes as an XHTML page. The output of the pass before the HTML parser is valid UTF-8 and not
// much longer, and takes a number of steps proportional to the page's bytes. The document's texts
// are valid, and a reader that processed other pages before gives the same result as a fresh one.

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
  // Entities may expand to this many bytes, each of which may be escaped or read again.
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
