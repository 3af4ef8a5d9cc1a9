// Local sockets over which other processes of this user tell this one to record.
#define _GNU_SOURCE 1
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// The descriptors that are open here, and what they refer to: a program may close descriptors that it did not open, and
// open something else that gets the same number. Only the thread that serves the sockets changes the list.
static struct {
  bool is_open;
  int descriptor;
  struct hw_file file;
} sockets[HW_CONTROL_CONNECTIONS + 1];

enum { capacity = sizeof sockets / sizeof sockets[0] };

// A forked child has no thread that would answer, and must not keep a connection of its parent's open.
static void close_in_child(void) {
  int error = errno;
  for (int i = 0; i < capacity; i++) {
    if (sockets[i].is_open && hw_is_file_at(sockets[i].descriptor, &sockets[i].file)) {
      close(sockets[i].descriptor);
    }
    sockets[i].is_open = false;
  }
  errno = error;
}

static void watch_forks(void) { pthread_atfork(NULL, NULL, close_in_child); }

static int find(int descriptor) {
  for (int i = 0; i < capacity; i++) {
    if (sockets[i].is_open && sockets[i].descriptor == descriptor) {
      return i;
    }
  }
  return -1;
}

bool hw_control_is_open(int descriptor) {
  int place = find(descriptor);
  return place >= 0 && hw_is_file_at(descriptor, &sockets[place].file);
}

void hw_control_close(int descriptor) {
  int place = find(descriptor);
  if (place < 0) {
    return;
  }
  if (hw_is_file_at(descriptor, &sockets[place].file)) {
    close(descriptor);
  }
  sockets[place].is_open = false;
}

// Programs rarely close or expect high numbers.
static int moved_up(int descriptor) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  int highest = (int)(limit.rlim_cur < 1024 ? limit.rlim_cur : 1024) - 64;
  for (int lowest = highest; lowest > 2; lowest /= 2) {
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, lowest);
    if (moved >= 0) {
      close(descriptor);
      return moved;
    }
  }
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}

// Lists a new socket. It does not block, so that nobody can hold up the thread.
static int adopt(int descriptor) {
  if (descriptor < 0) {
    return -errno;
  }
  for (int i = 0; i < capacity; i++) {
    if (sockets[i].is_open) {
      continue;
    }
    descriptor = moved_up(descriptor);
#if defined(SO_NOSIGPIPE)
    int on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    hw_file_at(descriptor, &sockets[i].file);
    sockets[i].descriptor = descriptor;
    sockets[i].is_open = true;
    return descriptor;
  }
  close(descriptor);
  return -EMFILE;
}

int hw_control_listen(const char *first, const char *path) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(first) >= sizeof address.sun_path || strlen(path) >= sizeof address.sun_path) {
    return -ENAMETOOLONG;
  }
  strcpy(address.sun_path, first);
  int listener = adopt(socket(AF_UNIX, SOCK_STREAM, 0));
  if (listener < 0) {
    return listener;
  }
  // A program that had the same number and was killed has left its socket.
  unlink(first);
  // It gets its name when it can be connected to, so that nobody takes it for one that was left behind.
  if (bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && chmod(first, 0600) == 0 &&
      listen(listener, HW_CONTROL_CONNECTIONS) == 0 && rename(first, path) == 0) {
    pthread_once(&once, watch_forks);
    return listener;
  }
  int error = errno;
  unlink(first);
  hw_control_close(listener);
  return -error;
}

// Whether the process at the other end has the user of this one.
static bool is_of_this_user(int socket) {
#if defined(__linux__)
  struct ucred peer;
  socklen_t length = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.uid == geteuid();
#else
  uid_t user;
  gid_t group;
  return getpeereid(socket, &user, &group) == 0 && user == geteuid();
#endif
}

int hw_control_accept(int listener, bool *is_allowed) {
  int connection = adopt(accept(listener, NULL, NULL));
  *is_allowed = connection >= 0 && is_of_this_user(connection);
  return connection;
}

bool hw_control_send(int connection, const void *bytes, size_t count) {
#if defined(MSG_NOSIGNAL)
  return send(connection, bytes, count, MSG_NOSIGNAL) == (ssize_t)count;
#else
  return send(connection, bytes, count, 0) == (ssize_t)count;
#endif
}
