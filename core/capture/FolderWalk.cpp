// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/base/Units.h"
#include "core/capture/FileTree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <memory>
#include <system_error>

namespace fabricscope::capture {

namespace fs = std::filesystem;

/// A folder on disk on its way into a tree: names and links only. A tree of /sys has a hundred thousand
/// names, so each folder is opened once, and what its entries are comes with their names.
class FolderWalk {
public:
    explicit FolderWalk(FileTree &tree) : m_tree(tree) {}

    void run() {
        std::vector<FileTree::Id> folders{FileTree::kTop};
        while (!folders.empty()) {
            const FileTree::Id folder = folders.back();
            folders.pop_back();
            m_path = m_tree.path(folder);
            const std::unique_ptr<DIR, CloseFolder> open(::opendir((m_tree.m_folder / m_path).c_str()));
            if (!open) {
                m_tree.leaveOut(FileTree::LeftOut::Unreadable, m_path);
                continue;
            }
            while (const dirent *entry = ::readdir(open.get()))
                if (const auto made = add(folder, ::dirfd(open.get()), *entry))
                    folders.push_back(*made);
            if (m_tree.m_leftOut[static_cast<std::size_t>(FileTree::LeftOut::TooMany)].count > 0)
                return;
        }
    }

private:
    struct CloseFolder {
        void operator()(DIR *folder) const { ::closedir(folder); }
    };

    // A folder to go into; std::nullopt for anything else.
    std::optional<FileTree::Id> add(FileTree::Id folder, int directory, const dirent &entry) {
        const std::string_view name(entry.d_name);
        if (name == "." || name == "..")
            return std::nullopt;
        switch (typeOf(directory, entry)) {
        case DT_DIR:
            return m_tree.makeChild(folder, name, FileTree::Kind::Folder);
        case DT_REG:
            m_tree.makeChild(folder, name, FileTree::Kind::File);
            return std::nullopt;
        case DT_LNK:
            addLink(directory, entry.d_name);
            return std::nullopt;
        default:
            m_tree.leaveOut(FileTree::LeftOut::Special, name);
            return std::nullopt;
        }
    }

    // Not every file system tells it with the name.
    static unsigned char typeOf(int directory, const dirent &entry) {
        if (entry.d_type != DT_UNKNOWN)
            return entry.d_type;
        struct stat status {};
        if (::fstatat(directory, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            return DT_UNKNOWN;
        return static_cast<unsigned char>(IFTODT(status.st_mode));
    }

    void addLink(int directory, const char *name) {
        std::array<char, PATH_MAX> target{};
        const ssize_t length = ::readlinkat(directory, name, target.data(), target.size());
        const std::string path = m_path.empty() ? std::string(name) : m_path + '/' + name;
        if (length <= 0 || !m_tree.addLink(path, {target.data(), static_cast<std::size_t>(length)}))
            m_tree.leaveOut(FileTree::LeftOut::Unreadable, name);
    }

    FileTree &m_tree;
    std::string m_path; ///< of the folder that is read now
};

namespace {

// Without waiting and without following a link: what stands there now need not be what stood there then.
// `buffer`: to read into; files of /sys are small, and a new one for each would cost more than they do.
bool readAttribute(const fs::path &path, std::size_t most, std::string &bytes, std::vector<char> &buffer) {
    constexpr std::size_t kStep = std::size_t{64} << 10;
    buffer.resize(kStep);
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
    struct stat status {};
    bool fine = file >= 0 && ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    while (fine && bytes.size() < most) {
        const ssize_t length = ::read(file, buffer.data(), std::min(kStep, most - bytes.size()));
        if (length < 0 && errno == EINTR)
            continue;
        fine = length >= 0;
        if (length <= 0)
            break;
        bytes.append(buffer.data(), static_cast<std::size_t>(length));
    }
    if (file >= 0)
        ::close(file);
    return fine;
}

} // namespace

Result<FileTree> FileTree::ofFolder(const fs::path &folder, const Limits &limits) {
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return failure("is not a folder", folder.string());
    FileTree tree;
    tree.m_limits = limits;
    tree.m_folder = folder;
    FolderWalk(tree).run();
    return tree;
}

std::string_view FileTree::bytes(Id file, std::size_t most) {
    Entry &entry = m_entries[file];
    if (entry.kind != Kind::File)
        return {};
    if (m_folder.empty())
        return entry.content == kNoContent ? std::string_view{}
                                           : std::string_view(m_contents[entry.content]).substr(0, most);
    m_read.clear();
    const std::size_t room = m_limits.totalBytes - std::min(m_limits.totalBytes, m_readTotal);
    const std::size_t wanted = std::min({most, m_limits.fileBytes, room});
    if (room == 0 || !readAttribute(m_folder / path(file), wanted, m_read, m_buffer)) {
        leaveOut(room == 0 ? LeftOut::TooMany : LeftOut::Unreadable, path(file));
        m_read.clear();
    }
    m_readTotal += m_read.size();
    entry.whole = most < m_limits.fileBytes || m_read.size() < m_limits.fileBytes;
    return m_read;
}

} // namespace fabricscope::capture
