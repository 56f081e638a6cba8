// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/RemoteScript.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fabricscope::app {

/// A process that uses GPUs or NICs of a host now. Texts are safe to show.
struct ForeignUse {
    int pid = 0;
    std::optional<std::uint32_t> uid;
    std::optional<std::chrono::seconds> age;
    std::string command;              ///< its words, as far as they were read
    std::vector<std::string> devices; ///< "nvidia0", "kfd", "infiniband/uverbs2", a GPU's bus id, or its own
                                      ///< name where it is a tool that needs them; each once, sorted
    friend bool operator==(const ForeignUse &, const ForeignUse &) = default;
};

/// The answer of resources/supervisor/load.sh, which is not trusted; at most 4096 processes, by pid.
[[nodiscard]] std::vector<ForeignUse> readForeignLoad(std::string_view output, const std::string &mark);

using ForeignLoadDone = std::function<void(tl::expected<std::vector<ForeignUse>, remote::Failure>)>;

/// Who uses GPUs and NICs there: to be named and asked about before anything is started on them. Without root
/// what other users hold open is seen by KFD, nvidia-smi and the names of tools only. `done` is called once,
/// on the client's io thread.
std::shared_ptr<RemoteScript> findForeignLoad(remote::Client &client, HostWay way, ForeignLoadDone done);

/// "pid 4711 (uid 1000, for 3 h): ib_write_bw -d mlx5_0: infiniband/uverbs0"
[[nodiscard]] std::string describe(const ForeignUse &use);

} // namespace fabricscope::app
