// Functions of libdevice that store results through pointers, and read arrays: accesses of
// the line that calls them. Local variables are no accesses.
// RUN: %check_twins O0 %s --faults=SINE,COSINE,SHARED,EXPONENT,INTEGER,QUOTIENT,LENGTH
// RUN: %check_twins O2 %s --faults=SINE,COSINE,SHARED,EXPONENT,INTEGER,QUOTIENT,LENGTH
// EXPECT SINE COSINE: a write, a write
// EXPECT SHARED: b write, b write
// EXPECT EXPONENT: c write, c write
// EXPECT INTEGER: d write, d write
// EXPECT QUOTIENT: e write, e write
// EXPECT LENGTH: f write, g read
#include "Inputs/done.h"

constexpr int Block = 64;

#ifdef SINE
constexpr int SineStep = 0;
#else
constexpr int SineStep = 1;
#endif
#ifdef COSINE
constexpr int CosineStep = 0;
#else
constexpr int CosineStep = 1;
#endif
#ifdef SHARED
constexpr int SharedStep = 0;
#else
constexpr int SharedStep = 1;
#endif
#ifdef EXPONENT
constexpr int ExponentStep = 0;
#else
constexpr int ExponentStep = 1;
#endif
#ifdef INTEGER
constexpr int IntegerStep = 0;
#else
constexpr int IntegerStep = 1;
#endif
#ifdef QUOTIENT
constexpr int QuotientStep = 0;
#else
constexpr int QuotientStep = 1;
#endif
#ifdef LENGTH
constexpr int Length = 3;
#else
constexpr int Length = 2;
#endif

__global__ void kernel(float *sines, float *cosines, int *numbers, double *wholes, float *sums,
                       int length) {
  __shared__ double parts[2 * Block];
  const int t = threadIdx.x;
  const float x = t + 0.5f;
  sincosf(x, &sines[SineStep * t], &cosines[CosineStep * t]);                    // [a]
  sincos(double(x), &parts[2 * SharedStep * t], &parts[2 * SharedStep * t + 1]); // [b]
  float rest = frexpf(x, &numbers[ExponentStep * t]);                            // [c]
  rest += modf(double(x), &wholes[IntegerStep * t]);                             // [d]
  rest += remquof(x, 3, &numbers[Block + QuotientStep * t]);                     // [e]
  float sine, cosine;
  sincosf(x, &sine, &cosine);
  sums[2 * t] = sums[2 * t + 1] = rest + sine + cosine; // [f]
  if (t < Block - 1 && normf(length, &sums[2 * t]) < 0) // [g]
    numbers[t] = 0;
}

int main() {
  kernel<<<1, Block>>>(zeroed<float>(Block), zeroed<float>(Block), zeroed<int>(2 * Block),
                       zeroed<double>(Block), zeroed<float>(2 * Block), Length);
  return done();
}
