// Lets objects own something outside of their storage. An Objective-C runtime has associated objects for this.
#if !defined(__APPLE__)
#define _GNU_SOURCE 1
#include "CDestruction.h"

#include "Patching.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

// Swift calls a class's destroy function with its own calling convention: the object is in the register of `self`.
#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))

typedef SWIFT_CALL void (*destroy_function)(SWIFT_SELF void *object);

// A class whose objects are destroyed by `destroy` below.
struct watched_class {
  const void *metadata;
  destroy_function original;
  hw_take_owned take_owned;
  hw_release_owned release_owned;
  struct watched_class *next;
};

// Classes are added at the front of their bucket's list and never removed, so it is read without a lock.
enum { BUCKETS = 256 };
static struct watched_class *buckets[BUCKETS];
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;

// A destruction that is in progress on this thread.
struct hw_destruction {
  const void *object;
  void *owned;
  struct hw_destruction *outer;
};

// The innermost destruction of a watched object on this thread.
static _Thread_local struct hw_destruction *current;

static struct watched_class **bucket_of(const void *metadata) {
  uintptr_t bits = (uintptr_t)metadata;
  return &buckets[((bits >> 4) ^ (bits >> 12)) % BUCKETS];
}

static struct watched_class *class_of(const void *metadata) {
  struct watched_class *found = __atomic_load_n(bucket_of(metadata), __ATOMIC_ACQUIRE);
  while (found->metadata != metadata) {
    found = found->next;
  }
  return found;
}

static const void *metadata_of(const void *object) { return *(const void *const *)object; }

SWIFT_CALL static void destroy(SWIFT_SELF void *object) {
  // The caller has read the patched slot; this fence makes the writes before it visible, too.
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  struct watched_class *class = class_of(metadata_of(object));
  // Taken first: once the object's memory is free, another object may have its address.
  struct hw_destruction this = {object, class->take_owned(object), current};
  current = &this;
  class->original(object);
  current = this.outer;
  if (this.owned) {
    class->release_owned(this.owned);
  }
}

// The word before the address in a metadata pointer is the value witness table, and the word before that is the function
// that runs an object's deinit and frees it.
static destroy_function *slot_of(const void *metadata) { return (destroy_function *)metadata - 2; }

// By the slot and not by the list: a class is in the list before its objects are destroyed by `destroy`.
static bool is_watched(const void *metadata) {
  return __atomic_load_n(slot_of(metadata), __ATOMIC_ACQUIRE) == destroy;
}

// Adds the class to the list before it patches the slot, so that `destroy` finds the class.
static void enter(struct watched_class *class, destroy_function *slot) {
  struct watched_class **bucket = bucket_of(class->metadata);
  class->next = *bucket;
  __atomic_store_n(bucket, class, __ATOMIC_RELEASE);
  __atomic_store_n(slot, destroy, __ATOMIC_RELEASE);
}

static int add(const void *metadata, hw_take_owned take, hw_release_owned release) {
  destroy_function *slot = slot_of(metadata);
  struct hw_writable_page page;
  int failure = hw_begin_writing(slot, &page);
  if (failure) {
    return failure;
  }
  struct watched_class *class = malloc(sizeof *class);
  if (class) {
    *class = (struct watched_class){metadata, *slot, take, release, NULL};
    enter(class, slot);
  }
  hw_end_writing(&page);
  return class ? 0 : ENOMEM;
}

// Taken around a fork: a thread that held the lock would not exist in the child, which could never take it.
static void lock_adding(void) { pthread_mutex_lock(&adding); }
static void unlock_adding(void) { pthread_mutex_unlock(&adding); }

__attribute__((constructor)) static void watch_forks(void) {
  pthread_atfork(lock_adding, unlock_adding, unlock_adding);
}

// A function of the Swift runtime, which installs no header. Weak, so that a program starts even if a runtime lacks it.
extern bool swift_isDeallocating(const void *object) __attribute__((weak));

int hw_watch_class(const void *object, hw_take_owned take, hw_release_owned release) {
  if (!swift_isDeallocating) {
    return ENOTSUP;
  }
  const void *metadata = metadata_of(object);
  if (is_watched(metadata)) {
    return 0;
  }
  pthread_mutex_lock(&adding);
  int failure = is_watched(metadata) ? 0 : add(metadata, take, release);
  pthread_mutex_unlock(&adding);
  return failure;
}

bool hw_is_dying(const void *object) { return swift_isDeallocating && swift_isDeallocating(object); }

void **hw_owned_by_dying(const void *object) {
  struct hw_destruction *destruction = current;
  while (destruction && destruction->object != object) {
    destruction = destruction->outer;
  }
  return destruction ? &destruction->owned : NULL;
}
#endif
