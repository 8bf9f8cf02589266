// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/synthesized_rows.h"

#include "facsim/eval/figure_text_internal.h"
#include "facsim/report/json_line.h"

namespace facsim {

std::string document_row(const SynthesizedDocument& document) {
  JsonLine line;
  line.text("id", document.id);
  if (!document.url.empty()) line.text("url", document.url);
  if (!document.of.empty()) {
    line.text("of", document.of);
    line.text("edit", document.edit);
    line.ratio("degree", document.degree);
    line.ratio("unedited", document.unedited);
  }
  line.text(document.is_html ? "html" : "text", document.source);
  return std::move(line).take() + "\n";
}

std::string pair_row(const SynthesizedDocument& document) {
  return document.of + "\t" + document.id + "\t" + exact_text(document.unedited) + "\t" +
         document.edit + "\t" + exact_text(document.degree) + "\n";
}

}  // namespace facsim
