// A callback when an object is destroyed, which Swift does not offer. An Objective-C runtime has associated objects for
// this.
#ifndef CDESTRUCTION_H
#define CDESTRUCTION_H

#if !defined(__APPLE__)
#include <stdbool.h>

// Removes and returns what an object owns; null if it owns nothing.
typedef void *(*hw_take_owned)(const void *object);
// Releases what `hw_take_owned` returned.
typedef void (*hw_release_owned)(void *owned);

// From now on, when an object of this object's class (not of its superclass or subclasses) is destroyed, `take` is
// called before its deinit and `release` after its memory is freed. A later call for the same class changes nothing.
// Changes the class's own table of functions; the object's class, and with it casts and `type(of:)`, stay the same.
// Returns 0 or an errno.
int hw_watch_class(const void *object, hw_take_owned take, hw_release_owned release);

// Whether the object's deinit has begun.
bool hw_is_dying(const void *object);

// The place of what an object owns while the object's deinit runs on this thread; null if no deinit of it runs, or if
// it began before the class was watched.
void **hw_owned_by_dying(const void *object);
#endif

#endif
