//===- call_site.cpp - Source line of a return address ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/call_site.h"
#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <filesystem>
#include <link.h>
#include <map>
#include <unistd.h>

namespace warpsan::rt {

namespace {

struct Place {
  std::string object;
  uintptr_t offset = 0; ///< as in the file's symbol tables
};

Place placeOf(const void *address) {
  Dl_info info{};
  link_map *map = nullptr;
  void **mapSlot = reinterpret_cast<void **>(&map);
  if (!dladdr1(address, &info, mapSlot, RTLD_DL_LINKMAP) || !map)
    return {};
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self);
  // The program itself has an empty name.
  const bool isProgram = !map->l_name || !*map->l_name;
  std::string object = isProgram && length > 0 ? std::string(self, size_t(length)) : info.dli_fname;
  return {object, reinterpret_cast<uintptr_t>(address) - map->l_addr};
}

std::string hex(uintptr_t value) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "0x%zx", size_t(value));
  return digits;
}

std::string shellQuoted(const std::string &text) {
  std::string quoted = "'";
  for (const char c : text)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// cudaMalloc<T>() and its like are inline functions of the CUDA headers, or of our own.
bool isUserLine(const std::string &line) {
  return line.find("??") == std::string::npos && line.find("cuda_runtime") == std::string::npos &&
         line.find("warpsan/annotations.h") == std::string::npos &&
         line.find(":0") != line.size() - 2;
}

/// First line of the program in the inline chain, innermost first.
std::string userLine(FILE *pipe) {
  char buffer[4096];
  std::string found;
  while (std::fgets(buffer, sizeof buffer, pipe)) {
    std::string line = buffer;
    line = line.substr(0, line.find_first_of(" \n"));
    if (found.empty() && isUserLine(line))
      found = line;
  }
  return found;
}

/// Debug information has whole paths; reports name other files as the compiler
/// was given them, which most often is from here.
std::string fromHere(const std::string &line) {
  std::error_code none;
  const std::string folder = std::filesystem::current_path(none).string() + "/";
  return line.starts_with(folder) ? line.substr(folder.size()) : line;
}

std::string sourceLine(const Place &place) {
  const std::string command =
      "addr2line -i -e " + shellQuoted(place.object) + " " + hex(place.offset) + " 2>/dev/null";
  FILE *pipe = popen(command.c_str(), "r");
  if (!pipe)
    return {};
  const std::string line = userLine(pipe);
  pclose(pipe);
  return fromHere(line);
}

std::string describe(const void *returnAddress, bool symbolize) {
  // The call ends one byte before the address it returns to.
  const Place place = placeOf(static_cast<const char *>(returnAddress) - 1);
  if (place.object.empty())
    return {};
  const std::string line = symbolize ? sourceLine(place) : std::string();
  return line.empty() ? place.object + "+" + hex(place.offset) : line;
}

} // namespace

/// A process each is slow, and many records share a call site.
std::string describeCallSite(const void *returnAddress, bool symbolize) {
  // Never destroyed: the run's report is written by exit handlers.
  static auto &known = *new std::map<std::pair<const void *, bool>, std::string>;
  if (!returnAddress)
    return {};
  const auto [place, isNew] = known.try_emplace({returnAddress, symbolize});
  if (isNew)
    place->second = describe(returnAddress, symbolize);
  return place->second;
}

} // namespace warpsan::rt
