// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the records of a file one after the other: a JSON line, a WARC or ARC record, a row of a
// table, an action of a bulk file with its document, or the whole file if a file is a page. Every
// byte of the unpacked stream belongs to exactly one extent, so a copy of the file is the file
// without the extents of removed records (output/copy.h).
//
// Reading is sequential and cheap; the expensive part (JSON, HTTP, encodings) is PageDecoder's,
// which runs in many threads. Bad records are returned as records with a Skip; foreign bytes never
// cause an exception, system errors throw Error{not_found, io}.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "facsim/files/byte_source.h"
#include "facsim/input/input_files.h"
#include "facsim/input/large_record.h"
#include "facsim/input/reference_keys.h"
#include "facsim/model/page.h"
#include "facsim/model/read_options.h"
#include "facsim/model/skip.h"

namespace facsim {

struct CsvHeader;

// A half-open range of offsets in the unpacked stream of a file.
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

enum class RecordRole : std::uint8_t {
  page,       // may hold a page: pass it to PageDecoder (unless it already has a Skip)
  companion,  // request, metadata, a crawler's own record or the rest of a page in segments: is
              // removed with its page, see `concurrent_key`
  other,      // warcinfo, revisit, blank lines, ...: always copied
  damaged,    // bytes that are not a record: never copied, skip says why
};

// The correctness of the length that a record of an archive states. If it is too small, the
// record's bytes are as many as stated, and the bytes after them belong to its extent. If it is too
// large, they end with the record's packed member or at the next record.
enum class StatedLength : std::uint8_t { right, too_small, too_large };

// WARC can split a record into segments: the first has its type, the others are continuations.
struct RecordSegment {
  std::uint32_t number = 0;      // from 1; 0: the record is not split
  std::uint64_t origin_key = 0;  // of a continuation: hash64 of the first segment's id
  bool is_last = false;
};

struct RawRecord {
  RecordRole role = RecordRole::other;
  Extent extent;             // including the separators after it, and other bytes that belong to it
  std::uint64_t offset = 0;  // of the identity: the record's packed member in a member-wise gzip
                             // WARC or ARC, otherwise extent.begin
  Skip skip = Skip::none;    // set: not a page (too_large, damaged_record, clipped_record, ...)
  StatedLength stated_length = StatedLength::right;  // WARC, ARC
  // The record without its separators; empty if skip is set, unless `large` says otherwise.
  std::string bytes;
  std::size_t header_bytes = 0;  // WARC/ARC: offset of the block in `bytes`; bulk: of the document
  std::uint64_t record_key = 0;  // WARC: hash64 of WARC-Record-ID, 0 if missing
  std::uint64_t concurrent_key = 0;  // WARC: hash64 of the first WARC-Concurrent-To; of a companion
                                     // without it, of WARC-Refers-To; else 0
  std::vector<std::uint64_t> more_concurrent_keys;  // of the other fields of that name
  // WARC: of a resource or conversion, hash64 of the id of another record that it names, else 0. If
  // that record is a page, this one is not.
  std::uint64_t about_key = 0;
  bool lacks_segments = false;  // WARC: the rest of the page does not follow in this file
  RecordSegment segment;        // WARC
  bool is_revisit = false;      // WARC: repeats a capture, its original, without its bytes
  ReferenceKeys references;     // WARC: of a revisit the names of its original, of a response or
                                // resource the names that revisits may use for it
  // For a too_large record with ReadOptions::digests_large: the digests of the skipped bytes. Then
  // `bytes` holds the beginning of a file or of an archive's record, whose body has the one digest;
  // for other records everything except their long texts, which are replaced by stand-ins
  // (large_record.h).
  std::vector<LargeBytes> large;
  std::shared_ptr<const CsvHeader> csv;  // of a row: the names of the columns
  bool names_columns = false;            // of tables: this is the first row
};

// The fields that may hold a text.
[[nodiscard]] std::vector<std::string> text_fields(const ReadOptions& options);

// The contents of a table's first row.
struct TableColumns {
  std::string names;         // separated by commas, for warnings
  bool has_text = false;     // one of them may hold a text
  bool has_lone_cr = false;  // a CR without LF, which does not end a row but may have been meant to
};
// True if a row's quotes are broken and it has a quote after a backslash.
[[nodiscard]] bool has_backslash_quote(const RawRecord& record) noexcept;
// `record` is the row that names the columns.
[[nodiscard]] TableColumns columns_of(const RawRecord& record, const ReadOptions& options);

class RecordReader {
 public:
  virtual ~RecordReader() = default;
  // Fills `record` (reusing its buffer) and returns true; false at the end of the file.
  [[nodiscard]] virtual bool next(RawRecord& record) = 0;
  // After the end: damage of the file as a whole, for one warning.
  [[nodiscard]] virtual std::optional<Damage> damage() const = 0;
  [[nodiscard]] virtual std::uint64_t packed_position() const = 0;
};

[[nodiscard]] std::unique_ptr<RecordReader> open_records(const InputFile& file,
                                                         const ReadOptions& options);

}  // namespace facsim
