// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/memory/ClosedPairs.h"
#include "core/bench/output/text/LineReader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// rocm_bandwidth_test 2.x: a sweep of sizes for a pair, and matrices of all pairs.
class RocmBandwidthReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;
    void end() override;

private:
    bool takeTitle(std::string_view text);
    bool takeDevices(std::string_view text);
    bool takeDeviceLine(std::string_view body);
    bool takeSweep(std::string_view text);
    bool takeMatrix(std::string_view text);
    void takeAccess(std::string_view row);
    void reportClosed();
    [[nodiscard]] std::string nameOf(std::string_view number) const;

    struct Column {
        std::string name, unit;
    };
    std::string m_title;         ///< of the matrix or sweep that follows
    std::string m_pair;          ///< "0 to 4"
    std::string m_device;        ///< "device_2": that the lines describe
    std::vector<Column> m_sweep; ///< columns behind the size
    std::vector<std::string> m_columns;
    std::vector<std::string> m_cpus; ///< numbers of the devices that are CPUs
    std::size_t m_matrix = 0;
    ClosedPairs m_closed; ///< pairs of GPUs that were not reported yet
};

} // namespace fabricscope::bench::output
