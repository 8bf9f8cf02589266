// SPDX-License-Identifier: Apache-2.0
#pragma once
// One test of this program in a process of its own: a fork alone would lack RocksDB's threads, and
// the seams of the row store and of the index are one for each process.
//
// The child writes what it has to say to descriptor kToParent.

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace facsim::fault {

inline constexpr int kToParent = 3;

class Child {
 public:
  // `task` is what task_of_child() returns there.
  Child(const std::string& test, const std::string& task);
  ~Child();  // kills it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // 0: it has ended. Else bytes were put into `into`.
  [[nodiscard]] std::size_t read(char* into, std::size_t bytes_max) const;
  [[nodiscard]] std::string read_all() const;
  void kill() const;
  // As waitpid() says it.
  [[nodiscard]] int wait();

 private:
  pid_t process_ = -1;
  int pipe_ = -1;
};

// Empty in a process that is nobody's child: the test is to be skipped.
[[nodiscard]] std::string task_of_child();
// Whole, or the parent is gone and this process ends.
void tell_parent(const void* bytes, std::size_t count);

}  // namespace facsim::fault
