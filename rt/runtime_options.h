//===- runtime_options.h - Options of the run ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace warpsan::rt {

struct RuntimeOptions {
#define WARPSAN_OPTION_FLAG(Key, Default, Doc) bool Key = Default;
#define WARPSAN_OPTION_NUMBER(Key, Default, Least, Most, Doc) uint64_t Key = Default;
#define WARPSAN_OPTION_TEXT(Key, Default, Doc) std::string Key = Default;
#define WARPSAN_OPTION_CHOICE(Key, Default, Choices, Doc) std::string Key = Default;
#include "rt/runtime_options.def"
};

/// Sets the options named in the text. Returns what is wrong with it, empty if
/// nothing is.
std::string parseOptions(std::string_view text, RuntimeOptions &options);

/// One line per option.
std::string optionsHelp();

} // namespace warpsan::rt
