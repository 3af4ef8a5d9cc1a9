// Keeps the jobs of the main actor's tasks on the main actor, by the hook that test libraries use: see
// https://github.com/pointfreeco/swift-concurrency-extras and https://github.com/apple/swift-async-algorithms.
#include "CPlatform.h"

#define SWIFT __attribute__((swiftcall))

// Swift's runtime declares these in C++ only.
struct executor {
  const void *identity;
  uintptr_t implementation;
};
typedef SWIFT void enqueue(void *job);
typedef SWIFT void enqueue_hook(void *job, enqueue *original);
extern enqueue_hook *swift_task_enqueueGlobal_hook;
extern enqueue swift_task_enqueueMainExecutor;
extern SWIFT struct executor swift_task_getCurrentExecutor(void);
extern SWIFT struct executor swift_task_getMainExecutor(void);

// The hook of another library.
static enqueue_hook *other_hook;

static SWIFT void keep(void *job, enqueue *original) {
  if (swift_task_getCurrentExecutor().identity == swift_task_getMainExecutor().identity) {
    swift_task_enqueueMainExecutor(job);
  } else if (other_hook) {
    other_hook(job, original);
  } else {
    original(job);
  }
}

void hw_keep_on_main_actor(bool on) {
  enqueue_hook *current = __atomic_load_n(&swift_task_enqueueGlobal_hook, __ATOMIC_ACQUIRE);
  if (on) {
    other_hook = current;
    __atomic_store_n(&swift_task_enqueueGlobal_hook, keep, __ATOMIC_RELEASE);
  } else if (current == keep) {
    __atomic_store_n(&swift_task_enqueueGlobal_hook, other_hook, __ATOMIC_RELEASE);
  }
}
