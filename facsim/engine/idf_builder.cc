// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/idf_builder.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "facsim/base/error.h"

namespace facsim {
namespace {

// What a counted feature costs beside its bytes: a node, its string, a slot.
constexpr std::uint64_t kEntryBytes = 96;

[[noreturn]] void throw_not_written(const std::string& path) {
  const int reason = errno;
  throw Error{reason == ENOSPC ? ErrorCode::no_space : ErrorCode::io,
              std::string("cannot be written: ") + std::strerror(reason), path};
}

// Text that goes into one file; what fails is thrown by finish().
class Writer {
 public:
  explicit Writer(const std::string& path) : path_(path), file_(path, std::ios::binary) {
    if (!file_) throw_not_written(path_);
  }
  void line(std::string_view text) {
    file_ << text << '\n';
    if (!file_) throw_not_written(path_);
  }
  void finish() {
    file_.close();
    if (!file_) throw_not_written(path_);
  }

 private:
  std::string path_;
  std::ofstream file_;
};

struct Counted {
  std::string text;
  std::uint64_t count = 0;
};

// A sorted run, read line by line: `count<TAB>feature`.
class Run {
 public:
  explicit Run(const std::string& path) : path_(path), file_(path, std::ios::binary) { next(); }
  [[nodiscard]] const std::optional<Counted>& front() const noexcept { return front_; }
  void next() {
    std::string line;
    front_.reset();
    if (!std::getline(file_, line)) {
      if (file_.bad()) throw Error{ErrorCode::io, "cannot be read again", path_};
      return;
    }
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
  std::ifstream file_;
  std::optional<Counted> front_;
};

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
    // Windows may hold them; a line of a table cannot.
    if (feature.text.empty() || feature.text.find_first_of("\n\t\r") != std::string::npos) continue;
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

struct IdfMerge {
  static IdfReport write(std::span<IdfCounter> counters, const std::string& beside,
                         std::uint64_t documents_min) {
    IdfReport report;
    std::vector<Run> runs;
    for (IdfCounter& counter : counters) {
      report.documents += counter.documents_;
      counter.spill();
      for (const std::string& path : counter.runs_) runs.emplace_back(path);
    }
    if (report.documents == 0) {
      throw Error{ErrorCode::invalid_argument, "no document with a feature was found; no table"};
    }
    Writer writer(beside);
    writer.line("# facsim idf 1 documents=" + std::to_string(report.documents));
    while (auto next = take_smallest(runs)) {
      if (next->count < documents_min) {
        ++report.rare;
        continue;
      }
      ++report.features;
      writer.line(next->text + '\t' + idf_text(report.documents, next->count));
    }
    if (report.features == 0) {
      throw Error{ErrorCode::invalid_argument,
                  "no feature occurs in " + std::to_string(documents_min) +
                      " documents; give more documents or a smaller --min-documents"};
    }
    writer.finish();
    return report;
  }

  // The smallest feature of all runs with the sum of its counts.
  static std::optional<Counted> take_smallest(std::vector<Run>& runs) {
    const std::string* smallest = nullptr;
    for (const Run& run : runs) {
      if (run.front() && (smallest == nullptr || run.front()->text < *smallest)) {
        smallest = &run.front()->text;
      }
    }
    if (smallest == nullptr) return std::nullopt;
    Counted sum{*smallest, 0};
    for (Run& run : runs) {
      if (!run.front() || run.front()->text != sum.text) continue;
      sum.count += run.front()->count;
      run.next();
    }
    return sum;
  }
};

IdfReport write_idf(std::span<IdfCounter> counters, const std::string& path,
                    std::uint64_t documents_min, bool overwrite) {
  namespace fs = std::filesystem;
  std::error_code failure;
  if (fs::exists(path, failure) && !overwrite) {
    throw Error{ErrorCode::already_exists, "is there already; name another file or say --force",
                path};
  }
  const std::string beside = path + ".part";
  try {
    const IdfReport report = IdfMerge::write(counters, beside, documents_min);
    fs::rename(beside, path, failure);
    if (failure) throw Error{ErrorCode::io, "cannot be written: " + failure.message(), path};
    return report;
  } catch (...) {
    fs::remove(beside, failure);
    throw;
  }
}

}  // namespace facsim
