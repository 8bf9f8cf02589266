// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/copy_corpus.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <unordered_set>

#include "facsim/dedup/copy_parquet.h"
#include "facsim/dedup/copy_revisits.h"
#include "facsim/dedup/page_annotation.h"
#include "facsim/dedup/unchanged.h"
#include "facsim/files/byte_sink.h"
#include "facsim/input/page_decoder.h"
#include "facsim/input/record_reader.h"
#include "facsim/output/copy.h"
#include "facsim/output/member_cuts.h"
#include "facsim/report/rows.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

// The end of a record as writers of the format write it (ISO 28500; Burner and Kahle 1996).
std::string_view record_end_of(FileKind kind) noexcept {
  if (kind == FileKind::warc) return "\r\n\r\n";
  return kind == FileKind::arc ? "\n" : "";
}

// Reports the pages and bytes written over all files, and stops when the user cancels.
class CopyProgress {
 public:
  CopyProgress(const Corpus& corpus, const Run& run) : corpus_(corpus), run_(run) {
    for (const InputFile& file : corpus.files) total_ += file.bytes;
  }
  // Options for copying the current file; its pages are counted in proportion to its bytes.
  [[nodiscard]] CopyOptions options() {
    return {.progress = [this](std::uint64_t bytes) { report(bytes); }};
  }
  void file_copied() {
    check_unchanged(corpus_.files[file_]);
    file_done();
  }
  // Also called for a file without a copy.
  void file_done() {
    done_ += corpus_.files[file_++].bytes;
    report(0);
  }

 private:
  void report(std::uint64_t bytes) {
    run_.throw_if_cancelled();
    std::uint64_t pages = corpus_.first_page[file_];
    if (bytes > 0) {
      const double share = static_cast<double>(bytes) /
                           static_cast<double>(std::max(corpus_.files[file_].bytes, bytes));
      const std::uint64_t in_file = corpus_.first_page[file_ + 1] - pages;
      pages += static_cast<std::uint64_t>(share * static_cast<double>(in_file));
    }
    run_.progress({"write", pages, done_ + bytes, total_, corpus_.pages()});
  }

  const Corpus& corpus_;
  const Run& run_;
  std::size_t file_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

// The edits that remove removed pages from a file, together with the request and metadata records
// that belong to them and with bytes that are not a record.
class Removals {
 public:
  Removals(const DecidedCorpus& pages, std::size_t file)
      : pages_(pages),
        corpus_(pages.corpus()),
        page_(corpus_.first_page[file]),
        page_end_(corpus_.first_page[file + 1]),
        non_page_(corpus_.first_non_page[file]),
        non_page_end_(corpus_.first_non_page[file + 1]) {
    if (non_page_ == non_page_end_) return;
    note_keys(true);
    note_keys(false);
    note_companions();
  }

  bool next(Edit& edit) {
    if (!page_edit_) page_edit_ = next_page();
    if (!non_page_edit_) non_page_edit_ = next_non_page();
    if (!page_edit_ && !non_page_edit_) return false;
    const bool take_page =
        page_edit_ && (!non_page_edit_ || page_edit_->begin < non_page_edit_->begin);
    std::optional<Extent>& taken = take_page ? page_edit_ : non_page_edit_;
    edit.begin = taken->begin;
    edit.end = taken->end;
    edit.replacement.clear();
    taken.reset();
    return true;
  }

 private:
  // A companion is removed with its page unless a kept page has the same key: ids may repeat, and
  // an extra request record does no harm.
  void note_keys(bool removed) {
    for (std::uint32_t page = page_; page < page_end_; ++page) {
      if (pages_.is_removed(page) != removed) continue;
      const PageRow row = corpus_.rows.at(page);
      if (removed) {
        if (row.record_key != 0) removed_records_.insert(row.record_key);
        if (row.concurrent_key != 0) named_by_removed_.insert(row.concurrent_key);
      } else {
        removed_records_.erase(row.record_key);
        named_by_removed_.erase(row.concurrent_key);
      }
    }
  }

  // True for a row with a further name of the record before it.
  static bool is_one_more(const NonPageRow& row) {
    return row.extent.begin == row.extent.end && row.concurrent_key != 0;
  }

  // Collects the keys of companions that are removed with a page of their own, if one companion
  // names several records.
  void note_companions() {
    bool names_several = false;
    for (std::uint64_t i = non_page_; i < non_page_end_ && !names_several; ++i) {
      names_several = is_one_more(corpus_.non_pages.at(i));
    }
    if (!names_several) return;
    for (std::uint64_t i = non_page_; i < non_page_end_; ++i) {
      const NonPageRow row = corpus_.non_pages.at(i);
      const bool leaves = removed_records_.contains(row.concurrent_key) ||
                          named_by_removed_.contains(row.record_key);
      if (row.record_key != 0 && leaves) leaving_companions_.insert(row.record_key);
    }
  }

  // True if a named record is a removed page, or is removed with one.
  [[nodiscard]] bool may_go(std::uint64_t key) const {
    return removed_records_.contains(key) || leaving_companions_.contains(key);
  }

  // Also consumes the rows of the other names. If there are several names, none may be a kept page,
  // or unknown.
  bool goes(const NonPageRow& other) {
    bool is_removed = removed_records_.contains(other.concurrent_key) ||
                      named_by_removed_.contains(other.record_key);
    bool all_may_go = true;
    for (; non_page_ < non_page_end_; ++non_page_) {
      const NonPageRow next = corpus_.non_pages.at(non_page_);
      if (!is_one_more(next)) break;
      is_removed |= removed_records_.contains(next.concurrent_key);
      all_may_go &= may_go(next.concurrent_key) && may_go(other.concurrent_key);
    }
    return other.is_damaged || (is_removed && all_may_go);
  }

  std::optional<Extent> next_page() {
    while (page_ < page_end_) {
      const std::uint32_t page = page_++;
      if (pages_.is_removed(page)) return corpus_.rows.at(page).extent;
    }
    return std::nullopt;
  }

  std::optional<Extent> next_non_page() {
    while (non_page_ < non_page_end_) {
      const NonPageRow other = corpus_.non_pages.at(non_page_++);
      if (goes(other)) return other.extent;
    }
    return std::nullopt;
  }

  const DecidedCorpus& pages_;
  const Corpus& corpus_;
  std::uint32_t page_;
  std::uint32_t page_end_;
  std::uint64_t non_page_;
  std::uint64_t non_page_end_;
  std::unordered_set<std::uint64_t> removed_records_;
  std::unordered_set<std::uint64_t> named_by_removed_;
  std::unordered_set<std::uint64_t> leaving_companions_;  // empty unless a record names several
  std::optional<Extent> page_edit_;
  std::optional<Extent> non_page_edit_;
};

// A hard link costs nothing; if the file system refuses one, the file is copied instead.
void link_file(const std::string& from, const std::string& to, const CopyOptions& options) {
  fs::create_directories(fs::path(to).parent_path());
  std::error_code failed;
  fs::create_hard_link(fs::canonical(from), to, failed);  // `from` may be a symbolic link
  if (failed) copy_with_edits(from, to, [](Edit&) { return false; }, options);
}

bool has_line_break(const std::string& name) {
  return name.find_first_of("\n\r") != std::string::npos;
}

// kept.txt, and kept.nul beside it if lines cannot express every name.
class KeptList {
 public:
  KeptList(const DecidedCorpus& pages, const std::string& folder, Written& written)
      : lines_(create_bytes(folder + "/" + kKeptName, Packing::none)) {
    const Corpus& corpus = pages.corpus();
    written.files.emplace_back(kKeptName);
    for (std::size_t f = 0; f < corpus.files.size() && !names_; ++f) {
      const InputFile& file = corpus.files[f];
      if (!is_listed(file) || !is_kept(pages, f) || !has_line_break(file.name)) continue;
      names_ = create_bytes(folder + "/" + kKeptNulName, Packing::none);
      written.files.emplace_back(kKeptNulName);
      written.warnings.emplace_back(
          "kept.txt: names with a line break in them look like several; kept.nul has all names, "
          "each ended by a NUL");
    }
  }
  void add(const std::string& name) {
    lines_->write(name + '\n');
    if (names_) names_->write(name + '\0');
  }
  void close() {
    lines_->close();
    if (names_) names_->close();
  }

  [[nodiscard]] static bool is_listed(const InputFile& file) {
    return file.in_folder && is_whole_file(file.kind);
  }
  // `file` is a file that is one page.
  [[nodiscard]] static bool is_kept(const DecidedCorpus& pages, std::size_t file) {
    const auto& first_page = pages.corpus().first_page;
    const std::uint32_t page = first_page[file];
    return page == first_page[file + 1] || !pages.is_left_out(page);
  }

 private:
  std::unique_ptr<ByteSink> lines_;
  std::unique_ptr<ByteSink> names_;
};

// The edits that add the member of annotate to each record of a JSON lines file and remove the one
// of an earlier run.
class AnnotationEdits {
 public:
  AnnotationEdits(const DecidedCorpus& pages, std::size_t file, const ReadOptions& read)
      : pages_(pages),
        file_(pages.corpus().files[file]),
        page_(pages.corpus().first_page[file]),
        page_end_(pages.corpus().first_page[file + 1]),
        records_(open_records(file_, with_large(read))) {}

  bool next(Edit& edit) {
    while (waiting_ == edits_.size()) {
      if (!make_edits()) return false;
    }
    edit = std::move(edits_[waiting_++]);
    return true;
  }

 private:
  // A record that is too large also contains the old member.
  static ReadOptions with_large(ReadOptions read) {
    read.digests_large = true;
    return read;
  }

  // Makes the edits of the next page; returns false if there is none.
  bool make_edits() {
    if (page_ == page_end_) return false;
    edits_.clear();
    waiting_ = 0;
    const std::uint32_t page = page_++;
    const PageRow row = pages_.corpus().rows.at(page);
    if (row.brace_offset == kNoOffset) return true;
    const RawRecord& record = record_of(row);
    const std::string_view object = object_of(file_.kind, record);
    const auto begin = static_cast<std::size_t>(object.data() - record.bytes.data());
    MemberCuts old = cuts_of_member(object, kMember, row.extent.begin + begin);
    edits_ = std::move(old.cuts);
    for (Edit& cut : edits_) {
      for (std::uint64_t* const place : {&cut.begin, &cut.end}) {
        *place = row.extent.begin + original_place(*place - row.extent.begin, record.large);
      }
    }
    const bool first = row.object_is_empty || (old.leaves_nothing && !edits_.empty());
    std::string member = first ? "\"" : ", \"";
    member.append(kMember).append("\": ").append(annotation(annotation_of(pages_, page, row)));
    edits_.push_back({row.brace_offset, row.brace_offset, std::move(member)});
    return true;
  }

  const RawRecord& record_of(const PageRow& row) {
    do {
      if (!records_->next(record_)) throw_changed(file_);
    } while (record_.extent.begin < row.extent.begin);
    if (record_.extent.begin != row.extent.begin || record_.extent.end != row.extent.end) {
      throw_changed(file_);
    }
    return record_;
  }

  static constexpr std::string_view kMember = "facsim";

  const DecidedCorpus& pages_;
  const InputFile& file_;
  std::uint32_t page_;
  std::uint32_t page_end_;
  std::unique_ptr<RecordReader> records_;
  RawRecord record_;
  std::vector<Edit> edits_;  // of the current page
  std::size_t waiting_ = 0;  // the first edit not yet returned
};

}  // namespace

Written copy_corpus(const DecidedCorpus& pages, const std::string& folder, bool link,
                    const ReadOptions& read, const Run& run) {
  const Corpus& corpus = pages.corpus();
  Written written;
  std::optional<KeptList> kept_list;
  CopyProgress progress(corpus, run);
  const CopyOptions copying = progress.options();
  for (std::size_t f = 0; f < corpus.files.size(); ++f) {
    const InputFile& file = corpus.files[f];
    const std::string to = folder + "/" + file.out_name;
    const bool listed = KeptList::is_listed(file);
    if (listed && !kept_list) kept_list.emplace(pages, folder, written);
    if (is_whole_file(file.kind) && !KeptList::is_kept(pages, f)) {
      progress.file_done();
      continue;
    }
    if (listed) kept_list->add(file.name);
    if (listed && !link) {
      progress.file_done();
      continue;
    }
    if (listed) {
      link_file(file.path, to, copying);
    } else if (is_whole_file(file.kind) ||
               (pages.writes_revisits() && file.kind != FileKind::warc)) {
      copy_with_edits(file.path, to, [](Edit&) { return false; }, copying);
    } else if (file.kind == FileKind::parquet) {
      copy_parquet(pages, f, to, copying.progress);
    } else if (pages.writes_revisits()) {
      RevisitEdits revisits(pages, f, read);
      CopyOptions options_of_file = copying;
      options_of_file.record_end = record_end_of(file.kind);
      copy_with_edits(
          file.path, to, [&](Edit& edit) { return revisits.next(edit); }, options_of_file);
    } else {
      Removals removals(pages, f);
      CopyOptions options_of_file = copying;
      options_of_file.record_end = record_end_of(file.kind);
      copy_with_edits(
          file.path, to, [&](Edit& edit) { return removals.next(edit); }, options_of_file);
    }
    (listed ? written.linked : written.files).push_back(file.out_name);
    progress.file_copied();
  }
  if (kept_list) kept_list->close();
  return written;
}

Written annotate_corpus(const DecidedCorpus& pages, const std::string& folder,
                        const ReadOptions& read, const Run& run, bool with_copies) {
  const Corpus& corpus = pages.corpus();
  Written written;
  std::unique_ptr<ByteSink> rows;
  CopyProgress progress(corpus, run);
  const CopyOptions copy_options = progress.options();
  for (std::size_t f = 0; f < corpus.files.size(); ++f) {
    const InputFile& file = corpus.files[f];
    if (has_annotated_copy(file.kind)) {
      if (!with_copies) {
        progress.file_done();
        continue;
      }
      const std::string to = folder + "/" + file.out_name;
      if (file.kind == FileKind::parquet) {
        annotate_parquet(pages, f, to, copy_options.progress);
      } else {
        AnnotationEdits edits(pages, f, read);
        copy_with_edits(file.path, to, [&](Edit& edit) { return edits.next(edit); }, copy_options);
      }
      written.files.push_back(file.out_name);
    } else {
      if (!rows) {
        rows = create_bytes(folder + "/" + kAnnotationsName, Packing::none);
        written.files.emplace_back(kAnnotationsName);
      }
      for (std::uint32_t page = corpus.first_page[f]; page < corpus.first_page[f + 1]; ++page) {
        const PageRow row = corpus.rows.at(page);
        // Archives do not need rows for records that are not pages.
        if (!row.has_text && !is_whole_file(file.kind)) continue;
        rows->write(annotation_row(corpus.name_of(row), annotation_of(pages, page, row)) + "\n");
      }
    }
    with_copies ? progress.file_copied() : progress.file_done();
  }
  if (rows) rows->close();
  return written;
}

}  // namespace facsim
