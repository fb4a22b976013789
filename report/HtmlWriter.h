//===- HtmlWriter.h - Reports as a page ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace warpsan::report {

/// One page without references to others, from the lines that writeJson() writes.
/// `readSource` has the text of a file of the program, or none.
std::string
writeHtml(std::string_view jsonLines,
          const std::function<std::optional<std::string>(const std::string &path)> &readSource);

} // namespace warpsan::report
