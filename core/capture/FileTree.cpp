// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/FileTree.h"

#include "core/base/Text.h"
#include "core/capture/MemberName.h"
#include "core/capture/Unpacker.h"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace fabricscope::capture {

using OmitReason = OmittedMembers::Reason;

namespace {

// sysfs never needs more than three links and some ten components; so a hostile tree costs no more.
constexpr int kMaxSteps = 160;

std::optional<FileTree::Kind> kindOf(unsigned char type) {
    switch (type) {
    case DT_DIR:
        return FileTree::Kind::Folder;
    case DT_REG:
        return FileTree::Kind::File;
    case DT_LNK:
        return FileTree::Kind::Link;
    default:
        return std::nullopt;
    }
}

} // namespace

FileTree::FileTree() {
    m_entries.emplace_back();
}

std::string FileTree::path(Id id) const {
    std::size_t length = 0;
    for (Id at = id; at != kTop; at = parent(at))
        length += name(at).size() + 1;
    std::string path(length, '/');
    for (Id at = id; at != kTop; at = parent(at)) { // from the end
        length -= name(at).size() + 1;
        path.replace(length + 1, name(at).size(), name(at));
    }
    return path.empty() ? path : path.substr(1);
}

std::string_view FileTree::store(std::string_view text) {
    auto *const kept = static_cast<char *>(m_nameArena->allocate(std::max<std::size_t>(text.size(), 1), 1));
    text.copy(kept, text.size());
    return {kept, text.size()};
}

std::optional<FileTree::Id> FileTree::makeChild(Id folder, std::string_view name, Kind kind) {
    if (isBadName(name)) {
        omit(OmitReason::BadName, name);
        return std::nullopt;
    }
    if (m_entries[folder].depth >= kDeepest) {
        omit(OmitReason::TooDeep, path(folder));
        return std::nullopt;
    }
    if (m_entries.size() > m_limits.members) {
        omit(OmitReason::TooMany, name);
        return std::nullopt;
    }
    const Id id = static_cast<Id>(m_entries.size());
    Entry &above = m_entries[folder];
    Entry &made = m_entries.emplace_back();
    made.name = store(name);
    above.children.add(made.name, id);
    made.parent = folder;
    made.kind = kind;
    made.depth = above.depth + 1;
    return id;
}

std::optional<FileTree::Id> FileTree::place(std::string_view path, Kind kind) {
    const std::string_view whole = path;
    for (std::string_view rest = path; !rest.empty();)
        if (takeUntil(rest, '/') == "..") {
            omit(OmitReason::Outside, whole);
            return std::nullopt;
        }
    Id folder = kTop;
    while (!path.empty()) {
        const std::string_view component = takeUntil(path, '/');
        if (component.empty() || component == ".")
            continue;
        const bool last = isLastComponent(path);
        auto next = m_entries[folder].children.known(component);
        if (!next)
            next = makeChild(folder, component, last ? kind : Kind::Folder);
        if (!next)
            return std::nullopt;
        Entry &entry = m_entries[*next];
        if (last && entry.kind != Kind::Folder && kind != Kind::Folder)
            entry.kind = kind;
        if (entry.kind != (last ? kind : Kind::Folder)) {
            omit(OmitReason::Conflict, whole);
            return std::nullopt;
        }
        folder = *next;
        if (last)
            return folder;
    }
    return kind == Kind::Folder ? std::optional(kTop) : std::nullopt;
}

bool FileTree::addFolder(std::string_view path) {
    return place(path, Kind::Folder).has_value();
}

bool FileTree::addFile(std::string_view path, std::string bytes, bool whole) {
    const auto id = place(path, Kind::File);
    if (!id)
        return false;
    m_entries[*id].content = static_cast<std::uint32_t>(m_contents.size());
    m_entries[*id].whole = whole;
    m_contents.push_back(std::move(bytes));
    return true;
}

bool FileTree::addLink(std::string_view path, std::string_view target) {
    if (!mayBeTarget(target)) {
        omit(OmitReason::BadName, path);
        return false;
    }
    const auto id = place(path, Kind::Link);
    if (id)
        m_entries[*id].text = store(target);
    return id.has_value();
}

bool FileTree::addHardLink(std::string_view path, std::string_view target) {
    const auto old = find(kTop, target);
    if (!old || kind(*old) != Kind::File) {
        omit(OmitReason::Outside, path);
        return false;
    }
    const auto id = place(path, Kind::File);
    if (!id)
        return false;
    m_entries[*id].content = m_entries[*old].content;
    m_entries[*id].whole = m_entries[*old].whole;
    return true;
}

std::optional<FileTree::Id> FileTree::walk(Id base, std::string_view path, Id root, int &steps) {
    if (!path.empty() && path.front() == '/')
        base = root;
    Id at = base;
    while (!path.empty()) {
        const std::string_view component = takeUntil(path, '/');
        if (component.empty() || component == ".")
            continue;
        if (--steps < 0 || kind(at) != Kind::Folder)
            return std::nullopt;
        if (component == "..") {
            if (at == kTop)
                return std::nullopt;
            at = parent(at);
            continue;
        }
        const auto next = child(at, component);
        if (!next)
            return std::nullopt;
        at = *next;
        if (kind(at) == Kind::Link) {
            const auto led = walk(parent(at), target(at), root, steps);
            if (!led)
                return std::nullopt;
            at = *led;
        }
    }
    return at;
}

std::optional<FileTree::Id> FileTree::find(Id base, std::string_view path, Id root) {
    int steps = kMaxSteps;
    return walk(base, path, root, steps);
}

std::optional<FileTree::Id> FileTree::findFolder(Id base, std::string_view path, Id root) {
    const auto found = find(base, path, root);
    return found && kind(*found) == Kind::Folder ? found : std::nullopt;
}

std::optional<FileTree::Id> FileTree::follow(Id id, Id root) {
    return kind(id) == Kind::Link ? find(parent(id), target(id), root) : std::optional(id);
}

std::vector<std::string> FileTree::notes() const {
    std::vector<std::string> notes = m_notes;
    for (std::string &omitted : m_omitted.notes())
        notes.push_back(std::move(omitted));
    return notes;
}

Result<FileTree> FileTree::ofFolder(const std::filesystem::path &folder, const Limits &limits) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error))
        return failure("is not a folder", folder.string());
    FileTree tree;
    tree.m_limits = limits;
    tree.m_diskPath = DiskPath(folder.string());
    tree.m_entries[kTop].unread = true;
    return tree;
}

void FileTree::enterOnDisk(Id folder) {
    if (m_diskPath.goUp(folder, m_entries[folder].depth))
        return;
    if (folder != kTop)
        enterOnDisk(parent(folder));
    m_diskPath.enter(folder, name(folder));
}

const char *FileTree::pathOnDisk(Id folder, std::string_view name) {
    if (!m_diskPath.isAt(folder)) // files of one folder are requested together
        enterOnDisk(folder);
    return m_diskPath.of(name);
}

void FileTree::readFromDisk(Id id) {
    m_entries[id].unread = false;
    if (m_entries[id].kind == Kind::Link)
        readLink(id);
    else if (!m_omitted.has(OmitReason::TooMany))
        listFolder(id);
}

void FileTree::readLink(Id link) {
    const std::string_view linkTarget = m_disk.linkTarget(pathOnDisk(link));
    if (linkTarget.empty() || !mayBeTarget(linkTarget))
        omit(linkTarget.empty() ? OmitReason::Unreadable : OmitReason::BadName, path(link));
    else
        m_entries[link].text = store(linkTarget);
}

// Reads names only; sorted, as the tree stores them.
void FileTree::listFolder(Id folder) {
    const auto *const found = m_disk.list(pathOnDisk(folder));
    if (found == nullptr) {
        omit(OmitReason::Unreadable, path(folder));
        return;
    }
    m_entries[folder].children.reserve(found->size());
    const bool lookedUp = m_entries[folder].children.begin() != m_entries[folder].children.end();
    for (const DiskReader::Found &one : *found)
        if (!lookedUp || !m_entries[folder].children.known(m_disk.nameOf(one)))
            makeChildOnDisk(folder, m_disk.nameOf(one), one.type);
}

std::optional<FileTree::Id> FileTree::lookUp(Id folder, std::string_view name) {
    if (kind(folder) != Kind::Folder)
        return std::nullopt;
    const unsigned char type = DiskReader::typeOf(pathOnDisk(folder, name));
    return type == DT_UNKNOWN ? std::nullopt : makeChildOnDisk(folder, name, type);
}

std::optional<FileTree::Id> FileTree::makeChildOnDisk(Id folder, std::string_view name, unsigned char type) {
    const auto kind = kindOf(type);
    if (!kind) {
        omit(OmitReason::Special, name);
        return std::nullopt;
    }
    const auto made = makeChild(folder, name, *kind);
    if (made)
        m_entries[*made].unread = *kind != Kind::File;
    return made;
}

std::string_view FileTree::bytes(Id file, std::size_t most) {
    Entry &entry = m_entries[file];
    if (entry.kind != Kind::File)
        return {};
    if (m_diskPath.top().empty())
        return entry.content == kNoContent ? std::string_view{}
                                           : std::string_view(m_contents[entry.content]).substr(0, most);
    const std::size_t left = m_limits.totalBytes - std::min(m_limits.totalBytes, m_readTotal);
    const std::size_t limit = std::min({most, m_limits.fileBytes, left});
    const auto known = left == 0 ? std::nullopt : m_disk.read(pathOnDisk(file), limit);
    if (!known)
        omit(left == 0 ? OmitReason::TooMany : OmitReason::Unreadable, path(file));
    const std::string_view read = known.value_or(std::string_view());
    m_readTotal += read.size();
    entry.whole = most < m_limits.fileBytes || read.size() < m_limits.fileBytes;
    return read;
}

std::optional<std::string_view> FileTree::bytesOnDisk(Id folder, std::string_view name, std::size_t most) {
    const Entry &entry = m_entries[folder];
    const std::size_t left = m_limits.totalBytes - std::min(m_limits.totalBytes, m_readTotal);
    if (!entry.unread || entry.kind != Kind::Folder || left == 0)
        return std::nullopt;
    const std::size_t limit = std::min({most, m_limits.fileBytes, left});
    errno = 0;
    const auto read = m_disk.read(pathOnDisk(folder, name), limit);
    if (!read)
        return errno == ENOENT ? std::optional(std::string_view{}) : std::nullopt;
    m_readTotal += read->size();
    const bool whole = most < m_limits.fileBytes || read->size() < m_limits.fileBytes;
    return whole ? *read : std::string_view();
}

std::optional<FileTree> FileTree::ofArchive(std::string_view bytes, std::string_view name,
                                            const Limits &limits) {
    if (!mayBePacked(bytes))
        return std::nullopt;
    FileTree tree;
    tree.m_limits = limits;
    Unpacker unpacker(tree, limits);
    if (!unpacker.run(bytes, name))
        return std::nullopt;
    tree.m_single = unpacker.isSingle();
    tree.m_readTotal = unpacker.bytesRead();
    tree.m_notes = unpacker.takeNotes();
    if (tree.size() == 1 && tree.notes().empty())
        tree.m_notes.emplace_back("nothing could be unpacked: empty, or damaged from the start");
    return tree;
}

} // namespace fabricscope::capture
