// SPDX-License-Identifier: Apache-2.0
// Pages one by one from any input, and the messages about records that are not pages.
#include "facsim/read_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "facsim/base/error.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

class PageReaderTest : public testing::Test {
 protected:
  PageReaderTest() : temp_(testing::TempDir()) {}

  std::string write(const std::string& name, const std::string& bytes) {
    for_test::put(temp_.path() + "/" + name, bytes);
    return temp_.path() + "/" + name;
  }

  static std::vector<std::string> labels(PageReader& reader) {
    std::vector<std::string> found;
    for (Page page; reader.next(page);) found.push_back(label_of(reader.name()));
    return found;
  }

  TempFolder temp_;
};

TEST_F(PageReaderTest, ReadsWhatIsThereInOrder) {
  write("in/a.jsonl",
        "{\"id\":\"one\",\"text\":\"x\"}\nno object\n{\"text\":\"y\",\"url\":\"http://u/\"}\n");
  write("in/b.html", "<p>z");
  PageReader reader({temp_.path() + "/in"});
  Page page;
  ASSERT_TRUE(reader.next(page));
  EXPECT_EQ(page.bytes, "x");
  EXPECT_EQ(page.id, "one");
  EXPECT_EQ(reader.name().file, "a.jsonl");
  ASSERT_TRUE(reader.next(page));
  EXPECT_EQ(label_of(reader.name()), "a.jsonl:34");
  EXPECT_EQ(reader.name().url, "http://u/");
  ASSERT_TRUE(reader.next(page));
  EXPECT_EQ(page.format, PageFormat::html);
  EXPECT_EQ(page.id, "b.html") << "a file that is a page has its name";
  EXPECT_FALSE(reader.next(page));
  EXPECT_FALSE(reader.next(page)) << "also at the second call";
  EXPECT_EQ(reader.counts().files, 2U);
  EXPECT_EQ(reader.counts().records_read, 4U);
  EXPECT_EQ(reader.counts().pages_read, 3U);
  EXPECT_EQ(reader.counts().skipped[static_cast<std::size_t>(Skip::bad_json)], 1U);
  EXPECT_THAT(reader.warnings(),
              ElementsAre(HasSubstr("bad_json 1 (at " + temp_.path() + "/in/a.jsonl:24")));
}

TEST_F(PageReaderTest, ReadsTheFieldsThatItIsTold) {
  const std::string path = write("a.jsonl", "{\"body\":\"x\",\"key\":7}\n");
  PageReader reader({path}, {.read = {.text_field = "body", .id_field = "key"}});
  EXPECT_THAT(labels(reader), ElementsAre("7"));
}

TEST_F(PageReaderTest, SkipsWhatIsTooLarge) {
  const std::string path = write(
      "a.jsonl", "{\"text\":\"" + std::string(1000, 'x') + "\"}\n{\"id\":1,\"text\":\"y\"}\n");
  PageReader reader({path}, {.read = {.page_bytes_max = 500}});
  EXPECT_THAT(labels(reader), ElementsAre("1"));
  EXPECT_EQ(reader.counts().skipped[static_cast<std::size_t>(Skip::too_large)], 1U);
}

std::string gzip_member(const std::string& bytes) {
  const TempFolder folder(testing::TempDir());
  const std::string path = folder.path() + "/member.gz";
  const std::unique_ptr<ByteSink> sink = create_bytes(path, Packing::gzip);
  sink->write(bytes);
  sink->close();
  return for_test::bytes_of(path);
}

std::string warc_record(const std::string& type, const std::string& block, std::uint64_t claimed) {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nContent-Length: " + std::to_string(claimed) +
         "\r\n\r\n" + block + "\r\n\r\n";
}

// The page in the middle of each file is longer than the initial buffers of readers.
TEST_F(PageReaderTest, ReadsEveryPageWhereNoneIsTooLarge) {
  std::string lines;
  std::string table = "id,text\n";
  std::string archive;
  for (const std::size_t bytes : {std::size_t{1000}, std::size_t{3} << 20, std::size_t{1000}}) {
    const std::string text(bytes, 'x');
    lines.append(R"({"text":")").append(text).append("\"}\n");
    table.append("1,").append(text).append("\n");
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    for (const std::string& message :
         {head + "\r\n<p>" + text,
          head + "Content-Encoding: gzip\r\n\r\n" + gzip_member("<p>" + text)}) {
      archive += gzip_member(warc_record("response", message, message.size()));
    }
  }
  write("in/a.jsonl", lines);
  write("in/b.csv", table);
  write("in/c.warc.gz", archive);
  write("in/d.html", "<p>" + std::string(std::size_t{3} << 20, 'x'));
  // The record claims more bytes than the file has: no buffer is made for more than there are.
  const std::string page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>y";
  write("in/e.warc", warc_record("response", page, page.size()) +
                         warc_record("response", page, std::uint64_t{1} << 39));
  constexpr std::size_t kMost = ~std::size_t{0};
  for (const std::size_t most : {std::size_t{4} << 20, std::size_t{1} << 39, kMost / 4 + 1,
                                 kMost / 2 + 1, kMost - 1, kMost}) {
    PageReader reader({temp_.path() + "/in"}, {.read = {.page_bytes_max = most}});
    EXPECT_EQ(labels(reader).size(), 3U + 3 + 6 + 1 + 1) << most;
    const auto& skipped = reader.counts().skipped;
    EXPECT_EQ(skipped[static_cast<std::size_t>(Skip::too_large)], 0U) << most;
  }
}

TEST_F(PageReaderTest, ThrowsWhereNothingCanBeRead) {
  EXPECT_THAT([&] { PageReader({temp_.path() + "/none"}); },
              ThrowsMessage<Error>(HasSubstr("none")));
  const std::string path = write("bad.jsonl", "{\"a\":1}\n{broken\n");
  PageReader reader({path});
  Page page;
  EXPECT_THAT([&] { (void)reader.next(page); }, ThrowsMessage<Error>(HasSubstr("bad_json 1")));
  PageReader of_nothing({write("empty.jsonl", "")});
  EXPECT_THAT(labels(of_nothing), IsEmpty());
}

TEST_F(PageReaderTest, StopsWhenItIsTold) {
  const std::string path = write("a.jsonl", "{\"text\":\"x\"}\n{\"text\":\"y\"}\n");
  std::atomic<bool> cancelled = false;
  PageReader reader({path}, {.read = {}, .tmp = {}, .cancelled = &cancelled});
  Page page;
  EXPECT_TRUE(reader.next(page));
  cancelled = true;
  EXPECT_THAT([&] { (void)reader.next(page); }, ThrowsMessage<Error>(HasSubstr("cancelled")));
}

}  // namespace
}  // namespace facsim
