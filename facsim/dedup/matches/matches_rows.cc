// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "facsim/base/limits.h"
#include "facsim/dedup/matches/matches_rows_internal.h"
#include "facsim/files/name_text.h"

namespace facsim {
namespace {

// Flags of a page.
enum : std::uint64_t {
  kHasText = 1,
  kHasFingerprint = 2,
  kHasLayout = 4,
  kSameLayout = 8,  // as the previous page with a layout
  kIsCanonical = 16,
  kHasTime = 32,
  kHasField = 64,
  kHasBrace = 128,
  kIsEmptyObject = 256,
  kHasRecordKey = 512,
  kHasConcurrentKey = 1024,
  kHasOffset = 2048,  // different from where the record begins
  kHasTitle = 4096,
  kHasWitness = 8192,  // the sketch of its text
  kIsShort = 16384,
  kJudgedVisible = 32768,
  kIsStub = 65536,
  kHasDamagedBody = 131072,
  kHasCoverage = 262144,
  kHasLeftOut = 524288,  // the sketch of the part left out
  kHasNames = 1048576,
  kNamesOfVisible = 2097152,
  kHasStatus = 4194304,
  kPageFlagsEnd = 8388608,
};

// Flags of another record.
enum : std::uint64_t {
  kIsDamaged = 1,
  kOtherHasRecordKey = 2,
  kOtherHasConcurrentKey = 4,
  kOtherFlagsEnd = 8,
};

// Encodes differences: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4.
std::uint64_t folded(std::uint64_t to, std::uint64_t from) noexcept {
  const std::uint64_t step = to - from;
  const std::uint64_t sign = 0 - (step >> 63);
  return step << 1 ^ sign;
}
std::uint64_t unfolded(std::uint64_t folded, std::uint64_t from) noexcept {
  return from + (folded >> 1 ^ (0 - (folded & 1)));
}

// Reads a step and returns the file that many files after the last one.
std::uint32_t next_file(std::uint32_t last, std::uint32_t files, FieldReader& in) {
  const std::uint64_t step = in.number();
  if (last >= files || step >= files - last) in.fail("no such file");
  return last + static_cast<std::uint32_t>(step);
}

Extent next_extent(std::uint64_t end, FieldReader& in) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  Extent extent;
  extent.begin = end + in.number_to(most - end);
  extent.end = extent.begin + in.number_to(most - extent.begin);
  return extent;
}

std::string label(FieldReader& in) {
  std::string text = in.text();
  if (text.size() > limits::kLabelBytesMax) in.fail("a label is longer than it can be");
  return text;
}

std::uint64_t flag(bool is_set, std::uint64_t bit) noexcept { return is_set ? bit : 0; }

// Sets a bit for each field that has a value.
std::uint64_t bits_of_fields(const KeepValues& keep) noexcept {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kKeepFieldsMax; ++i) {
    bits |= flag(keep.fields[i] != KeepValues::kNone, std::uint64_t{1} << i);
  }
  return bits;
}

std::uint64_t flags_of_row(const PageRow& row, bool same_layout) {
  return flag(row.has_text, kHasText) | flag(row.has_fingerprint, kHasFingerprint) |
         flag(row.has_layout, kHasLayout) | flag(same_layout, kSameLayout) |
         flag(row.keep.is_canonical, kIsCanonical) |
         flag(row.keep.time != KeepValues::kNone, kHasTime) |
         flag(bits_of_fields(row.keep) != 0, kHasField) |
         flag(row.brace_offset != kNoOffset, kHasBrace) |
         flag(row.object_is_empty, kIsEmptyObject) | flag(row.record_key != 0, kHasRecordKey) |
         flag(row.concurrent_key != 0, kHasConcurrentKey) |
         flag(row.offset != row.extent.begin, kHasOffset) |
         flag(row.witness.title != 0, kHasTitle) | flag(row.witness.has_text, kHasWitness) |
         flag(row.witness.is_short, kIsShort) | flag(row.witness.judged_visible, kJudgedVisible) |
         flag(row.witness.is_stub, kIsStub) | flag(row.keep.is_damaged, kHasDamagedBody) |
         flag(row.coverage != Coverage{}, kHasCoverage) | flag(row.coverage.has_text, kHasLeftOut) |
         flag(row.names.is_asked, kHasNames) | flag(row.names.of_visible, kNamesOfVisible) |
         flag(row.status != 0, kHasStatus);
}

// The whole visible text of such a page may be used as evidence on another page.
bool keeps_sketch(const PageRow& row) noexcept {
  return row.has_fingerprint && row.witness.judged_visible && row.witness.title != 0;
}

class PageFlags {
 public:
  explicit PageFlags(std::uint64_t bits) noexcept : bits_(bits) {}
  [[nodiscard]] bool has(std::uint64_t bit) const noexcept { return (bits_ & bit) != 0; }

 private:
  std::uint64_t bits_;
};

// The parts of a page's row, in the order in which PageCoder::write() puts them.

// The facts about the record that a copy needs, after its place.
void read_record(PageFlags flags, PageRow& row, FieldReader& in) {
  if (flags.has(kHasBrace)) {
    row.brace_offset = unfolded(in.number(), row.extent.end);
    if (row.brace_offset < row.extent.begin || row.brace_offset > row.extent.end) {
      in.fail("a brace outside of its record");
    }
  }
  row.object_is_empty = flags.has(kIsEmptyObject);
  if (flags.has(kHasRecordKey)) row.record_key = in.word();
  if (flags.has(kHasConcurrentKey)) row.concurrent_key = in.word();
}

// Id, URL, and the values that keep policies order pages by.
void read_labels(PageFlags flags, ListedPage& stored, FieldReader& in) {
  KeepValues& keep = stored.row.keep;
  stored.id = label(in);
  stored.url = label(in);
  constexpr std::uint64_t url_most = std::numeric_limits<std::uint32_t>::max();
  keep.url_bytes = in.number32(url_most - stored.url.size());
  keep.url_bytes += static_cast<std::uint32_t>(stored.url.size());
  keep.is_canonical = flags.has(kIsCanonical);
  keep.is_damaged = flags.has(kHasDamagedBody);
  if (flags.has(kHasTime)) keep.time = in.word();
  if (!flags.has(kHasField)) return;
  const std::uint64_t bits = in.number_to((std::uint64_t{1} << kKeepFieldsMax) - 1);
  for (std::size_t i = 0; i < kKeepFieldsMax; ++i) {
    if ((bits >> i & 1) != 0) keep.fields[i] = in.word();
  }
}

void read_text(std::uint32_t page, std::uint32_t pages, ListedPage& stored, FieldReader& in) {
  stored.row.has_text = true;
  const std::uint64_t same = unfolded(in.number(), page);
  if (same >= pages) in.fail("no such page");
  stored.same_text = static_cast<std::uint32_t>(same);
  stored.row.keep.text_bytes = in.number();
  stored.row.units = in.number32();
}

void read_witness(PageFlags flags, PageRow& row, FieldReader& in) {
  row.witness.is_short = flags.has(kIsShort);
  row.witness.is_stub = flags.has(kIsStub);
  row.witness.judged_visible = flags.has(kJudgedVisible);
  row.witness.has_text = flags.has(kHasWitness);
  if (flags.has(kHasTitle)) {
    row.witness.title = in.word();
    row.witness.marks = in.word();
    row.witness.site = in.word();
    row.digest.low = in.word();
    row.digest.high = in.word();
  }
  if (row.witness.has_text) in.raw(std::as_writable_bytes(std::span(row.witness.text.bins)));
}

constexpr std::uint64_t kGarbled = 128;  // added to the number of the main reason

void read_coverage(PageFlags flags, PageRow& row, FieldReader& in) {
  Coverage& coverage = row.coverage;
  coverage.has_text = flags.has(kHasLeftOut);
  if (!flags.has(kHasCoverage)) {
    if (coverage.has_text) in.fail("a sketch of what was left out of nothing");
    return;
  }
  coverage.visible = in.word();
  coverage.left_out =
      static_cast<std::uint16_t>(in.number_to(std::numeric_limits<std::uint16_t>::max()));
  const std::uint64_t why = in.number_to(kGarbled + kLeftOutCount - 1);
  coverage.is_garbled = (why & kGarbled) != 0;
  if ((why & ~kGarbled) >= kLeftOutCount) in.fail("left out for no known reason");
  coverage.mostly = static_cast<LeftOut>(why & ~kGarbled);
  if (row.witness.title == 0) row.witness.site = in.word();
  if (coverage.has_text) in.raw(std::as_writable_bytes(std::span(coverage.text.bins)));
}

void write_coverage(const PageRow& row, FieldWriter& out) {
  const Coverage& coverage = row.coverage;
  if (coverage == Coverage{}) return;
  out.word(coverage.visible);
  out.number(coverage.left_out);
  out.number(static_cast<std::uint64_t>(coverage.mostly) | flag(coverage.is_garbled, kGarbled));
  if (row.witness.title == 0) out.word(row.witness.site);
  if (coverage.has_text) out.raw(std::as_bytes(std::span(coverage.text.bins)));
}

// True if the site was already written: it is stored once, however many parts need it.
bool has_site(const PageRow& row) { return row.witness.title != 0 || row.coverage != Coverage{}; }

void read_names(PageFlags flags, PageRow& row, FieldReader& in) {
  Names& names = row.names;
  names.of_visible = flags.has(kNamesOfVisible);
  names.is_asked = flags.has(kHasNames);
  if (!names.is_asked) {
    if (names.of_visible) in.fail("names of nothing");
    return;
  }
  if (!has_site(row)) row.witness.site = in.word();
  if (!set_text(names, in.text())) in.fail("a name that cannot be");
  in.raw(std::as_writable_bytes(std::span(names.filter)));
}

void write_names(const PageRow& row, FieldWriter& out) {
  if (!row.names.is_asked) return;
  if (!has_site(row)) out.word(row.witness.site);
  out.text(text_of(row.names));
  out.raw(std::as_bytes(std::span(row.names.filter)));
}

}  // namespace

void write_file(const InputFile& file, const std::string& path, FieldWriter& out) {
  out.text(file.name);
  out.text(path);
  out.text(file.out_name);
  out.text(file.folder);
  out.number(static_cast<std::uint64_t>(file.kind));
  out.number(static_cast<std::uint64_t>(file.packing));
  out.number(file.in_folder ? 1 : 0);
  out.number(file.bytes);
  out.number(folded(static_cast<std::uint64_t>(file.unix_time), 0));
  out.number(file.word);
}

InputFile read_file(FieldReader& in) {
  InputFile file;
  file.name = in.text();
  file.path = in.text();
  file.out_name = in.text();
  // Pages from memory count as those of one file without a name, which is never copied.
  const bool is_memory = file.name.empty() && file.path.empty() && file.out_name.empty();
  if (!is_memory && !stays_inside(file.out_name))
    in.fail("a name of a copy that is not below its folder");
  file.folder = in.text();
  file.kind =
      static_cast<FileKind>(in.choice(static_cast<std::uint64_t>(kFileKindLast), "kind of file"));
  file.packing =
      static_cast<Packing>(in.choice(static_cast<std::uint64_t>(Packing::bzip2), "packing"));
  file.in_folder = in.number_to(1) == 1;
  file.bytes = in.number();
  file.unix_time = static_cast<std::int64_t>(unfolded(in.number(), 0));
  file.word = in.number32(std::numeric_limits<std::uint32_t>::max());
  return file;
}

void PageCoder::write(std::uint32_t page, const ListedPage& stored, FieldWriter& out) {
  const PageRow& row = stored.row;
  if (row.file != file_) end_ = offset_ = 0;
  const bool same_layout = row.has_layout && row.layout == layout_;
  out.number(flags_of_row(row, same_layout));
  out.number(row.file - file_);
  out.number(row.extent.begin - end_);
  out.number(row.extent.end - row.extent.begin);
  if (row.offset != row.extent.begin) out.number(folded(row.offset, offset_));
  if (row.brace_offset != kNoOffset) out.number(folded(row.brace_offset, row.extent.end));
  if (row.record_key != 0) out.word(row.record_key);
  if (row.concurrent_key != 0) out.word(row.concurrent_key);
  out.text(stored.id);
  out.text(stored.url);
  // A page that was skipped still has labels, but no values.
  const std::uint64_t url_bytes = std::max<std::uint64_t>(row.keep.url_bytes, stored.url.size());
  out.number(url_bytes - stored.url.size());
  if (row.keep.time != KeepValues::kNone) out.word(row.keep.time);
  if (const std::uint64_t bits = bits_of_fields(row.keep); bits != 0) {
    out.number(bits);
    for (std::size_t i = 0; i < kKeepFieldsMax; ++i) {
      if ((bits >> i & 1) != 0) out.word(row.keep.fields[i]);
    }
  }
  if (row.status != 0) out.number(row.status);
  if (row.has_text) {
    out.number(folded(stored.same_text, page));
    out.number(row.keep.text_bytes);
    out.number(row.units);
  }
  if (row.has_fingerprint) {
    out.word(row.fingerprint);
    out.number(row.shingles);
  }
  if (row.witness.title != 0) {
    out.word(row.witness.title);
    out.word(row.witness.marks);
    out.word(row.witness.site);
    out.word(row.digest.low);
    out.word(row.digest.high);
  }
  if (row.witness.has_text) out.raw(std::as_bytes(std::span(row.witness.text.bins)));
  write_coverage(row, out);
  write_names(row, out);
  if (keeps_sketch(row)) out.raw(std::as_bytes(std::span(row.sketch.bins)));
  if (row.has_layout && !same_layout) out.raw(std::as_bytes(std::span(row.layout.bins)));
  file_ = row.file;
  end_ = row.extent.end;
  offset_ = row.offset;
  if (row.has_layout) layout_ = row.layout;
}

ListedPage PageCoder::read(std::uint32_t page, std::uint32_t files, std::uint32_t pages,
                           FieldReader& in) {
  ListedPage stored;
  PageRow& row = stored.row;
  const PageFlags flags(in.number_to(kPageFlagsEnd - 1));
  row.file = next_file(file_, files, in);
  if (row.file != file_) end_ = offset_ = 0;
  row.extent = next_extent(end_, in);
  row.offset = flags.has(kHasOffset) ? unfolded(in.number(), offset_) : row.extent.begin;
  read_record(flags, row, in);
  read_labels(flags, stored, in);
  if (flags.has(kHasStatus)) {
    row.status =
        static_cast<std::uint16_t>(in.number_to(std::numeric_limits<std::uint16_t>::max()));
  }
  if (flags.has(kHasText)) read_text(page, pages, stored, in);
  if (flags.has(kHasFingerprint)) {
    row.has_fingerprint = true;
    row.fingerprint = in.word();
    row.shingles = in.number32();
  }
  read_witness(flags, row, in);
  read_coverage(flags, row, in);
  read_names(flags, row, in);
  if (keeps_sketch(row)) in.raw(std::as_writable_bytes(std::span(row.sketch.bins)));
  row.has_layout = flags.has(kHasLayout);
  if (row.has_layout && !flags.has(kSameLayout)) {
    in.raw(std::as_writable_bytes(std::span(layout_.bins)));
  }
  if (row.has_layout) row.layout = layout_;
  file_ = row.file;
  end_ = row.extent.end;
  offset_ = row.offset;
  return stored;
}

void NonPageCoder::write(const NonPageRow& other, FieldWriter& out) {
  if (other.file != file_) end_ = 0;
  out.number(flag(other.is_damaged, kIsDamaged) | flag(other.record_key != 0, kOtherHasRecordKey) |
             flag(other.concurrent_key != 0, kOtherHasConcurrentKey));
  out.number(other.file - file_);
  out.number(other.extent.begin - end_);
  out.number(other.extent.end - other.extent.begin);
  if (other.record_key != 0) out.word(other.record_key);
  if (other.concurrent_key != 0) out.word(other.concurrent_key);
  file_ = other.file;
  end_ = other.extent.end;
}

NonPageRow NonPageCoder::read(std::uint32_t files, FieldReader& in) {
  NonPageRow other;
  const std::uint64_t flags = in.number_to(kOtherFlagsEnd - 1);
  other.is_damaged = (flags & kIsDamaged) != 0;
  other.file = next_file(file_, files, in);
  if (other.file != file_) end_ = 0;
  other.extent = next_extent(end_, in);
  if ((flags & kOtherHasRecordKey) != 0) other.record_key = in.word();
  if ((flags & kOtherHasConcurrentKey) != 0) other.concurrent_key = in.word();
  file_ = other.file;
  end_ = other.extent.end;
  return other;
}

void RevisitCoder::write(const StoredRevisit& revisit, FieldWriter& out) {
  const RevisitRow& row = revisit.row;
  if (row.file != file_) offset_ = 0;
  out.number(row.file - file_);
  out.number(folded(row.offset, offset_));
  out.text(revisit.id);
  out.text(revisit.url);
  // 0: no original; 1: not a page; else the page's number plus 2.
  const std::uint64_t original = revisit.original;
  out.number(original == kNoPage ? 0 : original == kNotAPage ? 1 : original + 2);
  file_ = row.file;
  offset_ = row.offset;
}

StoredRevisit RevisitCoder::read(std::uint32_t files, std::uint32_t pages, FieldReader& in) {
  StoredRevisit revisit;
  RevisitRow& row = revisit.row;
  row.file = next_file(file_, files, in);
  if (row.file != file_) offset_ = 0;
  row.offset = unfolded(in.number(), offset_);
  revisit.id = label(in);
  revisit.url = label(in);
  row.id_bytes = static_cast<std::uint32_t>(revisit.id.size());
  row.url_bytes = static_cast<std::uint32_t>(revisit.url.size());
  const std::uint64_t original = in.number_to(std::uint64_t{pages} + 1);
  if (original == 1) revisit.original = kNotAPage;
  if (original > 1) revisit.original = static_cast<std::uint32_t>(original - 2);
  file_ = row.file;
  offset_ = row.offset;
  return revisit;
}

void write_skip(const SkipRow& skip, FieldWriter& out) {
  out.number(skip.file);
  out.number(skip.offset);
  out.number(static_cast<std::uint64_t>(skip.reason));
  out.number(skip.bytes);
}

SkipRow read_skip(std::uint32_t files, FieldReader& in) {
  if (files == 0) in.fail("no such file");
  SkipRow skip;
  skip.file = in.number32(files - 1);
  skip.offset = in.number();
  skip.reason = static_cast<Skip>(in.choice(kSkipCount - 1, "reason"));
  skip.bytes = in.number();
  return skip;
}

}  // namespace facsim
