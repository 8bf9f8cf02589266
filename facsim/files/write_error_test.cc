// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/write_error.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "facsim/files/packed_input.h"

namespace facsim {
namespace {

TEST(WriteError, EveryWantOfRoomHasItsCodeAndItsRemedy) {
  for (const int full : {ENOSPC, EDQUOT}) {
    const Error error = write_error(full, "/x", "make room");
    EXPECT_EQ(error.code(), ErrorCode::no_space);
    EXPECT_STREQ(error.what(), "/x: no space left; make room");
  }
  const Error error = write_error(EFBIG, "/x", "make room");
  EXPECT_EQ(error.code(), ErrorCode::no_space);
  EXPECT_STREQ(error.what(),
               "/x: may not grow further; raise the limit (ulimit -f) or choose another file "
               "system");
}

TEST(WriteError, AllElseIsNotOfRoom) {
  EXPECT_FALSE(no_space_error(EIO, "/x", "make room"));
  const Error error = write_error(EIO, "/x", "make room");
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_STREQ(error.what(), "/x: cannot be written: Input/output error");
}

TEST(WriteError, ADeviceThatIsFullIsNamed) {
  const FileHandle full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  ASSERT_GE(full.get(), 0);
  write_all(full.get(), "", "/dev/full", "make room");
  try {
    write_all(full.get(), "bytes", "/dev/full", "make room");
    ADD_FAILURE() << "was written";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_space);
  }
}

}  // namespace
}  // namespace facsim
