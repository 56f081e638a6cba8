// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/checks/Mutes.h"
#include "core/hostvm/mapping/GuestMapping.h"
#include "core/workspace/WhatIfMoves.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::workspace {

/// Identifies a host, a capture or a group while the program runs; never used twice, never 0, not in files.
using Id = std::uint64_t;

struct WorkspaceLimits {
    static constexpr std::size_t kMembers = 4096;
    static constexpr std::size_t kGroups = 1024;
    static constexpr std::size_t kFiles = 64;    ///< of one capture
    static constexpr std::size_t kMoves = 1024;  ///< of one host
    static constexpr std::size_t kOnHost = 1024; ///< of one guest
    static constexpr std::size_t kName = 120;    ///< bytes
    static constexpr std::size_t kPath = 4096;   ///< bytes
};

/// How a host is reached, as the user entered it. Never holds a secret.
struct Connection {
    std::string target; ///< [user@]host[:port], an alias of the ssh configuration, with a container perhaps
    std::string user;   ///< empty: from target or the ssh configuration
    std::uint16_t port = 0;   ///< 0: likewise
    std::string identityFile; ///< a private key's path; empty: likewise
    std::string jump;         ///< [user@]host[:port], several with commas; empty: likewise
    bool root = false;        ///< collected with root's rights where they can be had
    friend bool operator==(const Connection &, const Connection &) = default;
};

/// A host, or a capture.
struct Member {
    Id id = 0;
    Connection connection;                ///< of a host; its target is empty for captures
    std::vector<std::string> files;       ///< of a capture: paths, the first names it; empty for hosts
    std::string name;                     ///< as the user or a list names it; empty: its own name
    Id group = 0;                         ///< 0: in none
    WhatIfMoves moves;                    ///< tried out on the Affinity screen
    std::vector<hostvm::Override> onHost; ///< of a guest: its devices on the host, as set by the user

    [[nodiscard]] bool isCapture() const { return !files.empty(); }
    friend bool operator==(const Member &, const Member &) = default;
};

struct Group {
    Id id = 0;
    std::string name; ///< no two groups have the same
    friend bool operator==(const Group &, const Group &) = default;
};

/// The user's data, as one value. Groups and members in their order; a member's group is one of the
/// groups, or 0.
struct Workspace {
    std::vector<Group> groups;
    std::vector<Member> members;
    /// Findings that the user accepts; no two of the same rule, host and device.
    std::vector<checks::Mute> mutes = {};
    std::string siteFile = {}; ///< path of the site file (core/site); empty: none

    [[nodiscard]] const Member *member(Id id) const; ///< nullptr where there is none
    [[nodiscard]] const Group *group(Id id) const;
    [[nodiscard]] const Group *groupNamed(std::string_view name) const;
    friend bool operator==(const Workspace &, const Workspace &) = default;
};

/// For History: with all its texts.
[[nodiscard]] std::size_t bytesOf(const Workspace &workspace);

/// The name as it is kept: without blanks around it. Errors: nothing left, too long, control characters.
[[nodiscard]] Result<std::string> checkedName(std::string_view text);

// Each returns a changed copy; missing items (a member removed meanwhile) are ignored.

/// Errors: of the name; one that another group has; too many groups.
[[nodiscard]] Result<Workspace> withGroup(Workspace workspace, Id id, std::string_view name);
[[nodiscard]] Result<Workspace> withGroupRenamed(Workspace workspace, Id id, std::string_view name);
/// Its members stay, without a group.
[[nodiscard]] Workspace withoutGroup(Workspace workspace, Id id);
/// Into this group (0: none), before that member, or at the end if it is 0 or of another group. They keep
/// their relative order. Captures are not moved: they are listed separately.
[[nodiscard]] Workspace withMoved(Workspace workspace, std::span<const Id> members, Id group, Id before = 0);
/// An empty name restores a host's own name. Errors: of the name.
[[nodiscard]] Result<Workspace> withRenamed(Workspace workspace, Id member, std::string_view name);
[[nodiscard]] Workspace without(Workspace workspace, std::span<const Id> members);
[[nodiscard]] Workspace withMoves(Workspace workspace, Id member, WhatIfMoves moves);
/// Replaces the mute of the same rule, host and device. Errors: those of checks::checkedMute(); too many.
[[nodiscard]] Result<Workspace> withMute(Workspace workspace, checks::Mute mute, checks::Date today);
/// Without those that are equal to one of these.
[[nodiscard]] Workspace withoutMutes(Workspace workspace, std::span<const checks::Mute> mutes);
/// An empty path: none.
[[nodiscard]] Workspace withSiteFile(Workspace workspace, std::string path);
[[nodiscard]] Workspace withOnHost(Workspace workspace, Id member, std::vector<hostvm::Override> onHost);

} // namespace fabricscope::workspace
