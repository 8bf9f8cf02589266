// SPDX-License-Identifier: Apache-2.0
#include "bench/index/faiss_peer.h"

namespace facsim::bench {

std::unique_ptr<FaissPeer> make_faiss_peer(const Population& /*population*/, int /*hashes*/,
                                           int /*bits*/) {
  return nullptr;
}

}  // namespace facsim::bench
