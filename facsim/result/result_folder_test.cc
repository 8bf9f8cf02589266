// SPDX-License-Identifier: Apache-2.0
#include "facsim/result/result_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/files/packed_for_test.h"
#include "facsim/result/is_result_folder.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;
using for_test::bytes_of;
using for_test::Folder;
using for_test::put;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> all_names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    names.push_back(entry.path().lexically_relative(folder).string());
  }
  return names;
}

ErrorCode refusal(const std::string& target, bool force) {
  try {
    ResultFolder folder(target, force);
  } catch (const Error& error) {
    EXPECT_STRNE(error.what(), "");
    return error.code();
  }
  ADD_FAILURE() << target << " was not refused";
  return ErrorCode::cancelled;
}

TEST(ResultFolder, AppearsOnCommitAndNotBefore) {
  const Folder folder;
  for (const char* name : {"new", "slash/", "dotted/./", "deep/in/there"}) {
    const std::string target = folder.file(name);
    ResultFolder result(target, false);
    put(result.path() + "/a", "1");
    put(result.path() + "/sub/b", "2");
    EXPECT_FALSE(fs::exists(target));
    EXPECT_THAT(fs::path(result.path()).filename().string(), testing::StartsWith("."));
    EXPECT_THAT(result.path(), HasSubstr(".facsim-"));
    result.commit({"stale"});
    EXPECT_THAT(all_names_in(target), UnorderedElementsAre("a", "sub", "sub/b"));
    EXPECT_FALSE(fs::exists(result.path()));
  }
}

TEST(ResultFolder, WithoutCommitNothingIsLeft) {
  const Folder folder;
  fs::create_directory(folder.file("empty"));
  for (const char* name : {"new", "made/for/this", "empty"}) {
    const ResultFolder result(folder.file(name), false);
    put(result.path() + "/sub/a", "1");
  }
  EXPECT_THAT(all_names_in(folder.path()), ElementsAre("empty"));
}

TEST(ResultFolder, TakesThePlaceOfAnEmptyFolderWithItsPermissions) {
  const Folder folder;
  const std::string target = folder.file("empty");
  fs::create_directory(target);
  ::chmod(target.c_str(), 0710);
  ResultFolder result(target + "/", false);
  put(result.path() + "/a", "1");
  EXPECT_THAT(all_names_in(target), IsEmpty());
  result.commit({});
  EXPECT_THAT(all_names_in(folder.path()), UnorderedElementsAre("empty", "empty/a"));
  EXPECT_EQ(fs::status(target).permissions(), fs::perms{0710});
}

TEST(ResultFolder, PermissionsAreThoseOfAnyNewFolder) {
  const Folder folder;
  ::mkdir(folder.file("other").c_str(), 0777);
  ResultFolder result(folder.file("new"), false);
  result.commit({});
  EXPECT_EQ(fs::status(folder.file("new")).permissions(),
            fs::status(folder.file("other")).permissions());
}

TEST(ResultFolder, RefusesWhatIsThere) {
  const Folder folder;
  put(folder.file("full/a"), "1");
  folder.put("file", "2");
  EXPECT_EQ(refusal(folder.file("full"), false), ErrorCode::already_exists);
  EXPECT_EQ(refusal(folder.file("file"), false), ErrorCode::already_exists);
  EXPECT_EQ(refusal(folder.file("file"), true), ErrorCode::already_exists);
  EXPECT_EQ(refusal(folder.file("file/below"), false), ErrorCode::io);
  EXPECT_EQ(refusal("", false), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal("/proc/none/out", false), ErrorCode::io);
  EXPECT_THAT(all_names_in(folder.path()), UnorderedElementsAre("full", "full/a", "file"));
}

// A summary as facsim writes it, with the parts that matter here.
std::string summary_of(std::string_view run) {
  return R"({"version": "0.1.0", "profile": "balanced", "recipe": {"name": "balanced", )"
         R"("id": "0123456789abcdef"}, "mode": "remove", "run": )" +
         std::string(run) + "}\n";
}

std::string listing(std::string_view outputs, std::string_view linked = "[]") {
  return summary_of(R"({"outputs": )" + std::string(outputs) + R"(, "linked": )" +
                    std::string(linked) + "}");
}

TEST(ResultFolder, ForceReplacesRemovesStaleNamesAndKeepsTheRest) {
  const Folder folder;
  const std::string target = folder.file("full");
  const std::string old_summary = listing("[]");
  put(target + "/summary.json", old_summary);
  put(target + "/clusters.jsonl", "old");
  put(target + "/mine.txt", "mine");
  put(target + "/sub/kept", "mine");
  ResultFolder result(target, true);
  put(result.path() + "/summary.json", "new");
  put(result.path() + "/sub/fresh", "new");
  put(result.path() + "/other/fresh", "new");
  EXPECT_EQ(bytes_of(target + "/summary.json"), old_summary);
  result.commit({"summary.json", "clusters.jsonl", "never/was"});
  EXPECT_THAT(all_names_in(target),
              UnorderedElementsAre("summary.json", "mine.txt", "sub", "sub/kept", "sub/fresh",
                                   "other", "other/fresh"));
  EXPECT_EQ(bytes_of(target + "/summary.json"), "new");
  EXPECT_EQ(bytes_of(target + "/mine.txt"), "mine");
  EXPECT_EQ(all_names_in(folder.path()).size(), 8U) << "the hidden folder is still there";
}

TEST(ResultFolder, ForceRemovesWhatAnEarlierRunWrote) {
  const Folder folder;
  const std::string target = folder.file("out");
  for (const char* name : {"a.jsonl", "b.jsonl", "mine.txt", "site/x/old.html", "site/x/mine.html",
                           "site/y/z/old.html", "gone.jsonl", "caf\xe9.html"}) {
    put(target + "/" + name, "old");
  }
  fs::remove(target + "/gone.jsonl");
  fs::create_directory(target + "/empty");
  put(target + "/summary.json",
      listing(R"([{"name": "a.jsonl", "path": "out/a.jsonl"}, {"name": "b.jsonl"},
                  {"name": "summary.json"}, {"name": "gone.jsonl"}])",
              "[\"site/x/old.html\", \"site/y/z/old.html\", \"caf\xef\xbf\xbd"
              "E9.html\"]"));
  ResultFolder result(target, true);
  EXPECT_THAT(result.warnings(), IsEmpty());
  put(result.path() + "/a.jsonl", "new");
  put(result.path() + "/summary.json", "new");
  EXPECT_TRUE(fs::exists(target + "/b.jsonl"));
  result.commit({});
  EXPECT_THAT(all_names_in(target),
              UnorderedElementsAre("a.jsonl", "summary.json", "mine.txt", "empty", "site", "site/x",
                                   "site/x/mine.html"));
  EXPECT_EQ(bytes_of(target + "/a.jsonl"), "new");
}

TEST(ResultFolder, WithoutCommitWhatAnEarlierRunWroteStays) {
  const Folder folder;
  const std::string target = folder.file("out");
  put(target + "/a.jsonl", "old");
  put(target + "/summary.json", listing(R"([{"name": "a.jsonl"}])"));
  {
    const ResultFolder result(target, true);
  }
  EXPECT_THAT(all_names_in(target), UnorderedElementsAre("a.jsonl", "summary.json"));
}

TEST(ResultFolder, AListThatLeadsOutOrIsDamagedRemovesNothing) {
  const Folder folder;
  const std::string whole = listing(R"([{"name": "a.jsonl"}])");
  std::vector<std::string> summaries = {"",
                                        "{}",
                                        "[1]",
                                        "not JSON",
                                        summary_of("{}"),
                                        summary_of("1"),
                                        listing("{}"),
                                        listing("[1]"),
                                        listing("[{}]"),
                                        listing("[]", "[[]]"),
                                        listing(R"([{"name": "a.jsonl", "name": "b"}])"),
                                        whole.substr(0, whole.size() - 3),
                                        R"({"run": {"outputs": [{"name": "a.jsonl"}]}})"};
  for (const std::string name : {"/etc/passwd", "../outside", "sub/../../outside", "sub/..", ".",
                                 "", "./a.jsonl", "a.jsonl/", "sub//x", "a\\u0000b", "\\ud800"}) {
    summaries.push_back(listing(R"([{"name": "a.jsonl"}, {"name": ")" + name + "\"}]"));
    summaries.push_back(listing(R"([{"name": "a.jsonl"}])", "[\"" + name + "\"]"));
  }
  for (const std::string& summary : summaries) {
    const std::string target = folder.file("out");
    put(folder.file("outside"), "precious");
    for (const char* name : {"a.jsonl", "kept.txt", "sub/x"}) {
      put(target + "/" + name, "old");
    }
    put(target + "/summary.json", summary);
    ResultFolder result(target, true);
    EXPECT_EQ(result.warnings().size(), 1U) << summary;
    put(result.path() + "/new", "new");
    result.commit({"kept.txt"});
    EXPECT_THAT(all_names_in(folder.path()),
                UnorderedElementsAre("outside", "out", "out/a.jsonl", "out/kept.txt", "out/sub",
                                     "out/sub/x", "out/summary.json", "out/new"))
        << summary;
    fs::remove_all(target);
  }
}

TEST(ResultFolder, LinksAreNotFollowedAndFoldersNotRemoved) {
  const Folder folder;
  const std::string target = folder.file("out");
  put(folder.file("outside/x"), "precious");
  put(target + "/folder/x", "mine");
  fs::create_directory_symlink(folder.file("outside"), target + "/link");
  fs::create_symlink(folder.file("outside/x"), target + "/file-link");
  put(target + "/summary.json",
      listing(R"([{"name": "link/x"}, {"name": "file-link"}, {"name": "link"},
                  {"name": "folder"}, {"name": "folder/x/below"}])"));
  ResultFolder result(target, true);
  put(result.path() + "/new", "new");
  result.commit({});
  EXPECT_THAT(result.warnings(), IsEmpty());
  EXPECT_EQ(bytes_of(folder.file("outside/x")), "precious");
  EXPECT_TRUE(fs::is_symlink(target + "/file-link") && fs::is_symlink(target + "/link"));
  EXPECT_EQ(bytes_of(target + "/folder/x"), "mine");
}

TEST(ResultFolder, ASummaryThatIsALinkOrAPipeIsNoList) {
  const Folder folder;
  const std::string target = folder.file("out");
  put(target + "/a.jsonl", "old");
  put(folder.file("summary.json"), listing(R"([{"name": "a.jsonl"}])"));
  fs::create_symlink(folder.file("summary.json"), target + "/summary.json");
  EXPECT_EQ(ResultFolder(target, true).warnings().size(), 1U);
  EXPECT_FALSE(is_result_folder(target));
  fs::remove(target + "/summary.json");
  ASSERT_EQ(::mkfifo((target + "/summary.json").c_str(), 0600), 0);
  EXPECT_EQ(ResultFolder(target, true).warnings().size(), 1U);
  EXPECT_FALSE(is_result_folder(target));
}

TEST(ResultFolder, IsToldByItsSummary) {
  const Folder folder;
  EXPECT_FALSE(is_result_folder(folder.path()));
  EXPECT_FALSE(is_result_folder(folder.file("missing")));
  const std::string ours = listing("[]");
  folder.put("summary.json", ours);
  EXPECT_TRUE(is_result_folder(folder.path()));
  EXPECT_TRUE(is_result_folder(folder.path() + "/"));
  // Truncated, as an interrupted run would leave it, it is still not a page.
  folder.put("summary.json", ours.substr(0, ours.find("mode")));
  EXPECT_TRUE(is_result_folder(folder.path()));
  for (const char* other :
       {"", "{}", "[]", R"({"version": "1", "profile": "x"})",
        R"({"version": "0.1.0", "profile": "x", "recipe": {"name": "x", "id": "12"}})",
        R"({"version": 1, "profile": "x", "recipe": {"name": "x", "id": "0123456789abcdef"}})",
        R"({"total": 1, "version": "0.1.0"})"}) {
    folder.put("summary.json", other);
    EXPECT_FALSE(is_result_folder(folder.path())) << other;
  }
}

TEST(ResultFolder, ALinkToNothingIsCalledThat) {
  const Folder folder;
  fs::create_symlink(folder.file("nowhere"), folder.file("dangling"));
  for (const char* name : {"dangling", "dangling/", "dangling/below"}) {
    for (const bool force : {false, true}) {
      try {
        ResultFolder result(folder.file(name), force);
        FAIL() << name << " was taken";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::already_exists);
        EXPECT_THAT(error.what(), HasSubstr("is a symbolic link to nothing"));
        EXPECT_THAT(error.what(), HasSubstr(folder.file("dangling")));
      }
    }
  }
  EXPECT_THAT(all_names_in(folder.path()), ElementsAre("dangling"));
}

TEST(ResultFolder, WhatStandsInTheWayIsRefusedBeforeAnythingMoves) {
  const Folder folder;
  const std::string target = folder.file("full");
  put(target + "/a", "old");
  put(target + "/b/inside", "old");
  {
    ResultFolder result(target, true);
    put(result.path() + "/a", "new");
    put(result.path() + "/b", "a file where a folder is");
    EXPECT_THROW(result.commit({}), Error);
  }
  {
    ResultFolder result(target, true);
    put(result.path() + "/a/below", "a folder where a file is");
    EXPECT_THROW(result.commit({}), Error);
  }
  {
    ResultFolder result(target, true);
    put(result.path() + "/a", "new");
    EXPECT_THROW(result.commit({"b"}), Error);
  }
  EXPECT_THAT(all_names_in(folder.path()),
              UnorderedElementsAre("full", "full/a", "full/b", "full/b/inside"));
  EXPECT_EQ(bytes_of(target + "/a"), "old");
}

TEST(ResultFolder, ATargetFilledMeanwhileIsNotOverwritten) {
  const Folder folder;
  const std::string target = folder.file("out");
  {
    ResultFolder result(target, false);
    put(result.path() + "/a", "new");
    put(target + "/a", "of somebody else");
    try {
      result.commit({});
      FAIL() << "somebody else's files were overwritten";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::already_exists);
    }
  }
  EXPECT_EQ(bytes_of(target + "/a"), "of somebody else");
  EXPECT_THAT(all_names_in(folder.path()), UnorderedElementsAre("out", "out/a"));
}

TEST(ResultFolder, TheWorkingFolderIsFilledAndStaysTheWorkingFolder) {
  const Folder folder;
  const std::string before = fs::current_path().string();
  fs::create_directory(folder.file("here"));
  fs::current_path(folder.file("here"));
  for (const bool force : {false, true}) {
    ResultFolder result(".", force);
    put(result.path() + "/sub/a", "1");
    result.commit({});
  }
  EXPECT_EQ(bytes_of("sub/a"), "1");
  EXPECT_THAT(all_names_in("."), UnorderedElementsAre("sub", "sub/a"));
  fs::current_path(before);
}

TEST(ResultFolder, ALinkToAFolderStaysALink) {
  const Folder folder;
  fs::create_directory(folder.file("real"));
  fs::create_directory_symlink("real", folder.file("link"));
  ResultFolder result(folder.file("link"), false);
  put(result.path() + "/a", "1");
  result.commit({});
  EXPECT_TRUE(fs::is_symlink(folder.file("link")));
  EXPECT_EQ(bytes_of(folder.file("real/a")), "1");
}

TEST(ResultFolder, AParentThatMayNotBeWrittenIsAnErrorOrIsLeftAlone) {
  if (::geteuid() == 0) GTEST_SKIP() << "skipped: everything may be written as root";
  const Folder folder;
  fs::create_directories(folder.file("closed/open"));
  ::chmod(folder.file("closed").c_str(), 0555);
  EXPECT_EQ(refusal(folder.file("closed/new"), false), ErrorCode::io);
  ResultFolder result(folder.file("closed/open"), false);
  put(result.path() + "/a", "1");
  result.commit({});
  EXPECT_THAT(all_names_in(folder.file("closed/open")), ElementsAre("a"));
  ::chmod(folder.file("closed").c_str(), 0755);
}

}  // namespace
}  // namespace facsim
