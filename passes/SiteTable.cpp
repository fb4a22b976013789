//===- SiteTable.cpp - Sites, kernels and variables of a module ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/SiteTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace warpsan {

using namespace abi;

uint32_t SiteTable::string(StringRef text) {
  if (text.empty())
    return 0;
  auto [row, isNew] = stringIndex.try_emplace(text, strings.size());
  if (isNew)
    strings.append(text.data(), text.size()).push_back('\0');
  return row->second;
}

uint32_t SiteTable::demangled(StringRef mangled) { return string(llvm::demangle(mangled)); }

uint32_t SiteTable::frame(const FrameInfo &row) {
  auto [entry, isNew] = frameIndex.try_emplace(
      {row.function, row.file, row.line, row.column, row.inlinedAt, row.firstLine, row.directory},
      frames.size());
  if (isNew)
    frames.push_back(row);
  return entry->second;
}

/// Clang also parts absolute names of files that share a folder with where it runs.
uint32_t SiteTable::directoryOf(const DIScope &scope) {
  return string(sys::path::is_absolute(scope.getFilename()) ? "" : scope.getDirectory());
}

uint32_t SiteTable::frame(const DISubprogram &subprogram) {
  return frame({string(names.of(subprogram)), string(subprogram.getFilename()),
                subprogram.getLine(), 0, NoFrame, subprogram.getLine(), directoryOf(subprogram)});
}

uint32_t SiteTable::frame(const DILocation *location) {
  if (!location)
    return NoFrame;
  if (auto known = locationIndex.find(location); known != locationIndex.end())
    return known->second;
  const uint32_t inlinedAt = frame(location->getInlinedAt());
  const DISubprogram *subprogram = location->getScope()->getSubprogram();
  const uint32_t result = frame({string(names.of(*subprogram)), string(location->getFilename()),
                                 location->getLine(), location->getColumn(), inlinedAt,
                                 subprogram->getLine(), directoryOf(*location->getScope())});
  return locationIndex[location] = result;
}

/// The stronger statement about the same source position wins: a site is
/// analysed only if every instruction of it is.
static void merge(SiteInfo &site, const SiteInfo &other) {
  constexpr uint8_t checked = uint8_t(SiteStatus::Checked);
  const auto rank = [](uint8_t status) {
    return status == uint8_t(SiteStatus::NotAnalysed) ? 2 : status == checked ? 1 : 0;
  };
  if (rank(other.status) > rank(site.status)) {
    site.status = other.status;
    site.reason = other.reason;
    site.elision = other.elision;
  }
  if (site.space != other.space)
    site.space = uint8_t(Space::Unknown);
  if (!other.intended)
    site.intended = 0;
  if (!(other.flags & SiteConstantValue) || site.value != other.value)
    site.flags &= ~SiteConstantValue;
  site.flags |= other.flags & ~SiteConstantValue;
}

unsigned SiteTable::add(const SiteEntry &entry) {
  SiteInfo site = {};
  site.frame = frame(entry.location);
  site.ordinal = entry.ordinal;
  site.function = demangled(entry.function);
  site.size = entry.flags & SiteBulk ? 0 : entry.size;
  site.kind = uint8_t(entry.kind);
  site.scope = uint8_t(entry.scope);
  site.space = uint8_t(entry.space);
  site.status = uint8_t(entry.status);
  site.reason = uint8_t(entry.reason);
  site.elision = uint8_t(entry.elision);
  site.flags = entry.flags;
  site.value = entry.flags & SiteConstantValue ? entry.value : 0;
  site.intended = string(entry.intended);
  // With a position the ordinal tells nothing more: copies of a line by
  // unrolling or templates are the same site.
  const uint32_t ordinal = site.frame == NoFrame ? site.ordinal : 0;
  auto [row, isNew] = siteIndex.try_emplace(
      {site.frame, site.function, ordinal, site.size, site.kind}, sites.size());
  if (isNew)
    sites.push_back(site);
  else
    merge(sites[row->second], site);
  return row->second;
}

/// As the CPU target names positions (cpu/DeviceModule.cpp): the innermost frame
/// outside of include folders, or the outermost one.
static const DILocation *userLocation(const DILocation *location) {
  while (location->getFilename().contains("/include/") && location->getInlinedAt())
    location = location->getInlinedAt();
  return location;
}

unsigned SiteTable::addBarrier(const DILocation *location, StringRef function) {
  const BarrierInfo barrier = {frame(location), demangled(function)};
  std::pair<uint32_t, uint32_t> place = {barrier.function, 0};
  if (location) {
    const DILocation *user = userLocation(location);
    place = {string(user->getFilename()), user->getLine()};
  }
  auto [row, isNew] = barrierIndex.try_emplace(place, barriers.size());
  if (isNew)
    barriers.push_back(barrier);
  return row->second;
}

void SiteTable::setNotAnalysed(unsigned handle, Reason reason) {
  sites[handle].status = uint8_t(SiteStatus::NotAnalysed);
  sites[handle].reason = uint8_t(reason);
}

void SiteTable::add(const KernelEntry &kernel) { kernels.push_back(kernel); }

void SiteTable::add(const GlobalVariable &variable) {
  GlobalInfo row = {};
  const VariableName named = nameOf(variable);
  row.name = string(named.name);
  row.file = string(named.file);
  row.line = named.line;
  const bool isShared = variable.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED;
  row.space = uint32_t(isShared                ? Space::Shared
                       : variable.isConstant() ? Space::Constant
                                               : Space::Global);
  row.size = variable.getDataLayout().getTypeAllocSize(variable.getValueType());
  globals.push_back(row);
  variables.push_back(&variable);
}

void SiteTable::number() {
  numbers.assign(sites.size(), 0);
  uint32_t next = 0;
  for (bool checked : {true, false})
    for (unsigned i = 0; i < sites.size(); ++i)
      if ((sites[i].status == uint8_t(SiteStatus::Checked)) == checked)
        numbers[i] = next++;
}

KernelInfo SiteTable::kernelRow(const KernelEntry &kernel, std::vector<uint32_t> &lists) {
  KernelInfo row = {};
  row.name = string(kernel.original->getName());
  row.demangled = demangled(kernel.original->getName());
  row.parameters = kernel.original->arg_size();
  row.flags = kernel.flags;
  row.reasons = kernel.reasons;
  row.obstacles = kernel.obstacles;
  row.provedBlock = kernel.provedBlock;
  row.siteList = lists.size();
  row.siteCount = kernel.sites.size();
  const DISubprogram *subprogram = kernel.original->getSubprogram();
  row.frame = subprogram ? frame(*subprogram) : NoFrame;
  row.recordBytes = sizeof(LaunchRecord);
  for (unsigned handle : kernel.sites)
    lists.push_back(numbers[handle]);
  row.callList = lists.size();
  row.callCount = kernel.imports.size();
  for (StringRef name : kernel.imports)
    lists.push_back(string(name));
  row.sharedList = lists.size();
  row.sharedCount = kernel.shared.size();
  for (const GlobalVariable *variable : kernel.shared)
    lists.push_back(indexOf(*variable));
  return row;
}

uint32_t SiteTable::indexOf(const GlobalVariable &variable) {
  const uint32_t index = find(variables, &variable) - variables.begin();
  if (index == variables.size()) // only code that the optimiser drops uses it
    add(variable);
  return index;
}

RootInfo SiteTable::rootRow(const AccessRoot &root) {
  if (!root.variable)
    return {RootKind::Parameter, root.field.parameter, root.field.offset};
  return {RootKind::Variable, indexOf(*root.variable), 0};
}

SiteTable::KernelTables SiteTable::kernelTables() {
  KernelTables tables;
  for (const KernelEntry &kernel : kernels) {
    KernelInfo row = kernelRow(kernel, tables.lists);
    row.firstRoot = tables.roots.size();
    row.rootCount = kernel.forms.roots.size();
    row.firstForm = tables.forms.size();
    row.formCount = kernel.forms.forms.size();
    for (const AccessRoot &root : kernel.forms.roots)
      tables.roots.push_back(rootRow(root));
    append_range(tables.forms, kernel.forms.forms);
    tables.kernels.push_back(row);
  }
  return tables;
}

template <typename Row>
static uint32_t append(std::string &bytes, const std::vector<Row> &rows) {
  const uint32_t offset = alignTo(bytes.size(), alignof(Row));
  bytes.resize(offset);
  bytes.append(reinterpret_cast<const char *>(rows.data()), rows.size() * sizeof(Row));
  return offset;
}

std::string SiteTable::blob(StringRef source, const FormTables &tables) {
  const KernelTables ofKernels = kernelTables();
  std::vector<SiteInfo> ordered(sites.size());
  for (unsigned i = 0; i < sites.size(); ++i)
    ordered[numbers[i]] = sites[i];

  ModuleInfo head = {};
  head.magic = ModuleInfoMagic;
  head.version = Version;
  head.kernelCount = ofKernels.kernels.size();
  head.siteCount = ordered.size();
  head.frameCount = frames.size();
  head.globalCount = globals.size();
  head.barrierCount = barriers.size();
  head.rootCount = ofKernels.roots.size();
  head.formCount = ofKernels.forms.size();
  head.termCount = tables.terms().size();
  head.guardCount = tables.guards().size();
  head.source = string(source);
  std::string bytes(sizeof head, '\0');
  head.kernels = append(bytes, ofKernels.kernels);
  head.sites = append(bytes, ordered);
  head.frames = append(bytes, frames);
  head.globals = append(bytes, globals);
  head.terms = append(bytes, tables.terms());
  head.roots = append(bytes, ofKernels.roots);
  head.forms = append(bytes, ofKernels.forms);
  head.guards = append(bytes, tables.guards());
  head.barriers = append(bytes, barriers);
  head.lists = append(bytes, ofKernels.lists);
  head.strings = bytes.size();
  bytes += strings;
  bytes.resize(alignTo(bytes.size(), 8));
  head.bytes = bytes.size();
  memcpy(bytes.data(), &head, sizeof head);
  return bytes;
}

static Constant *generic(GlobalVariable *variable) {
  return ConstantExpr::getPointerBitCastOrAddrSpaceCast(
      variable, PointerType::get(variable->getContext(), 0));
}

static GlobalVariable *addVariable(Module &module, Constant *value, const Twine &name,
                                   GlobalValue::LinkageTypes linkage) {
  auto *variable =
      new GlobalVariable(module, value->getType(), /*isConstant=*/true, linkage, value, name,
                         nullptr, GlobalValue::NotThreadLocal, NVPTXAS::ADDRESS_SPACE_GLOBAL);
  variable->setAlignment(Align(8));
  appendToUsed(module, variable);
  return variable;
}

/// Shared variables have no address that a global variable could be initialised
/// with: their rows are null.
Constant *SiteTable::emitAddresses(Module &module) {
  auto *pointer = PointerType::get(module.getContext(), 0);
  if (variables.empty())
    return ConstantPointerNull::get(pointer);
  std::vector<Constant *> addresses;
  for (const GlobalVariable *variable : variables)
    addresses.push_back(variable->getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED
                            ? ConstantPointerNull::get(pointer)
                            : generic(const_cast<GlobalVariable *>(variable)));
  return generic(
      addVariable(module, ConstantArray::get(ArrayType::get(pointer, addresses.size()), addresses),
                  GlobalAddressesSymbol, GlobalValue::InternalLinkage));
}

/// Linked like the twins, so that the unit found by a name is the one whose
/// twin the name stands for.
void SiteTable::emitUnit(Module &module, ArrayRef<Constant *> fields) {
  static_assert(sizeof(UnitInfo) == 3 * 8);
  for (const KernelEntry &kernel : kernels) {
    const Function &original = *kernel.original;
    const Function *twin = module.getFunction((TwinPrefix + original.getName()).str());
    addVariable(module, ConstantArray::get(ArrayType::get(fields[0]->getType(), 3), fields),
                UnitPrefix + original.getName(), twin->getLinkage());
  }
}

void SiteTable::emit(Module &module, const FormTables &tables) {
  const std::string bytes = blob(module.getSourceFileName(), tables);
  Constant *data = ConstantDataArray::getString(module.getContext(), bytes, /*AddNull=*/false);
  Constant *info =
      generic(addVariable(module, data, ModuleInfoSymbol, GlobalValue::InternalLinkage));
  GlobalVariable *base = module.getGlobalVariable(UnitBasesSymbol, /*AllowInternal=*/true);
  emitUnit(module, {info, emitAddresses(module),
                    base ? generic(base)
                         : ConstantPointerNull::get(PointerType::get(module.getContext(), 0))});
}

} // namespace warpsan
