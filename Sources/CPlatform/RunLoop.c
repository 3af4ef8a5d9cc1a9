// Waits in a thread's run loop, so that work for the waiting thread can run there meanwhile.
#include "CPlatform.h"

#include <stdlib.h>

#if defined(__APPLE__)
#include <CoreFoundation/CoreFoundation.h>
#else
// Foundation contains these functions, but installs no header with them.
typedef const void *CFTypeRef;
typedef const struct __CFString *CFStringRef;
typedef struct __CFRunLoop *CFRunLoopRef;
typedef struct __CFRunLoopSource *CFRunLoopSourceRef;
typedef struct {
  long version;
  void *info;
  const void *(*retain)(const void *info);
  void (*release)(const void *info);
  CFStringRef (*copyDescription)(const void *info);
  unsigned char (*equal)(const void *one, const void *other);
  unsigned long (*hash)(const void *info);
  void (*schedule)(void *info, CFRunLoopRef loop, CFStringRef mode);
  void (*cancel)(void *info, CFRunLoopRef loop, CFStringRef mode);
  void (*perform)(void *info);
} CFRunLoopSourceContext;

extern const CFStringRef kCFRunLoopDefaultMode;
extern CFTypeRef CFRetain(CFTypeRef object);
extern void CFRelease(CFTypeRef object);
extern CFRunLoopRef CFRunLoopGetCurrent(void);
extern int CFRunLoopRunInMode(CFStringRef mode, double seconds, unsigned char returnAfterSourceHandled);
extern void CFRunLoopWakeUp(CFRunLoopRef loop);
extern void CFRunLoopAddSource(CFRunLoopRef loop, CFRunLoopSourceRef source, CFStringRef mode);
extern CFRunLoopSourceRef CFRunLoopSourceCreate(const void *allocator, long order, CFRunLoopSourceContext *context);
extern void CFRunLoopSourceInvalidate(CFRunLoopSourceRef source);
extern void CFRunLoopSourceSignal(CFRunLoopSourceRef source);
#endif

struct hw_wait {
  CFRunLoopRef loop;
  CFRunLoopSourceRef source;
  struct hw_wait *outer;
};

static _Thread_local struct hw_wait *innermost_wait;

static void nothing(void *info) { (void)info; }

struct hw_wait *hw_wait_begin(void) {
  struct hw_wait *wait = malloc(sizeof *wait);
  if (!wait) {
    abort();
  }
  // A loop does not add a source whose `info` equals another source's, so each wait has its own.
  CFRunLoopSourceContext context = {.info = wait, .perform = nothing};
  wait->loop = (CFRunLoopRef)CFRetain(CFRunLoopGetCurrent());
  // The source also keeps the loop running: a loop without sources returns at once.
  wait->source = CFRunLoopSourceCreate(NULL, 0, &context);
  CFRunLoopAddSource(wait->loop, wait->source, kCFRunLoopDefaultMode);
  wait->outer = innermost_wait;
  innermost_wait = wait;
  return wait;
}

void hw_wait_run(struct hw_wait *wait, double seconds) {
  (void)wait;
  CFRunLoopRunInMode(kCFRunLoopDefaultMode, seconds, true);
}

void hw_wait_wake(struct hw_wait *wait) {
  CFRunLoopSourceSignal(wait->source);
  CFRunLoopWakeUp(wait->loop);
}

void hw_wait_end(struct hw_wait *wait) {
  CFRunLoopSourceInvalidate(wait->source);
  innermost_wait = wait->outer;
  // This wait's loop may have consumed the signal that was to wake the outer one.
  if (wait->outer) {
    hw_wait_wake(wait->outer);
  }
}

void hw_wait_free(struct hw_wait *wait) {
  CFRelease(wait->source);
  CFRelease(wait->loop);
  free(wait);
}
