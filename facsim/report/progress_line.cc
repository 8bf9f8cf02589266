// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/progress_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "facsim/base/human_text.h"
#include "facsim/report/json_text_internal.h"

namespace facsim {
namespace {

using std::chrono::milliseconds;

// A run shorter than this needs no progress; a person would only see a flicker.
constexpr milliseconds kQuietStart{2000};
constexpr milliseconds kInterval{200};
constexpr std::size_t kWidthDefault = 80;
// Erases from the cursor to the end of the line (ECMA-48, EL).
constexpr const char* kWipe = "\r\x1b[K";

std::size_t width_of(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kWidthDefault;
  return size.ws_col;
}

// Returns the share that is done, by bytes if they are known, otherwise by pages.
std::optional<double> share_done(const ProgressState& state) {
  double done = 0;
  double total = 0;
  if (state.bytes_total > 0) {
    done = static_cast<double>(state.bytes);
    total = static_cast<double>(state.bytes_total);
  } else if (state.pages_total > 0) {
    done = static_cast<double>(state.pages);
    total = static_cast<double>(state.pages_total);
  } else {
    return std::nullopt;
  }
  return std::clamp(done / total, 0.0, 1.0);
}

std::optional<double> seconds_left(const ProgressState& state, double seconds) {
  const std::optional<double> share = share_done(state);
  if (!share || *share <= 0 || seconds <= 0) return std::nullopt;
  return seconds * (1 - *share) / *share;
}

// 3725 -> "1:02:05", 65 -> "1:05"
std::string clock_text(double seconds) {
  // Beyond a hundred years the estimate is meaningless; the limit only keeps the cast defined.
  const auto whole = static_cast<long long>(std::min(std::ceil(seconds), 3.2e9));
  std::array<char, 48> buffer{};
  if (whole >= 3600) {
    std::snprintf(buffer.data(), buffer.size(), "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                  whole % 60);
  } else {
    std::snprintf(buffer.data(), buffer.size(), "%lld:%02lld", whole / 60, whole % 60);
  }
  return buffer.data();
}

std::string of_total(std::string done, std::string total) {
  return std::move(done) + " of " + std::move(total);
}

}  // namespace

Progress::Progress(ProgressStyle style, std::FILE* stream, Clock now)
    : style_(style),
      stream_(stream),
      now_(std::move(now)),
      started_(now_()),
      stage_started_(started_),
      updated_(started_),
      printed_(started_ - kInterval) {}

Progress::~Progress() {
  if (!shown_) return;
  std::fputs(kWipe, stream_);
  std::fflush(stream_);
}

void Progress::update(const ProgressState& state) {
  if (style_ == ProgressStyle::none) return;
  const auto now = now_();
  if (state.stage != state_.stage) {
    if (style_ == ProgressStyle::json && pending_) show_json();
    stage_started_ = now;
  }
  state_ = state;
  updated_ = now;
  pending_ = true;
  if (now - printed_ < kInterval) return;
  if (style_ == ProgressStyle::json) {
    show_json();
  } else if (now - started_ >= kQuietStart) {
    show_line();
  }
}

void Progress::finish() {
  if (style_ == ProgressStyle::json && pending_) show_json();
  if (shown_) {
    std::fputs(kWipe, stream_);
    std::fflush(stream_);
    shown_ = false;
  }
}

double Progress::stage_seconds() const {
  return std::chrono::duration<double>(updated_ - stage_started_).count();
}

void Progress::show_line() {
  std::string text = line(state_, stage_seconds());
  // One column stays free: some terminals wrap when the last one is written.
  const std::size_t width = width_of(stream_);
  if (text.size() >= width) text.resize(width - 1);
  std::fprintf(stream_, "%s%s", kWipe, text.c_str());
  std::fflush(stream_);
  printed_ = updated_;
  pending_ = false;
  shown_ = true;
}

void Progress::show_json() {
  std::fprintf(stream_, "%s\n", json(state_, stage_seconds()).c_str());
  std::fflush(stream_);
  printed_ = updated_;
  pending_ = false;
}

std::string Progress::line(const ProgressState& state, double seconds) {
  std::string text = state.stage;
  text += "  ";
  text += state.pages_total > 0 ? of_total(human_count(state.pages), human_count(state.pages_total))
                                : human_count(state.pages);
  text += " pages";
  if (state.bytes > 0 || state.bytes_total > 0) {
    text += "  ";
    text += state.bytes_total > 0
                ? of_total(human_bytes(state.bytes), human_bytes(state.bytes_total))
                : human_bytes(state.bytes);
  }
  if (const auto share = share_done(state)) {
    text += " (" + std::to_string(static_cast<int>(*share * 100)) + " %)";
  }
  if (seconds > 0) {
    const double pages = static_cast<double>(state.pages) / seconds;
    text += "  " + human_count(static_cast<std::uint64_t>(std::llround(pages))) + " pages/s";
    if (state.bytes > 0) {
      std::array<char, 64> buffer{};
      std::snprintf(buffer.data(), buffer.size(), "  %.1f MB/s",
                    static_cast<double>(state.bytes) / 1e6 / seconds);
      text += buffer.data();
    }
  }
  if (const auto left = seconds_left(state, seconds)) text += "  " + clock_text(*left) + " left";
  return text;
}

std::string Progress::json(const ProgressState& state, double seconds) {
  const auto rounded = [](double value) { return std::round(value * 10) / 10; };
  const auto count_or_null = [](std::uint64_t count) {
    return count == 0 ? OrderedJson(nullptr) : OrderedJson(count);
  };
  const std::optional<double> left = seconds_left(state, seconds);
  const OrderedJson object = {
      {"stage", state.stage},
      {"pages", state.pages},
      {"bytes", state.bytes},
      {"bytes_total", count_or_null(state.bytes_total)},
      {"pages_total", count_or_null(state.pages_total)},
      {"seconds", rounded(seconds)},
      {"seconds_left", left ? OrderedJson(rounded(*left)) : OrderedJson(nullptr)}};
  return dump_json(object);
}

}  // namespace facsim
