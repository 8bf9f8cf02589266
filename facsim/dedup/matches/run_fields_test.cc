// SPDX-License-Identifier: Apache-2.0
// Choices of a later program are rejected with a message that names the choice and the remedy.
#include "facsim/dedup/matches/run_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "facsim/base/error.h"

namespace facsim {
namespace {

using testing::HasSubstr;

std::string refusal_of_fields(const DedupOptions& options, const FolderOptions& folder) {
  FieldWriter out;
  write_settings(options, folder, out);
  FieldReader in(out.bytes(), "matches.facsim");
  try {
    (void)read_settings(in);
  } catch (const Error& failed) {
    EXPECT_EQ(failed.code(), ErrorCode::unsupported);
    return failed.what();
  }
  return {};
}

TEST(RunFields, ComeBack) {
  DedupOptions options;
  options.policy.keep = {{Keep::field, "rank"}, Keep::input, Keep::last};
  options.policy.scope = Scope::file;
  options.read.follow = true;
  FieldWriter out;
  write_settings(options, {.mode = Mode::report}, out);
  FieldReader in(out.bytes(), "here");
  const RunSettings read = read_settings(in);
  EXPECT_TRUE(in.at_end());
  EXPECT_EQ(read.options.policy.keep, options.policy.keep);
  EXPECT_EQ(read.options.policy.scope, Scope::file);
  EXPECT_TRUE(read.options.read.follow);
  EXPECT_EQ(read.folder.mode, Mode::report);
}

TEST(RunFields, AChoiceOfALaterProgramIsRefusedByName) {
  const DedupOptions usual;
  DedupOptions keep;
  keep.policy.keep = {static_cast<Keep>(9)};
  EXPECT_THAT(refusal_of_fields(keep, {}),
              HasSubstr("keep policy number 9 is none that this program knows; "
                        "use a newer facsim, or run dedup again"));
  DedupOptions scope;
  scope.policy.scope = static_cast<Scope>(3);
  EXPECT_THAT(refusal_of_fields(scope, {}), HasSubstr("scope number 3"));
  EXPECT_THAT(refusal_of_fields(usual, {.mode = static_cast<Mode>(4)}), HasSubstr("mode number 4"));
}

}  // namespace
}  // namespace facsim
