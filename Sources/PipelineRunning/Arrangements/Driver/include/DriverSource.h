// The program that runs pipelines for every arrangement of a grid.
#pragma once

#pragma clang assume_nonnull begin

const char *hw_arrangement_driver(void);

#pragma clang assume_nonnull end
