// SPDX-License-Identifier: Apache-2.0
// The service without its sockets, for tests that a client cannot perform.
#include "facsim/serve/service.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "facsim/base/base64.h"
#include "facsim/base/error.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

constexpr const char* kAll = "/v1/collections/default";

std::string text_of(int number) {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    text += "w" + std::to_string((number * 7919 + i * 104'729) % 999'983) + " ";
  }
  return text;
}

class ServiceTest : public testing::Test {
 protected:
  void begin(std::uint64_t front_pages) {
    collections_.emplace(
        folder_.path() + "/store",
        Collections::Options{
            .store = {.front_pages = front_pages}, .usual = {}, .jieba = {}, .recipe = {}});
    service_.emplace(*collections_, bodies_, ServiceOptions{});
  }

  HttpResponse send(const std::string& method, const std::string& path, const std::string& body,
                    const std::string& type, const std::vector<HttpField>& more = {}) {
    HttpRequest request{
        .method = method, .target = path, .fields = {{"content-type", type}}, .body = body};
    request.fields.insert(request.fields.end(), more.begin(), more.end());
    return service_->answer(request, service_->route(request));
  }

  Effort effort_of(const HttpRequest& request) {
    return service_->effort_of(request, service_->route(request));
  }

  HttpResponse add(int number, const std::vector<HttpField>& more = {}) {
    return send("POST", std::string(kAll) + "/check?add=true", text_of(number), "text/plain", more);
  }

  TempFolder folder_{testing::TempDir()};
  BodyBudget bodies_{std::size_t{1} << 20};
  std::optional<Collections> collections_;
  std::optional<Service> service_;
};

std::string retry_after(const HttpResponse& response) {
  const auto found = std::ranges::find(response.fields, "Retry-After", &HttpField::name);
  return found == response.fields.end() ? "" : found->value;
}

TEST_F(ServiceTest, AFullFrontRefusesChangesAtOnceAndGoesOnAnswering) {
  begin(2);
  // No segment can be written, because a file is in the place of their folder.
  const std::string index = folder_.path() + "/store/pages.idx";
  std::filesystem::remove_all(index);
  std::ofstream(index) << "in the way";
  int added = 0;
  while (added < 100 && add(added).status == 200) ++added;
  EXPECT_EQ(added, 8);
  for (const auto& [method, path, type] :
       {std::array{"POST", "/check?add=true", "text/plain"},
        std::array{"POST", "/check:batch?add=true", "application/x-ndjson"},
        std::array{"POST", "/fingerprints:check?add=true", "application/x-ndjson"},
        std::array{"DELETE", "/documents/a", ""}, std::array{"DELETE", "/documents?url=u", ""},
        std::array{"DELETE", "/documents?host=h", ""},
        std::array{"POST", "/documents:delete", "application/json"}}) {
    const HttpResponse refused = send(method, std::string(kAll) + path, "[]", type);
    EXPECT_EQ(refused.status, 429) << path << refused.body;
    EXPECT_EQ(retry_after(refused), "1") << path;
  }
  const HttpResponse asked = send("POST", std::string(kAll) + "/check", text_of(3), "text/plain");
  EXPECT_EQ(asked.status, 200);
  EXPECT_NE(asked.body.find(R"("seen":"yes")"), std::string::npos) << asked.body;
}

TEST_F(ServiceTest, FactsGetTheAnswersOfTheirPages) {
  begin(100);
  SeenStore& store = collections_->find(kDefaultCollection)->store;
  Page page;
  page.id = "a";
  page.format = PageFormat::text;
  page.bytes = text_of(1);
  const std::string line = R"({"facts":")" + to_base64(store.facts(page)) + "\"}\n";
  const std::string path = std::string(kAll) + "/fingerprints:check";
  const auto send_facts = [&](const std::string& query, const std::string& body) {
    return send("POST", path + query, body, "application/x-ndjson");
  };
  EXPECT_NE(send_facts("", line).body.find(R"({"status":200,"seen":"no","added":false)"),
            std::string::npos);
  EXPECT_NE(send_facts("?add=true", line).body.find(R"("seen":"no","added":true)"),
            std::string::npos);
  EXPECT_EQ(store.find("a").size(), 1U);
  EXPECT_EQ(send_facts("", line).body.find(R"({"status":200,"seen":"yes")"), 0U);
  EXPECT_EQ(send("POST", std::string(kAll) + "/check", text_of(1), "text/plain")
                .body.find(R"({"seen":"yes","added":false,"kind":"exact")"),
            0U);
}

// A flipped byte is either refused or gives the facts of another page.
TEST_F(ServiceTest, DamagedFacts) {
  begin(100);
  SeenStore& store = collections_->find(kDefaultCollection)->store;
  Page page;
  page.format = PageFormat::text;
  page.bytes = text_of(2);
  const std::string facts = store.facts(page);
  std::string body;
  for (std::size_t at = 0; at < facts.size(); ++at) {
    std::string bad = facts;
    bad[at] = static_cast<char>(bad[at] ^ 0x41);
    body += R"({"facts":")" + to_base64(bad) + "\"}\n";
    body += R"({"facts":")" + to_base64(facts.substr(0, at)) + "\"}\n";
  }
  const HttpResponse response =
      send("POST", std::string(kAll) + "/fingerprints:check", body, "application/x-ndjson");
  EXPECT_EQ(response.status, 200);
  std::size_t refused = 0;
  std::size_t lines = 0;
  for (std::size_t at = 0; at < response.body.size(); at = response.body.find('\n', at) + 1) {
    ++lines;
    if (response.body.find(R"("status":400)", at) < response.body.find('\n', at)) ++refused;
  }
  EXPECT_EQ(lines, 2 * facts.size());
  EXPECT_GE(refused, facts.size() + 9);  // every truncation, and format and recipe
}

TEST_F(ServiceTest, AKeyOfOtherPagesIsRefusedWithAStatusOfItsOwn) {
  begin(100);
  const std::vector<HttpField> key = {{"idempotency-key", "k"}};
  const HttpResponse first = add(1, key);
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(add(1, key).body, first.body);
  EXPECT_EQ(add(2, key).status, 422);
  EXPECT_EQ(add(2, {{"idempotency-key", "k"}, {"idempotency-key", "l"}}).status, 400);
  EXPECT_EQ(add(2, {{"idempotency-key", ""}}).status, 400);
  EXPECT_EQ(add(2, {{"idempotency-key", std::string(256, 'k')}}).status, 400);
  EXPECT_EQ(add(2).status, 200);
}

TEST_F(ServiceTest, AClusterOfAllThatAreShownIsWhole) {
  begin(10'000);
  const auto add_batch = [&](int from, int to) {
    std::string lines;
    for (int i = from; i < to; ++i) {
      lines += R"({"id":"i)" + std::to_string(i) + R"(","text":")" + text_of(1) + "\"}\n";
    }
    return send("POST", std::string(kAll) + "/check:batch?add=true", lines, "application/x-ndjson")
        .status;
  };
  const auto show = [&] { return send("GET", std::string(kAll) + "/clusters/i0", "", "").body; };
  EXPECT_EQ(add_batch(0, 1000), 200);
  EXPECT_NE(show().find(R"("truncated":false)"), std::string::npos);
  EXPECT_NE(show().find(R"("i999")"), std::string::npos);
  EXPECT_EQ(add_batch(1000, 1001), 200);
  EXPECT_NE(show().find(R"("truncated":true)"), std::string::npos);
  EXPECT_EQ(show().find(R"("i1000")"), std::string::npos);
}

TEST_F(ServiceTest, WhatLooksAtStoresIsNotLight) {
  begin(100);
  const auto is_light = [&](const char* path) {
    return effort_of({.method = "GET", .target = path, .fields = {}, .body = {}}) == Effort::light;
  };
  EXPECT_TRUE(is_light("/livez"));
  EXPECT_TRUE(is_light("/openapi.json"));
  for (const char* const path : {"/readyz", "/metrics", "/v1/info", kAll}) {
    EXPECT_FALSE(is_light(path)) << path;
  }
}

TEST_F(ServiceTest, ASmallQuestionIsBriefAndNothingElse) {
  begin(100);
  const auto effort = [&](const std::string& path, std::size_t bytes,
                          const std::vector<HttpField>& fields = {}) {
    return effort_of({.method = "POST",
                      .target = std::string(kAll) + path,
                      .fields = fields,
                      .body = std::string(bytes, 'x')});
  };
  for (const std::string path : {"/check", "/fingerprints:check", "/check?url=http://a.example/"}) {
    EXPECT_EQ(effort(path, 8192), Effort::brief) << path;
    EXPECT_EQ(effort(path, 8193), Effort::waits) << path;
    EXPECT_EQ(effort(path, 10, {{"content-encoding", "gzip"}}), Effort::waits) << path;
  }
  const auto of_facts = [&](const std::string& body) {
    return effort_of({.method = "POST",
                      .target = std::string(kAll) + "/fingerprints:check",
                      .fields = {},
                      .body = body});
  };
  EXPECT_EQ(of_facts("{}\n"), Effort::brief);
  EXPECT_EQ(of_facts(""), Effort::brief);
  EXPECT_EQ(of_facts("{}\n{}"), Effort::waits);
  EXPECT_EQ(of_facts("\n\n"), Effort::waits);
  for (const std::string path : {"/check?add=true", "/check?explain=1", "/check:batch",
                                 "/fingerprints:check?add=true", "/documents:delete"}) {
    EXPECT_EQ(effort(path, 10), Effort::waits) << path;
  }
}

TEST_F(ServiceTest, WithoutTokensAHostIsNoNameOfOthers) {
  begin(100);
  const auto status = [&](const char* host) {
    const auto refused =
        service_->route({.method = "GET", .target = kAll, .fields = {{"host", host}}, .body = {}})
            .refusal;
    return refused ? refused->status : 200;
  };
  for (const char* const host : {"localhost", "LocalHost:7700", "localhost.", "localhost.:1",
                                 "127.0.0.1", "127.0.0.1:7700", "[::1]", "[::1]:7700", ""}) {
    EXPECT_EQ(status(host), 200) << host;
  }
  for (const char* const host :
       {"example.org", "example.org:7700", "localhost.example.org", "127.0.0.1.example.org",
        "localhost:x", "127.1", "::1", "[::1", "[::1]x", "[localhost]", "[127.0.0.1]", "a:b@[::1]",
        ":7700", "."}) {
    EXPECT_EQ(status(host), 403) << host;
  }
  Tokens tokens;
  tokens.add(Access::read, "reader-0123456789", "");
  service_->set_tokens(std::move(tokens));
  EXPECT_EQ(status("example.org"), 401);  // because the token is missing
}

}  // namespace
}  // namespace facsim
