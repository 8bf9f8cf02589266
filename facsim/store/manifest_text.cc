// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <type_traits>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/store/disk_internal.h"
#include "facsim/store/manifest.h"

namespace facsim {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "facsim index";
constexpr std::uint64_t kManifestVersion = 1;
constexpr std::string_view kChecksumWord = "checksum ";
constexpr std::size_t kHexDigits = 16;
constexpr int kDepthMax = 8;
constexpr std::uint32_t kMaxDistance = 128;

std::string hex(std::uint64_t value) { return facsim::hex(RecipeId{value}); }

std::string checksum_line(std::string_view text) {
  return std::string(kChecksumWord).append(hex(hash64(text))).append("\n");
}

// The value of a text that is a hexadecimal number and nothing else.
std::optional<std::uint64_t> number_in_hex(std::string_view text) noexcept {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::string> fault_of(const SegmentEntry& entry, std::uint64_t next_segment) {
  const auto number = segment_number(entry.name);
  if (!number || *number >= next_segment) return "no segment can be called " + entry.name;
  if (!entry.tombstones) return std::nullopt;
  if (tombstones_number(entry.tombstones->name) != number) {
    return "no tombstones of " + entry.name + " can be called " + entry.tombstones->name;
  }
  if (entry.tombstones->count > entry.entries) {
    return entry.name + " has more tombstones than entries";
  }
  return std::nullopt;
}

// Returns what is invalid in a manifest, if anything.
std::optional<std::string> fault_of(const Manifest& manifest) {
  if (manifest.generation == 0) return "its generation is 0";
  if (manifest.next_segment == 0) return "its next segment is 0";
  if (manifest.max_distance > kMaxDistance) return "its distance is larger than a fingerprint";
  std::set<std::string_view> names;
  for (const SegmentEntry& entry : manifest.segments) {
    if (auto fault = fault_of(entry, manifest.next_segment)) return fault;
    if (!names.insert(entry.name).second) return entry.name + " is listed twice";
  }
  return std::nullopt;
}

Json json_of(const SegmentEntry& entry) {
  Json json = {{"name", entry.name},
               {"entries", entry.entries},
               {"bytes", entry.stamp.bytes},
               {"digest", hex(entry.stamp.digest)}};
  if (entry.tombstones) {
    json["tombstones"] = {{"name", entry.tombstones->name},
                          {"count", entry.tombstones->count},
                          {"bytes", entry.tombstones->stamp.bytes},
                          {"digest", hex(entry.tombstones->stamp.digest)}};
  }
  return json;
}

// The members of one object; each is checked for its type.
class Members {
 public:
  Members(const Json& json, const std::string& path) : json_(json), path_(path) {
    if (!json.is_object()) damaged("has a list or value where an object must be");
  }

  [[noreturn]] void damaged(const std::string& what) const {
    throw Error(ErrorCode::damaged, what, path_, rebuild_remedy());
  }
  [[nodiscard]] bool has(const char* name) const { return json_.contains(name); }
  [[nodiscard]] const Json& at(const char* name) const {
    const auto found = json_.find(name);
    if (found == json_.end()) damaged("has no " + std::string(name));
    return *found;
  }
  [[nodiscard]] std::uint64_t number(const char* name) const {
    const Json& value = at(name);
    if (!value.is_number_unsigned()) damaged("its " + std::string(name) + " is no whole number");
    return value.get<std::uint64_t>();
  }
  [[nodiscard]] std::string text(const char* name) const { return text_of(at(name), name); }
  [[nodiscard]] std::uint64_t digits(const char* name) const {
    const std::string digits = text(name);
    const auto value = number_in_hex(digits);
    if (!value || hex(*value) != digits) {
      damaged("its " + std::string(name) + " is not made of 16 hexadecimal digits");
    }
    return *value;
  }
  [[nodiscard]] Members object(const char* name) const { return {at(name), path_}; }
  [[nodiscard]] const Json& list(const char* name) const {
    const Json& value = at(name);
    if (!value.is_array()) damaged("its " + std::string(name) + " are no list");
    return value;
  }
  [[nodiscard]] std::map<std::string, std::string> texts() const {
    std::map<std::string, std::string> all;
    for (const auto& [name, value] : json_.items()) all[name] = text_of(value, name);
    return all;
  }
  [[nodiscard]] FileStamp stamp() const { return {number("bytes"), digits("digest")}; }

 private:
  [[nodiscard]] std::string text_of(const Json& value, const std::string& name) const {
    if (!value.is_string()) damaged("its " + name + " is no text");
    return value.get<std::string>();
  }

  const Json& json_;
  const std::string& path_;
};

SegmentEntry segment_of(const Members& members) {
  SegmentEntry entry{members.text("name"), members.number("entries"), members.stamp(), {}};
  if (members.has("tombstones")) {
    const Members tombstones = members.object("tombstones");
    entry.tombstones = {tombstones.text("name"), tombstones.number("count"), tombstones.stamp()};
  }
  return entry;
}

IndexKind kind_of(const Members& members) {
  const std::string name = members.text("kind");
  for (const IndexKind kind : {IndexKind::fingerprints, IndexKind::pages}) {
    if (name == name_of(kind)) return kind;
  }
  members.damaged("no index is of the kind " + name);
}

Json parse_json(std::string_view text, const std::string& path) {
  // Our files are not nested deeply; the limit bounds the memory that any other file can take.
  const auto check_depth = [&path](int depth, Json::parse_event_t, const Json&) {
    if (depth > kDepthMax) throw Error(ErrorCode::damaged, "is nested too deeply", path);
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), check_depth);
  } catch (const Json::exception& failed) {
    throw Error(ErrorCode::damaged, "is no JSON (" + std::string(failed.what()) + ")", path,
                rebuild_remedy());
  }
}

// The text before the last line; that line must be its checksum.
std::string_view checked_text(std::string_view text, const std::string& path) {
  const std::size_t line_bytes = kChecksumWord.size() + kHexDigits + 1;
  if (text.size() < line_bytes || text.size() > kManifestBytesMax ||
      checksum_line(text.substr(0, text.size() - line_bytes)) !=
          text.substr(text.size() - line_bytes)) {
    throw Error(ErrorCode::damaged, "its last line is not the checksum of the others", path,
                rebuild_remedy());
  }
  return text.substr(0, text.size() - line_bytes);
}

void check_version(const Members& members, const std::string& path) {
  if (members.text("format") != kFormat) members.damaged("is no manifest of an index");
  const std::uint64_t version = members.number("version");
  if (version == kManifestVersion) return;
  throw Error(ErrorCode::unsupported,
              "is of version " + std::to_string(version) + ", this program reads version " +
                  std::to_string(kManifestVersion),
              path, "use a newer program or " + rebuild_remedy());
}

}  // namespace

std::string_view name_of(IndexKind kind) noexcept {
  return kind == IndexKind::pages ? "pages" : "fingerprints";
}

std::string to_text(const Manifest& manifest) {
  if (const auto fault = fault_of(manifest)) {
    throw Error(ErrorCode::invalid_argument, "cannot be a manifest: " + *fault);
  }
  Json json;
  json["format"] = kFormat;
  json["version"] = kManifestVersion;
  json["generation"] = manifest.generation;
  json["kind"] = name_of(manifest.kind);
  json["recipe"] = {{"id", facsim::hex(manifest.recipe)},
                    {"name", manifest.recipe_name},
                    {"text", manifest.recipe_text}};
  if (manifest.sketch_recipe) json["sketch_recipe"] = facsim::hex(*manifest.sketch_recipe);
  json["max_distance"] = manifest.max_distance;
  json["codec"] = manifest.codec;
  json["next_segment"] = manifest.next_segment;
  json["next_id"] = manifest.next_id;
  json["properties"] = Json::object();
  for (const auto& [name, value] : manifest.properties) json["properties"][name] = value;
  json["segments"] = Json::array();
  for (const SegmentEntry& entry : manifest.segments) json["segments"].push_back(json_of(entry));
  std::string text;
  try {
    text = json.dump(2) + "\n";
  } catch (const Json::exception&) {
    throw Error(ErrorCode::invalid_argument, "a text for the manifest is not UTF-8");
  }
  text += checksum_line(text);
  if (text.size() > kManifestBytesMax) {
    throw Error(ErrorCode::invalid_argument,
                "the manifest would be larger than " + std::to_string(kManifestBytesMax) +
                    " bytes; make fewer segments of the index with `" + Named::index_compact + "`");
  }
  return text;
}

Manifest parse_manifest(std::string_view text, const std::string& path) {
  const Json json = parse_json(checked_text(text, path), path);
  const Members members(json, path);
  check_version(members, path);
  Manifest manifest;
  manifest.generation = members.number("generation");
  manifest.kind = kind_of(members);
  const Members recipe = members.object("recipe");
  manifest.recipe = RecipeId{recipe.digits("id")};
  manifest.recipe_name = recipe.text("name");
  manifest.recipe_text = recipe.text("text");
  if (members.has("sketch_recipe")) {
    manifest.sketch_recipe = RecipeId{members.digits("sketch_recipe")};
  }
  const std::uint64_t max_distance = members.number("max_distance");
  if (max_distance > kMaxDistance) members.damaged("its distance is larger than a fingerprint");
  manifest.max_distance = static_cast<std::uint32_t>(max_distance);
  manifest.codec = members.text("codec");
  manifest.next_segment = members.number("next_segment");
  manifest.next_id = members.number("next_id");
  manifest.properties = members.object("properties").texts();
  for (const Json& entry : members.list("segments")) {
    manifest.segments.push_back(segment_of(Members(entry, path)));
  }
  if (const auto fault = fault_of(manifest)) members.damaged(*fault);
  return manifest;
}

}  // namespace facsim
