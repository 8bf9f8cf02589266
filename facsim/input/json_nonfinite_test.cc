// SPDX-License-Identifier: Apache-2.0
// NaN and Infinity in JSON lines, as Python's json writes them.
#include <gtest/gtest.h>

#include "facsim/input/json_object_internal.h"
#include "facsim/input/json_page_internal.h"
#include "facsim/input/json_repair.h"

namespace facsim {
namespace {

Decoded nonfinite_line(const std::string& line, ReadOptions options = {}) {
  JsonPageReader reader(std::move(options));
  return reader.read(line, 0);
}

TEST(JsonNonfinite, TheyAreNull) {
  for (const char* const word : {"NaN", "Infinity", "-Infinity"}) {
    const std::string value(word);
    const Decoded page = nonfinite_line(R"({"id": )" + value + R"( ,"text":"a page","score":)" +
                                            value + ",\"list\":[1," + value + "]}",
                                        {.keep_fields = {"score"}});
    EXPECT_EQ(page.skip, Skip::none) << word;
    EXPECT_EQ(page.page.bytes, "a page");
    EXPECT_EQ(page.page.id, "");
    EXPECT_EQ(page.page.keep_values[0], std::nullopt);
    EXPECT_EQ(nonfinite_line("{\"text\":" + value + "}").skip, Skip::no_text);
    EXPECT_TRUE(is_json_object("{\"text\":\"x\",\"n\":" + value + "}"));
  }
}

TEST(JsonNonfinite, WordsInTextsStay) {
  const Decoded page =
      nonfinite_line(R"({"text":"NaN, -Infinity, [NaN]","NaN":NaN,"n":1.50})", {.id_field = "n"});
  EXPECT_EQ(page.page.bytes, "NaN, -Infinity, [NaN]");
  EXPECT_EQ(page.page.id, "1.50");
}

TEST(JsonNonfinite, OtherWordsAreNoJson) {
  for (const char* const value : {"nan", "-NaN", "+Infinity", "NaN5", "NaNNaN", "NaN NaN",
                                  "Infinit", "-", "- Infinity", "NaN:1"}) {
    EXPECT_EQ(nonfinite_line(R"({"text":"x","n":)" + std::string(value) + "}").skip, Skip::bad_json)
        << value;
  }
  EXPECT_EQ(nonfinite_line(R"({"text":"x",NaN:1})").skip, Skip::bad_json);
  EXPECT_EQ(nonfinite_line("NaN").skip, Skip::bad_json);
}

TEST(JsonNonfinite, IdsAndKeepFieldsMayBeTrueOrFalse) {
  EXPECT_EQ(nonfinite_line(R"({"text":"x","id":true})").page.id, "true");
  EXPECT_EQ(nonfinite_line(R"({"text":"x","id":false})").page.id, "false");
  const ReadOptions keep{.keep_fields = {"best"}};
  EXPECT_EQ(nonfinite_line(R"({"text":"x","best":true})", keep).page.keep_values[0], 1.0);
}

TEST(JsonNonfinite, TheRepairLeavesTheRest) {
  EXPECT_EQ(repair_json(R"({"a":NaN,"b":"NaN","c":[ -Infinity ]})"),
            R"({"a":null,"b":"NaN","c":[ null ]})");
  EXPECT_EQ(repair_json("NaN"), "NaN");
  EXPECT_EQ(repair_json("{\"a\":NaN"), "{\"a\":NaN");
}

}  // namespace
}  // namespace facsim
