//===- AsmText.cpp - Inline-assembly text to PTX statements ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recursive-descent parser over the characters of the text. It stops at the
// first fault; nothing of a faulty text is used, as guessing what ptxas might
// make of it could hide an access.
//===----------------------------------------------------------------------===//
#include "ptx/AsmText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace warpsan::ptx {
namespace {

/// Bounds against texts made to exhaust us; real ones stay far below.
constexpr unsigned MaxNesting = 8;
constexpr size_t MaxRegisters = 4096;

bool isNameChar(char c) { return isAlnum(c) || c == '_' || c == '%'; }

class Parser {
public:
  explicit Parser(StringRef source) : source(source) {}
  Expected<AsmText> run();

private:
  // Every parse function returns false after fail().
  bool fail(const Twine &message);
  bool stripComments();
  bool parseItem();
  bool closeScope();
  bool parseDirective();
  bool parseRegisters(StringRef type);
  bool declare(StringRef name, StringRef type);
  bool parsePredicate(Statement &s);
  bool parseInstruction(Statement s);
  bool parseOpcode(Statement &s);
  bool parseLabelOrOpcode();
  bool parseOperand(Operand &o, unsigned depth);
  bool parsePair(Operand &o, unsigned depth);
  bool parsePrimary(Operand &o, unsigned depth);
  bool parseList(Operand &o, Operand::Kind kind, char close, unsigned depth);
  bool parseMemory(Operand &o, unsigned depth);
  bool parseOffset(Operand &o);
  bool parseAsmOperand(Operand &o);
  bool parseNumber(Operand &o);
  bool parseInteger(int64_t &value);
  bool parseFloat(Operand &o, StringRef digits);
  bool parseNameOperand(Operand &o);
  bool parseName(std::string &name, bool withDots);
  bool appendEscape(std::string &name);
  void resolve(Operand &o, std::string name);

  bool atEnd() const { return pos >= text.size(); }
  char peek(size_t ahead = 0) const { return pos + ahead < text.size() ? text[pos + ahead] : 0; }
  bool consume(char c);
  bool expect(char c);
  void skipSpace();
  StringRef take(function_ref<bool(char)> keep);
  StringRef slice(size_t begin) const { return StringRef(text).slice(begin, pos).trim(); }
  void flushLabels();

  StringRef source;
  std::string text; ///< source without comments
  size_t pos = 0;
  std::string error;
  AsmText result;
  SmallVector<std::string, 1> labels;                    ///< waiting for a statement
  SmallVector<std::pair<std::string, unsigned>> visible; ///< declared registers
  SmallVector<size_t> scopes;                            ///< size of `visible` at each `{`
};

bool Parser::fail(const Twine &message) {
  error = (message + " at \"" + StringRef(text).substr(pos, 24) + "\"").str();
  return false;
}

/// A comment becomes a blank, so that it separates words.
bool Parser::stripComments() {
  for (size_t i = 0; i < source.size(); ++i) {
    StringRef rest = source.substr(i);
    size_t end = 0;
    if (rest.starts_with("//"))
      end = std::min(rest.find('\n'), rest.size());
    else if (rest.starts_with("/*")) {
      end = rest.find("*/", 2);
      if (end == StringRef::npos)
        return fail("comment without end");
      end += 2;
    }
    text += end ? ' ' : source[i];
    i += end ? end - 1 : 0;
  }
  return true;
}

bool Parser::consume(char c) {
  if (peek() != c || atEnd())
    return false;
  ++pos;
  return true;
}

bool Parser::expect(char c) {
  skipSpace();
  return consume(c) || fail(Twine("expected '") + Twine(c) + "'");
}

void Parser::skipSpace() {
  while (!atEnd() && isSpace(text[pos]))
    ++pos;
}

StringRef Parser::take(function_ref<bool(char)> keep) {
  size_t begin = pos;
  while (!atEnd() && keep(text[pos]))
    ++pos;
  return StringRef(text).slice(begin, pos);
}

Expected<AsmText> Parser::run() {
  bool ok = stripComments();
  for (skipSpace(); ok && !atEnd(); skipSpace())
    ok = parseItem();
  if (ok && !scopes.empty())
    ok = fail("'{' without '}'");
  if (!ok)
    return createStringError(inconvertibleErrorCode(), error);
  flushLabels();
  return std::move(result);
}

/// One thing at statement level.
bool Parser::parseItem() {
  if (consume(';'))
    return true;
  if (consume('{')) {
    scopes.push_back(visible.size());
    return true;
  }
  if (consume('}'))
    return closeScope();
  if (peek() == '.')
    return parseDirective();
  if (peek() != '@')
    return parseLabelOrOpcode();
  Statement s;
  return parsePredicate(s) && parseInstruction(std::move(s));
}

bool Parser::closeScope() {
  if (scopes.empty())
    return fail("'}' without '{'");
  visible.resize(scopes.pop_back_val());
  flushLabels();
  return true;
}

/// Labels in front of no instruction need a statement to branch to.
void Parser::flushLabels() {
  if (labels.empty())
    return;
  Statement s;
  s.labels = std::move(labels);
  labels.clear();
  result.statements.push_back(std::move(s));
}

bool Parser::parseDirective() {
  ++pos;
  StringRef name = take(isAlpha);
  if (name == "pragma") {
    take([](char c) { return c != ';'; });
    return expect(';');
  }
  // A variable would be memory that no table of ours knows.
  if (name != "reg")
    return fail("directive ." + name);
  if (!expect('.'))
    return false;
  StringRef type = take(isAlnum);
  return typeBits(type) ? parseRegisters(type) : fail("register type");
}

bool Parser::parseRegisters(StringRef type) {
  do {
    skipSpace();
    std::string name;
    if (!parseName(name, false))
      return false;
    skipSpace();
    if (!consume('<')) {
      if (!declare(name, type))
        return false;
      continue;
    }
    int64_t count = 0;
    skipSpace();
    if (!parseInteger(count) || !expect('>'))
      return false;
    if (count < 0 || count > int64_t(MaxRegisters))
      return fail("register range");
    for (int64_t i = 0; i < count; ++i)
      if (!declare(name + std::to_string(i), type))
        return false;
    skipSpace();
  } while (consume(','));
  return expect(';');
}

bool Parser::declare(StringRef name, StringRef type) {
  if (result.registers.size() >= MaxRegisters)
    return fail("too many registers");
  visible.emplace_back(name, result.registers.size());
  result.registers.push_back({name.str(), type.str()});
  return true;
}

bool Parser::parsePredicate(Statement &s) {
  ++pos;
  Operand guard;
  skipSpace();
  bool negated = consume('!');
  skipSpace();
  if (!(peek() == '$' && peek(1) != '$' ? parseAsmOperand(guard) : parseNameOperand(guard)))
    return false;
  guard.negated = negated;
  s.predicate = std::move(guard);
  skipSpace();
  return true;
}

bool Parser::parseLabelOrOpcode() {
  size_t begin = pos;
  std::string name;
  if (!parseName(name, false))
    return false;
  skipSpace();
  if (peek() != ':' || peek(1) == ':') {
    pos = begin;
    return parseInstruction({});
  }
  ++pos;
  if (is_contained(labels, name) || result.findLabel(name))
    return fail("label " + name + " defined twice");
  labels.push_back(std::move(name));
  return true;
}

bool Parser::parseInstruction(Statement s) {
  size_t begin = pos;
  s.labels = std::move(labels);
  labels.clear();
  if (!parseOpcode(s))
    return false;
  skipSpace();
  if (peek() != ';') {
    do {
      s.operands.emplace_back();
      if (!parseOperand(s.operands.back(), 0))
        return false;
      skipSpace();
    } while (consume(','));
  }
  s.text = slice(begin).str();
  if (!expect(';'))
    return false;
  result.statements.push_back(std::move(s));
  return true;
}

/// "ld.relaxed.shared::cta.b32"; blanks may stand in front of a dot.
bool Parser::parseOpcode(Statement &s) {
  auto isWord = [](char c) { return isAlnum(c) || c == '_'; };
  StringRef opcode = take(isWord);
  if (opcode.empty() || isDigit(opcode[0]))
    return fail("expected an instruction");
  s.opcode = opcode.str();
  for (skipSpace(); consume('.'); skipSpace()) {
    StringRef modifier = take([&](char c) { return isWord(c) || c == ':'; });
    if (modifier.empty())
      return fail("empty modifier");
    s.modifiers.push_back(modifier.str());
  }
  return true;
}

bool Parser::parseOperand(Operand &o, unsigned depth) {
  if (depth > MaxNesting)
    return fail("operand nested too deep");
  skipSpace();
  bool negated = consume('!');
  skipSpace();
  size_t begin = pos;
  if (!parsePrimary(o, depth) || !parsePair(o, depth))
    return false;
  o.negated = negated;
  if (o.text.empty())
    o.text = slice(begin).str();
  return true;
}

/// The `|q` after a first destination.
bool Parser::parsePair(Operand &o, unsigned depth) {
  size_t end = pos;
  skipSpace();
  if (!consume('|')) {
    pos = end;
    return true;
  }
  Operand first = std::move(o);
  o = Operand();
  o.kind = Operand::Kind::Pair;
  o.parts.resize(2);
  o.parts[0] = std::move(first);
  skipSpace();
  return parsePrimary(o.parts[1], depth + 1);
}

bool Parser::parsePrimary(Operand &o, unsigned depth) {
  char c = peek();
  if (consume('['))
    return parseMemory(o, depth);
  if (consume('{'))
    return parseList(o, Operand::Kind::Vector, '}', depth);
  if (consume('('))
    return parseList(o, Operand::Kind::Tuple, ')', depth);
  if (isDigit(c) || c == '-' || c == '+')
    return parseNumber(o);
  if (c == '$' && peek(1) != '$')
    return parseAsmOperand(o);
  return parseNameOperand(o);
}

bool Parser::parseList(Operand &o, Operand::Kind kind, char close, unsigned depth) {
  o.kind = kind;
  skipSpace();
  if (consume(close))
    return true;
  do {
    o.parts.emplace_back();
    if (!parseOperand(o.parts.back(), depth + 1))
      return false;
    skipSpace();
  } while (consume(','));
  return expect(close);
}

bool Parser::parseMemory(Operand &o, unsigned depth) {
  o.parts.emplace_back();
  if (!parseOperand(o.parts.back(), depth + 1) || !parseOffset(o))
    return false;
  while (consume(',')) {
    o.parts.emplace_back();
    if (!parseOperand(o.parts.back(), depth + 1))
      return false;
    skipSpace();
  }
  o.kind = Operand::Kind::Memory;
  return expect(']');
}

/// `+16`, `+-16`, `-16`, `+$2`, and sums of them with at most one `$n`.
bool Parser::parseOffset(Operand &o) {
  for (skipSpace(); peek() == '+' || peek() == '-'; skipSpace()) {
    bool negative = text[pos++] == '-';
    skipSpace();
    if (peek() == '$' && !negative && !o.offsetIndex) {
      Operand offset;
      if (!parseAsmOperand(offset))
        return false;
      o.offsetIndex = offset.index;
      continue;
    }
    int64_t value = 0;
    if (!parseInteger(value))
      return false;
    uint64_t sum = uint64_t(o.value) + (negative ? -uint64_t(value) : uint64_t(value));
    o.value = int64_t(sum);
  }
  return true;
}

/// `$3`, `${3}`, `${3:c}`
bool Parser::parseAsmOperand(Operand &o) {
  size_t begin = pos++;
  bool braced = consume('{');
  StringRef digits = take(isDigit);
  if (digits.empty() || digits.size() > 4)
    return fail("asm operand number");
  if (braced && consume(':'))
    take(isAlpha);
  if (braced && !consume('}'))
    return fail("expected '}'");
  // `$0_x` would be a name made of an operand: nothing that can be resolved.
  if (!braced && isNameChar(peek()))
    return fail("asm operand inside a name");
  o.kind = Operand::Kind::AsmOperand;
  o.index = unsigned(std::stoul(digits.str()));
  o.text = slice(begin).str();
  return true;
}

bool Parser::parseNumber(Operand &o) {
  size_t begin = pos;
  char sign = peek() == '-' || peek() == '+' ? text[pos++] : '+';
  skipSpace();
  size_t digitsBegin = pos;
  StringRef digits = take([](char c) { return isAlnum(c) || c == '.'; });
  bool isHex = digits.starts_with_insensitive("0x");
  bool isBits = digits.starts_with_insensitive("0f") || digits.starts_with_insensitive("0d");
  bool isDecimalFloat = !isHex && !isBits && digits.find_first_of(".eE") != StringRef::npos;
  if (isDecimalFloat && digits.ends_with_insensitive("e") && (peek() == '-' || peek() == '+')) {
    ++pos;
    take(isDigit);
  }
  if (isDecimalFloat || isBits)
    return parseFloat(o, slice(begin));
  pos = digitsBegin;
  o.kind = Operand::Kind::Integer;
  if (!parseInteger(o.value))
    return false;
  if (sign == '-')
    o.value = int64_t(-uint64_t(o.value));
  return true;
}

bool Parser::parseFloat(Operand &o, StringRef digits) {
  o.kind = Operand::Kind::Float;
  double number = 0;
  if (digits[0] != '0' || digits.size() < 2 || !isAlpha(digits[1])) {
    if (digits.getAsDouble(number))
      return fail("floating-point number");
    o.value = int64_t(bit_cast<uint64_t>(number));
    return true;
  }
  o.isSingle = toLower(digits[1]) == 'f';
  uint64_t bits = 0;
  StringRef hex = digits.drop_front(2);
  if (hex.size() != (o.isSingle ? 8u : 16u) || hex.getAsInteger(16, bits))
    return fail("floating-point number");
  o.value = int64_t(bits);
  return true;
}

/// Optional sign, then decimal, 0x, 0b or octal digits, then `U`.
bool Parser::parseInteger(int64_t &value) {
  bool negative = consume('-');
  skipSpace();
  StringRef digits = take(isAlnum);
  digits.consume_back_insensitive("u");
  uint64_t magnitude = 0;
  if (digits.getAsInteger(0, magnitude))
    return fail("number");
  value = int64_t(negative ? -magnitude : magnitude);
  return true;
}

bool Parser::parseNameOperand(Operand &o) {
  std::string name;
  if (!parseName(name, true))
    return false;
  if (name == "_")
    o.kind = Operand::Kind::Sink;
  else
    resolve(o, std::move(name));
  return true;
}

/// Inner declarations hide outer ones.
void Parser::resolve(Operand &o, std::string name) {
  auto isSame = [&](const auto &entry) { return entry.first == name; };
  auto found = llvm::find_if(llvm::reverse(visible), isSame);
  if (found != visible.rend()) {
    o.kind = Operand::Kind::Register;
    o.index = found->second;
    o.isPredicate = result.registers[o.index].type == "pred";
  } else if (name[0] == '%') {
    o.kind = Operand::Kind::Special;
    name.erase(0, 1);
  } else {
    o.kind = Operand::Kind::Name;
  }
  o.text = std::move(name);
}

/// Letters, digits, `_`, `%`, escapes; with dots also `%tid.x`.
bool Parser::parseName(std::string &name, bool withDots) {
  if (isDigit(peek()))
    return fail("expected a name");
  while (!atEnd()) {
    char c = peek();
    bool isEscape = c == '$' || (c == '%' && peek(1) == '%');
    if (isEscape) {
      if (!appendEscape(name))
        return false;
      continue;
    }
    bool isPart = isNameChar(c) || (withDots && c == '.' && !name.empty() && isAlpha(peek(1)));
    if (!isPart)
      break;
    name += c;
    ++pos;
  }
  return (!name.empty() && name != "%") || fail("expected a name");
}

/// `$$`, `%%`, `${:uid}`. The last is a number that differs for every copy of
/// the asm; it stays as written.
bool Parser::appendEscape(std::string &name) {
  StringRef rest = StringRef(text).substr(pos);
  StringRef uid = "${:uid}";
  if (rest.starts_with(uid)) {
    name += uid;
    pos += uid.size();
    return true;
  }
  if (!rest.starts_with("$$") && !rest.starts_with("%%"))
    return fail("unexpected '$'");
  name += text[pos];
  pos += 2;
  return true;
}

} // namespace

unsigned Register::bits() const { return typeBits(type); }

bool Statement::has(StringRef modifier) const { return is_contained(modifiers, modifier); }

std::string Statement::mnemonic() const {
  std::string name = opcode;
  for (const std::string &modifier : modifiers)
    name += "." + modifier;
  return name;
}

std::optional<unsigned> AsmText::findLabel(StringRef label) const {
  for (unsigned i = 0; i < statements.size(); ++i)
    if (is_contained(statements[i].labels, label))
      return i;
  return std::nullopt;
}

Expected<AsmText> parseAsm(StringRef text) { return Parser(text).run(); }

unsigned typeBits(StringRef type) {
  return StringSwitch<unsigned>(type)
#define WARPSAN_PTX_TYPE(Token, Kind, Bits, Packed) .Case(Token, (Bits) * (Packed))
#include "ptx/modifiers.def"
      .Default(0);
}

} // namespace warpsan::ptx
