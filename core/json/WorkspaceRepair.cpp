// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a workspace readable before it is written. The reader alone decides what is valid: its rules are not
// repeated here.
#include "core/base/HostText.h"
#include "core/json/WorkspaceJson.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace fabricscope::json {

namespace {

using workspace::Member;
using workspace::WorkspaceFile;
using Limits = workspace::WorkspaceLimits;

constexpr std::size_t kWords = 80; ///< bytes of a name in a sentence

std::string whyNotRead(const WorkspaceFile &file) {
    const auto back = readWorkspace(workspaceDocument(file));
    return back ? std::string() : back.error().what;
}

/// Why the reader would refuse the member; empty if it would not.
std::string whyNotRead(const Member &member) {
    WorkspaceFile file;
    file.workspace.members = {member};
    file.workspace.members.front().group = 0;
    return whyNotRead(file);
}

std::string whyNotRead(const checks::Mute &mute) {
    WorkspaceFile file;
    file.workspace.mutes = {mute};
    return whyNotRead(file);
}

void dropUnreadableMutes(workspace::Workspace &workspace, std::vector<std::string> &dropped) {
    constexpr std::size_t kMost = checks::MuteLimits::kMutes;
    std::erase_if(workspace.mutes, [&](const checks::Mute &mute) {
        const std::string why = whyNotRead(mute);
        if (!why.empty())
            dropped.push_back(
                fmt::format("The mute of {} left out: {}", HostText(mute.rule).plain(kWords), why));
        return !why.empty();
    });
    if (workspace.mutes.size() <= kMost)
        return;
    dropped.push_back(
        fmt::format("{} mutes left out: the limit is {}", workspace.mutes.size() - kMost, kMost));
    workspace.mutes.resize(kMost);
}

std::string nameOf(const Member &member) {
    const std::string &name = member.isCapture() ? member.files.front() : member.connection.target;
    return HostText(name).plain(kWords);
}

/// Whether the reader takes it as a path.
bool isPath(const std::string &text) {
    return HostText(text).plain() == text && text.size() <= Limits::kPath &&
           text.find_first_of("\t\n") == std::string::npos;
}

/// The member without the parts that the reader refuses, tried from the smallest loss to removing all of it.
std::optional<Member> repaired(Member member, std::vector<std::string> &dropped) {
    const std::string why = whyNotRead(member);
    if (why.empty())
        return member;
    const std::string name = nameOf(member);
    const auto tryWithout = [&](const char *what, auto &part) {
        const auto before = std::exchange(part, {});
        const bool helps = whyNotRead(member).empty();
        if (helps)
            dropped.push_back(fmt::format("{} of {} left out: {}", what, name, why));
        else
            part = before;
        return helps;
    };
    if (tryWithout("The name", member.name) || tryWithout("Trial moves", member.moves))
        return member;
    dropped.push_back(fmt::format("{} left out: {}", name, why));
    return std::nullopt;
}

} // namespace

std::vector<std::string> dropUnreadable(WorkspaceFile &file) {
    if (readWorkspace(workspaceDocument(file)))
        return {};
    std::vector<std::string> dropped;
    std::vector<Member> kept;
    for (Member &member : file.workspace.members)
        if (auto whole = repaired(std::move(member), dropped))
            kept.push_back(std::move(*whole));
    if (kept.size() > Limits::kMembers) {
        dropped.push_back(fmt::format("{} hosts and captures left out: the limit is {}",
                                      kept.size() - Limits::kMembers, Limits::kMembers));
        kept.resize(Limits::kMembers);
    }
    file.workspace.members = std::move(kept);
    if (file.workspace.member(file.window.selected) == nullptr)
        file.window.selected = 0;
    dropUnreadableMutes(file.workspace, dropped);
    if (!isPath(file.workspace.siteFile)) {
        dropped.emplace_back("Path of the site file left out: it contains unprintable characters");
        file.workspace.siteFile.clear();
    }
    if (!isPath(file.savedAs)) {
        dropped.emplace_back("Workspace path left out: it contains unprintable characters");
        file.savedAs.clear();
        file.unsaved = true;
    }
    return dropped;
}

} // namespace fabricscope::json
