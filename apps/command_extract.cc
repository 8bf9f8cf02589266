// SPDX-License-Identifier: Apache-2.0
// facsim extract: what pages say, and how they are built.
#include <memory>

#include "apps/commands.h"
#include "apps/inputs.h"
#include "apps/json.h"
#include "facsim/extract/extractor.h"

namespace facsim {
namespace {

OrderedJson document_json(const PageName& name, const Document& document) {
  OrderedJson blocks = OrderedJson::array();
  for (const Block& block : document.blocks) {
    blocks.push_back({{"text", block.text},
                      {"main", block.is_main},
                      {"link_density", rounded_ratio(double{block.link_density})},
                      {"words", block.words},
                      {"path", block.path}});
  }
  OrderedJson object = OrderedJson::object();
  object["id"] = label_of(name);
  object["url"] = text_or_null(name.url);
  object["title"] = text_or_null(document.title);
  object["main_text"] = document.main_text;
  object["visible_text"] = document.visible_text;
  object["blocks"] = std::move(blocks);
  object["canonical"] = text_or_null(document.canonical_url);
  object["language"] = text_or_null(document.language);
  object["charset"] = text_or_null(document.charset);
  object["layout"] =
      document.has_markup ? OrderedJson(document.layout_names) : OrderedJson(nullptr);
  object["replaced"] = document.replaced;
  return object;
}

PrintPage printer(bool json, bool with_names) {
  const auto extractor =
      std::make_shared<Extractor>(ExtractOptions{.with_blocks = json, .with_layout_names = json});
  return [=](const PageName& name, const Page& page, std::string& out) {
    const Document document = extractor->extract(page);
    if (json) {
      out += json_line(document_json(name, document));
      return;
    }
    if (with_names) out += "==> " + without_controls(label_of(name), '?') + " <==\n";
    out += document.main_text;
    if (!document.main_text.empty()) out += '\n';
    if (with_names) out += '\n';
  };
}

bool is_one_page(const std::vector<InputFile>& files) {
  return files.size() == 1 &&
         (files.front().kind == FileKind::html || files.front().kind == FileKind::text);
}

}  // namespace

void run_extract(const Settings& settings) {
  const ChosenInputs chosen = chosen_inputs(settings);
  Output output;
  SpooledStdin standard_input(settings);
  for (const PageSelector& selector : chosen.pages) {
    const FoundPage found = find_named_page(selector, settings, standard_input);
    std::string text;
    printer(settings.json, chosen.pages.size() > 1)(found.name, found.page, text);
    output.write(text);
  }
  if (!chosen.whole.empty()) {
    const auto make_printer = [&](const std::vector<InputFile>& files) {
      return printer(settings.json, !is_one_page(files));
    };
    print_pages(chosen.whole, settings, standard_input, make_printer, output);
  }
  output.finish();
}

}  // namespace facsim
