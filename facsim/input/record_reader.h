// SPDX-License-Identifier: Apache-2.0
#pragma once
// The records of a file, one after the other: a JSON line, a WARC or ARC record, a row of a table,
// an action of a bulk file with its document, or the whole file where a file is a page. Every byte
// of the unpacked stream belongs to exactly one extent, so that a copy of the file is the file
// without the extents that go (output/copy.h).
//
// Reading is sequential and cheap; what costs time (JSON, HTTP, encodings) is PageDecoder's, which
// runs in many threads. Bad records come out as records with a Skip; nothing here throws for
// foreign bytes, only Error{not_found, io} for what the system refuses.

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

// Half-open range of offsets in the unpacked stream of a file.
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

enum class RecordRole : std::uint8_t {
  page,       // may hold a page: give it to PageDecoder (unless it carries a Skip already)
  companion,  // request, metadata, a crawler's own record or the rest of a page in segments, which
              // goes with a page, see `concurrent_key`
  other,      // warcinfo, revisit, blank lines, ...: always copied
  damaged,    // bytes that are no record: never copied, skip says why
};

// What the length that an archive's record states of itself turned out to be. The bytes of a
// record whose length is too small are as many as it says, and what follows them belongs to its
// extent; where it is too large they end with the record's packed member.
enum class StatedLength : std::uint8_t { right, too_small, too_large };

// WARC may cut a record into segments: the first has its type, the others are continuations.
struct RecordSegment {
  std::uint32_t number = 0;      // from 1; 0: the record is whole
  std::uint64_t origin_key = 0;  // of a continuation: hash64 of the first segment's id
  bool is_last = false;
};

struct RawRecord {
  RecordRole role = RecordRole::other;
  Extent extent;             // with the separators that follow it, and what else is its own
  std::uint64_t offset = 0;  // of the identity: the record's packed member in a member-wise gzip
                             // WARC or ARC, otherwise extent.begin
  Skip skip = Skip::none;    // set: not a page (too_large, damaged_record, clipped_record, ...)
  StatedLength stated_length = StatedLength::right;  // WARC, ARC
  // The record without its separators; empty where skip is set, or what `large` says.
  std::string bytes;
  std::size_t header_bytes = 0;  // WARC/ARC: where the block begins in `bytes`; bulk: the document
  std::uint64_t record_key = 0;  // WARC: hash64 of WARC-Record-ID, 0 where there is none
  std::uint64_t concurrent_key = 0;  // WARC: hash64 of WARC-Concurrent-To (first), of a companion
                                     // without it that of WARC-Refers-To, or 0
  std::vector<std::uint64_t> more_concurrent_keys;  // of the fields of that name behind the first
  std::uint64_t about_key = 0;  // WARC: of a resource or conversion that names another record that
                                // record's hash64, or 0; if that is a page this is no page
  bool lacks_segments = false;  // WARC: the page goes on in records that do not follow in this file
  RecordSegment segment;        // WARC
  bool is_revisit = false;      // WARC: repeats a capture, its original, without its bytes
  ReferenceKeys references;     // WARC: of a revisit what it calls its original, of a response or
                                // resource what revisits may call it
  // Of one that is too_large, with ReadOptions::digests_large: the digests of what was passed by.
  // Then `bytes` are the beginning of a file or of an archive's record, whose body has the one
  // digest; of other records all but their long texts, in whose places stand-ins are
  // (large_record.h).
  std::vector<LargeBytes> large;
  std::shared_ptr<const CsvHeader> csv;  // of a row: what the columns are called
  bool names_columns = false;            // of tables: the first row
};

// The fields that may hold a text.
[[nodiscard]] std::vector<std::string> text_fields(const ReadOptions& options);

// What a table's first row says.
struct TableColumns {
  std::string names;         // with commas, as one reads them in a warning
  bool has_text = false;     // one of them may hold a text
  bool has_lone_cr = false;  // a CR without LF, which ends no row: perhaps it was meant to
};
// Whether a row's quotes are broken and one stands behind a backslash.
[[nodiscard]] bool has_backslash_quote(const RawRecord& record) noexcept;
// `record` is the row that names the columns.
[[nodiscard]] TableColumns columns_of(const RawRecord& record, const ReadOptions& options);

class RecordReader {
 public:
  virtual ~RecordReader() = default;
  // Fills `record` (reusing its buffer) and returns true; false at the end of the file.
  [[nodiscard]] virtual bool next(RawRecord& record) = 0;
  // After the end: what was wrong with the file as a whole, for one warning line.
  [[nodiscard]] virtual std::optional<Damage> damage() const = 0;
  [[nodiscard]] virtual std::uint64_t packed_position() const = 0;
};

[[nodiscard]] std::unique_ptr<RecordReader> open_records(const InputFile& file,
                                                         const ReadOptions& options);

}  // namespace facsim
