// SPDX-License-Identifier: Apache-2.0
#include "facsim/output/edit_cursor_internal.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "facsim/base/error.h"

namespace facsim {

EditCursor::EditCursor(const NextEdit& next, std::string path)
    : next_(&next), path_(std::move(path)) {
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
    // An edit that changes nothing must not cost a member its bits.
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
  sink.write(edit_.replacement);
  open_ = true;
  if (edit_.end <= position_) advance();
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
      sink.write(bytes.substr(0, static_cast<std::size_t>(step)));
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
