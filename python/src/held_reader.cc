// SPDX-License-Identifier: Apache-2.0
#include "held_reader.h"
#include "words.h"

#include <chrono>
#include <utility>

namespace facsim::python {
namespace {

constexpr std::size_t kPagesAhead = 64;
constexpr std::size_t kBytesAhead = std::size_t{4} << 20;
constexpr std::chrono::milliseconds kTimeAhead(20);

}  // namespace

HeldReader::HeldReader(const std::vector<std::string>& inputs, PageReaderOptions options) {
  options.cancelled = &cancelled_;
  Watched watched(cancelled_);
  watched.run([&] { reader_.emplace(inputs, options); });
}

bool HeldReader::read(Page& page) {
  if (is_over_) return false;
  is_over_ = true;  // also if it throws
  is_over_ = !reader_->next(page);
  return !is_over_;
}

bool HeldReader::next(Page& page) {
  const std::lock_guard lock(mutex_);
  if (ahead_.empty()) {
    if (failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
    return read(page);
  }
  page = std::move(ahead_.front().page);
  ahead_.pop_front();
  return true;
}

void HeldReader::read_ahead() {
  const auto until = std::chrono::steady_clock::now() + kTimeAhead;
  std::size_t bytes = 0;
  try {
    while (ahead_.size() < kPagesAhead && bytes < kBytesAhead) {
      Found found;
      if (!read(found.page)) return;
      found.name = reader_->name();
      found.document = extractor_.extract(found.page);
      bytes += found.page.bytes.size();
      ahead_.push_back(std::move(found));
      if (std::chrono::steady_clock::now() > until) return;
    }
  } catch (...) {
    failed_ = std::current_exception();
  }
}

std::optional<HeldReader::Found> HeldReader::next_found() {
  const auto take = [this]() -> std::optional<Found> {
    if (ahead_.empty()) return std::nullopt;
    std::optional<Found> first(std::move(ahead_.front()));
    ahead_.pop_front();
    return first;
  };
  {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock.owns_lock()) {
      if (auto found = take()) return found;
    }
  }
  std::optional<Found> found;
  Watched watched(cancelled_);
  watched.run([&] {
    const std::lock_guard lock(mutex_);
    if (ahead_.empty() && !failed_) read_ahead();
    if (ahead_.empty() && failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
    found = take();
  });
  return found;
}

ReadCounts HeldReader::counts() const {
  const std::lock_guard lock(mutex_);
  return reader_->counts();
}

ProgressState HeldReader::progress() const {
  const std::lock_guard lock(mutex_);
  return reader_->progress();
}

std::vector<std::string> HeldReader::warnings() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> sentences;
  for (const Sentence& each : reader_->warnings()) sentences.push_back(each.in(python_words));
  return sentences;
}

}  // namespace facsim::python
