//===- SarifLocations.cpp - Files and places in SARIF ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SarifLocations.h"
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace warpsan::report {

namespace {

constexpr const char *Root = "%SRCROOT%";

bool staysInUri(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("/-._~").find(c) != std::string_view::npos;
}

SarifLocations::Json messageOnly(const std::string &text) {
  SarifLocations::Json location;
  location["message"]["text"] = text;
  return location;
}

} // namespace

std::string uriOf(const std::string &path) {
  std::string uri;
  for (const char c : path) {
    if (staysInUri(c)) {
      uri += c;
      continue;
    }
    char code[4];
    std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned char>(c));
    uri += code;
  }
  return uri;
}

SarifLocations::SarifLocations(const std::string &folder)
    : root(folder.ends_with('/') ? folder : folder + "/") {}

/// The compiler was given the path, likely in the folder where the program then ran.
SarifLocations::Json SarifLocations::fileLocation(const std::string &path) const {
  const std::string whole = (std::filesystem::path(root) / path).lexically_normal().string();
  if (whole.starts_with(root))
    return {{"uri", uriOf(whole.substr(root.size()))}, {"uriBaseId", Root}};
  return Json::object({{"uri", "file://" + uriOf(whole)}});
}

SarifLocations::Json SarifLocations::fileReference(const std::string &path) {
  const auto [at, isNew] = indices.try_emplace(path, files.size());
  if (isNew)
    files.push_back(path);
  Json location = fileLocation(path);
  location["index"] = at->second;
  return location;
}

SarifLocations::Json SarifLocations::locationOf(const Frame &frame, const std::string &message) {
  Json location;
  if (!frame.file.empty()) {
    Json region;
    region["startLine"] = std::max(frame.line, 1u);
    if (frame.column)
      region["startColumn"] = frame.column;
    location["physicalLocation"]["artifactLocation"] = fileReference(frame.file);
    location["physicalLocation"]["region"] = region;
  }
  location["logicalLocations"][0]["fullyQualifiedName"] = frame.function;
  location["logicalLocations"][0]["kind"] = "function";
  if (!message.empty())
    location.update(messageOnly(message));
  return location;
}

SarifLocations::Json SarifLocations::locationOf(const Access &access, const std::string &message) {
  if (!access.siteKnown || access.frames.empty())
    return messageOnly(message + " (line not known)");
  return locationOf(access.frames.front(), message);
}

SarifLocations::Json SarifLocations::locationOf(const std::string &where,
                                                const std::string &message) {
  const size_t colon = where.rfind(':');
  Json location = messageOnly(message);
  const std::string digits = colon == std::string::npos ? "" : where.substr(colon + 1);
  const unsigned long line = std::strtoul(digits.c_str(), nullptr, 10);
  if (line != 0) {
    location["physicalLocation"]["artifactLocation"] = fileReference(where.substr(0, colon));
    location["physicalLocation"]["region"]["startLine"] = line;
  }
  return location;
}

SarifLocations::Json SarifLocations::stackOf(const Access &access) {
  Json frames = Json::array();
  for (const Frame &frame : access.frames)
    frames.push_back(Json::object({{"location", locationOf(frame, frame.function)}}));
  return Json::object({{"frames", frames}});
}

SarifLocations::Json SarifLocations::artifacts() const {
  Json all = Json::array();
  for (const std::string &file : files)
    all.push_back(Json::object({{"location", fileLocation(file)}}));
  return all;
}

SarifLocations::Json SarifLocations::uriBases() const {
  Json bases;
  bases[Root]["uri"] = "file://" + uriOf(root);
  return bases;
}

} // namespace warpsan::report
