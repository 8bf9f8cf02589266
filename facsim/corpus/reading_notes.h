// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a reading has to tell its user beside its result: where records were left out, fields that
// no record has, options without effect. One warning for each, however many records there are.
//
// Told of every record in input order, so what it says does not depend on threads. Memory: a few
// hundred bytes and the names of a few files.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/input/decoded.h"
#include "facsim/input/input_files.h"
#include "facsim/input/record_reader.h"
#include "facsim/model/skip.h"

namespace facsim {

// Somebody's fault, not just a record that holds no page.
[[nodiscard]] bool is_fault(Skip skip) noexcept;

// What is remembered of a record until it is its turn.
struct RecordNote {
  Skip skip = Skip::none;
  bool is_page = false;  // a page with a text
  bool has_damaged_body = false;
  std::string field_names;  // see Decoded
  std::string why_skipped;
  std::string page_label;  // of a page that comes from no file and is left out: "page 'a'"
  UnusableValues unusable;
};

[[nodiscard]] std::string page_label(const std::string& id, std::uint64_t number);

class ReadingNotes {
 public:
  // Both must outlive this.
  ReadingNotes(const std::vector<InputFile>& files, const ReadOptions& options)
      : files_(files), options_(options) {}

  void add(std::uint32_t file, const RawRecord& record, const RecordNote& note);
  // After the last record. `damaged_files`: how many could not be read to their end.
  void finish(std::uint64_t damaged_files = 0) {
    end_file();
    damaged_files_ = damaged_files;
  }

  struct Place {
    std::uint64_t offset = 0;
    std::uint32_t file = 0;
    std::string page_label;  // instead of a file and an offset
  };
  // So many records that were too_large are pages after all; `first` is the first of those left.
  void take_large_pages(std::uint64_t pages, const std::optional<Place>& first);

  [[nodiscard]] std::uint64_t pages() const noexcept { return pages_; }

  // "bad_json 8 (first at a.jsonl:123), ..."; empty where nobody is at fault.
  [[nodiscard]] Sentence faults() const;
  // Files of which no record has a text, and a run that has nothing to read.
  [[nodiscard]] std::vector<Sentence> warnings() const;
  // There is no page, and something could not be read: what was left out, and why. What is merely
  // empty (no file, no record, no text, an archive of images) is no reason to end a run.
  [[nodiscard]] std::optional<Sentence> refusal() const;

 private:
  struct First {
    std::uint64_t count = 0;
    std::uint64_t offset = 0;
    std::uint32_t file = 0;
    std::string why;         // where there is more to say than the reason
    std::string page_label;  // instead of a file and an offset
  };
  struct FieldLess {
    std::uint32_t file = 0;
    std::string field_names;
    bool has_lone_cr = false;
  };

  void add_skip(std::uint32_t file, const RawRecord& record, const RecordNote& note);
  void end_file();
  static void note_place(First& first, std::uint32_t file, const RawRecord& record);
  [[nodiscard]] std::string place(const First& first) const;
  void note_unusable(std::uint32_t file, const RawRecord& record, const UnusableValues& values);
  void warn_of_unusable(std::vector<Sentence>& lines) const;
  [[nodiscard]] Sentence places(Skip skip) const;
  [[nodiscard]] std::string crawlers_text() const;

  const std::vector<InputFile>& files_;
  const ReadOptions& options_;
  std::array<First, kSkipCount> skips_{};
  First too_small_;  // stated lengths, of records that are there all the same
  First too_large_;
  First damaged_bodies_;  // of pages
  First no_times_;        // pages with a value in the field that is none
  First no_statuses_;
  std::array<First, kKeepFieldsMax> no_numbers_{};
  std::uint64_t damaged_files_ = 0;
  std::uint64_t backslash_rows_ = 0;  // bad_row with a quote behind a backslash
  bool has_binary_ = false;           // a file that is no page
  std::uint64_t records_ = 0;
  std::uint64_t pages_ = 0;

  // Of the file that is being read.
  std::uint32_t file_ = 0;
  std::uint64_t objects_ = 0;            // JSON lines that are objects
  std::uint64_t objects_no_field_ = 0;   // of these, without the text
  std::string field_names_;              // of the first object
  std::optional<TableColumns> columns_;  // of a table whose first row came by
  std::vector<FieldLess> field_less_;    // the first few files of which no object has a text
  std::uint64_t field_less_files_ = 0;
  std::uint64_t row_less_tables_ = 0;  // of these: without a row that could have had one
};

}  // namespace facsim
