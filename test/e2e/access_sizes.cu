// Accesses of every size the language has, aligned or not: each kernel writes
// an element and reads another thread's, both on its one line.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %check_twins O3 %s
// RUN: %check_twins Os %s
// EXPECT: char1 write, char1 read
// EXPECT: short2 write, short2 read
// EXPECT: int4 write, int4 read
// EXPECT: long8 write, long8 read
// EXPECT: vector8 write, vector8 read
// EXPECT: vector12 write, vector12 read
// EXPECT: vector16 write, vector16 read
// EXPECT: doubles16 write, doubles16 read
// EXPECT: wide16 write, wide16 read
// EXPECT: packed7 write, packed7 read
// EXPECT: bits write, bits read
// EXPECT: structure write, structure read
// EXPECT: unaligned write, unaligned read
#include "Inputs/done.h"

#ifdef RACY
#define BARRIER
#else
#define BARRIER __syncthreads()
#endif

struct __attribute__((packed)) Packed {
  char tag;
  int number;
  short tail;
};
struct Bits {
  unsigned low : 5, middle : 13, high : 14;
};
struct Large {
  int numbers[9];
};

#define EXCHANGE(Name, Type, Write, Read)                                                          \
  __global__ void Name(Type *cells, Type *out) {                                                   \
    const int t = threadIdx.x, other = 63 - t;                                                     \
    Write;                                                                                         \
    BARRIER;                                                                                       \
    Read;                                                                                          \
  }
// clang-format off: one line, one kernel
#define WHOLE(Name, Type, Value) EXCHANGE(Name, Type, cells[t] = Value, out[t] = cells[other])

WHOLE(char1Cells, char, t)                                   // [char1]
WHOLE(short2Cells, short, t)                                 // [short2]
WHOLE(int4Cells, int, t)                                     // [int4]
WHOLE(long8Cells, long long, t)                              // [long8]
WHOLE(vector8Cells, float2, make_float2(t, 1))               // [vector8]
WHOLE(vector12Cells, float3, make_float3(t, 1, 2))           // [vector12]
WHOLE(vector16Cells, int4, make_int4(t, 1, 2, 3))            // [vector16]
WHOLE(doubles16Cells, double2, make_double2(t, 1))           // [doubles16]
WHOLE(wide16Cells, __int128, static_cast<__int128>(t) << 70) // [wide16]
EXCHANGE(packed7Cells, Packed, cells[t].number = t, out[t].number = cells[other].number)                                   // [packed7]
EXCHANGE(bitsCells, Bits, cells[t].middle = t, out[t].high = cells[other].high) // [bits]
EXCHANGE(structureCells, Large, cells[t] = Large{{t}}, out[t] = cells[other])   // [structure]

using Unaligned __attribute__((aligned(1))) = long long;
EXCHANGE(unalignedCells, char, *reinterpret_cast<Unaligned *>(cells + 8 * t + 3) = t, out[t] = cells[8 * other + 10]) // [unaligned]
// clang-format on

int main() {
  char1Cells<<<1, 64>>>(zeroed<char>(64), zeroed<char>(64));
  short2Cells<<<1, 64>>>(zeroed<short>(64), zeroed<short>(64));
  int4Cells<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64));
  long8Cells<<<1, 64>>>(zeroed<long long>(64), zeroed<long long>(64));
  vector8Cells<<<1, 64>>>(zeroed<float2>(64), zeroed<float2>(64));
  vector12Cells<<<1, 64>>>(zeroed<float3>(64), zeroed<float3>(64));
  vector16Cells<<<1, 64>>>(zeroed<int4>(64), zeroed<int4>(64));
  doubles16Cells<<<1, 64>>>(zeroed<double2>(64), zeroed<double2>(64));
  wide16Cells<<<1, 64>>>(zeroed<__int128>(64), zeroed<__int128>(64));
  packed7Cells<<<1, 64>>>(zeroed<Packed>(64), zeroed<Packed>(64));
  bitsCells<<<1, 64>>>(zeroed<Bits>(64), zeroed<Bits>(64));
  structureCells<<<1, 64>>>(zeroed<Large>(64), zeroed<Large>(64));
  unalignedCells<<<1, 64>>>(zeroed<char>(600), zeroed<char>(64));
  return done();
}
