// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/fingerprint_file.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"

namespace facsim {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 17;
constexpr std::size_t kDigits = 16;
constexpr std::size_t kValueBytes = sizeof(std::uint64_t);

constexpr std::uint8_t kNoDigit = 255;

constexpr std::array<std::uint8_t, 256> digit_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (std::uint8_t i = 0; i < 10; ++i) values['0' + i] = i;
  for (std::uint8_t i = 0; i < 6; ++i) {
    values['a' + i] = values['A' + i] = static_cast<std::uint8_t>(10 + i);
  }
  return values;
}
constexpr std::array<std::uint8_t, 256> kDigitValues = digit_values();

bool is_blank_byte(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Returns nullopt unless the line begins with 16 digits, followed by a blank or its end.
std::optional<FingerprintRecord> parse_line(std::string_view line) {
  while (!line.empty() && is_blank_byte(line.back())) line.remove_suffix(1);
  if (line.size() < kDigits) return std::nullopt;
  FingerprintRecord record;
  std::uint8_t worst = 0;
  for (std::size_t i = 0; i < kDigits; ++i) {
    const std::uint8_t digit = kDigitValues[static_cast<unsigned char>(line[i])];
    worst = std::max(worst, digit);
    record.fingerprint = record.fingerprint << 4 | (digit & 15U);
  }
  if (worst == kNoDigit) return std::nullopt;
  std::string_view rest = line.substr(kDigits);
  if (!rest.empty() && !is_blank_byte(rest.front())) return std::nullopt;
  while (!rest.empty() && is_blank_byte(rest.front())) rest.remove_prefix(1);
  record.id = rest;
  return record;
}

bool is_empty(std::string_view line) {
  return std::all_of(line.begin(), line.end(), is_blank_byte);
}

void for_each_line(FingerprintBlock& block,
                   const std::function<void(const FingerprintRecord&)>& visit) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  std::string_view rest = block.bytes;
  if (block.first_line == 1 && rest.starts_with(kByteOrderMark)) {
    rest.remove_prefix(kByteOrderMark.size());
  }
  for (std::uint64_t line = block.first_line; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (std::optional<FingerprintRecord> record = parse_line(text)) {
      record->line = line;
      visit(*record);
    } else if (!is_empty(text)) {
      if (block.bad_lines++ == 0) block.first_bad_line = line;
    }
  }
}

}  // namespace

std::optional<FingerprintForm> fingerprint_form_named(std::string_view name) noexcept {
  if (name == "hex") return FingerprintForm::hex;
  if (name == "u64") return FingerprintForm::u64;
  return std::nullopt;
}

std::optional<FingerprintForm> fingerprint_form_of(std::string_view path) noexcept {
  for (const std::string_view packing : {".gz", ".zst", ".lz4", ".xz", ".bz2"}) {
    if (path.ends_with(packing)) path.remove_suffix(packing.size());
  }
  if (path.ends_with(".hex")) return FingerprintForm::hex;
  if (path.ends_with(".u64")) return FingerprintForm::u64;
  return std::nullopt;
}

void for_each_record(FingerprintBlock& block,
                     const std::function<void(const FingerprintRecord&)>& visit) {
  if (block.form == FingerprintForm::hex) return for_each_line(block, visit);
  FingerprintRecord record;
  record.line = block.first_line;
  for (std::size_t at = 0; at + kValueBytes <= block.bytes.size(); at += kValueBytes) {
    std::memcpy(&record.fingerprint, block.bytes.data() + at, kValueBytes);
    visit(record);
    ++record.line;
  }
}

FingerprintFile::FingerprintFile(const std::string& path, FingerprintForm form)
    : path_(path), form_(form), source_(open_bytes(path)) {}

void FingerprintFile::read_more() {
  const std::size_t before = rest_.size();
  rest_.resize(before + kBlockBytes);
  const std::size_t count = source_->read(std::span(rest_).subspan(before));
  rest_.resize(before + count);
  if (count > 0) return;
  ended_ = true;
  if (const std::optional<Damage> damage = source_->damage()) {
    throw Error{ErrorCode::damaged, damage->what,
                path_ + ":" + std::to_string(damage->packed_offset)};
  }
}

bool FingerprintFile::next(FingerprintBlock& block) {
  const auto whole_bytes = [this] {
    if (form_ == FingerprintForm::u64) return rest_.size() / kValueBytes * kValueBytes;
    if (ended_) return rest_.size();
    const std::size_t end = rest_.rfind('\n');
    return end == std::string::npos ? 0 : end + 1;
  };
  while (!ended_ && (rest_.size() < kBlockBytes || whole_bytes() == 0)) {
    if (form_ == FingerprintForm::hex && rest_.size() > limits::kFingerprintLineBytesMax) {
      throw Error{ErrorCode::damaged,
                  "a line of more than a megabyte; a file of fingerprints has 16 digits a line",
                  path_ + ":" + std::to_string(next_line_)};
    }
    read_more();
  }
  const std::size_t bytes = whole_bytes();
  if (bytes == 0 && !rest_.empty()) {
    throw Error{ErrorCode::damaged,
                "ends within a value; a column of fingerprints has 8 bytes a value", path_};
  }
  block.form = form_;
  block.bytes.assign(rest_, 0, bytes);
  block.first_line = next_line_;
  block.bad_lines = block.first_bad_line = 0;
  rest_.erase(0, bytes);
  next_line_ +=
      form_ == FingerprintForm::u64
          ? bytes / kValueBytes
          : static_cast<std::uint64_t>(std::count(block.bytes.begin(), block.bytes.end(), '\n'));
  return bytes > 0;
}

}  // namespace facsim
