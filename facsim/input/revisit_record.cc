// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/revisit_record.h"

#include <string_view>
#include <utility>
#include <vector>

#include "facsim/input/header_fields_internal.h"
#include "facsim/input/http_message_internal.h"
#include "facsim/input/sha.h"

namespace facsim {
namespace {

constexpr std::string_view kRecordEnd = "\r\n\r\n";

// A field that replaces those with its name; an empty value removes them.
struct NewField {
  std::string_view name;
  std::string value;
  bool only_in_place = false;  // not added if no field has the name
  bool is_written = false;
};

// Returns the WARC head with these fields; all other lines are unchanged.
std::string head_with(std::string_view head, std::vector<NewField> fields) {
  std::string_view rest = head;
  (void)take_line(rest);
  const std::string_view version = head.substr(0, head.size() - rest.size());
  const std::string_view line_end = version.ends_with("\r\n") ? "\r\n" : "\n";
  std::string made(version);
  const auto write = [&](NewField& field) {
    if (std::exchange(field.is_written, true) || field.value.empty()) return;
    made.append(field.name).append(": ").append(field.value).append(line_end);
  };
  while (!rest.empty()) {
    const std::string_view whole = rest;
    const std::string_view first = take_line(rest);
    if (first.empty()) break;
    while (rest.starts_with(' ') || rest.starts_with('\t')) (void)take_line(rest);
    const std::string_view name = trimmed(first.substr(0, first.find(':')));
    NewField* own = nullptr;
    for (NewField& field : fields) {
      if (equal_nocase(field.name, name)) own = &field;
    }
    if (own != nullptr) {
      write(*own);
    } else {
      made.append(whole.substr(0, whole.size() - rest.size()));
    }
  }
  for (NewField& field : fields) {
    if (!field.only_in_place) write(field);
  }
  return made.append(line_end);
}

std::string_view head_of(const RawRecord& record) {
  return std::string_view(record.bytes).substr(0, record.header_bytes);
}

// The version's name for "the same payload". The drafts before 1.0 had their own, too.
std::string profile_of(std::string_view head) {
  std::string_view version = trimmed(take_line(head));
  version.remove_prefix(std::string_view("WARC/").size());
  if (version != "0.17" && version != "0.18" && version != "1.0") version = "1.1";
  return std::string("http://netpreserve.org/warc/")
      .append(version)
      .append("/revisit/identical-payload-digest");
}

}  // namespace

std::string revisit_in_place_of(const RawRecord& response, const CaptureName& kept) {
  const std::string_view head = head_of(response);
  const std::string_view block = std::string_view(response.bytes).substr(head.size());
  const std::string_view http = block.substr(0, parse_http_head(block).header_bytes);
  std::string made = head_with(
      head, {{"WARC-Type", "revisit"},
             {"WARC-Profile", profile_of(head)},
             {"WARC-Refers-To", kept.id},
             {"WARC-Refers-To-Target-URI", kept.url},
             {"WARC-Refers-To-Date", kept.date},
             {"WARC-Payload-Digest", kept.digest},
             {.name = "WARC-Block-Digest", .value = sha1_label(http), .only_in_place = true},
             {"WARC-Truncated", "length"},
             {"Content-Length", std::to_string(http.size())}});
  return made.append(http).append(kRecordEnd);
}

std::string head_of_renamed(const RawRecord& revisit, const CaptureName& kept) {
  return head_with(head_of(revisit),
                   {{"WARC-Refers-To", kept.id},
                    {"WARC-Refers-To-Target-URI", kept.url},
                    {"WARC-Refers-To-Date", kept.date},
                    {.name = "WARC-Payload-Digest", .value = kept.digest, .only_in_place = true}});
}

}  // namespace facsim
