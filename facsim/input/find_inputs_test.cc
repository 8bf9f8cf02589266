// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "facsim/base/error.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/temp_folder.h"
#include "facsim/input/input_files.h"
#include "facsim/input/out_names_internal.h"
#include "facsim/input/record_reader.h"
#include "facsim/result/is_result_folder.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FindInputs : public testing::Test {
 protected:
  std::string at(const std::string& path) const { return temp_.path() + "/" + path; }

  std::string write(const std::string& path, const std::string& bytes,
                    Packing packing = Packing::none) {
    fs::create_directories(fs::path(at(path)).parent_path());
    const auto sink = create_bytes(at(path), packing);
    sink->write(bytes);
    sink->close();
    return at(path);
  }

  FileKind kind_of_file(const std::string& path, const std::string& bytes,
                        Packing packing = Packing::none) {
    const InputFiles found = find_inputs({write(path, bytes, packing)}, {});
    EXPECT_EQ(found.files.at(0).packing, packing) << path;
    return found.files.at(0).kind;
  }

  static std::vector<std::string> names(const InputFiles& found) {
    std::vector<std::string> result;
    for (const InputFile& file : found.files) result.push_back(file.name);
    return result;
  }
  static std::vector<std::string> out_names(const InputFiles& found) {
    std::vector<std::string> result;
    for (const InputFile& file : found.files) result.push_back(file.out_name);
    return result;
  }

  static ErrorCode code_of(const std::vector<std::string>& arguments) {
    try {
      (void)find_inputs(arguments, {});
    } catch (const Error& error) {
      EXPECT_FALSE(error.where().empty());
      return error.code();
    }
    ADD_FAILURE() << "no error";
    return ErrorCode::cancelled;
  }

 private:
  TempFolder temp_{fs::temp_directory_path().string()};
};

TEST_F(FindInputs, ContentDecidesThenTheName) {
  const std::string json = "{\"text\":\"x\"}\n";
  const std::string long_json = "{ \"text\":\"" + std::string(200'000, 'x') + "\"}\n";
  const std::string html = "\xEF\xBB\xBF \n<!DOCTYPE html><p>";
  const std::string warc = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n";
  struct Case {
    std::string name, bytes;
    FileKind kind;
  };
  const std::vector<Case> cases = {
      {"a.jsonl", json, FileKind::json_lines},
      {"b.jsonl", "not json\n", FileKind::json_lines},
      {"c.ndjson", "", FileKind::json_lines},
      {"d.json", json, FileKind::json_lines},
      {"e.json", "[1]", FileKind::json_lines},
      {"f.data", json, FileKind::json_lines},
      {"g.data", long_json, FileKind::json_lines},
      {"h", "{\"a\":1}", FileKind::json_lines},
      {"i", "{ not json }", FileKind::text},
      {"j.txt", json, FileKind::json_lines},
      {"k.html", json, FileKind::html},
      {"l.md", json, FileKind::text},
      {"m.data", warc, FileKind::warc},
      {"n.html", warc, FileKind::warc},
      {"o.warc", "junk" + warc, FileKind::warc},
      {"p.wet", "", FileKind::warc},
      {"q.data", "filedesc://x.arc 0.0.0.0 20080619093439 text/plain 0\n", FileKind::arc},
      {"r.arc", "junk", FileKind::arc},
      {"s.HTM", "words", FileKind::html},
      {"t.xhtml", "words", FileKind::html},
      {"u", html, FileKind::html},
      {"v.php", "<?php", FileKind::html},
      {"w.txt", html, FileKind::text},
      {"x.md", "<p align=center>", FileKind::text},
      {"y", "words < words", FileKind::text},
      {"z", "", FileKind::text},
      {"za", std::string("\xFF\xFE<\0h\0t\0m\0l\0>\0", 14), FileKind::html},
      {"zb.png", "\x89PNG\r\n", FileKind::text},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(kind_of_file(each.name, each.bytes), each.kind) << each.name;
    for (const auto& [packing, suffix] : {std::pair{Packing::gzip, ".gz"},
                                          {Packing::zstd, ".zst"},
                                          {Packing::lz4, ".lz4"},
                                          {Packing::xz, ".xz"},
                                          {Packing::bzip2, ".bz2"}}) {
      if (each.bytes.empty()) continue;
      EXPECT_EQ(kind_of_file(each.name + suffix, each.bytes, packing), each.kind)
          << each.name << suffix;
    }
  }
}

TEST_F(FindInputs, ParquetBeginsAndEndsWithItsMark) {
  EXPECT_EQ(code_of({write("a.parquet", "")}), ErrorCode::damaged);
  EXPECT_EQ(code_of({write("b.parquet", "PAR1 and it was cut")}), ErrorCode::damaged);
  EXPECT_EQ(code_of({write("c.pq", "text")}), ErrorCode::damaged);
  EXPECT_EQ(code_of({write("d.parquet", "PARE and a key, PARE")}), ErrorCode::unsupported);
  EXPECT_EQ(code_of({write("e.data", "PAR1 and a key, PARE")}), ErrorCode::unsupported);
  EXPECT_EQ(code_of({write("f.parquet.gz", "PAR1PAR1", Packing::gzip)}), ErrorCode::unsupported);
  // Under another name it is a text that begins with these letters.
  EXPECT_EQ(kind_of_file("g.txt", "PAR1 is a word", Packing::none), FileKind::text);
}

TEST_F(FindInputs, WhatIsNotThereIsAnError) {
  EXPECT_EQ(code_of({at("missing.jsonl")}), ErrorCode::not_found);
  EXPECT_EQ(code_of({write("file", "x") + "/below"}), ErrorCode::not_found);
  EXPECT_EQ(code_of({"-"}), ErrorCode::invalid_argument);
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_EQ(code_of({at("pipe")}), ErrorCode::unsupported);
}

TEST_F(FindInputs, WhatMayNotBeReadIsAnError) {
  const std::string path = write("secret.html", "<p>");
  ASSERT_EQ(::chmod(path.c_str(), 0), 0);
  if (::access(path.c_str(), R_OK) == 0) GTEST_SKIP() << "this user may read everything";
  EXPECT_EQ(code_of({path}), ErrorCode::io);
}

TEST_F(FindInputs, FoldersAreWalkedInByteOrder) {
  for (const char* const path :
       {"f/b.html", "f/a/z.htm", "f/a.txt", "f/B.md", "f/a/y.warc.gz", "f/.hidden.html",
        "f/.git/x.html", "f/style.css", "f/page.pdf", "f/data.json", "f/c.jsonl.zst",
        "f/noextension", "f/.html", "f/deep/er/x.xhtml"}) {
    write(path, "words");
  }
  fs::create_directory_symlink(at("f"), at("f/loop"));
  fs::create_symlink(at("f/missing"), at("f/broken.html"));
  const InputFiles found = find_inputs({at("f/")}, {});
  EXPECT_THAT(names(found), ElementsAre("B.md", "a.txt", "a/y.warc.gz", "a/z.htm", "b.html",
                                        "c.jsonl.zst", "deep/er/x.xhtml"));
  EXPECT_EQ(out_names(found), names(found));
  EXPECT_EQ(found.files_not_read, 9U);
  const std::string hidden = at("f/") + ": 3 hidden files or folders were not read (first " +
                             at("f/.git") + "); to read one, name it";
  const std::string others = at("f/") + ": 6 other files were not read (.css 1, .json 1, .pdf 1, " +
                             "broken links 1, links to folders 1, no extension 1)";
  EXPECT_THAT(found.warnings, ElementsAre(testing::StrEq(hidden), testing::StrEq(others)));
  EXPECT_TRUE(found.files[0].in_folder);
  EXPECT_EQ(found.files[0].folder, at("f/"));
  EXPECT_EQ(found.files[0].bytes, 5U);
  EXPECT_GT(found.files[0].unix_time, 1'600'000'000);
}

TEST_F(FindInputs, HiddenEntriesAreCountedOursAreNot) {
  for (const char* const path :
       {"f/a.html", "f/.out.facsim-ab12yz/x.html", "f/g/.b.html", "f/g/.h/c.html"}) {
    write(path, "<p>");
  }
  const InputFiles found = find_inputs({at("f")}, {});
  EXPECT_THAT(names(found), ElementsAre("a.html"));
  EXPECT_EQ(found.files_not_read, 2U);
  EXPECT_THAT(found.warnings, ElementsAre(HasSubstr("f: 2 hidden files or folders were not read "
                                                    "(first " +
                                                    at("f/g/.b.html") + "); to")));
  EXPECT_THAT(names(find_inputs({at("f/g/.h")}, {})), ElementsAre("c.html"));
  EXPECT_THAT(names(find_inputs({at("f/g/.b.html")}, {})), ElementsAre(at("f/g/.b.html")));
  for (const char* const name : {".out.facsim-ab12y", ".facsim-notes", "out.facsim-ab12yz",
                                 ".out.facsim-ab.2yz", ".well-known"}) {
    EXPECT_FALSE(is_unfinished_result(name)) << name;
  }
}

TEST_F(FindInputs, NamesThatSayNothingAreLookedAt) {
  for (const char* const page :
       {"<!doctype html>", " \n<HTML lang=en>", "<title>", "<p class=x>", "\xEF\xBB\xBF<body>",
        "<?xml version='1.0'?>\n<html xmlns=x>", "<!-- saved from x -->\n<html>"}) {
    write("f/page.php", page);
    EXPECT_THAT(names(find_inputs({at("f")}, {})), ElementsAre("page.php")) << page;
    fs::remove(at("f/page.php"));
  }
  for (const char* const other :
       {"", "<?php echo '<html>';", "<%@ page %>", "<?xml version='1.0'?><rss>", "<!-- only -->",
        "<abbr>", "<pre", "text <html>", "{\"text\":\"x\"}"}) {
    write("f/page.php", other);
    EXPECT_THAT(names(find_inputs({at("f")}, {})), IsEmpty()) << other;
    fs::remove(at("f/page.php"));
  }
}

TEST_F(FindInputs, AQueryIsNoExtension) {
  for (const char* const path : {"f/a.html?id=3", "f/b?x=a.html", "f/c.css?v=1", "f/d?v=1.5"}) {
    write(path, "words");
  }
  const InputFiles found = find_inputs({at("f")}, {});
  EXPECT_THAT(names(found), ElementsAre("a.html?id=3", "b?x=a.html"));
  EXPECT_EQ(found.files[0].kind, FileKind::html);
}

TEST_F(FindInputs, WhatCannotBeReadInAFolderIsNamedAndCounted) {
  for (int i = 0; i < 9; ++i) write("f/" + std::to_string(i) + ".parquet", "PAR1....");
  write("f/a.html", "<p>");
  const InputFiles found = find_inputs({at("f")}, {});
  EXPECT_THAT(names(found), ElementsAre("a.html"));
  EXPECT_EQ(found.files_not_read, 9U);
  ASSERT_EQ(found.warnings.size(), 6U);
  EXPECT_THAT(found.warnings[0], HasSubstr("f/0.parquet: does not begin and end as Parquet"));
  EXPECT_THAT(found.warnings[5], HasSubstr("f: 4 more were not read: does not begin"));
}

TEST(FolderLabels, AreAsShortAsTellsApart) {
  const auto labels = [](const std::vector<std::string>& folders) {
    return folder_labels(folders);
  };
  EXPECT_THAT(labels({"/none/a", "/none/b/"}), ElementsAre("a", "b"));
  EXPECT_THAT(labels({"/none/1/a", "/none/2/a", "/none/b"}), ElementsAre("1/a", "2/a", "b"));
  EXPECT_THAT(labels({"/none/xa", "/none/a"}), ElementsAre("xa", "a"));
  EXPECT_THAT(labels({"/none/a", "/none/./a"}), ElementsAre("a", "a"));
  EXPECT_THAT(labels({}), IsEmpty());
}

TEST_F(FindInputs, AFolderWithoutPagesIsAWarning) {
  write("f/style.css", "p {}");
  const InputFiles found = find_inputs({at("f")}, {});
  EXPECT_TRUE(found.files.empty());
  EXPECT_THAT(found.warnings,
              ElementsAre(HasSubstr("no pages"), HasSubstr("1 other file was not read (.css 1)")));
}

TEST_F(FindInputs, AFileGivenTwiceIsReadOnce) {
  const std::string file = write("f/a.html", "<p>");
  write("f/b.html", "<p>");
  fs::create_symlink(file, at("link.html"));
  fs::create_hard_link(file, at("f/c.html"));
  const InputFiles twice = find_inputs({file, file, at("link.html")}, {});
  EXPECT_THAT(names(twice), ElementsAre(file));
  EXPECT_THAT(twice.warnings, ElementsAre(HasSubstr("read once"), HasSubstr("read once")));
  const InputFiles folder = find_inputs({at("f"), at("f/.")}, {});
  EXPECT_THAT(names(folder), ElementsAre("a.html", "b.html", "c.html"));
  EXPECT_THAT(folder.warnings, ElementsAre(HasSubstr("a.html and 2 more of this folder were")));
}

TEST_F(FindInputs, AFileAndLinksToItInAFolderAreOneFile) {
  write("f/sub/page.html", "<p>");
  write("f/data.bin", "<html>");
  fs::create_symlink(at("f/sub/page.html"), at("f/index.html"));
  fs::create_symlink("index.html", at("f/a.html"));
  for (const char* const link : {"f/y.html", "f/x.html"}) fs::create_symlink("data.bin", at(link));
  for (const bool follow : {false, true}) {
    const InputFiles found = find_inputs({at("f")}, {.follow = follow});
    EXPECT_THAT(names(found), ElementsAre("sub/page.html", "x.html"));
    EXPECT_THAT(found.warnings, ElementsAre(HasSubstr("links to files that are read already 3")));
    EXPECT_EQ(found.files_not_read, 4U);
  }
}

TEST_F(FindInputs, SeveralFoldersAreToldApart) {
  const std::string a = write("one/x.html", "<p>");
  const std::string b = write("two/x.html", "<p>");
  write("two/y.html", "<p>");
  const InputFiles folders = find_inputs({at("one"), at("two/")}, {});
  EXPECT_THAT(names(folders), ElementsAre("one/x.html", "two/x.html", "two/y.html"));
  EXPECT_EQ(out_names(folders), names(folders));
  write("deep/one/x.html", "<p>");
  const InputFiles alike = find_inputs({at("deep/one"), at("two")}, {});
  EXPECT_THAT(names(alike), ElementsAre("one/x.html", "two/x.html", "two/y.html"));
  const InputFiles files = find_inputs({a, b}, {});
  EXPECT_THAT(names(files), ElementsAre(a, b));
  EXPECT_THAT(out_names(files), ElementsAre(inside_path(a), inside_path(b)));
  EXPECT_THAT(out_names(find_inputs({a}, {})), ElementsAre("x.html"));
}

TEST_F(FindInputs, ReportNamesAreRefusedWhereCopiesAreWritten) {
  const auto is_refused = [](const std::string& argument) {
    const InputFiles found = find_inputs({argument}, {});  // reading them is allowed
    EXPECT_EQ(found.files.size(), 1U) << argument;
    try {
      refuse_report_names(found.files);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::already_exists);
      EXPECT_FALSE(error.where().empty());
      return true;
    }
    return false;
  };
  for (const std::string_view name : kReportNames) {
    if (name.ends_with(".parquet")) continue;  // finding one needs the plug-in
    EXPECT_TRUE(is_refused(write(std::string(name), "{}"))) << name;
  }
  for (const std::string_view name : kReportNames) {
    InputFile file;
    file.out_name = name;
    EXPECT_THROW(refuse_report_names({file}), Error) << name;
  }
  write("f/duplicates.jsonl", "{}");
  EXPECT_TRUE(is_refused(at("f")));
  write("g/sub/duplicates.jsonl", "{}");
  EXPECT_FALSE(is_refused(at("g")));
}

TEST_F(FindInputs, AResultIsNoInput) {
  write("f/summary.json",
        R"({"version":"1","profile":"balanced","recipe":{"name":"r","id":"0123456789abcdef"}})");
  write("f/a.jsonl", "{}");
  EXPECT_EQ(code_of({at("f")}), ErrorCode::unsupported);
  EXPECT_THAT(names(find_inputs({at("f/a.jsonl")}, {})), ElementsAre(at("f/a.jsonl")));
}

TEST_F(FindInputs, StandardInputIsNamedByItsKind) {
  const auto name_for = [&](const std::string& path) {
    const InputFiles found = find_inputs({"-"}, {.stdin_path = path});
    EXPECT_EQ(found.files.at(0).name, "-");
    EXPECT_EQ(found.files.at(0).path, path);
    EXPECT_EQ(found.files.at(0).unix_time, 0);
    return found.files.at(0).out_name;
  };
  EXPECT_EQ(name_for(write("spool1", "{\"text\":\"x\"}\n")), "stdin.jsonl");
  EXPECT_EQ(name_for(write("spool2", "{\"text\":\"x\"}\n", Packing::gzip)), "stdin.jsonl.gz");
  EXPECT_EQ(name_for(write("spool3", "WARC/1.0\r\n", Packing::zstd)), "stdin.warc.zst");
  EXPECT_EQ(name_for(write("spool4", "filedesc:", Packing::lz4)), "stdin.arc.lz4");
  EXPECT_EQ(name_for(write("spool5", "<html>")), "stdin.html");
  EXPECT_EQ(name_for(write("spool6", "")), "stdin.txt");
}

TEST_F(FindInputs, WhatWasFoundCanBeRead) {
  const std::string json = "{\"id\":1,\"text\":\"x\"}\n{\"id\":2,\"text\":\"y\"}\n";
  for (const Packing packing :
       {Packing::none, Packing::gzip, Packing::zstd, Packing::lz4, Packing::xz, Packing::bzip2}) {
    const std::string path = write("in" + std::string(name_of(packing)), json, packing);
    const InputFile file = find_inputs({path}, {}).files.at(0);
    const auto reader = open_records(file, {});
    RawRecord record;
    std::vector<std::uint64_t> offsets;
    while (reader->next(record)) offsets.push_back(record.offset);
    EXPECT_THAT(offsets, ElementsAre(0, 20)) << name_of(packing);
    EXPECT_FALSE(reader->damage().has_value());
  }
}

TEST_F(FindInputs, EmptyFilesHaveNoRecordUnlessTheyArePages) {
  for (const auto& [name, count] : {std::pair{"a.jsonl", 0},
                                    {"b.warc", 0},
                                    {"c.arc", 0},
                                    {"d.html", 1},
                                    {"e.txt", 1},
                                    {"f.jsonl.gz", 0}}) {
    const InputFile file = find_inputs({write(name, "")}, {}).files.at(0);
    const auto reader = open_records(file, {});
    RawRecord record;
    int records = 0;
    for (; reader->next(record); ++records) EXPECT_EQ(record.skip, Skip::no_text);
    EXPECT_EQ(records, count) << name;
  }
}

TEST(InsidePath, StaysInside) {
  EXPECT_EQ(inside_path("a.html"), "a.html");
  EXPECT_EQ(inside_path("/var/./a//b.html"), "var/a/b.html");
  EXPECT_EQ(inside_path("../../a/../b.html"), "a/b.html");
  EXPECT_EQ(inside_path(".."), "input");
}

TEST(OutNames, AreDistinctAndNeverFolders) {
  std::vector<InputFile> files(6);
  const char* const paths[] = {"a/x.warc.gz", "../a/x.warc.gz", "/a/x.warc.gz",
                               "news",        "b/news",         "f/news/y.html"};
  for (std::size_t i = 0; i < files.size(); ++i) files[i].path = files[i].name = paths[i];
  files[5].in_folder = true;
  files[5].name = "news/y.html";
  choose_out_names(files);
  std::vector<std::string> names;
  for (const InputFile& file : files) names.push_back(file.out_name);
  EXPECT_THAT(names, ElementsAre("a/x.warc.gz", "a/x-2.warc.gz", "a/x-3.warc.gz", "news-2",
                                 "b/news", "news/y.html"));
}

}  // namespace
}  // namespace facsim
