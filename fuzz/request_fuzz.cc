// SPDX-License-Identifier: Apache-2.0
// The bytes of a connection: requests as the service reads them, in pieces, and its answers. The
// first byte chooses the length of the pieces.
#include "facsim/files/temp_folder.h"
#include "facsim/serve/request_reader.h"
#include "facsim/serve/response_text.h"
#include "facsim/serve/service.h"
#include "fuzz/support.h"

namespace facsim {
namespace {

constexpr RequestLimits kLimits{.head_bytes_max = 4096, .body_bytes_max = 65'536};
constexpr std::size_t kUnpackedBytesMax = 262'144;
// A field of a head has 4 bytes at least and counts as 128.
constexpr std::size_t kHeadCostMax = kLimits.head_bytes_max * 32;

// One store for all inputs. It writes as little as possible, and may contain pages of earlier
// inputs.
struct World {
  TempFolder folder{"/tmp"};
  Collections collections{folder.path() + "/store",
                          {.store = {.durability = Durability::none,
                                     .limits = {.memory_bytes = std::uint64_t{64} << 20}},
                           .usual = {},
                           .jieba = {},
                           .recipe = {}}};
  BodyBudget bodies{std::size_t{16} << 20};
  Service service{collections,
                  bodies,
                  {.durability = Durability::none,
                   .unpacked_bytes_max = kUnpackedBytesMax,
                   .batch_lines_max = 20}};
};

World& world() {
  static World world;
  return world;
}

void answer(const HttpRequest& request) {
  Service& service = world().service;
  const RoutedHead routed = service.route(request);
  (void)service.effort_of(request, routed);
  const HttpResponse response = routed.refusal ? *routed.refusal : service.answer(request, routed);
  service.count(routed, response.status, {});
  require(response.status >= 200 && response.status < 600 && response.status != 500);
  const std::string head = head_text(response, "id", true, 0);
  // The answer has only one head: no value started another line.
  require(head.ends_with("\r\n\r\n") && head.find("\r\n\r\n") == head.size() - 4);
  if (response.status >= 400) require(response.content_type == "application/problem+json");
}

void read(std::string_view bytes, std::size_t piece) {
  RequestReader reader(kLimits);
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    reader.feed(bytes.substr(0, piece));
    require(reader.bytes() <= kLimits.body_bytes_max + kHeadCostMax + 2 * piece + 65'536);
    while (reader.is_done()) answer(reader.take());
    if (reader.refusal()) {
      require(reader.refusal()->status >= 400 && !reader.is_done());
      return;
    }
  }
}

}  // namespace
}  // namespace facsim

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes = facsim::text_of(data, size);
  facsim::read(bytes.substr(1), std::size_t{data[0]} * 16 + 1);
  return 0;
}
