// SPDX-License-Identifier: Apache-2.0
#pragma once
// Mutexes whose guarded data clang checks at compile time.
//
//   Mutex mutex_;
//   std::vector<int> numbers_ FACSIM_GUARDED_BY(mutex_);
//   ...
//   const MutexLock lock(mutex_);
//   numbers_.push_back(1);
//
// Using a member without its mutex is a warning of clang's -Wthread-safety (Hutchins, Ballman and
// Sutherland, C/C++ thread safety analysis, SCAM 2014); other compilers see plain members. The body
// of a lambda is checked as a function of its own, which holds no mutex.

#include <mutex>
#include <shared_mutex>

#if defined(__clang__)
#define FACSIM_THREAD_ANNOTATION(annotation) __attribute__((annotation))
#else
#define FACSIM_THREAD_ANNOTATION(annotation)
#endif

// The member may be used only while the mutex is held.
#define FACSIM_GUARDED_BY(mutex) FACSIM_THREAD_ANNOTATION(guarded_by(mutex))
// The function is called with the mutex held, held to read, or not held.
#define FACSIM_REQUIRES(...) FACSIM_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))
#define FACSIM_REQUIRES_SHARED(...) \
  FACSIM_THREAD_ANNOTATION(requires_shared_capability(__VA_ARGS__))
#define FACSIM_EXCLUDES(...) FACSIM_THREAD_ANNOTATION(locks_excluded(__VA_ARGS__))

namespace facsim {

class FACSIM_THREAD_ANNOTATION(capability("mutex")) Mutex {
 public:
  void lock() FACSIM_THREAD_ANNOTATION(acquire_capability()) { mutex_.lock(); }
  void unlock() FACSIM_THREAD_ANNOTATION(release_capability()) { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

// Many threads may read what it guards at once, or one may change it.
class FACSIM_THREAD_ANNOTATION(capability("mutex")) SharedMutex {
 public:
  void lock() FACSIM_THREAD_ANNOTATION(acquire_capability()) { mutex_.lock(); }
  void unlock() FACSIM_THREAD_ANNOTATION(release_capability()) { mutex_.unlock(); }
  void lock_shared() FACSIM_THREAD_ANNOTATION(acquire_shared_capability()) { mutex_.lock_shared(); }
  void unlock_shared() FACSIM_THREAD_ANNOTATION(release_shared_capability()) {
    mutex_.unlock_shared();
  }

 private:
  std::shared_mutex mutex_;
};

class FACSIM_THREAD_ANNOTATION(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) FACSIM_THREAD_ANNOTATION(acquire_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock();
  }
  ~MutexLock() FACSIM_THREAD_ANNOTATION(release_capability()) { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

// Holds a SharedMutex to read what it guards.
class FACSIM_THREAD_ANNOTATION(scoped_lockable) SharedLock {
 public:
  explicit SharedLock(SharedMutex& mutex) FACSIM_THREAD_ANNOTATION(acquire_shared_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~SharedLock() FACSIM_THREAD_ANNOTATION(release_generic_capability()) { mutex_.unlock_shared(); }
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;

 private:
  SharedMutex& mutex_;
};

// Holds a SharedMutex to change what it guards.
class FACSIM_THREAD_ANNOTATION(scoped_lockable) ExclusiveLock {
 public:
  explicit ExclusiveLock(SharedMutex& mutex) FACSIM_THREAD_ANNOTATION(acquire_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock();
  }
  ~ExclusiveLock() FACSIM_THREAD_ANNOTATION(release_capability()) { mutex_.unlock(); }
  ExclusiveLock(const ExclusiveLock&) = delete;
  ExclusiveLock& operator=(const ExclusiveLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace facsim
