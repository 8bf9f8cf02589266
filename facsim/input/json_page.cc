// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/json_page_internal.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "facsim/input/bulk_internal.h"
#include "facsim/input/dates_internal.h"
#include "facsim/input/given_features_internal.h"
#include "facsim/input/json_fault_internal.h"
#include "facsim/input/json_field_internal.h"
#include "facsim/input/json_parse_internal.h"
#include "facsim/input/json_repair.h"
#include "facsim/input/text_bits_internal.h"
#include "facsim/input/utf8_internal.h"
#include "facsim/model/status_ranges.h"

namespace facsim {
namespace {

namespace dom = simdjson::dom;

// The values of the object's fields, before any decision.
struct Fields {
  enum class Content { absent, null, string, other };
  Content text = Content::absent;
  Content html = Content::absent;
  std::string_view text_value;
  std::string_view html_value;
  std::string id;
  std::string url;
  std::string count_value;
  std::optional<CrawlTime> time;
  std::array<std::optional<double>, kKeepFieldsMax> keep_values;
  std::optional<std::uint16_t> status;
  UnusableValues unusable;
  std::vector<PageField> extra;
  std::optional<dom::element> given;
  bool id_is_fractional = false;
};

Fields::Content content_of(const dom::element& value, std::string_view& string) {
  if (value.is_null()) return Fields::Content::null;
  if (value.get(string) == simdjson::SUCCESS) return Fields::Content::string;
  return Fields::Content::other;
}

std::optional<CrawlTime> time_of_element(const dom::element& value) {
  std::string_view string;
  if (value.get(string) == simdjson::SUCCESS) return parse_time(string);
  double number = 0;
  if (value.is_number() && value.get(number) == simdjson::SUCCESS) return exact_time_of(number);
  return {};
}

std::optional<std::uint16_t> status_of_element(const dom::element& value) {
  double number = 0;
  if (value.is_number() && value.get(number) == simdjson::SUCCESS) return status_of(number);
  std::string_view string;
  if (value.get(string) != simdjson::SUCCESS) return {};
  return status_of(parse_number(string).value_or(0));
}

std::optional<double> keep_value_of_element(const dom::element& value) {
  double number = 0;
  if (value.is_number() && value.get(number) == simdjson::SUCCESS) return number;
  bool flag = false;
  if (value.get(flag) == simdjson::SUCCESS) return flag ? 1 : 0;
  std::string_view string;
  if (value.get(string) != simdjson::SUCCESS) return {};
  if (const std::optional<double> parsed = parse_number(string)) return parsed;
  if (const auto date = parse_exact_date(string)) return number_of(*date);
  return {};
}

// Null and an empty text mean that there is no value.
bool has_value(const dom::element& value) {
  std::string_view string;
  if (value.get(string) == simdjson::SUCCESS) return !trimmed(string).empty();
  return !value.is_null();
}

void read_time(const dom::element& value, Fields& fields) {
  fields.time = time_of_element(value);
  fields.unusable.time = !fields.time && has_value(value);
}

void read_status(const dom::element& value, Fields& fields) {
  fields.status = status_of_element(value);
  fields.unusable.status = !fields.status && has_value(value);
}

void read_keep_value(const dom::element& value, std::size_t i, Fields& fields) {
  fields.keep_values[i] = keep_value_of_element(value);
  fields.unusable.keep[i] = !fields.keep_values[i] && has_value(value);
}

void read_id(const dom::element& value, Fields& fields) {
  std::string_view string;
  std::int64_t whole = 0;
  std::uint64_t large = 0;
  bool flag = false;
  fields.id.clear();
  fields.id_is_fractional = false;
  if (value.get(string) == simdjson::SUCCESS) {
    fields.id = label_of(string);
  } else if (value.get(whole) == simdjson::SUCCESS) {
    fields.id = std::to_string(whole);
  } else if (value.get(large) == simdjson::SUCCESS) {
    fields.id = std::to_string(large);
  } else if (value.get(flag) == simdjson::SUCCESS) {
    fields.id = flag ? "true" : "false";
  } else {
    fields.id_is_fractional = value.is_double();
  }
}

void read_url(const dom::element& value, Fields& fields) {
  std::string_view url;
  fields.url = value.get(url) == simdjson::SUCCESS ? label_of(url) : "";
}

// Objects and lists have no value.
std::string count_value_of(const dom::element& value) {
  std::string_view string;
  if (value.get(string) == simdjson::SUCCESS) return label_of(string);
  if (value.is_null() || value.is_object() || value.is_array()) return {};
  return simdjson::minify(value);
}

void read_extra(std::string_view name, const dom::element& value, Fields& fields) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) {
    fields.extra.push_back({std::string(name), std::string(text)});
  }
}

// Reads the object's own fields in one walk.
Fields read_members(const dom::object& object, const ReadOptions& options) {
  Fields fields;
  const auto is = [](std::string_view key, const std::string& name) {
    return !name.empty() && key == name;
  };
  for (const dom::key_value_pair field : object) {
    // One field may serve several purposes.
    if (is(field.key, options.text_field)) {
      fields.text = content_of(field.value, fields.text_value);
    }
    if (is(field.key, options.html_field)) {
      fields.html = content_of(field.value, fields.html_value);
    }
    if (is(field.key, options.id_field)) read_id(field.value, fields);
    if (is(field.key, options.url_field)) read_url(field.value, fields);
    if (is(field.key, options.time_field)) read_time(field.value, fields);
    if (is(field.key, options.given_field)) fields.given = field.value;
    if (std::ranges::find(options.extra_fields, field.key) != options.extra_fields.end()) {
      read_extra(field.key, field.value, fields);
    }
    for (std::size_t i = 0; i < options.keep_fields.size(); ++i) {
      if (!is(field.key, options.keep_fields[i])) continue;
      read_keep_value(field.value, i, fields);
    }
    if (is(field.key, options.status_field)) read_status(field.value, fields);
    if (is(field.key, options.count_field)) fields.count_value = count_value_of(field.value);
  }
  return fields;
}

// Reads the fields whose names have a dot, each by a separate walk.
void read_dotted_fields(const dom::object& object, const ReadOptions& options, Fields& fields) {
  const auto find = [&](const std::string& name) -> std::optional<dom::element> {
    return has_dot(name) ? find_field(object, name) : std::nullopt;
  };
  if (const auto value = find(options.text_field)) {
    fields.text = content_of(*value, fields.text_value);
  }
  if (const auto value = find(options.html_field)) {
    fields.html = content_of(*value, fields.html_value);
  }
  if (const auto value = find(options.id_field)) read_id(*value, fields);
  if (const auto value = find(options.url_field)) read_url(*value, fields);
  if (const auto value = find(options.time_field)) read_time(*value, fields);
  if (const auto value = find(options.given_field)) fields.given = *value;
  for (const std::string& name : options.extra_fields) {
    if (const auto value = find(name)) read_extra(name, *value, fields);
  }
  for (std::size_t i = 0; i < options.keep_fields.size(); ++i) {
    if (const auto value = find(options.keep_fields[i])) read_keep_value(*value, i, fields);
  }
  if (const auto value = find(options.status_field)) read_status(*value, fields);
  if (const auto value = find(options.count_field)) fields.count_value = count_value_of(*value);
}

// Removes names with a dot, which read_members() does not resolve.
ReadOptions without_dotted(ReadOptions options) {
  for (std::string* const name :
       {&options.text_field, &options.html_field, &options.id_field, &options.url_field,
        &options.time_field, &options.status_field, &options.given_field, &options.count_field}) {
    if (has_dot(*name)) name->clear();
  }
  for (std::string& name : options.keep_fields) {
    if (has_dot(name)) name.clear();
  }
  std::erase_if(options.extra_fields, has_dot);
  return options;
}

bool has_dotted(const ReadOptions& options) {
  return has_dot(options.text_field) || has_dot(options.html_field) || has_dot(options.id_field) ||
         has_dot(options.url_field) || has_dot(options.time_field) ||
         has_dot(options.status_field) || has_dot(options.given_field) ||
         has_dot(options.count_field) || std::ranges::any_of(options.keep_fields, has_dot) ||
         std::ranges::any_of(options.extra_fields, has_dot);
}

// HTML has priority if both exist and it is not empty.
Skip choose_content(const Fields& fields, Page& page) {
  using Content = Fields::Content;
  if (fields.html == Content::string && !fields.html_value.empty()) {
    page.format = PageFormat::html;
    page.bytes = fields.html_value;
    return Skip::none;
  }
  if (fields.text == Content::string && !fields.text_value.empty()) {
    page.format = PageFormat::text;
    page.bytes = fields.text_value;
    return Skip::none;
  }
  const auto is_empty = [](Content content) {
    return content == Content::string || content == Content::null;
  };
  if (fields.text == Content::other) return Skip::no_text_field;
  return is_empty(fields.text) || is_empty(fields.html) ? Skip::no_text : Skip::no_text_field;
}

bool has_members(const dom::object& object) { return object.begin() != object.end(); }

}  // namespace

namespace {

// Features replace the text, which may then be absent.
void read_features(const Fields& fields, const ReadOptions& options, Decoded& decoded) {
  if (!fields.given || fields.given->is_null()) {
    decoded.skip = Skip::no_text_field;
    return;
  }
  GivenFeatures given = given_features(*fields.given, options.any_weight);
  decoded.page.given = std::move(given.features);
  decoded.why_skipped = std::move(given.why_not);
  decoded.skip = decoded.why_skipped.empty() ? Skip::none : Skip::bad_features;
}

}  // namespace

struct JsonPageReader::Parser {
  dom::parser parser;
};

JsonPageReader::JsonPageReader(ReadOptions options)
    : options_(std::move(options)),
      flat_(without_dotted(options_)),
      has_dotted_(has_dotted(options_)),
      parser_(std::make_unique<Parser>()) {}
JsonPageReader::~JsonPageReader() = default;
void JsonPageReader::release() { parser_ = std::make_unique<Parser>(); }

Decoded JsonPageReader::read(const std::string& line, std::uint64_t line_begin) {
  // A byte-order mark is only valid at the beginning of a file; the line keeps it, the parser must
  // not get it.
  const std::string_view json = line_begin == 0 ? without_utf8_mark(line) : std::string_view(line);
  const std::size_t mark = line.size() - json.size();
  return read_object(json, line.capacity() - mark, line_begin + mark, false);
}

Decoded JsonPageReader::read_bulk(const RawRecord& record) {
  const std::string& bytes = record.bytes;
  // A document without an action before it is a line like any other.
  if (record.header_bytes == 0) return read(bytes, record.extent.begin);
  const auto action = bulk_action(std::string_view(bytes).substr(0, record.header_bytes));
  const bool is_update = action && action->kind == BulkAction::Kind::update;
  Decoded decoded = read_object(std::string_view(bytes).substr(record.header_bytes),
                                bytes.capacity() - record.header_bytes,
                                record.extent.begin + record.header_bytes, is_update);
  if (decoded.skip != Skip::bad_json && decoded.page.id.empty() && action) {
    decoded.page.id = action->id;
  }
  return decoded;
}

Decoded JsonPageReader::read_object(std::string_view json, std::size_t readable,
                                    std::uint64_t begin, bool is_update) {
  Decoded decoded;
  decoded.skip = Skip::bad_json;
  // The parser accepts NUL bytes between values.
  if (json.empty() || std::memchr(json.data(), 0, json.size()) != nullptr) {
    decoded.why_skipped = json_fault(json, parser_->parser.max_depth());
    return decoded;
  }

  dom::element root;
  simdjson::error_code error = parse_json(parser_->parser, json, readable, root);
  std::string repaired;
  const bool is_utf8 =
      error == simdjson::SUCCESS || simdjson::validate_utf8(json.data(), json.size());
  bool has_pairs = false;
  if (is_repairable(error, json) || !is_utf8) {
    repaired = repair_json(json);
    error = parse_json(parser_->parser, repaired, repaired.size(), root);
  }
  if (error != simdjson::SUCCESS && !is_utf8) {
    has_pairs = true;
    repaired = repair_json(json, {.has_pairs = true});
    error = parse_json(parser_->parser, repaired, repaired.size(), root);
  }
  dom::object object;
  if (error != simdjson::SUCCESS || root.get(object) != simdjson::SUCCESS) {
    decoded.why_skipped = json_fault(json, parser_->parser.max_depth());
    return decoded;
  }
  std::string_view written = json;
  if (is_update) {
    written = bulk_object(json, BulkAction::Kind::update);
    dom::object inner;
    const auto doc = find_field(object, "doc");
    if (doc && doc->get(inner) == simdjson::SUCCESS) object = inner;
  }

  Fields fields = read_members(object, flat_);
  if (has_dotted_) read_dotted_fields(object, options_, fields);
  // A fraction is kept as written: 1.50 is not 1.5. The parser has only its value.
  if (fields.id_is_fractional) {
    const auto kind = is_update ? BulkAction::Kind::update : BulkAction::Kind::index;
    const std::string_view source = repaired.empty() ? written : bulk_object(repaired, kind);
    fields.id = label_of(raw_field(source, options_.id_field));
  }
  const std::size_t written_begin = static_cast<std::size_t>(written.data() - json.data());
  decoded.brace_offset = begin + written_begin + written.rfind('}');
  decoded.object_is_empty = !has_members(object);
  decoded.skip = choose_content(fields, decoded.page);
  // The text that a recipe reads may be in other members.
  const bool is_textless = decoded.skip == Skip::no_text || decoded.skip == Skip::no_text_field;
  if (is_textless && !fields.extra.empty()) decoded.skip = Skip::none;
  if (!options_.given_field.empty()) read_features(fields, options_, decoded);
  if (decoded.skip == Skip::no_text_field) decoded.field_names = names_of_fields(object);
  decoded.page.id = std::move(fields.id);
  decoded.page.url = std::move(fields.url);
  set_time(decoded.page, fields.time);
  decoded.page.keep_values = fields.keep_values;
  decoded.page.status = fields.status;
  decoded.unusable = fields.unusable;
  decoded.page.count_value = std::move(fields.count_value);
  decoded.page.fields = std::move(fields.extra);
  decoded.page.is_unicode = true;
  if (!is_utf8) keep_bytes(json, is_update, has_pairs, decoded.page);
  return decoded;
}

// Parses a second time, so that no other field needs to handle kept bytes.
void JsonPageReader::keep_bytes(std::string_view json, bool is_update, bool has_pairs, Page& page) {
  if (page.bytes.empty()) return;
  const std::string kept = repair_json(json, {.keeps_bytes = true, .has_pairs = has_pairs});
  dom::element root;
  dom::object object;
  if (parse_json(parser_->parser, kept, kept.size(), root) != simdjson::SUCCESS) return;
  if (root.get(object) != simdjson::SUCCESS) return;
  if (is_update) {
    dom::object inner;
    const auto doc = find_field(object, "doc");
    if (doc && doc->get(inner) == simdjson::SUCCESS) object = inner;
  }
  Fields fields = read_members(object, flat_);
  if (has_dotted_) read_dotted_fields(object, options_, fields);
  const std::string_view text =
      page.format == PageFormat::html ? fields.html_value : fields.text_value;
  std::string bytes = with_kept_bytes(text);
  if (bytes.empty() || simdjson::validate_utf8(bytes.data(), bytes.size())) return;
  page.bytes = std::move(bytes);
  page.is_unicode = false;
  page.http_charset = "utf-8";  // the default of JSON, unless the bytes contradict it
}

}  // namespace facsim
