// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/memory/ClosedPairs.h"
#include "core/bench/output/text/LineReader.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// CUDA's sample p2pBandwidthLatencyTest: matrices of all pairs of GPUs, each below its title.
class CudaPeerReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;
    void end() override { reportClosed(); }

private:
    bool takeMatrix(std::string_view text);
    void takeConnectivity(std::string_view text);
    void takeAccess(std::string_view text);
    void reportClosed();

    std::string m_title, m_unit; ///< of the matrix that follows
    std::size_t m_matrix = 0, m_width = 0;
    std::vector<std::string> m_columns; ///< numbers of GPUs
    ClosedPairs m_closed;               ///< that were not reported yet
};

/// nvidia-smi topo -p2p: whether each pair of GPUs can reach each other's memory.
class PeerStatusReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    std::vector<std::string> m_reported; ///< codes that a finding has explained
};

} // namespace fabricscope::bench::output
