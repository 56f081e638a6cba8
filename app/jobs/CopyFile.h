// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/RemoteScript.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// A file to a host, in two steps: first look and show, then, when a person has agreed, copy.
///
///     planCopy(client, way, {text, "/etc/nccl-topo.xml"}, [](auto plan) { ... show plan->diff, ->commands
///     }); copyFile(client, way, plan, [](auto receipt) { ... });
///
/// Both run on the connection to that host that is there already. Nothing is written before copyFile(), and
/// it sets nothing else: no variable, no other file.
namespace fabricscope::app {

struct CopyRequest {
    std::string text;    ///< all of the new file; no NUL in it, at most 1 MiB
    std::string path;    ///< absolute, on the host, or in the container that the target names
    ScriptRights rights; ///< without root where the folder can be written to
};
inline constexpr std::size_t kMaxCopiedBytes = std::size_t{1} << 20;

/// What copyFile() would do. All texts for people are safe to show.
struct CopyPlan {
    CopyRequest request;
    std::string target; ///< as the user named the host
    bool exists = false;
    std::string before;      ///< the text there now
    std::string mode, owner; ///< of the file there now: "644", "0:0"; a new one is 644, and the user's
    std::string diff;        ///< unified, from what is there to the new text; empty where they are equal, or
                             ///< differ over more lines than a diff is made for
    std::string backup;      ///< where what is there now is kept; empty where nothing is
    std::vector<std::string> commands; ///< what will be run, in order
    std::string expected; ///< what the host must still have when it is copied: its checksum, or "absent"

    /// False: the file is there already, as it should be.
    [[nodiscard]] bool isNeeded() const { return !exists || before != request.text; }
};

struct CopyReceipt {
    std::string path, backup; ///< `backup` empty where there was no file
    std::size_t bytes = 0;
    std::uint32_t checksum = 0; ///< POSIX cksum, as the host computed it of the file in its place
};

using CopyPlanned = std::function<void(tl::expected<CopyPlan, remote::Failure>)>;
using CopyDone = std::function<void(tl::expected<CopyReceipt, remote::Failure>)>;

/// Looks at what is there; changes nothing. Failures: no such folder, not writable, a link or something else
/// that is no plain file, not a path or text that can be copied. `planned` is called once, on the client's io
/// thread.
std::shared_ptr<RemoteScript> planCopy(remote::Client &client, HostEndpoint hostEndpoint, CopyRequest request,
                                       CopyPlanned planned);

/// Writes next to the file, checks what arrived, keeps mode and owner, makes the backup, and puts the new
/// file into its place in one step. Whatever fails before that (no space, the file changed since planCopy(),
/// the link closed) leaves the old file as it was. `done` is called once, on the client's io thread.
std::shared_ptr<RemoteScript> copyFile(remote::Client &client, HostEndpoint hostEndpoint,
                                       const CopyPlan &plan, CopyDone done);

/// As `cksum` of POSIX computes it (IEEE Std 1003.1, cksum).
[[nodiscard]] std::uint32_t posixChecksum(std::string_view bytes);

} // namespace fabricscope::app
