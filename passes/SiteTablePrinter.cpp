//===- SiteTablePrinter.cpp - print<warpsan-sites> -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/SiteTablePrinter.h"
#include "analysis/Elision.h"
#include "analysis/Names.h"
#include "warpsan/module_info.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

#include <set>

using namespace llvm;

namespace warpsan {
namespace {

/// Reads the blob as the host runtime does.
class TableReader {
public:
  TableReader(StringRef bytes, raw_ostream &out)
      : bytes(bytes), head(row<abi::ModuleInfo>(0)), out(out) {}

  void print() {
    for (uint32_t i = 0; i < head.kernelCount; ++i)
      print(row<abi::KernelInfo>(head.kernels + i * sizeof(abi::KernelInfo)));
    for (uint32_t i = 0; i < head.siteCount; ++i)
      print(i, row<abi::SiteInfo>(head.sites + i * sizeof(abi::SiteInfo)));
    for (uint32_t i = 0; i < head.globalCount; ++i)
      print(row<abi::GlobalInfo>(head.globals + i * sizeof(abi::GlobalInfo)));
    for (uint32_t i = 0; i < head.barrierCount; ++i)
      print(i, row<abi::BarrierInfo>(head.barriers + i * sizeof(abi::BarrierInfo)));
    printFiles();
  }

private:
  template <typename Row>
  Row row(uint32_t offset) const {
    Row result;
    memcpy(&result, bytes.data() + offset, sizeof result);
    return result;
  }
  StringRef string(uint32_t offset) const { return bytes.data() + head.strings + offset; }
  void print(const abi::KernelInfo &kernel);
  void print(uint32_t number, const abi::RootInfo &root);
  void print(const abi::FormInfo &form);
  void print(uint32_t number, const abi::SiteInfo &site);
  void print(const abi::GlobalInfo &variable);
  void print(uint32_t number, const abi::BarrierInfo &barrier);
  void printParameter(uint32_t parameter, uint32_t offset);
  void printTerm(uint32_t index);
  void printInfix(const abi::TermInfo &term, StringRef sign);
  void printCall(const abi::TermInfo &term, StringRef name, bool isBinary);
  void printOpaque(const abi::TermInfo &term);
  void printFrames(uint32_t index);
  void printFiles();

  StringRef bytes;
  abi::ModuleInfo head;
  raw_ostream &out;
};

void TableReader::print(const abi::KernelInfo &kernel) {
  out << "kernel " << string(kernel.name) << " parameters=" << kernel.parameters << " sites:";
  for (uint32_t i = 0; i < kernel.siteCount; ++i)
    out << " " << row<uint32_t>(head.lists + (kernel.siteList + i) * 4);
  out << " flags:";
  names::printBits(out, kernel.flags, names::KernelFlag);
  out << " reasons:";
  names::printBits(out, kernel.reasons, names::Reason);
  if (const uint32_t (&most)[3] = kernel.provedBlock.extents; most[1])
    out << " shape=" << most[0] << "x" << most[1] << "x" << most[2]
        << (kernel.flags & abi::KernelShapelessChecks ? "" : " for all");
  for (uint32_t i = 0; i < kernel.callCount; ++i)
    out << (i ? " " : " calls: ") << string(row<uint32_t>(head.lists + (kernel.callList + i) * 4));
  out << "\n";
  for (uint32_t i = 0; i < kernel.sharedCount; ++i) {
    const auto index = row<uint32_t>(head.lists + (kernel.sharedList + i) * 4);
    const auto variable = row<abi::GlobalInfo>(head.globals + index * sizeof(abi::GlobalInfo));
    out << "  place " << i << " of " << string(variable.name) << "\n";
  }
  for (uint32_t i = 0; i < kernel.rootCount; ++i)
    print(i, row<abi::RootInfo>(head.roots + (kernel.firstRoot + i) * sizeof(abi::RootInfo)));
  for (uint32_t i = 0; i < kernel.formCount; ++i)
    print(row<abi::FormInfo>(head.forms + (kernel.firstForm + i) * sizeof(abi::FormInfo)));
}

void TableReader::print(uint32_t number, const abi::RootInfo &root) {
  out << "  root " << number << " ";
  if (root.kind == abi::RootKind::Variable) {
    auto variable = row<abi::GlobalInfo>(head.globals + root.index * sizeof(abi::GlobalInfo));
    out << string(variable.name) << "\n";
    return;
  }
  printParameter(root.index, root.offset);
  out << "\n";
}

void TableReader::printParameter(uint32_t parameter, uint32_t offset) {
  out << "arg" << parameter;
  if (offset)
    out << "[" << offset << "]";
}

void TableReader::printInfix(const abi::TermInfo &term, StringRef sign) {
  out << "(";
  printTerm(term.left);
  out << sign;
  printTerm(term.right);
  out << ")";
}

void TableReader::printCall(const abi::TermInfo &term, StringRef name, bool isBinary) {
  out << name << "(";
  printTerm(term.left);
  if (isBinary) {
    out << ", ";
    printTerm(term.right);
  }
  out << ")";
}

void TableReader::printOpaque(const abi::TermInfo &term) {
  out << "opaque" << term.number;
  if (term.value >= 0)
    out << ".k" << term.value;
  out << (term.flags & abi::TermOfBlock ? "[block: " : "[");
  printTerm(term.left);
  out << " .. ";
  printTerm(term.right);
  out << "]";
}

/// Widths stand where they change.
void TableReader::printTerm(uint32_t index) {
  const auto term = row<abi::TermInfo>(head.terms + index * sizeof(abi::TermInfo));
  const std::string width = std::to_string(term.bits);
  switch (term.kind) {
  case abi::TermKind::Constant:
    out << term.value;
    return;
  case abi::TermKind::Parameter:
    return printParameter(term.left, term.right);
  case abi::TermKind::Register:
    out << names::LaunchRegister[term.left];
    return;
  case abi::TermKind::Add:
    return printInfix(term, " + ");
  case abi::TermKind::Multiply:
    return printInfix(term, " * ");
  case abi::TermKind::Divide:
    return printInfix(term, " / ");
  case abi::TermKind::SignedDivide:
    return printInfix(term, " /s ");
  case abi::TermKind::SignedRemainder:
    return printInfix(term, " %s ");
  case abi::TermKind::SignExtend:
    return printCall(term, "sext" + width, /*isBinary=*/false);
  case abi::TermKind::ZeroExtend:
    return printCall(term, "zext" + width, /*isBinary=*/false);
  case abi::TermKind::Truncate:
    return printCall(term, "trunc" + width, /*isBinary=*/false);
  case abi::TermKind::SignedMin:
    return printCall(term, "smin", /*isBinary=*/true);
  case abi::TermKind::SignedMax:
    return printCall(term, "smax", /*isBinary=*/true);
  case abi::TermKind::UnsignedMin:
    return printCall(term, "umin", /*isBinary=*/true);
  case abi::TermKind::UnsignedMax:
    return printCall(term, "umax", /*isBinary=*/true);
  case abi::TermKind::Recurrence:
    printInfix(term, " + k" + std::to_string(term.value) + " * ");
    return;
  case abi::TermKind::Ticket:
    out << "ticket" << term.left;
    return;
  case abi::TermKind::Opaque:
    return printOpaque(term);
  }
}

void TableReader::print(const abi::FormInfo &form) {
  out << "  form root " << form.root << (form.flags & abi::FormWide ? " wide" : "")
      << (form.flags & abi::FormAtomic ? " atomic" : "")
      << (form.flags & abi::FormWrites ? " write" : " read") << " of " << form.bytes << " at ";
  if (form.term == abi::NoTerm)
    out << "any";
  else
    printTerm(form.term);
  for (uint32_t i = 0; i < form.guardCount; ++i) {
    auto guard = row<abi::GuardInfo>(head.guards + (form.guardList + i) * sizeof(abi::GuardInfo));
    out << (i ? ", " : " if ");
    printTerm(guard.left);
    out << names::GuardRelation[unsigned(abi::relationOf(guard))];
    printTerm(guard.right);
    out << (abi::holdsInEveryRound(guard) ? " in every round" : "");
  }
  if (const uint32_t ticket = abi::ticketOf(form.flags))
    out << " draws ticket" << ticket << " by " << abi::amountOf(form.flags)
        << (form.flags & abi::FormDrawsOnce ? " once" : "");
  if (form.flags & abi::FormFollowsDraw)
    out << " behind each draw";
  for (unsigned i = 0; form.intervals > 1 && i < abi::MaxIntervals; ++i)
    if (form.intervals >> i & 1)
      out << " in-interval=" << i;
  out << "\n";
}

void TableReader::printFrames(uint32_t index) {
  for (StringRef separator = " at "; index != abi::NoFrame; separator = " from ") {
    auto frame = row<abi::FrameInfo>(head.frames + index * sizeof(abi::FrameInfo));
    out << separator << string(frame.function) << ":" << frame.line << ":" << frame.column;
    index = frame.inlinedAt;
  }
}

void TableReader::print(uint32_t number, const abi::SiteInfo &site) {
  out << "site " << number << " " << names::Status[site.status];
  if (site.status == uint8_t(abi::SiteStatus::Proved))
    out << " " << ElisionSwitches[site.elision];
  if (site.status == uint8_t(abi::SiteStatus::NotAnalysed))
    out << " " << names::Reason[site.reason];
  out << " " << names::Kind[site.kind] << " scope=" << names::Scope[site.scope]
      << " size=" << site.size << " space=" << names::Space[site.space]
      << " function=" << string(site.function) << " ordinal=" << site.ordinal;
  names::printBits(out, site.flags, names::SiteFlag);
  if (site.flags & abi::SiteConstantValue)
    out << " " << site.value;
  if (const StringRef reason = string(site.intended); !reason.empty())
    out << " intended=\"" << reason << "\"";
  printFrames(site.frame);
  out << "\n";
}

void TableReader::print(const abi::GlobalInfo &variable) {
  out << "variable " << string(variable.name) << " space=" << names::Space[variable.space]
      << " size=" << variable.size << "\n";
}

void TableReader::print(uint32_t number, const abi::BarrierInfo &barrier) {
  out << "barrier " << number << " function=" << string(barrier.function);
  printFrames(barrier.frame);
  out << "\n";
}

/// Each once, if it is relative to a folder.
void TableReader::printFiles() {
  std::set<std::pair<StringRef, StringRef>> files;
  for (uint32_t i = 0; i < head.frameCount; ++i) {
    auto frame = row<abi::FrameInfo>(head.frames + i * sizeof(abi::FrameInfo));
    if (frame.directory)
      files.emplace(string(frame.file), string(frame.directory));
  }
  for (const auto &[file, directory] : files)
    out << "file " << file << " in " << directory << "\n";
}

} // namespace

PreservedAnalyses SiteTablePrinterPass::run(Module &module, ModuleAnalysisManager &) {
  const GlobalVariable *table =
      module.getGlobalVariable(abi::ModuleInfoSymbol, /*AllowInternal=*/true);
  auto *data = table ? dyn_cast<ConstantDataArray>(table->getInitializer()) : nullptr;
  if (data)
    TableReader(data->getRawDataValues(), out).print();
  else
    out << "no site table\n";
  return PreservedAnalyses::all();
}

} // namespace warpsan
