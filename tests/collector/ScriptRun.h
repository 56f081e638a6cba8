// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::collector {

/// A shell as a host may have it as /bin/sh.
struct Shell {
    std::string name;
    std::vector<std::string> command;
    std::string path; ///< PATH: for busybox a folder that holds nothing but its applets
};

/// All that must be tried; fails the test where one is not installed.
[[nodiscard]] const std::vector<Shell> &shells();

/// A folder that goes away with its owner; everybody may look into it.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

struct RunOptions {
    std::string arguments; ///< FS_ARGS
    bool asNobody = false; ///< only where the test itself runs as root
    std::string root;      ///< FABRICSCOPE_ROOT
    std::map<std::string, std::string> environment;
    std::optional<std::string> path;    ///< instead of the shell's
    std::filesystem::path folder = "/"; ///< working directory
    std::string behind;                 ///< text behind the script, on the same standard input
    /// Asked after each piece of output with what stands open: true ends the run there (a hung read).
    std::function<bool(std::string_view openSection, std::string_view lastLine)> enough;
};

struct RunResult {
    std::vector<std::string> begun; ///< parts, in order
    std::vector<capture::Section> sections;
    std::vector<std::string> notes;
    int done = 0;    ///< how many "done" lines came
    int status = -1; ///< of the shell
    bool childrenLeft = false;
    std::string errors; ///< standard error

    [[nodiscard]] const capture::Section *find(std::string_view name) const;
    /// The section's bytes; "(none)" where it did not come.
    [[nodiscard]] std::string text(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> names() const;
};

/// The parts' scripts ("safe", ...), one after another in one shell, sent on standard input as the program
/// does it.
[[nodiscard]] RunResult runScript(const Shell &shell, const std::vector<std::string> &parts,
                                  const RunOptions &options = {});
/// What is sent for one part.
[[nodiscard]] std::string scriptOf(const std::string &part);

[[nodiscard]] bool isRoot();

} // namespace fabricscope::collector
