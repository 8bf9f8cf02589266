// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/row_writer.h"

#include <utility>

namespace facsim {
namespace {

constexpr std::size_t kChangeBytes = std::size_t{1} << 20;
constexpr std::size_t kChangeParts = 4096;
constexpr std::uint64_t kChangesOnTheWay = 16;

}  // namespace

void RowWriter::add_row(std::uint64_t number, std::string_view bytes) {
  change_.rows.push_back({number, std::string(bytes)});
  ++rows_added_;
  count(bytes.size());
}

void RowWriter::add_key(std::string_view key, std::string_view value) {
  change_.keys.push_back({std::string(key), std::string(value)});
  count(key.size() + value.size());
}

void RowWriter::finish() {
  submit();
  if (rows_.submitted() > 0) rows_.wait(rows_.submitted());
}

void RowWriter::count(std::size_t bytes) {
  bytes_ += bytes;
  if (bytes_ >= kChangeBytes || change_.rows.size() + change_.keys.size() >= kChangeParts) submit();
}

void RowWriter::submit() {
  if (check_) check_(rows_added_);
  if (change_.rows.empty() && change_.keys.empty()) return;
  const std::uint64_t ticket = rows_.submit(std::exchange(change_, {}));
  bytes_ = 0;
  if (ticket > kChangesOnTheWay) rows_.wait(ticket - kChangesOnTheWay);
}

}  // namespace facsim
