// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/named_fields.h"

#include <algorithm>
#include <optional>

#include "facsim/base/error.h"
#include "facsim/base/nearest.h"
#include "facsim/base/shown_names.h"
#include "facsim/input/page_decoder.h"
#include "facsim/input/record_fields.h"
#include "facsim/input/record_reader.h"
#include "facsim/tables/parquet_file.h"

namespace facsim {
namespace {

constexpr std::uint64_t kRecordsUntilWarned = 1000;

std::string shown(const std::vector<std::string>& names) {
  ShownNames list;
  for (const std::string& name : names) {
    if (!list.add(name)) break;
  }
  return list.take();
}

std::string never_a_time(std::string_view field) {
  return "'" + std::string(field) +
         "' never holds a time: seconds since 1970 or a date such as 2026-11-28T12:00:00Z is "
         "wanted";
}

std::string never_a_status(std::string_view field) {
  return "'" + std::string(field) +
         "' never holds an HTTP status: a whole number from 100 to 999 is wanted";
}

// A field to be found, and perhaps a kind of value in it.
struct Wanted {
  enum class Value { any, time, status, number, to_count };
  std::string name;
  Value value = Value::any;
  std::size_t keep = 0;  // for a number: its index in ReadOptions::keep_fields
  bool is_found = false;
};

std::vector<Wanted> wanted_by(const ReadOptions& read) {
  std::vector<Wanted> wanted;
  const auto add = [&](const std::string& name, Wanted::Value value, std::size_t keep = 0) {
    if (std::ranges::find(read.named_fields, name) == read.named_fields.end()) return;
    wanted.push_back({.name = name, .value = value, .keep = keep});
  };
  for (const std::string* name :
       {&read.text_field, &read.html_field, &read.id_field, &read.url_field}) {
    add(*name, Wanted::Value::any);
  }
  add(read.time_field, Wanted::Value::time);
  add(read.status_field, Wanted::Value::status);
  for (std::size_t i = 0; i < read.keep_fields.size(); ++i) {
    add(read.keep_fields[i], Wanted::Value::number, i);
  }
  // It has no default, so if it is set, the user named it.
  if (!read.count_field.empty()) {
    wanted.push_back({.name = read.count_field, .value = Wanted::Value::to_count});
  }
  return wanted;
}

std::vector<std::string> names_of(const std::vector<Wanted>& wanted) {
  std::vector<std::string> names;
  for (const Wanted& each : wanted) names.push_back(each.name);
  return names;
}

// Makes the fields of records that are too large visible.
ReadOptions with_large(ReadOptions read) {
  read.digests_large = true;
  return read;
}

class Search {
 public:
  Search(const ReadOptions& read, const RunHooks& hooks)
      : read_(with_large(read)),
        hooks_(hooks),
        wanted_(wanted_by(read)),
        fields_(names_of(wanted_)),
        decoder_(of_any_status(read)) {}

  [[nodiscard]] bool is_done() const {
    return std::ranges::all_of(wanted_, [](const Wanted& each) { return each.is_found; });
  }

  void look_at(const InputFile& file) {
    if (!has_named_fields(file.kind)) {
      has_pages_ = has_pages_ || file.bytes > 0;
      return;
    }
    const bool has_head = !has_json_records(file.kind);
    if (file.kind == FileKind::parquet) fields_.add_columns(file);
    const auto reader = open_records(file, read_);
    RawRecord record;
    while (!is_done() && reader->next(record)) {
      if (hooks_.cancelled != nullptr && hooks_.cancelled->load(std::memory_order_relaxed)) {
        throw Error(ErrorCode::cancelled, "stopped; nothing was written");
      }
      if (!record.large.empty()) record.skip = Skip::none;
      look_at(file, record);
      // The head of a table shows which fields its rows cannot have.
      if (has_head && has_pages_ && !may_be_in_table()) return;
    }
  }

  [[nodiscard]] std::vector<MissingField> missing() const {
    std::vector<MissingField> all;
    if (!has_pages_) return all;
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      const Wanted& each = wanted_[i];
      if (each.is_found) continue;
      const bool is_null = fields_.is_null(i);
      if (is_null && each.value == Wanted::Value::any) continue;
      all.push_back({each.name, fields_.has(i) || is_null
                                    ? never_right(each)
                                    : no_record_has(each.name, fields_.names())});
    }
    return all;
  }

 private:
  static std::string never_right(const Wanted& wanted) {
    switch (wanted.value) {
      case Wanted::Value::time:
        return never_a_time(wanted.name);
      case Wanted::Value::status:
        return never_a_status(wanted.name);
      case Wanted::Value::to_count:
        return never_a_value(wanted.name);
      default:
        return never_a_number(wanted.name);
    }
  }

  void look_at(const InputFile& file, const RawRecord& record) {
    fields_.add(file, record);
    std::optional<Page> page;
    if (record.role == RecordRole::page && record.skip == Skip::none) {
      Decoded decoded = decoder_.decode(file, record);
      has_pages_ = has_pages_ || decoded.skip == Skip::none;
      page = std::move(decoded.page);
    }
    for (std::size_t i = 0; i < wanted_.size(); ++i) note(i, page);
    if (record.role != RecordRole::page || ++records_ != kRecordsUntilWarned) return;
    if (hooks_.warn) warn();
  }

  void note(std::size_t i, const std::optional<Page>& page) {
    Wanted& each = wanted_[i];
    if (each.value == Wanted::Value::any) {
      each.is_found = fields_.has(i);
    } else if (page && each.value == Wanted::Value::time) {
      each.is_found = each.is_found || page->unix_time.has_value();
    } else if (page && each.value == Wanted::Value::status) {
      each.is_found = each.is_found || page->status.has_value();
    } else if (page && each.value == Wanted::Value::to_count) {
      each.is_found = each.is_found || !page->count_value.empty();
    } else if (page) {
      each.is_found = each.is_found || page->keep_values[each.keep].has_value();
    }
  }

  [[nodiscard]] bool may_be_in_table() const {
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      if (!wanted_[i].is_found && fields_.has_column(i)) return true;
    }
    return false;
  }

  void warn() const {
    for (const MissingField& each : missing()) {
      hooks_.warn("after 1,000 records: " + each.sentence);
    }
  }

  ReadOptions read_;
  const RunHooks& hooks_;
  std::vector<Wanted> wanted_;
  RecordFields fields_;
  PageDecoder decoder_;
  bool has_pages_ = false;
  std::uint64_t records_ = 0;
};

}  // namespace

std::string no_record_has(std::string_view field, const std::vector<std::string>& names) {
  const std::string sentence = "no record has the field '" + std::string(field) + "'";
  if (names.empty()) {
    return sentence + "; only records of JSON lines, bulk files and tables have fields";
  }
  return sentence + "; fields are: " + shown(names) +
         suggestion(field, {names.begin(), names.end()});
}

std::string never_a_number(std::string_view field) {
  return "'" + std::string(field) +
         "' never holds a number: to keep by it would decide nothing; numbers, dates, or texts of "
         "these are wanted";
}

std::string never_a_value(std::string_view field) {
  return "'" + std::string(field) +
         "' never holds a value to count by: a text, a number, true or false is wanted";
}

std::vector<MissingField> missing_fields(std::span<const InputFile> files, const ReadOptions& read,
                                         const RunHooks& hooks) {
  Search search(read, hooks);
  for (const InputFile& file : files) {
    if (search.is_done()) break;
    search.look_at(file);
  }
  return search.missing();
}

void require_named_fields(std::span<const InputFile> files, const ReadOptions& read,
                          const RunHooks& hooks) {
  const std::vector<MissingField> missing = missing_fields(files, read, hooks);
  if (missing.empty()) return;
  throw Error(ErrorCode::invalid_argument, missing.front().sentence);
}

}  // namespace facsim
