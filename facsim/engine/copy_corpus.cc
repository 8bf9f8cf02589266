// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/copy_corpus.h"

#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <unordered_set>

#include "facsim/base/error.h"
#include "facsim/engine/publish.h"
#include "facsim/files/byte_sink.h"
#include "facsim/output/copy.h"
#include "facsim/report/rows.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

bool is_page_file(const InputFile& file) {
  return file.kind == FileKind::html || file.kind == FileKind::text;
}

// Edits are offsets: in a file that was written to meanwhile they would cut other records.
void check_unchanged(const InputFile& file) {
  struct stat now{};
  if (::stat(file.path.c_str(), &now) == 0 &&
      static_cast<std::uint64_t>(now.st_size) == file.bytes &&
      (file.unix_time == 0 || now.st_mtime == file.unix_time)) {
    return;
  }
  throw Error(ErrorCode::io, "changed while it was being read; run again", file.name);
}

// Reports the bytes copied over all files, and stops when the user says so.
class CopyProgress {
 public:
  CopyProgress(const Corpus& corpus, const DedupHooks& hooks) : hooks_(hooks) {
    for (const InputFile& file : corpus.files) total_ += file.bytes;
  }
  [[nodiscard]] CopyOptions options() {
    return {.progress = [this](std::uint64_t bytes) { report(bytes); }};
  }
  void file_done(const InputFile& file) {
    check_unchanged(file);
    done_ += file.bytes;
    report(0);
  }

 private:
  void report(std::uint64_t bytes) {
    throw_if_cancelled(hooks_);
    if (hooks_.progress) hooks_.progress({"write", 0, done_ + bytes, total_, 0});
  }
  const DedupHooks& hooks_;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

// The edits that take removed pages out of a file, together with the request and metadata records
// that go with them and with bytes that are no record.
class Removals {
 public:
  Removals(const Corpus& corpus, const Marks& marks, std::size_t file)
      : corpus_(corpus),
        marks_(marks),
        page_(corpus.first_page[file]),
        page_end_(corpus.first_page[file + 1]),
        side_(corpus.first_side[file]),
        side_end_(corpus.first_side[file + 1]) {
    if (side_ == side_end_) return;
    note_keys(true);
    note_keys(false);
  }

  bool next(Edit& edit) {
    if (!page_edit_) page_edit_ = next_page();
    if (!side_edit_) side_edit_ = next_side();
    if (!page_edit_ && !side_edit_) return false;
    const bool take_page = page_edit_ && (!side_edit_ || page_edit_->begin < side_edit_->begin);
    std::optional<Extent>& taken = take_page ? page_edit_ : side_edit_;
    edit.begin = taken->begin;
    edit.end = taken->end;
    edit.replacement.clear();
    taken.reset();
    return true;
  }

 private:
  // A companion goes with its page unless a page that stays has the same key: ids may repeat, and a
  // request too many does no harm.
  void note_keys(bool removed) {
    for (std::uint32_t page = page_; page < page_end_; ++page) {
      if (marks_.removed[page] != removed) continue;
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

  std::optional<Extent> next_page() {
    while (page_ < page_end_) {
      const std::uint32_t page = page_++;
      if (marks_.removed[page]) return corpus_.rows.at(page).extent;
    }
    return std::nullopt;
  }

  std::optional<Extent> next_side() {
    while (side_ < side_end_) {
      const SideRow side = corpus_.sides.at(side_++);
      const bool goes =
          side.is_damaged ||
          (side.concurrent_key != 0 && removed_records_.contains(side.concurrent_key)) ||
          (side.record_key != 0 && named_by_removed_.contains(side.record_key));
      if (goes) return side.extent;
    }
    return std::nullopt;
  }

  const Corpus& corpus_;
  const Marks& marks_;
  std::uint32_t page_;
  std::uint32_t page_end_;
  std::uint64_t side_;
  std::uint64_t side_end_;
  std::unordered_set<std::uint64_t> removed_records_;
  std::unordered_set<std::uint64_t> named_by_removed_;
  std::optional<Extent> page_edit_;
  std::optional<Extent> side_edit_;
};

// A hard link costs nothing; where the file system refuses one, a copy does the same job.
void link_file(const std::string& from, const std::string& to, const CopyOptions& options) {
  fs::create_directories(fs::path(to).parent_path());
  std::error_code failed;
  fs::create_hard_link(fs::canonical(from), to, failed);  // the file, where `from` is a link
  if (failed) copy_with_edits(from, to, [](Edit&) { return false; }, options);
}

// What annotate writes about a page.
struct Annotation {
  std::optional<PageName> cluster;
  std::optional<Match> match;
};

Annotation annotation_of(const Corpus& corpus, const Verdicts& verdicts, const Marks& marks,
                         std::uint32_t page, const PageRow& row) {
  Annotation made;
  if (marks.removed[page]) {
    const Verdict verdict = verdicts.at(page, row);
    made.cluster = corpus.name_of(corpus.rows.at(verdict.representative));
    made.match = verdict.match;
  } else if (marks.representative[page]) {
    made.cluster = corpus.name_of(row);
  }
  return made;
}

}  // namespace

std::vector<std::string> copy_corpus(const Corpus& corpus, const Marks& marks,
                                     const std::string& folder, const DedupOptions& options,
                                     const DedupHooks& hooks) {
  std::vector<std::string> written;
  std::unique_ptr<ByteSink> kept_list;
  CopyProgress progress(corpus, hooks);
  const CopyOptions copying = progress.options();
  for (std::size_t f = 0; f < corpus.files.size(); ++f) {
    const InputFile& file = corpus.files[f];
    const std::string to = folder + "/" + file.out_name;
    if (is_page_file(file)) {
      const std::uint32_t page = corpus.first_page[f];
      const bool kept = page == corpus.first_page[f + 1] || !marks.removed[page];
      if (file.in_folder && !kept_list) {
        kept_list = create_bytes(folder + "/kept.txt", Packing::none);
        written.emplace_back("kept.txt");
      }
      if (!kept) continue;
      if (file.in_folder) kept_list->write(file.name + "\n");
      if (file.in_folder && !options.link) continue;
      if (file.in_folder) {
        link_file(file.path, to, copying);
      } else {
        copy_with_edits(file.path, to, [](Edit&) { return false; }, copying);
      }
    } else {
      Removals removals(corpus, marks, f);
      copy_with_edits(file.path, to, [&](Edit& edit) { return removals.next(edit); }, copying);
    }
    if (!file.in_folder || !is_page_file(file)) written.push_back(file.out_name);
    progress.file_done(file);
  }
  if (kept_list) kept_list->close();
  return written;
}

std::vector<std::string> annotate_corpus(const Corpus& corpus, const Verdicts& verdicts,
                                         const Marks& marks, const std::string& folder,
                                         const DedupHooks& hooks) {
  std::vector<std::string> written;
  std::unique_ptr<ByteSink> rows;
  CopyProgress progress(corpus, hooks);
  const CopyOptions copying = progress.options();
  for (std::size_t f = 0; f < corpus.files.size(); ++f) {
    const InputFile& file = corpus.files[f];
    std::uint32_t page = corpus.first_page[f];
    const std::uint32_t end = corpus.first_page[f + 1];
    if (file.kind == FileKind::json_lines) {
      const NextEdit next = [&](Edit& edit) {
        while (page < end) {
          const std::uint32_t here = page++;
          const PageRow row = corpus.rows.at(here);
          if (row.brace_offset == kNoOffset) continue;
          const Annotation made = annotation_of(corpus, verdicts, marks, here, row);
          edit.begin = edit.end = row.brace_offset;
          edit.replacement = (row.object_is_empty ? "\"facsim\": " : ", \"facsim\": ") +
                             annotation(made.cluster, made.match);
          return true;
        }
        return false;
      };
      copy_with_edits(file.path, folder + "/" + file.out_name, next, copying);
      written.push_back(file.out_name);
    } else {
      if (!rows) {
        rows = create_bytes(folder + "/annotations.jsonl", Packing::none);
        written.emplace_back("annotations.jsonl");
      }
      for (; page < end; ++page) {
        const PageRow row = corpus.rows.at(page);
        const Annotation made = annotation_of(corpus, verdicts, marks, page, row);
        rows->write(annotation_row(corpus.name_of(row), made.cluster, made.match) + "\n");
      }
    }
    progress.file_done(file);
  }
  if (rows) rows->close();
  return written;
}

}  // namespace facsim
