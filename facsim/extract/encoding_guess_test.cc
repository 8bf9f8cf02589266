// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/encoding_guess_internal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "facsim/extract/charset.h"
#include "facsim/extract/encoded_for_test.h"
#include "facsim/extract/letter_costs_internal.h"
#include "facsim/extract/page_for_test.h"

namespace facsim {
namespace {

using for_test::repeated;
using namespace std::string_literals;

std::string in(const char* encoding, const std::string& utf8) {
  return for_test::encoded(utf8, encoding);
}

struct Read {
  std::string text;
  std::string charset;
  std::uint64_t replaced;
};

Read read(const std::string& bytes, const DecodeOptions& options = {}) {
  Decoder decoder;
  const DecodedText decoded = decoder.decode(bytes, options);
  return {std::string(decoded.text), std::string(decoded.charset), decoded.replaced};
}

struct Sample {
  const char* label;  // in the Encoding Standard; ICU knows it too
  std::string text;
};

const std::string kRussian = "Рыбак шёл к старому порту рано утром и нёс большую сеть.";
const std::string kJapanese = "漁師は朝早く大きな網を持って古い港へ歩いて行きました。表示";

// Sentences that people might write first, one for each encoding that is guessed.
const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = {
      {"windows-1250", "Rybář šel časně ráno ke starému přístavu a nesl velkou síť."},
      {"iso-8859-2", "Rybak szedł wcześnie rano do starego portu i niósł dużą sieć."},
      {"windows-1251", kRussian},
      {"windows-1251", "Рибалка йшов рано-вранці до старого порту і ніс велику сіть."},
      {"koi8-r", kRussian},
      {"koi8-u", "Рибалка йшов рано-вранці до старого порту і ніс її велику сіть."},
      {"iso-8859-5", kRussian},
      {"windows-1252", "Der Fischer ging früh am Morgen über die Brücke zum alten Hafen."},
      {"windows-1252", "Le pêcheur portait un filet à l'épaule, très tôt le matin."},
      {"windows-1253", "Ο ψαράς περπατούσε προς το παλιό λιμάνι νωρίς το πρωί."},
      {"windows-1254", "Balıkçı sabah erkenden eski limana doğru yürüdü, ağını taşıyordu."},
      {"windows-1255", "הדייג הלך מוקדם בבוקר אל הנמל הישן ונשא רשת גדולה."},
      {"windows-1256", "مشى الصياد في الصباح الباكر إلى الميناء القديم وحمل شبكة كبيرة."},
      {"windows-1257", "Žvejys anksti rytą ėjo į senąjį uostą ir nešė didelį tinklą."},
      {"windows-874", "ชาวประมงเดินไปที่ท่าเรือเก่าแต่เช้าตรู่และถือแหขนาดใหญ่ไปด้วย"},
      {"gb18030", "渔夫一大早走到旧港口，手里拿着一张大网。"},
      {"big5", "漁夫一大早走到舊港口，手裡拿著一張大網。"},
      {"shift_jis", kJapanese},
      {"euc-jp", kJapanese},
      {"iso-2022-jp", kJapanese},
      {"euc-kr", "어부는 아침 일찍 큰 그물을 들고 오래된 항구로 걸어갔습니다."},
      {"utf-16le", "渔夫一大早走到旧港口，手里拿着一张大网。"},
      {"utf-16be", kJapanese},
      {"utf-16le", "어부는 아침 일찍 큰 그물을 들고 오래된 항구로 걸어갔습니다."},
  };
  return all;
}

bool is_wide(const Sample& sample) { return std::string_view(sample.label).starts_with("utf-16"); }

TEST(EncodingGuess, TextsThatNobodyNamed) {
  for (const Sample& sample : samples()) {
    EXPECT_EQ(read(in(sample.label, sample.text)).text, sample.text) << sample.label;
  }
}

// An English page of a Chinese manual: few Chinese words, but no-break spaces.
TEST(EncodingGuess, FewChineseWordsAmongEnglishOnes) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += "The filter\u00a0is applied to the layer. ";
  text += "Choose \u201c滤镜\u201d \u2192 \u201c艺术\u201d.";
  EXPECT_EQ(read(in("gb18030", text)).text, text);
}

TEST(EncodingGuess, ADeclaredUtf8ThatIsNone) {
  for (const Sample& sample : samples()) {
    const std::string bytes = in(sample.label, sample.text);
    const Read by_header = read(bytes, {.http_charset = "utf-8"});
    EXPECT_EQ(by_header.text, sample.text) << sample.label;
    EXPECT_EQ(by_header.replaced, 0U);
    // Escapes and zero bytes in JSON are characters.
    const bool is_utf8_too = sample.label == "iso-2022-jp"s;
    if (!is_utf8_too) {
      EXPECT_EQ(read(bytes, {.is_unicode = true}).text, sample.text) << sample.label;
    }
    if (is_wide(sample)) continue;
    const std::string meta = "<meta charset=utf-8><p>";
    EXPECT_EQ(read(meta + bytes, {.is_html = true}).text, meta + sample.text) << sample.label;
  }
}

TEST(EncodingGuess, TheOtherDeclarationIsHeardFirst) {
  // KOI8-R decoded as windows-1251 is not a text, but the page's declaration counts.
  const std::string bytes = "<meta charset=windows-1251><p>" + in("koi8-r", kRussian);
  EXPECT_EQ(read(bytes, {.http_charset = "utf-8", .is_html = true}).charset, "windows-1251");
  EXPECT_EQ(read(bytes, {.is_html = true, .is_unicode = true}).charset, "windows-1251");
  // It does not count if the bytes contradict it too.
  const std::string gbk = "<meta charset=gbk><p>" + in("windows-1251", kRussian);
  const Read decoded = read(gbk, {.http_charset = "utf-8", .is_html = true});
  EXPECT_EQ(decoded.charset, "windows-1251");
  EXPECT_THAT(decoded.text, testing::HasSubstr(kRussian));
}

TEST(EncodingGuess, ADeclaredOtherEncodingThatIsUtf8) {
  for (const char* label : {"windows-1252", "windows-1251", "koi8-r", "gbk", "big5", "shift_jis",
                            "euc-jp", "euc-kr", "iso-2022-jp", "utf-16le"}) {
    for (const std::string& text : {kRussian, kJapanese}) {
      EXPECT_EQ(read(text, {.http_charset = label}).text, text) << label;
      const std::string page = "<meta charset=utf-8>" + text;
      EXPECT_EQ(read(page, {.http_charset = label, .is_html = true}).text, page) << label;
    }
  }
  // Two sequences may occur by chance, and so may pairs of bytes of East Asia.
  EXPECT_EQ(read("\xC3\xA9\xC3\xA9", {.http_charset = "latin1"}).text, "Ã©Ã©");
  EXPECT_EQ(read("\xC3\xA9\xC3\xA9\xC3\xA9", {.http_charset = "latin1"}).text, "ééé");
  EXPECT_EQ(read("\xC1\xAA\xCD\xA8", {.http_charset = "gbk"}).text, "联通");
  EXPECT_EQ(read(repeated("\xCD\xA8", 7), {.http_charset = "gbk"}).charset, "GBK");
}

TEST(EncodingGuess, ARightDeclarationIsNeverDoubted) {
  for (const Sample& sample : samples()) {
    const std::string bytes = in(sample.label, sample.text);
    const Read decoded = read(bytes, {.http_charset = sample.label});
    EXPECT_EQ(decoded.text, sample.text) << sample.label;
    EXPECT_EQ(decoded.replaced, 0U) << sample.label;
  }
  // A declaration that gives nonsense but contradicts nothing is not doubted either.
  EXPECT_EQ(read(in("koi8-r", kRussian), {.http_charset = "windows-1251"}).charset, "windows-1251");
}

TEST(EncodingGuess, EastAsianThatIsIllFormed) {
  const std::string bytes = in("windows-1251", kRussian);
  for (const char* label : {"gbk", "big5", "shift_jis", "euc-jp", "euc-kr"}) {
    EXPECT_EQ(read(bytes, {.http_charset = label}).text, kRussian) << label;
  }
  // A few ill-formed sequences are part of the page.
  const Read few = read(repeated(in("gbk", "渔夫一大早走到旧港口"), 5) + "\xFF\xFF\xFF a",
                        {.http_charset = "gbk"});
  EXPECT_EQ(few.charset, "GBK");
  EXPECT_EQ(few.replaced, 3U);
}

TEST(EncodingGuess, ATenthIsTheLimit) {
  const auto page = [](int well, int ill) {
    return repeated("é ", static_cast<std::size_t>(well)) +
           repeated("caf\xE9 ", static_cast<std::size_t>(ill));
  };
  EXPECT_EQ(read(page(90, 10), {.http_charset = "utf-8"}).replaced, 10U);
  EXPECT_EQ(read(page(89, 10), {.http_charset = "utf-8"}).replaced, 0U);
  EXPECT_EQ(read(page(90, 10)).charset, "UTF-8");
}

TEST(EncodingGuess, Utf16InHtmlIsKnownByItsMarkup) {
  for (const char* label : {"utf-16le", "utf-16be"}) {
    const std::string page =
        "<html><head><title>一</title></head><body><p>" + kJapanese + "</p></body></html>";
    EXPECT_EQ(read(in(label, page), {.is_html = true}).text, page) << label;
  }
}

TEST(EncodingGuess, OtherBytesAreNotUtf16) {
  std::string noise;
  unsigned state = 1;
  for (int i = 0; i < 4000; ++i) {
    state = state * 1664525U + 1013904223U;
    noise.push_back(static_cast<char>(state >> 24));
  }
  EXPECT_THAT(read(noise).charset, testing::Not(testing::StartsWith("UTF-16")));
  EXPECT_EQ(read("a text\0 with a zero byte, of even length"s).charset, "UTF-8");
  EXPECT_EQ(read("Bush hid the facts").charset, "UTF-8");
  EXPECT_EQ(read("\x81\x8D\x8F\x90\x9D").charset, "windows-1252");
}

TEST(EncodingGuess, EscapesOfTerminalsAreNoJapanese) {
  EXPECT_EQ(read("\x1b[31mred\x1b[0m \x1b$B and no end").charset, "UTF-8");
  EXPECT_FALSE(is_iso_2022_jp("\x1b$"));
  EXPECT_FALSE(is_iso_2022_jp(""));
  EXPECT_TRUE(is_iso_2022_jp("\x1b$BF|K\\8l\x1b(B"));
}

// Compares the hash table with the table as written.
TEST(LetterCosts, PairsCostWhatTheTableSays) {
  for (std::size_t language = 0; language < kPairLanguages; ++language) {
    const PairCosts& costs = pair_costs()[language];
    unsigned cost = 0;
    lxb_codepoint_t first = 0;
    for_each_code_point(
        kLanguageCosts[language].grouped, *lxb_encoding_data(LXB_ENCODING_UTF_8),
        [&](lxb_codepoint_t c) {
          if (c >= '0' && c <= '?') {
            cost = c - '0';
            ASSERT_EQ(first, 0U);
          } else if (first == 0) {
            first = c;
          } else {
            EXPECT_EQ(costs.cost(static_cast<char16_t>(first), static_cast<char16_t>(c)), cost);
            first = 0;
          }
        });
    EXPECT_EQ(costs.cost(u'a', u'b'), kUnheardOf);
  }
}

// Pairs are counted, so the guess does not depend on the length of a text.
RC_GTEST_PROP(EncodingGuess, ATextTwiceIsWhatItIsOnce, ()) {
  const Sample& sample = *rc::gen::elementOf(samples());
  if (is_wide(sample) || sample.label == "iso-2022-jp"s) return;
  const std::string bytes = in(sample.label, sample.text + " ");
  EncodingGuesser guesser;
  const Encoding* const once = guesser.guess(bytes, bytes);
  EXPECT_EQ(guesser.guess(bytes + bytes, bytes + bytes), once) << sample.label;
}

}  // namespace
}  // namespace facsim
