// SPDX-License-Identifier: Apache-2.0
#pragma once
// A ByteSink, as the plug-in for Parquet writes into it.

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "facsim/base/kept_exception.h"
#include "facsim/files/byte_sink.h"
#include "facsim/tables/parquet_plugin.h"

namespace facsim {

// What is written goes into a ByteSink; what that throws waits until the plug-in has returned.
class SinkForPlugin : public parquet::Sink {
 public:
  SinkForPlugin(ByteSink& to, std::function<void(std::uint64_t)> progress)
      : to_(to), progress_(std::move(progress)) {}
  [[nodiscard]] bool write(std::string_view bytes) noexcept override {
    return thrown_.holds_back([&] {
      to_.write(bytes);
      written_ += bytes.size();
      if (progress_) progress_(written_);
    });
  }
  void rethrow() const { thrown_.rethrow(); }

 private:
  ByteSink& to_;
  std::function<void(std::uint64_t)> progress_;
  std::uint64_t written_ = 0;
  KeptException thrown_;
};

}  // namespace facsim
