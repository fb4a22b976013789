//===- HtmlWriter.cpp - Reports as a page for browsers ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts the data into the page; what is shown and how is decided by the page's own code
// (report/page), so that nothing of the report ever becomes markup.
//===----------------------------------------------------------------------===//
#include "report/HtmlWriter.h"
#include "report/SourceExcerpts.h"
#include "report/page/PageFiles.h"
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace warpsan::report {

namespace {

using Json = nlohmann::ordered_json;
using Places = std::map<std::string, std::set<uint32_t>>;

constexpr size_t WholeFileLimit = 256 << 10;
/// Of all whole files together: pages of a few MB open at once.
constexpr size_t WholeFilesLimit = 8 << 20;

struct Lines {
  Json objects = Json::array();
  size_t unreadable = 0;
};

Lines parseLines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos)
      continue;
    Json object = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (object.is_object())
      lines.objects.push_back(std::move(object));
    else
      ++lines.unreadable;
  }
  return lines;
}

/// "file:line", as calls of the host and variables are named.
void addWhere(const std::string &where, Places &places) {
  const size_t colon = where.rfind(':');
  uint32_t line = 0;
  if (colon == std::string::npos ||
      std::from_chars(where.data() + colon + 1, where.data() + where.size(), line).ec !=
          std::errc())
    return;
  places[where.substr(0, colon)].insert(line);
}

/// Frames and sites have `file` and `line`, wherever they stand.
void collectPlaces(const Json &value, Places &places) {
  if (value.is_object()) {
    const auto file = value.find("file"), line = value.find("line"), where = value.find("where");
    if (file != value.end() && file->is_string() && line != value.end() &&
        line->is_number_unsigned())
      places[file->get<std::string>()].insert(line->get<uint32_t>());
    if (where != value.end() && where->is_string())
      addWhere(where->get_ref<const std::string &>(), places);
  }
  if (value.is_structured())
    for (const Json &part : value)
      collectPlaces(part, places);
}

Json sourcesOf(const Places &places, const SourceReader &readSource) {
  Json sources = Json::object();
  size_t room = WholeFilesLimit;
  for (const auto &[file, lines] : places) {
    const std::optional<std::string> source = file.empty() ? std::nullopt : readSource(file);
    if (!source)
      continue;
    for (Excerpt &excerpt : excerptsOf(*source, lines, std::min(room, WholeFileLimit)))
      sources[file].push_back(
          {{"first_line", excerpt.firstLine}, {"text", std::move(excerpt.text)}});
    if (source->size() <= std::min(room, WholeFileLimit))
      room -= source->size();
  }
  return sources;
}

/// JSON that can stand in a script element: `<` occurs in its strings only, and without one
/// there is neither `</script` nor `<!--`.
std::string scriptText(const Json &data) {
  const std::string json = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text;
  for (const char letter : json)
    letter == '<' ? text += "\\u003c" : text += letter;
  return text;
}

/// The template with each `{{name}}` replaced. Only the template is searched, so that values
/// may have any text.
std::string filled(std::string_view page,
                   const std::map<std::string_view, std::string_view> &values) {
  std::string text;
  for (size_t open; (open = page.find("{{")) != std::string_view::npos;) {
    const size_t close = page.find("}}", open);
    text += page.substr(0, open);
    text += values.at(page.substr(open + 2, close - open - 2));
    page.remove_prefix(close + 2);
  }
  return text.append(page);
}

} // namespace

std::string writeHtml(std::string_view jsonLines, const SourceReader &readSource) {
  Lines lines = parseLines(jsonLines);
  Places places;
  collectPlaces(lines.objects, places);
  const Json data = {{"unreadable", lines.unreadable},
                     {"sources", sourcesOf(places, readSource)},
                     {"lines", std::move(lines.objects)}};
  return filled(pageTemplate(),
                {{"style", pageStyle()}, {"script", pageScript()}, {"data", scriptText(data)}});
}

} // namespace warpsan::report
