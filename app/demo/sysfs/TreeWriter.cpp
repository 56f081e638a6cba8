// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sysfs/TreeWriter.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace fabricscope::app::demo {

namespace {

/// The relative path from the folder of `path` to `target`: "../../bus/pci".
std::string relativeTarget(std::string_view path, std::string_view target) {
    std::size_t common = 0;
    for (std::size_t i = 0; i < path.size() && i < target.size() && path[i] == target[i]; ++i)
        if (path[i] == '/')
            common = i + 1;
    std::string result;
    for (std::size_t i = common; i < path.size(); ++i)
        if (path[i] == '/')
            result += "../";
    result += target.substr(common);
    return result;
}

bool escapesTree(std::string_view path) {
    return path.empty() || path.front() == '/' || path == ".." || path.starts_with("../") ||
           path.find("/../") != std::string_view::npos || path.ends_with("/..");
}

} // namespace

TreeWriter::TreeWriter(std::filesystem::path root) : m_root(std::move(root)) {}

void TreeWriter::fail(std::string_view path, std::string_view what) {
    if (m_result)
        m_result = failure(std::string(what), (m_root / path).string());
}

bool TreeWriter::prepare(std::string_view path) {
    if (!m_result)
        return false;
    if (escapesTree(path)) {
        fail(path, "the path leaves the demo host's tree");
        return false;
    }
    const auto slash = path.rfind('/');
    if (slash != std::string_view::npos)
        directory(path.substr(0, slash));
    return m_result.has_value();
}

void TreeWriter::directory(std::string_view path) {
    if (!m_result || m_made.contains(std::string(path)))
        return;
    if (!prepare(path))
        return;
    if (::mkdir((m_root / path).c_str(), 0755) != 0 && errno != EEXIST)
        return fail(path, std::string("cannot create the folder: ") + std::strerror(errno));
    m_made.emplace(path);
}

bool TreeWriter::shared(std::string_view path, std::string_view content) {
    constexpr std::size_t kSmall = 1024;
    if (content.size() > kSmall)
        return false;
    const std::filesystem::path full = m_root / path;
    const auto [known, isNew] = m_shared.try_emplace(std::string(content), full);
    if (isNew)
        return false;
    if (::link(known->second.c_str(), full.c_str()) == 0)
        return true;
    known->second = full; // too many links, or a file system without them
    return false;
}

void TreeWriter::file(std::string_view path, std::string_view content, unsigned mode) {
    constexpr unsigned kReadable = 0644;
    if (!prepare(path) || (mode == kReadable && shared(path, content)))
        return;
    const int descriptor = ::open((m_root / path).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (descriptor < 0)
        return fail(path, std::string("cannot write: ") + std::strerror(errno));
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0) {
            if (errno == EINTR)
                continue;
            fail(path, std::string("cannot write: ") + std::strerror(errno));
            break;
        }
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    ::close(descriptor);
}

void TreeWriter::line(std::string_view path, std::string_view value) {
    file(path, std::string(value) + '\n');
}

void TreeWriter::link(std::string_view path, std::string_view target) {
    if (!prepare(path))
        return;
    if (::symlink(relativeTarget(path, target).c_str(), (m_root / path).c_str()) != 0)
        fail(path, std::string("cannot link: ") + std::strerror(errno));
}

void TreeWriter::outsideLink(std::string_view path, const std::filesystem::path &target) {
    if (!prepare(path))
        return;
    if (::symlink(target.c_str(), (m_root / path).c_str()) != 0)
        fail(path, std::string("cannot link: ") + std::strerror(errno));
}

} // namespace fabricscope::app::demo
