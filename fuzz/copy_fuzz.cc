// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file, plain or packed, that is copied without some of its bytes. The copy unpacks
// to the unpacked original with the same edits made in a string.
//
// The first bytes specify the edits. A file without the first bytes of a packed one may be packed
// here as several consecutive members. Members of JSON objects are cut out in the same way.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "facsim/files/packed_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/output/copy.h"
#include "facsim/output/member_cuts.h"
#include "fuzz/damaged_sections.h"

#include <nlohmann/json.hpp>

namespace {

namespace fs = std::filesystem;
using namespace facsim;

constexpr std::size_t kUnpackedMax = std::size_t{4} << 20;
constexpr Packing kPackings[] = {Packing::none, Packing::none, Packing::gzip,  Packing::zstd,
                                 Packing::lz4,  Packing::xz,   Packing::bzip2, Packing::gzip};

struct Content {
  std::string bytes;
  bool is_damaged = false;
};

Content unpacked(const std::string& path) {
  const auto source = open_bytes(path);
  Content content;
  std::string buffer(60'000, '\0');
  while (const std::size_t got = source->read(buffer)) {
    content.bytes.append(buffer, 0, got);
    if (content.bytes.size() > kUnpackedMax) break;
  }
  content.is_damaged = source->damage().has_value();
  return content;
}

std::string packed(std::string_view bytes, Packing packing, std::uint64_t members) {
  if (packing == Packing::none) return std::string(bytes);
  std::string file;
  for (std::uint64_t i = 0; i < members; ++i) {
    const std::size_t begin = bytes.size() * i / members;
    const std::size_t end = bytes.size() * (i + 1) / members;
    file += for_test::pack(packing, bytes.substr(begin, end - begin));
  }
  return file;
}

std::vector<Edit> edits_of(InputBytes& in) {
  std::vector<Edit> edits;
  std::uint64_t at = 0;
  for (std::uint64_t left = in.take(1) % 8; left > 0; --left) {
    Edit edit;
    edit.begin = at + in.take(1) * (left % 2 == 0 ? 1 : 40);
    edit.end = edit.begin + in.take(1);
    const std::uint64_t text = in.take(1);
    edit.replacement = std::string(text % 4 == 0 ? text / 4 : 0, 'r');
    at = edit.end;
    edits.push_back(std::move(edit));
  }
  return edits;
}

// The slow twin.
std::string edited(const std::vector<Edit>& edits, const std::string& original) {
  std::string result;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    if (edit.begin > original.size()) break;
    result.append(original, at, edit.begin - at);
    result += edit.replacement;
    at = std::min<std::size_t>(edit.end, original.size());
  }
  return result.append(original, at);
}

void check_copy(std::string_view file, const std::vector<Edit>& edits) {
  static const TempFolder temp(fs::temp_directory_path().string());
  const std::string from = temp.path() + "/from";
  const std::string to = temp.path() + "/to";
  fs::remove(to);
  std::ofstream(from, std::ios::binary) << file;
  const Content original = unpacked(from);
  if (original.bytes.size() > kUnpackedMax) return;
  auto next = edits.begin();
  const std::uint64_t kept = copy_with_edits(from, to,
                                             [&](Edit& edit) {
                                               if (next == edits.end()) return false;
                                               edit = *next++;
                                               return true;
                                             },
                                             {});
  require(kept <= original.bytes.size());
  const Content copy = unpacked(to);
  require(copy.bytes == edited(edits, original.bytes));
  require(original.is_damaged || !copy.is_damaged);
}

// The remaining text is the object without the member.
void check_member_cuts(std::string_view text) {
  const MemberCuts made = cuts_of_member(text, "facsim", 0);
  std::uint64_t at = 0;
  for (const Edit& cut : made.cuts) {
    require(cut.begin >= at && cut.end > cut.begin && cut.end <= text.size());
    at = cut.end;
  }
  nlohmann::json object = nlohmann::json::parse(text, nullptr, false);
  if (!object.is_object()) return;
  object.erase("facsim");
  const std::string left = edited(made.cuts, std::string(text));
  require(nlohmann::json::parse(left) == object && made.leaves_nothing == object.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  InputBytes in(text_of(data, size));
  const std::uint64_t how = in.take(1);
  const std::vector<Edit> edits = edits_of(in);
  const std::string_view bytes = in.take_text(in.size());
  check_member_cuts(bytes);
  check_copy(packed(bytes, kPackings[how % 8], 1 + how / 8 % 5), edits);
  return 0;
}
