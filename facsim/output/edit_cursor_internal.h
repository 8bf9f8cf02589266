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
  // Takes the first edit. `path` is for messages, `record_end` as in CopyOptions.
  EditCursor(const NextEdit& next, std::string path, std::string_view record_end = {});

  // Where in the unpacked original the next byte stands.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }
  [[nodiscard]] std::uint64_t kept() const noexcept { return kept_; }
  [[nodiscard]] bool has_edit() const noexcept { return has_edit_; }
  // Whether an edit removes, replaces or inserts something before `end`, from position() on.
  [[nodiscard]] bool touches_before(std::uint64_t end) const noexcept;
  // Whether the next byte is removed or replaced.
  [[nodiscard]] bool touches_next() const noexcept;
  // Whether something is inserted before the next byte without removing it.
  [[nodiscard]] bool inserts_here() const noexcept;

  // Writes the insertion that stands here.
  void insert(ByteSink& sink);
  // Writes what the edits leave of the next bytes.
  void pass(std::string_view bytes, ByteSink& sink);
  // Behind the last byte: writes what is inserted or replaced from there on.
  void finish(ByteSink& sink);
  // Goes over bytes that no edit touches and that somebody else copies.
  void keep(std::uint64_t bytes) noexcept;
  // What comes is a member of its own: no removal there joins it to what was written before.
  void begin_member() noexcept { last_.clear(); }

 private:
  void advance();
  void open(ByteSink& sink);
  void write(std::string_view bytes, ByteSink& sink);
  // Writes what the last bytes lack of a record's end.
  void end_record(ByteSink& sink);

  const NextEdit* next_;
  std::string path_;
  std::string_view record_end_;
  std::string last_;  // the last bytes written to this member, as many as may end a record
  Edit edit_;
  bool has_edit_ = false;
  bool open_ = false;  // the replacement of edit_ is written
  std::uint64_t position_ = 0;
  std::uint64_t kept_ = 0;
};

}  // namespace facsim
