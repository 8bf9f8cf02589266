// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/join_input.h"

#include <optional>
#include <span>

#include "facsim/known/index_changes.h"
#include "facsim/known/open_index.h"
#include "facsim/model/label.h"

namespace facsim {
namespace {

constexpr std::size_t kAtOnce = 8192;

}  // namespace

void JoinInput::add(std::uint64_t fingerprint, std::string_view id) {
  ids_.add(id);
  add_fingerprint(fingerprint);
}

void JoinInput::add(std::uint64_t fingerprint, std::uint64_t id) {
  ids_.add(id);
  add_fingerprint(fingerprint);
}

void JoinInput::add_index(const std::string& folder, std::uint64_t memory_bytes, Scratch& scratch,
                          const std::function<void()>& check) {
  for_each_entry(
      folder, memory_bytes, scratch,
      [this](std::uint64_t fingerprint, std::string_view id) {
        const std::optional<std::uint64_t> number = id_as_number(id);
        number ? add(fingerprint, *number) : add(fingerprint, id);
      },
      check);
}

NameTable JoinInput::finish(MemorySections& sections) {
  flush();
  ids_.finish(sections, kIdNames);
  return {sections, kIdNames, join_.size()};
}

void JoinInput::add_fingerprint(std::uint64_t fingerprint) {
  waiting_.push_back(fingerprint);
  if (waiting_.size() == kAtOnce) flush();
}

void JoinInput::flush() {
  join_.add(waiting_);
  waiting_.clear();
}

void NameSpool::add(std::string_view whole) {
  const std::string name = cut_label(whole);
  const auto length = static_cast<std::uint32_t>(name.size());
  bytes_.append(std::as_bytes(std::span(&length, 1)));
  bytes_.append(std::as_bytes(std::span(name)));
}

const std::string& NameSpool::at(std::uint64_t number) {
  for (; next_ <= number; ++next_) {
    std::uint32_t length = 0;
    bytes_.read(at_, std::as_writable_bytes(std::span(&length, 1)));
    at_ += sizeof length;
    if (next_ == number) {
      name_.resize(length);
      bytes_.read(at_, std::as_writable_bytes(std::span(name_)));
    }
    at_ += length;
  }
  return name_;
}

}  // namespace facsim
