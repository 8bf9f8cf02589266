// SPDX-License-Identifier: Apache-2.0
#pragma once
// The edits of one copy, applied to the unpacked bytes as they pass. Private to this room.

#include <cstdint>
#include <string_view>

#include "facsim/files/byte_sink.h"
#include "facsim/output/edit.h"

namespace facsim {

class EditCursor {
 public:
  // Reads the first edit. `path` is for messages, `record_end` as in CopyOptions.
  EditCursor(const NextEdit& next, std::string path, std::string_view record_end = {});

  // The offset of the next byte in the unpacked original.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }
  [[nodiscard]] std::uint64_t kept() const noexcept { return kept_; }
  [[nodiscard]] bool has_edit() const noexcept { return has_edit_; }
  // True if an edit removes, replaces or inserts something between position() and `end`.
  [[nodiscard]] bool touches_before(std::uint64_t end) const noexcept;
  // True if the next byte is removed or replaced.
  [[nodiscard]] bool touches_next() const noexcept;
  // True if something is inserted before the next byte without removing it.
  [[nodiscard]] bool inserts_here() const noexcept;

  // Writes the insertion at this position.
  void insert(ByteSink& sink);
  // Writes the next bytes with the edits applied.
  void pass(std::string_view bytes, ByteSink& sink);
  // Call after the last byte: writes insertions and replacements that begin there.
  void finish(ByteSink& sink);
  // Skips bytes that no edit touches; the caller copies them.
  void keep(std::uint64_t bytes) noexcept;
  // The next bytes are a separate member, so a removal there joins nothing to earlier bytes.
  void begin_member() noexcept { last_.clear(); }

 private:
  void advance();
  void open(ByteSink& sink);
  void write(std::string_view bytes, ByteSink& sink);
  // Writes the part of a record's end that the last bytes lack.
  void end_record(ByteSink& sink);

  const NextEdit* next_;
  std::string path_;
  std::string_view record_end_;
  std::string last_;  // the last bytes written to this member, at most a record's end
  Edit edit_;
  bool has_edit_ = false;
  bool open_ = false;  // the replacement of edit_ has been written
  std::uint64_t position_ = 0;
  std::uint64_t kept_ = 0;
};

}  // namespace facsim
