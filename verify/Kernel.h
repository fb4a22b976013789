//===- Kernel.h - A kernel as proofs see it ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of a kernel with all it calls inlined, its accesses, and the objects that these
// may go to. An object is one shared or global variable, or whatever one pointer among the
// parameters leads to: that those do not overlap is an assumption, which proofs name.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/BarrierIntervals.h"
#include "analysis/BlockUniformity.h"
#include "analysis/ParameterFields.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassManager.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Argument;
class AssumeInst;
class CallInst;
class DominatorTree;
class GlobalVariable;
class LoopInfo;
class PostDominatorTree;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace warpsan {
class AsmDecoder;
} // namespace warpsan

namespace warpsan::verify {

/// One access, right behind its place.
struct Access {
  const llvm::Instruction *place = nullptr;
  const llvm::Instruction *instruction = nullptr; ///< the access itself, if there still is one
  const llvm::Value *stored = nullptr;            ///< what is written, if that is one value
  const llvm::Value *pointer = nullptr;
  uint64_t bytes = 0; ///< 0: not known before it runs
  uint64_t alignment = 1;
  bool reads = false;
  bool writes = false;
  bool isStrong = false;  ///< atomic
  bool isOfBlock = false; ///< atomic for the threads of the block alone
};

struct Object {
  enum class Kind : uint8_t {
    Unknown,   ///< any memory that others may access
    Own,       ///< the thread's alone
    Constant,  ///< written by nobody
    Shared,    ///< of the block
    Variable,  ///< of the module, in global memory
    Parameter, ///< what a pointer that the host hands over leads to
  };
  Kind kind = Kind::Unknown;
  std::string name;
  const llvm::GlobalVariable *variable = nullptr;
  ParameterField field;  ///< of a parameter: which pointer
  bool isWritten = true; ///< by some thread while the kernel runs

  bool isOfBlock() const { return kind == Kind::Shared; }
  bool isGlobal() const { return kind == Kind::Variable || kind == Kind::Parameter; }
};

class Kernel {
public:
  using Level = BarrierIntervals::Level;

  /// Numbers of objects.
  static constexpr unsigned UnknownObject = 0, OwnObject = 1;

  /// Whether pointers among the parameters lead to memory that does not overlap.
  enum class Parameters : uint8_t { Distinct, MayAlias };

  Kernel(llvm::Function &function, std::vector<Access> accesses, AsmDecoder &decoder,
         llvm::FunctionAnalysisManager &analyses, Parameters parameters);

  llvm::Function &function() const { return code; }
  const std::vector<Access> &accesses() const { return allAccesses; }
  AsmDecoder &decoder() const { return asmDecoder; }
  const llvm::DominatorTree &dominators() const { return tree; }
  const llvm::PostDominatorTree &postDominators() const { return postTree; }
  const llvm::LoopInfo &loops() const { return loopInfo; }
  llvm::ScalarEvolution &evolution() const { return scalarEvolution; }
  const ParameterFields &fields() const { return parameterFields; }
  /// What the threads of a block, or those of a warp, share.
  const BlockUniformity &uniformity(Level level) const {
    return *teams[unsigned(level)].uniformity;
  }
  BarrierIntervals &intervals(Level level) const { return *teams[unsigned(level)].intervals; }
  /// Barriers of the block, of all its threads, or of warps.
  const std::vector<const llvm::Instruction *> &barriers(Level level) const {
    return teams[unsigned(level)].barriers;
  }
  /// Whether something else than these may order threads.
  bool hasOtherOrder() const { return otherOrder; }
  /// Loads that give all threads of a block the same. Forgets what was learned.
  void assumeEqual(const BlockUniformity::Values &loads);
  /// Of a condition that was shown to be the same for all threads of a block or warp.
  void learnUniform(Level level, const llvm::Value &condition);
  const std::vector<const llvm::AssumeInst *> &assumptions() const { return assumed; }

  /// What an assumption at the start says that a parameter is.
  const llvm::Value *equalTo(const llvm::Argument &parameter) const {
    return equals.lookup(&parameter);
  }

  /// As the source has it if there is debug information.
  std::string nameOf(const llvm::Argument &parameter) const;

  const Object &object(unsigned number) const { return objects[number]; }
  unsigned objectCount() const { return objects.size(); }
  /// The object that the value, which is no step from another pointer, points to.
  unsigned objectAt(const llvm::Value &pointer) const;
  /// The object that a pointer leads to, on whatever way it was computed.
  unsigned objectOf(const llvm::Value &pointer) const;
  bool mayAlias() const { return parameters == Parameters::MayAlias; }
  /// Every cycle is a loop with one header. Else paths are not understood.
  bool isReducible() const { return reducible; }

private:
  /// The threads of a block, or of a warp.
  struct Team {
    std::vector<const llvm::Instruction *> barriers;
    BlockUniformity::Values known; ///< to be uniform, besides what the code shows
    std::unique_ptr<BlockUniformity> uniformity;
    std::unique_ptr<BarrierIntervals> intervals;
  };

  void update(Level level);
  void addAssumptions();
  void addBarriers();
  void addObjects();
  unsigned addVariable(const llvm::GlobalVariable &variable);
  void findWritten();

  llvm::Function &code;
  std::vector<Access> allAccesses;
  AsmDecoder &asmDecoder;
  Parameters parameters;
  const llvm::DominatorTree &tree;
  const llvm::PostDominatorTree &postTree;
  const llvm::LoopInfo &loopInfo;
  llvm::ScalarEvolution &scalarEvolution;
  ParameterFields parameterFields;
  std::vector<const llvm::AssumeInst *> assumed;
  llvm::DenseMap<const llvm::Argument *, const llvm::Value *> equals;
  std::array<Team, 2> teams;
  bool otherOrder = false;
  bool reducible = true;
  std::vector<Object> objects;
  llvm::DenseMap<const llvm::GlobalVariable *, unsigned> ofVariable;
  std::map<std::pair<uint32_t, uint32_t>, unsigned> ofParameter;
};

} // namespace warpsan::verify
