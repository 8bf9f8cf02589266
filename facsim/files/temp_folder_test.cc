// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/temp_folder.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/files/packed_for_test.h"
#include "facsim/files/scratch_file_internal.h"

namespace facsim {
namespace {

using for_test::Folder;
using for_test::some_text;
using testing::HasSubstr;

std::span<const std::byte> bytes_of_text(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::string text_at(const ScratchFile& file, std::uint64_t offset, std::size_t bytes) {
  std::string text(bytes, '\0');
  file.read(offset, std::as_writable_bytes(std::span(text.data(), text.size())));
  return text;
}

TEST(TempFolder, VanishesWithItsObjectAndLeavesNoNamesInside) {
  const Folder parent;
  std::string path;
  {
    TempFolder folder(parent.path());
    path = folder.path();
    EXPECT_THAT(path, testing::StartsWith(parent.path() + "/facsim-"));
    const auto file = folder.create();
    file->append(bytes_of_text("abc"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path), {}), 1);  // the owner file
    parent.put(path.substr(parent.path().size() + 1) + "/left", "a file of somebody else");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TempFolder, MissingParentIsAnError) {
  const Folder parent;
  try {
    TempFolder folder(parent.file("missing"));
    FAIL() << "a folder was made inside a missing one";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::not_found);
    EXPECT_THAT(error.what(), HasSubstr("name one with tmp"));
  }
}

// The reference is a string.
RC_GTEST_PROP(ScratchFile, ReadsWhatWasAppended, ()) {
  const Folder parent;
  TempFolder folder(parent.path());
  const auto file = folder.create();
  std::string twin;
  const int steps = *rc::gen::inRange(0, 30);
  for (int i = 0; i < steps; ++i) {
    const bool large = *rc::gen::inRange(0, 4) == 0;
    const auto bytes = *rc::gen::inRange<std::size_t>(0, large ? 600'000 : 5'000);
    const std::string text = some_text(bytes, static_cast<std::uint64_t>(i));
    file->append(bytes_of_text(text));
    twin += text;
    RC_ASSERT(file->size() == twin.size());
    const auto from = *rc::gen::inRange<std::size_t>(0, twin.size() + 1);
    const auto count = *rc::gen::inRange<std::size_t>(0, twin.size() - from + 1);
    RC_ASSERT(text_at(*file, from, count) == twin.substr(from, count));
  }
  RC_ASSERT(text_at(*file, 0, twin.size()) == twin);
}

TEST(ScratchFile, ManyThreadsMakeAndReadFiles) {
  const Folder parent;
  TempFolder folder(parent.path());
  const auto shared = folder.create();
  const std::string text = some_text(1'000'000);
  shared->append(bytes_of_text(text));
  shared->append(bytes_of_text("tail"));
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 200; ++i) {
        const std::size_t from = (i * 7919 + t * 104'729) % 990'000;
        if (text_at(*shared, from, 5000) != text.substr(from, 5000)) ++wrong[t];
        const auto own = folder.create();
        own->append(bytes_of_text(text.substr(i, 10)));
        if (text_at(*own, 0, 10) != text.substr(i, 10)) ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, testing::Each(0));
  EXPECT_EQ(text_at(*shared, 999'998, 6), text.substr(999'998) + "tail");
}

TEST(ScratchFile, FullDiskNamesTheFolderAndTheRemedy) {
  const int full = ::open("/dev/full", O_RDWR | O_CLOEXEC);
  if (full < 0) GTEST_SKIP() << "skipped: no /dev/full";
  std::atomic<std::uint64_t> written = 0;
  DiskScratchFile file{FileHandle(full), "/tmp/facsim-abc", written};
  const std::string text = some_text(100'000);
  try {
    for (int i = 0; i < 10; ++i) file.append(bytes_of_text(text));
    FAIL() << "a full disk took everything";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_space);
    EXPECT_STREQ(error.what(), "/tmp/facsim-abc: no space left; give tmp a larger folder");
  }
}

}  // namespace
}  // namespace facsim
