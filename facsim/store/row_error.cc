// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <string_view>

#include "facsim/store/row_error_internal.h"

namespace facsim {
namespace {

// The first word of the message that looks like a database file: 000012.sst, MANIFEST-000004.
std::string file_in(const std::string& message, const std::string& folder) {
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
  };
  for (std::size_t at = 0; at < message.size();) {
    std::size_t end = at;
    while (end < message.size() && is_of_name(message[end])) ++end;
    std::string word = message.substr(at, end - at);
    while (word.ends_with('.')) word.pop_back();
    // For a missing table, RocksDB names the older file type that it tried last.
    if (word.ends_with(".ldb")) word.replace(word.size() - 3, 3, "sst");
    const bool is_table = word.ends_with(".sst") || word.ends_with(".log");
    if (is_table || word.starts_with("MANIFEST-") || word == "CURRENT" || word == "IDENTITY") {
      return folder + "/" + word;
    }
    at = std::max(end, at + 1);
  }
  return folder;
}

bool has(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}

// RocksDB ends some of its texts with a line break, but our messages continue after them.
std::string in_one_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) {
    text.replace(at, 1, "; ");
  }
  return text;
}

}  // namespace

Error rocks_error(const rocksdb::Status& status, const std::string& folder) {
  const std::string text = in_one_line(status.ToString());
  const std::string where = file_in(text, folder);
  if (status.IsNoSpace() || has(text, "No space left") || has(text, "quota exceeded")) {
    return {ErrorCode::no_space, "the disk is full (" + text + ")", where,
            "make room on it and open the store again"};
  }
  // RocksDB's own report of an open database: by a program that does not use our lock.
  if (status.IsBusy() || has(text, "lock hold by current process") || has(text, "lock file:")) {
    return {ErrorCode::busy, "another program has it open (" + text + ")", where,
            "stop that program"};
  }
  const bool lacks_file = has(text, "No such file") && where != folder;
  if (status.IsCorruption() || lacks_file) {
    return {ErrorCode::damaged, text, where, backup_remedy()};
  }
  if (status.IsNotSupported())
    return {ErrorCode::unsupported, text, where, "use the facsim that wrote it"};
  if (status.IsInvalidArgument()) return {ErrorCode::invalid_argument, text, where};
  return {ErrorCode::io, text, where, "check the disk and the rights of the file"};
}

void throw_unless_ok(const rocksdb::Status& status, const std::string& folder) {
  if (!status.ok()) throw rocks_error(status, folder);
}

}  // namespace facsim
