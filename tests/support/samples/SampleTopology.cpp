// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleHosts.h"

namespace fabricscope::samples {

std::shared_ptr<const topology::Topology> topologyOf(host::Host host) {
    return topology::build(std::make_shared<const host::Host>(std::move(host)));
}

} // namespace fabricscope::samples
