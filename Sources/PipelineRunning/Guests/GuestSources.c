// Each file as a text that ends with a zero byte, which Clang takes in as it is.
#include "CGuestSources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const char *hw_arrangement_driver(void) {
  static const char text[] = {
#embed "Driver.swift" suffix(, 0)
  };
  return text;
}

const char *hw_output_library(void) {
  static const char text[] = {
#embed "Output.c" suffix(, 0)
  };
  return text;
}
