//===- JsonWriter.cpp - Reports for programs -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/JsonWriter.h"
#include "report/JsonMembers.h"
#include <nlohmann/json.hpp>

namespace warpsan::report {

namespace {

using Json = nlohmann::ordered_json;

/// See JsonMembers.h.
class MemberWriter {
public:
  explicit MemberWriter(Json &target) : object(target) {}

  template <typename T>
  void operator()(const char *name, const T &value) {
    object[name] = toJson(value);
  }
  template <typename T>
  void unlessUsual(const char *name, const T &value, const std::type_identity_t<T> &usual = {}) {
    if (!(value == usual))
      (*this)(name, value);
  }
  template <typename Make>
  void derived(const char *name, const Make &make) {
    (*this)(name, make());
  }
  template <typename Body>
  void group(const char *name, const Body &body) {
    object[name] = Json::object();
    MemberWriter inner(object[name]);
    body(inner);
  }
  template <typename T>
  void pair(const char *name, const T &first, const T &second) {
    object[name] = Json::array({toJson(first), toJson(second)});
  }
  void fraction(const char *name, uint64_t part, uint64_t whole) {
    object[name] = std::to_string(part) + "/" + std::to_string(whole);
  }
  template <typename Enum>
  void bits(const char *name, uint64_t mask, Words<Enum> words) {
    object[name] = Json::array();
    for (unsigned bit = 0; bit < std::size(words.List); ++bit)
      if (mask >> bit & 1)
        object[name].push_back(words.List[bit]);
  }
  template <size_t Count>
  void reasonCounts(const char *name, const std::array<ReasonCount, Count> &counts) {
    object[name] = Json::array();
    for (unsigned r = 1; r < Count; ++r)
      if (counts[r] != ReasonCount{})
        object[name].push_back(reasonCount(static_cast<abi::Reason>(r), counts[r]));
  }

private:
  static Json reasonCount(abi::Reason reason, const ReasonCount &count) {
    Json row = Json::object();
    MemberWriter member(row);
    member("reason", reason);
    member("text", std::string(reasonText(reason)));
    members(member, count);
    return row;
  }

  template <typename T>
  static Json toJson(const std::optional<T> &value) {
    return value ? toJson(*value) : Json();
  }
  template <typename T>
  static Json toJson(const std::vector<T> &values) {
    Json array = Json::array();
    for (const T &value : values)
      array.push_back(toJson(value));
    return array;
  }
  template <typename T>
  static Json toJson(const T &value) {
    if constexpr (std::is_enum_v<T>) {
      return wordOf(value);
    } else if constexpr (std::is_constructible_v<Json, T>) {
      return value;
    } else {
      Json row = Json::object();
      MemberWriter member(row);
      members(member, value);
      return row;
    }
  }

  Json &object;
};

/// Names of files need not be UTF-8, JSON has to be.
std::string endLine(const Json &object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

template <typename Fill>
std::string line(const char *type, const Fill &fill) {
  Json object;
  object["type"] = type;
  fill(MemberWriter(object));
  return endLine(object);
}

template <typename Row>
std::string lines(const char *type, const std::vector<Row> &rows) {
  std::string all;
  for (const Row &row : rows)
    all += line(type, [&](MemberWriter member) { members(member, row); });
  return all;
}

std::string noteLines(const std::vector<std::string> &notes) {
  std::string all;
  for (const std::string &note : notes)
    all += line("note", [&](MemberWriter member) { member("text", note); });
  return all;
}

} // namespace

std::string writeJson(const RunReport &run) {
  return line("run", [&](MemberWriter member) { members(member, run); }) +
         lines("race", run.races) + lines(OutOfBoundsId, run.outOfBounds) +
         lines("divergence", run.divergences) + lines("kernel", run.coverage.kernels) +
         lines("site", run.coverage.sites) + lines("suppression", run.suppressions) +
         noteLines(run.notes) +
         line("verdict", [&](MemberWriter member) { verdictMembers(member, run); });
}

} // namespace warpsan::report
