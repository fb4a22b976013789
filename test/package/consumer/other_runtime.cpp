// In place of a cudart that the project links itself: the CPU target's must win.
#include <cstddef>

extern "C" int cudaMalloc(void **, size_t) { return 1; }
