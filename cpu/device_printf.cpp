//===- device_printf.cpp - printf of device code ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/device_interface.h"
#include "cpu/scheduler.h"
#include <cstdio>
#include <cstring>
#include <string>

namespace {

/// Arguments as clang packs them for vprintf: in order, naturally aligned.
class PackedArguments {
public:
  explicit PackedArguments(const void *memory) : next(static_cast<const char *>(memory)) {}

  template <typename T>
  T take() {
    const auto address = reinterpret_cast<uintptr_t>(next);
    next += (sizeof(T) - address % sizeof(T)) % sizeof(T);
    T value;
    std::memcpy(&value, next, sizeof value);
    next += sizeof value;
    return value;
  }

private:
  const char *next;
};

struct Conversion {
  std::string format;
  char letter = 0;
  bool isLong = false;
};

/// Parses from '%'; leaves `text` behind the conversion. `*` becomes a number.
Conversion parseConversion(const char *&text, PackedArguments &arguments) {
  Conversion conversion;
  conversion.format = *text++;
  for (; *text && !std::strchr("diouxXcsfFeEgGaAp%", *text); ++text) {
    conversion.isLong |= std::strchr("lzjt", *text) != nullptr;
    if (*text == '*')
      conversion.format += std::to_string(arguments.take<int>());
    else
      conversion.format += *text;
  }
  if (*text) {
    conversion.letter = *text;
    conversion.format += *text++;
  }
  return conversion;
}

int print(const Conversion &conversion, PackedArguments &arguments) {
  const char *format = conversion.format.c_str();
  switch (conversion.letter) {
  case 0: // cut off: print as it stands
    return std::printf("%s", format);
  case '%':
    return std::printf("%%");
  case 's':
    return std::printf(format, arguments.take<const char *>());
  case 'p':
    return std::printf(format, arguments.take<void *>());
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
  case 'c':
    return conversion.isLong ? std::printf(format, arguments.take<long long>())
                             : std::printf(format, arguments.take<int>());
  default:
    return std::printf(format, arguments.take<double>());
  }
}

} // namespace

int __warpsan_cpu_printf(const char *format, const void *memory) {
  if (warpsan::cpu::scheduler().inTrial())
    return 0;
  PackedArguments arguments(memory);
  int printed = 0;
  while (*format) {
    const size_t plain = std::strcspn(format, "%");
    printed += static_cast<int>(std::fwrite(format, 1, plain, stdout));
    format += plain;
    if (*format)
      printed += print(parseConversion(format, arguments), arguments);
  }
  return printed;
}
