// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/idf_builder.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/utf.h"
#include "facsim/files/own_file.h"
#include "facsim/files/write_error.h"

namespace facsim {
namespace {

// The cost of a counted feature besides its bytes: a node, its string, a slot.
constexpr std::uint64_t kEntryBytes = 96;

[[noreturn]] void throw_not_written(const std::string& path) {
  throw write_error(errno, path, "make room or choose another folder");
}

struct CloseFile {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};
using Stream = std::unique_ptr<std::FILE, CloseFile>;

// Writes text to one new file; finish() throws errors.
class Writer {
 public:
  explicit Writer(const std::string& path) : path_(path) {
    FileHandle file = create_own_file(path);
    if (file.get() >= 0) file_.reset(::fdopen(file.get(), "wb"));
    if (file_ == nullptr) throw_not_written(path_);
    (void)file.release();
  }
  void line(std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
    if (!written || std::fputc('\n', file_.get()) == EOF) throw_not_written(path_);
  }
  void finish() {
    const bool failed = std::ferror(file_.get()) != 0;
    if (std::fclose(file_.release()) != 0 || failed) throw_not_written(path_);
  }

 private:
  std::string path_;
  Stream file_;
};

struct Counted {
  std::string text;
  std::uint64_t count = 0;
};

// A sorted run, read line by line: `count<TAB>feature`.
class Run {
 public:
  explicit Run(const std::string& path) : path_(path) {
    FileHandle file = open_own_file(path);
    file_.reset(::fdopen(file.get(), "rb"));
    if (file_ == nullptr) throw Error{ErrorCode::io, "cannot be read again", path_};
    (void)file.release();
    next();
  }
  [[nodiscard]] const std::optional<Counted>& front() const noexcept { return front_; }
  void next() {
    std::string line;
    front_.reset();
    int c = EOF;
    while ((c = ::getc_unlocked(file_.get())) != EOF && c != '\n') line += static_cast<char>(c);
    if (std::ferror(file_.get()) != 0) throw Error{ErrorCode::io, "cannot be read again", path_};
    if (c == EOF && line.empty()) return;
    Counted counted;
    const auto [end, error] =
        std::from_chars(line.data(), line.data() + line.size(), counted.count);
    if (error != std::errc{} || end == line.data() + line.size()) {
      throw Error{ErrorCode::damaged, "changed while it was being read", path_};
    }
    counted.text = line.substr(static_cast<std::size_t>(end - line.data()) + 1);
    front_ = std::move(counted);
  }

 private:
  std::string path_;
  Stream file_;
  std::optional<Counted> front_;
};

// Windows may contain line ends and parts of characters; a line of a table cannot.
bool fits_a_line(std::string_view text) {
  return !text.empty() && text.find_first_of("\n\t\r") == std::string_view::npos && is_utf8(text);
}

std::string idf_text(std::uint64_t documents, std::uint64_t having) {
  char text[64];
  const double idf = std::log(1 + static_cast<double>(documents) / static_cast<double>(having));
  const int size = std::snprintf(text, sizeof text, "%.6f", idf);
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace

IdfCounter::IdfCounter(std::string tmp, std::string name, std::uint64_t memory_bytes)
    : tmp_(std::move(tmp)), name_(std::move(name)), memory_bytes_(memory_bytes) {}

void IdfCounter::add(std::span<const TextFeature> features) {
  if (features.empty()) return;
  ++documents_;
  for (const TextFeature& feature : features) {
    if (!fits_a_line(feature.text)) continue;
    const auto [at, is_new] = counts_.try_emplace(feature.text, 0);
    ++at->second;
    if (is_new) used_bytes_ += kEntryBytes + feature.text.size();
  }
  if (used_bytes_ > memory_bytes_) spill();
}

void IdfCounter::spill() {
  std::vector<std::pair<std::string, std::uint64_t>> sorted(counts_.begin(), counts_.end());
  counts_.clear();
  used_bytes_ = 0;
  std::ranges::sort(sorted);
  const std::string path =
      (std::filesystem::path(tmp_) / ("idf-" + name_ + "-" + std::to_string(runs_.size())))
          .string();
  Writer writer(path);
  for (const auto& [text, count] : sorted) writer.line(std::to_string(count) + '\t' + text);
  writer.finish();
  runs_.push_back(path);
}

// Calls `see` with each feature of the sorted runs and the sum of its counts, in order.
template <class See>
void merge_runs(const std::vector<std::string>& paths, See see) {
  std::vector<Run> runs;
  runs.reserve(paths.size());
  for (const std::string& path : paths) runs.emplace_back(path);
  const auto is_later = [&](std::size_t a, std::size_t b) {
    return runs[a].front()->text > runs[b].front()->text;
  };
  std::vector<std::size_t> heap;  // the run with the smallest feature first
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].front()) heap.push_back(i);
  }
  std::ranges::make_heap(heap, is_later);
  Counted sum;
  while (!heap.empty()) {
    std::ranges::pop_heap(heap, is_later);
    Run& run = runs[heap.back()];
    if (sum.count != 0 && sum.text != run.front()->text) {
      see(std::exchange(sum, {}));
    }
    sum.text = run.front()->text;
    sum.count += run.front()->count;
    run.next();
    if (run.front()) {
      std::ranges::push_heap(heap, is_later);
    } else {
      heap.pop_back();
    }
  }
  if (sum.count != 0) see(std::move(sum));
}

void write_counted(const Counted& counted, Writer& writer) {
  writer.line(std::to_string(counted.count) + '\t' + counted.text);
}

// Merges runs into fewer, so that the number of open files stays below the limit of any system.
void reduce_runs(std::vector<std::string>& paths) {
  constexpr std::size_t kOpenMost = 64;
  for (std::size_t round = 0; paths.size() > kOpenMost; ++round) {
    const auto end = paths.begin() + static_cast<std::ptrdiff_t>(kOpenMost);
    const std::vector<std::string> some(paths.begin(), end);
    paths.erase(paths.begin(), end);
    const std::string merged = some.front() + "-merged-" + std::to_string(round);
    Writer writer(merged);
    merge_runs(some, [&](const Counted& counted) { write_counted(counted, writer); });
    writer.finish();
    std::error_code ignored;
    for (const std::string& path : some) std::filesystem::remove(path, ignored);
    paths.push_back(merged);
  }
}

struct IdfMerge {
  static IdfReport write(std::span<IdfCounter> counters, const std::string& part_path,
                         std::uint64_t documents_min) {
    IdfReport report;
    std::vector<std::string> runs;
    for (IdfCounter& counter : counters) {
      report.documents += counter.documents_;
      counter.spill();
      runs.insert(runs.end(), counter.runs_.begin(), counter.runs_.end());
    }
    if (report.documents == 0) {
      throw Error{ErrorCode::invalid_argument, "no document with a feature was found; no table"};
    }
    reduce_runs(runs);
    Writer writer(part_path);
    writer.line("# facsim idf 1 documents=" + std::to_string(report.documents));
    merge_runs(runs, [&](const Counted& counted) {
      if (counted.count < documents_min) {
        ++report.rare;
        return;
      }
      ++report.features;
      writer.line(counted.text + '\t' + idf_text(report.documents, counted.count));
    });
    if (report.features == 0) {
      throw Error{ErrorCode::invalid_argument,
                  "no feature occurs in " + std::to_string(documents_min) +
                      " documents; give more documents or a smaller " + Named::min_documents};
    }
    writer.finish();
    return report;
  }
};

void require_new(const std::string& path, bool overwrite) {
  namespace fs = std::filesystem;
  std::error_code failure;
  if (fs::is_directory(path, failure)) {
    throw Error{ErrorCode::invalid_argument, "is a folder; name a file", path};
  }
  if (fs::exists(path, failure) && !fs::is_regular_file(path, failure)) {
    throw Error{ErrorCode::invalid_argument, "is no regular file; name another", path};
  }
  if (fs::exists(path, failure) && !overwrite) {
    throw Error{ErrorCode::already_exists,
                "is there already; name another file or say " + Named::force, path};
  }
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, failure)) {
    throw Error{ErrorCode::not_found, "there is no such folder", folder.string()};
  }
}

IdfReport write_idf(std::span<IdfCounter> counters, const std::string& path,
                    std::uint64_t documents_min, bool overwrite) {
  namespace fs = std::filesystem;
  std::error_code failure;
  require_new(path, overwrite);
  // A name that no other process uses.
  const std::string part_path = path + ".facsim-" + std::to_string(::getpid());
  try {
    const IdfReport report = IdfMerge::write(counters, part_path, documents_min);
    fs::rename(part_path, path, failure);
    if (failure) throw Error{ErrorCode::io, "cannot be written: " + failure.message(), path};
    return report;
  } catch (...) {
    fs::remove(part_path, failure);
    throw;
  }
}

}  // namespace facsim
