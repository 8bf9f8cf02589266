// SPDX-License-Identifier: Apache-2.0
// All spellings of a host are the same host.
#include <gtest/gtest.h>

#include <string>

#include "facsim/base/utf.h"
#include "facsim/model/host.h"
#include "facsim/model/punycode.h"

namespace facsim {
namespace {

// Sample strings of RFC 3492, section 7.1; `label` has the code points that the RFC prints.
struct Sample {
  std::u32string_view label;
  std::string_view code;
};

TEST(Punycode, SamplesOfTheRfc) {
  const Sample samples[] = {
      {U"\u0644\u064A\u0647\u0645\u0627\u0628\u062A\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628"
       U"\u064A\u061F",
       "egbpdaj6bu4bxfgehfvwxn"},
      {U"\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587", "ihqwcrb4cv8a8dqg056pqjye"},
      {U"\u4ED6\u5011\u7232\u4EC0\u9EBD\u4E0D\u8AAA\u4E2D\u6587", "ihqwctvzc91f659drss3x8bo0yb"},
      {U"Pro\u010Dprost\u011Bnemluv\u00ED\u010Desky", "Proprostnemluvesky-uyb24dma41a"},
      {U"\u05DC\u05DE\u05D4\u05D4\u05DD\u05E4\u05E9\u05D5\u05D8\u05DC\u05D0\u05DE\u05D3\u05D1\u05E8"
       U"\u05D9\u05DD\u05E2\u05D1\u05E8\u05D9\u05EA",
       "4dbcagdahymbxekheh6e0a7fei0b"},
      {U"\u092F\u0939\u0932\u094B\u0917\u0939\u093F\u0928\u094D\u0926\u0940\u0915\u094D\u092F\u094B"
       U"\u0902\u0928\u0939\u0940\u0902\u092C\u094B\u0932\u0938\u0915\u0924\u0947\u0939\u0948"
       U"\u0902",
       "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"},
      {U"\u306A\u305C\u307F\u3093\u306A\u65E5\u672C\u8A9E\u3092\u8A71\u3057\u3066\u304F\u308C\u306A"
       U"\u3044\u306E\u304B",
       "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"},
      {U"\u043F\u043E\u0447\u0435\u043C\u0443\u0436\u0435\u043E\u043D\u0438\u043D\u0435\u0433\u043E"
       U"\u0432\u043E\u0440\u044F\u0442\u043F\u043E\u0440\u0443\u0441\u0441\u043A\u0438",
       "b1abfaaepdrnnbgefbadotcwatmq2g4l"},
      {U"Porqu\u00E9nopuedensimplementehablarenEspa\u00F1ol",
       "PorqunopuedensimplementehablarenEspaol-fmd56a"},
      {U"T\u1EA1isaoh\u1ECDkh\u00F4ngth\u1EC3ch\u1EC9n\u00F3iti\u1EBFngVi\u1EC7t",
       "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"},
      {U"3\u5E74B\u7D44\u91D1\u516B\u5148\u751F", "3B-ww4c5e180e575a65lsy2b"},
      {U"\u5B89\u5BA4\u5948\u7F8E\u6075-with-SUPER-MONKEYS",
       "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"},
      {U"Hello-Another-Way-\u305D\u308C\u305E\u308C\u306E\u5834\u6240",
       "Hello-Another-Way--fc4qua05auwb3674vfr0b"},
      {U"\u3072\u3068\u3064\u5C4B\u6839\u306E\u4E0B2", "2-u9tlzr9756bt3uc0v"},
      {U"Maji\u3067Koi\u3059\u308B5\u79D2\u524D", "MajiKoi5-783gue6qz075azm5e"},
      {U"\u30D1\u30D5\u30A3\u30FCde\u30EB\u30F3\u30D0", "de-jg4avhby1noc0d"},
      {U"\u305D\u306E\u30B9\u30D4\u30FC\u30C9\u3067", "d9juau41awczczp"},
      {U"-> $1.00 <-", "-> $1.00 <--"},
  };
  for (const Sample& sample : samples) EXPECT_EQ(punycode(sample.label), sample.code);
  EXPECT_EQ(punycode(U""), "");
}

TEST(Punycode, NumbersThatDoNotFit) {
  // A distance of a million, multiplied by the number of characters, overflows 32 bits.
  std::u32string label(5000, U'a');
  label += U'\U0010FFFF';
  EXPECT_EQ(punycode(label), std::nullopt);
}

TEST(KnownHost, SpellingsOfOneHost) {
  for (const std::string_view host :
       {"xn--bcher-kva.example", "XN--BCHER-KVA.Example", "bücher.example", "Bücher.example",
        "BÜCHER.EXAMPLE.", "b%C3%BCcher.example", "b%c3%9ccher%2eexample", "bücher。example",
        "bücher．example｡", "ｂücher.ＥＸＡＭＰＬＥ", "bü\u00ADcher.example"}) {
    EXPECT_EQ(known_host(host), "xn--bcher-kva.example") << host;
    EXPECT_EQ(host_of("https://user@" + std::string(host) + ":8080/a?b#c"), "xn--bcher-kva.example")
        << host;
  }
}

TEST(KnownHost, LettersOfOtherScripts) {
  EXPECT_EQ(known_host("ПРИМЕР.РФ"), known_host("пример.рф"));
  EXPECT_EQ(known_host("пример.рф"), "xn--e1afmkfd.xn--p1ai");
  EXPECT_EQ(known_host("例え.テスト"), "xn--r8jz45g.xn--zckzah");
  EXPECT_EQ(known_host("FAẞ.example"), "xn--fa-hia.example");
  EXPECT_EQ(known_host("ΒΌΛΟς.example"), "xn--nxasmm1c.example") << "a final sigma stays";
  EXPECT_NE(known_host("βόλος.example"), known_host("βόλοσ.example"));
  EXPECT_EQ(known_host("\u212A.example"), "k.example") << "the sign of the kelvin";
  EXPECT_EQ(known_host("İ.example"), known_host("i\u0307.example"));
  EXPECT_EQ(known_host("𐐀.example"), known_host("𐐨.example")) << "beyond the basic plane";
}

TEST(KnownHost, WhatCannotBeAHostStaysAsWritten) {
  for (const std::string host : {"b%C3cher.example", "%", "a%2", "a%zz", "a%2Fb.example", "a%3A80",
                                 "a%00", "ａ／b", "\xFFx.example"}) {
    std::string lower = host;
    for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    EXPECT_EQ(known_host(host), lower);
  }
  std::string label;
  for (int i = 0; i < 64; ++i) label += "Ü";
  EXPECT_EQ(known_host(label + ".Example"), label + ".example") << "longer than a label may be";
  std::string huge;
  for (int i = 0; i < 1'000'000; ++i) append_utf8(static_cast<char32_t>(0x4e00 + i % 20'000), huge);
  EXPECT_EQ(known_host(huge), huge);
  EXPECT_EQ(known_host(""), "");
  EXPECT_EQ(known_host("..."), "");
  EXPECT_EQ(known_host("。"), "");
}

TEST(KnownHost, TheKeyIsThatOfTheSpelling) {
  EXPECT_EQ(host_scope_key(host_of("http://Bücher.example/1")),
            host_scope_key(host_of("http://xn--bcher-kva.example/2")));
}

}  // namespace
}  // namespace facsim
