// SPDX-License-Identifier: Apache-2.0
// Any bytes as the summary.json of an earlier run, whose files are removed before a new run writes.
// The names stay below its folder and equal those that another JSON reader finds, and no other file
// is removed.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "facsim/files/name_text.h"
#include "facsim/files/temp_folder.h"
#include "facsim/result/earlier_result_internal.h"
#include "facsim/result/result_folder.h"
#include "fuzz/support.h"

namespace {

namespace fs = std::filesystem;
using namespace facsim;
using nlohmann::json;

// The beginning that the checked members need, so that inputs need not contain it.
constexpr std::string_view kHead =
    R"({"version":"0.1.0","profile":"balanced","recipe":{"name":"x","id":"0123456789abcdef"},)";
// Files of the folder. A result may name the first ones; the last is outside.
constexpr const char* kFiles[] = {"out/kept.txt", "out/a/b.jsonl", "out/a/c.jsonl", "out/d", "e"};

void put(const fs::path& path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

// Both lists, according to another JSON reader. Returns nothing if that cannot read the text, or if
// a name occurs twice in one object, because its choice between them is unknown.
std::optional<std::vector<std::string>> names_in(std::string_view text) {
  std::vector<std::set<std::string>> open;
  bool is_twice = false;
  const auto see = [&](int, json::parse_event_t event, const json& parsed) {
    if (event == json::parse_event_t::object_start) open.emplace_back();
    if (event == json::parse_event_t::object_end) open.pop_back();
    if (event == json::parse_event_t::key) is_twice |= !open.back().insert(parsed).second;
    return true;
  };
  const json summary = json::parse(text, see, false);
  if (summary.is_discarded() || is_twice) return std::nullopt;
  std::vector<std::string> names;
  try {
    const json& run = summary.at("run");
    for (const char* list : {"outputs", "linked"}) {
      if (!run.contains(list)) continue;
      for (const json& entry : run.at(list)) {
        names.push_back(
            name_of_text((entry.is_object() ? entry.at("name") : entry).get<std::string>()));
      }
    }
  } catch (const json::exception&) {
    return std::nullopt;
  }
  return names;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const TempFolder temp(fs::temp_directory_path().string());
  const fs::path top = temp.path();
  const std::string folder = (top / "out").string();
  for (const char* file : kFiles) put(top / file, "x");
  std::string text(text_of(data, size));
  if (!text.starts_with('{')) text = std::string(kHead) + text;
  put(top / "out/summary.json", text);
  const MemoryBound bound((std::size_t{16} << 20) + 256 * size);
  const EarlierResult earlier = read_earlier_result(folder);
  require(earlier.warning.empty() || earlier.outputs.empty());
  for (const std::string& name : earlier.outputs) {
    require(stays_inside(name));
    const fs::path path = (top / "out" / name).lexically_normal();
    require(path.string().starts_with(folder + "/"));
  }
  const auto truth = names_in(text);
  if (truth && earlier.warning.empty()) require(*truth == earlier.outputs);
  remove_earlier_outputs(folder, earlier.outputs, {"d"});
  for (const char* file : kFiles) {
    const std::string name = fs::path(file).lexically_relative("out").string();
    const bool may_go = std::ranges::find(earlier.outputs, name) != earlier.outputs.end();
    require(fs::exists(top / file) == (name == "d" || !may_go));
  }
  return 0;
}
