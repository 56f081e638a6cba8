// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/EscapeFilter.h"
#include "core/base/RestoredLines.h"
#include "core/nccl/log/ConnectionReader.h"
#include "core/nccl/log/DebugLog.h"
#include "core/nccl/log/GraphDump.h"
#include "core/nccl/log/HostTable.h"
#include "core/nccl/log/RunTable.h"
#include "core/nccl/log/SystemTree.h"
#include "core/nccl/log/TorchErrors.h"
#include "core/nccl/log/WarningTable.h"

#include <string>
#include <string_view>

namespace fabricscope::nccl::log {

/// Reads a log incrementally, with other programs' lines in between; every version since 2.4. The result does
/// not depend on how the bytes are split. Line breaks that a terminal or a copy changed are restored, colours
/// removed. Errors that PyTorch reports of the library are read, too. Never throws; memory is bounded, time
/// linear in the bytes.
class DebugLogReader {
public:
    void feed(std::string_view bytes);
    void end();
    /// One line without its end: for callers that split lines themselves, instead of feed().
    void line(std::string_view text, std::uint64_t number);

    [[nodiscard]] const DebugLog &log() const { return m_log; }

private:
    /// An INFO line by its beginning, and what it does with the rest.
    struct Form {
        std::string_view begins;
        void (DebugLogReader::*take)(std::string_view rest);
    };
    static const Form kForms[];

    void take(const RestoredLines::Line &line);
    void takeInfo(std::string_view text, std::uint64_t number);
    void takeWarning(std::string_view line, std::string_view text, std::uint64_t number);
    void takeChannel(std::string_view rest);
    void takeRing(int channel, std::string_view rest);
    void takeOldRing(std::string_view rest);
    void takeTrees(std::string_view rest);
    void takeVersion(std::string_view rest);
    void takeRcclVersion(std::string_view rest);
    void takeBootstrap(std::string_view rest);
    void takeNet(std::string_view rest);
    void noteSockets();
    void addWarning(std::string text, std::string where, std::uint64_t number);
    void takeNics(std::string_view network, std::string_view rest);
    void takeNetwork(std::string_view rest);
    void takeTopologyFile(std::string_view rest);
    void takeRanks(std::string_view rest);
    void takeRingsConnected(std::string_view rest);
    void takeTreesConnected(std::string_view rest);
    void takePlugin(std::string_view rest);
    void takeSetting(std::string_view text);

    EscapeFilter m_escapes;
    RestoredLines m_lines{{&libraryLineShape(), 1}};
    HostTable m_hosts;
    DebugLog m_log;
    std::uint64_t m_line = 0;       ///< number of the current line
    std::uint64_t m_noRdmaLine = 0; ///< of "NET/IB : No device found"; 0: none
    bool m_socketsReported = false;
    SystemTree m_system;
    GraphDump m_graphs;
    ConnectionReader m_connections;
    WarningTable m_warnings;
    RunTable m_runs;
    TorchErrors m_torch;
};

} // namespace fabricscope::nccl::log
