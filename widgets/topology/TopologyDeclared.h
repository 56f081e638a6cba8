// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// Declared and not included, for headers with Q_OBJECT: Qt 6.4's moc cannot read <concepts>, which the
// headers of these lead to.
namespace fabricscope::topology {
class Topology;
using NodeId = std::uint32_t;
} // namespace fabricscope::topology

namespace fabricscope::affinity {
struct Judgement;
}
