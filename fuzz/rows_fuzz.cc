// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of a result that is read again: rows of duplicates.jsonl, rows of
// skipped.jsonl, or summary.json; the first byte chooses. Accepted JSON has the same contents for
// another JSON reader, and survives a round trip through facsim's own writer.

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "facsim/files/json_scan.h"
#include "facsim/files/name_text.h"
#include "facsim/files/temp_folder.h"
#include "facsim/report/read_run.h"
#include "facsim/report/summary_text.h"
#include "fuzz/support.h"

namespace {

using namespace facsim;
using nlohmann::json;

// The row according to another JSON reader. Returns nothing if it is not JSON, or contains what our
// reader and the other one treat differently: a repeated name, an escaped name, or a zero byte,
// which ends the text for the other reader.
json plain_object(std::string_view line) {
  if (line.find('\0') != std::string_view::npos) return {};
  json row = json::parse(line, nullptr, false);
  if (!row.is_object()) return {};
  std::set<std::string_view> names;
  JsonPieces pieces(line, line.find('{'));
  for (JsonPiece piece; pieces.next(piece);) {
    if (piece.name.find('\\') != std::string_view::npos || !names.insert(piece.name).second)
      return {};
  }
  require(pieces.whole() && names.size() == row.size());
  return row;
}

bool is_text(const json& row, const char* name) {
  return row.contains(name) && (row[name].is_string() || row[name].is_null());
}

bool is_number(const json& row, const char* name) {
  return row.contains(name) && row[name].is_number_unsigned();
}

std::string text_in(const json& row, const char* name) {
  require(is_text(row, name));
  return row[name].is_null() ? std::string() : row[name].get<std::string>();
}

std::uint64_t number_in(const json& row, const char* name) {
  require(is_number(row, name));
  return row[name].get<std::uint64_t>();
}

bool is_pair(const json& row) {
  for (const char* name : {"id", "url", "file", "representative", "representative_url",
                           "representative_file", "kind", "by"}) {
    if (!is_text(row, name)) return false;
  }
  return is_number(row, "offset") && is_number(row, "representative_offset") &&
         row.contains("in_index") && row["in_index"].is_boolean();
}

bool is_skipped(const json& row) {
  return is_text(row, "file") && is_number(row, "offset") && is_number(row, "length") &&
         is_text(row, "reason");
}

void check_pair(const RowReader& reader, const PairRow& row, const json& said) {
  if (!said.is_null()) {
    require(row.page.id == text_in(said, "id") && row.page.url == text_in(said, "url"));
    require(row.page.file == text_in(said, "file") && row.page.offset == number_in(said, "offset"));
    require(row.representative.id == text_in(said, "representative"));
    require(row.representative.url == text_in(said, "representative_url"));
    require(row.representative.file == text_in(said, "representative_file"));
    require(row.representative.offset == number_in(said, "representative_offset"));
    require(row.representative.in_index == said["in_index"].get<bool>());
    require(row.kind == text_in(said, "kind") && row.by == text_in(said, "by"));
  }
  const PairRow again = reader.pair(duplicate_row(row.page, row.representative, Match{}));
  require(again.page.id == text_of_name(label_of(row.page)));
  require(name_of_text(again.page.url) == row.page.url);
  require(name_of_text(again.page.file) == row.page.file);
  require(again.page.offset == row.page.offset);
  require(name_of_text(again.representative.file) == row.representative.file);
  require(again.representative.in_index == row.representative.in_index);
}

void check_skipped(const RowReader& reader, const SkippedRow& row, const json& said) {
  if (!said.is_null()) {
    require(row.file == text_in(said, "file") && row.offset == number_in(said, "offset"));
    require(row.reason == text_in(said, "reason"));
    require(row.bytes == number_in(said, "length"));
  }
  const SkippedRow again =
      reader.skipped(skipped_row(row.file, row.offset, row.bytes, Skip::bad_json));
  require(name_of_text(again.file) == row.file && again.offset == row.offset);
  require(again.bytes == row.bytes);
}

// Cuts lines independently of the reader under test.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

void read_rows(std::string_view bytes, bool are_pairs) {
  if (packing_of(bytes) != Packing::none) return;  // packed rows are not tested here
  const MemoryFile file(bytes);
  RowReader reader(file.path());
  std::string_view rest = bytes;
  for (std::string_view line; reader.next(line);) {
    require(line == take_line(rest));
    const json said = plain_object(line);
    const bool is_taken_row = is_taken({ErrorCode::damaged}, [&] {
      if (are_pairs) {
        check_pair(reader, reader.pair(line), said);
      } else {
        check_skipped(reader, reader.skipped(line), said);
      }
    });
    const bool is_row = are_pairs ? is_pair(said) : is_skipped(said);
    if (line.starts_with('{') && is_row) require(is_taken_row);
  }
  require(rest.empty());
}

// Compares the members that both forms have.
void require_equal(const RunFacts& a, const RunFacts& b) {
  require(a.mode == b.mode && a.profile == b.profile && a.recipe_name == b.recipe_name);
  require(a.recipe_id == b.recipe_id && a.recipe_toml == b.recipe_toml);
  require(a.units_min == b.units_min && a.max_distance == b.max_distance);
  require(a.min_resemblance == b.min_resemblance && a.min_agreement == b.min_agreement);
  require(a.min_containment == b.min_containment);
  require(a.text_field == b.text_field && a.html_field == b.html_field);
  require(a.id_field == b.id_field && a.url_field == b.url_field);
  require(a.page_bytes_max == b.page_bytes_max && a.inputs == b.inputs);
  require(a.against == b.against && a.follow == b.follow);
}

Summary summary_of(const RunFacts& facts) {
  Summary summary;
  summary.mode = facts.mode;
  summary.profile = facts.profile;
  summary.recipe = facts.recipe_name;
  summary.recipe_id = facts.recipe_id;
  summary.recipe_toml = facts.recipe_toml;
  summary.units_min = facts.units_min;
  summary.max_distance = facts.max_distance;
  summary.min_resemblance = facts.min_resemblance;
  summary.min_agreement = facts.min_agreement;
  summary.min_containment = facts.min_containment;
  summary.text_field = facts.text_field;
  summary.html_field = facts.html_field;
  summary.id_field = facts.id_field;
  summary.url_field = facts.url_field;
  summary.page_bytes_max = facts.page_bytes_max;
  summary.inputs = facts.inputs;
  summary.follow = facts.follow;
  if (!facts.against.empty()) summary.against = AgainstCounts{.index = facts.against};
  return summary;
}

RunFacts facts_in(std::string_view bytes) {
  static const TempFolder folder(std::filesystem::temp_directory_path().string());
  std::ofstream(folder.path() + "/summary.json", std::ios::binary) << bytes;
  return read_run(folder.path());
}

void read_summary(std::string_view bytes) {
  is_taken({ErrorCode::damaged}, [&] {
    const RunFacts facts = facts_in(bytes);
    require(facts.min_resemblance >= 0 && facts.min_containment >= 0);
    require(facts.min_agreement >= 0 && facts.max_distance >= -1);
    require_equal(facts, facts_in(to_json(summary_of(facts))));
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes = text_of(data + 1, size - 1);
  const MemoryBound bound((std::size_t{32} << 20) + 256 * size);
  if (data[0] % 4 < 2) {
    read_rows(bytes, data[0] % 2 == 0);
  } else {
    read_summary(bytes);
  }
  return 0;
}
