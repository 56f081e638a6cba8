// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/Workspace.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace fabricscope::workspace {
namespace {

template<class Range, class Holds> auto *findIn(Range &all, Holds holds) {
    const auto found = std::find_if(all.begin(), all.end(), holds);
    return found == all.end() ? nullptr : &*found;
}

bool isAmong(std::span<const Id> ids, Id id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// Returns the name if no other group has it.
Result<std::string> freeName(const Workspace &workspace, Id group, std::string_view text) {
    auto name = checkedName(text);
    if (!name)
        return name;
    const Group *same = workspace.groupNamed(*name);
    if (same != nullptr && same->id != group)
        return failure(fmt::format("group '{}' already exists", *name));
    return name;
}

std::size_t bytesIn(const Member &member) {
    const Connection &how = member.connection;
    std::size_t bytes = member.name.capacity() + how.target.capacity() + how.user.capacity() +
                        how.identityFile.capacity() + how.jump.capacity() + bytesOf(member.moves);
    for (const std::string &file : member.files)
        bytes += sizeof file + file.capacity();
    return bytes;
}

} // namespace

std::size_t bytesOf(const Workspace &workspace) {
    std::size_t bytes = sizeof workspace + workspace.members.capacity() * sizeof(Member);
    for (const Group &group : workspace.groups)
        bytes += sizeof group + group.name.capacity();
    for (const Member &member : workspace.members)
        bytes += bytesIn(member);
    for (const checks::Mute &mute : workspace.mutes)
        bytes += sizeof mute + mute.rule.capacity() + mute.host.capacity() + mute.device.capacity() +
                 mute.reason.capacity() + mute.from.capacity();
    return bytes + workspace.siteFile.capacity();
}

const Member *Workspace::member(Id id) const {
    return findIn(members, [id](const Member &each) { return each.id == id; });
}

const Group *Workspace::group(Id id) const {
    return findIn(groups, [id](const Group &each) { return each.id == id; });
}

const Group *Workspace::groupNamed(std::string_view name) const {
    return findIn(groups, [name](const Group &each) { return each.name == name; });
}

Result<std::string> checkedName(std::string_view text) {
    const std::string_view name = trimmed(text);
    if (name.empty())
        return failure("a name is required");
    if (name.size() > WorkspaceLimits::kName)
        return failure(fmt::format("the name is longer than {} bytes", WorkspaceLimits::kName));
    if (HostText(name).plain() != name || name.find_first_of("\t\n") != std::string_view::npos)
        return failure("the name contains unprintable characters");
    return std::string(name);
}

Result<Workspace> withGroup(Workspace workspace, Id id, std::string_view name) {
    auto free = freeName(workspace, id, name);
    if (!free)
        return tl::unexpected(free.error());
    if (workspace.groups.size() >= WorkspaceLimits::kGroups)
        return failure(fmt::format("the limit is {} groups", WorkspaceLimits::kGroups));
    workspace.groups.push_back({id, std::move(*free)});
    return workspace;
}

Result<Workspace> withGroupRenamed(Workspace workspace, Id id, std::string_view name) {
    auto free = freeName(workspace, id, name);
    if (!free)
        return tl::unexpected(free.error());
    if (Group *group = findIn(workspace.groups, [id](const Group &each) { return each.id == id; }))
        group->name = std::move(*free);
    return workspace;
}

Workspace withoutGroup(Workspace workspace, Id id) {
    std::erase_if(workspace.groups, [id](const Group &each) { return each.id == id; });
    for (Member &member : workspace.members)
        member.group = member.group == id ? 0 : member.group;
    return workspace;
}

Workspace withMoved(Workspace workspace, std::span<const Id> members, Id group, Id before) {
    if (group != 0 && workspace.group(group) == nullptr)
        return workspace;
    std::vector<Member> &all = workspace.members;
    const auto stays = [&](const Member &each) {
        return each.isCapture() || !isAmong(members, each.id);
    };
    std::vector<Member> moved;
    std::copy_if(all.begin(), all.end(), std::back_inserter(moved),
                 [&](const Member &each) { return !stays(each); });
    for (Member &each : moved)
        each.group = group;
    // Dropped onto one of themselves: insert before the next one that stays.
    auto place = std::find_if(all.begin(), all.end(), [&](const Member &each) {
        return before != 0 && each.id == before && each.group == group;
    });
    place = std::find_if(place, all.end(), stays);
    const auto at = std::count_if(all.begin(), place, stays);
    std::erase_if(all, [&](const Member &each) { return !stays(each); });
    all.insert(all.begin() + at, std::make_move_iterator(moved.begin()),
               std::make_move_iterator(moved.end()));
    return workspace;
}

Result<Workspace> withRenamed(Workspace workspace, Id member, std::string_view name) {
    std::string kept;
    if (!trimmed(name).empty()) {
        auto checked = checkedName(name);
        if (!checked)
            return tl::unexpected(checked.error());
        kept = std::move(*checked);
    }
    if (Member *found = findIn(workspace.members, [member](const Member &each) { return each.id == member; }))
        found->name = std::move(kept);
    return workspace;
}

Workspace without(Workspace workspace, std::span<const Id> members) {
    std::erase_if(workspace.members, [&](const Member &each) { return isAmong(members, each.id); });
    return workspace;
}

Workspace withMoves(Workspace workspace, Id member, WhatIfMoves moves) {
    if (Member *found = findIn(workspace.members, [member](const Member &each) { return each.id == member; }))
        found->moves = std::move(moves);
    return workspace;
}

Workspace withOnHost(Workspace workspace, Id member, std::vector<hostvm::Override> onHost) {
    for (Member &each : workspace.members)
        if (each.id == member)
            each.onHost = std::move(onHost);
    return workspace;
}

Result<Workspace> withMute(Workspace workspace, checks::Mute mute, checks::Date today) {
    auto checked = checks::checkedMute(std::move(mute), today);
    if (!checked)
        return tl::unexpected(checked.error());
    checks::Mute *same = findIn(workspace.mutes, [&](const checks::Mute &each) {
        return each.rule == checked->rule && each.host == checked->host && each.device == checked->device;
    });
    if (same == nullptr && workspace.mutes.size() >= checks::MuteLimits::kMutes)
        return failure(fmt::format("the limit is {} mutes", checks::MuteLimits::kMutes));
    if (same == nullptr)
        workspace.mutes.push_back(std::move(*checked));
    else
        *same = std::move(*checked);
    return workspace;
}

Workspace withoutMutes(Workspace workspace, std::span<const checks::Mute> mutes) {
    std::erase_if(workspace.mutes, [&](const checks::Mute &each) {
        return std::find(mutes.begin(), mutes.end(), each) != mutes.end();
    });
    return workspace;
}

Workspace withSiteFile(Workspace workspace, std::string path) {
    workspace.siteFile = std::move(path);
    return workspace;
}

} // namespace fabricscope::workspace
