// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/matches_file.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <span>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/corpus/field_bytes.h"
#include "facsim/corpus/scope_key.h"
#include "facsim/dedup/matches/matches_rows_internal.h"
#include "facsim/dedup/matches/run_fields.h"
#include "facsim/dedup/pair_collector.h"
#include "facsim/model/host.h"

namespace facsim {
namespace {

constexpr std::string_view kMatchesKind = "matches";
constexpr std::string_view kHead = "matches.head";
constexpr std::string_view kSettings = "matches.settings";
constexpr std::string_view kCounts = "matches.counts";
constexpr std::string_view kFiles = "matches.files";
constexpr std::string_view kPages = "matches.pages";
constexpr std::string_view kNonPages = "matches.sides";
constexpr std::string_view kSkips = "matches.skips";
constexpr std::string_view kRevisits = "matches.revisits";
constexpr std::string_view kPairs = "matches.pairs";

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

// Collects fields and writes them into a section.
class Section {
 public:
  Section(SegmentWriter& writer, std::string_view name, const Run& run)
      : writer_(writer), run_(run) {
    writer.begin(name);
  }
  [[nodiscard]] FieldWriter& fields() noexcept { return fields_; }
  void flush(std::size_t least = 0) {
    if (fields_.size() < least) return;
    run_.throw_if_cancelled();
    writer_.write(fields_.bytes());
    fields_.clear();
  }

 private:
  SegmentWriter& writer_;
  const Run& run_;
  FieldWriter fields_;
};

void write_pages(const RunMatches& matches, SegmentWriter& writer, const Run& run) {
  Section section(writer, kPages, run);
  PageCoder coder;
  for (std::uint32_t page = 0; page < matches.corpus.pages(); ++page) {
    ListedPage stored;
    stored.row = matches.corpus.rows.at(page);
    PageName name = matches.corpus.name_of(stored.row);
    stored.id = std::move(name.id);
    stored.url = std::move(name.url);
    stored.same_text = matches.exact_best[page];
    coder.write(page, stored, section.fields());
    section.flush(kPieceBytes);
  }
  section.flush();
}

// Returns the absolute path, so that a copy can be made from another folder; empty if the file
// cannot be read again.
std::string lasting_path(const InputFile& file, const std::string& spool_path) {
  if (file.path == spool_path) return {};
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::absolute(file.path, failed);
  return failed ? file.path : path.string();
}

// A copy omits extents in order: those of pages and of other records must not overlap. Both ascend
// within a file.
bool are_apart(const Corpus& corpus, std::size_t file) {
  std::uint32_t page = corpus.first_page[file];
  const std::uint32_t page_end = corpus.first_page[file + 1];
  const std::uint64_t other_end = corpus.first_non_page[file + 1];
  std::uint64_t end = 0;
  for (std::uint64_t other = corpus.first_non_page[file]; other < other_end; ++other) {
    const Extent extent = corpus.non_pages.at(other).extent;
    for (; page < page_end; ++page) {
      const Extent before = corpus.rows.at(page).extent;
      if (before.begin >= extent.begin) break;
      if (before.begin < end) return false;
      end = before.end;
    }
    if (extent.begin < end) return false;
    end = extent.end;
  }
  return page == page_end || corpus.rows.at(page).extent.begin >= end;
}

void write_skips(const Corpus& corpus, SegmentWriter& writer, const Run& run) {
  Section section(writer, kSkips, run);
  for (std::uint64_t i = 0; i < corpus.skips.size(); ++i) {
    write_skip(corpus.skips.at(i), section.fields());
    section.flush(kPieceBytes);
  }
  section.flush();
}

void write_records(const RunMatches& matches, const std::string& spool_path, SegmentWriter& writer,
                   const Run& run) {
  const Corpus& corpus = matches.corpus;
  {
    Section section(writer, kFiles, run);
    for (const InputFile& file : corpus.files) {
      write_file(file, lasting_path(file, spool_path), section.fields());
      section.flush(kPieceBytes);
    }
    section.flush();
  }
  write_pages(matches, writer, run);
  {
    Section section(writer, kNonPages, run);
    NonPageCoder coder;
    for (std::uint64_t i = 0; i < corpus.non_pages.size(); ++i) {
      coder.write(corpus.non_pages.at(i), section.fields());
      section.flush(kPieceBytes);
    }
    section.flush();
  }
  write_skips(corpus, writer, run);
}

void write_revisits(const Corpus& corpus, SegmentWriter& writer, const Run& run) {
  if (corpus.revisits.size() == 0) return;
  Section section(writer, kRevisits, run);
  RevisitCoder coder;
  for (std::uint64_t i = 0; i < corpus.revisits.size(); ++i) {
    StoredRevisit stored;
    stored.row = corpus.revisits.at(i);
    PageName name = corpus.name_of(stored.row);
    stored.id = std::move(name.id);
    stored.url = std::move(name.url);
    stored.original = corpus.revisits.original_of(i);
    coder.write(stored, section.fields());
    section.flush(kPieceBytes);
  }
  section.flush();
}

void write_pairs(const PairLists& pairs, SegmentWriter& writer, const Run& run) {
  writer.begin(kPairs);
  std::vector<std::byte> piece;
  for (std::uint64_t at = 0; at < pairs.size_bytes(); at += piece.size()) {
    run.throw_if_cancelled();
    piece.resize(std::min<std::uint64_t>(kPieceBytes, pairs.size_bytes() - at));
    pairs.read(at, piece);
    writer.write(piece);
  }
}

// Notes where a file's rows begin, even for files without rows.
void note_begins(std::vector<std::uint32_t>& first_page, std::size_t file, std::uint64_t rows) {
  while (first_page.size() <= file) first_page.push_back(static_cast<std::uint32_t>(rows));
}

}  // namespace

void write_matches(const RunMatches& matches, const FolderOptions& options,
                   const std::string& folder, const std::string& spool_path, const Run& run) {
  SegmentWriter writer(folder + "/" + kMatchesName, kMatchesKind,
                       matches.options.judge.profile.recipe.id());
  {
    Section section(writer, kHead, run);
    FieldWriter& head = section.fields();
    head.number(kMatchesVersion);
    head.number(matches.corpus.files.size());
    head.number(matches.corpus.pages());
    head.number(matches.pairs.pairs());
    head.number(matches.pairs.pages_cut());
    head.real(pairs_floor(matches.options.judge.profile.thresholds));
    section.flush();
  }
  {
    Section section(writer, kSettings, run);
    write_settings(matches.options, options, section.fields());
    section.flush();
  }
  {
    Section section(writer, kCounts, run);
    write_counts(matches.summary, section.fields());
    section.flush();
  }
  write_records(matches, spool_path, writer, run);
  write_revisits(matches.corpus, writer, run);
  write_pairs(matches.pairs, writer, run);
  writer.commit();
}

MatchesFile::MatchesFile(std::string path, const std::function<void()>& check)
    : path_(std::move(path)), segment_(Segment::open(path_)) {
  if (segment_.kind() != kMatchesKind) {
    throw Error(ErrorCode::damaged, "is no file of matches but of " + segment_.kind(), path_);
  }
  const auto damage = segment_.verify([&check](std::uint64_t, std::uint64_t) {
    if (check) check();
  });
  if (!damage.empty()) {
    throw Error(ErrorCode::damaged,
                damage.front().section + ": " + damage.front().what +
                    "; nothing was read of it: run " + Named::dedup + " again",
                path_ + ":" + std::to_string(damage.front().offset));
  }
  FieldReader head = fields(kHead);
  if (const std::uint64_t version = head.number(); version != kMatchesVersion) {
    throw Error(ErrorCode::unsupported,
                "has version " + std::to_string(version) + ", this program reads version " +
                    std::to_string(kMatchesVersion) + "; run " + Named::dedup + " again",
                path_);
  }
  files_ = head.number32();
  pages_ = head.number32(limits::kPagesMax);
  pairs_ = head.number();
  pages_cut_ = head.number();
  floor_ = head.real();
  if (!(floor_ >= 0 && floor_ <= 1)) head.fail("a floor that cannot be");
  head.expect_end();
}

FieldReader MatchesFile::fields(std::string_view section) const {
  return {segment_.section(section), path_ + ": " + std::string(section)};
}

DedupOptions MatchesFile::options() const {
  FieldReader in = fields(kSettings);
  RunSettings settings = read_settings(in);
  in.expect_end();
  return std::move(settings.options);
}

FolderOptions MatchesFile::folder_options() const {
  FieldReader in = fields(kSettings);
  return read_settings(in).folder;
}

Summary MatchesFile::summary() const {
  FieldReader in = fields(kCounts);
  Summary summary = read_counts(in);
  in.expect_end();
  return summary;
}

void MatchesFile::load_pages(Corpus& corpus, std::vector<std::uint32_t>& same_text) const {
  FieldReader in = fields(kPages);
  PageCoder coder;
  const Scope scope = options().policy.scope;
  same_text.reserve(std::min<std::size_t>(pages_, segment_.section(kPages).size()));
  for (std::uint32_t page = 0; page < pages_; ++page) {
    ListedPage stored = coder.read(page, files_, pages_, in);
    PageRow& row = stored.row;
    row.id_bytes = static_cast<std::uint32_t>(stored.id.size());
    row.url_bytes = static_cast<std::uint32_t>(stored.url.size());
    if (row.has_layout) row.witness.url = url_key(stored.url);
    row.scope_key = scope_key_of(scope, host_of(stored.url), row.file);
    row.labels_offset = corpus.labels.append(std::as_bytes(std::span(stored.id)));
    corpus.labels.append(std::as_bytes(std::span(stored.url)));
    note_begins(corpus.first_page, row.file, page);
    corpus.note_worth(row, page);
    corpus.rows.push_back(row);
    same_text.push_back(stored.same_text);
  }
  in.expect_end();
  note_begins(corpus.first_page, files_, pages_);
  // The representative of a text must represent itself: otherwise ranks could not be compared.
  for (const std::uint32_t page : same_text) {
    if (page != kNoPage && same_text[page] != page) in.fail("two pages stand for one text");
  }
}

void MatchesFile::load_revisits(Corpus& corpus) const {
  if (segment_.find(kRevisits)) {
    FieldReader in = fields(kRevisits);
    RevisitCoder coder;
    while (!in.at_end()) {
      StoredRevisit stored = coder.read(files_, pages_, in);
      stored.row.labels_offset = corpus.labels.append(std::as_bytes(std::span(stored.id)));
      corpus.labels.append(std::as_bytes(std::span(stored.url)));
      corpus.revisits.add_resolved(stored.row, stored.original);
    }
  }
  corpus.revisits.set_pages(pages_);
}

std::vector<InputFile> MatchesFile::files() const {
  std::vector<InputFile> files;
  FieldReader in = fields(kFiles);
  for (std::uint32_t file = 0; file < files_; ++file) files.push_back(read_file(in));
  in.expect_end();
  return files;
}

std::vector<std::uint32_t> MatchesFile::load(Corpus& corpus) const {
  corpus.files = files();
  corpus.keep_fields = fields_of(options().policy.keep);
  std::vector<std::uint32_t> same_text;
  load_pages(corpus, same_text);
  FieldReader rows = fields(kNonPages);
  NonPageCoder coder;
  while (!rows.at_end()) {
    const NonPageRow other = coder.read(files_, rows);
    while (corpus.first_non_page.size() <= other.file)
      corpus.first_non_page.push_back(corpus.non_pages.size());
    corpus.non_pages.push_back(other);
  }
  while (corpus.first_non_page.size() <= files_)
    corpus.first_non_page.push_back(corpus.non_pages.size());
  for (std::size_t file = 0; file < corpus.files.size(); ++file) {
    if (!are_apart(corpus, file)) rows.fail("a record that overlaps a page");
  }
  FieldReader skips = fields(kSkips);
  while (!skips.at_end()) corpus.skips.push_back(read_skip(files_, skips));
  load_revisits(corpus);
  return same_text;
}

PairReader MatchesFile::pair_reader() const {
  const std::span<const std::byte> pairs = segment_.section(kPairs);
  return PairReader(
      [pairs](std::uint64_t at, std::span<std::byte> into) {
        std::copy_n(pairs.data() + at, into.size(), into.data());
      },
      pairs.size(), pages_, path_ + ": " + std::string(kPairs));
}

}  // namespace facsim
