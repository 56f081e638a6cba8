// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/host/Host.h"
#include "core/topology/Topology.h"

#include <memory>
#include <optional>
#include <string>

namespace fabricscope::test {

/// A demo host as the collector's own script reads it for its login user.
struct DemoFacts {
    capture::Capture capture;
    std::shared_ptr<const host::Host> host;
    std::shared_ptr<const topology::Topology> topology;

    [[nodiscard]] std::optional<std::string> textOf(const host::NcclFile &file) const;
};
/// Computed once for each host; throws if it cannot be simulated.
[[nodiscard]] const DemoFacts &demoFacts(const std::string &name);

} // namespace fabricscope::test
