// SPDX-License-Identifier: Apache-2.0
// facsim fingerprint: prints one line of figures for each page of the inputs.
#include <algorithm>
#include <array>

#include "apps/command_fingerprint.h"
#include "apps/commands.h"
#include "apps/hexadecimal.h"
#include "apps/json.h"
#include "apps/read_inputs.h"
#include "apps/values.h"
#include "facsim/page/analysis.h"

namespace facsim {
namespace {

struct PrintedPage {
  const PageName& name;
  const Analysis& analysis;
  const PageAnalyzer& analyzer;
  std::uint32_t bits;  // of a fingerprint
};

OrderedJson fingerprint_json(const std::optional<WideFingerprint>& fingerprint,
                             std::uint32_t bits) {
  return fingerprint ? OrderedJson(hex(*fingerprint, bits)) : OrderedJson(nullptr);
}

OrderedJson bytes_json(const std::optional<std::vector<std::uint8_t>>& bytes) {
  if (!bytes) return nullptr;
  std::string text;
  for (const std::uint8_t byte : *bytes) text += hexadecimal(byte, 2);
  return text;
}

OrderedJson anchors_json(const std::vector<std::uint64_t>& anchors) {
  if (anchors.empty()) return nullptr;
  std::string text;
  for (const std::uint64_t anchor : anchors) {
    if (!text.empty()) text += ',';
    text += hexadecimal(anchor);
  }
  return text;
}

struct Column {
  std::string_view name;
  OrderedJson (*value)(const PrintedPage& page);
};

constexpr std::array kPrintedColumns = {
    Column{"id", [](const PrintedPage& p) { return OrderedJson(label_of(p.name)); }},
    Column{"url", [](const PrintedPage& p) { return text_or_null(p.name.url); }},
    Column{"file", [](const PrintedPage& p) { return OrderedJson(p.name.file); }},
    Column{"offset", [](const PrintedPage& p) { return OrderedJson(p.name.offset); }},
    Column{"fingerprint",
           [](const PrintedPage& p) { return fingerprint_json(p.analysis.fingerprint, p.bits); }},
    Column{"visible",
           [](const PrintedPage& p) {
             return fingerprint_json(p.analysis.visible_fingerprint, p.bits);
           }},
    Column{"units", [](const PrintedPage& p) { return OrderedJson(p.analysis.units); }},
    Column{"shingles",
           [](const PrintedPage& p) { return OrderedJson(p.analyzer.shingles().size()); }},
    Column{"sketch", [](const PrintedPage& p) { return bytes_json(p.analyzer.sketch_bytes()); }},
    Column{"layout", [](const PrintedPage& p) { return bytes_json(p.analyzer.layout_bytes()); }},
    Column{"anchors", [](const PrintedPage& p) { return anchors_json(p.analyzer.anchors()); }},
    Column{"digest",
           [](const PrintedPage& p) {
             const Hash128& digest = p.analysis.digest;
             return OrderedJson(hexadecimal(digest.high) + hexadecimal(digest.low));
           }},
};

std::vector<const Column*> chosen_columns(const Settings& settings) {
  const std::vector<std::string_view> known = column_names();
  std::vector<std::string_view> names(settings.columns.begin(), settings.columns.end());
  if (names.empty() && settings.json) names = known;
  if (names.empty()) names.assign(kUsualColumns.begin(), kUsualColumns.end());
  std::vector<const Column*> columns;
  for (const std::string_view name : names) {
    const auto column = std::find(known.begin(), known.end(), name);
    if (column == known.end()) throw_not_one_of("--columns", name, known);
    columns.push_back(&kPrintedColumns[static_cast<std::size_t>(column - known.begin())]);
  }
  return columns;
}

void append_json(const std::vector<const Column*>& columns, const PrintedPage& page,
                 std::string& out) {
  OrderedJson object = OrderedJson::object();
  for (const Column* column : columns) object[std::string(column->name)] = column->value(page);
  out += json_line(object);
}

void append_line(const std::vector<const Column*>& columns, const PrintedPage& page,
                 std::string& out) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) out += '\t';
    const OrderedJson value = columns[i]->value(page);
    if (value.is_null()) {
      out += '-';
    } else if (value.is_string()) {
      out += without_controls(value.get_ref<const std::string&>(), ' ');
    } else {
      out += value.dump();
    }
  }
  out += '\n';
}

}  // namespace

std::vector<std::string_view> column_names() {
  std::vector<std::string_view> names;
  for (const Column& column : kPrintedColumns) names.push_back(column.name);
  return names;
}

void run_fingerprint(const Settings& settings) {
  const ChosenInputs chosen = chosen_inputs(settings);
  const std::vector<const Column*> columns = chosen_columns(settings);
  const auto wants = [&](std::string_view name) {
    return std::ranges::any_of(columns, [&](const Column* column) { return column->name == name; });
  };
  const ReadyProfile judging = settings.judged_by();
  const AnalyzerOptions options{.profile = judging.profile,
                                .tables = judging.tables,
                                .extract = {},
                                .kernel = settings.limits.kernel,
                                .with_visible = wants("visible"),
                                .with_sketch = wants("sketch") || wants("shingles"),
                                .with_witness = false,
                                .with_digest = wants("digest"),
                                .with_fingerprint = wants("fingerprint")};
  const std::uint32_t bits = judging.profile.recipe.fingerprint.bits;
  const auto make_printer = [&](const std::vector<InputFile>& /*files*/) -> PrintPage {
    auto analyzer = std::make_shared<PageAnalyzer>(options);
    return [&columns, &settings, bits, analyzer](const PageName& name, const Page& page,
                                                 const PrintRoom& room, std::string& out) {
      const Analysis& analysis = analyzer->analyze(page, room.room);
      const PrintedPage facts{name, analysis, *analyzer, bits};
      settings.json ? append_json(columns, facts, out) : append_line(columns, facts, out);
      analyzer->keep_at_most(room.kept_bytes_max);
    };
  };
  Output output;
  SpooledStdin standard_input = spooled_stdin(settings);
  for (const PageSelector& selector : chosen.pages) {
    const SelectedPage found = find_named_page(selector, settings, standard_input);
    std::string text;
    make_printer({})(found.name, found.page, {}, text);
    output.write(text);
  }
  if (!chosen.whole.empty()) {
    print_pages(chosen.whole, settings, standard_input, make_printer, output);
  }
  output.finish();
}

}  // namespace facsim
