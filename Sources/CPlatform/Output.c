// Passes the text that the program prints to `stdout` to the recorder. A library sees that text, which the command that
// started the program has loaded: Sources/PipelineRunning/Guests/Output.c. A program is not linked with it.
#define _GNU_SOURCE 1
#include "CPlatform.h"

#include <dlfcn.h>

// As the library declares them.
enum hw_printing { HW_PRINT, HW_RECORD, HW_WITHHOLD };

struct hw_output_watch {
  enum hw_printing (*treatment)(void);
  hw_output_note note;
};

static enum hw_printing treatment(void) {
  if (!hw_is_recording()) {
    return HW_PRINT;
  }
  // Without a recorder, its calls of descriptions would not happen, so the text that they print is withheld.
  return hw_thread_state()->recorder.suspended ? HW_WITHHOLD : HW_RECORD;
}

bool hw_watch_standard_output(hw_output_note note) {
  static struct hw_output_watch watch = {.treatment = treatment};
  void *found = dlsym(RTLD_DEFAULT, "hw_watch_output_with");
  if (!found) {
    return false;
  }
  watch.note = note;
  ((void (*)(const struct hw_output_watch *))found)(&watch);
  return true;
}
