// SPDX-License-Identifier: Apache-2.0
#include "facsim/output/copy.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/member_reader.h"
#include "facsim/output/edit_cursor_internal.h"

namespace facsim {

namespace {

constexpr std::size_t kCopyBufferBytes = std::size_t{256} << 10;
constexpr std::uint64_t kProgressBytes = std::uint64_t{1} << 20;

// Copies ranges of a file byte for byte, in ascending order. Adjacent ranges are combined, and
// bytes read beyond a range serve the next one. If every second one of many small members is
// removed, one read(2) serves thousands of ranges, and no byte is read twice.
class RangeCopier {
 public:
  RangeCopier(const std::string& path, FileHandle file) : path_(path), file_(std::move(file)) {}

  void add(std::uint64_t begin, std::uint64_t end, ByteSink& sink) {
    if (begin != end_) flush(sink);
    if (begin_ == end_) begin_ = begin;
    end_ = end;
  }

  void flush(ByteSink& sink) {
    while (begin_ < end_) {
      if (begin_ < window_begin_ || begin_ >= window_begin_ + window_.size()) read_window();
      const std::string_view held =
          std::string_view(window_.data(), window_.size()).substr(begin_ - window_begin_);
      const std::string_view part = held.substr(0, end_ - begin_);
      sink.write_packed(part);
      begin_ += part.size();
    }
  }

 private:
  // Fills the window with one read at begin_.
  void read_window() {
    window_begin_ = begin_;
    window_.resize(kCopyBufferBytes);
    ssize_t got = -1;
    do {
      got = ::pread(file_.get(), window_.data(), window_.size(), static_cast<off_t>(begin_));
    } while (got < 0 && errno == EINTR);
    if (got <= 0) {
      throw Error(ErrorCode::io,
                  got < 0 ? "cannot be read: " + std::generic_category().message(errno)
                          : "has become shorter while it was copied",
                  path_ + ":" + std::to_string(begin_));
    }
    window_.resize(static_cast<std::size_t>(got));
  }

  std::string path_;
  FileHandle file_;
  std::uint64_t begin_ = 0;  // of the pending range
  std::uint64_t end_ = 0;
  std::uint64_t window_begin_ = 0;  // offset of window_ in the file
  std::vector<char> window_;
};

class Progress {
 public:
  explicit Progress(const CopyOptions& options) : options_(&options) {}
  void at(std::uint64_t packed_position) {
    if (!options_->progress || packed_position < due_) return;
    options_->progress(packed_position);
    // A multiple of kProgressBytes, not counted from here: otherwise a position that advances in
    // large steps would be reported only every other time.
    due_ = (packed_position / kProgressBytes + 1) * kProgressBytes;
  }

 private:
  const CopyOptions* options_;
  std::uint64_t due_ = kProgressBytes;
};

std::uint64_t copy_plain(PackedInput input, EditCursor& edits, ByteSink& sink,
                         const CopyOptions& options) {
  Progress progress(options);
  for (std::string_view bytes = input.at_hand(); !bytes.empty(); bytes = input.at_hand()) {
    edits.pass(bytes, sink);
    input.consume(bytes.size());
    progress.at(input.position());
  }
  edits.finish(sink);
  return edits.kept();
}

class MemberCopy {
 public:
  MemberCopy(MemberReader reader, RangeCopier ranges, EditCursor& edits, ByteSink& sink,
             const CopyOptions& options)
      : reader_(std::move(reader)),
        ranges_(std::move(ranges)),
        edits_(edits),
        sink_(sink),
        progress_(options) {}

  std::uint64_t run() {
    while (reader_.next()) {
      if (std::exchange(first_, false)) ranges_.add(0, reader_.prologue_bytes(), sink_);
      while (edits_.inserts_here()) {
        ranges_.flush(sink_);
        edits_.insert(sink_);
        sink_.end_member();
      }
      if (edits_.touches_next()) {
        repack({});
      } else {
        copy_or_repack();
      }
    }
    ranges_.flush(sink_);
    edits_.finish(sink_);
    return edits_.kept();
  }

 private:
  // Reads the member until an edit touches it or it proves damaged; if neither happens, copies its
  // packed bytes.
  void copy_or_repack() {
    std::uint64_t seen = 0;
    while (const std::size_t bytes = read()) {
      seen += bytes;
      if (!edits_.touches_before(edits_.position() + seen)) continue;
      if (seen == bytes) return repack({buffer_.data(), bytes});
      reader_.again();
      return repack({});
    }
    if (!reader_.whole()) {
      if (seen == 0) return;
      reader_.again();
      return repack({});
    }
    edits_.keep(seen);
    ranges_.add(reader_.member_begin(), reader_.member_end(), sink_);
  }

  // Packs the rest of the member again. `first` holds bytes already read, at the edits' position.
  void repack(std::string_view first) {
    ranges_.flush(sink_);
    edits_.begin_member();
    edits_.pass(first, sink_);
    while (const std::size_t bytes = read()) edits_.pass({buffer_.data(), bytes}, sink_);
    sink_.end_member();
  }

  std::size_t read() {
    const std::size_t bytes = reader_.read(buffer_);
    progress_.at(reader_.packed_position());
    return bytes;
  }

  MemberReader reader_;
  RangeCopier ranges_;
  EditCursor& edits_;
  ByteSink& sink_;
  Progress progress_;
  bool first_ = true;
  std::vector<char> buffer_ = std::vector<char>(kCopyBufferBytes);
};

// Returns the number of unpacked bytes of a packed file if it is not damaged.
std::optional<std::uint64_t> bytes_of_whole(const std::string& from, Packing packing,
                                            const CopyOptions& options) {
  MemberReader reader(PackedInput(from), make_unpacker(packing));
  Progress progress(options);
  std::vector<char> buffer(kCopyBufferBytes);
  std::uint64_t bytes = 0;
  while (reader.next()) {
    while (const std::size_t got = reader.read(buffer)) {
      bytes += got;
      progress.at(reader.packed_position());
    }
  }
  return reader.damage() ? std::nullopt : std::optional(bytes);
}

}  // namespace

std::uint64_t copy_with_edits(const std::string& from, const std::string& to, const NextEdit& next,
                              const CopyOptions& options) {
  FileHandle file = open_user_input(from);
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    throw Error(ErrorCode::io, "is no regular file and cannot be read a second time", from);
  }
  PackedInput input(from);
  const Packing packing = packing_of_file(input);
  const auto sink = create_bytes(to, packing);
  EditCursor edits(next, from, options.record_end);
  RangeCopier ranges(from, std::move(file));
  std::uint64_t kept = 0;
  if (packing == Packing::none) {
    kept = copy_plain(std::move(input), edits, *sink, options);
  } else if (const auto whole =
                 edits.has_edit() ? std::nullopt : bytes_of_whole(from, packing, options)) {
    ranges.add(0, static_cast<std::uint64_t>(status.st_size), *sink);
    ranges.flush(*sink);
    kept = *whole;
  } else {
    MemberReader reader(std::move(input), make_unpacker(packing));
    kept = MemberCopy(std::move(reader), std::move(ranges), edits, *sink, options).run();
  }
  sink->close();
  return kept;
}

}  // namespace facsim
