// SPDX-License-Identifier: Apache-2.0
// facsim extract: prints the text and the layout of pages.
#include <memory>

#include "apps/commands.h"
#include "apps/json.h"
#include "apps/read_inputs.h"
#include "facsim/extract/extractor.h"
#include "facsim/page/coverage_meter.h"
#include "facsim/page/judged_text.h"

namespace facsim {
namespace {

std::string_view name_of(BlockReason reason) {
  switch (reason) {
    case BlockReason::plain:
      return "plain text";
    case BlockReason::running:
      return "running text";
    case BlockReason::between:
      return "between running text";
    case BlockReason::near_running:
      return "beside running text";
    case BlockReason::links:
      return "links";
    case BlockReason::aside:
      return "aside";
    case BlockReason::extra:
      return "extra";
    case BlockReason::outside:
      return "outside";
    case BlockReason::apart:
      return "apart";
  }
  return "";
}

// The innermost element around a block; null in plain text.
OrderedJson tag_of(const Block& block) {
  const std::size_t slash = block.path.rfind('/');
  return text_or_null(slash == std::string::npos ? block.path : block.path.substr(slash + 1));
}

OrderedJson blocks_json(const Document& document) {
  OrderedJson blocks = OrderedJson::array();
  for (const Block& block : document.blocks) {
    blocks.push_back({{"text", block.text},
                      {"main", is_main(block.reason)},
                      {"why", name_of(block.reason)},
                      {"words", block.words},
                      {"characters", block.chars},
                      {"link_density", rounded_ratio(double{block.link_density})},
                      {"tag", tag_of(block)},
                      {"path", text_or_null(block.path)}});
  }
  return blocks;
}

struct Counts {
  std::uint64_t blocks = 0;
  std::uint64_t words = 0;
  std::uint64_t chars = 0;

  void add(const Block& block) {
    ++blocks;
    words += block.words;
    chars += block.chars;
  }
  [[nodiscard]] OrderedJson json() const {
    return {{"blocks", blocks}, {"words", words}, {"characters", chars}};
  }
};

OrderedJson counts_json(const Document& document) {
  Counts main;
  Counts visible;
  for (const Block& block : document.blocks) {
    visible.add(block);
    if (is_main(block.reason)) main.add(block);
  }
  return {{"main", main.json()}, {"visible", visible.json()}};
}

OrderedJson document_json(const PageName& name, const Document& document, const JudgedText& judged,
                          const Coverage& coverage) {
  OrderedJson object = OrderedJson::object();
  object["id"] = label_of(name);
  object["url"] = text_or_null(name.url);
  object["title"] = text_or_null(document.title);
  object["main_text"] = document.main();
  object["visible_text"] = document.visible_text;
  object["judged_text"] = judged.is_visible ? "visible" : "main";
  object["judged"] = rounded_ratio(coverage.judged());
  object["left_out"] = coverage.mostly == LeftOut::nothing ? OrderedJson(nullptr)
                                                           : OrderedJson(name_of(coverage.mostly));
  object["counts"] = counts_json(document);
  object["blocks"] = blocks_json(document);
  object["canonical"] = text_or_null(document.canonical_url);
  object["language"] = text_or_null(document.language);
  object["charset"] = text_or_null(document.charset);
  object["layout"] =
      document.has_markup ? OrderedJson(document.layout_names) : OrderedJson(nullptr);
  object["replaced"] = document.replaced;
  object["cut"] = document.is_cut;
  return object;
}

// The memory that a page takes while its blocks are members of a JSON object.
std::size_t json_bytes(const Page& page, const Document& document) {
  constexpr std::size_t kBytesPerBlock = 2048;
  constexpr std::size_t kTextCopies = 16;
  return kTextCopies * (page.bytes.size() + document.visible_text.size()) +
         kBytesPerBlock * document.blocks.size();
}

PrintPage printer(const Settings& settings, const Recipe& recipe, bool with_names) {
  const bool json = settings.json;
  const bool wants_judged = settings.text.has_value();
  const auto extractor =
      std::make_shared<Extractor>(ExtractOptions{.with_blocks = json, .with_layout_names = json});
  const auto units = std::make_shared<std::vector<std::uint64_t>>();
  const auto meter = std::make_shared<CoverageMeter>(recipe.sketch.shingle_size);
  return [=](const PageName& name, const Page& page, const PrintRoom& room, std::string& out) {
    const Document document = extractor->extract(page, room.room);
    if (json) {
      if (room.room != nullptr) room.room->need(json_bytes(page, document));
      const JudgedText judged = judged_text(document, recipe, *units);
      const Coverage coverage = meter->measure(document, judged, page.bytes);
      out += json_line(document_json(name, document, judged, coverage));
      return;
    }
    if (with_names) out += "==> " + without_controls(label_of(name), '?') + " <==\n";
    const std::string_view text =
        wants_judged ? judged_text(document, recipe, *units).text : document.main();
    out += text;
    if (!text.empty()) out += '\n';
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
  const Recipe recipe = settings.named_recipe();
  Output output;
  SpooledStdin standard_input = spooled_stdin(settings);
  for (const PageSelector& selector : chosen.pages) {
    const SelectedPage found = find_named_page(selector, settings, standard_input);
    std::string text;
    printer(settings, recipe, chosen.pages.size() > 1)(found.name, found.page, {}, text);
    output.write(text);
  }
  if (!chosen.whole.empty()) {
    const auto make_printer = [&](const std::vector<InputFile>& files) {
      return printer(settings, recipe, !is_one_page(files));
    };
    print_pages(chosen.whole, settings, standard_input, make_printer, output);
  }
  output.finish();
}

}  // namespace facsim
