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

/// A source file, and the lines of it that the report names.
struct Source {
  std::string file;
  std::string directory; ///< may be empty
  std::set<uint32_t> lines;
};
/// By the name that `sourceName` of the page makes.
using Sources = std::map<std::string, Source>;

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

std::string textOf(const Json &object, const char *member) {
  const auto found = object.find(member);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

void addLine(const std::string &file, const std::string &directory, uint32_t line,
             Sources &sources) {
  const std::string name = directory.empty() ? file : directory + "/" + file;
  sources.try_emplace(name, Source{file, directory, {}}).first->second.lines.insert(line);
}

/// "file:line", as calls of the host and variables are named. Their directory is that of the
/// accesses in the file.
void addWhere(const std::string &where, Sources &sources) {
  const size_t colon = where.rfind(':');
  uint32_t line = 0;
  if (colon == std::string::npos || colon == 0 ||
      std::from_chars(where.data() + colon + 1, where.data() + where.size(), line).ec !=
          std::errc())
    return;
  const std::string file = where.substr(0, colon);
  bool isKnown = false;
  for (auto &[name, source] : sources)
    if (source.file == file) {
      source.lines.insert(line);
      isKnown = true;
    }
  if (!isKnown)
    addLine(file, "", line, sources);
}

/// Frames and sites have `file` and `line`, wherever they stand.
void collectLines(const Json &value, Sources &sources, std::set<std::string> &wheres) {
  if (value.is_object()) {
    const auto line = value.find("line");
    const std::string file = textOf(value, "file");
    if (!file.empty() && line != value.end() && line->is_number_unsigned())
      addLine(file, textOf(value, "directory"), line->get<uint32_t>(), sources);
    wheres.insert(textOf(value, "where"));
  }
  if (value.is_structured())
    for (const Json &part : value)
      collectLines(part, sources, wheres);
}

Sources sourcesOf(const Json &lines) {
  Sources sources;
  std::set<std::string> wheres;
  collectLines(lines, sources, wheres);
  for (const std::string &where : wheres)
    addWhere(where, sources);
  return sources;
}

Json sourceTexts(const Sources &sources, const SourceReader &readSource) {
  Json excerpts = Json::object();
  size_t room = WholeFilesLimit;
  for (const auto &[name, source] : sources) {
    const std::optional<std::string> text = readSource(source.file, source.directory);
    if (!text)
      continue;
    for (Excerpt &excerpt : excerptsOf(*text, source.lines, std::min(room, WholeFileLimit)))
      excerpts[name].push_back(
          {{"first_line", excerpt.firstLine}, {"text", std::move(excerpt.text)}});
    if (text->size() <= std::min(room, WholeFileLimit))
      room -= text->size();
  }
  return excerpts;
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
  const Json data = {{"unreadable", lines.unreadable},
                     {"sources", sourceTexts(sourcesOf(lines.objects), readSource)},
                     {"lines", std::move(lines.objects)}};
  return filled(pageTemplate(),
                {{"style", pageStyle()}, {"script", pageScript()}, {"data", scriptText(data)}});
}

} // namespace warpsan::report
