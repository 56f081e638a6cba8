// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/pairs/PairPlan.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// A device at one end of pairs.
struct PairEnd {
    affinity::Nic nic;
    std::optional<std::size_t> index; ///< in Fabric::nics; absent: a software device
    std::string software;             ///< "soft-RoCE over enp36s0"; empty: a hardware device
};

/// One host's devices in a matrix of pairs, and their commands. Request and host must outlive it.
class PairSide {
public:
    PairSide(const PairRequest &request, const PairHost &host) : m_request(request), m_host(host) {}

    /// The named devices; else those of the GPU fabric that are up; else the software devices that are up.
    /// `notes` receives what is left out, and which are software devices.
    Result<> choose(const std::vector<std::string> &names, std::vector<std::string> &notes);
    /// The run of this device; `gpu`: with the memory of this GPU.
    [[nodiscard]] Result<BoundRun> bind(const PairEnd &end, std::optional<std::size_t> gpu) const;
    /// By hardware; nothing if that is unknown, as for a software device.
    [[nodiscard]] std::optional<std::size_t> nearestGpu(const PairEnd &end) const;

    [[nodiscard]] const std::vector<PairEnd> &ends() const { return m_ends; }
    [[nodiscard]] const PairHost &host() const { return m_host; }

private:
    Result<> take(const std::string &name, const std::vector<PairEnd> &all);
    void takeDefaults(const std::vector<PairEnd> &all, std::vector<std::string> &notes);

    const PairRequest &m_request;
    const PairHost &m_host;
    std::vector<PairEnd> m_ends;
};

} // namespace fabricscope::bench
