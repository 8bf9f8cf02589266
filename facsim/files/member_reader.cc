// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/member_reader.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace facsim {

namespace {

// The packed bytes given to every step, if the file has them, and the space for its output. Both
// affect how much of a damaged member is returned, because isa-l, zstd and lz4 withhold some output
// of a failed call. So they must not depend on the reader's buffer or on the end of the input
// buffer: otherwise a copy would be cut at other places than those where the records were read.
constexpr std::size_t kStepPackedBytes = std::size_t{128} << 10;
constexpr std::size_t kStepUnpackedBytes = std::size_t{256} << 10;
// A plausible start must unpack this much without damage.
constexpr std::size_t kTryPackedBytes = std::size_t{16} << 10;
constexpr std::size_t kTryUnpackedBytes = std::size_t{4} << 10;
// The search begins this far back if going back to the member's start would cost too much.
constexpr std::uint64_t kShortWayBack = 16;

}  // namespace

MemberReader::MemberReader(PackedInput input, std::unique_ptr<Unpacker> unpacker)
    : input_(std::move(input)), unpacker_(std::move(unpacker)) {}

void MemberReader::note(std::string what, std::uint64_t offset) {
  const bool is_outside = phase_ != Phase::broken;
  if (!damage_) damage_ = Damage{std::move(what), offset, is_outside};
  damage_->outside_members &= is_outside;
}

bool MemberReader::next() {
  assert(phase_ != Phase::inside && held_begin_ == held_end_ &&
         "a member is read to its end before the next");
  if (phase_ == Phase::broken) leave_broken_member();
  while (phase_ != Phase::ended) {
    if (phase_ == Phase::search) {
      const bool is_found = search();
      // The bytes before it may have been a member.
      damage_->outside_members &= !is_found;
      phase_ = is_found ? Phase::between : Phase::ended;
      continue;
    }
    const std::string_view bytes = input_.at_hand(kStartBytes);
    const Start start = unpacker_->look_at(bytes);
    if (bytes.empty()) {
      phase_ = Phase::ended;
    } else if (start.kind == StartKind::member) {
      member_begin_ = input_.position();
      begin_member();
      return true;
    } else if (start.kind == StartKind::padding) {
      skip_padding();
    } else if (start.kind == StartKind::strange) {
      note("bytes that are no " + std::string(unpacker_->member_name()), input_.position());
      phase_ = Phase::search;
    } else if (!skip_frame(start)) {
      note("skippable frame is cut short or damaged", input_.position());
      phase_ = Phase::search;
    }
  }
  return false;
}

std::size_t MemberReader::read(std::span<char> into) {
  while (!into.empty() && (phase_ == Phase::inside || held_begin_ < held_end_)) {
    if (held_begin_ < held_end_) {
      const std::size_t bytes = std::min(into.size(), held_end_ - held_begin_);
      std::copy_n(held_.data() + held_begin_, bytes, into.data());
      held_begin_ += bytes;
      return bytes;
    }
    if (into.size() >= kStepUnpackedBytes) {
      const std::size_t bytes = step(into.first(kStepUnpackedBytes));
      if (bytes > 0) return bytes;
    } else {
      held_.resize(kStepUnpackedBytes);
      held_begin_ = 0;
      held_end_ = step(held_);
    }
  }
  return 0;
}

// The beginning of a member is passed in one piece: isa-l 2.30 wrongly rejects the checksum of a
// header that is split in two, and a short member is unpacked fastest when all of it is in memory.
std::size_t MemberReader::step(std::span<char> into) {
  const std::string_view bytes = input_.at_hand(kStepPackedBytes).substr(0, kStepPackedBytes);
  const Step step = unpacker_->step(bytes, into);
  input_.consume(step.consumed);
  produced_ += step.produced;
  if (step.end == StepEnd::member_end) {
    phase_ = Phase::between;
    whole_ = true;
    member_end_ = input_.position();
  } else if (step.end == StepEnd::damaged) {
    phase_ = Phase::broken;
    note(std::string(unpacker_->member_name()) + " is damaged: " + unpacker_->reason(),
         member_begin_);
  } else if (step.consumed == 0 && step.produced == 0) {
    phase_ = Phase::broken;
    cut_ = bytes.empty();
    note(std::string(unpacker_->member_name()) + (cut_ ? " is cut short" : " is damaged"),
         member_begin_);
  }
  return step.produced;
}

void MemberReader::again() {
  input_.back_to(member_begin_);
  begin_member();
}

void MemberReader::begin_member() {
  unpacker_->begin_member();
  produced_ = 0;
  held_begin_ = held_end_ = 0;
  whole_ = cut_ = false;
  phase_ = Phase::inside;
}

void MemberReader::skip_padding() {
  while (true) {
    const std::string_view bytes = input_.at_hand();
    const std::size_t zeros = std::min(bytes.find_first_not_of('\0'), bytes.size());
    input_.consume(zeros);
    if (zeros == 0) return;
  }
}

bool MemberReader::skip_frame(const Start& start) {
  const bool dictionary = start.kind == StartKind::dictionary && input_.position() == 0;
  if (!input_.skip(start.header_bytes)) return false;
  if (!dictionary) return input_.skip(start.content_bytes);
  if (start.content_bytes > kZstdDictionaryBytesMax) return false;
  std::string content;
  while (content.size() < start.content_bytes) {
    const std::string_view bytes = input_.at_hand().substr(0, start.content_bytes - content.size());
    if (bytes.empty()) return false;
    content.append(bytes);
    input_.consume(bytes.size());
  }
  if (!unpacker_->set_dictionary(content)) return false;
  prologue_bytes_ = input_.position();
  return true;
}

// A truncated member at the end of the file is not searched: what looks like a member inside it may
// well be one, but of a nested file (a page that is itself a .gz is stored as it is).
void MemberReader::leave_broken_member() {
  if (cut_) {
    phase_ = Phase::ended;
    return;
  }
  const std::uint64_t cost = input_.position() - member_begin_ + produced_;
  std::uint64_t from =
      std::max(member_begin_ + 1, input_.position() - std::min(input_.position(), kShortWayBack));
  if (cost <= rescan_bytes_left_) {
    rescan_bytes_left_ -= cost;
    from = member_begin_ + 1;
  }
  input_.back_to(std::min(from, input_.position()));
  phase_ = Phase::search;
}

bool MemberReader::search() {
  const std::string_view magic = unpacker_->magic();
  const std::size_t try_bytes = std::max(unpacker_->bytes_to_first_output(), kTryPackedBytes);
  while (tries_left_ > 0) {
    std::string_view bytes = input_.at_hand(try_bytes);
    const std::size_t found = bytes.find(magic);
    if (found == std::string_view::npos) {
      if (bytes.size() < try_bytes) {
        input_.consume(bytes.size());
        return false;
      }
      input_.consume(bytes.size() - (magic.size() - 1));
      continue;
    }
    input_.consume(found);
    bytes = input_.at_hand(try_bytes);
    if (unpacker_->sane_header(bytes)) {
      if (unpacks(bytes.substr(0, try_bytes))) return true;
      --tries_left_;
    }
    input_.consume(1);
  }
  return false;
}

bool MemberReader::unpacks(std::string_view bytes) {
  std::array<char, kTryUnpackedBytes> out{};
  unpacker_->begin_member();
  const Step step = unpacker_->step(bytes, out);
  if (step.end == StepEnd::damaged) return false;
  const bool header_is_proof = unpacker_->bytes_to_first_output() == 0;
  return header_is_proof || step.produced > 0 || step.end == StepEnd::member_end;
}

Packing packing_of_file(PackedInput& input) {
  std::string_view bytes = input.at_hand(kStartBytes);
  const Packing packing = packing_of(bytes);
  std::uint64_t passed = 0;
  while (true) {
    const Start start = look_at_skippable(bytes);
    if (start.kind != StartKind::skippable) {
      return passed > 0 && packing_of(bytes) == Packing::lz4 ? Packing::lz4 : packing;
    }
    passed += start.header_bytes + start.content_bytes;
    if (passed + kStartBytes > kInputBufferBytes) return packing;
    bytes = input.at_hand(static_cast<std::size_t>(passed) + kStartBytes);
    bytes.remove_prefix(std::min(static_cast<std::size_t>(passed), bytes.size()));
  }
}

}  // namespace facsim
