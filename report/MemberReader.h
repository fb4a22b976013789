//===- MemberReader.h - Members of a line of JSON --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `member` of JsonMembers.h that reads.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/JsonWords.h"
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace warpsan::report {

/// Why a line cannot be used.
struct BadLine {
  std::string text;
};

[[noreturn]] inline void failMember(const std::string &name, const std::string &what) {
  throw BadLine{"member '" + name + "' " + what};
}

/// See JsonMembers.h. Members without a row there are ignored.
class MemberReader {
public:
  explicit MemberReader(const nlohmann::json &source) : object(source) {
    if (!object.is_object())
      throw BadLine{"not an object"};
  }

  template <typename T>
  void operator()(const char *name, T &value) {
    read(name, at(name), value);
  }
  template <typename T>
  void unlessUsual(const char *name, T &value, const std::type_identity_t<T> &usual = {}) {
    if (object.contains(name))
      (*this)(name, value);
    else
      value = usual;
  }
  template <typename Make>
  void derived(const char *, const Make &) {}
  template <typename Body>
  void group(const char *name, const Body &body) {
    MemberReader inner(at(name));
    body(inner);
  }
  template <typename T>
  void pair(const char *name, T &first, T &second) {
    const nlohmann::json &both = at(name);
    if (!both.is_array() || both.size() != 2)
      failMember(name, "is not a pair");
    read(name, both[0], first);
    read(name, both[1], second);
  }
  void fraction(const char *name, uint64_t &part, uint64_t &whole) {
    std::string text;
    (*this)(name, text);
    char slash = 0;
    std::istringstream in(text);
    if (!(in >> part >> slash >> whole) || slash != '/')
      failMember(name, "is not 'N/N'");
  }
  template <typename Mask, typename Enum>
  void bits(const char *name, Mask &mask, Words<Enum>) {
    std::vector<Enum> values;
    (*this)(name, values);
    mask = 0;
    for (const Enum value : values)
      mask |= Mask(1) << unsigned(value);
  }
  template <size_t Count>
  void reasonCounts(const char *name, std::array<ReasonCount, Count> &counts) {
    const nlohmann::json &rows = at(name);
    if (!rows.is_array())
      failMember(name, "is not an array");
    for (const nlohmann::json &row : rows) {
      MemberReader member(row);
      abi::Reason reason{};
      member("reason", reason);
      members(member, counts[unsigned(reason)]);
    }
  }

private:
  const nlohmann::json &at(const char *name) const {
    const auto found = object.find(name);
    if (found == object.end())
      failMember(name, "is missing");
    return *found;
  }

  template <typename T>
  static void read(const char *name, const nlohmann::json &json, std::optional<T> &value) {
    if (json.is_null())
      value.reset();
    else
      read(name, json, value.emplace());
  }
  template <typename T>
  static void read(const char *name, const nlohmann::json &json, std::vector<T> &values) {
    if (!json.is_array())
      failMember(name, "is not an array");
    values.clear();
    for (const nlohmann::json &each : json)
      read(name, each, values.emplace_back());
  }
  static void read(const char *name, const nlohmann::json &json, Index3 &index) {
    if (!json.is_array() || json.size() != index.size())
      failMember(name, "is not an array of three numbers");
    for (size_t i = 0; i < index.size(); ++i)
      read(name, json[i], index[i]);
  }
  static void read(const char *name, const nlohmann::json &json, bool &value) {
    if (!json.is_boolean())
      failMember(name, "is not true or false");
    value = json.get<bool>();
  }
  static void read(const char *name, const nlohmann::json &json, std::string &value) {
    if (!json.is_string())
      failMember(name, "is not a string");
    value = json.get<std::string>();
  }
  static void read(const char *name, const nlohmann::json &json, double &value) {
    if (!json.is_number())
      failMember(name, "is not a number");
    value = json.get<double>();
  }
  template <typename T>
  static void read(const char *name, const nlohmann::json &json, T &value) {
    if constexpr (std::is_integral_v<T>) {
      if (!json.is_number_integer() || json < std::numeric_limits<T>::min() ||
          json > std::numeric_limits<T>::max())
        failMember(name, "is not a whole number in range");
      value = json.get<T>();
    } else if constexpr (std::is_enum_v<T>) {
      std::string word;
      read(name, json, word);
      const std::optional<T> known = enumOf<T>(word);
      if (!known)
        failMember(name, "has the unknown value '" + word + "'");
      value = *known;
    } else {
      MemberReader member(json);
      members(member, value);
    }
  }

  const nlohmann::json &object;
};

} // namespace warpsan::report
