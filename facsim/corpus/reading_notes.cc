// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/reading_notes.h"

#include "facsim/base/human_text.h"

namespace facsim {
namespace {

// For this many files the fields are listed; the others are only counted.
constexpr std::size_t kFilesNamed = 3;

}  // namespace

bool is_fault(Skip skip) noexcept {
  return skip != Skip::none && skip != Skip::no_text && skip != Skip::not_a_page &&
         skip != Skip::crawler_record && skip != Skip::other_status;
}

std::string page_label(const std::string& id, std::uint64_t number) {
  return id.empty() ? "page number " + std::to_string(number) + ", from 0" : "page '" + id + "'";
}

void ReadingNotes::note_place(First& first, std::uint32_t file, const RawRecord& record) {
  if (first.count++ > 0) return;
  first.file = file;
  first.offset = record.offset;
}

void ReadingNotes::add(std::uint32_t file, const RawRecord& record, const RecordNote& note) {
  if (file != file_) {
    end_file();
    file_ = file;
  }
  // Does not count the row that names the columns, blank lines, and companions of pages in an
  // archive.
  records_ += record.role == RecordRole::page || record.role == RecordRole::damaged ||
              note.skip == Skip::crawler_record || note.skip == Skip::not_a_page;
  if (is_table(files_[file].kind) && record.names_columns) {
    columns_ = columns_of(record, options_);
  }
  if (note.skip != Skip::none) add_skip(file, record, note);
  if (record.stated_length != StatedLength::right) {
    note_place(record.stated_length == StatedLength::too_small ? too_small_ : too_large_, file,
               record);
  }
  if (note.is_page && note.has_damaged_body) note_place(damaged_bodies_, file, record);
  if (note.is_page) note_unusable(file, record, note.unusable);
  const bool is_json = has_named_fields(files_[file].kind);
  if (note.is_page) ++pages_;
  const bool is_object = is_json && record.role == RecordRole::page && record.skip == Skip::none &&
                         note.skip != Skip::bad_json && note.skip != Skip::bad_row;
  if (!is_object) return;
  if (objects_++ == 0) field_names_ = note.field_names;
  objects_no_field_ += note.skip == Skip::no_text_field;
}

void ReadingNotes::note_unusable(std::uint32_t file, const RawRecord& record,
                                 const UnusableValues& values) {
  if (values.time) note_place(no_times_, file, record);
  if (values.status) note_place(no_statuses_, file, record);
  for (std::size_t i = 0; i < values.keep.size(); ++i) {
    if (values.keep[i]) note_place(no_numbers_[i], file, record);
  }
}

void ReadingNotes::warn_of_unusable(std::vector<Sentence>& lines) const {
  const auto warn = [&](const First& first, const std::string& field, const char* is_none) {
    if (first.count == 0) return;
    lines.push_back("'" + field + "' holds " + is_none + " in " + counted(first.count, "page") +
                    place(first) + (first.count == 1 ? "), which counts" : "), which count") +
                    " as without one");
  };
  warn(no_times_, options_.time_field, "a value that is no time");
  warn(no_statuses_, options_.status_field, "a value that is no HTTP status");
  for (std::size_t i = 0; i < options_.keep_fields.size(); ++i) {
    warn(no_numbers_[i], options_.keep_fields[i], "a value that is no number");
  }
}

void ReadingNotes::add_skip(std::uint32_t file, const RawRecord& record, const RecordNote& note) {
  // An archive of images counts as read; a file that was meant to be a page does not.
  const FileKind kind = files_[file].kind;
  has_binary_ |= note.skip == Skip::not_a_page && is_whole_file(kind);
  First& first = skips_[static_cast<std::size_t>(note.skip)];
  if (note.skip == Skip::bad_row && has_backslash_quote(record)) ++backslash_rows_;
  if (first.count == 0) {
    first.why = note.why_skipped;
    first.page_label = note.page_label;
  }
  note_place(first, file, record);
}

void ReadingNotes::take_large_pages(std::uint64_t pages, const std::optional<Place>& first) {
  pages_ += pages;
  First& skips = skips_[static_cast<std::size_t>(Skip::too_large)];
  skips.count -= pages;
  if (!first) return;
  skips.offset = first->offset;
  skips.file = first->file;
  skips.page_label = first->page_label;
}

void ReadingNotes::end_file() {
  const bool has_lone_cr = columns_ && columns_->has_lone_cr;
  // The reader may see a whole table as its first row.
  const bool is_row_less = columns_ && objects_ == 0 && (!columns_->has_text || has_lone_cr);
  if (is_row_less || (objects_ > 0 && objects_ == objects_no_field_)) {
    if (field_less_.size() < kFilesNamed) {
      field_less_.push_back({file_, is_row_less ? columns_->names : field_names_, has_lone_cr});
    }
    ++field_less_files_;
    row_less_tables_ += is_row_less;
  }
  columns_.reset();
  objects_ = objects_no_field_ = 0;
}

// Returns " (first at a.jsonl:123" or " (first page 'a'"; the caller closes the bracket.
std::string ReadingNotes::place(const First& first) const {
  if (!first.page_label.empty()) {
    return (first.count == 1 ? " (" : " (first ") + first.page_label;
  }
  return (first.count == 1 ? " (at " : " (first at ") + files_[first.file].shown() + ":" +
         std::to_string(first.offset);
}

Sentence ReadingNotes::places(Skip skip) const {
  const First& first = skips_[static_cast<std::size_t>(skip)];
  Sentence text = std::string(name_of(skip)) + " " + human_count(first.count) + place(first);
  if (skip == Skip::too_large) text += ", see " + Named::page_max;
  if (skip == Skip::bad_json && first.why.empty()) text += ": a line must hold one JSON object";
  if (skip == Skip::split_record) {
    text +=
        ": facsim joins segments (WARC-Segment-Number) that stand in one file, in their order; "
        "'cat' makes one of the files that have them";
  }
  if (skip == Skip::bad_row) {
    text += first.page_label.empty() ? ": its quotes or columns are not those of a row"
                                     : ": its text is not Unicode, as with a lone surrogate";
  }
  if (skip == Skip::bad_row && backslash_rows_ > 0) {
    text += "; " + human_count(backslash_rows_) + " with \\\": a quote within quotes is written " +
            "twice (\"\"), not behind a backslash; write the table again so";
  }
  if (!first.why.empty()) text += ": " + first.why;
  return text + ")";
}

Sentence ReadingNotes::faults() const {
  Sentence list;
  for (std::size_t i = 0; i < skips_.size(); ++i) {
    const Skip skip = static_cast<Skip>(i);
    if (skips_[i].count > 0 && is_fault(skip)) list += (list.empty() ? "" : ", ") + places(skip);
  }
  return list;
}

std::optional<Sentence> ReadingNotes::refusal() const {
  Sentence list;
  bool is_read = damaged_files_ == 0 && row_less_tables_ == 0;
  for (std::size_t i = 0; i < skips_.size(); ++i) {
    const Skip skip = static_cast<Skip>(i);
    if (skips_[i].count == 0) continue;
    list += (list.empty() ? "; left out: " : ", ") + places(skip);
    is_read = is_read && (skip == Skip::no_text || skip == Skip::crawler_record ||
                          (skip == Skip::not_a_page && !has_binary_));
  }
  if (pages_ > 0 || is_read) return std::nullopt;
  if (row_less_tables_ > 0) {
    list += "; without a row under a column of the text: " + counted(row_less_tables_, "table");
  }
  if (damaged_files_ > 0) list += "; damaged: " + counted(damaged_files_, "file");
  return "no page was read: " + counted(files_.size(), "file") + " with " +
         counted(records_, "record") + ", none of them a page with a text" + list;
}

std::string ReadingNotes::crawlers_text() const {
  const std::uint64_t count = skips_[static_cast<std::size_t>(Skip::crawler_record)].count;
  return count == 0 ? "" : "; " + counted(count, "record") + " of the crawler itself";
}

std::vector<Sentence> ReadingNotes::warnings() const {
  std::vector<Sentence> lines;
  if (too_small_.count > 0) {
    lines.push_back("stated length too small: " + counted(too_small_.count, "record") +
                    place(too_small_) +
                    "); what follows up to the next record stays or goes with them, and other "
                    "readers may stop there");
  }
  if (too_large_.count > 0) {
    lines.push_back("stated length too large: " + counted(too_large_.count, "record") +
                    place(too_large_) +
                    "); each ends with its packed member, or where the next record begins");
  }
  if (damaged_bodies_.count > 0) {
    lines.push_back("body cut or damaged: " + counted(damaged_bodies_.count, "page") +
                    place(damaged_bodies_) +
                    "); what could be had of it is the page, and whole copies are kept before it");
  }
  warn_of_unusable(lines);
  for (const FieldLess& each : field_less_) {
    const InputFile& file = files_[each.file];
    const bool is_table = !has_json_records(file.kind);
    Sentence line = file.shown() + ": no record has a text in a " +
                    (is_table ? "column" : "field") + " '" + options_.text_field + "' or '" +
                    options_.html_field + "'; ";
    if (!options_.given_field.empty()) {
      line = file.shown() + ": no record has features in a field '" + options_.given_field + "'; ";
    }
    if (is_table) {
      line += "the columns, as the first row names them, are: " + each.field_names;
    } else {
      line += each.field_names.empty() ? "the first record has no fields"
                                       : "the fields of the first record are: " + each.field_names;
    }
    line += "; see " + Named::text_field + " and " + Named::html_field;
    if (each.has_lone_cr) {
      line +=
          "; a CR without LF stands in the first row, and rows end with LF or CRLF: if CR was "
          "to end them, convert the file first (tr '\\r' '\\n')";
    }
    lines.push_back(std::move(line));
  }
  if (field_less_files_ > field_less_.size()) {
    lines.push_back("the same in " + counted(field_less_files_ - field_less_.size(), "more file"));
  }
  if (pages_ > 0 || refusal()) return lines;
  lines.push_back(files_.empty() ? "no page was read: there is no file to read"
                                 : "no page was read: " + counted(files_.size(), "file") +
                                       " with " + counted(records_, "record") +
                                       ", none of them a page with a text" + crawlers_text());
  return lines;
}

}  // namespace facsim
