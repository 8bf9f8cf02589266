// SPDX-License-Identifier: Apache-2.0
#include "bench/service/wishes.h"

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "facsim/base/error.h"

namespace facsim::bench {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw Error{ErrorCode::invalid_argument, why}; }

constexpr std::uint64_t kCountMost = 1'000'000'000;
constexpr std::uint64_t kConnectionsMost = 256;
constexpr std::uint64_t kSecondsMost = 3600;

std::uint64_t number_of(std::string_view flag, std::string_view word, std::uint64_t most) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size() || number > most) {
    refuse(std::string(flag) + " is a number up to " + std::to_string(most));
  }
  return number;
}

Mode mode_of(std::string_view word) {
  using Named = std::pair<std::string_view, Mode>;
  constexpr std::array kModes = {Named{"facts", Mode::facts},   Named{"add", Mode::add},
                                 Named{"bodies", Mode::bodies}, Named{"redis", Mode::redis},
                                 Named{"rows", Mode::rows},     Named{"open", Mode::open},
                                 Named{"live", Mode::live},     Named{"library", Mode::library}};
  for (const auto& [name, mode] : kModes) {
    if (name == word) return mode;
  }
  refuse("the first word is facts, add, bodies, redis, rows, open, live or library");
}

}  // namespace

Wishes parse_wishes(std::span<char*> words) {
  if (words.empty()) refuse("says no mode, as facts");
  Wishes wishes;
  wishes.mode = mode_of(words.front());
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view flag = words[i];
    if (flag == "--no-verify") {
      wishes.verify = false;
      continue;
    }
    if (++i == words.size()) refuse(std::string(flag) + " takes a value");
    const std::string_view word = words[i];
    const auto number = [&](std::uint64_t most) { return number_of(flag, word, most); };
    if (flag == "--port") {
      wishes.port = static_cast<std::uint16_t>(number(65535));
    } else if (flag == "--pid") {
      wishes.pid = static_cast<int>(number(1U << 30));
    } else if (flag == "--templates") {
      wishes.templates = word;
    } else if (flag == "--bodies") {
      wishes.bodies = word;
    } else if (flag == "--type") {
      wishes.type = word;
    } else if (flag == "--folder") {
      wishes.folder = word;
    } else if (flag == "--from") {
      wishes.from = number(kCountMost);
    } else if (flag == "--count") {
      wishes.count = number(kCountMost);
    } else if (flag == "--batch") {
      wishes.batch = number(10'000);
    } else if (flag == "--connections") {
      wishes.connections = number(kConnectionsMost);
    } else if (flag == "--seconds-max") {
      wishes.seconds_max = static_cast<double>(number(kSecondsMost));
    } else {
      refuse(std::string(flag) + " is not known");
    }
  }
  if (wishes.batch == 0 || wishes.connections == 0) refuse("--batch and --connections are above 0");
  return wishes;
}

}  // namespace facsim::bench
