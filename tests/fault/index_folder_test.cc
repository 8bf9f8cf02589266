// SPDX-License-Identifier: Apache-2.0
// A writer dies, or the disk is full, at each step of each kind of change; then the folder is
// checked.
//
// The same change is run once for each of its steps, every time on a fresh copy of the same folder.
// Later readers must see the old state or the new one. The next writer must not fail on what is
// left, must leave nothing foreign in the folder, and must be able to make the change.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/files/temp_folder.h"
#include "facsim/store/index_folder.h"
#include "facsim/store/step_hook.h"
#include "facsim/store/tombstones.h"

namespace facsim {
namespace {

using Start = IndexWriter::Start;
namespace fs = std::filesystem;

constexpr RecipeId kRecipe{0x41aa};
constexpr int kKilledWriter = 9;

// ---- the changes; `folder` is the index ----

SegmentEntry write_segment(const IndexWriter& writer, Manifest& next, const std::string& text) {
  SegmentEntry entry{segment_name(next.next_segment++), text.size(), {}, {}};
  SegmentWriter segment(writer.path_of(entry.name), "fingerprints", kRecipe);
  segment.add("text", std::as_bytes(std::span(text)));
  // Long enough for several writes.
  const std::string filler(2'500'000, 'x');
  segment.add("long", std::as_bytes(std::span(filler)));
  entry.stamp = segment.commit();
  return entry;
}

void put_segment(const std::string& folder, const std::string& text, Start start) {
  IndexWriter writer(folder, start);
  Manifest next = writer.manifest();
  next.recipe = kRecipe;
  next.segments.push_back(write_segment(writer, next, text));
  writer.commit(next);
}

void build(const std::string& folder) { put_segment(folder, "abc", Start::over); }
void build_other(const std::string& folder) { put_segment(folder, "xyz", Start::over); }
void add(const std::string& folder) { put_segment(folder, "def", Start::existing); }

void remove_first_entries(const std::string& folder) {
  IndexWriter writer(folder, Start::existing);
  Manifest next = writer.manifest();
  for (SegmentEntry& entry : next.segments) {
    std::vector<std::uint64_t> dead;
    if (entry.tombstones) {
      const Segment file = Segment::open(writer.path_of(entry.tombstones->name));
      dead = read_tombstones(file, entry.entries);
    }
    dead.push_back(dead.size());
    const std::string name = tombstones_name(entry.name, next.generation + 1);
    entry.tombstones = {name, dead.size(), write_tombstones(writer.path_of(name), dead)};
  }
  writer.commit(next);
}

std::string content_of_index(const IndexFiles& files) {
  std::string all;
  for (const IndexPart& part : files.parts) {
    EXPECT_TRUE(part.segment->verify().empty());
    const auto text = part.segment->section_of<char>("text");
    for (std::uint64_t at = 0; at < text.size(); ++at) {
      const auto& dead = *part.tombstones;
      if (!std::binary_search(dead.begin(), dead.end(), at)) all += text[at];
    }
    all += '|';
  }
  return all;
}

// Returns what a reader sees; "none" if there is no index.
std::string content(const std::string& folder) {
  try {
    return content_of_index(open_consistent(folder));
  } catch (const Error& failed) {
    if (failed.code() != ErrorCode::not_found) throw;
    return "none";
  }
}

void compact(const std::string& folder) {
  IndexWriter writer(folder, Start::existing);
  Manifest next = writer.manifest();
  std::string all = content(folder);
  std::erase(all, '|');
  next.segments = {write_segment(writer, next, all)};
  writer.commit(next);
}

// ---- the checks ----

std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  if (!fs::exists(folder)) return names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

// Returns MANIFEST, LOCK, and what the manifest names: the folder may contain nothing else.
std::set<std::string> names_of_index(const std::string& folder) {
  std::set<std::string> names = {"MANIFEST", "LOCK"};
  for (const SegmentEntry& entry : read_manifest(folder).segments) {
    names.insert(entry.name);
    if (entry.tombstones) names.insert(entry.tombstones->name);
  }
  return names;
}

struct Change {
  const char* name;
  std::function<void(const std::string&)> run;
  bool on_index;  // an index exists before
};

void PrintTo(const Change& change, std::ostream* out) { *out << change.name; }

class FaultTest : public testing::TestWithParam<Change> {
 protected:
  void SetUp() override {
    if (!GetParam().on_index) return;
    build(base_);
    add(base_);
    remove_first_entries(base_);
  }
  // Makes a fresh copy of the state before the change.
  [[nodiscard]] std::string fresh() {
    fs::remove_all(folder_.path() + "/copy");
    if (!fs::exists(base_)) return copy_;
    fs::create_directories(copy_);
    fs::copy(base_, copy_);
    return copy_;
  }
  [[nodiscard]] std::vector<std::string> steps() {
    std::vector<std::string> all;
    const std::string folder = fresh();
    const StepHookScope scope([&](std::string_view step) { all.emplace_back(step); });
    GetParam().run(folder);
    return all;
  }
  // The change must still be possible after a failed one, and must leave the folder clean.
  void expect_next_writer_succeeds(const std::string& folder, const std::string& now,
                                   const std::string& before, const std::string& after,
                                   const std::string& where) {
    if (now == before) {
      GetParam().run(folder);
      EXPECT_EQ(content(folder), after) << where;
    } else {
      {
        const IndexWriter writer(folder, Start::existing);
      }
      EXPECT_EQ(content(folder), now) << where;
    }
    EXPECT_EQ(names_in(folder), names_of_index(folder)) << where;
  }

  TempFolder folder_{testing::TempDir()};
  std::string base_ = folder_.path() + "/base/index";
  std::string copy_ = folder_.path() + "/copy/index";
};

TEST_P(FaultTest, KilledAtEachStep) {
  const std::vector<std::string> all = steps();
  const std::string before = content(base_);
  const std::string after = content(copy_);
  ASSERT_NE(before, after);
  bool committed = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string where = "killed before step " + std::to_string(i) + ", " + all[i];
    const std::string folder = fresh();
    std::optional<IndexFiles> reader;
    if (GetParam().on_index) reader = open_consistent(folder);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      std::size_t taken = 0;
      const StepHookScope scope([&](std::string_view) {
        if (taken++ == i) ::_exit(kKilledWriter);
      });
      GetParam().run(folder);
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == kKilledWriter) << where;
    const std::string now = content(folder);
    // The old state before the one commit, the new one after it.
    if (i > 0 && all[i - 1] == "rename MANIFEST") committed = true;
    EXPECT_EQ(now, committed ? after : before) << where;
    if (reader) {
      EXPECT_EQ(content_of_index(*reader), before) << where;
    }
    expect_next_writer_succeeds(folder, now, before, after, where);
  }
  EXPECT_TRUE(committed);
}

TEST_P(FaultTest, TheDiskIsFullAtEachStep) {
  const std::vector<std::string> all = steps();
  const std::string before = content(base_);
  const std::string after = content(copy_);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string where = "no space at step " + std::to_string(i) + ", " + all[i];
    const std::string folder = fresh();
    std::size_t taken = 0;
    std::optional<ErrorCode> refused;
    try {
      const StepHookScope scope([&](std::string_view) {
        if (taken++ == i) throw Error(ErrorCode::no_space, "no space left", folder);
      });
      GetParam().run(folder);
    } catch (const Error& failed) {
      refused = failed.code();
    }
    const std::string now = content(folder);
    EXPECT_TRUE(now == before || now == after) << where;
    if (now == before) {
      EXPECT_EQ(refused, ErrorCode::no_space) << where;
      // The failed change leaves nothing, and the index itself is unchanged.
      EXPECT_EQ(names_in(folder), names_in(base_)) << where;
      EXPECT_EQ(fs::exists(fs::path(folder).parent_path()), fs::exists(base_)) << where;
    } else if (refused) {
      // A failure after the commit must not look like a change that was not made.
      EXPECT_EQ(refused, ErrorCode::committed) << where;
    }
    expect_next_writer_succeeds(folder, now, before, after, where);
  }
}

// A killed process loses nothing that the system has; a power cut does. A file must be on the disk
// before its name is, and all names before the manifest that relies on them.
TEST_P(FaultTest, NothingIsReliedOnBeforeItIsOnTheDisk) {
  std::set<std::string> unsynced_files;
  bool unsynced_names = false;
  bool committed = false;
  for (const std::string& step : steps()) {
    const std::string verb = step.substr(0, step.find(' '));
    const std::string name = step.substr(step.rfind(' ') + 1);
    if (step == "sync folder") {
      unsynced_names = false;
    } else if (verb == "write" && name != "LOCK") {
      unsynced_files.insert(name);
    } else if (verb == "sync") {
      unsynced_files.erase(name);
    } else if (verb == "rename") {
      EXPECT_FALSE(unsynced_files.contains(name)) << step;
      if (name == "MANIFEST") {
        EXPECT_FALSE(unsynced_names);
        committed = true;
      }
      unsynced_names = true;
    } else if (verb == "remove") {
      EXPECT_TRUE(committed && !unsynced_names) << step;
    }
  }
  EXPECT_TRUE(committed);
  EXPECT_TRUE(unsynced_files.empty());
  EXPECT_FALSE(unsynced_names);
}

// The same, caused by the system itself: files may not grow beyond a limit that some write exceeds.
TEST_P(FaultTest, FilesMayNotGrow) {
  (void)steps();
  const std::string before = content(base_);
  const std::string after = content(copy_);
  for (const rlim_t bytes_max :
       {0U, 10U, 100U, 130U, 600U, 4096U, 100'000U, 2'000'000U, 4'000'000U}) {
    const std::string folder = fresh();
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{bytes_max, bytes_max};
      if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
      try {
        GetParam().run(folder);
      } catch (const Error& failed) {
        ::_exit(failed.code() == ErrorCode::no_space ? 1 : 3);
      }
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 0) {
      EXPECT_EQ(content(folder), after) << bytes_max;
    } else {
      EXPECT_EQ(WEXITSTATUS(status), 1) << bytes_max;
      EXPECT_LT(bytes_max, 4'000'000U);
      EXPECT_EQ(content(folder), before) << bytes_max;
      EXPECT_EQ(names_in(folder), names_in(base_)) << bytes_max;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Changes, FaultTest,
                         testing::Values(Change{"build", build, false}, Change{"add", add, true},
                                         Change{"remove", remove_first_entries, true},
                                         Change{"compact", compact, true},
                                         Change{"rebuild", build_other, true}),
                         [](const auto& test) { return std::string(test.param.name); });

// Readers need no lock: while one writer compacts again and again, every read sees one state.
TEST(ReadersBesideAWriter, SeeOneStateEach) {
  const TempFolder folder{testing::TempDir()};
  const std::string index = folder.path() + "/index";
  build(index);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    try {
      for (int round = 0; round < 60; ++round) {
        add(index);
        remove_first_entries(index);
        compact(index);
      }
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  std::size_t looks = 0;
  std::set<std::uint64_t> generations;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    const IndexFiles files = open_consistent(index);
    generations.insert(files.manifest.generation);
    // An add brings three entries, a removal takes one from each segment, in a fixed rhythm.
    std::string all = content_of_index(files);
    const std::size_t parts = files.parts.size();
    EXPECT_EQ(static_cast<std::size_t>(std::count(all.begin(), all.end(), '|')), parts);
    std::erase(all, '|');
    const std::uint64_t round = (files.manifest.generation - 1) / 3;
    const std::size_t expected[] = {3 + round, 6 + round, 4 + round};
    EXPECT_EQ(all.size(), expected[(files.manifest.generation - 1) % 3]);
    ++looks;
  }
  EXPECT_EQ(status, 0);
  EXPECT_GT(looks, 0U);
  EXPECT_GT(generations.size(), 1U);
}

}  // namespace
}  // namespace facsim
