// Prints without a buffer if whoever started the program asks for it, because a program that crashes or is killed loses
// the text that is still in its buffer.
#include "CPlatform.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void print_as_asked(void) {
  if (hw_environment("HEADWATER_UNBUFFERED") == NULL) {
    return;
  }
  // The programs that this one starts are nobody's to change.
  unsetenv("HEADWATER_UNBUFFERED");
  setvbuf(stdout, NULL, _IONBF, 0);
}
