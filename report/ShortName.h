//===- ShortName.h - Names of functions for people -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <string>
#include <string_view>

namespace warpsan::report {

/// A demangled name as it is, unless it is long. Then as much is left out as makes it fit
/// a line, in this order: the type that a template returns, with the list of parameters;
/// arguments of templates, the longest ones first. Where something was stands "...". The
/// function's own name and scopes stay.
std::string shortName(std::string_view name);

} // namespace warpsan::report
