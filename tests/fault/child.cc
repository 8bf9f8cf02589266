// SPDX-License-Identifier: Apache-2.0
#include "tests/fault/child.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace facsim::fault {

namespace {

constexpr const char* kTask = "FACSIM_FAULT_TASK=";

}  // namespace

Child::Child(const std::string& test, const std::string& task) {
  std::string name = "child";
  std::string filter = "--gtest_filter=" + test;
  std::string variable = kTask + task;
  std::array<char*, 3> words = {name.data(), filter.data(), nullptr};
  std::vector<char*> variables;
  for (char** each = environ; *each != nullptr; ++each) variables.push_back(*each);
  variables.push_back(variable.data());
  variables.push_back(nullptr);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  process_ = ::fork();
  if (process_ == 0) {
    const int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    const bool is_ready = ::dup2(ends[1], kToParent) == kToParent && ::dup2(null, 1) == 1;
    if (is_ready) ::execve("/proc/self/exe", words.data(), variables.data());
    ::_exit(1);
  }
  ::close(ends[1]);
  pipe_ = ends[0];
  if (process_ < 0) throw std::runtime_error("no process");
}

Child::~Child() {
  ::close(pipe_);
  if (process_ < 0) return;
  kill();
  (void)wait();
}

std::size_t Child::read(char* into, std::size_t bytes_max) const {
  const ssize_t got = ::read(pipe_, into, bytes_max);
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

std::string Child::read_all() const {
  std::string all;
  std::array<char, 4096> piece{};
  for (std::size_t got = 0; (got = read(piece.data(), piece.size())) > 0;) {
    all.append(piece.data(), got);
  }
  return all;
}

void Child::kill() const { ::kill(process_, SIGKILL); }

int Child::wait() {
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  return status;
}

std::string task_of_child() {
  const std::string name(kTask, std::char_traits<char>::length(kTask) - 1);
  const char* const task = std::getenv(name.c_str());
  return task == nullptr ? std::string() : task;
}

void tell_parent(const void* bytes, std::size_t count) {
  if (::write(kToParent, bytes, count) != static_cast<ssize_t>(count)) ::_exit(1);
}

}  // namespace facsim::fault
