//===- PageFiles.h - The files of the page inside the program --*- C++ -*---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <string_view>

extern "C" {
extern const char warpsanPageTemplateBegin[], warpsanPageTemplateEnd[];
extern const char warpsanPageStyleBegin[], warpsanPageStyleEnd[];
extern const char warpsanPageScriptBegin[], warpsanPageScriptEnd[];
}

namespace warpsan::report {

inline std::string_view pageTemplate() {
  return {warpsanPageTemplateBegin, warpsanPageTemplateEnd};
}
inline std::string_view pageStyle() { return {warpsanPageStyleBegin, warpsanPageStyleEnd}; }
/// All scripts, one behind the other.
inline std::string_view pageScript() { return {warpsanPageScriptBegin, warpsanPageScriptEnd}; }

} // namespace warpsan::report
