// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests only: a page of markup, an extractor with all optional results, and long texts.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "facsim/extract/extractor.h"

namespace facsim::for_test {

inline constexpr ExtractOptions kAll{.with_blocks = true, .with_layout_names = true};

inline Page html_page(std::string bytes) {
  Page page;
  page.format = PageFormat::html;
  page.bytes = std::move(bytes);
  page.is_unicode = true;
  return page;
}

inline std::string repeated(std::string_view what, std::size_t times) {
  std::string text;
  text.reserve(what.size() * times);
  while (times-- > 0) text.append(what);
  return text;
}

inline Document document_of(std::string bytes) {
  return Extractor(kAll).extract(html_page(std::move(bytes)));
}

// "good0 good1 good2"
inline std::string numbered_words(std::string_view word, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    if (i > 0) text.push_back(' ');
    text.append(word).append(std::to_string(i));
  }
  return text;
}

inline std::string paragraph(std::string_view word, int count) {
  return "<p>" + numbered_words(word, count) + "</p>";
}

}  // namespace facsim::for_test
