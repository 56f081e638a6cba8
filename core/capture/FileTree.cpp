// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/FileTree.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricscope::capture {

namespace {

constexpr std::size_t kLongestName = 255;    // of Linux
constexpr std::size_t kLongestTarget = 4095; // likewise
// sysfs never needs more than three links and some ten components; so a hostile tree costs no more.
constexpr int kMaxSteps = 160;

// Whether only "/" and "." components are left.
bool isLast(std::string_view rest) {
    while (!rest.empty())
        if (const std::string_view component = takeUntil(rest, '/'); !component.empty() && component != ".")
            return false;
    return true;
}

bool isBadName(std::string_view name) {
    return name.size() > kLongestName ||
           (!isPlainAscii(name) && std::any_of(name.begin(), name.end(), [](char c) {
               return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
           }));
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

void FileTree::omit(OmitReason reason, std::string_view name) {
    Count &count = m_omitted[static_cast<std::size_t>(reason)];
    if (count.count++ == 0)
        count.first = HostText(name).plain(120);
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
        const bool last = isLast(path);
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

bool FileTree::mayBeTarget(std::string_view target) {
    return target.size() <= kLongestTarget && std::none_of(target.begin(), target.end(), [](char c) {
               return static_cast<unsigned char>(c) < 0x20;
           });
}

// Another name of an earlier file: shares its content.
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
    static constexpr std::array<const char *, 7> kReasons = {
        "pointing outside the tree ('..', or a dangling hard link)",
        "with control characters in their names, or names too long",
        "more than 64 folders deep",
        "whose path conflicts with another",
        "that are devices, pipes or sockets",
        "that could not be read",
        "over the limit",
    };
    std::vector<std::string> notes = m_notes;
    for (std::size_t i = 0; i < kReasons.size(); ++i)
        if (const Count &count = m_omitted[i]; count.count > 0)
            notes.push_back(fmt::format("{} members {} were left out; the first: {}", count.count,
                                        kReasons[i], count.first));
    return notes;
}

} // namespace fabricscope::capture
