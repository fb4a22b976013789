//===- DeviceLibrary.cpp - The embedded bitcode of cpu/device/ -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/DeviceLibrary.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

// WARPSAN_DEVICE_LIBRARY is the path of the bitcode file; the build knows the
// dependency (cpu/CMakeLists.txt).
asm(R"(
  .section .rodata
  .balign 16
warpsan_device_library:
  .incbin ")" WARPSAN_DEVICE_LIBRARY R"("
warpsan_device_library_end:
  .previous
)");
extern "C" const char warpsan_device_library[] __attribute__((visibility("hidden")));
extern "C" const char warpsan_device_library_end[] __attribute__((visibility("hidden")));

namespace warpsan::cpu {

/// The module it is linked into decides what code is generated for.
static void dropTargetAttributes(Function &function) {
  for (StringRef name : {"target-cpu", "target-features", "tune-cpu", "frame-pointer"})
    function.removeFnAttr(name);
}

DeviceLibrary::DeviceLibrary(LLVMContext &context) {
  const StringRef bytes(warpsan_device_library,
                        static_cast<size_t>(warpsan_device_library_end - warpsan_device_library));
  library = cantFail(parseBitcodeFile(MemoryBufferRef(bytes, "WarpSan device library"), context));
  for (Function &function : *library)
    dropTargetAttributes(function);
}

DeviceLibrary::~DeviceLibrary() = default;

const Function *DeviceLibrary::find(StringRef name) const {
  const Function *function = library->getFunction(name);
  return function && !function->isDeclaration() ? function : nullptr;
}

void DeviceLibrary::linkInto(Module &module) {
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  for (const char *name : {"llvm.module.flags", "llvm.ident"})
    if (NamedMDNode *metadata = library->getNamedMetadata(name))
      metadata->eraseFromParent();
  const auto internalize = [](Module &linked, const StringSet<> &names) {
    for (const auto &name : names)
      if (GlobalValue *value = linked.getNamedValue(name.getKey()))
        if (!value->isDeclaration() && !value->getName().starts_with("llvm."))
          value->setLinkage(GlobalValue::InternalLinkage);
  };
  const bool failed =
      Linker::linkModules(module, std::move(library), Linker::LinkOnlyNeeded, internalize);
  if (failed)
    report_fatal_error("WarpSan: cannot link the device library of the CPU target");
}

} // namespace warpsan::cpu
