// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/payloads.h"

#include <cstddef>
#include <span>
#include <string>

namespace facsim {

Payloads::Payloads(Scratch& scratch, std::uint64_t memory_bytes)
    : rows_(scratch, memory_bytes / 2), names_(scratch, memory_bytes / 2) {}

void Payloads::add(const std::optional<Payload>& payload) {
  PayloadRow row;
  if (payload) {
    const CaptureName& name = payload->name;
    const std::string words = name.id + name.url + name.date + name.digest;
    row.digest = payload->digest;
    row.encoding = payload->encoding;
    row.unix_time = payload->unix_time;
    row.nanoseconds = payload->nanoseconds;
    row.body_bytes = payload->body_bytes;
    row.name_offset = names_.append(std::as_bytes(std::span(words)));
    row.id_bytes = static_cast<std::uint32_t>(name.id.size());
    row.url_bytes = static_cast<std::uint32_t>(name.url.size());
    row.date_bytes = static_cast<std::uint32_t>(name.date.size());
    row.digest_bytes = static_cast<std::uint32_t>(name.digest.size());
    row.is_known = true;
    row.is_error = payload->is_error;
    row.is_nameable = payload->is_nameable;
    row.is_chunked = payload->is_chunked;
  }
  rows_.push_back(row);
}

PayloadRow Payloads::at(std::uint32_t page) const {
  return page < rows_.size() ? rows_.at(page) : PayloadRow{};
}

CaptureName Payloads::name_of(const PayloadRow& row) const {
  std::string words(std::size_t{row.id_bytes} + row.url_bytes + row.date_bytes + row.digest_bytes,
                    '\0');
  names_.read(row.name_offset, std::as_writable_bytes(std::span(words)));
  std::size_t at = 0;
  const auto take = [&](std::uint32_t bytes) {
    at += bytes;
    return words.substr(at - bytes, bytes);
  };
  CaptureName name;
  name.id = take(row.id_bytes);
  name.url = take(row.url_bytes);
  name.date = take(row.date_bytes);
  name.digest = take(row.digest_bytes);
  return name;
}

std::optional<bool> Payloads::are_same(std::uint32_t page, std::uint32_t other) const {
  const PayloadRow row = at(page);
  if (!row.is_known) return std::nullopt;
  const PayloadRow other_row = at(other);
  if (!other_row.is_known) return std::nullopt;
  return row.is_same(other_row);
}

}  // namespace facsim
