//===- SiteTable.h - Sites, kernels and variables of a module ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers what the reports need to know and emits it as the variables of
// include/warpsan/module_info.h.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/Elision.h"
#include "analysis/FormTables.h"
#include "analysis/MemoryAccess.h"
#include "passes/SourceNames.h"
#include "warpsan/module_info.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace llvm {
class Constant;
class DILocation;
class DIScope;
class DISubprogram;
class GlobalVariable;
class Module;
} // namespace llvm

namespace warpsan {

/// One site as an instruction shows it.
struct SiteEntry {
  const llvm::DILocation *location = nullptr;
  llvm::StringRef function; ///< mangled
  unsigned ordinal = 0;
  uint64_t size = 0;
  abi::AccessKind kind = abi::AccessKind::Read;
  abi::Scope scope = abi::Scope::None;
  abi::Space space = abi::Space::Unknown;
  abi::SiteStatus status = abi::SiteStatus::Checked;
  abi::Reason reason = abi::Reason::None;
  Elision elision = Elision::Stack;
  uint16_t flags = 0; ///< abi::SiteFlags
  uint64_t value = 0;
  llvm::StringRef intended; ///< why it is meant to race, or empty
};

struct KernelEntry {
  const llvm::Function *original = nullptr;
  uint32_t flags = 0;     ///< abi::KernelFlags
  uint32_t reasons = 0;   ///< abi::Reason bits
  uint32_t obstacles = 0; ///< abi::Obstacle bits
  abi::BlockLimits provedBlock = {};
  std::vector<unsigned> sites;
  std::vector<llvm::StringRef> imports;             ///< functions of other units it calls
  std::vector<const llvm::GlobalVariable *> shared; ///< variables that it tells the places of
  KernelForms forms;
};

class SiteTable {
public:
  void nameSubprogram(const llvm::DISubprogram &subprogram, llvm::StringRef mangled) {
    names.add(subprogram, mangled);
  }
  /// Handle of the site; instructions with the same position, inline chain,
  /// kind and size share one.
  unsigned add(const SiteEntry &entry);
  /// Number of the barrier; those of one line are one, and without debug info those
  /// of one function. `function`: mangled.
  unsigned addBarrier(const llvm::DILocation *location, llvm::StringRef function);
  void add(const KernelEntry &kernel);
  void add(const llvm::GlobalVariable &variable);

  /// Numbers the sites, checked ones first: small numbers need few bits in a
  /// shadow cell. No site may be added afterwards.
  void number();
  uint32_t numberOf(unsigned handle) const { return numbers[handle]; }
  /// For a site that the options keep from being checked.
  void setNotAnalysed(unsigned handle, abi::Reason reason);
  const abi::SiteInfo &info(unsigned handle) const { return sites[handle]; }

  /// `tables`: what the forms of the kernels refer to.
  void emit(llvm::Module &module, const FormTables &tables);

private:
  using Position = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>;

  uint32_t string(llvm::StringRef text);
  uint32_t demangled(llvm::StringRef mangled);
  uint32_t directoryOf(const llvm::DIScope &scope);
  uint32_t frame(const llvm::DILocation *location);
  uint32_t frame(const llvm::DISubprogram &subprogram);
  uint32_t frame(const abi::FrameInfo &row);
  /// Rows of all kernels, one behind the other.
  struct KernelTables {
    std::vector<abi::KernelInfo> kernels;
    std::vector<abi::RootInfo> roots;
    std::vector<abi::FormInfo> forms;
    std::vector<uint32_t> lists;
  };

  std::string blob(llvm::StringRef source, const FormTables &tables);
  KernelTables kernelTables();
  abi::KernelInfo kernelRow(const KernelEntry &kernel, std::vector<uint32_t> &lists);
  uint32_t indexOf(const llvm::GlobalVariable &variable);
  abi::RootInfo rootRow(const AccessRoot &root);
  llvm::Constant *emitAddresses(llvm::Module &module);
  void emitUnit(llvm::Module &module, llvm::ArrayRef<llvm::Constant *> fields);

  std::vector<abi::SiteInfo> sites;
  std::vector<uint32_t> numbers;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint8_t>, unsigned> siteIndex;
  std::vector<abi::BarrierInfo> barriers;
  std::map<std::pair<uint32_t, uint32_t>, unsigned> barrierIndex; ///< by file and line, or function
  std::vector<abi::FrameInfo> frames;
  std::map<std::array<uint32_t, 7>, uint32_t> frameIndex;
  llvm::DenseMap<const llvm::DILocation *, uint32_t> locationIndex;
  SubprogramNames names;
  std::vector<KernelEntry> kernels;
  std::vector<abi::GlobalInfo> globals;
  std::vector<const llvm::GlobalVariable *> variables;
  std::string strings = std::string(1, '\0');
  llvm::StringMap<uint32_t> stringIndex;
};

} // namespace warpsan
