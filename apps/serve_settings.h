// SPDX-License-Identifier: Apache-2.0
#pragma once
// The settings of `facsim serve` that it does not share with other commands.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "facsim/model/durability.h"

namespace facsim {

struct ServeSettings {
  std::string listen = "127.0.0.1:7700";
  std::string config;  // a TOML file, or empty
  std::string tokens;  // a file, or empty
  Durability durability = Durability::sync;
  bool keep_history = false;
  std::uint64_t workers = 64;
  std::uint64_t queue_max = 1024;
  std::uint64_t front_pages = 65'536;
  std::uint64_t connections_max = 10'000;
  std::uint64_t head_bytes_max = std::uint64_t{32} << 10;
  std::uint64_t body_bytes_max = std::uint64_t{32} << 20;
  std::uint64_t unpacked_bytes_max = std::uint64_t{64} << 20;
  std::uint64_t free_disk_bytes = 0;
  std::optional<std::chrono::seconds> retain_age = {};
  bool retain_by_last_seen = false;
  std::uint64_t batch_lines_max = 10'000;
  std::chrono::milliseconds head_time{10'000};
  std::chrono::milliseconds body_time{60'000};
  std::chrono::milliseconds idle_time{120'000};
  std::chrono::milliseconds write_time{60'000};
  std::chrono::milliseconds drain_time{30'000};
  bool log_requests = false;
  bool check_config = false;
  bool demo = false;
};

}  // namespace facsim
