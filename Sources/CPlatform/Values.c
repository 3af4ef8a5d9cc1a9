// The memory of recorded values, and the witnesses of enumeration types.
#include "CPlatform.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_key_t value_bytes_key;
static pthread_once_t value_bytes_once = PTHREAD_ONCE_INIT;
static bool has_key;

static void make_key(void) { has_key = pthread_key_create(&value_bytes_key, free) == 0; }

struct hw_value_bytes *hw_value_bytes_of_thread(void) {
  pthread_once(&value_bytes_once, make_key);
  if (!has_key) {
    return NULL;
  }
  struct hw_value_bytes *known = pthread_getspecific(value_bytes_key);
  if (known) {
    return known;
  }
  struct hw_value_bytes *made = malloc(sizeof *made);
  if (made && pthread_setspecific(value_bytes_key, made) != 0) {
    free(made);
    return NULL;
  }
  return made;
}

// The part of a value witness table that is used here: its order is part of Swift's stable ABI.
typedef uint32_t (*get_enum_tag)(const void *value, const void *type) __attribute__((swiftcall));
typedef void (*project_enum_data)(void *value, const void *type) __attribute__((swiftcall));

struct value_witnesses {
  void *of_all_types[8];
  size_t size, stride;
  uint32_t flags, extra_inhabitants;
  get_enum_tag tag;
  project_enum_data project;
};

// A type's metadata has its witnesses before its address.
static const struct value_witnesses *witnesses(const void *type) { return ((const struct value_witnesses *const *)type)[-1]; }

uint32_t hw_enum_case(const void *value, const void *type) { return witnesses(type)->tag(value, type); }

void hw_enum_payload(void *value, const void *type) { witnesses(type)->project(value, type); }
