// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests only: a page of markup, and an extractor that keeps all that it finds.

#include <string>
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

}  // namespace facsim::for_test
