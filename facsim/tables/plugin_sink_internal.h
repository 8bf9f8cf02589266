// SPDX-License-Identifier: Apache-2.0
#pragma once
// Adapts a ByteSink to the plug-in for Parquet.

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "facsim/base/kept_exception.h"
#include "facsim/files/byte_sink.h"
#include "facsim/tables/parquet_plugin.h"

namespace facsim {

// Writes into a ByteSink; an exception is held back until the plug-in has returned.
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
