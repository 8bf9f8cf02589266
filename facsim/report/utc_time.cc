// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/utc_time.h"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace facsim {
namespace {

using std::chrono::days;
using std::chrono::milliseconds;
using std::chrono::year_month_day;
using Moment = std::chrono::sys_time<milliseconds>;

constexpr Moment kFirst = std::chrono::sys_days(std::chrono::year(0) / 1 / 1);
constexpr Moment kBehind = std::chrono::sys_days(std::chrono::year(10'000) / 1 / 1);

void append(std::string& text, std::int64_t number, std::size_t digits) {
  const std::string plain = std::to_string(number);
  text.append(digits - std::min(digits, plain.size()), '0').append(plain);
}

// Consumes parts from the front of a text.
class Parts {
 public:
  explicit Parts(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
  bool take(char letter) {
    if (!rest_.starts_with(letter)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // A number of exactly `digits` digits, at most `most`.
  [[nodiscard]] std::optional<int> number(std::size_t digits, int most) {
    const std::string_view word = rest_.substr(0, digits);
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool is_good = word.size() == digits && error == std::errc() &&
                         end == word.data() + word.size() && value >= 0 && value <= most;
    if (!is_good) return std::nullopt;
    rest_.remove_prefix(digits);
    return value;
  }
  // The thousandths in the digits after the decimal point.
  [[nodiscard]] int thousandths() {
    int value = 0;
    for (int weight = 100; !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9'; weight /= 10) {
      value += weight * (rest_[0] - '0');
      rest_.remove_prefix(1);
    }
    return value;
  }

 private:
  std::string_view rest_;
};

std::optional<milliseconds> time_of_day(Parts& parts) {
  const auto hour = parts.number(2, 23);
  if (!hour || !parts.take(':')) return std::nullopt;
  const auto minute = parts.number(2, 59);
  if (!minute || !parts.take(':')) return std::nullopt;
  const auto second = parts.number(2, 59);
  if (!second) return std::nullopt;
  const int thousandths = parts.take('.') ? parts.thousandths() : 0;
  if (!parts.take('Z') && !parts.take('z')) return std::nullopt;
  return std::chrono::hours(*hour) + std::chrono::minutes(*minute) + std::chrono::seconds(*second) +
         milliseconds(thousandths);
}

}  // namespace

std::string utc_time_text(std::int64_t moment_ms) {
  const Moment moment =
      std::clamp(Moment(milliseconds(moment_ms)), kFirst, kBehind - milliseconds(1));
  const auto day = std::chrono::floor<days>(moment);
  const year_month_day date(day);
  const std::chrono::hh_mm_ss<milliseconds> time(moment - day);
  std::string text;
  append(text, int(date.year()), 4);
  append(text.append(1, '-'), unsigned(date.month()), 2);
  append(text.append(1, '-'), unsigned(date.day()), 2);
  append(text.append(1, 'T'), time.hours().count(), 2);
  append(text.append(1, ':'), time.minutes().count(), 2);
  append(text.append(1, ':'), time.seconds().count(), 2);
  if (time.subseconds().count() > 0) append(text.append(1, '.'), time.subseconds().count(), 3);
  return text.append(1, 'Z');
}

std::optional<std::int64_t> utc_time_named(std::string_view text) noexcept {
  Parts parts(text);
  const auto year = parts.number(4, 9999);
  if (!year || !parts.take('-')) return std::nullopt;
  const auto month = parts.number(2, 12);
  if (!month || !parts.take('-')) return std::nullopt;
  const auto day = parts.number(2, 31);
  if (!day) return std::nullopt;
  const year_month_day date{std::chrono::year(*year), std::chrono::month(unsigned(*month)),
                            std::chrono::day(unsigned(*day))};
  if (!date.ok()) return std::nullopt;
  milliseconds moment = std::chrono::sys_days(date).time_since_epoch();
  if (!parts.is_at_end()) {
    if (!parts.take('T') && !parts.take('t')) return std::nullopt;
    const auto time = time_of_day(parts);
    if (!time || !parts.is_at_end()) return std::nullopt;
    moment += *time;
  }
  return moment.count();
}

}  // namespace facsim
