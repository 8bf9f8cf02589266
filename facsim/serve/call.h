// SPDX-License-Identifier: Apache-2.0
#pragma once
// One request in the form that its handler receives.

#include <string>
#include <vector>

#include "facsim/serve/http_message.h"
#include "facsim/serve/service_state.h"
#include "facsim/serve/target.h"

namespace facsim {

struct Call {
  ServiceState& service;
  const HttpRequest& request;
  const Target& target;
  const std::vector<std::string>& names;  // decoded values of {..} in the path
};

}  // namespace facsim
