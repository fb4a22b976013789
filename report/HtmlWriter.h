//===- HtmlWriter.h - Reports as a page for browsers -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace warpsan::report {

/// The text of a source file, named as in the report, with its directory if that is known; none
/// if it is not there. Text that is not UTF-8 is shown with replacement characters.
using SourceReader = std::function<std::optional<std::string>(const std::string &file,
                                                              const std::string &directory)>;

/// A page that needs no other file and no network, from the JSON Lines of one or more
/// processes. `readSource` is asked once for each file that a line names.
///
/// Never fails: lines that are no JSON objects, such as the last one of a process that was
/// killed, are left out, and the page says how many there were. So are kinds of lines and
/// members that the page does not know. Numbers over 2^53 are shown rounded.
std::string writeHtml(std::string_view jsonLines, const SourceReader &readSource);

} // namespace warpsan::report
