// SPDX-License-Identifier: Apache-2.0
#pragma once
// One test of this program in a process of its own: a fork alone would lack RocksDB's threads, and
// the seams of the row store and of the index exist once per process.
//
// The child writes its report to descriptor kToParent.

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace facsim::fault {

inline constexpr int kToParent = 3;

class Child {
 public:
  // `task` is what task_of_child() returns in the child.
  Child(const std::string& test, const std::string& task);
  ~Child();  // kills it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Returns the number of bytes put into `into`; 0: the child has ended.
  [[nodiscard]] std::size_t read(char* into, std::size_t bytes_max) const;
  [[nodiscard]] std::string read_all() const;
  void kill() const;
  // Returns the status of waitpid().
  [[nodiscard]] int wait();

 private:
  pid_t process_ = -1;
  int pipe_ = -1;
};

// Empty in a process that was not started by Child: skip the test.
[[nodiscard]] std::string task_of_child();
// Writes all bytes; if the parent is gone, ends this process.
void tell_parent(const void* bytes, std::size_t count);

}  // namespace facsim::fault
