// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/read_run.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/files/json_scan.h"
#include "facsim/files/name_text.h"
#include "facsim/report/json_text_internal.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

constexpr std::size_t kReadBytes = std::size_t{256} << 10;
// Labels and paths have at most 8 KiB, partly in escapes of six bytes.
constexpr std::size_t kRowBytesMax = std::size_t{1} << 20;
constexpr std::uint64_t kUnitsMost = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kDistanceMost = 128;  // bits of the longest fingerprint
constexpr std::uint64_t kCountMost = ~std::uint64_t{0};
constexpr std::size_t kSummaryBytesMax = std::size_t{256} << 20;

std::string whole_file(const std::string& path) {
  const auto source = open_own_bytes(path);
  std::string bytes;
  for (std::size_t got = 1; got > 0 && bytes.size() <= kSummaryBytesMax;) {
    const std::size_t filled = bytes.size();
    bytes.resize(filled + kReadBytes);
    got = source->read(std::span(bytes).subspan(filled));
    bytes.resize(filled + got);
  }
  if (bytes.size() > kSummaryBytesMax) {
    throw Error(ErrorCode::damaged, "is larger than 256 MiB, which no summary is", path);
  }
  return bytes;
}

// Skips the linked pages of a folder: there may be millions, and they are not needed here.
bool is_wanted(int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
  return !(depth == 2 && event == nlohmann::json::parse_event_t::key && parsed == "linked");
}

[[noreturn]] void throw_strange(const std::string& path) {
  throw Error(ErrorCode::damaged,
              "is not as this version of facsim writes it; run '" + Named::dedup + "' again", path);
}

// Reads numbers of a summary. The library would convert any number to an integer, however large or
// negative.
class Numbers {
 public:
  Numbers(const nlohmann::json& members, const std::string& path)
      : members_(members), path_(path) {}

  [[nodiscard]] std::uint64_t whole(const char* name, std::uint64_t most) const {
    const nlohmann::json& value = members_.at(name);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) throw_strange(path_);
    return value.get<std::uint64_t>();
  }
  [[nodiscard]] double threshold(const char* name) const {
    const nlohmann::json& value = members_.at(name);
    if (!value.is_number() || !(value.get<double>() >= 0)) throw_strange(path_);
    return value.get<double>();
  }

 private:
  const nlohmann::json& members_;
  const std::string& path_;
};

RunFacts facts_of(const nlohmann::json& summary, const std::string& path) {
  const nlohmann::json& options = summary.at("options");
  const nlohmann::json& recipe = summary.at("recipe");
  const Numbers numbers(options, path);
  RunFacts facts;
  facts.mode = summary.at("mode");
  facts.profile = summary.at("profile");
  facts.recipe_name = recipe.at("name");
  facts.recipe_id = recipe.at("id");
  facts.recipe_toml = recipe.at("toml");
  facts.units_min = static_cast<std::uint32_t>(numbers.whole("min_units", kUnitsMost));
  const bool has_distance = !options.at("max_distance").is_null();
  facts.max_distance =
      has_distance ? static_cast<int>(numbers.whole("max_distance", kDistanceMost)) : -1;
  facts.min_resemblance = numbers.threshold("min_resemblance");
  const bool has_agreement = !options.at("min_agreement").is_null();
  facts.min_agreement = has_agreement ? numbers.threshold("min_agreement") : 0;
  facts.min_containment = numbers.threshold("min_containment");
  facts.min_containment_to_remove = numbers.threshold("min_containment_to_remove");
  facts.names = options.at("names");
  facts.text_field = options.at("text_field");
  facts.html_field = options.at("html_field");
  facts.id_field = options.at("id_field");
  facts.url_field = options.at("url_field");
  facts.status_field = options.value("status_field", "");
  facts.judged_statuses = options.value("status", "");
  facts.page_bytes_max = numbers.whole("page_max", kCountMost);
  facts.follow = options.value("follow", false);
  for (const nlohmann::json& input : summary.at("run").at("inputs")) {
    facts.inputs.push_back(name_of_text(input.get<std::string>()));
  }
  const nlohmann::json& against = summary.at("against");
  if (!against.is_null()) facts.against = name_of_text(against.at("index").get<std::string>());
  const Numbers counts(summary, path);
  facts.records_read = counts.whole("records_read", kCountMost);
  facts.pages_read = counts.whole("pages_read", kCountMost);
  facts.bytes_read = counts.whole("bytes_read", kCountMost);
  const nlohmann::json& matches = summary.at("matches");
  if (!matches.is_null()) {
    const Numbers listed(matches, path);
    facts.listed = ListedCounts{.pairs = listed.whole("pairs", kCountMost),
                                .pages_cut = listed.whole("pages_cut", kCountMost),
                                .floor = listed.threshold("floor")};
  }
  return facts;
}

std::optional<std::string> string_at(std::string_view line, std::size_t at, std::size_t end) {
  if (end < at + 2 || line[at] != '"' || line[end - 1] != '"') return std::nullopt;
  return json_string(line.substr(at + 1, end - at - 2));
}

std::optional<std::uint64_t> number_at(std::string_view line, std::size_t at, std::size_t end) {
  std::uint64_t value = 0;
  const auto [rest, error] = std::from_chars(line.data() + at, line.data() + end, value);
  if (error != std::errc() || rest != line.data() + end) return std::nullopt;
  return value;
}

// Reads members of one row by name.
class RowMembers {
 public:
  explicit RowMembers(std::string_view line) : line_(line), pieces_(line, 0) {
    is_object_ = !line.empty() && line.front() == '{';
  }

  bool next() { return is_object_ && pieces_.next(piece_); }

  // Reads the current member if it has this name.
  template <class Value>
  void take(std::string_view name, Value& into) {
    if (piece_.name != name) return;
    const std::span before = std::span(names_).first(names_count_);
    const bool is_first = std::ranges::find(before, name) == before.end();
    if (!is_first || !read(into)) is_sound_ = false;
    if (is_first) names_[names_count_++] = name;
    ++taken_;
  }

  // True if all of `count` members were present, none twice, and the object is complete and alone
  // in the line.
  [[nodiscard]] bool are_sound(int count) const {
    return is_sound_ && taken_ == count && pieces_.whole() &&
           skip_json_space(line_, pieces_.end()) == line_.size();
  }

 private:
  // Reads a string; null leaves it unchanged.
  bool read(std::string& into) const {
    auto text = string_at(line_, piece_.value, piece_.end);
    if (!text) return value() == "null";
    into = std::move(*text);
    return true;
  }
  bool read(std::uint64_t& into) const {
    const auto number = number_at(line_, piece_.value, piece_.end);
    if (number) into = *number;
    return number.has_value();
  }
  bool read(bool& into) const {
    into = value() == "true";
    return into || value() == "false";
  }
  [[nodiscard]] std::string_view value() const {
    return line_.substr(piece_.value, piece_.end - piece_.value);
  }

  std::string_view line_;
  JsonPieces pieces_;
  JsonPiece piece_;
  std::array<std::string_view, 16> names_ = {};  // names taken so far, of the names that a row has
  std::size_t names_count_ = 0;
  bool is_object_ = false;
  bool is_sound_ = true;
  int taken_ = 0;
};

}  // namespace

RunFacts read_run(const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / kSummaryName).string();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    throw Error(ErrorCode::not_found,
                "is no result of '" + Named::dedup + "': there is no summary.json in it", folder);
  }
  const std::string text = whole_file(path);
  try {
    return facts_of(nlohmann::json::parse(text, is_wanted), path);
  } catch (const nlohmann::json::exception&) {
    throw_strange(path);
  }
}

RowReader::RowReader(std::string path) : path_(std::move(path)), source_(open_own_bytes(path_)) {}

bool RowReader::next(std::string_view& line) {
  ++line_number_;
  for (std::size_t looked = at_;;) {
    const std::size_t end = buffer_.find('\n', looked);
    if (end != std::string::npos) {
      line = std::string_view(buffer_).substr(at_, end - at_);
      at_ = end + 1;
      return true;
    }
    if (is_over_) {
      line = std::string_view(buffer_).substr(at_);
      at_ = buffer_.size();
      return !line.empty();
    }
    buffer_.erase(0, at_);
    at_ = 0;
    if (buffer_.size() > kRowBytesMax) throw_damaged();
    looked = buffer_.size();
    buffer_.resize(looked + kReadBytes);
    const std::size_t got = source_->read(std::span(buffer_).subspan(looked));
    buffer_.resize(looked + got);
    is_over_ = got == 0;
  }
}

PairRow RowReader::pair(std::string_view line) const {
  PairRow row;
  RowMembers members(line);
  while (members.next()) {
    members.take("id", row.page.id);
    members.take("url", row.page.url);
    members.take("file", row.page.file);
    members.take("offset", row.page.offset);
    members.take("representative", row.representative.id);
    members.take("representative_url", row.representative.url);
    members.take("representative_file", row.representative.file);
    members.take("representative_offset", row.representative.offset);
    members.take("in_index", row.representative.in_index);
    members.take("kind", row.kind);
    members.take("by", row.by);
  }
  constexpr int kMembers = 11;
  if (!members.are_sound(kMembers)) throw_damaged();
  return row;
}

SkippedRow RowReader::skipped(std::string_view line) const {
  SkippedRow row;
  RowMembers members(line);
  while (members.next()) {
    members.take("file", row.file);
    members.take("offset", row.offset);
    members.take("length", row.bytes);
    members.take("reason", row.reason);
  }
  constexpr int kMembers = 4;
  if (!members.are_sound(kMembers)) throw_damaged();
  return row;
}

void RowReader::throw_damaged() const {
  throw Error(ErrorCode::damaged, "is no row of facsim; run '" + Named::dedup + "' again",
              path_ + ", line " + std::to_string(line_number_));
}

}  // namespace facsim
