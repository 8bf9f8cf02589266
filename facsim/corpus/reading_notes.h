// SPDX-License-Identifier: Apache-2.0
#pragma once
// Messages of a reading for its user, in addition to its result: skipped records, fields that no
// record has, options without effect. One warning for each kind, however many records there are.
//
// Receives every record in input order, so the messages do not depend on threads. Memory: a few
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

// True if the skip is a fault, not just a record without a page.
[[nodiscard]] bool is_fault(Skip skip) noexcept;

// The facts of a record that are stored until its turn.
struct RecordNote {
  Skip skip = Skip::none;
  bool is_page = false;  // a page with a text
  bool has_damaged_body = false;
  std::string field_names;  // see Decoded
  std::string why_skipped;
  std::string page_label;  // for a skipped page that does not come from a file: "page 'a'"
  UnusableValues unusable;
};

[[nodiscard]] std::string page_label(const std::string& id, std::uint64_t number);

class ReadingNotes {
 public:
  // Both must outlive this.
  ReadingNotes(const std::vector<InputFile>& files, const ReadOptions& options)
      : files_(files), options_(options) {}

  void add(std::uint32_t file, const RawRecord& record, const RecordNote& note);
  // Call after the last record. `damaged_files`: the number of files that could not be read to
  // their end.
  void finish(std::uint64_t damaged_files = 0) {
    end_file();
    damaged_files_ = damaged_files;
  }

  struct Place {
    std::uint64_t offset = 0;
    std::uint32_t file = 0;
    std::string page_label;  // instead of a file and an offset
  };
  // `pages` records that were too_large are pages after all; `first` is the first of the remaining
  // ones.
  void take_large_pages(std::uint64_t pages, const std::optional<Place>& first);

  [[nodiscard]] std::uint64_t pages() const noexcept { return pages_; }

  // Returns "bad_json 8 (first at a.jsonl:123), ..."; empty if there are no faults.
  [[nodiscard]] Sentence faults() const;
  // Returns warnings about files without any text in their records, and about a run with nothing to
  // read.
  [[nodiscard]] std::vector<Sentence> warnings() const;
  // Returns a sentence if there is no page and something could not be read: what was skipped, and
  // why. Inputs that are merely empty (no file, no record, no text, an archive of images) do not
  // end a run.
  [[nodiscard]] std::optional<Sentence> refusal() const;

 private:
  struct First {
    std::uint64_t count = 0;
    std::uint64_t offset = 0;
    std::uint32_t file = 0;
    std::string why;         // if there is more to report than the reason
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
  First too_small_;  // wrong stated lengths; the records are read all the same
  First too_large_;
  First damaged_bodies_;  // of pages
  First no_times_;        // pages whose value in the field is not a time
  First no_statuses_;
  std::array<First, kKeepFieldsMax> no_numbers_{};
  std::uint64_t damaged_files_ = 0;
  std::uint64_t backslash_rows_ = 0;  // bad_row with a quote after a backslash
  bool has_binary_ = false;           // there is a file that is not a page
  std::uint64_t records_ = 0;
  std::uint64_t pages_ = 0;

  // The file that is being read.
  std::uint32_t file_ = 0;
  std::uint64_t objects_ = 0;            // JSON lines that are objects
  std::uint64_t objects_no_field_ = 0;   // those without the text
  std::string field_names_;              // of the first object
  std::optional<TableColumns> columns_;  // of a table whose first row was read
  std::vector<FieldLess> field_less_;    // the first few files in which no object has a text
  std::uint64_t field_less_files_ = 0;
  std::uint64_t row_less_tables_ = 0;  // those without a row that could have had a text
};

}  // namespace facsim
