// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/large_record.h"

#include <algorithm>
#include <utility>

#include "facsim/base/limits.h"

namespace facsim {
namespace {

constexpr std::size_t kLeftBytesMax = std::size_t{256} << 10;
constexpr std::size_t kLongTextsMax = 16;
constexpr std::size_t kTailBytes = 8;

}  // namespace

const LargeBytes* stands_for(std::string_view text, std::span<const LargeBytes> large) noexcept {
  if (!is_stand_in(text)) return nullptr;
  const std::size_t number = text.size() - kStandInBytes;
  return number < large.size() ? &large[number] : nullptr;
}

std::uint64_t original_place(std::uint64_t at, std::span<const LargeBytes> large) noexcept {
  std::uint64_t original = at;
  for (const LargeBytes& each : large) {
    if (each.stand_in_bytes > 0 && each.at < at) original += each.bytes - each.stand_in_bytes;
  }
  return original;
}

std::uint64_t large_bytes_max_of(const ReadOptions& options) noexcept {
  const std::uint64_t page_bytes_max = std::min(options.page_bytes_max, std::size_t{1} << 40);
  return options.digests_large ? limits::kLargePageFactor * page_bytes_max : 0;
}

void LargeDigest::add(std::string_view bytes) {
  if (bytes_max_ == 0) return;
  const auto passed = static_cast<std::size_t>(std::min<std::uint64_t>(passed_, bytes.size()));
  bytes.remove_prefix(passed);
  passed_ -= passed;
  if (bytes.empty()) return;
  bytes_ += bytes.size();
  if (bytes_ > bytes_max_) return stream_.reset();
  if (!stream_) stream_.emplace();
  stream_->add(bytes);
  tail_.append(bytes.substr(bytes.size() - std::min(bytes.size(), kTailBytes)));
  tail_.erase(0, tail_.size() - std::min(tail_.size(), kTailBytes));
}

std::optional<LargeBytes> LargeDigest::finish() {
  if (!stream_) return std::nullopt;
  LargeBytes made;
  made.digest = stream_->finish();
  made.bytes = bytes_;
  return made;
}

bool LargeRecord::takes(std::string_view piece) noexcept {
  seen_ += piece.size();
  if (seen_ > bytes_max_) has_failed_ = true;
  return !has_failed_;
}

void LargeRecord::keep(std::string_view bytes) {
  kept_ += bytes.size();
  if (kept_ > kLeftBytesMax) has_failed_ = true;
  if (!has_failed_) left_.append(bytes);
}

void LargeRecord::add_text(std::string_view bytes) {
  if (!digest_ && text_.size() + bytes.size() <= kHeldTextBytes) {
    text_.append(bytes);
    return;
  }
  if (!digest_) {
    digest_.emplace(bytes_max_);
    digest_->add(text_);
    text_.clear();
  }
  digest_->add(bytes);
}

void LargeRecord::end_text() {
  if (!digest_) {
    keep(text_);
    return text_.clear();
  }
  std::optional<LargeBytes> large = digest_->finish();
  digest_.reset();
  if (!large || large_.size() == kLongTextsMax) has_failed_ = true;
  if (has_failed_) return;
  large->at = left_.size();
  large->stand_in_bytes = kStandInBytes + large_.size();
  left_.append(large->stand_in_bytes, 'x');
  large_.push_back(*large);
}

void LargeRecord::move_into(std::string& bytes, std::vector<LargeBytes>& large) {
  if (has_failed_ || large_.empty()) return;
  bytes = std::move(left_);
  large = std::move(large_);
}

void LargeLine::add(std::string_view piece) {
  if (!left_.takes(piece)) return;
  while (!piece.empty()) {
    if (in_string_) {
      piece = take_string(piece);
      continue;
    }
    const std::size_t quote = piece.find('"');
    in_string_ = quote != std::string_view::npos;
    const std::size_t bytes = in_string_ ? quote + 1 : piece.size();
    left_.keep(piece.substr(0, bytes));
    piece.remove_prefix(bytes);
  }
}

// Returns the rest of the piece after the string and its closing quote.
std::string_view LargeLine::take_string(std::string_view piece) {
  // Search the quote only once: a search for each backslash would read the piece again and again.
  std::size_t quote = piece.find('"');
  std::size_t at = 0;
  if (std::exchange(is_escaped_, false)) at = 1;
  for (;;) {
    if (quote != std::string_view::npos && quote < at) quote = piece.find('"', at);
    const std::size_t end = std::min(quote, piece.size());
    const std::size_t backslash = piece.substr(0, end).find('\\', std::min(at, end));
    if (backslash == std::string_view::npos) break;
    at = backslash + 2;
    if (at > piece.size()) {
      is_escaped_ = true;
      left_.add_text(piece);
      return {};
    }
  }
  if (quote == std::string_view::npos) {
    left_.add_text(piece);
    return {};
  }
  left_.add_text(piece.substr(0, quote));
  left_.end_text();
  left_.keep("\"");
  in_string_ = false;
  return piece.substr(quote + 1);
}

void LargeRow::add(std::string_view piece) {
  if (!left_.takes(piece)) return;
  while (!piece.empty() && !has_ended_) {
    piece = is_quoted_ ? take_quoted(piece) : take_plain(piece);
  }
}

std::string_view LargeRow::take_quoted(std::string_view piece) {
  const std::size_t quote = piece.find('"');
  const std::size_t bytes = std::min(quote, piece.size() - 1) + 1;
  left_.add_text(piece.substr(0, bytes));
  is_quoted_ = quote == std::string_view::npos;
  may_quote_ = !is_quoted_;
  return piece.substr(bytes);
}

std::string_view LargeRow::take_plain(std::string_view piece) {
  const char first = piece.front();
  if (std::exchange(has_return_, false) && first != '\n') left_.add_text("\r");
  const bool is_quote = first == '"' && std::exchange(may_quote_, false);
  if (is_quote) {
    is_quoted_ = true;
    left_.add_text(piece.substr(0, 1));
    return piece.substr(1);
  }
  if (first == separator_) {
    left_.end_text();
    left_.keep(piece.substr(0, 1));
    may_quote_ = true;
    return piece.substr(1);
  }
  may_quote_ = false;
  has_ended_ = first == '\n';
  has_return_ = first == '\r';
  if (has_ended_ || has_return_) return piece.substr(1);
  std::size_t end = 1;
  while (end < piece.size() && piece[end] != separator_ && piece[end] != '\n' &&
         piece[end] != '\r') {
    ++end;
  }
  left_.add_text(piece.substr(0, end));
  return piece.substr(end);
}

void LargeRow::finish(std::string& bytes, std::vector<LargeBytes>& large) {
  left_.end_text();
  left_.move_into(bytes, large);
}

}  // namespace facsim
