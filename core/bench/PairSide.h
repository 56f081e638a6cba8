// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/PairPlan.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// A device that is an end of pairs.
struct PairEnd {
    affinity::Nic nic;
    std::optional<std::size_t> index; ///< in Fabric::nics; absent: it is in software
    std::string software;             ///< "soft-RoCE over enp36s0"; empty: hardware
};

/// One host's devices in a matrix of pairs, and what each of them runs. Request and host must outlive it.
class PairSide {
public:
    PairSide(const PairRequest &request, const PairHost &host) : m_request(request), m_host(host) {}

    /// Those named; else those of the GPU fabric that are up; else those in software that are. `notes` gets
    /// what is left out, and which are in software.
    Result<> choose(const std::vector<std::string> &names, std::vector<std::string> &notes);
    /// With this one; `gpu`: with its memory.
    [[nodiscard]] Result<BoundRun> bind(const PairEnd &end, std::optional<std::size_t> gpu) const;
    /// By hardware; nothing where that is not known, as of a device in software.
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
