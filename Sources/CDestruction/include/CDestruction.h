// The moment when an object is destroyed, which Swift tells nobody. Where there is an Objective-C runtime, its associated
// objects serve instead.
#ifndef CDESTRUCTION_H
#define CDESTRUCTION_H

#if !defined(__APPLE__)
#include <stdbool.h>

// Takes what an object owns out of where it is kept; null where it owns nothing.
typedef void *(*hw_take_owned)(const void *object);
// Releases what `hw_take_owned` returned.
typedef void (*hw_release_owned)(void *owned);

// From now on, when an object of this object's class (not of its superclass or subclasses) is destroyed, `take` is
// called before its deinit and `release` once it is gone. The callbacks are the process's: each call gives the same.
// Changes the class's own table of functions; the object's class, and with it casts and `type(of:)`, stay what they are.
// Returns 0 or an errno.
int hw_watch_class(const void *object, hw_take_owned take, hw_release_owned release);

// Whether the object's deinit has begun.
bool hw_is_dying(const void *object);

// Where that which an object owns is while the object's deinit runs on this thread; null where none does, or where it
// began before the class was watched.
void **hw_owned_by_dying(const void *object);
#endif

#endif
