//===- TemporaryFolder.h - Files of a test ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace warpsan::test {

/// A folder that goes with the object.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "warpsan-XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(folder); }

  std::string name() const { return folder.string(); }
  std::filesystem::path path(const std::string &file) const { return folder / file; }
  void write(const std::string &file, const std::string &text) const {
    std::ofstream(path(file), std::ios::binary) << text;
  }

private:
  std::filesystem::path folder;
};

} // namespace warpsan::test
