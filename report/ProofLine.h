//===- ProofLine.h - What mode verify says of a kernel ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line of -warpsan-proof-report as passes/VerifyReport.cpp writes it. Plain data, and its
// members as in JsonMembers.h.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/JsonMembers.h"

namespace warpsan::report {

enum class ProofVerdict : uint8_t { Proved, Unknown, Possible, Refuted };

template <>
struct Words<ProofVerdict> {
  static constexpr const char *List[] = {"proved", "unknown", "possible", "refuted"};
};

struct ProofAccess {
  Access access;
  std::string intended; ///< why it is meant to race
};

struct ProofThread {
  Index3 block{};
  Index3 thread{};
};

/// Where the two threads meet.
struct ProofObject {
  Object object;
  abi::Space space = abi::Space::Unknown;
};

struct GivenNumber {
  std::string name;
  uint64_t value = 0;
};

struct GivenContent {
  std::string object;
  int64_t offset = 0;
  uint64_t value = 0;
};

struct Counterexample {
  ProofObject object;
  int64_t offset = 0;
  Index3 block{};
  Index3 grid{};
  ProofThread first, second;
  std::vector<GivenNumber> parameters;
  std::vector<GivenContent> memory;
};

/// Two accesses, by number, that are not proved.
struct ProofPair {
  uint32_t first = 0;
  uint32_t second = 0;
  ProofVerdict verdict = ProofVerdict::Unknown;
  std::vector<std::string> doubts;
  bool sameValue = false;
  std::optional<Counterexample> counterexample;
};

struct ProofLine {
  std::string version;
  std::string kernel; ///< mangled
  std::string name;   ///< demangled
  std::string unit;
  std::string directory;
  std::string architecture;
  std::string assumptions;
  abi::Reason obstacle = abi::Reason::None; ///< why it is not understood
  std::vector<std::string> reasons;         ///< the first one says more about the obstacle
  std::vector<std::string> barriers;        ///< that some threads may come to and others not
  std::vector<ProofAccess> accesses;
  std::vector<ProofAccess> ownAccesses; ///< of memory that a thread has for itself
  std::vector<ProofPair> open;
};

void members(auto &member, Is<ProofAccess> auto &row) {
  codeMembers(member, row.access);
  member.unlessUsual("intended", row.intended);
}

void members(auto &member, Is<ProofThread> auto &row) {
  member("block", row.block);
  member("thread", row.thread);
}

void members(auto &member, Is<ProofObject> auto &row) {
  member("kind", row.object.kind);
  member("name", row.object.name);
  member.unlessUsual("where", row.object.where);
  member.unlessUsual("size", row.object.size);
  member("only", row.object.isInIds);
  member("space", row.space);
}

void members(auto &member, Is<GivenNumber> auto &row) {
  member("name", row.name);
  member("value", row.value);
}

void members(auto &member, Is<GivenContent> auto &row) {
  member("object", row.object);
  member("offset", row.offset);
  member("value", row.value);
}

void members(auto &member, Is<Counterexample> auto &row) {
  member("object", row.object);
  member("offset", row.offset);
  member("block", row.block);
  member("grid", row.grid);
  member.pair("threads", row.first, row.second);
  member("parameters", row.parameters);
  member("memory", row.memory);
}

void members(auto &member, Is<ProofPair> auto &row) {
  member.pair("accesses", row.first, row.second);
  member("verdict", row.verdict);
  member("doubts", row.doubts);
  member("same_value", row.sameValue);
  member.unlessUsual("witness", row.counterexample);
}

void members(auto &member, Is<ProofLine> auto &row) {
  member("version", row.version);
  member("kernel", row.kernel);
  member("name", row.name);
  member("unit", row.unit);
  member("directory", row.directory);
  member("architecture", row.architecture);
  member("assumptions", row.assumptions);
  member("obstacle", row.obstacle);
  member("reasons", row.reasons);
  member("barriers", row.barriers);
  member("accesses", row.accesses);
  member("own_accesses", row.ownAccesses);
  member("open", row.open);
}

} // namespace warpsan::report
