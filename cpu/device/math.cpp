//===- math.cpp - libdevice and arithmetic intrinsics on the host's libm ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of the device library of the CPU target, see definition.h. Results are
// those of libm, not of libdevice, to the last bit.
//===----------------------------------------------------------------------===//
#include "cpu/device/definition.h"
#include <fenv.h>
#include <limits>
#include <math.h>

// Rows of macros without semicolons, which clang-format takes for one statement.
// clang-format off

namespace {

/// Float to integer as the hardware does it: out of range saturates, NaN is 0.
template <typename To, typename From> To saturate(From value) {
  using Limits = std::numeric_limits<To>;
  if (__builtin_isnan(value))
    return 0;
  if (value <= static_cast<From>(Limits::min()))
    return Limits::min();
  if (value >= static_cast<From>(Limits::max()))
    return Limits::max();
  return static_cast<To>(value);
}

/// Evaluates with another rounding direction. Operands must be volatile, else
/// the compiler computes before the switch.
template <typename Compute> auto rounded(int mode, Compute compute) {
  const int previous = fegetround();
  fesetround(mode);
  volatile auto value = compute();
  fesetround(previous);
  return +value;
}

template <typename To, typename From> To toFloat(int mode, From value) {
  volatile From operand = value;
  return rounded(mode, [&] { return static_cast<To>(operand); });
}

double phi(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }

/// Newton's method from a rational start value (Abramowitz & Stegun 26.2.23).
double phiInverse(double p) {
  if (p <= 0 || p >= 1)
    return p == 0 ? -INFINITY : p == 1 ? INFINITY : NAN;
  const double t = sqrt(-2 * log(p < 0.5 ? p : 1 - p));
  double x = t - (2.515517 + 0.802853 * t + 0.010328 * t * t) /
                     (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
  x = p < 0.5 ? -x : x;
  for (int step = 0; step < 4; ++step)
    x -= (phi(x) - p) * sqrt(2 * M_PI) * exp(x * x / 2);
  return x;
}

/// Power series; all terms are positive.
double besselI(int order, double x) {
  double term = order ? x / 2 : 1, sum = term;
  for (int k = 1; k < 500 && fabs(term) > 1e-17 * fabs(sum); ++k)
    sum += term *= x * x / 4 / (k * (k + order));
  return sum;
}

double norm(int count, const double *values) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += values[i] * values[i];
  return sqrt(sum);
}
double norm(int count, const float *values) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += static_cast<double>(values[i]) * values[i];
  return sqrt(sum);
}

template <typename T> T clampToUnit(T x) { return x > 0 ? (x < 1 ? x : 1) : 0; }

uint32_t permuteBytes(uint32_t a, uint32_t b, uint32_t selector) {
  const uint64_t bytes = a | static_cast<uint64_t>(b) << 32;
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const uint32_t select = selector >> (4 * i) & 15;
    uint32_t byte = bytes >> ((select & 7) * 8) & 255;
    if (select & 8) // replicate the sign
      byte = byte & 128 ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}

using Wide = unsigned __int128;
using SignedWide = __int128;
template <typename T, typename W> T highHalf(T a, T b) {
  return static_cast<T>(static_cast<W>(a) * static_cast<W>(b) >> (8 * sizeof(T)));
}
template <typename T, typename U> U absoluteDifference(T a, T b) {
  return a > b ? static_cast<U>(a) - static_cast<U>(b) : static_cast<U>(b) - static_cast<U>(a);
}
int signExtend24(int x) { return static_cast<int>(static_cast<uint32_t>(x) << 8) >> 8; }

} // namespace

//===--- libm under its own name -------------------------------------------===//

#define UNARY(Name)                                                                                \
  WARPSAN_DEVICE double __nv_##Name(double x) { return Name(x); }                                  \
  WARPSAN_DEVICE float __nv_##Name##f(float x) { return Name##f(x); }
#define BINARY(Name)                                                                               \
  WARPSAN_DEVICE double __nv_##Name(double x, double y) { return Name(x, y); }                     \
  WARPSAN_DEVICE float __nv_##Name##f(float x, float y) { return Name##f(x, y); }
UNARY(acos) UNARY(acosh) UNARY(asin) UNARY(asinh) UNARY(atan) UNARY(atanh) UNARY(cbrt) UNARY(ceil)
UNARY(cos) UNARY(cosh) UNARY(erf) UNARY(erfc) UNARY(exp) UNARY(exp2) UNARY(expm1) UNARY(fabs)
UNARY(floor) UNARY(j0) UNARY(j1) UNARY(lgamma) UNARY(log) UNARY(log10) UNARY(log1p) UNARY(log2)
UNARY(logb) UNARY(nearbyint) UNARY(rint) UNARY(round) UNARY(sin) UNARY(sinh) UNARY(sqrt) UNARY(tan)
UNARY(tanh) UNARY(tgamma) UNARY(trunc) UNARY(y0) UNARY(y1)
BINARY(atan2) BINARY(copysign) BINARY(fdim) BINARY(fmax) BINARY(fmin) BINARY(fmod) BINARY(hypot)
BINARY(nextafter) BINARY(pow) BINARY(remainder)

/// A function with its double and float form by one expression.
#define BOTH(Result, Name, Parameters, ParametersF, Value)                                         \
  WARPSAN_DEVICE Result __nv_##Name Parameters { return Value; }                                   \
  WARPSAN_DEVICE Result __nv_##Name##f ParametersF { return static_cast<Result>(Value); }
BOTH(int, ilogb, (double x), (float x), ilogb(x))
BOTH(long long, llrint, (double x), (float x), llrint(x))
BOTH(long long, llround, (double x), (float x), llround(x))

/// Functions libm does not have, computed in double.
#define DERIVED(Name, Parameters, ParametersF, Value)                                              \
  WARPSAN_DEVICE double __nv_##Name Parameters { return Value; }                                   \
  WARPSAN_DEVICE float __nv_##Name##f ParametersF { return static_cast<float>(Value); }
DERIVED(rsqrt, (double x), (float x), 1 / sqrt(x))
DERIVED(rcbrt, (double x), (float x), 1 / cbrt(x))
DERIVED(exp10, (double x), (float x), pow(10, x))
DERIVED(sinpi, (double x), (float x), sin(M_PI * fmod(x, 2)))
DERIVED(cospi, (double x), (float x), cos(M_PI * fmod(x, 2)))
DERIVED(rhypot, (double x, double y), (float x, float y), 1 / hypot(x, y))
DERIVED(norm3d, (double x, double y, double z), (float x, float y, float z), hypot(hypot(x, y), z))
DERIVED(rnorm3d, (double x, double y, double z), (float x, float y, float z),
        1 / hypot(hypot(x, y), z))
DERIVED(norm4d, (double x, double y, double z, double w), (float x, float y, float z, float w),
        hypot(hypot(x, y), hypot(z, w)))
DERIVED(rnorm4d, (double x, double y, double z, double w), (float x, float y, float z, float w),
        1 / hypot(hypot(x, y), hypot(z, w)))
DERIVED(norm, (int n, const double *v), (int n, const float *v), norm(n, v))
DERIVED(rnorm, (int n, const double *v), (int n, const float *v), 1 / norm(n, v))
DERIVED(erfcx, (double x), (float x), exp(x * static_cast<double>(x)) * erfc(x))
DERIVED(erfinv, (double x), (float x), phiInverse((x + 1) / 2) * M_SQRT1_2)
DERIVED(erfcinv, (double x), (float x), -phiInverse(x / 2) * M_SQRT1_2)
DERIVED(normcdf, (double x), (float x), phi(x))
DERIVED(normcdfinv, (double x), (float x), phiInverse(x))
DERIVED(cyl_bessel_i0, (double x), (float x), besselI(0, x))
DERIVED(cyl_bessel_i1, (double x), (float x), besselI(1, x))
DERIVED(powi, (double x, int n), (float x, int n), pow(x, n))
DERIVED(ldexp, (double x, int n), (float x, int n), ldexp(x, n))
DERIVED(scalbn, (double x, int n), (float x, int n), scalbn(x, n))
DERIVED(fma, (double x, double y, double z), (float x, float y, float z), fma(x, y, z))
DERIVED(jn, (int n, double x), (int n, float x), jn(n, x))
DERIVED(yn, (int n, double x), (int n, float x), yn(n, x))
DERIVED(nan, (const char *), (const char *), NAN)

WARPSAN_DEVICE float __nv_saturatef(float x) { return clampToUnit(x); }
WARPSAN_DEVICE double __nv_frexp(double x, int *e) { return frexp(x, e); }
WARPSAN_DEVICE float __nv_frexpf(float x, int *e) { return frexpf(x, e); }
WARPSAN_DEVICE double __nv_modf(double x, double *i) { return modf(x, i); }
WARPSAN_DEVICE float __nv_modff(float x, float *i) { return modff(x, i); }
WARPSAN_DEVICE double __nv_remquo(double x, double y, int *q) { return remquo(x, y, q); }
WARPSAN_DEVICE float __nv_remquof(float x, float y, int *q) { return remquof(x, y, q); }

#define SINE_AND_COSINE(Name, Type, Sine, Cosine)                                                  \
  WARPSAN_DEVICE void Name(Type x, Type *s, Type *c) {                                             \
    *s = Sine(x);                                                                                  \
    *c = Cosine(x);                                                                                \
  }
SINE_AND_COSINE(__nv_sincos, double, sin, cos)
SINE_AND_COSINE(__nv_sincosf, float, sinf, cosf)
SINE_AND_COSINE(__nv_fast_sincosf, float, sinf, cosf)
SINE_AND_COSINE(__nv_sincospi, double, __nv_sinpi, __nv_cospi)
SINE_AND_COSINE(__nv_sincospif, float, __nv_sinpif, __nv_cospif)

#define FAST(Name, Value)                                                                          \
  WARPSAN_DEVICE float __nv_fast_##Name(float x) { return Value; }
FAST(sinf, sinf(x)) FAST(cosf, cosf(x)) FAST(tanf, tanf(x)) FAST(tanhf, tanhf(x))
FAST(expf, expf(x)) FAST(exp10f, __nv_exp10f(x)) FAST(logf, logf(x)) FAST(log2f, log2f(x))
FAST(log10f, log10f(x))
WARPSAN_DEVICE float __nv_fast_powf(float x, float y) { return powf(x, y); }
WARPSAN_DEVICE float __nv_fast_fdividef(float x, float y) { return x / y; }

//===--- Classification and bits -------------------------------------------===//

WARPSAN_DEVICE int __nv_isnanf(float x) { return __builtin_isnan(x); }
WARPSAN_DEVICE int __nv_isnand(double x) { return __builtin_isnan(x); }
WARPSAN_DEVICE int __nv_isinff(float x) { return __builtin_isinf(x); }
WARPSAN_DEVICE int __nv_isinfd(double x) { return __builtin_isinf(x); }
WARPSAN_DEVICE int __nv_finitef(float x) { return __builtin_isfinite(x); }
WARPSAN_DEVICE int __nv_isfinited(double x) { return __builtin_isfinite(x); }
WARPSAN_DEVICE int __nv_signbitf(float x) { return __builtin_signbit(x); }
WARPSAN_DEVICE int __nv_signbitd(double x) { return __builtin_signbit(x); }

#define BIT_CAST(Name, To, From)                                                                   \
  WARPSAN_DEVICE To __nv_##Name(From x) { return __builtin_bit_cast(To, x); }
BIT_CAST(float_as_int, int, float)
BIT_CAST(float_as_uint, uint32_t, float)
BIT_CAST(int_as_float, float, int)
BIT_CAST(uint_as_float, float, uint32_t)
BIT_CAST(double_as_longlong, int64_t, double)
BIT_CAST(longlong_as_double, double, int64_t)
WARPSAN_DEVICE int __nv_double2hiint(double x) {
  return static_cast<int>(__builtin_bit_cast(uint64_t, x) >> 32);
}
WARPSAN_DEVICE int __nv_double2loint(double x) {
  return static_cast<int>(__builtin_bit_cast(uint64_t, x));
}
WARPSAN_DEVICE double __nv_hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, static_cast<uint64_t>(static_cast<uint32_t>(high)) << 32 |
                                        static_cast<uint32_t>(low));
}
WARPSAN_DEVICE float __nv_half2float(uint16_t x) {
  return static_cast<float>(__builtin_bit_cast(_Float16, x));
}
WARPSAN_DEVICE uint16_t __nv_float2half_rn(float x) {
  return __builtin_bit_cast(uint16_t, static_cast<_Float16>(x));
}

//===--- Integers ----------------------------------------------------------===//

WARPSAN_DEVICE int __nv_abs(int x) { return x < 0 ? static_cast<int>(0u - x) : x; }
WARPSAN_DEVICE int64_t __nv_llabs(int64_t x) {
  return x < 0 ? static_cast<int64_t>(uint64_t(0) - x) : x;
}
#define EXTREMA(Min, Max, Type)                                                                    \
  WARPSAN_DEVICE Type __nv_##Min(Type a, Type b) { return a < b ? a : b; }                         \
  WARPSAN_DEVICE Type __nv_##Max(Type a, Type b) { return a > b ? a : b; }
EXTREMA(min, max, int) EXTREMA(umin, umax, uint32_t)
EXTREMA(llmin, llmax, int64_t) EXTREMA(ullmin, ullmax, uint64_t)

WARPSAN_DEVICE int __nv_popc(uint32_t x) { return __builtin_popcount(x); }
WARPSAN_DEVICE int __nv_popcll(uint64_t x) { return __builtin_popcountll(x); }
WARPSAN_DEVICE int __nv_clz(uint32_t x) { return x ? __builtin_clz(x) : 32; }
WARPSAN_DEVICE int __nv_clzll(uint64_t x) { return x ? __builtin_clzll(x) : 64; }
WARPSAN_DEVICE int __nv_ffs(int x) { return __builtin_ffs(x); }
WARPSAN_DEVICE int __nv_ffsll(int64_t x) { return __builtin_ffsll(x); }
WARPSAN_DEVICE uint32_t __nv_brev(uint32_t x) { return __builtin_bitreverse32(x); }
WARPSAN_DEVICE uint64_t __nv_brevll(uint64_t x) { return __builtin_bitreverse64(x); }
WARPSAN_DEVICE uint32_t __nv_byte_perm(uint32_t a, uint32_t b, uint32_t s) {
  return permuteBytes(a, b, s & 0x7777);
}
WARPSAN_DEVICE int __nv_mulhi(int a, int b) { return highHalf<int, int64_t>(a, b); }
WARPSAN_DEVICE uint32_t __nv_umulhi(uint32_t a, uint32_t b) {
  return highHalf<uint32_t, uint64_t>(a, b);
}
WARPSAN_DEVICE int64_t __nv_mul64hi(int64_t a, int64_t b) {
  return highHalf<int64_t, SignedWide>(a, b);
}
WARPSAN_DEVICE uint64_t __nv_umul64hi(uint64_t a, uint64_t b) {
  return highHalf<uint64_t, Wide>(a, b);
}
WARPSAN_DEVICE int __nv_mul24(int a, int b) { return signExtend24(a) * signExtend24(b); }
WARPSAN_DEVICE uint32_t __nv_umul24(uint32_t a, uint32_t b) {
  return (a & 0xffffff) * (b & 0xffffff);
}
WARPSAN_DEVICE uint32_t __nv_sad(int a, int b, uint32_t c) {
  return absoluteDifference<int, uint32_t>(a, b) + c;
}
WARPSAN_DEVICE uint32_t __nv_usad(uint32_t a, uint32_t b, uint32_t c) {
  return absoluteDifference<uint32_t, uint32_t>(a, b) + c;
}
WARPSAN_DEVICE int __nv_hadd(int a, int b) { return static_cast<int>((int64_t(a) + b) >> 1); }
WARPSAN_DEVICE int __nv_rhadd(int a, int b) { return static_cast<int>((int64_t(a) + b + 1) >> 1); }
WARPSAN_DEVICE uint32_t __nv_uhadd(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>((uint64_t(a) + b) >> 1);
}
WARPSAN_DEVICE uint32_t __nv_urhadd(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>((uint64_t(a) + b + 1) >> 1);
}

//===--- Arithmetic and conversions by rounding direction ------------------===//

#define DIRECTIONS(Row, ...)                                                                       \
  Row(__VA_ARGS__, rn, FE_TONEAREST) Row(__VA_ARGS__, rz, FE_TOWARDZERO)                           \
      Row(__VA_ARGS__, ru, FE_UPWARD) Row(__VA_ARGS__, rd, FE_DOWNWARD)

#define ARITHMETIC(Name, Type, Operator, Suffix, Mode)                                             \
  WARPSAN_DEVICE Type __nv_##Name##_##Suffix(Type x, Type y) {                                     \
    if (Mode == FE_TONEAREST)                                                                      \
      return x Operator y;                                                                         \
    volatile Type a = x, b = y;                                                                    \
    return rounded(Mode, [&] { return a Operator b; });                                            \
  }
DIRECTIONS(ARITHMETIC, fadd, float, +)
DIRECTIONS(ARITHMETIC, fsub, float, -)
DIRECTIONS(ARITHMETIC, fmul, float, *)
DIRECTIONS(ARITHMETIC, fdiv, float, /)
DIRECTIONS(ARITHMETIC, dadd, double, +)
DIRECTIONS(ARITHMETIC, dsub, double, -)
DIRECTIONS(ARITHMETIC, dmul, double, *)
DIRECTIONS(ARITHMETIC, ddiv, double, /)

#define ONE_OPERAND(Name, Type, Value, Suffix, Mode)                                               \
  WARPSAN_DEVICE Type __nv_##Name##_##Suffix(Type x) {                                             \
    volatile Type a = x;                                                                           \
    return rounded(Mode, [&] { return static_cast<Type>(Value); });                                \
  }
DIRECTIONS(ONE_OPERAND, frcp, float, 1 / a)
DIRECTIONS(ONE_OPERAND, drcp, double, 1 / a)
DIRECTIONS(ONE_OPERAND, fsqrt, float, sqrtf(a))
DIRECTIONS(ONE_OPERAND, dsqrt, double, sqrt(a))
WARPSAN_DEVICE float __nv_frsqrt_rn(float x) { return static_cast<float>(1 / sqrt(double(x))); }
WARPSAN_DEVICE double __nv_rcp64h(double x) { return 1 / x; }

#define FUSED(Name, Type, Function, Suffix, Mode)                                                  \
  WARPSAN_DEVICE Type __nv_##Name##_##Suffix(Type x, Type y, Type z) {                             \
    volatile Type a = x, b = y, c = z;                                                             \
    return rounded(Mode, [&] { return Function(a, b, c); });                                       \
  }
DIRECTIONS(FUSED, fma, double, fma)
DIRECTIONS(FUSED, fmaf, float, fmaf)
DIRECTIONS(FUSED, fmaf_ieee, float, fmaf)

#define TO_INTEGER(Name, To, From, Suffix, Round)                                                  \
  WARPSAN_DEVICE To __nv_##Name##_##Suffix(From x) { return saturate<To>(Round(x)); }
#define TO_INTEGER_ALL(Name, To, From)                                                             \
  TO_INTEGER(Name, To, From, rn, rint)                                                             \
  TO_INTEGER(Name, To, From, rz, trunc)                                                            \
  TO_INTEGER(Name, To, From, ru, ceil)                                                             \
  TO_INTEGER(Name, To, From, rd, floor)
TO_INTEGER_ALL(float2int, int, float)
TO_INTEGER_ALL(float2uint, uint32_t, float)
TO_INTEGER_ALL(float2ll, int64_t, float)
TO_INTEGER_ALL(float2ull, uint64_t, float)
TO_INTEGER_ALL(double2int, int, double)
TO_INTEGER_ALL(double2uint, uint32_t, double)
TO_INTEGER_ALL(double2ll, int64_t, double)
TO_INTEGER_ALL(double2ull, uint64_t, double)

#define TO_FLOAT(Name, To, From, Suffix, Mode)                                                     \
  WARPSAN_DEVICE To __nv_##Name##_##Suffix(From x) {                                               \
    return Mode == FE_TONEAREST ? static_cast<To>(x) : toFloat<To, From>(Mode, x);                 \
  }
DIRECTIONS(TO_FLOAT, int2float, float, int)
DIRECTIONS(TO_FLOAT, uint2float, float, uint32_t)
DIRECTIONS(TO_FLOAT, ll2float, float, int64_t)
DIRECTIONS(TO_FLOAT, ull2float, float, uint64_t)
DIRECTIONS(TO_FLOAT, ll2double, double, int64_t)
DIRECTIONS(TO_FLOAT, ull2double, double, uint64_t)
DIRECTIONS(TO_FLOAT, double2float, float, double)
TO_FLOAT(int2double, double, int, rn, FE_TONEAREST)
TO_FLOAT(uint2double, double, uint32_t, rn, FE_TONEAREST)

//===--- Arithmetic intrinsics ---------------------------------------------===//

#define FLOAT1(Name, Value)                                                                        \
  WARPSAN_NVVM(float, Name ".f", (float x)) { return Value; }                                      \
  WARPSAN_NVVM(float, Name ".ftz.f", (float x)) { return Value; }
#define DOUBLE1(Name, Value)                                                                       \
  WARPSAN_NVVM(double, Name ".d", (double x)) { return Value; }
FLOAT1("lg2.approx", log2f(x))
FLOAT1("sin.approx", sinf(x))
FLOAT1("cos.approx", cosf(x))
FLOAT1("rsqrt.approx", 1 / sqrtf(x))
FLOAT1("sqrt.approx", sqrtf(x))
FLOAT1("sqrt.rn", sqrtf(x))
FLOAT1("rcp.rn", 1 / x)
FLOAT1("saturate", clampToUnit(x))
FLOAT1("ceil", ceilf(x))
FLOAT1("floor", floorf(x))
FLOAT1("trunc", truncf(x))
FLOAT1("round", rintf(x))
DOUBLE1("rsqrt.approx", 1 / sqrt(x))
DOUBLE1("sqrt.rn", sqrt(x))
DOUBLE1("rcp.rn", 1 / x)
DOUBLE1("saturate", clampToUnit(x))
DOUBLE1("ceil", ceil(x))
DOUBLE1("floor", floor(x))
DOUBLE1("trunc", trunc(x))
DOUBLE1("round", rint(x))
WARPSAN_NVVM(float, "sqrt.f", (float x)) { return sqrtf(x); }
WARPSAN_NVVM(float, "rcp.approx.ftz.f", (float x)) { return 1 / x; }
WARPSAN_NVVM(double, "rcp.approx.ftz.d", (double x)) { return 1 / x; }
WARPSAN_NVVM(float, "ex2.approx.f32", (float x)) { return exp2f(x); }
WARPSAN_NVVM(float, "ex2.approx.ftz.f32", (float x)) { return exp2f(x); }
WARPSAN_NVVM(float, "fabs.f32", (float x)) { return fabsf(x); }
WARPSAN_NVVM(float, "fabs.ftz.f32", (float x)) { return fabsf(x); }
WARPSAN_NVVM(double, "fabs.f64", (double x)) { return fabs(x); }

#define FLOAT2(Name, Value)                                                                        \
  WARPSAN_NVVM(float, Name ".f", (float x, float y)) { return Value; }                             \
  WARPSAN_NVVM(float, Name ".ftz.f", (float x, float y)) { return Value; }
#define DOUBLE2(Name, Value)                                                                       \
  WARPSAN_NVVM(double, Name ".d", (double x, double y)) { return Value; }
FLOAT2("add.rn", x + y)
FLOAT2("mul.rn", x * y)
FLOAT2("div.rn", x / y)
FLOAT2("div.approx", x / y)
FLOAT2("fmax", fmaxf(x, y))
FLOAT2("fmin", fminf(x, y))
DOUBLE2("add.rn", x + y)
DOUBLE2("mul.rn", x * y)
DOUBLE2("div.rn", x / y)
DOUBLE2("fmax", fmax(x, y))
DOUBLE2("fmin", fmin(x, y))
WARPSAN_NVVM(float, "div.full", (float x, float y)) { return x / y; }
WARPSAN_NVVM(float, "div.full.ftz", (float x, float y)) { return x / y; }
WARPSAN_NVVM(float, "fma.rn.f", (float x, float y, float z)) { return fmaf(x, y, z); }
WARPSAN_NVVM(float, "fma.rn.ftz.f", (float x, float y, float z)) { return fmaf(x, y, z); }
WARPSAN_NVVM(double, "fma.rn.d", (double x, double y, double z)) { return fma(x, y, z); }

WARPSAN_NVVM(uint32_t, "prmt", (uint32_t a, uint32_t b, uint32_t s)) {
  return permuteBytes(a, b, s);
}
WARPSAN_NVVM(int, "mulhi.i", (int a, int b)) { return __nv_mulhi(a, b); }
WARPSAN_NVVM(uint32_t, "mulhi.ui", (uint32_t a, uint32_t b)) { return __nv_umulhi(a, b); }
WARPSAN_NVVM(int64_t, "mulhi.ll", (int64_t a, int64_t b)) { return __nv_mul64hi(a, b); }
WARPSAN_NVVM(uint64_t, "mulhi.ull", (uint64_t a, uint64_t b)) { return __nv_umul64hi(a, b); }
WARPSAN_NVVM(int, "mul24.i", (int a, int b)) { return __nv_mul24(a, b); }
WARPSAN_NVVM(uint32_t, "mul24.ui", (uint32_t a, uint32_t b)) { return __nv_umul24(a, b); }
WARPSAN_NVVM(uint32_t, "sad.i", (int a, int b, uint32_t c)) { return __nv_sad(a, b, c); }
WARPSAN_NVVM(uint32_t, "sad.ui", (uint32_t a, uint32_t b, uint32_t c)) {
  return __nv_usad(a, b, c);
}

/// __fns: position of the n-th set bit from `base`, counted down for n < 0.
WARPSAN_NVVM(uint32_t, "fns", (uint32_t mask, uint32_t base, int n)) {
  if (n == 0)
    return mask >> base & 1 ? base : ~0u;
  const int step = n > 0 ? 1 : -1;
  int left = n > 0 ? n : -n;
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step)
    if (mask >> bit & 1 && --left == 0)
      return static_cast<uint32_t>(bit);
  return ~0u;
}
