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

/// A shell that may be /bin/sh on a host.
struct Shell {
    std::string name;
    std::vector<std::string> command;
    std::string path; ///< PATH: for busybox a folder with only its applets
};

/// All shells to be tested; fails the test if one is not installed.
[[nodiscard]] const std::vector<Shell> &shells();

/// A temporary folder that everybody may read.
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
    bool asNobody = false; ///< only if the test runs as root
    std::string root;      ///< FABRICSCOPE_ROOT
    std::map<std::string, std::string> environment;
    std::optional<std::string> path;    ///< instead of the shell's
    std::filesystem::path folder = "/"; ///< working directory
    std::string behind;                 ///< text after the script, on the same standard input
    /// Called after each piece of output with the open section: true ends the run there (a blocked read).
    std::function<bool(std::string_view openSection, std::string_view lastLine)> enough;
};

struct RunResult {
    std::vector<std::string> begun; ///< parts, in order
    std::vector<capture::Section> sections;
    std::vector<std::string> notes;
    int done = 0;    ///< number of "done" lines
    int status = -1; ///< exit status of the shell
    bool childrenLeft = false;
    std::string errors; ///< standard error

    [[nodiscard]] const capture::Section *find(std::string_view name) const;
    /// The content of the section; "(none)" if it is missing.
    [[nodiscard]] std::string text(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> names() const;
};

/// Runs the scripts of the parts ("safe", ...) in order in one shell, sent on standard input like the program
/// does it.
[[nodiscard]] RunResult runScript(const Shell &shell, const std::vector<std::string> &parts,
                                  const RunOptions &options = {});
/// The text sent for one part.
[[nodiscard]] std::string scriptOf(const std::string &part);

[[nodiscard]] bool isRoot();

} // namespace fabricscope::collector
