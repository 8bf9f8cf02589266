// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/charset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <simdjson.h>

#include <string>

#include "facsim/extract/encoded_for_test.h"

namespace facsim {
namespace {

using for_test::encoded;
using namespace std::string_literals;

struct Answer {
  std::string text;
  std::string charset;
  std::uint64_t replaced = 0;
  friend bool operator==(const Answer&, const Answer&) = default;
};

void PrintTo(const Answer& answer, std::ostream* out) {
  *out << answer.charset << ": \"" << answer.text << "\", replaced " << answer.replaced;
}

Answer decode(std::string_view bytes, const DecodeOptions& options = {}) {
  Decoder decoder;
  const DecodedText decoded = decoder.decode(bytes, options);
  return {std::string(decoded.text), std::string(decoded.charset), decoded.replaced};
}

struct Known {
  const char* label;
  const char* name;  // as the Encoding Standard writes it
  std::string bytes;
  std::string text;
};

const std::vector<Known>& known() {
  static const std::vector<Known> table = {
      {"gb18030", "gb18030", "\xBA\xBA\xD7\xD6\x81\x39\xEE\x39\x94\x39\xFC\x36", "汉字㐀😀"},
      {"gb2312", "GBK", "\xBA\xBA\xD7\xD6\xB1\xE0\xC2\xEB", "汉字编码"},
      {"big5", "Big5", "\xBA\x7E\xA6\x72\xBD\x73\xBD\x58", "漢字編碼"},
      {"shift_jis", "Shift_JIS", "\x93\xFA\x96\x7B\x8C\xEA\x83\x65\x83\x4C", "日本語テキ"},
      {"euc-jp", "EUC-JP", "\xC6\xFC\xCB\xDC\xB8\xEC\xA5\xC6\xA5\xAD", "日本語テキ"},
      {"iso-2022-jp", "ISO-2022-JP", "\x1B$BF|K\\8l\x1B(B", "日本語"},
      {"euc-kr", "EUC-KR", "\xC7\xD1\xB1\xB9\xBE\xEE", "한국어"},
      {"windows-1251", "windows-1251", "\xCF\xF0\xE8\xE2\xE5\xF2", "Привет"},
      {"latin1", "windows-1252", "caf\xE9 \x80 \x93q\x94", "café € “q”"},
      {"koi8-r", "KOI8-R", "\xF0\xD2\xC9\xD7\xC5\xD4", "Привет"},
      {"iso-8859-2", "ISO-8859-2", "\xAElu\xBBou\xE8k\xFD", "Žluťoučký"},
      {"utf-16le", "UTF-16LE", "a\0\xE9\0\x22\x6F\x3D\xD8\0\xDE"s, "aé漢😀"},
      {"utf-16be", "UTF-16BE", "\0a\0\xE9\x6F\x22\xD8\x3D\xDE\0"s, "aé漢😀"},
      {"utf-8", "UTF-8", "aé漢😀", "aé漢😀"},
  };
  return table;
}

TEST(Charset, HttpHeaderNamesIt) {
  for (const Known& row : known()) {
    EXPECT_EQ(decode(row.bytes, {.http_charset = row.label}), (Answer{row.text, row.name, 0}))
        << row.label;
  }
}

TEST(Charset, LabelsAreTrimmedAndFolded) {
  for (const char* label : {"GB2312", " gb2312 ", "\"gb2312\"", "'GBK'", "\tgb_2312-80\n"}) {
    EXPECT_EQ(decode("\xBA\xBA", {.http_charset = label}).text, "汉") << label;
  }
}

TEST(Charset, ByteOrderMarkBeatsHeaderAndMeta) {
  const std::string meta = "<meta charset=windows-1251>";
  EXPECT_EQ(decode("\xEF\xBB\xBF" + meta + "é", {.http_charset = "big5", .is_html = true}),
            (Answer{meta + "é", "UTF-8", 0}));
  EXPECT_EQ(decode("\xFF\xFE\xE9\0"s, {.http_charset = "utf-8"}), (Answer{"é", "UTF-16LE", 0}));
  EXPECT_EQ(decode("\xFE\xFF\0\xE9"s, {.http_charset = "utf-8"}), (Answer{"é", "UTF-16BE", 0}));
}

TEST(Charset, HeaderBeatsMeta) {
  const std::string page = "<meta charset=windows-1251>\xBA\xBA";
  EXPECT_EQ(decode(page, {.http_charset = "gbk", .is_html = true}).charset, "GBK");
}

TEST(Charset, MetaInItsManyForms) {
  const std::string forms[] = {
      "<meta charset=windows-1251>",
      "<META CHARSET='windows-1251'>",
      "<!-- <meta charset=utf-8> --><meta charset=\"cp1251\">",
      "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1251\">",
      "<html><title>x</title><meta content='text/html;charset=cp1251' http-equiv=content-type>",
      "<meta charset=no-such-thing><meta charset=windows-1251>",
      "<?xml version=\"1.0\" encoding='windows-1251' ?><html>",
      std::string(4000, ' ') + "<meta charset=windows-1251>",
  };
  for (const std::string& form : forms) {
    EXPECT_EQ(decode(form + "\xCF\xF0", {.is_html = true}),
              (Answer{form + "Пр", "windows-1251", 0}))
        << form;
  }
}

TEST(Charset, MetaIsReadInHtmlOnly) {
  EXPECT_EQ(decode("<meta charset=windows-1251> é").charset, "UTF-8");
}

// The declaration was readable as ASCII, so the page is not in UTF-16.
TEST(Charset, MetaThatSaysUtf16MeansUtf8) {
  EXPECT_EQ(decode("<meta charset=utf-16>é", {.is_html = true}).charset, "UTF-8");
}

TEST(Charset, InJsonNoDeclarationCounts) {
  const DecodeOptions options{.http_charset = "gbk", .is_html = true, .is_unicode = true};
  EXPECT_EQ(decode("<meta charset=windows-1251>é", options),
            (Answer{"<meta charset=windows-1251>é", "UTF-8", 0}));
  EXPECT_EQ(decode("\xEF\xBB\xBFq", options).text, "q");
  EXPECT_EQ(decode("\xFF\xFEq\0"s, options), (Answer{"��q\0"s, "UTF-8", 2}));
}

TEST(Charset, RefusedEncodingsArePassedOver) {
  for (const char* label : {"iso-2022-kr", "hz-gb-2312", "replacement", "", "  ", "klingon"}) {
    EXPECT_EQ(decode("plain é", {.http_charset = label}), (Answer{"plain é", "UTF-8", 0})) << label;
  }
}

TEST(Charset, UndeclaredIsDetected) {
  const std::pair<const char*, std::string> texts[] = {
      {"windows-1251",
       "Съешь же ещё этих мягких французских булок, да выпей чаю. Широкая электрификация южных "
       "губерний даст мощный толчок подъёму сельского хозяйства."},
      {"Shift_JIS",
       "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした"
       "所でニャーニャー泣いていた事だけは記憶している。"},
      {"GB18030",
       "人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。"},
      {"Big5",
       "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。"},
      {"EUC-KR", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."},
      {"windows-1252", "Les êtres humains naissent libres et égaux en dignité et en droits."},
      {"TIS-620",
       "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม "
       "และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ"},
  };
  for (const auto& [encoding, text] : texts) {
    EXPECT_EQ(decode(encoded(text, encoding)).text, text) << encoding;
    const std::string page = "<html><script>var latin = 1;</script><p>" + encoded(text, encoding) +
                             "</p><style>p { color: red }</style>";
    EXPECT_THAT(decode(page, {.is_html = true}).text, testing::HasSubstr(text)) << encoding;
  }
}

TEST(Charset, Utf16WithoutAMarkIsKnownByItsZeroBytes) {
  const std::string text = "Les êtres humains naissent libres et égaux en dignité et en droits.";
  EXPECT_EQ(decode(encoded(text, "UTF-16LE")), (Answer{text, "UTF-16LE", 0}));
  EXPECT_EQ(decode(encoded(text, "UTF-16BE")), (Answer{text, "UTF-16BE", 0}));
}

TEST(Charset, NothingToGoByIsWindows1252) {
  EXPECT_EQ(decode("\x81\x8D\x8F\x90\x9D").charset, "windows-1252");
}

TEST(Charset, IllFormedSequencesAreReplacedAndCounted) {
  struct Case {
    std::string bytes, text;
    std::uint64_t replaced;
  };
  const Case cases[] = {
      {"a\xFFz", "a�z", 1},
      {"a\xE6\xBC", "a�", 1},  // cut at the end: one maximal part
      {"\xE6\xBCz", "�z", 1},
      {"\xC0\x80", "��", 2},            // an overlong NUL
      {"\xED\xA0\x80", "���", 3},       // a surrogate
      {"\xF4\x90\x80\x80", "����", 4},  // beyond Unicode
      {"\xEF\xBF\xBD\x80", "��", 1},    // the page's own U+FFFD is not counted
  };
  // Among this many well-formed sequences, a few ill-formed ones are not a reason to doubt the
  // declaration.
  std::string others;
  for (int i = 0; i < 40; ++i) others += "é ";
  for (const Case& c : cases) {
    EXPECT_EQ(decode(others + c.bytes, {.http_charset = "utf-8"}),
              (Answer{others + c.text, "UTF-8", c.replaced}))
        << c.text;
    EXPECT_EQ(decode(others + c.bytes, {.is_unicode = true}),
              (Answer{others + c.text, "UTF-8", c.replaced}))
        << c.text;
  }
  EXPECT_EQ(decode("\xBA", {.http_charset = "gbk"}), (Answer{"�", "GBK", 1}));
  EXPECT_EQ(decode("\0\xD8\x61\0"s, {.http_charset = "utf-16le"}), (Answer{"�a", "UTF-16LE", 1}));
  EXPECT_EQ(decode("a\0b"s, {.http_charset = "utf-16le"}), (Answer{"a�", "UTF-16LE", 1}));
}

TEST(Charset, EmptyIsUtf8) { EXPECT_EQ(decode(""), (Answer{"", "UTF-8", 0})); }

TEST(Charset, LongTextsCrossTheBuffers) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "汉字 a é";
  EXPECT_EQ(decode(encoded(text, "gb18030"), {.http_charset = "gb18030"}).text, text);
  EXPECT_EQ(decode(encoded(text, "UTF-16LE"), {.http_charset = "utf-16le"}).text, text);
}

TEST(Charset, ADecoderKeepsNothingOfThePageBefore) {
  Decoder decoder;
  EXPECT_EQ(decoder.decode("\xBA\xBA", {.http_charset = "gbk"}).text, "汉");
  const DecodedText second = decoder.decode("\xBA", {.http_charset = "gbk"});
  EXPECT_EQ(second.text, "�");
  EXPECT_EQ(second.replaced, 1U);
  EXPECT_EQ(decoder.decode("plain", {}).charset, "UTF-8");
}

RC_GTEST_PROP(Charset, AnyBytesGiveValidUtf8, (const std::string& bytes)) {
  const auto& row = known()[*rc::gen::inRange<std::size_t>(0, known().size())];
  const DecodeOptions options{.http_charset = *rc::gen::element(row.label, "", "utf-8"),
                              .is_html = *rc::gen::arbitrary<bool>(),
                              .is_unicode = *rc::gen::arbitrary<bool>()};
  const Answer answer = decode(bytes, options);
  RC_ASSERT(simdjson::validate_utf8(answer.text));
  RC_ASSERT(answer == decode(bytes, options));
}

// The decoder reads what ICU writes: random ideographs and kana in the encodings that have them
// all.
RC_GTEST_PROP(Charset, AgreesWithIcu, ()) {
  std::string text;
  for (const int c : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0x4e00, 0x9fa6))) {
    text += {static_cast<char>(0xe0 | (c >> 12)), static_cast<char>(0x80 | ((c >> 6) & 0x3f)),
             static_cast<char>(0x80 | (c & 0x3f))};
  }
  for (const char* encoding : {"GB18030", "GBK", "UTF-16BE"}) {
    RC_ASSERT(decode(encoded(text, encoding), {.http_charset = encoding}).text == text);
  }
}

}  // namespace
}  // namespace facsim
