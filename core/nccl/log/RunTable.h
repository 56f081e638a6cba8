// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/log/DebugLog.h"
#include "core/nccl/log/LibraryLine.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fabricscope::nccl::log {

/// Distinguishes the runs in a log by their communicators. A GPU is in another run where another process uses
/// it, or where all of its communicators were destroyed or aborted and another one begins. Several
/// communicators at one time, also of one GPU, are of one run. Memory is bounded.
class RunTable {
public:
    void take(const LibraryLine &line, std::uint64_t number);
    /// In order; empty if no communicator begins in the log.
    [[nodiscard]] std::vector<LogRun> runs() const;

private:
    /// The communicators that begin with one id, and what their processes print.
    struct Group {
        std::string id; ///< "0x7c3f"; empty where the library prints none
        std::size_t run = 0;
        LogRun sum;
    };
    struct Gpu {
        std::string process;
        std::size_t group = 0;
        std::vector<std::string> live; ///< addresses of communicators
    };
    struct Communicator {
        std::string_view address, gpu, id;
        std::optional<int> ranks;
    };
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    template<class Value> using Map = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

    static std::optional<Communicator> communicatorOf(std::string_view text);
    void begin(const Communicator &made, std::string_view host, std::string_view process,
               std::uint64_t number);
    void end(const Communicator &ended, std::string_view host, bool isAborted);
    std::size_t groupOf(const Communicator &made, const Gpu *before, std::uint64_t number);

    std::vector<Group> m_groups;
    Map<std::size_t> m_byId;    ///< places in m_groups
    Map<std::size_t> m_current; ///< of processes, "host:pid": places in m_groups
    Map<Gpu> m_gpus;            ///< by host and bus address
};

} // namespace fabricscope::nccl::log
