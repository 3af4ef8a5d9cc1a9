// The file as a text that ends with a zero byte, which Clang takes in as it is.
#include "DriverSource.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const char *hw_arrangement_driver(void) {
  static const char text[] = {
#embed "Driver.swift" suffix(, 0)
  };
  return text;
}
