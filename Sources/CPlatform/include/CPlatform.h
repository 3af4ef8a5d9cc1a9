// Platform functions that Swift cannot reach itself: a cheap clock, thread-local storage without a call, the program's
// output, return addresses, swapping files' names, waiting in a run loop, and where tasks run.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of a thread's state that another thread reads before it frees a recorder or uses its memory again. It may
// outlive the thread.
struct hw_visitor {
  const void *recorder;     // the recorder that knows the thread, and may record it now; null for none
  uint32_t visits;          // the number of calls of recorders that the thread is in
  uint32_t segment;         // the epoch of the segment in which the thread writes during these calls, or wrote last
  struct hw_visitor *next;  // in the list of all
  struct hw_visitor *next_free;
};

// The recorder's state for each thread. Only Visitors.c and files in Sources/Rx/Tracing write it; Output.c reads
// `suspended`.
struct hw_recorded_thread {
  struct hw_visitor *visitor;  // never null: threads that never recorded share one
  uint32_t generation;         // the recording in which `ordinal` is the thread's number
  uint32_t segment;            // the epoch of the segment in which the thread was defined last
  uint32_t count;              // how many threads the recording had when this one was numbered, itself included
  uint16_t ordinal;            // the thread's number in that recording; 0 for none
  uint16_t depth;              // the number of recorded calls that the thread is in
  bool runs_program;           // whether the innermost recorded call runs the program's own code
  bool suspended;              // true while the recorder itself runs the program's code (a description)
  bool knows_stack;            // whether the stack's bounds were looked up
  uint8_t ending_rounds;       // how often the system has said that the thread ends
  bool knows_main;             // whether the next field was looked up
  bool is_main;                // whether it is the main thread
  uint64_t ended;              // when the thread's last closure returned, if no record says so yet; 0 for none
  const char *queue_label;     // of the queue on which the outermost recorded call runs: compared by its address
  uintptr_t stack_start;       // the thread's stack: its lowest address, and the address after its end; 0 if unknown
  uintptr_t stack_end;
  // The newest value that a call of this thread carries, so that the calls which hand it on refer to its record.
  const void *value_type;   // its type's metadata; null for none
  const void *value_coder;  // the type's coder
  uint64_t value_sequence;  // the record's sequence number; 0 until it is written
  uint32_t value_segment;   // the epoch of the record's segment
  uint16_t value_depth;     // the depth of the call; the value is alive as long as the call has not returned
  uint64_t value_bits[8];   // its memory
};

// The bytes of the value that a thread is recording.
struct hw_value_bytes {
  uint32_t count;
  bool is_full;   // whether something did not fit
  uint8_t bytes[1024];
};

enum { HW_VALUE_CAPACITY = 1024 };

// The calling thread's bytes, which are freed when it ends. Returns NULL if there is no memory.
struct hw_value_bytes *hw_value_bytes_of_thread(void);

static inline void *hw_value_bytes_start(struct hw_value_bytes *value) { return value->bytes; }

// The number of the case that a value of an enumeration type is; the cases with payloads come first. `type` is the type's
// metadata. Both functions call the type's value witnesses, for which Swift has no public function.
uint32_t hw_enum_case(const void *value, const void *type);

// Turns a value that is a case with a payload into this payload, in its place.
void hw_enum_payload(void *value, const void *type);

// The current-thread scheduler's state for each thread. Only Sources/Rx/Schedulers/CurrentThreadScheduler*.swift
// use it.
struct hw_trampoline {
  bool is_running;   // whether an action runs
  void *queue;       // retained; the actions that wait for the running one to return
  intptr_t waiting;  // the number of actions in the queue
};

// The engine's state for each thread, a part for each owner. Its address also identifies the thread: locks and subjects
// compare it to detect reentrant calls.
struct hw_thread {
  struct hw_recorded_thread recorder;
  struct hw_trampoline trampoline;
};

// Initial-exec: the engine is loaded with the program, so the address is one addition, even in a shared library.
extern _Thread_local struct hw_thread hw_current_thread __attribute__((tls_model("initial-exec")));

static inline struct hw_thread *hw_thread_state(void) { return &hw_current_thread; }

// Whether there is a recording; every hook reads it. In C rather than in Swift, so that a hook that is inlined into
// another module reads it with one load and without a call.
extern bool hw_recording_flag;

static inline bool hw_is_recording(void) { return __atomic_load_n(&hw_recording_flag, __ATOMIC_RELAXED); }

// Returns the previous value.
static inline bool hw_set_recording(bool on) { return __atomic_exchange_n(&hw_recording_flag, on, __ATOMIC_ACQ_REL); }

// The newest recorder, or the address of `hw_no_recorder`; never null.
extern const void *hw_newest_recorder;
extern const char hw_no_recorder;

// Begins a visit of the calling thread to the newest recorder. A recorder that knows the thread is not freed before the
// visit ends. Returns the newest recorder if it knows the thread, and null otherwise.
static inline const void *hw_begin_visit(void) {
  struct hw_visitor *visitor = hw_current_thread.recorder.visitor;
  uint32_t visits = __atomic_load_n(&visitor->visits, __ATOMIC_RELAXED);
  __atomic_store_n(&visitor->visits, visits + 1, __ATOMIC_RELAXED);
#if defined(__linux__)
  // A thread that frees a recorder makes this one execute a barrier, so only the compiler must keep the order here.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
  const void *newest = __atomic_load_n(&hw_newest_recorder, __ATOMIC_ACQUIRE);
  if (!newest) {
    __builtin_unreachable();
  }
  return __atomic_load_n(&visitor->recorder, __ATOMIC_RELAXED) == newest ? newest : NULL;
}

static inline void hw_end_visit(void) {
  struct hw_visitor *visitor = hw_current_thread.recorder.visitor;
  uint32_t visits = __atomic_load_n(&visitor->visits, __ATOMIC_RELAXED);
  __atomic_store_n(&visitor->visits, visits - 1, __ATOMIC_RELEASE);
}

// The newest recorder, during a visit of a listed thread; null for none.
static inline const void *hw_find_newest_recorder(void) {
  const void *newest = __atomic_load_n(&hw_newest_recorder, __ATOMIC_ACQUIRE);
  return newest == &hw_no_recorder ? NULL : newest;
}

// Sets the recorder that knows the thread, which must be listed; null for none.
void hw_set_known(struct hw_thread *thread, const void *recorder);

// Gives the calling thread a visitor of its own, which has begun one visit, unless it has one. False without memory.
bool hw_list_thread(struct hw_thread *thread);

// Sets the function that each listed thread calls when it ends.
void hw_at_thread_end(void (*note)(struct hw_thread *thread));

// Sets the newest recorder; null for none.
void hw_set_newest_recorder(const void *recorder);

// Whether no thread is visiting a recorder, which is not the newest any more, so that it can be freed: no visit will find
// it again. False also if the system cannot tell.
bool hw_is_idle(const void *recorder);

// Whether all threads that are visiting a recorder write in a later segment than that of an epoch. True means that nobody
// writes there any more, if nobody can find that segment.
bool hw_all_beyond(uint32_t segment);

// Notes the epoch of the segment in which the thread, which must be listed, begins to write.
void hw_set_segment(struct hw_thread *thread, uint32_t segment);

// The value of an environment variable. Null if it is not set, or if the program has more rights than the user who
// started it (a set-user-ID program), because that user must not decide what is done with them.
const char *hw_environment(const char *name);

// A clock that takes a few nanoseconds to read: the processor's counter if it runs at a constant rate, otherwise the
// monotonic clock, in nanoseconds. clock_gettime takes about 30 ns on the machines that we measured.
extern bool hw_has_counter;

uint64_t hw_monotonic_nanoseconds(void);

static inline uint64_t hw_ticks(void) {
#if defined(__x86_64__)
  if (hw_has_counter) {
    return __builtin_ia32_rdtsc();
  }
  return hw_monotonic_nanoseconds();
#elif defined(__aarch64__)
  uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return hw_monotonic_nanoseconds();
#endif
}

// Ticks per second, measured against the monotonic clock during about a fifth of a millisecond.
double hw_ticks_per_second(void);

// Copies the name of the calling thread, or an empty string.
void hw_thread_name(char *buffer, size_t size);

// A number that identifies the calling thread among the living threads of the process.
uint64_t hw_thread_number(void);

// The label of the dispatch queue that runs on the calling thread; never null. On the main thread it is that of the main
// queue, also within `sync` of another queue, which runs there: what needs the main thread asks for the thread.
const char *hw_queue_label(void);

// Fills `addresses` with the return addresses of the calling thread's stack, innermost first. Takes a fraction of a
// microsecond for each frame, because it reads each function's unwind information.
int hw_return_addresses(void **addresses, int capacity);

// The hash of a list of addresses to which one more is appended; that of an empty list is 0.
static inline uint64_t hw_fold(uint64_t hash, uintptr_t address) { return (hash ^ address) * 0x00000100000001B3; }

// Fills `addresses` without the first one, which is in the function that calls this, in about a nanosecond for each
// frame, and stores their hash. It follows frame pointers, which Swift's functions keep. If a function keeps none, as in
// most C libraries, the list ends too early or contains wrong addresses.
// It reads only memory of the thread's stack.
int hw_frame_addresses(uintptr_t *addresses, int capacity, uint64_t *hash);

// Does what the first calls of the two functions above do once: loads a library, and finds the calling thread's stack.
void hw_prepare_stacks(void);

// The file from which an address was loaded, and the address's offset in it; false if it is unknown.
bool hw_image_of(const void *address, const char **path, uint64_t *offset);

// Calls `note` with each text that the program prints to `stdout`, just before it is printed. Returns false if nobody
// watches the output of this process.
typedef void (*hw_output_note)(const char *bytes, size_t count);
bool hw_watch_standard_output(hw_output_note note);

// Maps a mapping's pages for writing at once, if the system can do that. A page fault for each page would take a third
// of the time of the records in it, and MAP_POPULATE maps a file's pages only for reading.
void hw_make_writable(void *start, size_t length);

// Reserves disk space for a range of a file, so that a later write into a mapping of it cannot fail.
// Returns 0 or an errno.
int hw_reserve_file_space(int descriptor, int64_t offset, int64_t length);

// The identity of a file, independent of its name and descriptors.
struct hw_file {
  uint64_t device, inode;
  int64_t size;
};

// The file that a descriptor refers to; false if the number is not a descriptor.
bool hw_file_at(int descriptor, struct hw_file *file);
bool hw_is_file_at(int descriptor, const struct hw_file *file);

// Sets the descriptor that a forked child of this process closes; -1 for none.
void hw_set_recording_file(int descriptor, const struct hw_file *file);

// Runs `body` on a new thread that takes no signals. Not on a dispatch queue: a forked child may use dispatch queues
// only if its parent has not used them before. Returns false if the thread cannot be made.
bool hw_run_beside(void (*body)(void *context), void *context);

// Sockets over which other processes tell this one to record. One thread uses all of them. None of the calls blocks, and
// forked children close them. At most so many connections are open at a time.
enum { HW_CONTROL_CONNECTIONS = 16 };

// Makes a socket at `path`, to which only this user may connect. `first` is the name that it has while it is made, in the
// same folder. Returns the descriptor, or a negative error number.
int hw_control_listen(const char *first, const char *path);

// The next connection, and whether the process at its other end has the user of this one. A negative error number if there
// is none, or if too many are open.
int hw_control_accept(int listener, bool *is_allowed);

// Whether the descriptor still refers to the socket: a program may close descriptors that it did not open.
bool hw_control_is_open(int descriptor);

// False if the other end is gone or does not read. There is no signal then.
bool hw_control_send(int connection, const void *bytes, size_t count);

void hw_control_close(int descriptor);

// Swaps the names of two files in one step. Returns 0 or an errno: EINVAL or ENOSYS if the system cannot do that.
int hw_swap_names(const char *one, const char *other);

// Renames a file. Returns 0 or an errno: EEXIST if a file has the new name.
int hw_rename_to_free_name(const char *from, const char *to);

// A wait in the calling thread's run loop, until another thread ends it. Waits of one thread nest.
struct hw_wait;
struct hw_wait *hw_wait_begin(void);

// Runs the loop until it has handled something, was woken, or the seconds have passed.
void hw_wait_run(struct hw_wait *wait, double seconds);

// May be called on any thread until the wait is freed.
void hw_wait_wake(struct hw_wait *wait);

// Must be called on the thread that began the wait.
void hw_wait_end(struct hw_wait *wait);
void hw_wait_free(struct hw_wait *wait);

// Lets Swift's pool of threads run what tasks on the main actor hand to it, or, while `on`, the main actor. Calls must
// alternate: true, false.
void hw_keep_on_main_actor(bool on);

#endif
