// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of fingerprints, lines or a column; the first byte chooses. The result equals
// that of a plain reader of lines, and each line is counted once.

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "facsim/input/fingerprint_file.h"
#include "fuzz/support.h"

namespace {

using namespace facsim;

struct Found {
  std::uint64_t fingerprint = 0;
  std::string id;
  std::uint64_t line = 0;
  friend bool operator==(const Found&, const Found&) = default;
};

struct Content {
  std::vector<Found> records;
  std::uint64_t bad_lines = 0;
  std::uint64_t first_bad_line = 0;
  friend bool operator==(const Content&, const Content&) = default;
};

std::string without_blanks_behind(std::string text) {
  while (!text.empty() && std::string_view(" \t\r").find(text.back()) != std::string::npos) {
    text.pop_back();
  }
  return text;
}

Content plain_lines(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  Content content;
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line = without_blanks_behind(std::string(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    const std::string digits = line.substr(0, 16);
    const bool is_record =
        digits.size() == 16 &&
        digits.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos &&
        (line.size() == 16 || std::string_view(" \t\r").find(line[16]) != std::string::npos);
    if (is_record) {
      const std::size_t id = std::min(line.find_first_not_of(" \t\r", 16), line.size());
      content.records.push_back({std::stoull(digits, nullptr, 16), line.substr(id), number});
    } else if (content.bad_lines++ == 0) {
      content.first_bad_line = number;
    }
  }
  return content;
}

Content plain_column(std::string_view bytes) {
  Content content;
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    content.records.push_back({value, "", at / 8 + 1});
  }
  return content;
}

Content content_of(const std::string& path, FingerprintForm form) {
  FingerprintFile file(path, form);
  Content content;
  for (FingerprintBlock block; file.next(block);) {
    block.bad_lines = block.first_bad_line = 0;
    for_each_record(block, [&](const FingerprintRecord& record) {
      content.records.push_back({record.fingerprint, std::string(record.id), record.line});
    });
    if (content.bad_lines == 0) content.first_bad_line = block.first_bad_line;
    content.bad_lines += block.bad_lines;
  }
  return content;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto form = data[0] % 2 == 0 ? FingerprintForm::hex : FingerprintForm::u64;
  // Long files have blocks; repeat the second half to get one.
  std::string bytes(text_of(data + 1, size - 1));
  if (data[0] / 2 % 8 == 7 && size > 200) {
    const std::string half = bytes.substr(bytes.size() / 2);
    while (bytes.size() < 400'000) bytes += half;
  }
  if (packing_of(bytes) != Packing::none) return 0;  // the target byte_source has these
  const MemoryFile file(bytes);
  const MemoryBound bound((std::size_t{32} << 20) + 256 * bytes.size());
  const bool is_whole = is_taken({ErrorCode::damaged}, [&] {
    const Content truth = form == FingerprintForm::hex ? plain_lines(bytes) : plain_column(bytes);
    require(content_of(file.path(), form) == truth);
  });
  require(is_whole || (form == FingerprintForm::u64 && bytes.size() % 8 != 0));
  return 0;
}
