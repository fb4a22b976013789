//===- AsmTextTest.cpp - Syntax of inline-asm texts -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strings marked "catalog" are verbatim from clang 22's output.
//===----------------------------------------------------------------------===//
#include "ptx/AsmText.h"

#include <gtest/gtest.h>

using namespace warpsan::ptx;
using Kind = Operand::Kind;

namespace {

AsmText parse(llvm::StringRef text) {
  llvm::Expected<AsmText> parsed = parseAsm(text);
  if (parsed)
    return std::move(*parsed);
  ADD_FAILURE() << text.str() << ": " << llvm::toString(parsed.takeError());
  return {};
}

Statement parseOne(llvm::StringRef text) {
  AsmText parsed = parse(text);
  if (parsed.statements.size() == 1)
    return parsed.statements[0];
  ADD_FAILURE() << text.str() << ": " << parsed.statements.size() << " statements";
  return {};
}

Operand operand(llvm::StringRef written) {
  Statement s = parseOne(("op.b32 " + written + ";").str());
  return s.operands.size() == 1 ? s.operands[0] : Operand();
}

bool isMalformed(llvm::StringRef text) {
  llvm::Expected<AsmText> parsed = parseAsm(text);
  if (parsed)
    return false;
  EXPECT_FALSE(llvm::toString(parsed.takeError()).empty());
  return true;
}

TEST(AsmText, EmptyTextsHaveNoStatements) {
  for (const char *text : {"", " \n\t", "// only a comment", "/* [x] */", ";;", "{ }", "{{};}"})
    EXPECT_TRUE(parse(text).statements.empty()) << text;
}

TEST(AsmText, MnemonicIsSplitAtDotsNotAtDoubleColons) {
  Statement s = parseOne("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [$0], $1;");
  EXPECT_EQ(s.opcode, "mbarrier");
  ASSERT_EQ(s.modifiers.size(), 5u);
  EXPECT_EQ(s.modifiers[0], "expect_tx");
  EXPECT_EQ(s.modifiers[3], "shared::cta");
  EXPECT_TRUE(s.has("b64"));
  EXPECT_FALSE(s.has("shared"));
  EXPECT_EQ(s.mnemonic(), "mbarrier.expect_tx.relaxed.cta.shared::cta.b64");
}

TEST(AsmText, AsmOperands) {
  EXPECT_EQ(operand("$0").index, 0u);
  EXPECT_EQ(operand("${12}").index, 12u);
  EXPECT_EQ(operand("${3:c}").index, 3u);
  EXPECT_TRUE(operand("$0").is(Kind::AsmOperand));
}

TEST(AsmText, Immediates) {
  EXPECT_EQ(operand("42").value, 42);
  EXPECT_EQ(operand("-1").value, -1);
  EXPECT_EQ(operand("0xffffffff").value, 0xffffffff);
  EXPECT_EQ(operand("0xffff0000U").value, 0xffff0000);
  EXPECT_EQ(operand("0b101").value, 5);
  EXPECT_EQ(operand("010").value, 8);
  EXPECT_EQ(operand("0xffffffffffffffff").value, -1);
}

TEST(AsmText, FloatsKeepTheirBits) {
  Operand single = operand("0f3F800000");
  EXPECT_TRUE(single.is(Kind::Float) && single.isSingle);
  EXPECT_EQ(single.value, 0x3F800000);
  Operand twice = operand("0D3FF0000000000000");
  EXPECT_TRUE(twice.is(Kind::Float) && !twice.isSingle);
  EXPECT_EQ(twice.value, 0x3FF0000000000000);
  EXPECT_EQ(operand("1.0").value, 0x3FF0000000000000);
  EXPECT_EQ(operand("-1.5e-3").value, operand("-0.0015").value);
  EXPECT_EQ(operand("0f3e000000").value, 0x3e000000) << "an e among hex digits is no exponent";
}

TEST(AsmText, SpecialRegistersLoseTheirPercent) {
  EXPECT_TRUE(operand("%laneid").is(Kind::Special));
  EXPECT_EQ(operand("%laneid").text, "laneid");
  EXPECT_EQ(operand("%%envreg2").text, "envreg2");
  EXPECT_EQ(operand("%tid.x").text, "tid.x");
  EXPECT_EQ(operand("%reserved_smem_offset_1").text, "reserved_smem_offset_1");
}

TEST(AsmText, MemoryReferences) {
  Operand plain = operand("[$1]");
  ASSERT_TRUE(plain.is(Kind::Memory));
  EXPECT_TRUE(plain.parts[0].is(Kind::AsmOperand));
  EXPECT_EQ(operand("[$1+16]").value, 16);
  EXPECT_EQ(operand("[ $1 + -16 ]").value, -16);
  EXPECT_EQ(operand("[$1-16]").value, -16);
  EXPECT_EQ(operand("[$1+16+4]").value, 20);
  EXPECT_EQ(operand("[$1+$2]").offsetIndex, 2u);
  EXPECT_EQ(operand("[array]").parts[0].text, "array");
}

TEST(AsmText, TextureAndTensorCoordinatesAreFurtherParts) {
  Operand tensor = operand("[$1, {$2, $3}]");
  ASSERT_EQ(tensor.parts.size(), 2u);
  EXPECT_TRUE(tensor.parts[1].is(Kind::Vector));
  EXPECT_EQ(tensor.parts[1].parts.size(), 2u);
  EXPECT_EQ(operand("[$1, $2, {$3}]").parts.size(), 3u);
}

TEST(AsmText, VectorsPairsSinksNegations) {
  Operand vector = operand("{$0, _, 0, x}");
  ASSERT_EQ(vector.parts.size(), 4u);
  EXPECT_TRUE(vector.parts[1].is(Kind::Sink));
  EXPECT_TRUE(vector.parts[2].is(Kind::Integer));
  EXPECT_TRUE(vector.parts[3].is(Kind::Name));
  Operand pair = operand("$0|p");
  ASSERT_TRUE(pair.is(Kind::Pair));
  EXPECT_EQ(pair.parts[1].text, "p");
  EXPECT_TRUE(operand("_|p").parts[0].is(Kind::Sink));
  EXPECT_TRUE(operand("!p").negated);
  EXPECT_EQ(operand("!p").text, "p");
  EXPECT_TRUE(operand("_").is(Kind::Sink));
}

TEST(AsmText, PredicateInFrontOfAStatement) {
  Statement s = parseOne("@!p ld.global.u32 $0, [$1];");
  Operand guard = s.predicate.value_or(Operand());
  EXPECT_TRUE(guard.negated);
  EXPECT_EQ(guard.text, "p");
  EXPECT_EQ(s.opcode, "ld");
  guard = parseOne("@%p1 exit;").predicate.value_or(Operand());
  EXPECT_FALSE(guard.negated);
  EXPECT_EQ(guard.text, "p1");
}

TEST(AsmText, CommentsAreNoText) { // catalog 1.8
  Statement s = parseOne(
      "mbarrier.arrive.shared::cta.b64                             $0,  [$1], $2;    // 2. ");
  EXPECT_EQ(s.operands.size(), 3u);
  EXPECT_EQ(parseOne("exit; // ld.global.u32 $0, [x];").opcode, "exit");
  EXPECT_EQ(parseOne("/* [x]; // */ exit;").opcode, "exit");
  EXPECT_EQ(parse("// 1. [x] a\nexit; /* b\n c */ trap;").statements.size(), 2u);
  EXPECT_EQ(parseOne("st/**/.global.u32 [$0], $1;").mnemonic(), "st.global.u32");
}

TEST(AsmText, WhitespaceIsFree) { // catalog 1.1, 1.9
  EXPECT_EQ(parseOne("ld.global.cg.v2.s64  {$0,$1}, [$2];").operands.size(), 2u);
  EXPECT_EQ(parseOne("tex.1d.v4.f32.s32\t{$0, $1, $2, $3}, [$4, {$5}];").operands.size(), 2u);
  EXPECT_EQ(parseOne("\n\tmov.u32\n$0\n,\n%laneid\n;\n").operands.size(), 2u);
}

TEST(AsmText, RegistersAreResolvedToDeclarations) { // catalog 1.8, with a `%` name
  AsmText text = parse("{    .reg .pred %p;    mbarrier.test_wait.shared.b64 %p, [$1], $2;    "
                       "selp.b32 $0, 1, 0, %p;}");
  ASSERT_EQ(text.registers.size(), 1u);
  EXPECT_EQ(text.registers[0].name, "%p");
  EXPECT_EQ(text.registers[0].bits(), 1u);
  ASSERT_EQ(text.statements.size(), 2u);
  const Operand &used = text.statements[1].operands[3];
  EXPECT_TRUE(used.is(Kind::Register) && used.isPredicate);
  EXPECT_EQ(used.index, 0u);
}

TEST(AsmText, RegisterListsAndRanges) {
  AsmText text = parse(".reg.b16 hl, hu; .reg .b32 r<3>, s; mov.b32 $0, r2;");
  ASSERT_EQ(text.registers.size(), 6u);
  EXPECT_EQ(text.registers[4].name, "r2");
  EXPECT_EQ(text.statements[0].operands[1].index, 4u);
  EXPECT_EQ(text.registers[0].bits(), 16u);
}

TEST(AsmText, InnerDeclarationsHideOuterOnes) {
  AsmText text = parse("{ .reg .b32 r; { .reg .b64 r; mov.b64 r, 0; } mov.b32 r, 0; }");
  EXPECT_EQ(text.statements[0].operands[0].index, 1u);
  EXPECT_EQ(text.statements[1].operands[0].index, 0u);
}

TEST(AsmText, NamesOfOtherTextsStayNames) {
  AsmText text = parse("{ .reg .b32 r; } mov.b32 r, 0;");
  EXPECT_TRUE(text.statements[0].operands[0].is(Kind::Name));
}

TEST(AsmText, LabelsAndBranches) { // CUTLASS's wait loop
  AsmText text = parse("{\n.reg .pred P1;\nLAB_WAIT:\n"
                       "mbarrier.try_wait.parity.shared::cta.b64 P1, [$0], $1;\n"
                       "@P1 bra DONE;\nbra     LAB_WAIT;\nDONE:\n}");
  ASSERT_EQ(text.statements.size(), 4u);
  EXPECT_EQ(text.findLabel("LAB_WAIT"), 0u);
  EXPECT_EQ(text.findLabel("DONE"), 3u);
  EXPECT_EQ(text.findLabel("x"), std::nullopt);
  EXPECT_TRUE(text.statements[3].opcode.empty());
  EXPECT_TRUE(text.statements[1].operands[0].is(Kind::Name));
}

TEST(AsmText, UniqueIdsStayInNames) {
  AsmText text = parse("$$L_${:uid}: bra $$L_${:uid};");
  EXPECT_EQ(text.findLabel("$L_${:uid}"), 0u);
  EXPECT_EQ(text.statements[0].operands[0].text, "$L_${:uid}");
}

TEST(AsmText, DollarNamesOfTheHalfHeaders) {
  AsmText text = parse("{ .reg .pred __$$temp3;\n  setp.eq.f16  __$$temp3, $1, $2;\n"
                       "  selp.u16 $0, 1, 0, __$$temp3;}");
  EXPECT_EQ(text.registers[0].name, "__$temp3");
  EXPECT_TRUE(text.statements[0].operands[0].isPredicate);
}

TEST(AsmText, CallsHaveTuples) {
  Statement s = parseOne("call (r), f, (a, b);");
  ASSERT_EQ(s.operands.size(), 3u);
  EXPECT_TRUE(s.operands[2].is(Kind::Tuple));
}

TEST(AsmText, PragmasAreSkipped) {
  EXPECT_EQ(parseOne(".pragma \"nounroll\"; exit;").opcode, "exit");
}

TEST(AsmText, TypeWidths) {
  EXPECT_EQ(typeBits("f16x2"), 32u);
  EXPECT_EQ(typeBits("b128"), 128u);
  EXPECT_EQ(typeBits("pred"), 1u);
  EXPECT_EQ(typeBits("x"), 0u);
}

TEST(AsmText, MalformedTextsAreErrors) {
  for (const char *text : {"exit",
                           "ld.",
                           "ld..u32 $0, [$1];",
                           "{ exit;",
                           "exit; }",
                           "ld.u32 $0, [$1;",
                           "mov.b32 {$0;",
                           "/* exit;",
                           "@ exit;",
                           "@p L: exit;",
                           "mov.b32 $0, ;",
                           "mov.b32 $0 $1;",
                           "mov.b32 $x, 0;",
                           "mov.b32 $0x, 0;",
                           "mov.b32 $99999, 0;",
                           "mov.b32 r, 12z;",
                           "mov.f32 r, 0f12;",
                           ".shared .b32 x;",
                           ".reg .b7 x;",
                           ".reg .b32 r<99999999>;",
                           ".reg .b32 1;",
                           "L: L: exit;",
                           "L: exit; L: exit;",
                           "$(exit$);",
                           "$0;",
                           "\"x\";",
                           "mov.b32 r, a|;",
                           "ld.u32 r, [a+b];",
                           "ld.u32 r, [a*4];",
                           "\x80;",
                           "mov.b32 r, [[[[[[[[[[a]]]]]]]]]];"})
    EXPECT_TRUE(isMalformed(text)) << text;
}

TEST(AsmText, NulBytesAreErrors) { EXPECT_TRUE(isMalformed(llvm::StringRef("exit;\0", 6))); }

TEST(AsmText, TooManyRegistersAreAnError) {
  EXPECT_TRUE(isMalformed(".reg .b32 a<4000>, b<4000>;"));
}

} // namespace
