// SPDX-License-Identifier: Apache-2.0
#include "facsim/output/edit_cursor_internal.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "facsim/base/error.h"

namespace facsim {

namespace {

// True if `bytes` ends with as many line breaks as `record_end` has.
bool ends_a_record(std::string_view bytes, std::string_view record_end) noexcept {
  for (auto breaks = std::count(record_end.begin(), record_end.end(), '\n'); breaks > 0; --breaks) {
    if (!bytes.ends_with('\n')) return false;
    bytes.remove_suffix(bytes.ends_with("\r\n") ? 2 : 1);
  }
  return true;
}

}  // namespace

EditCursor::EditCursor(const NextEdit& next, std::string path, std::string_view record_end)
    : next_(&next), path_(std::move(path)), record_end_(record_end) {
  advance();
}

void EditCursor::advance() {
  const std::uint64_t last_end = edit_.end;
  do {
    edit_ = {};
    has_edit_ = *next_ && (*next_)(edit_);
    open_ = false;
    if (!has_edit_) return;
    if (edit_.begin < last_end || edit_.end < edit_.begin) {
      throw Error(ErrorCode::invalid_argument, "the edits of a copy are out of order",
                  path_ + ":" + std::to_string(edit_.begin));
    }
    // An edit that changes nothing must not cause a member to be packed again.
  } while (edit_.begin == edit_.end && edit_.replacement.empty());
}

bool EditCursor::touches_before(std::uint64_t end) const noexcept {
  return has_edit_ && (open_ || edit_.begin < end);
}

bool EditCursor::touches_next() const noexcept {
  return has_edit_ && (open_ || (edit_.begin == position_ && edit_.end > edit_.begin));
}

bool EditCursor::inserts_here() const noexcept {
  return has_edit_ && !open_ && edit_.begin == position_ && edit_.end == edit_.begin;
}

void EditCursor::insert(ByteSink& sink) {
  assert(inserts_here() && "there is something to insert");
  open(sink);
}

void EditCursor::open(ByteSink& sink) {
  if (edit_.end > edit_.begin) end_record(sink);
  write(edit_.replacement, sink);
  open_ = true;
  if (edit_.end <= position_) advance();
}

void EditCursor::write(std::string_view bytes, ByteSink& sink) {
  sink.write(bytes);
  last_.append(bytes.substr(bytes.size() - std::min(bytes.size(), record_end_.size())));
  if (last_.size() > record_end_.size()) last_.erase(0, last_.size() - record_end_.size());
}

void EditCursor::end_record(ByteSink& sink) {
  if (last_.empty() || ends_a_record(last_, record_end_)) return;
  std::size_t there = std::min(last_.size(), record_end_.size());
  while (!last_.ends_with(record_end_.substr(0, there))) --there;
  write(record_end_.substr(there), sink);
}

void EditCursor::pass(std::string_view bytes, ByteSink& sink) {
  while (!bytes.empty()) {
    if (has_edit_ && !open_ && edit_.begin == position_) {
      open(sink);
      continue;
    }
    std::uint64_t step = bytes.size();
    if (open_) {
      step = std::min(step, edit_.end - position_);
    } else {
      if (has_edit_) step = std::min(step, edit_.begin - position_);
      write(bytes.substr(0, static_cast<std::size_t>(step)), sink);
      kept_ += step;
    }
    bytes.remove_prefix(static_cast<std::size_t>(step));
    position_ += step;
    if (open_ && position_ == edit_.end) advance();
  }
}

void EditCursor::finish(ByteSink& sink) {
  while (has_edit_ && !open_ && edit_.begin == position_) open(sink);
}

void EditCursor::keep(std::uint64_t bytes) noexcept {
  assert(!touches_before(position_ + bytes) && "kept bytes are touched by no edit");
  position_ += bytes;
  kept_ += bytes;
}

}  // namespace facsim
