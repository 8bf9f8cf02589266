// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/read_page.h"

#include <utility>

#include "facsim/known/page_answerer.h"
#include "facsim/model/label.h"

namespace facsim {

StoredPage read_page(const Page& page, PageAnalyzer& analyzer, const Recipe& recipe) {
  StoredPage read;
  read.id = cut_label(page.id);
  read.url = cut_label(page.url);
  read.fetched_s = page.unix_time;
  if (!page.bytes.empty()) read.bytes = page.bytes.size();
  auto question = question_of(page, analyzer, recipe);
  if (!question) return read;
  read.facts = question->facts;
  read.anchors = std::move(question->anchors);
  return read;
}

PageAnalyzer analyzer_of_store(const ReadyProfile& judge, Kernel kernel) {
  return PageAnalyzer({.profile = judge.profile,
                       .tables = judge.tables,
                       .extract = {},
                       .kernel = kernel,
                       .with_visible = false});
}

}  // namespace facsim
