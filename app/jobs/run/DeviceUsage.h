// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/RemoteScript.h"
#include "core/bench/run/RunDevices.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::app {

/// A process that uses GPUs or NICs of a host now. Texts are safe to show.
struct DeviceUser {
    int pid = 0;
    std::optional<std::uint32_t> uid;
    std::optional<std::chrono::seconds> age;
    std::string command;              ///< its arguments, as far as they were read
    std::vector<std::string> devices; ///< "nvidia0", "kfd", "infiniband/uverbs2", a GPU's bus id, or its own
                                      ///< name if it is a tool that needs them; each once, sorted
    bench::RunDevices uses;           ///< the same as GPUs and NICs of a run; an unknown one may be any
    friend bool operator==(const DeviceUser &, const DeviceUser &) = default;
};

/// Who uses GPUs and NICs there.
struct DeviceUsage {
    std::vector<DeviceUser> uses; ///< by pid
    /// What can be seen of other users' processes: the files they hold open, only their existence and names,
    /// or nothing.
    enum class Visibility { Files, Processes, Nothing } visibility = Visibility::Files;
    /// What would end a detached run there early, and what to do: the user is asked about it before one is
    /// started.
    std::vector<Error> detachedEndCauses = {};
};

/// The answer of resources/supervisor/load.sh, which is not trusted; at most 4096 processes.
[[nodiscard]] DeviceUsage readDeviceUsage(std::string_view output, const std::string &mark);

using DeviceUsageDone = std::function<void(tl::expected<DeviceUsage, remote::Failure>)>;

/// Finds processes that use GPUs and NICs there: they are named before anything is started on the host, and
/// the user is asked if they may be on the same devices. Without root, what other users hold open is only
/// visible through KFD, nvidia-smi and the names of tools. `done` is called once, on the client's io thread.
std::shared_ptr<RemoteScript> findDeviceUsers(remote::Client &client, HostEndpoint hostEndpoint,
                                              DeviceUsageDone done);

/// Those that may be on devices of the run: the user must be asked before it starts.
[[nodiscard]] std::vector<DeviceUser> conflictingUsers(const DeviceUsage &load, const bench::RunSpec &spec);

/// What cannot be seen, as a sentence without a full stop; empty if everything is visible.
[[nodiscard]] std::string visibilityText(const DeviceUsage &load);

/// "pid 4711 (uid 1000, for 3 h): ib_write_bw -d mlx5_0: infiniband/uverbs0"
[[nodiscard]] std::string describe(const DeviceUser &use);

} // namespace fabricscope::app
