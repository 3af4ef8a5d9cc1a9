// Finds out when a recorder can be freed, at the cost of two additions for each record.
//
// A thread counts its visits to recorders before it looks for the newest one. So once no recorder is the newest, a thread
// that has not counted a visit will not find it. The count and the look could change places in the processor. A barrier
// in each record would prevent that, but would take longer than the rest of the record. Instead, the thread that frees a
// recorder makes all others execute one (`membarrier`).
#define _GNU_SOURCE 1
#include "CPlatform.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

// Shared by all threads that never recorded. Nobody reads its count.
static struct hw_visitor stranger;

_Thread_local struct hw_thread hw_current_thread = {.recorder = {.visitor = &stranger}};

const char hw_no_recorder = 0;
const void *hw_newest_recorder = &hw_no_recorder;

// Guards the lists.
static pthread_mutex_t listing = PTHREAD_MUTEX_INITIALIZER;
static struct hw_visitor *visitors;
static struct hw_visitor *free_visitors;

static pthread_key_t ending;
static bool knows_ending;
static void (*thread_end)(struct hw_thread *thread);

// The system calls it on a thread that ends, with those of other thread-local values, in several rounds. They may use
// pipelines too, so it works in the last round but one. In the last round the thread sanitizer ends its own state of the
// thread, and code that it watches crashes after that.
static void end_thread(void *value) {
  struct hw_thread *thread = value;
  if (++thread->recorder.ending_rounds < PTHREAD_DESTRUCTOR_ITERATIONS - 1) {
    pthread_setspecific(ending, thread);
    return;
  }
  void (*note)(struct hw_thread *) = __atomic_load_n(&thread_end, __ATOMIC_ACQUIRE);
  if (note) {
    note(thread);
  }
  struct hw_visitor *visitor = thread->recorder.visitor;
  thread->recorder.visitor = &stranger;
  pthread_mutex_lock(&listing);
  __atomic_store_n(&visitor->recorder, NULL, __ATOMIC_RELAXED);
  visitor->next_free = free_visitors;
  free_visitors = visitor;
  pthread_mutex_unlock(&listing);
}

// A forked child has only the thread that called `fork`. The others may have been in the middle of a visit, or have held
// the lock.
static void forget_other_threads(void) {
  pthread_mutex_init(&listing, NULL);
  struct hw_visitor *own = hw_thread_state()->recorder.visitor;
  free_visitors = NULL;
  visitors = own == &stranger ? NULL : own;
  own->next = NULL;
}

__attribute__((constructor)) static void prepare(void) {
  knows_ending = pthread_key_create(&ending, end_thread) == 0;
  pthread_atfork(NULL, NULL, forget_other_threads);
}

static struct hw_visitor *take_visitor(void) {
  pthread_mutex_lock(&listing);
  struct hw_visitor *visitor = free_visitors;
  if (visitor) {
    free_visitors = visitor->next_free;
  } else if ((visitor = calloc(1, sizeof *visitor))) {
    visitor->next = visitors;
    visitors = visitor;
  }
  if (visitor) {
    __atomic_store_n(&visitor->visits, 1, __ATOMIC_RELAXED);
  }
  pthread_mutex_unlock(&listing);
  return visitor;
}

bool hw_list_thread(struct hw_thread *thread) {
  if (thread->recorder.visitor != &stranger) {
    return true;
  }
  struct hw_visitor *visitor = take_visitor();
  if (!visitor) {
    return false;
  }
  thread->recorder.visitor = visitor;
  if (knows_ending) {
    pthread_setspecific(ending, thread);
  }
  return true;
}

void hw_set_known(struct hw_thread *thread, const void *recorder) {
  __atomic_store_n(&thread->recorder.visitor->recorder, recorder, __ATOMIC_RELAXED);
}

void hw_set_segment(struct hw_thread *thread, uint32_t segment) {
  __atomic_store_n(&thread->recorder.visitor->segment, segment, __ATOMIC_RELEASE);
  thread->recorder.segment = segment;
}

bool hw_all_beyond(uint32_t segment) {
  pthread_mutex_lock(&listing);
  bool are_beyond = true;
  for (struct hw_visitor *visitor = visitors; visitor && are_beyond; visitor = visitor->next) {
    are_beyond = __atomic_load_n(&visitor->visits, __ATOMIC_ACQUIRE) == 0 ||
                 __atomic_load_n(&visitor->segment, __ATOMIC_ACQUIRE) > segment;
  }
  pthread_mutex_unlock(&listing);
  return are_beyond;
}

void hw_at_thread_end(void (*note)(struct hw_thread *thread)) {
  __atomic_store_n(&thread_end, note, __ATOMIC_RELEASE);
}

void hw_set_newest_recorder(const void *recorder) {
  __atomic_store_n(&hw_newest_recorder, recorder ? recorder : &hw_no_recorder, __ATOMIC_SEQ_CST);
}

// Makes every running thread of the process execute a barrier.
static bool wait_for_barriers(void) {
#if defined(__linux__) && defined(SYS_membarrier)
  enum { EXPEDITED = 1 << 3, REGISTER_EXPEDITED = 1 << 4 };
  return syscall(SYS_membarrier, EXPEDITED, 0) == 0 ||
         (syscall(SYS_membarrier, REGISTER_EXPEDITED, 0) == 0 && syscall(SYS_membarrier, EXPEDITED, 0) == 0);
#elif defined(__linux__)
  return false;
#else
  // Each visit begins with a barrier of its own.
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return true;
#endif
}

bool hw_is_idle(const void *recorder) {
  if (!wait_for_barriers()) {
    return false;
  }
  pthread_mutex_lock(&listing);
  bool is_idle = true;
  for (struct hw_visitor *visitor = visitors; visitor && is_idle; visitor = visitor->next) {
    is_idle = __atomic_load_n(&visitor->visits, __ATOMIC_ACQUIRE) == 0;
  }
  // A later recorder may get the same address, and would seem to know the thread.
  for (struct hw_visitor *visitor = visitors; visitor && is_idle; visitor = visitor->next) {
    const void *known = recorder;
    __atomic_compare_exchange_n(&visitor->recorder, &known, NULL, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
  pthread_mutex_unlock(&listing);
  return is_idle;
}
