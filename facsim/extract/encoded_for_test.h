// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests only: converts a text to another encoding. ICU's converters are the second opinion on
// the bytes of an encoding.

#include <gtest/gtest.h>
#include <unicode/ucnv.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace facsim::for_test {

inline std::string encoded(const std::string& utf8, const char* encoding) {
  std::string bytes(utf8.size() * 4 + 16, '\0');
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t size =
      ucnv_convert(encoding, "UTF-8", bytes.data(), static_cast<std::int32_t>(bytes.size()),
                   utf8.data(), static_cast<std::int32_t>(utf8.size()), &error);
  EXPECT_TRUE(U_SUCCESS(error)) << encoding << ": " << u_errorName(error);
  bytes.resize(static_cast<std::size_t>(std::max(size, 0)));
  return bytes;
}

}  // namespace facsim::for_test
