// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/telemetry/Telemetry.h"

#include <span>
#include <string>
#include <vector>

namespace fabricscope::samples {

/// One value per second.
inline bench::Series series(std::string subject, std::string column, std::string unit,
                            std::vector<double> values) {
    bench::Series made{subject + ' ' + column, subject, std::move(unit), bench::Axis::Seconds, {}};
    for (std::size_t i = 0; i < values.size(); ++i)
        made.points.push_back({static_cast<double>(i), values[i], {}});
    return made;
}

/// Two GPUs and a NIC; the link of the second GPU carries `pcie` Gb/s.
inline bench::Telemetry telemetryWith(double pcie) {
    bench::Results counters, smi;
    counters.tool = "counters";
    counters.series = {series("ionic_3", "sent", "Gb/s", {384, 384, 384}),
                       series("ionic_3", "received", "Gb/s", {0, 0, 0}),
                       series("host", "CPU load", "%", {11, 12, 13})};
    smi.tool = "amd-smi";
    smi.series = {series("GPU 0", "POWER", "W", {90, 95, 91}), series("GPU 1", "POWER", "W", {80, 99, 70}),
                  series("GPU 0", "PCIE_BW", "Mb/s", {1, 1, 1}),
                  series("GPU 1", "PCIE_BW", "Mb/s", {pcie * 1000, pcie * 1000, pcie * 1000})};
    bench::Telemetry telemetry;
    telemetry.take(0, std::span(&counters, 1), 2);
    telemetry.take(1, std::span(&smi, 1), 2.2);
    return telemetry;
}

} // namespace fabricscope::samples
