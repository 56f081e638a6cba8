// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/RemoteScript.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Copies a file to a host in two steps: first inspect and show, then, after the user agrees, copy.
///
///     planCopy(client, way, {text, "/etc/nccl-topo.xml"}, [](auto plan) { ... show plan->diff, ->commands
///     }); copyFile(client, way, plan, [](auto receipt) { ... });
///
/// Both use the existing connection to that host. Nothing is written before copyFile(), and it changes
/// nothing else: no variable, no other file.
namespace fabricscope::app {

struct CopyRequest {
    std::string text;    ///< entire new contents; no NUL in it, at most 1 MiB
    std::string path;    ///< absolute, on the host, or in the container that the target names
    ScriptRights rights; ///< without root if the folder is writable
};
inline constexpr std::size_t kMaxCopiedBytes = std::size_t{1} << 20;

/// What copyFile() would do. All human-readable texts are safe to show.
struct CopyPlan {
    CopyRequest request;
    std::string target; ///< as the user named the host
    bool exists = false;
    std::string before;      ///< the text there now
    std::string mode, owner; ///< of the existing file: "644", "0:0"; a new one gets 644 and the user's owner
    std::string diff;   ///< unified, from the existing to the new text; empty if they are equal, or differ in
                        ///< too many lines for a diff
    std::string backup; ///< where the existing file is saved; empty if it is not
    std::vector<std::string> commands; ///< commands to be run, in order
    std::string expected; ///< expected state of the file on the host at copy time: its checksum, or "absent"

    /// False: the file already has the desired contents.
    [[nodiscard]] bool isNeeded() const { return !exists || before != request.text; }
};

struct CopyReceipt {
    std::string path, backup; ///< `backup` is empty if there was no file
    std::size_t bytes = 0;
    std::uint32_t checksum = 0; ///< POSIX cksum, as the host computed it for the file in its final place
};

using CopyPlanned = std::function<void(tl::expected<CopyPlan, remote::Failure>)>;
using CopyDone = std::function<void(tl::expected<CopyReceipt, remote::Failure>)>;

/// Inspects the existing file; changes nothing. Failures: no such folder, not writable, a link or something
/// else that is not a regular file, not a path or text that can be copied. `planned` is called once, on the
/// client's io thread.
std::shared_ptr<RemoteScript> planCopy(remote::Client &client, HostEndpoint hostEndpoint, CopyRequest request,
                                       CopyPlanned planned);

/// Writes next to the file, checks what arrived, preserves mode and owner, makes the backup, and replaces the
/// file atomically. Any failure before that (no space, the file changed since planCopy(), the link closed)
/// leaves the old file as it was. `done` is called once, on the client's io thread.
std::shared_ptr<RemoteScript> copyFile(remote::Client &client, HostEndpoint hostEndpoint,
                                       const CopyPlan &plan, CopyDone done);

/// As `cksum` of POSIX computes it (IEEE Std 1003.1, cksum).
[[nodiscard]] std::uint32_t posixChecksum(std::string_view bytes);

} // namespace fabricscope::app
