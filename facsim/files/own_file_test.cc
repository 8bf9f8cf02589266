// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/own_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/files/byte_source.h"
#include "facsim/files/temp_folder.h"
#include "facsim/files/waiting.h"

namespace facsim {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class OwnFile : public testing::Test {
 public:
  ~OwnFile() override { ask_while_waiting(nullptr); }

 protected:
  OwnFile() : folder_(testing::TempDir()) {}

  [[nodiscard]] std::string at(const std::string& name) const {
    return folder_.path() + "/" + name;
  }

  // Creates files that are not regular, one of each kind.
  std::vector<std::string> make_special_files() {
    EXPECT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
    fs::create_symlink("pipe", at("link"));
    fs::create_symlink("/dev/zero", at("device"));
    fs::create_symlink("/dev/null", at("nothing"));
    std::vector<std::string> paths = {at("pipe"), at("link"), at("device"), at("nothing")};
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (at("socket").size() < sizeof address.sun_path) {
      at("socket").copy(address.sun_path, sizeof address.sun_path - 1);
      const FileHandle socket(::socket(AF_UNIX, SOCK_STREAM, 0));
      EXPECT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
      paths.push_back(at("socket"));
    }
    return paths;
  }

  static Error error_of(const std::function<void()>& call) {
    try {
      call();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return {ErrorCode::io, ""};
  }

  TempFolder folder_;
};

TEST_F(OwnFile, WhatIsNoRegularFileIsRefusedAtOnce) {
  for (const std::string& path : make_special_files()) {
    const std::vector<std::function<void()>> doors = {
        [&] { (void)open_own_file(path); },
        [&] { (void)read_own_file(path, 10, "too large"); },
        [&] { (void)open_own_lock(path); },
        [&] { (void)open_own_bytes(path); },
    };
    for (const auto& door : doors) {
      const Error error = error_of(door);
      EXPECT_EQ(error.code(), ErrorCode::io) << path;
      EXPECT_THAT(error.what(), HasSubstr(path + ": is no regular file"));
    }
    EXPECT_EQ(beginning_of_own(path, 10), std::nullopt);
    EXPECT_LT(create_own_file(path).get(), 0);
    EXPECT_EQ(errno, EEXIST);
    EXPECT_LT(open_own_folder(path).get(), 0);
  }
}

TEST_F(OwnFile, ARegularFileIsReadAndALinkToOneToo) {
  std::ofstream(at("file")) << "twelve bytes";
  fs::create_symlink("file", at("link"));
  for (const char* const name : {"file", "link"}) {
    EXPECT_EQ(read_own_file(at(name), 12, "x"), "twelve bytes");
    EXPECT_GE(open_own_file(at(name)).get(), 0);
    EXPECT_GE(open_own_lock(at(name)).get(), 0);
    std::vector<char> bytes(100);
    EXPECT_EQ(open_own_bytes(at(name))->read(bytes), 12U);
  }
  EXPECT_EQ(error_of([&] { (void)read_own_file(at("file"), 11, "is too large"); }).code(),
            ErrorCode::invalid_argument);
  EXPECT_EQ(beginning_of_own(at("file"), 6), "twelve");
  EXPECT_EQ(beginning_of_own(at("file"), 100), "twelve bytes");
  EXPECT_EQ(beginning_of_own(at("link"), 100), std::nullopt) << "a link may be anybody's";
  std::ofstream(at("empty")).close();
  EXPECT_EQ(read_own_file(at("empty"), 0, "x"), "");
}

TEST_F(OwnFile, WhatIsNotThereOrIsAFolder) {
  EXPECT_EQ(error_of([&] { (void)open_own_file(at("none")); }).code(), ErrorCode::not_found);
  EXPECT_EQ(error_of([&] { (void)open_own_file(at("none/x")); }).code(), ErrorCode::not_found);
  EXPECT_EQ(error_of([&] { (void)open_own_file(folder_.path()); }).code(), ErrorCode::io);
  EXPECT_EQ(beginning_of_own(at("none"), 1), std::nullopt);
  EXPECT_EQ(beginning_of_own(folder_.path(), 1), std::nullopt);
  EXPECT_LT(open_own_lock(at("lock"), WhereMissing::refuse).get(), 0);
  EXPECT_GE(open_own_lock(at("lock")).get(), 0);
  EXPECT_GE(open_own_lock(at("lock"), WhereMissing::refuse).get(), 0);
  EXPECT_TRUE(fs::is_regular_file(at("lock")));
  EXPECT_LT(open_own_lock(folder_.path()).get(), 0);
  EXPECT_GE(create_own_file(at("new"), 0600).get(), 0);
  EXPECT_EQ(fs::status(at("new")).permissions(), fs::perms(0600));
  const FileHandle top = open_own_folder(folder_.path());
  fs::create_directory(at("sub"));
  fs::create_directory_symlink("sub", at("to-sub"));
  EXPECT_GE(open_own_folder(top, "sub").get(), 0);
  EXPECT_LT(open_own_folder(top, "to-sub").get(), 0);
}

// --- inputs of the user ---

std::string all_of(ByteSource& source) {
  std::string text(100, '\0');
  std::size_t filled = 0;
  while (const std::size_t got = source.read(std::span(text).subspan(filled))) filled += got;
  text.resize(filled);
  return text;
}

TEST_F(OwnFile, APipeOfAUserIsReadWheneverItsWriterComes) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  for (const std::string text : {"", "a", "two parts"}) {
    std::thread writer([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(150));
      std::ofstream pipe(at("pipe"), std::ios::binary);
      for (const char c : text) {
        pipe << c << std::flush;
        if (c == ' ') std::this_thread::sleep_for(std::chrono::milliseconds(150));
      }
    });
    const auto source = open_bytes(at("pipe"));
    EXPECT_EQ(all_of(*source), text);
    writer.join();
  }
}

std::atomic<int> asked = 0;

TEST_F(OwnFile, AWaitEndsWhereTheQuestionThrows) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  asked = 0;
  ask_while_waiting([] {
    if (++asked == 3) throw Error{ErrorCode::cancelled, "stopped"};
  });
  EXPECT_EQ(error_of([&] { (void)open_bytes(at("pipe")); }).code(), ErrorCode::cancelled);
  EXPECT_EQ(asked, 3);
  // The same with a writer that writes nothing.
  asked = 0;
  const FileHandle writer(::open(at("pipe").c_str(), O_RDWR | O_CLOEXEC));
  EXPECT_EQ(error_of([&] { (void)open_bytes(at("pipe")); }).code(), ErrorCode::cancelled);
  // No wait for a file.
  std::ofstream(at("file")) << "x";
  EXPECT_EQ(all_of(*open_bytes(at("file"))), "x");
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace facsim
