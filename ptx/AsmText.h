//===- AsmText.h - Inline-assembly text to PTX statements --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax only: takes the string of an llvm::InlineAsm of the NVPTX target
// apart. Meaning is Decoder.h's. Text that does not parse gives an error, for
// which the caller has to assume anything; it never crashes on any bytes.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpsan::ptx {

/// One operand of a statement, resolved against the declarations in force.
struct Operand {
  enum class Kind : uint8_t {
    AsmOperand, ///< `$index` of the asm call: outputs first, then inputs
    Register,   ///< declared in this text: AsmText::registers[index]
    Special,    ///< `%laneid`: `text` has no `%`, and it is not declared here
    Name,       ///< other identifier `text`: label, symbol, register declared elsewhere
    Integer,    ///< `value`
    Float,      ///< bits in `value`; `0f..`: 32 bits, `0d..` and decimal: 64
    Memory,     ///< `[parts[0] + value]` or `[parts[0] + $offsetIndex]`;
                ///< further parts as in `[tex, sampler, {x, y}]`
    Vector,     ///< `{parts...}`
    Pair,       ///< `parts[0] | parts[1]`, the two results of one instruction
    Tuple,      ///< `(parts...)`, of a call
    Sink,       ///< `_`
  };
  Kind kind = Kind::Sink;
  bool negated = false;     ///< `!p`
  bool isSingle = false;    ///< Float only: written `0f`, so `value` has 32 bits
  bool isPredicate = false; ///< Register only: of type `.pred`
  unsigned index = 0;
  std::optional<unsigned> offsetIndex;
  int64_t value = 0;
  std::string text; ///< names unescaped; other operands as written; no `!`
  std::vector<Operand> parts;

  bool is(Kind k) const { return kind == k; }
};

/// A declared register. Ranges (`r<4>`) are expanded, so one row is one
/// register; equal names in different `{ }` scopes are different rows.
struct Register {
  std::string name; ///< as written, including a leading `%`
  std::string type; ///< without the dot: "b32", "pred", ...

  /// Width in bits, 1 for a predicate, 0 if the type is not known.
  unsigned bits() const;
};

/// One instruction. Declarations and braces leave no statement; a label
/// before the end of the text leaves one with an empty opcode.
struct Statement {
  llvm::SmallVector<std::string, 1> labels;    ///< defined in front of it
  std::optional<Operand> predicate;            ///< `@p`, `@!p` (negated)
  std::string opcode;                          ///< up to the first dot: "ld"
  llvm::SmallVector<std::string, 6> modifiers; ///< in text order, no dots
  llvm::SmallVector<Operand, 4> operands;
  std::string text; ///< as written without comments, for messages

  /// Modifiers come in any order (`atom.add.relaxed.gpu`,
  /// `atom.relaxed.gpu.add`), so this is how they are asked for.
  bool has(llvm::StringRef modifier) const;
  /// "ld.relaxed.gpu.b32"
  std::string mnemonic() const;
};

struct AsmText {
  std::vector<Register> registers;
  std::vector<Statement> statements;

  /// Index of the statement that defines the label.
  std::optional<unsigned> findLabel(llvm::StringRef label) const;
};

/// Parses `text`. An empty text or one of comments only has no statements.
/// `${:uid}` stays in names as written; `$$` and `%%` become one character.
llvm::Expected<AsmText> parseAsm(llvm::StringRef text);

/// Width in bits of a PTX type name without dot ("f16x2": 32, "pred": 1), or 0.
unsigned typeBits(llvm::StringRef type);

} // namespace warpsan::ptx
