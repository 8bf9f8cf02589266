// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/record_fields.h"

#include <simdjson.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "facsim/base/shown_names.h"
#include "facsim/input/csv_internal.h"
#include "facsim/input/json_field_internal.h"
#include "facsim/input/json_object_internal.h"
#include "facsim/input/json_parse_internal.h"
#include "facsim/input/json_repair.h"
#include "facsim/input/page_decoder.h"
#include "facsim/input/utf8_internal.h"
#include "facsim/tables/parquet_file.h"

namespace facsim {
namespace {

namespace dom = simdjson::dom;

// Collects the members of an object, those of nested objects by their full names.
void collect_names(const dom::object& object, const std::string& prefix, int depth,
                   std::vector<std::string>& names) {
  for (const dom::key_value_pair field : object) {
    if (names.size() == RecordFields::kNamesMax) return;
    const std::string name = prefix + repair_utf8(ShownNames::shortened(field.key));
    dom::object inner;
    if (depth < ShownNames::kDepthMax && field.value.get(inner) == simdjson::SUCCESS &&
        inner.size() > 0) {
      collect_names(inner, name + ".", depth + 1, names);
    } else {
      names.push_back(name);
    }
  }
}

}  // namespace

struct RecordFields::Parser {
  dom::parser parser;
  std::unordered_set<std::string> known;

  // Valid until the next call.
  bool parse(std::string_view json, dom::object& object) {
    dom::element root;
    simdjson::error_code error = parse_json(parser, json, json.size(), root);
    if (error != simdjson::SUCCESS) {
      const std::string repaired = repair_json(json);
      error = parse_json(parser, repaired, repaired.size(), root);
    }
    return error == simdjson::SUCCESS && root.get(object) == simdjson::SUCCESS;
  }
};

RecordFields::RecordFields(std::vector<std::string> wanted)
    : wanted_(std::move(wanted)),
      has_(wanted_.size()),
      had_null_(wanted_.size()),
      had_other_(wanted_.size()),
      has_column_(wanted_.size()),
      parser_(std::make_unique<Parser>()) {}
RecordFields::~RecordFields() = default;

void RecordFields::add_name(std::string name) {
  if (names_.size() == kNamesMax || !parser_->known.insert(name).second) return;
  names_.push_back(std::move(name));
}

void RecordFields::add_columns(const InputFile& file) {
  ParquetFile opened(file.path, file.shown());
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    has_column_[i] = opened.use_of(wanted_[i]) != parquet::ColumnUse::none;
    if (has_column_[i]) has_[i] = true;
  }
  // The names as in a message: the first few, separated by commas.
  const std::string names = repair_utf8(opened.column_names());
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = std::min(names.find(", ", begin), names.size());
    if (names.compare(begin, end - begin, "...") != 0) add_name(names.substr(begin, end - begin));
    begin = end + 2;
  }
}

void RecordFields::note_columns(const std::vector<std::string>& columns) {
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    has_column_[i] = std::ranges::find(columns, wanted_[i]) != columns.end();
    if (has_column_[i]) has_[i] = true;
  }
  for (const std::string& name : columns) add_name(repair_utf8(ShownNames::shortened(name)));
}

void RecordFields::add(const InputFile& file, const RawRecord& record) {
  if (is_table(file.kind)) {
    if (record.names_columns && record.csv) note_columns(record.csv->columns);
    return;
  }
  if (!has_json_records(file.kind)) return;
  std::string_view json = object_of(file.kind, record);
  if (record.extent.begin == 0) json = without_utf8_mark(json);
  dom::object object;
  if (!parser_->parse(json, object)) return;
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    if (has_[i]) continue;
    const FieldWay way = way_of_field(object, wanted_[i]);
    has_[i] = way == FieldWay::there;
    if (way == FieldWay::null) had_null_[i] = true;
    if (way == FieldWay::other) had_other_[i] = true;
  }
  std::vector<std::string> names;
  collect_names(object, "", 0, names);
  for (std::string& name : names) add_name(std::move(name));
}

}  // namespace facsim
