//===- Snippet.cpp - Lines of source with marks ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A letter of UTF-8 is taken to be one column wide. Behind wider ones on the same
// line the mark stands too far to the left.
//===----------------------------------------------------------------------===//
#include "report/Snippet.h"
#include <algorithm>
#include <iterator>
#include <tuple>

namespace warpsan::report {

namespace {

constexpr size_t Indent = 2;
constexpr size_t FewestColumns = 40; ///< of source, however narrow the page
/// So many lines between two are shown: what is missing there is often a barrier.
constexpr uint32_t LinesBetween = 3;
constexpr char Cut[] = "...";

bool startsLetter(char byte) { return (byte & 0xc0) != 0x80; }

size_t widthOf(std::string_view text) {
  return size_t(std::count_if(text.begin(), text.end(), startsLetter));
}

/// Index of the letter in that column.
size_t indexOf(std::string_view text, size_t column) {
  size_t i = 0;
  for (; i < text.size(); ++i)
    if (startsLetter(text[i]) && column-- == 0)
      break;
  return i;
}

std::string_view columnsOf(std::string_view text, size_t first, size_t count) {
  text.remove_prefix(indexOf(text, first));
  return text.substr(0, indexOf(text, count));
}

/// Tabs are four spaces, as rustc has them; other control letters must not reach a terminal.
std::string printable(std::string_view line) {
  std::string text;
  for (const char byte : line)
    if (byte == '\t')
      text += "    ";
    else
      text += static_cast<unsigned char>(byte) < ' ' || byte == '\x7f' ? ' ' : byte;
  return text;
}

struct ShownLine {
  std::string text;
  size_t marked; ///< column from 0
};

/// What of the line fits, with the marked column in it.
ShownLine fitted(const std::string &text, size_t marked, size_t columns) {
  const size_t width = widthOf(text);
  if (width <= columns)
    return {text, marked};
  const size_t wanted = marked - std::min(marked, columns / 2);
  const size_t first = std::min(wanted, width - columns);
  std::string shown(columnsOf(text, first, columns));
  if (first > 0)
    shown.replace(0, indexOf(shown, 3), Cut);
  if (first + columns < width)
    shown.replace(indexOf(shown, columns - 3), std::string::npos, Cut);
  return {shown, marked - first};
}

/// The marked column, from 0. Nothing if the file has changed so much that there is no code in
/// the place.
std::optional<size_t> markedColumn(std::string_view line, uint32_t column) {
  constexpr std::string_view Blank = " \t";
  const size_t at = column ? column - 1 : line.find_first_not_of(Blank);
  if (at >= line.size() || Blank.find(line[at]) != std::string_view::npos)
    return std::nullopt;
  return widthOf(printable(line.substr(0, at)));
}

/// A mark whose place the file has.
struct PlacedMark {
  Mark mark;
  std::string line; ///< printable
  size_t column;    ///< of `line`, from 0
};

std::vector<PlacedMark> placed(const std::vector<Mark> &marks, SourceFiles &sources) {
  std::vector<PlacedMark> found;
  for (const Mark &mark : marks) {
    const std::string_view line = sources.line(mark.file, mark.line, mark.directory).value_or("");
    if (const std::optional<size_t> column = markedColumn(line, mark.column))
      found.push_back({mark, printable(line), *column});
  }
  return found;
}

class Writer {
public:
  Writer(SourceFiles &sources, const Terminal &page, uint32_t lastLine)
      : sources(sources), isColored(page.color), numberWidth(std::to_string(lastLine).size()) {
    const size_t taken = Indent + numberWidth + 3;
    room = std::max(page.columns ? page.columns : WidestPage, taken + FewestColumns) - taken;
  }

  /// Marks of one file, in the order of its lines.
  void addBlock(const char *arrow, const std::string &place, const std::vector<PlacedMark> &marks) {
    text += std::string(Indent + numberWidth, ' ') + secondary(arrow) + " " + place + "\n";
    addRow("", "");
    uint32_t number = 0;
    std::string lineBefore;
    for (const auto &[mark, line, column] : marks) {
      const ShownLine shown = fitted(line, column, room);
      if (number != 0 && mark.line != number)
        addLinesBetween(mark, number + 1);
      // Two places of a very long line are two parts of it.
      if (mark.line != number || shown.text != lineBefore)
        addRow(std::to_string(mark.line), shown.text);
      addMark(mark, shown.marked);
      number = mark.line;
      lineBefore = shown.text;
    }
    addRow("", "");
  }

  std::string text;

private:
  std::string secondary(const std::string &words) const {
    return painted(words, Paint::Secondary, isColored);
  }

  void addRow(const std::string &number, const std::string &content) {
    const std::string gutter =
        std::string(Indent + numberWidth - number.size(), ' ') + number + " |";
    text += secondary(gutter) + (content.empty() ? "" : " " + content) + "\n";
  }

  void addLinesBetween(const Mark &mark, uint32_t first) {
    if (mark.line - first > LinesBetween)
      text += std::string(Indent, ' ') + secondary(Cut) + "\n";
    else
      for (uint32_t number = first; number != mark.line; ++number) {
        const std::string_view line = sources.line(mark.file, number, mark.directory).value_or("");
        addRow(std::to_string(number), fitted(printable(line), 0, room).text);
      }
  }

  /// The label stands in front of its mark where there is no room behind it.
  void addMark(const Mark &mark, size_t column) {
    const size_t width = widthOf(mark.label) + 1;
    const bool isInFront = column + 1 + width > room && column >= width;
    const std::string words = isInFront ? mark.label + " ^" : "^ " + mark.label;
    addRow("", std::string(column - (isInFront ? width : 0), ' ') +
                   painted(words, mark.paint, isColored));
  }

  SourceFiles &sources;
  bool isColored;
  size_t numberWidth;
  size_t room; ///< columns behind the gutter
};

std::string placeOf(const Mark &mark) {
  return mark.file + ":" + std::to_string(mark.line) +
         (mark.column ? ":" + std::to_string(mark.column) : "");
}

} // namespace

std::string snippetText(const std::vector<Mark> &marks, SourceFiles &sources,
                        const Terminal &page) {
  std::vector<PlacedMark> rest = placed(marks, sources);
  if (rest.empty())
    return {};
  uint32_t lastLine = 0;
  for (const PlacedMark &each : rest)
    lastLine = std::max(lastLine, each.mark.line);
  Writer writer(sources, page, lastLine);
  for (const char *arrow = "-->"; !rest.empty(); arrow = ":::") {
    const Mark first = rest.front().mark;
    const auto isOfFile = [&](const PlacedMark &each) {
      return each.mark.file == first.file && each.mark.directory == first.directory;
    };
    std::vector<PlacedMark> block;
    std::ranges::copy_if(rest, std::back_inserter(block), isOfFile);
    std::erase_if(rest, isOfFile);
    std::ranges::sort(block, {}, [](const PlacedMark &each) {
      return std::tuple(each.mark.line, each.mark.column, each.mark.paint);
    });
    writer.addBlock(arrow, placeOf(first), block);
  }
  return writer.text;
}

} // namespace warpsan::report
