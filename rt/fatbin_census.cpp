//===- fatbin_census.cpp - GPU code that is not instrumented ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every translation unit with kernels leaves one 24-byte wrapper in the section
// .nvFatBinSegment of its file. With -fgpu-rdc the linker makes one for all,
// and each unit has one entry per kernel in the section llvm_offload_entries.
// Section headers are not mapped, so they are read from the file.
//===----------------------------------------------------------------------===//
#include "rt/fatbin_census.h"
#include <cstring>
#include <elf.h>
#include <fstream>
#include <link.h>
#include <set>

namespace warpsan::rt {

namespace {

constexpr uint64_t WrapperBytes = 24;
constexpr char WrapperSection[] = ".nvFatBinSegment";
constexpr uint64_t EntryBytes = 56; // struct __tgt_offload_entry
constexpr char EntrySection[] = "llvm_offload_entries";

std::set<uintptr_t> &instrumented() {
  static auto *objects = new std::set<uintptr_t>;
  return *objects;
}

template <typename T>
bool readAt(std::ifstream &file, uint64_t offset, T *to, uint64_t bytes) {
  file.seekg(std::streamoff(offset));
  file.read(reinterpret_cast<char *>(to), std::streamsize(bytes));
  return bool(file);
}

std::vector<Elf64_Shdr> readSections(std::ifstream &file, const Elf64_Ehdr &header) {
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  if (!readAt(file, header.e_shoff, sections.data(), sections.size() * sizeof(Elf64_Shdr)) ||
      header.e_shstrndx >= sections.size())
    sections.clear();
  return sections;
}

bool isElf64(const Elf64_Ehdr &header) {
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_shentsize == sizeof(Elf64_Shdr);
}

/// The section of that name, with size 0 if there is none.
Elf64_Shdr findSection(const std::string &path, const char *wanted) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  if (!file || !readAt(file, 0, &header, sizeof header) || !isElf64(header))
    return {};
  const std::vector<Elf64_Shdr> sections = readSections(file, header);
  if (sections.empty())
    return {};
  const Elf64_Shdr &table = sections[header.e_shstrndx];
  std::string names(table.sh_size, '\0');
  readAt(file, table.sh_offset, names.data(), names.size());
  for (const Elf64_Shdr &section : sections)
    if (section.sh_name < names.size() && !std::strcmp(names.data() + section.sh_name, wanted))
      return section;
  return {};
}

uint64_t countForeign(const Elf64_Shdr &section, uintptr_t base, uint64_t stride) {
  uint64_t foreign = 0;
  for (uint64_t at = 0; at + stride <= section.sh_size; at += stride)
    foreign += !instrumented().count(base + section.sh_addr + at);
  return foreign;
}

int visit(dl_phdr_info *info, size_t, void *result) {
  const bool isProgram = !info->dlpi_name || !*info->dlpi_name;
  const std::string path = isProgram ? "/proc/self/exe" : info->dlpi_name;
  const Elf64_Shdr wrappers = findSection(path, WrapperSection);
  const Elf64_Shdr entries = findSection(path, EntrySection);
  ForeignCode foreign{isProgram ? "the program" : path,
                      unsigned(countForeign(wrappers, info->dlpi_addr, WrapperBytes))};
  // The linker's wrapper is ours if all kernels in it are.
  if (foreign.objects && entries.sh_size && countForeign(entries, info->dlpi_addr, EntryBytes) == 0)
    --foreign.objects;
  if (foreign.objects)
    static_cast<std::vector<ForeignCode> *>(result)->push_back(foreign);
  return 0;
}

} // namespace

void addInstrumentedFatbin(const void *wrapper) {
  instrumented().insert(reinterpret_cast<uintptr_t>(wrapper));
}

std::vector<ForeignCode> findForeignCode() {
  std::vector<ForeignCode> found;
  dl_iterate_phdr(visit, &found);
  return found;
}

} // namespace warpsan::rt
