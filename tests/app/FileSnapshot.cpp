// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/FileSnapshot.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace fabricscope::test {

namespace {

namespace fs = std::filesystem;

/// Files that useradd and userdel write, including copies and locks, and those for sudo and PAM that other
/// tests write: named by an account (fstest, the process, n and a number; the names here are fstest-...), or
/// with the prefix of such files.
bool isAccountFile(const fs::path &path) {
    constexpr std::array<std::string_view, 7> kNames = {"passwd", "group",  "shadow", "gshadow",
                                                        "subuid", "subgid", ".pwd"};
    constexpr std::string_view kAccount = "fstest";
    const std::string name = path.filename();
    if (name.starts_with("fabricscope-test-"))
        return true;
    if (name.starts_with(kAccount) && name.size() > kAccount.size() && name[kAccount.size()] >= '0' &&
        name[kAccount.size()] <= '9')
        return true;
    return std::any_of(kNames.begin(), kNames.end(),
                       [&](std::string_view one) { return name.starts_with(one); });
}

void add(const fs::path &path, std::map<std::string, std::string> &seen) {
    struct stat about {};
    if (::lstat(path.c_str(), &about) != 0)
        return;
    // The time of a folder changes with each account file in it; the names of its files are compared anyway.
    const bool isFolder = S_ISDIR(about.st_mode);
    seen[path.string()] =
        std::to_string(about.st_ino) + ' ' + std::to_string(about.st_mode) + ' ' +
        (isFolder ? "" : std::to_string(about.st_size)) + ' ' +
        (isFolder ? "" : std::to_string(about.st_mtim.tv_sec) + '.' + std::to_string(about.st_mtim.tv_nsec));
}

} // namespace

FileSnapshot::FileSnapshot(std::vector<fs::path> folders) : m_folders(std::move(folders)), m_before(look()) {}

FileSnapshot::Seen FileSnapshot::look() const {
    Seen seen;
    for (const fs::path &folder : m_folders) {
        add(folder, seen);
        std::error_code error;
        for (fs::recursive_directory_iterator
                 at(folder, fs::directory_options::skip_permission_denied, error),
             end;
             !error && at != end; at.increment(error))
            if (!isAccountFile(at->path()))
                add(at->path(), seen);
    }
    return seen;
}

std::vector<std::string> FileSnapshot::differences() const {
    const Seen now = look();
    std::vector<std::string> lines;
    for (const auto &[path, state] : now) {
        const auto before = m_before.find(path);
        if (before == m_before.end())
            lines.push_back("new: " + path);
        else if (before->second != state)
            lines.push_back("changed: " + path);
    }
    for (const auto &[path, state] : m_before)
        if (!now.contains(path))
            lines.push_back("gone: " + path);
    return lines;
}

std::vector<std::string> filesNamed(const std::string &word) {
    std::vector<std::string> found;
    for (const char *folder : {"/tmp", "/var/tmp", "/dev/shm", "/run", "/home", "/root", "/"}) {
        std::error_code error;
        for (fs::directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
             !error && at != end; at.increment(error))
            if (at->path().filename().string().find(word) != std::string::npos)
                found.push_back(at->path().string());
    }
    return found;
}

} // namespace fabricscope::test
