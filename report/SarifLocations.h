//===- SarifLocations.h - Files and places in SARIF ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files below the folder in which the program ran have URIs relative to
// %SRCROOT%, so that a report means the same on another machine.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/RunReport.h"
#include <map>
#include <nlohmann/json.hpp>

namespace warpsan::report {

class SarifLocations {
public:
  using Json = nlohmann::ordered_json;

  explicit SarifLocations(const std::string &folder);

  /// Of the innermost frame, or of the function without debug info.
  Json locationOf(const Access &access, const std::string &message);
  /// "FILE:LINE"; empty without one.
  Json locationOf(const std::string &where, const std::string &message);
  Json stackOf(const Access &access);

  /// The files that the locations name.
  Json artifacts() const;
  Json uriBases() const;

private:
  Json fileLocation(const std::string &path) const;
  Json fileReference(const std::string &path);
  Json locationOf(const Frame &frame, const std::string &message);

  std::string root;
  std::vector<std::string> files;
  std::map<std::string, size_t> indices; ///< in `files`
};

/// Percent-encoded.
std::string uriOf(const std::string &path);

} // namespace warpsan::report
