// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Fact.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// What nvidia-smi states about the power limit of one GPU, and about how long its clocks were held down.
class NvidiaPower {
public:
    struct Fault {
        std::string_view kind; ///< a variant of "device.fault"
        std::string detail;
        host::EvidenceRef evidence;
    };

    /// A heading, plain: "gpu_power_readings". Limits of one heading belong together: a module (a GPU and its
    /// CPU) has its own.
    void heading(std::string_view plain);
    /// "default_power_limit", "700.00 W"; false if it is none of these values.
    bool value(std::string_view plain, std::string_view value, host::EvidenceRef evidence);
    /// What was found, once; the next values are of another GPU.
    [[nodiscard]] std::vector<Fault> take();

private:
    bool limit(std::string_view plain, std::string_view value, host::EvidenceRef evidence);
    bool counter(std::string_view plain, std::string_view value, host::EvidenceRef evidence);

    bool m_isOfModule = false, m_areCounters = false;
    std::optional<double> m_enforced, m_current, m_default; ///< watts
    std::string m_times;                                    ///< "HW power brake 12 s"
    host::EvidenceRef m_limitEvidence, m_timesEvidence;
};

} // namespace fabricscope::formats
