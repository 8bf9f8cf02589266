// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/json_page_internal.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "facsim/input/dates_internal.h"
#include "facsim/input/given_features_internal.h"
#include "facsim/input/json_repair_internal.h"
#include "facsim/input/text_bits_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {
namespace {

namespace dom = simdjson::dom;

static_assert(kJsonPadding >= simdjson::SIMDJSON_PADDING);

// The dispatching parser, on purpose: the lazy one of this library runs the kernel chosen when it
// is compiled, which is the slowest for a generic processor, and does not look at what it skips.
simdjson::error_code parse(dom::parser& parser, std::string_view json, std::size_t readable,
                           dom::element& root) {
  const bool copy_first = readable < json.size() + simdjson::SIMDJSON_PADDING;
  return parser.parse(json.data(), json.size(), copy_first).get(root);
}

bool is_repairable(simdjson::error_code error) noexcept {
  return error == simdjson::UTF8_ERROR || error == simdjson::STRING_ERROR ||
         error == simdjson::NUMBER_ERROR;
}

// What the object's fields say, before anything is decided.
struct Fields {
  enum class Content { absent, null, string, other };
  Content text = Content::absent;
  Content html = Content::absent;
  std::string_view text_value;
  std::string_view html_value;
  std::string id;
  std::string url;
  std::optional<std::int64_t> unix_time;
  std::optional<double> keep_value;
  std::vector<PageField> extra;
  std::optional<dom::element> given;
  bool id_is_fractional = false;
};

Fields::Content content_of(const dom::element& value, std::string_view& string) {
  if (value.is_null()) return Fields::Content::null;
  if (value.get(string) == simdjson::SUCCESS) return Fields::Content::string;
  return Fields::Content::other;
}

std::optional<std::int64_t> time_of(const dom::element& value) {
  std::string_view string;
  if (value.get(string) == simdjson::SUCCESS) return parse_time(string);
  double number = 0;
  if (value.is_number() && value.get(number) == simdjson::SUCCESS) return seconds_of(number);
  return {};
}

std::optional<double> keep_value_of(const dom::element& value) {
  double number = 0;
  if (value.is_number() && value.get(number) == simdjson::SUCCESS) return number;
  std::string_view string;
  if (value.get(string) != simdjson::SUCCESS) return {};
  if (const std::optional<double> parsed = parse_number(string)) return parsed;
  if (const auto date = parse_date(string)) return static_cast<double>(*date);
  return {};
}

void read_id(const dom::element& value, Fields& fields) {
  std::string_view string;
  std::int64_t whole = 0;
  std::uint64_t large = 0;
  fields.id.clear();
  fields.id_is_fractional = false;
  if (value.get(string) == simdjson::SUCCESS) {
    fields.id = label_of(string);
  } else if (value.get(whole) == simdjson::SUCCESS) {
    fields.id = std::to_string(whole);
  } else if (value.get(large) == simdjson::SUCCESS) {
    fields.id = std::to_string(large);
  } else {
    fields.id_is_fractional = value.is_double();
  }
}

Fields read_fields(const dom::object& object, const ReadOptions& options) {
  Fields fields;
  const auto is = [](std::string_view key, const std::string& name) {
    return !name.empty() && key == name;
  };
  for (const dom::key_value_pair field : object) {
    // One field may serve several ends.
    if (is(field.key, options.text_field)) {
      fields.text = content_of(field.value, fields.text_value);
    }
    if (is(field.key, options.html_field)) {
      fields.html = content_of(field.value, fields.html_value);
    }
    if (is(field.key, options.id_field)) read_id(field.value, fields);
    if (is(field.key, options.url_field)) {
      std::string_view url;
      fields.url = field.value.get(url) == simdjson::SUCCESS ? label_of(url) : "";
    }
    if (is(field.key, options.time_field)) fields.unix_time = time_of(field.value);
    if (is(field.key, options.given_field)) fields.given = field.value;
    std::string_view text;
    if (std::ranges::find(options.extra_fields, field.key) != options.extra_fields.end() &&
        field.value.get(text) == simdjson::SUCCESS) {
      fields.extra.push_back({std::string(field.key), std::string(text)});
    }
    if (is(field.key, options.keep_field)) fields.keep_value = keep_value_of(field.value);
  }
  return fields;
}

// A fraction as it is written: 1.50 is not 1.5. The lazy parser keeps the text; such ids are rare.
std::string number_as_written(std::string_view json, const std::string& field) {
  namespace lazy = simdjson::ondemand;
  const simdjson::padded_string padded(json);
  lazy::parser parser;
  lazy::document document;
  lazy::object object;
  if (parser.iterate(padded).get(document) != simdjson::SUCCESS ||
      document.get_object().get(object) != simdjson::SUCCESS) {
    return {};
  }
  std::string number;
  for (auto each : object) {
    std::string_view key;
    lazy::field pair;
    if (std::move(each).get(pair) != simdjson::SUCCESS ||
        pair.unescaped_key().get(key) != simdjson::SUCCESS) {
      break;
    }
    if (key == field) number = trimmed(pair.value().raw_json_token());
  }
  return label_of(number);
}

// Html wins where both are there and it is not empty.
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

// Names of fields, as one reads them in a warning.
std::string names_of(const dom::object& object) {
  constexpr std::size_t names_max = 12;
  constexpr std::size_t bytes_max = 40;
  std::string names;
  std::size_t count = 0;
  for (const dom::key_value_pair field : object) {
    if (!names.empty()) names += ", ";
    if (count++ == names_max) return names + "...";
    const bool long_name = field.key.size() > bytes_max;
    names += repair_utf8(field.key.substr(0, bytes_max)) + (long_name ? "..." : "");
  }
  return names;
}

bool has_members(const dom::object& object) { return object.begin() != object.end(); }

}  // namespace

namespace {

// Features stand for the text, which may be absent then.
void read_features(const Fields& fields, const ReadOptions& options, Decoded& decoded) {
  if (!fields.given || fields.given->is_null()) {
    decoded.skip = Skip::no_text_field;
    return;
  }
  GivenFeatures given = given_features(*fields.given, options.any_weight);
  decoded.page.given = std::move(given.features);
  decoded.bad_feature = std::move(given.why_not);
  decoded.skip = decoded.bad_feature.empty() ? Skip::none : Skip::bad_features;
}

}  // namespace

struct JsonPageReader::Parser {
  dom::parser parser;
};

std::string_view without_utf8_mark(std::string_view bytes) noexcept {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  return bytes;
}

bool is_json_object(std::string_view line) {
  dom::parser parser;
  dom::element root;
  if (line.find('\0') != std::string_view::npos) return false;
  simdjson::error_code error = parse(parser, line, line.size(), root);
  std::string repaired;
  if (is_repairable(error)) {
    repaired = repair_json(line);
    error = parse(parser, repaired, repaired.size(), root);
  }
  return error == simdjson::SUCCESS && root.is_object();
}

JsonPageReader::JsonPageReader(ReadOptions options)
    : options_(std::move(options)), parser_(std::make_unique<Parser>()) {}
JsonPageReader::~JsonPageReader() = default;
void JsonPageReader::release() { parser_ = std::make_unique<Parser>(); }

Decoded JsonPageReader::read(const std::string& line, std::uint64_t line_begin) {
  Decoded decoded;
  decoded.skip = Skip::bad_json;
  // A mark belongs to the beginning of a file; the line keeps it, the parser does not want it.
  const std::string_view json = line_begin == 0 ? without_utf8_mark(line) : std::string_view(line);
  // The parser lets NUL bytes between values pass.
  if (json.empty() || std::memchr(json.data(), 0, json.size()) != nullptr) return decoded;

  dom::element root;
  const std::size_t readable = line.capacity() - (line.size() - json.size());
  simdjson::error_code error = parse(parser_->parser, json, readable, root);
  std::string repaired;
  if (is_repairable(error)) {
    repaired = repair_json(json);
    error = parse(parser_->parser, repaired, repaired.size(), root);
  }
  dom::object object;
  if (error != simdjson::SUCCESS || root.get(object) != simdjson::SUCCESS) return decoded;

  Fields fields = read_fields(object, options_);
  if (fields.id_is_fractional) {
    fields.id = number_as_written(repaired.empty() ? json : repaired, options_.id_field);
  }
  decoded.brace_offset = line_begin + line.rfind('}');
  decoded.object_is_empty = !has_members(object);
  decoded.skip = choose_content(fields, decoded.page);
  // What a recipe reads may stand in other members.
  const bool is_textless = decoded.skip == Skip::no_text || decoded.skip == Skip::no_text_field;
  if (is_textless && !fields.extra.empty()) decoded.skip = Skip::none;
  if (!options_.given_field.empty()) read_features(fields, options_, decoded);
  if (decoded.skip == Skip::no_text_field) decoded.field_names = names_of(object);
  decoded.page.id = std::move(fields.id);
  decoded.page.url = std::move(fields.url);
  decoded.page.unix_time = fields.unix_time;
  decoded.page.keep_value = fields.keep_value;
  decoded.page.fields = std::move(fields.extra);
  decoded.page.is_unicode = true;
  return decoded;
}

}  // namespace facsim
