// Sources of what is compiled for the programs that are recorded.
#pragma once

#pragma clang assume_nonnull begin

// The program that runs pipelines for every arrangement of a grid.
const char *hw_arrangement_driver(void);

// The library that sees what a program prints.
const char *hw_output_library(void);

#pragma clang assume_nonnull end
